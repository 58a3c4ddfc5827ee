// Declarations: registers and variables, with initial values.
#include "runtime/emulate/ptx_parse.h"

#include <string.h>

// .reg .type name, name<n>, ...;
bool dl_ptx_registers(dl_ptx_parser *p) {
  if (p->token.kind != DL_PTX_DOT)
    return dl_ptx_fail(p, p->token.line, "expected a type after .reg");
  dl_em_word type = dl_em_word_find(p->token.text, p->token.length);
  if (type == DL_EM_NO_WORD || !dl_em_word_is_type(type))
    return dl_ptx_fail(p, p->token.line, "unknown register type '.%.*s'",
                       DL_PTX_TEXT(&p->token));
  dl_ptx_advance(p);
  do {
    if (p->token.kind != DL_PTX_NAME)
      return dl_ptx_fail(p, p->token.line, "expected a register's name");
    dl_ptx_name *name = dl_ptx_intern(p, p->token.text, p->token.length);
    dl_ptx_advance(p);
    uint64_t n = 1;
    bool is_range = dl_ptx_take(p, '<');
    if (is_range && (!dl_ptx_number(p, 0, DL_PTX_MAX_REGISTERS, &n) ||
                     !dl_ptx_expect(p, '>')))
      return false;
    p->n_registers += (uint32_t)n;
    if (p->n_registers > DL_PTX_MAX_REGISTERS)
      return dl_ptx_fail(p, p->token.line, "more than %d registers",
                         DL_PTX_MAX_REGISTERS);
    dl_ptx_symbol *symbol = name
                                ? dl_ptx_declare(p, name,
                                                 is_range ? DL_PTX_SYM_REGISTERS
                                                          : DL_PTX_SYM_REGISTER)
                                : NULL;
    if (!symbol)
      return false;
    symbol->type = type;
    symbol->n = (uint32_t)n;
    if (!is_range) {
      if (!dl_ptx_new_slot(p, type, &symbol->slot))
        return false;
      continue;
    }
    symbol->slots = dl_em_arena_take(&p->module->arena, n * sizeof(dl_em_slot));
    if (!symbol->slots)
      return dl_ptx_no_memory(p);
  } while (dl_ptx_take(p, ','));
  return dl_ptx_expect(p, ';');
}

// [10][4] or []; multiplies *n_bytes.
static bool parse_dimensions(dl_ptx_parser *p, dl_ptx_declarator *d) {
  while (dl_ptx_take(p, '[')) {
    if (dl_ptx_take(p, ']')) {
      d->is_open = true;
      continue;
    }
    uint64_t n;
    if (!dl_ptx_number(p, 0, DL_PTX_MAX_VARIABLE_BYTES, &n) ||
        !dl_ptx_expect(p, ']'))
      return false;
    d->n_bytes *= n;
    if (d->n_bytes > DL_PTX_MAX_VARIABLE_BYTES)
      return dl_ptx_fail(p, d->line, "a variable of more than %d bytes",
                         DL_PTX_MAX_VARIABLE_BYTES);
  }
  return true;
}

