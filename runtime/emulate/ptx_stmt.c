// Bodies of kernels and functions: blocks, labels, directives, instructions.
#include "runtime/emulate/ptx_parse.h"

#include <stdio.h>
#include <string.h>

// What `ret` of an inlined function goes to; no PTX name can be the same.
static const char return_label[] = " return";

static bool declare_label(dl_ptx_parser *p, dl_ptx_name *name) {
  dl_ptx_symbol *symbol = dl_ptx_declare(p, name, DL_PTX_SYM_LABEL);
  if (!symbol)
    return false;
  symbol->address = p->kernel->n_insns;
  return true;
}

// name: .branchtargets L1, L2;
static bool parse_targets(dl_ptx_parser *p, dl_ptx_name *name) {
  dl_ptx_symbol *symbol = dl_ptx_declare(p, name, DL_PTX_SYM_TARGETS);
  dl_ptx_name **targets = NULL;
  uint32_t n = 0, room = 0;
  if (!symbol)
    return false;
  do {
    if (p->token.kind != DL_PTX_NAME || n == UINT8_MAX)
      return dl_ptx_fail(p, p->token.line,
                         "expected at most 255 labels, separated by commas");
    if (n == room) {
      room = room * 2 + 8;
      dl_ptx_name **grown =
          dl_em_arena_take(&p->module->arena, room * sizeof(*grown));
      if (!grown)
        return dl_ptx_no_memory(p);
      if (n > 0)
        memcpy(grown, targets, n * sizeof(*grown));
      targets = grown;
    }
    targets[n] = dl_ptx_intern(p, p->token.text, p->token.length);
    if (!targets[n++])
      return false;
    dl_ptx_advance(p);
  } while (dl_ptx_take(p, ','));
  symbol->targets = targets;
  symbol->n = n;
  return dl_ptx_expect(p, ';');
}

// .loc file line column [, function_name label, inlined_at file line column]
static bool parse_loc(dl_ptx_parser *p) {
  uint32_t line = p->token.line;
  uint64_t file, source_line, column;
  if (!dl_ptx_number(p, 0, UINT32_MAX, &file) ||
      !dl_ptx_number(p, 0, UINT32_MAX, &source_line) ||
      !dl_ptx_number(p, 0, UINT32_MAX, &column))
    return false;
  p->file = (uint32_t)file;
  p->source_line = (uint32_t)source_line;
  while (p->token.line == line && p->token.kind != DL_PTX_END &&
         !dl_ptx_is(&p->token, '}'))
    dl_ptx_advance(p);
  return true;
}

static bool parse_directive(dl_ptx_parser *p) {
  if (dl_ptx_take_dot(p, "reg"))
    return dl_ptx_registers(p);
  if (dl_ptx_take_dot(p, "local"))
    return dl_ptx_variable(p, DL_EM_SPACE_LOCAL, false);
  if (dl_ptx_take_dot(p, "shared"))
    return dl_ptx_variable(p, DL_EM_SPACE_SHARED, false);
  if (dl_ptx_take_dot(p, "param"))
    return dl_ptx_variable(p, DL_EM_SPACE_PARAM, false);
  if (dl_ptx_take_dot(p, "loc"))
    return parse_loc(p);
  if (dl_ptx_take_dot(p, "extern")) {
    if (dl_ptx_take_dot(p, "shared"))
      return dl_ptx_variable(p, DL_EM_SPACE_SHARED, true);
    return dl_ptx_fail(p, p->token.line, "expected .shared after .extern");
  }
  if (dl_ptx_take_dot(p, "pragma")) {
    while (p->token.kind == DL_PTX_STRING || dl_ptx_is(&p->token, ','))
      dl_ptx_advance(p);
    return dl_ptx_expect(p, ';');
  }
  return dl_ptx_fail(p, p->token.line, "unknown directive '.%.*s'",
                     DL_PTX_TEXT(&p->token));
}

// @p or @!p
static bool parse_guard(dl_ptx_parser *p, dl_ptx_statement *s) {
  s->guard = 0;
  s->is_guard_negated = false;
  if (!dl_ptx_take(p, '@'))
    return true;
  dl_ptx_operand guard;
  if (!dl_ptx_parse_operand(p, &guard))
    return false;
  if (guard.kind != DL_PTX_OP_REGISTER || guard.first.type != DL_EM_W_pred)
    return dl_ptx_fail(p, p->token.line, "the guard is no predicate register");
  s->guard = guard.first.slot;
  s->is_guard_negated = guard.is_negated;
  return true;
}

