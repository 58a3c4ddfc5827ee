// One upgrade: edits and findings gathered, then applied.
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lowering/upgrade/rewrite.h"

typedef struct dl_edit {
  uint32_t begin, end;
  size_t order; ///< equal places keep the order in which they came
  dl_slice text;
} dl_edit;

static void *grown(void *memory, size_t *capacity, size_t item_bytes) {
  *capacity = *capacity ? *capacity * 2 : 64;
  void *bigger = realloc(memory, *capacity * item_bytes);
  if (!bigger) {
    fprintf(stderr, "dlopt: out of memory\n");
    exit(3);
  }
  return bigger;
}

dl_slice dl_up_format(dl_upgrade *up, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length < 0)
    length = 0;
  char *data = dl_arena_alloc(&up->arena, (size_t)length + 1, 1);
  vsnprintf(data, (size_t)length + 1, format, again);
  va_end(again);
  return (dl_slice){data, (size_t)length};
}

static void add_edit(dl_upgrade *up, uint32_t begin, uint32_t end,
                     dl_slice text) {
  if (up->n_edits == up->edit_capacity)
    up->edits = grown(up->edits, &up->edit_capacity, sizeof(dl_edit));
  up->edits[up->n_edits] = (dl_edit){begin, end, up->n_edits, text};
  up->n_edits++;
}

static uint32_t line_begin(const dl_tokens *tokens, uint32_t at) {
  while (at > 0 && tokens->text[at - 1] != '\n')
    at--;
  return at;
}

static dl_slice indent_at(const dl_tokens *tokens, uint32_t at) {
  uint32_t begin = line_begin(tokens, at), end = begin;
  while (end < at && (tokens->text[end] == ' ' || tokens->text[end] == '\t'))
    end++;
  return (dl_slice){tokens->text + begin, end - begin};
}

/// Moves the comments of [begin, end) in front of the line of `begin`.
static void keep_comments(dl_upgrade *up, uint32_t begin, uint32_t end) {
  const char *text = up->tokens.text;
  for (uint32_t at = begin; at + 1 < end; at++) {
    if (text[at] == '"') {
      for (at++; at < end && text[at] != '"' && text[at] != '\n'; at++)
        if (text[at] == '\\')
          at++;
    } else if (text[at] == '/' && text[at + 1] == '/') {
      const char *line_end = memchr(text + at, '\n', end - at);
      uint32_t comment_end = line_end ? (uint32_t)(line_end - text) : end;
      dl_slice indent = indent_at(&up->tokens, begin);
      uint32_t line = line_begin(&up->tokens, begin);
      add_edit(up, line, line,
               dl_up_format(up, "%.*s%.*s\n", DL_SLICE_ARGS(indent),
                            (int)(comment_end - at), text + at));
      at = comment_end;
    }
  }
}

void dl_up_replace(dl_upgrade *up, uint32_t begin, uint32_t end,
                   dl_slice text) {
  keep_comments(up, begin, end);
  add_edit(up, begin, end, text);
}

void dl_up_replace_token(dl_upgrade *up, uint32_t token, dl_slice text) {
  const dl_token *at = &up->tokens.items[token];
  add_edit(up, at->begin, at->end, text);
}

void dl_up_insert(dl_upgrade *up, uint32_t at, dl_slice text) {
  add_edit(up, at, at, text);
}

void dl_up_remove_tokens(dl_upgrade *up, uint32_t first, uint32_t last) {
  if (last <= first)
    return;
  const dl_token *items = up->tokens.items;
  uint32_t begin = items[first].begin, end = items[last - 1].end;
  if (first > 0)
    while (begin > items[first - 1].end && (up->tokens.text[begin - 1] == ' ' ||
                                            up->tokens.text[begin - 1] == '\t'))
      begin--;
  dl_up_replace(up, begin, end, DL_SLICE(""));
}

