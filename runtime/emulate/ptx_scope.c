// Names, scopes, registers and constants of a module being parsed.
#include "runtime/emulate/ptx_parse.h"

#include <stdlib.h>
#include <string.h>

static bool grow_names(dl_ptx_parser *p) {
  uint32_t n = p->n_name_slots ? p->n_name_slots * 2 : 256;
  dl_ptx_name **table = calloc(n, sizeof(*table));
  if (!table)
    return dl_ptx_no_memory(p);
  for (uint32_t i = 0; i < p->n_name_slots; ++i) {
    if (!p->names[i])
      continue;
    uint32_t at = p->names[i]->hash;
    while (table[at & (n - 1)])
      ++at;
    table[at & (n - 1)] = p->names[i];
  }
  free(p->names);
  p->names = table;
  p->n_name_slots = n;
  return true;
}

dl_ptx_name *dl_ptx_intern(dl_ptx_parser *p, const char *text, size_t length) {
  if (p->n_names * 2 >= p->n_name_slots && !grow_names(p))
    return NULL;
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; ++i)
    hash = (hash ^ (uint8_t)text[i]) * 16777619u;
  hash ^= hash >> 15;
  uint32_t at = hash;
  for (;; ++at) {
    dl_ptx_name *name = p->names[at & (p->n_name_slots - 1)];
    if (!name)
      break;
    if (name->hash == hash && name->length == length &&
        memcmp(name->text, text, length) == 0)
      return name;
  }
  dl_em_arena *arena = &p->module->arena;
  dl_ptx_name *name = dl_em_arena_take(arena, sizeof(*name));
  char *copy = name ? dl_em_arena_take(arena, length + 1) : NULL;
  if (!copy) {
    dl_ptx_no_memory(p);
    return NULL;
  }
  memcpy(copy, text, length);
  name->text = copy;
  name->length = (uint32_t)length;
  name->hash = hash;
  p->names[at & (p->n_name_slots - 1)] = name;
  ++p->n_names;
  return name;
}

bool dl_ptx_open_scope(dl_ptx_parser *p) {
  if (p->depth == DL_PTX_MAX_DEPTH)
    return dl_ptx_fail(p, p->token.line,
                       "blocks and calls are nested more than %d deep",
                       DL_PTX_MAX_DEPTH);
  ++p->depth;
  p->scopes[p->depth] = (dl_ptx_scope){0};
  return true;
}

// A label that this scope lacks may be one of the scope around it.
static bool resolve_fixups(dl_ptx_parser *p) {
  dl_ptx_scope *scope = &p->scopes[p->depth];
  while (scope->fixups) {
    dl_ptx_fixup *fixup = scope->fixups;
    scope->fixups = fixup->next;
    dl_ptx_symbol *label = fixup->label->symbol;
    if (label && label->kind == DL_PTX_SYM_LABEL && label->scope == p->depth) {
      if (fixup->pc)
        *fixup->pc = (int64_t)label->address;
      else
        *fixup->pc32 = (uint32_t)label->address;
    } else if (p->depth <= 1) {
      return dl_ptx_fail(p, fixup->line, "no label '%.60s' in this kernel",
                         fixup->label->text);
    } else {
      fixup->next = p->scopes[p->depth - 1].fixups;
      p->scopes[p->depth - 1].fixups = fixup;
    }
  }
  return true;
}

bool dl_ptx_close_scope(dl_ptx_parser *p) {
  bool ok = resolve_fixups(p);
  for (dl_ptx_symbol *s = p->scopes[p->depth].symbols; s; s = s->same_scope)
    s->name->symbol = s->outer;
  --p->depth;
  return ok;
}

dl_ptx_symbol *dl_ptx_declare(dl_ptx_parser *p, dl_ptx_name *name,
                              dl_ptx_symbol_kind kind) {
  if (name->symbol && name->symbol->scope == p->depth) {
    dl_ptx_fail(p, p->token.line, "'%.60s' is declared twice", name->text);
    return NULL;
  }
  dl_ptx_symbol *symbol = dl_em_arena_take(&p->module->arena, sizeof(*symbol));
  if (!symbol) {
    dl_ptx_no_memory(p);
    return NULL;
  }
  symbol->kind = kind;
  symbol->name = name;
  symbol->scope = p->depth;
  symbol->outer = name->symbol;
  symbol->same_scope = p->scopes[p->depth].symbols;
  p->scopes[p->depth].symbols = symbol;
  name->symbol = symbol;
  return symbol;
}

bool dl_ptx_new_slot(dl_ptx_parser *p, dl_em_word type, dl_em_slot *slot) {
  // Predicates take one mask, but keep what follows aligned.
  uint32_t bytes = type == DL_EM_W_pred ? 32 : 32u * dl_em_word_of(type)->bytes;
  dl_em_kernel *kernel = p->kernel;
  if (kernel->register_bytes + bytes > DL_PTX_MAX_FILE_BYTES)
    return dl_ptx_fail(p, p->token.line,
                       "the registers of a warp take more than %d bytes",
                       DL_PTX_MAX_FILE_BYTES);
  *slot = kernel->register_bytes;
  kernel->register_bytes += bytes;
  return true;
}

