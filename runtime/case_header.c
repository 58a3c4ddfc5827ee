// Finding the entries of a case header, line by line.
#include "runtime/case_parse.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

int dl_case_line(const dl_case_cursor *c) {
  int line = 1;
  for (const char *p = c->text; p < c->at; ++p)
    line += *p == '\n';
  return line;
}

DloptStatus dl_case_error(const dl_case_cursor *c, const char *format, ...) {
  const char *start = c->at;
  while (start > c->text && start[-1] != '\n')
    --start;
  va_list arguments;
  va_start(arguments, format);
  DloptStatus status = dl_status_error_v(DL_STATUS_INPUT, format, arguments);
  va_end(arguments);
  return dl_status_prefix(status, "%s:%d:%d", c->name, dl_case_line(c),
                          (int)(c->at - start) + 1);
}

void dl_case_skip_space(dl_case_cursor *c) {
  while (c->at < c->end) {
    if (is_blank(*c->at)) {
      ++c->at;
      continue;
    }
    if (*c->at != '\n')
      return;
    // Inside an entry a line end is always followed by another comment.
    ++c->at;
    while (c->at < c->end && is_blank(*c->at))
      ++c->at;
    for (int i = 0; i < 2 && c->at < c->end && *c->at == '/'; ++i)
      ++c->at;
  }
}

bool dl_case_take(dl_case_cursor *c, const char *word) {
  size_t length = strlen(word);
  dl_case_skip_space(c);
  if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
    return false;
  c->at += length;
  return true;
}

size_t dl_case_take_token(dl_case_cursor *c, const char **token) {
  dl_case_skip_space(c);
  *token = c->at;
  while (c->at < c->end && !is_blank(*c->at) && *c->at != '\0' &&
         strchr("\n,[]()=", *c->at) == NULL)
    ++c->at;
  return (size_t)(c->at - *token);
}

static const char *line_end(const char *at, const char *end) {
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  return newline != NULL ? newline : end;
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && is_blank(*at))
    ++at;
  return at;
}

// The text of a comment line after "//", or null if the line is none.
static const char *comment_text(const char *at, const char *end) {
  at = skip_blanks(at, end);
  return end - at >= 2 && at[0] == '/' && at[1] == '/' ? at + 2 : NULL;
}

static bool take_word(const char **at, const char *end, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(end - *at) < length || memcmp(*at, word, length) != 0)
    return false;
  *at += length;
  return true;
}

// Reads "CALL:" or "IN 3:" at the start of a comment's text. A line that
// nearly is one ("IN: ...", "OUT 0 tensor<...>") is an error: skipping it
// would check less than its author meant.
static DloptStatus parse_key(const dl_case_cursor *line, dl_case_entry *entry) {
  enum { max_position = 9999 };
  const char *at = skip_blanks(line->at, line->end), *end = line->end;
  dl_case_cursor start = *line;
  start.at = at;
  entry->key = DL_CASE_OTHER;
  if (take_word(&at, end, "CALL")) {
    at = skip_blanks(at, end);
    if (at < end && *at == '@')
      return dl_case_error(&start, "expected 'CALL: @function'");
    if (at < end && *at == ':')
      entry->key = DL_CASE_CALL;
  } else {
    bool is_in = take_word(&at, end, "IN");
    if (!is_in && !take_word(&at, end, "OUT"))
      return dl_status_ok();
    at = skip_blanks(at, end);
    if (at == end || (!is_digit(*at) && *at != ':'))
      return dl_status_ok();
    const char *digits = at;
    entry->position = 0;
    for (; at < end && is_digit(*at) && entry->position <= max_position; ++at)
      entry->position = entry->position * 10 + (*at - '0');
    bool has_number = at > digits && entry->position <= max_position;
    at = skip_blanks(at, end);
    if (!has_number || at == end || *at != ':')
      return dl_case_error(&start, "expected '%s n: type = data'",
                           is_in ? "IN" : "OUT");
    entry->key = is_in ? DL_CASE_IN : DL_CASE_OUT;
  }
  entry->body = *line;
  entry->body.at = at + (entry->key != DL_CASE_OTHER);
  return dl_status_ok();
}

// True if the line at `at` continues an entry: a comment indented by two or
// more that starts no entry of its own.
static bool continues_entry(const dl_case_cursor *rest) {
  const char *end = line_end(rest->at, rest->end);
  const char *text = comment_text(rest->at, end);
  if (text == NULL || skip_blanks(text, end) - text < 2 ||
      skip_blanks(text, end) == end)
    return false;
  dl_case_entry entry;
  dl_case_cursor line = {rest->name, rest->text, text, end};
  DloptStatus status = parse_key(&line, &entry);
  return dl_status_is_ok(&status) && entry.key == DL_CASE_OTHER;
}

static void next_line(dl_case_cursor *rest) {
  rest->at = line_end(rest->at, rest->end);
  if (rest->at < rest->end)
    ++rest->at;
}

DloptStatus dl_case_next_entry(dl_case_cursor *rest, dl_case_entry *entry,
                               bool *found) {
  *found = false;
  while (rest->at < rest->end) {
    const char *end = line_end(rest->at, rest->end);
    if (skip_blanks(rest->at, end) == end) {
      next_line(rest);
      continue;
    }
    const char *text = comment_text(rest->at, end);
    if (text == NULL)
      return dl_status_ok(); // the program starts
    dl_case_cursor line = {rest->name, rest->text, text, end};
    DL_TRY(parse_key(&line, entry));
    next_line(rest);
    while (rest->at < rest->end && continues_entry(rest)) {
      entry->body.end = line_end(rest->at, rest->end);
      next_line(rest);
    }
    if (entry->key != DL_CASE_OTHER) {
      *found = true;
      return dl_status_ok();
    }
  }
  return dl_status_ok();
}
