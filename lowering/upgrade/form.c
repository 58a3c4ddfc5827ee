// Operations in generic form or as `d.op %a {…} : (A) -> R`: parse and write.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

uint32_t dl_up_split(dl_slice text, dl_slice *parts, uint32_t limit) {
  uint32_t count = 0;
  size_t depth = 0, start = 0;
  for (size_t i = 0; i <= text.length; i++) {
    char c = i < text.length ? text.data[i] : ',';
    if (c == '"') {
      for (i++; i < text.length && text.data[i] != '"'; i++)
        if (text.data[i] == '\\')
          i++;
      continue;
    }
    bool arrow = c == '>' && i > 0 && text.data[i - 1] == '-';
    if (strchr("([{<", c) && c) {
      depth++;
    } else if (strchr(")]}>", c) && c && !arrow && depth) {
      depth--;
    } else if (c == ',' && (depth == 0 || i == text.length)) {
      dl_slice part =
          dl_up_slice_trim((dl_slice){text.data + start, i - start});
      if (count == 0 && i >= text.length && part.length == 0)
        return 0;
      if (count < limit)
        parts[count] = part;
      count++;
      start = i + 1;
    }
  }
  return count;
}

/// The text inside the brackets that open at token `open`.
static dl_slice inside(const dl_tokens *tokens, uint32_t open) {
  dl_up_spend(tokens, open, tokens->items[open].match);
  const dl_token *from = &tokens->items[open];
  const dl_token *to = &tokens->items[from->match];
  return (dl_slice){tokens->text + from->end, to->begin - from->end};
}

static bool opens(const dl_tokens *tokens, uint32_t at, const char *bracket) {
  return dl_up_token_is(tokens, at, bracket) && at < tokens->count &&
         tokens->items[at].match != DL_NO_TOKEN && tokens->items[at].match > at;
}

/// The text without comments, which would end the line it is written to.
static dl_slice without_comments(dl_upgrade *up, dl_slice text) {
  size_t slash = dl_up_slice_find(text, '/');
  if (slash == text.length)
    return text;
  char *clean = dl_arena_alloc(&up->arena, text.length + 1, 1);
  size_t length = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.length; i++) {
    char c = text.data[i], next = i + 1 < text.length ? text.data[i + 1] : 0;
    if (in_string && c == '\\' && next) {
      clean[length++] = c;
      c = text.data[++i];
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && c == '/' && next == '/') {
      while (i + 1 < text.length && text.data[i + 1] != '\n')
        i++;
      continue;
    }
    clean[length++] = c;
  }
  return (dl_slice){clean, length};
}

/// Splits `inner` into an array of the arena.
static uint32_t split_list(dl_upgrade *up, dl_slice inner, dl_slice **parts) {
  inner = without_comments(up, inner);
  uint32_t count = dl_up_split(inner, NULL, 0);
  *parts = DL_ARENA_ARRAY(&up->arena, dl_slice, (size_t)count + 1);
  return dl_up_split(inner, *parts, count);
}

/// `%a, %b` from token `at`, or inside parentheses where `quoted`.
static bool parse_operands(dl_upgrade *up, dl_form *form, uint32_t *at,
                           bool quoted) {
  const dl_tokens *tokens = &up->tokens;
  uint32_t end = *at;
  if (quoted) {
    if (!opens(tokens, *at, "("))
      return false;
    uint32_t close = tokens->items[*at].match;
    form->operands_begin = tokens->items[*at].end;
    form->operands_end = tokens->items[close].begin;
    form->n_operands = split_list(up, inside(tokens, *at), &form->operands);
    *at = close + 1;
    return true;
  }
  while (dl_up_token_kind_at(tokens, end) == DL_TOKEN_VALUE) {
    end++;
    if (!dl_up_token_is(tokens, end, ",") ||
        dl_up_token_kind_at(tokens, end + 1) != DL_TOKEN_VALUE)
      break;
    end++;
  }
  dl_slice text = dl_up_token_range(tokens, *at, end);
  form->operands_begin =
      end > *at ? tokens->items[*at].begin : tokens->items[*at - 1].end;
  form->operands_end =
      end > *at ? tokens->items[end - 1].end : tokens->items[*at - 1].end;
  form->n_operands = split_list(up, text, &form->operands);
  *at = end;
  return true;
}

