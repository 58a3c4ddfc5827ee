// Walks the text once: regions, blocks, values and operations.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

/// Region braces that are open, with the operation each belongs to.
typedef struct scan {
  dl_upgrade *up;
  uint32_t *opens; ///< tokens of the braces, as a stack
  uint8_t *in_function;
  uint32_t n_opens;
  dl_slice last_op; ///< the operation that a brace would belong to
} scan;

static dl_token_kind kind_at(const scan *s, uint32_t at) {
  return dl_up_token_kind_at(&s->up->tokens, at);
}

static bool is(const scan *s, uint32_t at, const char *text) {
  return dl_up_token_is(&s->up->tokens, at, text);
}

static bool has_dot(dl_slice word) {
  return dl_up_slice_find(word, '.') < word.length;
}

/// Names that end a block: `{ scf.yield }` is a region, `{llvm.noalias}` none.
static bool is_terminator(dl_slice name) {
  return dl_up_slice_ends_with(name, "yield") ||
         dl_up_slice_ends_with(name, "return") ||
         dl_up_slice_ends_with(name, "terminator") ||
         dl_up_slice_ends_with(name, "unreachable");
}

/// Whether the brace at token `at` opens a region and not attributes.
static bool opens_region(const scan *s, uint32_t at) {
  if (!is(s, at, "{"))
    return false;
  if (at > 0 && is(s, at - 1, "<"))
    return false;
  dl_token_kind kind = kind_at(s, at + 1);
  if (kind == DL_TOKEN_PUNCT)
    return is(s, at + 1, "}");
  if (kind != DL_TOKEN_WORD && kind != DL_TOKEN_STRING)
    return true;
  if (is(s, at + 2, "=") || is(s, at + 2, ","))
    return false;
  if (is(s, at + 2, "}"))
    return is_terminator(dl_up_token_text(&s->up->tokens, at + 1));
  return true;
}

/// Whether an operation may start at token `at`, by what stands before it.
static bool may_start(const scan *s, uint32_t at) {
  if (at == 0)
    return true;
  if (is(s, at - 1, "{"))
    return opens_region(s, at - 1);
  static const char *const inner[] = {",", "(", "[", "<", "=", "->", "==", "@"};
  for (size_t i = 0; i < sizeof(inner) / sizeof(*inner); i++)
    if (is(s, at - 1, inner[i]))
      return false;
  // A ':' before it ends a block label, or starts a type.
  if (is(s, at - 1, ":"))
    return s->up->tokens.items[at].first_on_line ||
           (at > 1 &&
            (kind_at(s, at - 2) == DL_TOKEN_BLOCK || is(s, at - 2, ")")));
  return true;
}

/// The name as rules know it: without quotes, "std." added to a bare word that
/// has rules so.
static dl_slice rule_name(const scan *s, uint32_t name, bool *quoted) {
  dl_slice text = dl_up_token_text(&s->up->tokens, name);
  *quoted = kind_at(s, name) == DL_TOKEN_STRING;
  if (*quoted)
    return text.length > 2 ? (dl_slice){text.data + 1, text.length - 2} : text;
  if (has_dot(text) || text.length > 40)
    return text;
  char bare[64] = "std.";
  memcpy(bare + 4, text.data, text.length);
  dl_slice full = {bare, text.length + 4};
  const dl_rule *rule = dl_up_rule_for(s->up->rules, full, 0);
  return rule ? (dl_slice){rule->op, full.length} : text;
}

/// Whether token `at` can be the name of an operation that has results.
static bool is_name(const scan *s, uint32_t at) {
  dl_slice text = dl_up_token_text(&s->up->tokens, at);
  bool quoted;
  if (kind_at(s, at) == DL_TOKEN_STRING)
    return is(s, at + 1, "(");
  if (kind_at(s, at) != DL_TOKEN_WORD)
    return false;
  return has_dot(text) ||
         dl_up_rule_for(s->up->rules, rule_name(s, at, &quoted), 0) != NULL;
}

