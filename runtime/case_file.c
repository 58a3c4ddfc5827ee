// Case headers: from entries to inputs and outputs.
#include "runtime/case_file.h"

#include "runtime/case_parse.h"
#include "runtime/element_text.h"
#include "runtime/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static DloptStatus expect_end(dl_case_cursor *c) {
  dl_case_skip_space(c);
  if (c->at == c->end)
    return dl_status_ok();
  size_t rest = (size_t)(c->end - c->at);
  return dl_case_error(c, "unexpected '%.*s'", (int)(rest > 30 ? 30 : rest),
                       c->at);
}

static bool is_symbol_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || (c != '\0' && strchr("_$.-", c) != NULL);
}

static DloptStatus parse_call(dl_case_file *file, dl_case_cursor *c) {
  if (file->entry != NULL)
    return dl_case_error(c, "a second CALL");
  if (!dl_case_take(c, "@"))
    return dl_case_error(c, "expected '@' and the name of a function");
  bool is_quoted = c->at < c->end && *c->at == '"';
  const char *start = c->at + is_quoted;
  const char *at = start;
  while (at < c->end &&
         (is_quoted ? *at != '"' && *at != '\n' : is_symbol_char(*at)))
    ++at;
  if (at == start || (is_quoted && (at == c->end || *at != '"')))
    return dl_case_error(c, "expected the name of a function after '@'");
  c->at = at + is_quoted;
  DL_TRY(expect_end(c));
  file->entry = strndup(start, (size_t)(at - start));
  if (file->entry == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "%s: no memory", c->name);
  return dl_status_ok();
}

// Grows the array to hold `position` and returns its place, or null.
static dl_case_value *value_at(dl_case_value **values, int *n, int position) {
  if (position >= *n) {
    dl_case_value *larger =
        realloc(*values, ((size_t)position + 1) * sizeof(**values));
    if (larger == NULL)
      return NULL;
    memset(larger + *n, 0, (size_t)(position + 1 - *n) * sizeof(*larger));
    *values = larger;
    *n = position + 1;
  }
  return *values + position;
}

static DloptStatus parse_bound(dl_case_cursor *c, double *bound) {
  const char *token;
  size_t length = dl_case_take_token(c, &token);
  if (!dl_double_parse(token, length, false, bound) || !(*bound >= 0.0) ||
      isinf(*bound))
    return dl_case_error(c, "expected a number >= 0 as tolerance");
  return dl_status_ok();
}

static DloptStatus parse_tolerance(dl_case_cursor *c, dl_tolerance *tolerance) {
  bool has_absolute = false, has_relative = false;
  if (!dl_case_take(c, "TOL"))
    return dl_case_error(c, "expected 'TOL exact' or 'TOL abs=... rel=...'");
  if (dl_case_take(c, "exact")) {
    tolerance->is_exact = true;
    return dl_status_ok();
  }
  for (;;) {
    if (!has_absolute && dl_case_take(c, "abs=")) {
      has_absolute = true;
      DL_TRY(parse_bound(c, &tolerance->absolute));
    } else if (!has_relative && dl_case_take(c, "rel=")) {
      has_relative = true;
      DL_TRY(parse_bound(c, &tolerance->relative));
    } else if (has_absolute || has_relative) {
      return dl_status_ok();
    } else {
      return dl_case_error(c, "expected 'exact', 'abs=...' or 'rel=...'");
    }
  }
}

// type = data
static DloptStatus parse_tensor(dl_case_cursor *c, dl_tensor *tensor) {
  dl_tensor_type type;
  size_t n_used, n_bytes;
  dl_case_skip_space(c);
  DloptStatus status =
      dl_tensor_type_parse(c->at, (size_t)(c->end - c->at), &type, &n_used);
  if (dl_status_is_ok(&status))
    status = dl_tensor_type_bytes(&type, &n_bytes);
  if (!dl_status_is_ok(&status))
    return dl_case_error(c, "%s", status.message);
  if (n_bytes > DL_CASE_MAX_TENSOR_BYTES)
    return dl_case_error(c, "a tensor of %zu bytes; a header may have %zu",
                         n_bytes, DL_CASE_MAX_TENSOR_BYTES);
  c->at += n_used;
  if (!dl_case_take(c, "="))
    return dl_case_error(c, "expected '=' after the type");
  status = dl_tensor_init(tensor, &type);
  if (!dl_status_is_ok(&status))
    return dl_status_prefix(status, "%s", c->name);
  return dl_case_parse_data(c, tensor);
}

