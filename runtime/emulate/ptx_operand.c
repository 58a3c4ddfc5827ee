// Operands of PTX statements: registers, immediates, vectors, addresses.
#include "runtime/emulate/ptx_parse.h"

// %tid.x is a name and a dotted word; also finds %laneid and constants that
// PTX predefines.
static bool parse_special(dl_ptx_parser *p, dl_ptx_name *name,
                          dl_ptx_element *e, bool *found) {
  *found = dl_ptx_find_special(p, name->text, name->length, &e->slot, &e->type);
  if (!*found && p->token.kind == DL_PTX_DOT) {
    // The two tokens lie side by side in the text.
    size_t length = (size_t)(p->token.text - name->text) + p->token.length;
    char text[40];
    length = name->length + 1 + p->token.length;
    if (length < sizeof(text)) {
      for (uint32_t i = 0; i < name->length; ++i)
        text[i] = name->text[i];
      text[name->length] = '.';
      for (uint32_t i = 0; i < p->token.length; ++i)
        text[name->length + 1 + i] = p->token.text[i];
      *found = dl_ptx_find_special(p, text, length, &e->slot, &e->type);
      if (*found)
        dl_ptx_advance(p);
    }
  }
  e->kind = DL_PTX_OP_REGISTER;
  return p->status.code == DL_STATUS_OK;
}

static bool parse_name(dl_ptx_parser *p, dl_ptx_element *e) {
  uint32_t line = p->token.line;
  dl_ptx_name *name = dl_ptx_intern(p, p->token.text, p->token.length);
  if (!name)
    return false;
  dl_ptx_advance(p);
  if (name->length == 1 && name->text[0] == '_') {
    e->kind = DL_PTX_OP_SINK;
    return true;
  }
  e->kind = DL_PTX_OP_REGISTER;
  if (dl_ptx_find_register(p, name, &e->slot, &e->type))
    return true;
  if (p->status.code != DL_STATUS_OK)
    return false;
  dl_ptx_symbol *symbol = name->symbol;
  if (symbol && (symbol->kind == DL_PTX_SYM_VARIABLE ||
                 symbol->kind == DL_PTX_SYM_PARAM)) {
    e->kind = DL_PTX_OP_SYMBOL;
    e->symbol = symbol;
    return true;
  }
  if (name->text[0] == '%') {
    bool found;
    if (!parse_special(p, name, e, &found) || found)
      return p->status.code == DL_STATUS_OK;
    return dl_ptx_fail(p, line, "unknown register '%.60s'", name->text);
  }
  if (dl_ptx_token_is(&(dl_ptx_token){DL_PTX_NAME, name->text, name->length, 0},
                      DL_PTX_NAME, "WARP_SZ")) {
    e->kind = DL_PTX_OP_INTEGER;
    e->value = 32;
    return true;
  }
  e->kind = DL_PTX_OP_LABEL;
  e->label = name;
  return true;
}

// A register, an immediate, a symbol, a label or '_'.
static bool parse_element(dl_ptx_parser *p, dl_ptx_element *e) {
  *e = (dl_ptx_element){0};
  if (p->token.kind == DL_PTX_NAME)
    return parse_name(p, e);
  bool is_negative = dl_ptx_take(p, '-'), is_double;
  if (dl_ptx_float(&p->token, &e->value, &is_double)) {
    e->kind = is_double ? DL_PTX_OP_DOUBLE : DL_PTX_OP_FLOAT;
    if (is_negative)
      e->value ^= (uint64_t)1 << (is_double ? 63 : 31);
  } else if (dl_ptx_integer(&p->token, &e->value)) {
    e->kind = DL_PTX_OP_INTEGER;
    if (is_negative)
      e->value = 0 - e->value;
  } else {
    return dl_ptx_fail(p, p->token.line, "expected an operand, got '%.*s'",
                       DL_PTX_TEXT(&p->token));
  }
  dl_ptx_advance(p);
  return true;
}

// {a, b, c}; the '{' is taken.
static bool parse_vector(dl_ptx_parser *p, dl_ptx_operand *operand) {
  dl_ptx_statement *s = &p->statement;
  operand->vector = s->n_elements;
  do {
    if (s->n_elements == DL_PTX_MAX_ELEMENTS)
      return dl_ptx_fail(p, p->token.line, "more than %d registers in vectors",
                         DL_PTX_MAX_ELEMENTS);
    if (!parse_element(p, &s->elements[s->n_elements++]))
      return false;
  } while (dl_ptx_take(p, ','));
  operand->n_vector = s->n_elements - operand->vector;
  return dl_ptx_expect(p, '}');
}

// [base], [base+16], [base+-16], [16], [base, {x, y}]; the '[' is taken. There
// is no [base-16] in PTX.
static bool parse_address(dl_ptx_parser *p, dl_ptx_operand *operand) {
  operand->kind = DL_PTX_OP_ADDRESS;
  if (!parse_element(p, &operand->first))
    return false;
  while (dl_ptx_take(p, '+')) {
    bool is_negative = dl_ptx_take(p, '-');
    uint64_t value;
    if (!dl_ptx_number(p, 0, (uint64_t)1 << 48, &value))
      return false;
    operand->value += is_negative ? -(int64_t)value : (int64_t)value;
  }
  if (dl_ptx_take(p, ',')) {
    if (!dl_ptx_expect(p, '{') || !parse_vector(p, operand))
      return false;
  }
  return dl_ptx_expect(p, ']');
}

bool dl_ptx_parse_operand(dl_ptx_parser *p, dl_ptx_operand *operand) {
  *operand = (dl_ptx_operand){0};
  if (dl_ptx_take(p, '[')) {
    return parse_address(p, operand);
  }
  if (dl_ptx_take(p, '{')) {
    operand->kind = DL_PTX_OP_VECTOR;
    return parse_vector(p, operand);
  }
  operand->is_negated = dl_ptx_take(p, '!');
  if (!parse_element(p, &operand->first))
    return false;
  operand->kind = operand->first.kind;
  if (operand->kind == DL_PTX_OP_SYMBOL && dl_ptx_take(p, '+')) {
    uint64_t value;
    if (!dl_ptx_number(p, 0, (uint64_t)1 << 32, &value))
      return false;
    operand->value = (int64_t)value;
  }
  if (dl_ptx_take(p, '|')) {
    operand->has_second = true;
    return parse_element(p, &operand->second);
  }
  return true;
}