void dl_up_insert_before(dl_upgrade *up, const dl_op *op, dl_slice statement) {
  uint32_t at = up->tokens.items[op->first].begin;
  dl_slice indent = indent_at(&up->tokens, at);
  dl_up_insert(up, at,
               dl_up_format(up, "%.*s\n%.*s", DL_SLICE_ARGS(statement),
                            DL_SLICE_ARGS(indent)));
}

/// A prefix of value names that no value in the text has.
static dl_slice free_prefix(dl_upgrade *up) {
  static const char *const candidates[] = {"up", "upgraded", "dlopt_upgraded"};
  for (size_t i = 0; i < sizeof(candidates) / sizeof(*candidates); i++) {
    bool taken = false;
    for (uint32_t t = 0; t < up->tokens.count && !taken; t++) {
      dl_slice text = dl_up_token_text(&up->tokens, t);
      if (up->tokens.items[t].kind == DL_TOKEN_VALUE) {
        text.data++, text.length--;
        taken = dl_up_slice_starts_with(text, candidates[i]);
      }
    }
    if (!taken)
      return (dl_slice){candidates[i], strlen(candidates[i])};
  }
  // Longer than any name that starts like it.
  size_t longest = 0;
  for (uint32_t t = 0; t < up->tokens.count; t++) {
    dl_slice text = dl_up_token_text(&up->tokens, t);
    if (up->tokens.items[t].kind == DL_TOKEN_VALUE && text.length > longest &&
        dl_up_slice_starts_with(text, "%up_"))
      longest = text.length;
  }
  char *name = dl_arena_alloc(&up->arena, longest + 8, 1);
  memset(name, '_', longest + 7);
  memcpy(name, "up", 2);
  return (dl_slice){name, longest + 7};
}

dl_slice dl_up_fresh(dl_upgrade *up) {
  if (!up->fresh_prefix.data)
    up->fresh_prefix = free_prefix(up);
  return dl_up_format(up, "%%%.*s%u", DL_SLICE_ARGS(up->fresh_prefix),
                      up->n_fresh++);
}

dl_slice dl_up_value_before(dl_upgrade *up, const dl_op *op,
                            dl_slice expression) {
  dl_slice value = dl_up_values_shared(up, expression);
  if (value.length)
    return value;
  value = dl_up_fresh(up);
  dl_up_insert_before(up, op,
                      dl_up_format(up, "%.*s = %.*s", DL_SLICE_ARGS(value),
                                   DL_SLICE_ARGS(expression)));
  dl_up_values_share(up, expression, value);
  return value;
}

void dl_up_find(dl_upgrade *up, uint32_t token, dl_finding_kind kind,
                dl_slice construct, int release, const char *message) {
  if (up->n_findings == up->finding_capacity)
    up->findings =
        grown(up->findings, &up->finding_capacity, sizeof(dl_finding));
  dl_finding *finding = &up->findings[up->n_findings++];
  *finding = (dl_finding){
      .line = up->tokens.items[token].begin, // an offset until number_lines
      .kind = kind,
      .construct = dl_up_format(up, "%.*s", DL_SLICE_ARGS(construct)).data,
      .message = message,
      .release = release,
      .count = 1,
  };
}

static int by_offset(const void *left, const void *right) {
  const dl_finding *a = left, *b = right;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  return a->column < b->column ? -1 : a->column > b->column;
}

/// Turns the offsets into lines and columns, in order of position.
static void number_lines(dl_upgrade *up) {
  for (size_t i = 0; i < up->n_findings; i++)
    up->findings[i].column = i;
  if (up->n_findings)
    qsort(up->findings, up->n_findings, sizeof(dl_finding), by_offset);
  size_t at = 0, line = 1, line_start = 0;
  for (size_t i = 0; i < up->n_findings; i++) {
    size_t offset = up->findings[i].line;
    for (; at < offset; at++)
      if (up->tokens.text[at] == '\n')
        line++, line_start = at + 1;
    up->findings[i].line = line;
    up->findings[i].column = offset - line_start + 1;
  }
}