static DloptStatus parse_value(dl_case_file *file, dl_case_entry *entry) {
  bool is_in = entry->key == DL_CASE_IN;
  dl_case_cursor *c = &entry->body;
  dl_case_value *value =
      is_in ? value_at(&file->inputs, &file->n_inputs, entry->position)
            : value_at(&file->outputs, &file->n_outputs, entry->position);
  if (value == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "%s: no memory", c->name);
  if (value->line != 0)
    return dl_case_error(c, "%s %d is already on line %d", is_in ? "IN" : "OUT",
                         entry->position, value->line);
  value->line = dl_case_line(c);
  DL_TRY(parse_tensor(c, &value->tensor));
  if (!is_in)
    DL_TRY(parse_tolerance(c, &value->tolerance));
  return expect_end(c);
}

static DloptStatus check_numbering(const char *name, const char *key,
                                   const dl_case_value *values, int n) {
  for (int i = 0; i < n; ++i)
    if (values[i].line == 0)
      return dl_status_error(DL_STATUS_INPUT,
                             "%s: the header has %s %d but no %s %d", name, key,
                             n - 1, key, i);
  return dl_status_ok();
}

static DloptStatus check_complete(const char *name, const dl_case_file *file) {
  if (file->entry == NULL)
    return dl_status_error(DL_STATUS_INPUT,
                           "%s: no '// CALL: @function' in the comments before "
                           "the program",
                           name);
  if (file->n_outputs == 0)
    return dl_status_error(DL_STATUS_INPUT,
                           "%s: no '// OUT n: type = data TOL ...': the case "
                           "checks nothing",
                           name);
  DL_TRY(check_numbering(name, "IN", file->inputs, file->n_inputs));
  return check_numbering(name, "OUT", file->outputs, file->n_outputs);
}

static DloptStatus parse_entries(dl_case_cursor *rest, dl_case_file *file) {
  static const char byte_order_mark[] = "\xef\xbb\xbf";
  bool found;
  if (rest->end - rest->at >= 3 && memcmp(rest->at, byte_order_mark, 3) == 0)
    rest->at += 3;
  for (;;) {
    dl_case_entry entry;
    DL_TRY(dl_case_next_entry(rest, &entry, &found));
    if (!found)
      return check_complete(rest->name, file);
    if (entry.key == DL_CASE_CALL)
      DL_TRY(parse_call(file, &entry.body));
    else
      DL_TRY(parse_value(file, &entry));
  }
}

DloptStatus dl_case_file_parse(const char *text, size_t length,
                               const char *name, dl_case_file *file) {
  dl_case_cursor rest = {name, text, text, text + length};
  memset(file, 0, sizeof(*file));
  DloptStatus status = parse_entries(&rest, file);
  if (!dl_status_is_ok(&status))
    dl_case_file_finish(file);
  return status;
}

DloptStatus dl_case_file_read(const char *path, dl_case_file *file) {
  char *text;
  size_t length;
  memset(file, 0, sizeof(*file));
  DL_TRY(dl_file_read(path, DL_CASE_MAX_FILE_BYTES, &text, &length));
  DloptStatus status = dl_case_file_parse(text, length, path, file);
  free(text);
  return status;
}

void dl_case_file_finish(dl_case_file *file) {
  for (int i = 0; i < file->n_inputs; ++i)
    dl_tensor_finish(&file->inputs[i].tensor);
  for (int i = 0; i < file->n_outputs; ++i)
    dl_tensor_finish(&file->outputs[i].tensor);
  free(file->inputs);
  free(file->outputs);
  free(file->entry);
  memset(file, 0, sizeof(*file));
}