// A word of a mnemonic. The shapes of wgmma are many: m64n128k16 is the word
// m64k16 and a number.
static dl_em_word find_word(dl_ptx_parser *p, dl_ptx_statement *s) {
  const char *text = p->token.text;
  uint32_t length = p->token.length, n = 0, at = 4;
  char shape[16];
  if (length < 7 || length > 11 || memcmp(text, "m64n", 4) != 0)
    return dl_em_word_find(text, length);
  for (; at < length && text[at] >= '0' && text[at] <= '9'; ++at)
    n = n * 10 + (uint32_t)(text[at] - '0');
  if (n < 8 || n > 256 || n % 8 != 0 || text[4] == '0')
    return DL_EM_NO_WORD;
  s->n_columns = n;
  memcpy(shape, "m64", 3);
  memcpy(shape + 3, text + at, length - at);
  return dl_em_word_find(shape, 3 + length - at);
}

// add.rn.f32: the base and its words.
static bool parse_mnemonic(dl_ptx_parser *p, dl_ptx_statement *s) {
  s->line = p->token.line;
  if (p->token.kind != DL_PTX_NAME || p->token.length >= sizeof(s->base))
    return dl_ptx_fail(p, s->line, "unknown instruction '%.*s'",
                       DL_PTX_TEXT(&p->token));
  memcpy(s->base, p->token.text, p->token.length);
  s->base[p->token.length] = 0;
  int used = snprintf(s->text, sizeof(s->text), "%s", s->base);
  dl_em_word unknown = DL_EM_NO_WORD;
  s->n_words = s->n_columns = 0;
  dl_ptx_advance(p);
  while (p->token.kind == DL_PTX_DOT) {
    dl_em_word word = find_word(p, s);
    if (used < (int)sizeof(s->text))
      used += snprintf(s->text + used, sizeof(s->text) - (size_t)used, ".%.*s",
                       DL_PTX_TEXT(&p->token));
    if (word == DL_EM_NO_WORD || s->n_words == 16)
      unknown = 0;
    else
      s->words[s->n_words++] = word;
    dl_ptx_advance(p);
  }
  if (unknown != DL_EM_NO_WORD)
    return dl_ptx_fail(p, s->line, "unknown instruction '%s'", s->text);
  return true;
}

static bool parse_instruction(dl_ptx_parser *p) {
  dl_ptx_statement *s = &p->statement;
  if (!parse_guard(p, s) || !parse_mnemonic(p, s))
    return false;
  s->n_operands = s->n_elements = 0;
  if (strcmp(s->base, "call") == 0)
    return dl_ptx_call(p, s);
  while (!dl_ptx_is(&p->token, ';')) {
    if (s->n_operands == DL_EM_MAX_OPERANDS)
      return dl_ptx_fail(p, s->line, "too many operands for '%s'", s->text);
    if (!dl_ptx_parse_operand(p, &s->operands[s->n_operands++]))
      return false;
    if (!dl_ptx_take(p, ','))
      break;
  }
  if (!dl_ptx_expect(p, ';'))
    return false;
  if (strcmp(s->base, "ret") == 0 && p->n_calls > 0) {
    // Leaves the inlined function only.
    strcpy(s->base, "bra");
    s->n_words = 0;
    s->n_operands = 1;
    s->operands[0] = (dl_ptx_operand){.kind = DL_PTX_OP_LABEL};
    s->operands[0].first.kind = DL_PTX_OP_LABEL;
    s->operands[0].first.label =
        dl_ptx_intern(p, return_label, sizeof(return_label) - 1);
    if (!s->operands[0].first.label)
      return false;
  }
  return dl_ptx_decode(p, s);
}

// `name:` or an instruction.
static bool parse_named(dl_ptx_parser *p) {
  dl_ptx_lexer behind = p->lexer;
  dl_ptx_token next = dl_ptx_lex(&behind);
  if (!dl_ptx_is(&next, ':'))
    return parse_instruction(p);
  dl_ptx_name *name = dl_ptx_intern(p, p->token.text, p->token.length);
  if (!name)
    return false;
  dl_ptx_advance(p);
  dl_ptx_advance(p);
  if (dl_ptx_take_dot(p, "branchtargets"))
    return parse_targets(p, name);
  return declare_label(p, name);
}

// Nesting is a counter, not recursion: the stack stays flat on any input.
static bool parse_block(dl_ptx_parser *p) {
  uint32_t outside = p->depth;
  for (;;) {
    bool ok = true;
    if (dl_ptx_take(p, '}')) {
      if (p->depth == outside)
        return true;
      ok = dl_ptx_close_scope(p);
    } else if (dl_ptx_take(p, '{')) {
      ok = dl_ptx_open_scope(p);
    } else if (p->token.kind == DL_PTX_DOT) {
      ok = parse_directive(p);
    } else if (p->token.kind == DL_PTX_NAME) {
      ok = parse_named(p);
    } else if (dl_ptx_is(&p->token, '@')) {
      ok = parse_instruction(p);
    } else if (!dl_ptx_take(p, ';')) {
      ok = p->token.kind == DL_PTX_END
               ? dl_ptx_expect(p, '}')
               : dl_ptx_fail(p, p->token.line,
                             "expected a statement, got "
                             "'%.*s'",
                             DL_PTX_TEXT(&p->token));
    }
    if (!ok)
      return false;
  }
}