/// Adds the entries of the dictionary that opens at token `open`.
static void parse_dictionary(dl_upgrade *up, dl_form *form, uint32_t open,
                             bool in_properties) {
  dl_slice *parts;
  uint32_t count = split_list(up, inside(&up->tokens, open), &parts);
  dl_attribute *all = DL_ARENA_ARRAY(&up->arena, dl_attribute,
                                     (size_t)form->n_attributes + count + 1);
  if (form->n_attributes)
    memcpy(all, form->attributes, form->n_attributes * sizeof(*all));
  form->attributes = all;
  for (uint32_t i = 0; i < count; i++) {
    size_t equals = dl_up_slice_find(parts[i], '=');
    dl_attribute *added = &all[form->n_attributes++];
    added->in_properties = in_properties;
    added->name = dl_up_slice_trim((dl_slice){parts[i].data, equals});
    if (equals < parts[i].length)
      added->value = dl_up_slice_trim(
          (dl_slice){parts[i].data + equals + 1, parts[i].length - equals - 1});
  }
}

/// `<{…}>`, regions and `{…}`.
static void parse_attributes(dl_upgrade *up, dl_form *form, uint32_t *at,
                             bool quoted) {
  const dl_tokens *tokens = &up->tokens;
  if (quoted && opens(tokens, *at, "["))
    *at = tokens->items[*at].match + 1; // successors
  form->properties_begin = form->properties_end = tokens->items[*at - 1].end;
  if (opens(tokens, *at, "<") && opens(tokens, *at + 1, "{")) {
    parse_dictionary(up, form, *at + 1, true);
    form->properties_begin = tokens->items[*at].begin;
    *at = tokens->items[*at].match + 1;
    form->properties_end = tokens->items[*at - 1].end;
  }
  if (quoted && opens(tokens, *at, "(") && dl_up_token_is(tokens, *at + 1, "{"))
    *at = tokens->items[*at].match + 1; // regions
  form->dictionary_begin = form->dictionary_end = tokens->items[*at - 1].end;
  if (opens(tokens, *at, "{")) {
    parse_dictionary(up, form, *at, false);
    form->dictionary_begin = tokens->items[*at].begin;
    *at = tokens->items[*at].match + 1;
    form->dictionary_end = tokens->items[*at - 1].end;
  }
}

/// `: (A, B) -> R`
static bool parse_types(dl_upgrade *up, dl_form *form, uint32_t at) {
  const dl_tokens *tokens = &up->tokens;
  if (!dl_up_token_is(tokens, at, ":") || !opens(tokens, at + 1, "("))
    return false;
  uint32_t close = tokens->items[at + 1].match;
  form->types_begin = tokens->items[at + 1].end;
  form->types_end = tokens->items[close].begin;
  if (split_list(up, inside(tokens, at + 1), &form->types) != form->n_operands)
    return false;
  if (dl_up_token_kind_at(tokens, close + 1) != DL_TOKEN_ARROW)
    return false;
  uint32_t result = close + 2, end = dl_up_type_end(tokens, result);
  if (end == result)
    return false;
  form->results_begin = tokens->items[result].begin;
  form->results_end = tokens->items[end - 1].end;
  form->results = dl_up_token_range(tokens, result, end);
  dl_slice list = form->results;
  if (opens(tokens, result, "(") && tokens->items[result].match + 1 == end)
    list = inside(tokens, result);
  form->n_results = split_list(up, list, &form->result_types);
  return true;
}

dl_form *dl_up_form_parse(dl_upgrade *up, uint32_t name) {
  dl_form *form = DL_ARENA_ARRAY(&up->arena, dl_form, 1);
  bool quoted = dl_up_token_kind_at(&up->tokens, name) == DL_TOKEN_STRING;
  uint32_t at = name + 1;
  if (at >= up->tokens.count || !parse_operands(up, form, &at, quoted))
    return NULL;
  parse_attributes(up, form, &at, quoted);
  return parse_types(up, form, at) ? form : NULL;
}

dl_form *dl_up_op_form(dl_upgrade *up, dl_op *op) {
  if (!op->form)
    op->form = dl_up_form_parse(up, op->name);
  return op->form;
}

dl_attribute *dl_up_form_attribute(dl_form *form, const char *name) {
  for (uint32_t i = 0; i < form->n_attributes; i++)
    if (dl_up_slice_is(form->attributes[i].name, name))
      return &form->attributes[i];
  return NULL;
}

void dl_up_form_remove(dl_form *form, const char *name) {
  dl_attribute *found = dl_up_form_attribute(form, name);
  if (!found)
    return;
  uint32_t index = (uint32_t)(found - form->attributes);
  memmove(found, found + 1, (form->n_attributes - index - 1) * sizeof(*found));
  form->n_attributes--;
  form->attributes_changed = true;
}