/// A bare word that starts an operation without results.
static bool is_bare_statement(const scan *s, uint32_t at) {
  dl_token_kind next = kind_at(s, at + 1);
  if (is(s, at, "func"))
    return next == DL_TOKEN_SYMBOL ||
           (next == DL_TOKEN_WORD && kind_at(s, at + 2) == DL_TOKEN_SYMBOL);
  if (is(s, at, "br"))
    return next == DL_TOKEN_BLOCK;
  if (is(s, at, "call"))
    return next == DL_TOKEN_SYMBOL;
  if (is(s, at, "cond_br") || is(s, at, "switch") || is(s, at, "assert") ||
      is(s, at, "call_indirect") || is(s, at, "atomic_yield"))
    return next == DL_TOKEN_VALUE;
  return false;
}

/// Whether the operation at token `at` has no results; its name stands there.
static bool starts_without_results(const scan *s, uint32_t at) {
  if (!may_start(s, at))
    return false;
  // `emitc.call_opaque "f"(…)` is no operation called f.
  if (kind_at(s, at) == DL_TOKEN_STRING)
    return is(s, at + 1, "(") &&
           (at == 0 || s->up->tokens.items[at].first_on_line ||
            kind_at(s, at - 1) != DL_TOKEN_WORD);
  if (kind_at(s, at) != DL_TOKEN_WORD)
    return false;
  if (!has_dot(dl_up_token_text(&s->up->tokens, at)))
    return is_bare_statement(s, at);
  return !is(s, at + 1, "=");
}

/// The token of the name behind `%a:2, %b =`, or DL_NO_TOKEN.
static uint32_t name_behind_results(const scan *s, uint32_t at) {
  if (!may_start(s, at))
    return DL_NO_TOKEN;
  for (;;) {
    if (kind_at(s, at) != DL_TOKEN_VALUE)
      return DL_NO_TOKEN;
    at++;
    if (is(s, at, ":") && kind_at(s, at + 1) == DL_TOKEN_NUMBER)
      at += 2;
    if (is(s, at, "="))
      return is_name(s, at + 1) ? at + 1 : DL_NO_TOKEN;
    if (!is(s, at, ","))
      return DL_NO_TOKEN;
    at++;
  }
}

static void report(scan *s, const dl_op *op, const dl_rule *rule,
                   dl_mend mend) {
  dl_upgrade *up = s->up;
  const char *message = up->advice ? up->advice : rule->what;
  dl_up_find(up, op->name,
             mend == DL_MEND_DONE ? DL_FINDING_MENDED : DL_FINDING_BY_HAND,
             op->op, rule->since, message);
}

static void apply_rules(scan *s, dl_op *op) {
  dl_upgrade *up = s->up;
  const dl_rule *rule;
  bool by_hand = false;
  // MLIR never nests operations in what rules read (operands, attributes,
  // types), so a text that is read over and over is none.
  if (up->work / 16 > up->tokens.n_text)
    return;
  size_t n_edits = up->n_edits, n_findings = up->n_findings;
  uint32_t n_values = dl_up_values_mark(up);
  for (size_t n = 0; (rule = dl_up_rule_for(up->rules, op->op, n)); n++) {
    up->advice = NULL;
    dl_mend mend = rule->mend ? rule->mend(up, op, rule) : DL_MEND_BY_HAND;
    if (mend != DL_MEND_NONE)
      report(s, op, rule, mend);
    by_hand |= mend == DL_MEND_BY_HAND;
  }
  if (!by_hand) {
    dl_up_op_flush(up, op);
    return;
  }
  // Half a change helps nobody: the operation stays as it is.
  up->n_edits = n_edits;
  dl_up_values_rollback(up, n_values);
  for (size_t i = n_findings; i < up->n_findings; i++)
    up->findings[i].kind = DL_FINDING_BY_HAND;
}