// %r12 of %r<100>: finds the range %r and the number 12.
static dl_ptx_symbol *find_range(dl_ptx_parser *p, const dl_ptx_name *name,
                                 uint32_t *number) {
  uint32_t at = name->length;
  while (at > 0 && name->text[at - 1] >= '0' && name->text[at - 1] <= '9')
    --at;
  // The prefix may itself end in digits: %r1<10> has %r15.
  for (; at > 0 && at < name->length; ++at) {
    bool has_zero = name->text[at] == '0' && at + 1 < name->length;
    if (name->length - at > 7 || has_zero)
      continue;
    dl_ptx_name *prefix = dl_ptx_intern(p, name->text, at);
    dl_ptx_symbol *symbol = prefix ? prefix->symbol : NULL;
    *number = (uint32_t)strtoul(name->text + at, NULL, 10);
    if (symbol && symbol->kind == DL_PTX_SYM_REGISTERS && *number < symbol->n)
      return symbol;
  }
  return NULL;
}

bool dl_ptx_find_register(dl_ptx_parser *p, dl_ptx_name *name, dl_em_slot *slot,
                          dl_em_word *type) {
  dl_ptx_symbol *symbol = name->symbol;
  bool is_exact = symbol && symbol->kind == DL_PTX_SYM_REGISTER;
  uint32_t number = 0;
  dl_ptx_symbol *range = find_range(p, name, &number);
  if (range && (!is_exact || range->scope > symbol->scope)) {
    if (range->slots[number] == 0 &&
        !dl_ptx_new_slot(p, range->type, &range->slots[number]))
      return false;
    *slot = range->slots[number];
    *type = range->type;
    return true;
  }
  if (!is_exact)
    return false;
  *slot = symbol->slot;
  *type = symbol->type;
  return true;
}

bool dl_ptx_want_label(dl_ptx_parser *p, dl_ptx_name *label, uint32_t line,
                       int64_t *pc, dl_em_slot *pc32) {
  dl_ptx_fixup *fixup = dl_em_arena_take(&p->module->arena, sizeof(*fixup));
  if (!fixup)
    return dl_ptx_no_memory(p);
  *fixup = (dl_ptx_fixup){pc, pc32, label, line, p->scopes[p->depth].fixups};
  p->scopes[p->depth].fixups = fixup;
  return true;
}

static dl_em_constant *new_constant(dl_ptx_parser *p, uint64_t value,
                                    uint32_t bytes) {
  static const dl_em_word types[] = {DL_EM_W_b8, DL_EM_W_b16, DL_EM_W_b32,
                                     DL_EM_W_b64, DL_EM_W_b128};
  dl_em_constant *constant =
      dl_em_arena_take(&p->module->arena, sizeof(*constant));
  if (!constant) {
    dl_ptx_no_memory(p);
    return NULL;
  }
  int log2 = bytes == 16 ? 4 : bytes == 8 ? 3 : bytes == 4 ? 2 : bytes == 2;
  if (!dl_ptx_new_slot(p, types[log2], &constant->slot))
    return NULL;
  constant->bytes = (uint8_t)bytes;
  constant->value = value;
  constant->next = p->kernel->constants;
  p->kernel->constants = constant;
  return constant;
}

bool dl_ptx_constant(dl_ptx_parser *p, uint64_t value, uint32_t bytes,
                     dl_em_slot *slot) {
  if (bytes < 8)
    value &= ((uint64_t)1 << (8 * bytes)) - 1;
  uint64_t hash = (value + bytes) * 0x9E3779B97F4A7C15u;
  dl_em_constant **known = &p->constant_table[hash >> 56];
  if (!*known || (*known)->value != value || (*known)->bytes != bytes) {
    *known = new_constant(p, value, bytes);
    if (!*known)
      return false;
  }
  *slot = (*known)->slot;
  return true;
}

bool dl_ptx_want_dynamic(dl_ptx_parser *p, uint64_t *value) {
  dl_ptx_dynamic *dynamic =
      dl_em_arena_take(&p->module->arena, sizeof(*dynamic));
  if (!dynamic)
    return dl_ptx_no_memory(p);
  *dynamic = (dl_ptx_dynamic){value, p->dynamics};
  p->dynamics = dynamic;
  return true;
}

bool dl_ptx_address_constant(dl_ptx_parser *p, const dl_ptx_symbol *symbol,
                             int64_t offset, uint32_t bytes, dl_em_slot *slot) {
  uint64_t value = symbol->address + (uint64_t)offset;
  if (!symbol->is_dynamic)
    return dl_ptx_constant(p, value, bytes, slot);
  dl_em_constant *constant = new_constant(p, value, bytes);
  if (!constant)
    return false;
  *slot = constant->slot;
  return dl_ptx_want_dynamic(p, &constant->value);
}

bool dl_ptx_find_special(dl_ptx_parser *p, const char *text, size_t length,
                         dl_em_slot *slot, dl_em_word *type) {
  static const struct {
    const char *text;
    uint8_t bytes;
  } specials[] = {
#define DL_EM_SPECIAL(id, text, bytes) {text, bytes},
#include "runtime/emulate/specials.def"
#undef DL_EM_SPECIAL
  };
  for (int i = 0; i < DL_EM_N_SPECIALS; ++i) {
    if (strlen(specials[i].text) != length ||
        memcmp(specials[i].text, text, length) != 0)
      continue;
    *type = specials[i].bytes == 8 ? DL_EM_W_u64 : DL_EM_W_u32;
    dl_em_slot *known = &p->kernel->specials[i];
    if (*known == 0 && !dl_ptx_new_slot(p, *type, known))
      return false;
    *slot = *known;
    return true;
  }
  return false;
}