void dl_up_form_set(dl_upgrade *up, dl_form *form, const char *name,
                    dl_slice value) {
  dl_attribute *found = dl_up_form_attribute(form, name);
  form->attributes_changed = true;
  if (found) {
    found->value = value;
    return;
  }
  dl_attribute *all =
      DL_ARENA_ARRAY(&up->arena, dl_attribute, (size_t)form->n_attributes + 1);
  if (form->n_attributes)
    memcpy(all, form->attributes, form->n_attributes * sizeof(*all));
  form->attributes = all;
  all[form->n_attributes++] = (dl_attribute){
      .name = {name, strlen(name)},
      .value = value,
      .in_properties = form->properties_end > form->properties_begin,
  };
}

void dl_up_form_add_operand(dl_upgrade *up, dl_form *form, dl_slice value,
                            dl_slice type) {
  size_t count = form->n_operands;
  dl_slice *operands = DL_ARENA_ARRAY(&up->arena, dl_slice, count + 1);
  dl_slice *types = DL_ARENA_ARRAY(&up->arena, dl_slice, count + 1);
  if (count) {
    memcpy(operands, form->operands, count * sizeof(*operands));
    memcpy(types, form->types, count * sizeof(*types));
  }
  operands[count] = value;
  types[count] = type;
  form->operands = operands;
  form->types = types;
  form->n_operands++;
  form->operands_changed = true;
}

void dl_up_form_set_operand(dl_form *form, uint32_t index, dl_slice value,
                            dl_slice type) {
  form->operands[index] = value;
  form->types[index] = type;
  form->operands_changed = true;
}

static dl_slice join_slices(dl_upgrade *up, const dl_slice *parts,
                            uint32_t count) {
  size_t length = 0;
  for (uint32_t i = 0; i < count; i++)
    length += parts[i].length + 2;
  char *text = dl_arena_alloc(&up->arena, length + 1, 1), *at = text;
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      at = (char *)memcpy(at, ", ", 2) + 2;
    if (parts[i].length)
      memcpy(at, parts[i].data, parts[i].length);
    at += parts[i].length;
  }
  return (dl_slice){text, (size_t)(at - text)};
}

/// The entries that stand in `<{…}>`, or the others, as text.
static dl_slice dictionary_text(dl_upgrade *up, const dl_form *form,
                                bool in_properties) {
  dl_slice *parts =
      DL_ARENA_ARRAY(&up->arena, dl_slice, (size_t)form->n_attributes + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < form->n_attributes; i++) {
    const dl_attribute *each = &form->attributes[i];
    if (each->in_properties == in_properties)
      parts[count++] =
          each->value.length
              ? dl_up_format(up, "%.*s = %.*s", DL_SLICE_ARGS(each->name),
                             DL_SLICE_ARGS(each->value))
              : each->name;
  }
  return join_slices(up, parts, count);
}

/// Writes one dictionary over the source range it had; an empty one goes, with
/// the space in front of it.
static void flush_dictionary(dl_upgrade *up, uint32_t begin, uint32_t end,
                             dl_slice inner, bool in_properties) {
  bool was = end > begin;
  if (inner.length == 0) {
    while (was && begin > 0 && up->tokens.text[begin - 1] == ' ')
      begin--;
    if (was)
      dl_up_replace(up, begin, end, DL_SLICE(""));
    return;
  }
  dl_slice text = dl_up_format(up, in_properties ? "%s<{%.*s}>" : "%s{%.*s}",
                               was ? "" : " ", DL_SLICE_ARGS(inner));
  if (!dl_up_slice_equal(text,
                         (dl_slice){up->tokens.text + begin, end - begin}))
    dl_up_replace(up, begin, end, text);
}

void dl_up_op_flush(dl_upgrade *up, dl_op *op) {
  if (op->new_name.length)
    dl_up_replace_token(
        up, op->name,
        op->quoted ? dl_up_format(up, "\"%.*s\"", DL_SLICE_ARGS(op->new_name))
                   : op->new_name);
  dl_form *form = op->form;
  if (!form)
    return;
  if (form->operands_changed) {
    dl_slice text = join_slices(up, form->operands, form->n_operands);
    if (!op->quoted && form->operands_end == form->operands_begin)
      text = dl_up_format(up, " %.*s", DL_SLICE_ARGS(text));
    dl_up_replace(up, form->operands_begin, form->operands_end, text);
    dl_up_replace(up, form->types_begin, form->types_end,
                  join_slices(up, form->types, form->n_operands));
  }
  if (form->attributes_changed) {
    flush_dictionary(up, form->properties_begin, form->properties_end,
                     dictionary_text(up, form, true), true);
    flush_dictionary(up, form->dictionary_begin, form->dictionary_end,
                     dictionary_text(up, form, false), false);
  }
  if (form->results_changed)
    dl_up_replace(up, form->results_begin, form->results_end, form->results);
}