bool dl_ptx_parse_declarator(dl_ptx_parser *p, dl_ptx_declarator *d) {
  *d = (dl_ptx_declarator){.line = p->token.line, .type = DL_EM_NO_WORD};
  uint64_t align = 0, n_vector = 1;
  while (p->token.kind == DL_PTX_DOT) {
    dl_em_word word = dl_em_word_find(p->token.text, p->token.length);
    if (dl_ptx_take_dot(p, "align")) {
      if (!dl_ptx_number(p, 1, 1 << 16, &align))
        return false;
    } else if (word == DL_EM_W_v2 || word == DL_EM_W_v4) {
      n_vector = word == DL_EM_W_v2 ? 2 : 4;
      dl_ptx_advance(p);
    } else if (word != DL_EM_NO_WORD && dl_em_word_is_type(word)) {
      d->type = word;
      dl_ptx_advance(p);
    } else if (dl_ptx_take_dot(p, "ptr")) {
      // Says where the parameter points to; its .align is that of the target.
      if (dl_em_word_find(p->token.text, p->token.length) != DL_EM_NO_WORD)
        dl_ptx_advance(p); // .global and the like
      if (dl_ptx_take_dot(p, "align") && !dl_ptx_number(p, 1, 1 << 16, &align))
        return false;
      align = 0;
    } else {
      return dl_ptx_fail(p, p->token.line,
                         "unknown attribute '.%.*s' of a variable",
                         DL_PTX_TEXT(&p->token));
    }
  }
  if (d->type == DL_EM_NO_WORD || d->type == DL_EM_W_pred)
    return dl_ptx_fail(p, d->line, "a variable without a type");
  d->n_bytes = n_vector * dl_em_word_of(d->type)->bytes;
  d->align = align ? (uint32_t)align : (uint32_t)d->n_bytes;
  if ((d->align & (d->align - 1)) != 0)
    return dl_ptx_fail(p, d->line, "an alignment that is no power of two");
  if (p->token.kind != DL_PTX_NAME)
    return dl_ptx_fail(p, p->token.line, "expected a variable's name");
  d->name = dl_ptx_intern(p, p->token.text, p->token.length);
  dl_ptx_advance(p);
  return d->name && parse_dimensions(p, d);
}

// One value of an initialiser: a number, or the address of a variable.
static bool parse_initial_value(dl_ptx_parser *p, dl_em_word type,
                                uint64_t *bits) {
  uint32_t line = p->token.line;
  bool is_negative = dl_ptx_take(p, '-'), is_double;
  if (p->token.kind == DL_PTX_NAME) {
    bool is_generic = dl_ptx_token_is(&p->token, DL_PTX_NAME, "generic");
    if (is_generic) {
      dl_ptx_advance(p);
      if (!dl_ptx_expect(p, '('))
        return false;
    }
    dl_ptx_name *name = dl_ptx_intern(p, p->token.text, p->token.length);
    dl_ptx_symbol *symbol = name ? name->symbol : NULL;
    if (!symbol || symbol->kind != DL_PTX_SYM_VARIABLE ||
        symbol->space == DL_EM_SPACE_SHARED)
      return dl_ptx_fail(p, line, "'%.*s' is no variable with an address",
                         DL_PTX_TEXT(&p->token));
    dl_ptx_advance(p);
    if (is_generic && !dl_ptx_expect(p, ')'))
      return false;
    uint64_t offset = 0;
    if (dl_ptx_take(p, '+') &&
        !dl_ptx_number(p, 0, DL_PTX_MAX_VARIABLE_BYTES, &offset))
      return false;
    *bits = symbol->address + offset;
    if (is_generic && symbol->space == DL_EM_SPACE_CONST)
      *bits |= DL_EM_CONST_WINDOW;
    return true;
  }
  if (dl_ptx_float(&p->token, bits, &is_double)) {
    if (is_double && dl_em_word_of(type)->bytes == 4) {
      double value;
      memcpy(&value, bits, sizeof(value));
      float narrow = (float)value;
      *bits = 0;
      memcpy(bits, &narrow, sizeof(narrow));
    }
    if (is_negative)
      *bits ^= (uint64_t)1 << (8 * dl_em_word_of(type)->bytes - 1);
  } else if (dl_ptx_integer(&p->token, bits)) {
    *bits = is_negative ? 0 - *bits : *bits;
  } else {
    return dl_ptx_fail(p, line, "'%.*s' is no initial value",
                       DL_PTX_TEXT(&p->token));
  }
  dl_ptx_advance(p);
  return true;
}

// Nested lists are read as one row of values.
static bool parse_initial(dl_ptx_parser *p, const dl_ptx_declarator *d,
                          uint8_t *bytes) {
  uint32_t width = dl_em_word_of(d->type)->bytes, depth = 0;
  uint64_t at = 0;
  do {
    while (dl_ptx_take(p, '{'))
      ++depth;
    uint64_t bits = 0;
    if (at + width > d->n_bytes)
      return dl_ptx_fail(p, p->token.line, "more initial values than elements");
    if (!parse_initial_value(p, d->type, &bits))
      return false;
    memcpy(bytes + at, &bits, width < 8 ? width : 8);
    at += width;
    while (depth > 0 && dl_ptx_take(p, '}'))
      --depth;
  } while (depth > 0 && dl_ptx_expect(p, ','));
  return p->status.code == DL_STATUS_OK;
}