static int by_place(const void *left, const void *right) {
  const dl_edit *a = left, *b = right;
  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  // Insertions at a place come before a replacement that starts there.
  bool a_inserts = a->begin == a->end, b_inserts = b->begin == b->end;
  if (a_inserts != b_inserts)
    return a_inserts ? -1 : 1;
  return a->order < b->order ? -1 : 1;
}

static char *apply_edits(dl_upgrade *up, size_t *n_text) {
  const char *source = up->tokens.text;
  size_t total = up->tokens.n_text, source_at = 0, at = 0;
  if (up->n_edits)
    qsort(up->edits, up->n_edits, sizeof(dl_edit), by_place);
  for (size_t i = 0; i < up->n_edits; i++)
    total += up->edits[i].text.length;
  char *text = malloc(total + 1);
  if (!text) {
    fprintf(stderr, "dlopt: out of memory\n");
    exit(3);
  }
  for (size_t i = 0; i < up->n_edits; i++) {
    const dl_edit *edit = &up->edits[i];
    if (edit->begin < source_at)
      continue; // overlaps an earlier one: cannot both hold
    memcpy(text + at, source + source_at, edit->begin - source_at);
    at += edit->begin - source_at;
    if (edit->text.length)
      memcpy(text + at, edit->text.data, edit->text.length);
    at += edit->text.length;
    source_at = edit->end;
  }
  memcpy(text + at, source + source_at, up->tokens.n_text - source_at);
  at += up->tokens.n_text - source_at;
  text[at] = '\0';
  *n_text = at;
  return text;
}

/// The result owns the arena that its findings' strings live in.
typedef struct owned_result {
  dl_upgrade_result public;
  dl_arena arena;
} owned_result;

static dl_upgrade_result *run(const char *text, size_t n_text, bool mend) {
  owned_result *result = calloc(1, sizeof(*result));
  if (!result) {
    fprintf(stderr, "dlopt: out of memory\n");
    exit(3);
  }
  dl_upgrade up = {0};
  bool too_long = n_text > INT32_MAX / 2;
  dl_up_tokens_init(&up.tokens, text ? text : "",
                    too_long || !text ? 0 : (uint32_t)n_text);
  up.tokens.work = &up.work;
  up.rules = dl_up_rule_index_make(&up.arena);
  dl_up_values_init(&up);
  dl_up_scan(&up);
  dl_up_foreign_report(&up);
  dl_up_values_finish(&up);
  number_lines(&up);
  if (mend && too_long) {
    result->public.text = malloc(n_text + 1);
    if (result->public.text) {
      memcpy(result->public.text, text, n_text);
      result->public.text[n_text] = '\0';
      result->public.n_text = n_text;
    }
  } else if (mend) {
    result->public.text = apply_edits(&up, &result->public.n_text);
  }
  result->public.findings = up.findings;
  result->public.n_findings = up.n_findings;
  for (size_t i = 0; i < up.n_findings; i++) {
    dl_finding_kind kind = up.findings[i].kind;
    result->public.n_mended += kind == DL_FINDING_MENDED;
    result->public.n_by_hand += kind == DL_FINDING_BY_HAND;
    result->public.n_foreign += kind == DL_FINDING_FOREIGN;
  }
  result->arena = up.arena;
  free(up.edits);
  dl_up_tokens_finish(&up.tokens);
  return &result->public;
}

dl_upgrade_result *dl_upgrade_text(const char *text, size_t n_text) {
  return run(text, n_text, true);
}

/// True if a byte stands in `text` that no MLIR text holds.
static bool is_binary(const char *text, size_t n_text) {
  for (size_t i = 0; i < n_text; ++i)
    if ((unsigned char)text[i] < ' ' && !isspace((unsigned char)text[i]))
      return true;
  return false;
}

dl_upgrade_result *dl_diagnose_text(const char *text, size_t n_text) {
  return run(text, is_binary(text, n_text) ? 0 : n_text, false);
}

void dl_upgrade_result_destroy(dl_upgrade_result *result) {
  if (!result)
    return;
  owned_result *owned = (owned_result *)result;
  free(owned->public.text);
  free((void *)owned->public.findings);
  dl_arena_reset(&owned->arena);
  free(owned);
}