static void define_results(scan *s, const dl_op *op) {
  for (uint32_t t = op->first; t < op->name; t++)
    if (kind_at(s, t) == DL_TOKEN_VALUE)
      dl_up_values_define(s->up, dl_up_token_text(&s->up->tokens, t), op->name);
}

static void visit(scan *s, uint32_t first, uint32_t name) {
  dl_op op = {.first = first, .name = name};
  op.op = rule_name(s, name, &op.quoted);
  s->last_op = op.op;
  // The default dialect of a function body is func, in nested regions none.
  bool bare_call = dl_up_slice_is(op.op, "std.call") && !op.quoted &&
                   dl_up_token_is(&s->up->tokens, name, "call");
  if (!bare_call || (s->n_opens && !s->in_function[s->n_opens - 1]))
    apply_rules(s, &op);
  if (has_dot(op.op))
    dl_up_foreign_use(s->up, name, op.op);
  define_results(s, &op);
}

static void enter_region(scan *s, uint32_t brace) {
  s->opens[s->n_opens] = brace;
  s->in_function[s->n_opens] = dl_up_slice_is(s->last_op, "func.func") ||
                               dl_up_slice_is(s->last_op, "func") ||
                               dl_up_slice_is(s->last_op, "builtin.func");
  s->n_opens++;
  dl_up_values_enter(s->up);
}

static void leave_region(scan *s, uint32_t brace) {
  uint32_t open = s->up->tokens.items[brace].match;
  if (s->n_opens == 0 || s->opens[s->n_opens - 1] != open)
    return;
  s->n_opens--;
  dl_up_values_leave(s->up);
}

/// `%x: T` in an argument list.
static bool is_argument(const scan *s, uint32_t at) {
  return is(s, at + 1, ":") && at > 0 &&
         (is(s, at - 1, "(") || is(s, at - 1, ",")) &&
         dl_up_type_end(&s->up->tokens, at + 2) > at + 2;
}

static uint32_t step(scan *s, uint32_t at) {
  dl_token_kind kind = kind_at(s, at);
  if (kind == DL_TOKEN_VALUE) {
    uint32_t name = name_behind_results(s, at);
    if (name != DL_NO_TOKEN) {
      visit(s, at, name);
      return name + 1;
    }
    if (is_argument(s, at))
      dl_up_values_define_argument(s->up, dl_up_token_text(&s->up->tokens, at),
                                   at + 2);
  } else if (kind == DL_TOKEN_TYPE) {
    if (is(s, at + 1, "="))
      dl_up_values_define_argument(s->up, dl_up_token_text(&s->up->tokens, at),
                                   at + 2);
  } else if (kind == DL_TOKEN_WORD || kind == DL_TOKEN_STRING) {
    if (starts_without_results(s, at))
      visit(s, at, at);
  } else if (kind == DL_TOKEN_BLOCK) {
    if (s->up->tokens.items[at].first_on_line ||
        (at > 0 && is(s, at - 1, "{")) || is(s, at + 1, ":"))
      dl_up_values_new_block(s->up);
  } else if (is(s, at, "{") && opens_region(s, at)) {
    enter_region(s, at);
  } else if (is(s, at, "}")) {
    leave_region(s, at);
  }
  return at + 1;
}

void dl_up_scan(dl_upgrade *up) {
  scan s = {.up = up};
  uint32_t braces = 0;
  for (uint32_t t = 0; t < up->tokens.count; t++)
    braces += dl_up_token_is(&up->tokens, t, "{");
  s.opens = DL_ARENA_ARRAY(&up->arena, uint32_t, (size_t)braces + 1);
  s.in_function = DL_ARENA_ARRAY(&up->arena, uint8_t, (size_t)braces + 1);
  uint32_t checked = 0;
  for (uint32_t at = 0; at + 1 < up->tokens.count;) {
    uint32_t next = step(&s, at);
    for (; checked < next && checked + 1 < up->tokens.count; checked++)
      dl_up_check_token(up, checked);
    at = next;
  }
}