bool dl_ptx_body(dl_ptx_parser *p) {
  if (!parse_block(p))
    return false;
  // Whoever runs off the end of a kernel has finished it.
  dl_ptx_statement *s = &p->statement;
  *s = (dl_ptx_statement){.line = p->token.line, .text = "exit"};
  strcpy(s->base, "exit");
  return dl_ptx_decode(p, s);
}

// (a, b): names of .param variables of the caller. Without '(' there are none.
static bool parse_actuals(dl_ptx_parser *p, dl_ptx_symbol **actuals,
                          uint32_t *n) {
  *n = 0;
  if (!dl_ptx_take(p, '(') || dl_ptx_take(p, ')'))
    return true;
  do {
    dl_ptx_operand operand;
    if (!dl_ptx_parse_operand(p, &operand))
      return false;
    if (operand.kind != DL_PTX_OP_SYMBOL || *n == 16)
      return dl_ptx_fail(p, p->token.line,
                         "a call takes at most 16 .param variables");
    actuals[(*n)++] = operand.first.symbol;
  } while (dl_ptx_take(p, ','));
  return dl_ptx_expect(p, ')');
}

// The function's own names for what the caller passes.
static bool bind_formals(dl_ptx_parser *p, dl_ptx_symbol **actuals,
                         uint32_t n) {
  uint32_t at = 0;
  if (dl_ptx_take(p, '(') && !dl_ptx_take(p, ')')) {
    do {
      dl_ptx_declarator d;
      if (!dl_ptx_take_dot(p, "param"))
        return dl_ptx_fail(p, p->token.line,
                           "functions take .param variables only");
      if (!dl_ptx_parse_declarator(p, &d))
        return false;
      if (at == n || d.is_open || actuals[at]->n_bytes < d.n_bytes)
        return dl_ptx_fail(p, d.line, "the call does not fit '%.60s'",
                           d.name->text);
      dl_ptx_symbol *symbol = dl_ptx_declare(p, d.name, DL_PTX_SYM_VARIABLE);
      if (!symbol)
        return false;
      symbol->space = actuals[at]->space;
      symbol->address = actuals[at]->address;
      symbol->n_bytes = d.n_bytes;
      ++at;
    } while (dl_ptx_take(p, ','));
    if (!dl_ptx_expect(p, ')'))
      return false;
  }
  return at == n || dl_ptx_fail(p, p->token.line,
                                "the call passes %u arguments for %u", n, at);
}

static bool inline_body(dl_ptx_parser *p, const dl_ptx_symbol *function,
                        dl_ptx_symbol **results, uint32_t n_results,
                        dl_ptx_symbol **actuals, uint32_t n_actuals) {
  p->lexer = function->body;
  dl_ptx_advance(p);
  if (!dl_ptx_open_scope(p) || !bind_formals(p, results, n_results))
    return false;
  dl_ptx_advance(p); // the name
  if (!bind_formals(p, actuals, n_actuals))
    return false;
  while (!dl_ptx_is(&p->token, '{')) // .noreturn and the like
    dl_ptx_advance(p);
  dl_ptx_advance(p);
  dl_ptx_name *label = dl_ptx_intern(p, return_label, sizeof(return_label) - 1);
  return label && parse_block(p) && declare_label(p, label) &&
         dl_ptx_close_scope(p);
}

// call.uni (result), function, (arguments);
bool dl_ptx_call(dl_ptx_parser *p, const dl_ptx_statement *s) {
  dl_ptx_symbol *results[16], *actuals[16];
  uint32_t n_results, n_actuals = 0, line = s->line;
  if (s->guard)
    return dl_ptx_fail(p, line, "a guarded call; branch around it instead");
  if (!parse_actuals(p, results, &n_results))
    return false;
  dl_ptx_take(p, ',');
  dl_ptx_name *name = p->token.kind == DL_PTX_NAME
                          ? dl_ptx_intern(p, p->token.text, p->token.length)
                          : NULL;
  const dl_ptx_symbol *function = name ? name->symbol : NULL;
  if (!function || function->kind != DL_PTX_SYM_FUNCTION || !function->body.at)
    return dl_ptx_fail(p, line, "call of '%.*s', which has no body here",
                       DL_PTX_TEXT(&p->token));
  dl_ptx_advance(p);
  if (dl_ptx_take(p, ',') && !parse_actuals(p, actuals, &n_actuals))
    return false;
  if (!dl_ptx_expect(p, ';'))
    return false;
  dl_ptx_lexer lexer = p->lexer;
  dl_ptx_token token = p->token;
  ++p->n_calls;
  bool ok = inline_body(p, function, results, n_results, actuals, n_actuals);
  --p->n_calls;
  p->lexer = lexer;
  p->token = token;
  return ok;
}