static bool place(dl_ptx_parser *p, const dl_ptx_declarator *d, uint32_t start,
                  uint32_t limit, uint32_t *used, uint64_t *address) {
  uint64_t at =
      (start + (uint64_t)*used + d->align - 1) & ~(uint64_t)(d->align - 1);
  if (at + d->n_bytes - start > limit)
    return dl_ptx_fail(p, d->line, "'%.60s' does not fit into %u bytes",
                       d->name->text, limit);
  *address = at;
  *used = (uint32_t)(at + d->n_bytes - start);
  return true;
}

static bool place_shared(dl_ptx_parser *p, const dl_ptx_declarator *d,
                         bool is_extern, dl_ptx_symbol *symbol) {
  uint32_t *align =
      p->kernel ? &p->kernel->shared_align : &p->module_shared_align;
  if (is_extern) {
    symbol->is_dynamic = true;
    if (p->dynamic_align < d->align)
      p->dynamic_align = d->align;
    return true;
  }
  if (*align < d->align)
    *align = d->align;
  return place(p, d, DL_EM_SHARED_START, DL_PTX_MAX_SHARED_BYTES,
               p->kernel ? &p->kernel->shared_bytes : &p->module_shared,
               &symbol->address);
}

static bool place_global(dl_ptx_parser *p, const dl_ptx_declarator *d,
                         dl_ptx_symbol *symbol) {
  dl_em_arena *arena = &p->module->arena;
  dl_em_variable *variable = dl_em_arena_take(arena, sizeof(*variable));
  if (!variable)
    return dl_ptx_no_memory(p);
  uint64_t align = d->align < 256 ? 256 : d->align;
  p->next_address = (p->next_address + align - 1) & ~(align - 1);
  symbol->address = p->next_address;
  *variable = (dl_em_variable){.name = d->name->text,
                               .space = symbol->space,
                               .align = d->align,
                               .n_bytes = d->n_bytes,
                               .address = symbol->address,
                               .next = p->module->variables};
  p->module->variables = variable;
  p->next_address += d->n_bytes + 4096; // a gap, so that overruns are seen
  if (!dl_ptx_take(p, '='))
    return true;
  variable->initial = dl_em_arena_take(arena, d->n_bytes + 1);
  if (!variable->initial)
    return dl_ptx_no_memory(p);
  return parse_initial(p, d, variable->initial);
}

bool dl_ptx_variable(dl_ptx_parser *p, dl_em_space space, bool is_extern) {
  do {
    dl_ptx_declarator d;
    if (!dl_ptx_parse_declarator(p, &d))
      return false;
    bool is_dynamic = is_extern && space == DL_EM_SPACE_SHARED;
    if (is_extern && !is_dynamic)
      return dl_ptx_fail(p, d.line, "'%.60s' is defined in another module",
                         d.name->text);
    if (d.is_open && !is_dynamic)
      return dl_ptx_fail(p, d.line, "'%.60s' has no size", d.name->text);
    dl_ptx_symbol *symbol = dl_ptx_declare(p, d.name, DL_PTX_SYM_VARIABLE);
    if (!symbol)
      return false;
    // A .param inside a body carries arguments of calls: memory of the thread.
    symbol->space = space == DL_EM_SPACE_PARAM ? DL_EM_SPACE_LOCAL : space;
    symbol->n_bytes = d.n_bytes;
    bool ok = true;
    if (symbol->space == DL_EM_SPACE_SHARED)
      ok = place_shared(p, &d, is_extern, symbol);
    else if (symbol->space == DL_EM_SPACE_LOCAL)
      ok = p->kernel ? place(p, &d, DL_EM_LOCAL_START, DL_PTX_MAX_LOCAL_BYTES,
                             &p->kernel->local_bytes, &symbol->address)
                     : dl_ptx_fail(p, d.line,
                                   "a local variable outside a "
                                   "function");
    else
      ok = place_global(p, &d, symbol);
    if (!ok)
      return false;
  } while (dl_ptx_take(p, ','));
  return dl_ptx_expect(p, ';');
}
