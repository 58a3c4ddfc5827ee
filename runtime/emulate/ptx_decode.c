// A parsed statement to a decoded instruction: finds its row in ops.def and
// binds the operands as the row's signature says.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/ops.h"
#include "runtime/emulate/ptx_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct binding {
  dl_ptx_parser *p;
  const dl_ptx_statement *s;
  dl_em_insn *insn;
  uint32_t at;   // next operand of the statement
  char why[160]; // it does not fit
} binding;

dl_em_insn *dl_ptx_new_insn(dl_ptx_parser *p, uint32_t line) {
  dl_em_kernel *kernel = p->kernel;
  if (kernel->n_insns == DL_EM_MAX_INSNS) {
    dl_ptx_fail(p, line, "more than %d instructions", DL_EM_MAX_INSNS);
    return NULL;
  }
  if (kernel->n_insns == p->insn_room) {
    uint32_t room = p->insn_room * 2 + 64;
    dl_em_insn *insns =
        dl_em_arena_take(&p->module->arena, room * sizeof(*insns));
    if (!insns) {
      dl_ptx_no_memory(p);
      return NULL;
    }
    if (kernel->n_insns > 0)
      memcpy(insns, kernel->insns, kernel->n_insns * sizeof(*insns));
    kernel->insns = insns;
    p->insn_room = room;
  }
  dl_em_insn *insn = &kernel->insns[kernel->n_insns++];
  memset(insn, 0, sizeof(*insn));
  insn->line = line;
  insn->file = p->file;
  insn->source_line = p->source_line;
  return insn;
}

static bool misfit(binding *b, const char *expected) {
  if (!b->why[0])
    snprintf(b->why, sizeof(b->why), "operand %u of '%s': expected %s",
             b->at + 1, b->s->text, expected);
  return false;
}

static bool misfit_register(binding *b, uint32_t bytes) {
  char expected[60];
  snprintf(expected, sizeof(expected), "%u bits, a register or a number",
           bytes * 8);
  return misfit(b, expected);
}

// An immediate where a source of `type` is expected, as bits.
static bool immediate_bits(const dl_ptx_element *e, dl_em_word type,
                           uint32_t bytes, uint64_t *bits) {
  bool is_float = dl_em_word_of(type)->kind == 'F';
  *bits = e->value;
  if (e->kind == DL_PTX_OP_FLOAT)
    return bytes == 4;
  if (e->kind == DL_PTX_OP_DOUBLE) {
    if (bytes == 8)
      return true;
    double value;
    memcpy(&value, &e->value, sizeof(value));
    float narrow = (float)value;
    *bits = 0;
    memcpy(bits, &narrow, sizeof(narrow));
    return is_float && bytes == 4;
  }
  if (e->kind != DL_PTX_OP_INTEGER || (is_float && bytes >= 4))
    return false;
  if (bytes >= 8)
    return true;
  // Must be the zero- or sign-extension of so many bits.
  uint64_t high = e->value >> (8 * bytes - 1);
  return high <= 1 || high == UINT64_MAX >> (8 * bytes - 1);
}

// A register, immediate or address of a variable as a source.
static bool bind_source(binding *b, const dl_ptx_element *e, dl_em_word type,
                        uint32_t bytes, bool is_relaxed, dl_em_operand *out) {
  out->kind = DL_EM_REGISTER;
  out->bytes = (uint8_t)bytes;
  uint64_t bits;
  if (e->kind == DL_PTX_OP_REGISTER) {
    uint32_t has = dl_em_word_of(e->type)->bytes;
    if (e->type == DL_EM_W_pred || (is_relaxed ? has < bytes : has != bytes))
      return misfit_register(b, bytes);
    out->slot = e->slot;
    out->bytes = (uint8_t)has;
    return true;
  }
  if (e->kind == DL_PTX_OP_SYMBOL)
    return bytes >= 4
               ? dl_ptx_address_constant(b->p, e->symbol, 0, bytes, &out->slot)
               : misfit_register(b, bytes);
  if (!immediate_bits(e, type, bytes, &bits))
    return misfit_register(b, bytes);
  return dl_ptx_constant(b->p, bits, bytes, &out->slot);
}

static bool bind_destination(binding *b, const dl_ptx_element *e,
                             uint32_t bytes, bool is_relaxed,
                             dl_em_operand *out) {
  if (e->kind == DL_PTX_OP_SINK) {
    out->kind = DL_EM_NONE;
    out->bytes = (uint8_t)bytes;
    return true;
  }
  uint32_t has = dl_em_word_of(e->type)->bytes;
  if (e->kind != DL_PTX_OP_REGISTER || e->type == DL_EM_W_pred ||
      (is_relaxed ? has < bytes : has != bytes))
    return misfit_register(b, bytes);
  *out = (dl_em_operand){
      .kind = DL_EM_REGISTER, .bytes = (uint8_t)has, .slot = e->slot};
  return true;
}

static bool bind_predicate(binding *b, const dl_ptx_element *e,
                           bool is_destination, dl_em_operand *out) {
  if (is_destination && e->kind == DL_PTX_OP_SINK)
    return true; // NONE
  if (!is_destination && e->kind == DL_PTX_OP_INTEGER) {
    out->kind = DL_EM_REGISTER;
    return dl_ptx_constant(b->p, e->value ? UINT32_MAX : 0, 4, &out->slot);
  }
  if (e->kind != DL_PTX_OP_REGISTER || e->type != DL_EM_W_pred)
    return misfit(b, "a predicate");
  out->kind = DL_EM_REGISTER;
  out->bytes = 4;
  out->slot = e->slot;
  return true;
}

// Registers of a vector; of `bytes` each, or as wide as they are if 0.
static bool bind_vector(binding *b, const dl_ptx_operand *o, dl_em_word type,
                        uint32_t bytes, bool is_destination,
                        dl_em_operand *out) {
  const dl_ptx_statement *s = b->s;
  if (o->n_vector > 255)
    return misfit(b, "a shorter vector");
  dl_em_slot *slots =
      dl_em_arena_take(&b->p->module->arena, o->n_vector * sizeof(*slots));
  if (!slots)
    return dl_ptx_no_memory(b->p);
  uint32_t width = 0;
  for (uint32_t i = 0; i < o->n_vector; ++i) {
    const dl_ptx_element *e = &s->elements[o->vector + i];
    dl_em_operand one = {0};
    bool ok = is_destination ? bind_destination(b, e, bytes, true, &one)
                             : bind_source(b, e, type, bytes, true, &one);
    if (!ok)
      return false;
    if (one.kind != DL_EM_NONE && width != 0 && one.bytes != width &&
        e->kind == DL_PTX_OP_REGISTER)
      return misfit(b, "a vector of registers of one width");
    if (e->kind == DL_PTX_OP_REGISTER)
      width = one.bytes;
    slots[i] = one.slot;
  }
  // Constants are as wide as the registers beside them, or their places differ.
  for (uint32_t i = 0; !is_destination && i < o->n_vector; ++i) {
    const dl_ptx_element *e = &s->elements[o->vector + i];
    uint64_t bits;
    if (e->kind != DL_PTX_OP_REGISTER && width > bytes) {
      if (!immediate_bits(e, type, bytes, &bits) ||
          !dl_ptx_constant(b->p, bits, width, &slots[i]))
        return misfit(b, "registers");
    }
  }
  out->kind = DL_EM_VECTOR;
  out->bytes = (uint8_t)(width > bytes ? width : bytes);
  out->n = (uint8_t)o->n_vector;
  out->slots = slots;
  return true;
}

// V and v: the registers that a load fills or a store empties.
static bool bind_data(binding *b, const dl_ptx_operand *o, bool is_destination,
                      dl_em_operand *out) {
  dl_em_word type = (dl_em_word)b->insn->type[0];
  uint32_t bytes = dl_em_word_of(type)->bytes;
  if (o->kind == DL_PTX_OP_VECTOR) {
    if (o->n_vector != b->insn->n_vector)
      return misfit(b, "as many registers as the instruction says");
    return bind_vector(b, o, type, bytes, is_destination, out);
  }
  if (b->insn->n_vector != 1)
    return misfit(b, "a vector");
  return is_destination ? bind_destination(b, &o->first, bytes, true, out)
                        : bind_source(b, &o->first, type, bytes, true, out);
}

// M and m: registers that together are as wide as type 0.
static bool bind_move(binding *b, const dl_ptx_operand *o, bool is_destination,
                      dl_em_operand *out) {
  dl_em_word type = (dl_em_word)b->insn->type[0];
  uint32_t bytes = dl_em_word_of(type)->bytes;
  if (o->kind != DL_PTX_OP_VECTOR)
    return is_destination ? bind_destination(b, &o->first, bytes, false, out)
           : o->kind == DL_PTX_OP_SYMBOL && o->value != 0
               ? (out->kind = DL_EM_REGISTER, out->bytes = (uint8_t)bytes,
                  dl_ptx_address_constant(b->p, o->first.symbol, o->value,
                                          bytes, &out->slot))
               : bind_source(b, &o->first, type, bytes, false, out);
  if (o->n_vector == 0 || bytes % o->n_vector != 0 || o->n_vector > 8)
    return misfit(b, "a vector of 2, 4 or 8");
  uint32_t part = bytes / o->n_vector;
  if (!bind_vector(b, o, DL_EM_W_b32, part, is_destination, out))
    return false;
  return out->bytes == part || misfit(b, "a vector as wide as the type");
}

// F and f: exactly `n` registers of 4 bytes, in braces or alone.
static bool bind_fragment(binding *b, const dl_ptx_operand *o,
                          bool is_destination, uint32_t n, dl_em_operand *out) {
  char expected[40];
  snprintf(expected, sizeof(expected), "%u registers of 32 bits", n);
  bool is_vector = o->kind == DL_PTX_OP_VECTOR;
  if (is_vector ? o->n_vector != n : n != 1)
    return misfit(b, expected);
  if (!is_vector)
    return is_destination
               ? bind_destination(b, &o->first, 4, false, out)
               : bind_source(b, &o->first, DL_EM_W_b32, 4, false, out);
  if (!bind_vector(b, o, DL_EM_W_b32, 4, is_destination, out))
    return false;
  return out->bytes == 4 || misfit(b, expected);
}

static uint32_t type_bytes(const binding *b, int number) {
  return dl_em_word_of((dl_em_word)b->insn->type[number])->bytes;
}

// G: the sums of a warpgroup's 64 rows, so many a thread.
static bool bind_accumulators(binding *b, const dl_ptx_operand *o,
                              dl_em_operand *out) {
  uint32_t bytes = type_bytes(b, 0);
  bool is_integer = b->insn->type[0] == DL_EM_W_s32;
  uint32_t n = b->insn->n_columns;
  if (n == 0 || (is_integer && n > 32 && n % 16 != 0))
    return misfit(b, "a shape of 8 to 256 columns, by 8, or by 16 above 32 of "
                     "integers");
  return bind_fragment(b, o, true, n * bytes / 8, out);
}

static bool bind_address(binding *b, const dl_ptx_operand *o,
                         dl_em_operand *out) {
  if (o->kind != DL_PTX_OP_ADDRESS)
    return misfit(b, "an address in brackets");
  out->kind = DL_EM_ADDRESS;
  out->value = o->value;
  const dl_ptx_element *base = &o->first;
  dl_em_insn *insn = b->insn;
  if (base->kind == DL_PTX_OP_REGISTER) {
    out->bytes = dl_em_word_of(base->type)->bytes;
    out->slot = base->slot;
    if (base->type == DL_EM_W_pred || out->bytes < 4 || out->bytes > 8)
      return misfit(b, "an address register of 32 or 64 bits");
  } else if (base->kind == DL_PTX_OP_INTEGER) {
    out->value += (int64_t)base->value;
  } else if (base->kind == DL_PTX_OP_SYMBOL) {
    const dl_ptx_symbol *symbol = base->symbol;
    out->value += (int64_t)symbol->address;
    // The variable knows best: a .param of a call is thread memory.
    if (insn->space == DL_EM_SPACE_GENERIC || insn->space == DL_EM_SPACE_PARAM)
      insn->space = (uint8_t)symbol->space;
    if (symbol->is_dynamic)
      return dl_ptx_want_dynamic(b->p, (uint64_t *)&out->value);
  } else {
    return misfit(b, "a register, a variable or a number in the brackets");
  }
  return true;
}

// C: [address, {coordinates}], as many as the dimensions.
static bool bind_box(binding *b, const dl_ptx_operand *o, dl_em_operand *out) {
  if (!bind_address(b, o, &out[0]))
    return false;
  uint32_t rank = 0;
  for (uint32_t i = 0; i < 5; ++i)
    if (dl_em_has(b->insn, (dl_em_word)(DL_EM_W_d1 + i)))
      rank = i + 1;
  if (o->n_vector != rank)
    return misfit(b, "as many coordinates as dimensions");
  return bind_vector(b, o, DL_EM_W_s32, 4, false, &out[1]) &&
         (out[1].bytes == 4 || misfit(b, "coordinates of 32 bits"));
}

static bool bind_target(binding *b, const dl_ptx_operand *o,
                        dl_em_operand *out) {
  if (o->kind != DL_PTX_OP_LABEL)
    return misfit(b, "a label");
  out->kind = DL_EM_TARGET;
  dl_ptx_symbol *symbol = o->first.label->symbol;
  if (!symbol || symbol->kind != DL_PTX_SYM_TARGETS)
    return dl_ptx_want_label(b->p, o->first.label, b->s->line, &out->value,
                             NULL);
  dl_em_slot *pcs =
      dl_em_arena_take(&b->p->module->arena, symbol->n * sizeof(*pcs));
  if (!pcs)
    return dl_ptx_no_memory(b->p);
  out->slots = pcs;
  out->n = (uint8_t)symbol->n;
  for (uint32_t i = 0; i < symbol->n; ++i)
    if (!dl_ptx_want_label(b->p, symbol->targets[i], b->s->line, NULL, &pcs[i]))
      return false;
  return true;
}

// Q and Z: d|p, of which p may be missing.
static bool bind_pair(binding *b, char letter, const dl_ptx_operand *o,
                      dl_em_operand *out) {
  bool ok = letter == 'Q' ? bind_predicate(b, &o->first, true, &out[0])
                          : bind_destination(b, &o->first, 4, false, &out[0]);
  return ok && (!o->has_second || bind_predicate(b, &o->second, true, &out[1]));
}

static bool bind_scalar(binding *b, char letter, const dl_ptx_operand *o,
                        dl_em_operand *out) {
  dl_em_word type0 = (dl_em_word)b->insn->type[0];
  dl_em_word type1 = (dl_em_word)b->insn->type[1];
  const dl_ptx_element *e = &o->first;
  if (o->kind == DL_PTX_OP_VECTOR || o->kind == DL_PTX_OP_ADDRESS)
    return misfit(b, "a single register");
  switch (letter) {
  case 'D':
  case 'd':
    return bind_destination(b, e, type_bytes(b, 0), letter == 'd', out);
  case 'E':
  case 'e':
    return bind_destination(b, e, type_bytes(b, 0), letter == 'e', out);
  case 'W':
    return bind_destination(b, e, 4, false, out);
  case 'X':
    return bind_destination(b, e, 2 * type_bytes(b, 0), false, out);
  case 'S':
  case 's':
    return bind_source(b, e, type0, type_bytes(b, 0), letter == 's', out);
  case 'T':
  case 't':
    return bind_source(b, e, type1, type_bytes(b, 1), letter == 't', out);
  case 'Y':
    return bind_source(b, e, type0, 2 * type_bytes(b, 0), false, out);
  case '2':
    return bind_source(b, e, DL_EM_W_b16, 2, false, out);
  case '4':
  case 'U':
    return bind_source(b, e, DL_EM_W_b32, 4, false, out);
  case '8':
  case 'B':
    return bind_source(b, e, DL_EM_W_b64, 8, false, out);
  case 'P':
    return bind_predicate(b, e, true, out);
  case 'p':
    out->is_negated = o->is_negated;
    return bind_predicate(b, e, false, out);
  case 'I':
    out->kind = DL_EM_VALUE;
    out->value = (int64_t)e->value;
    return e->kind == DL_PTX_OP_INTEGER || misfit(b, "a number");
  default:
    return misfit(b, "nothing");
  }
}

static bool bind_one(binding *b, const char *at, dl_em_operand *out) {
  char letter = *at;
  const dl_ptx_operand *o = &b->s->operands[b->at];
  bool is_pair = letter == 'Q' || letter == 'Z';
  if (o->has_second && !is_pair)
    return misfit(b, "no second destination");
  if (o->is_negated && letter != 'p')
    return misfit(b, "no '!'");
  if (is_pair)
    return bind_pair(b, letter, o, out);
  switch (letter) {
  case 'V':
  case 'v':
    return bind_data(b, o, letter == 'V', out);
  case 'M':
  case 'm':
    return bind_move(b, o, letter == 'M', out);
  case 'F':
  case 'f':
    return bind_fragment(b, o, letter == 'F', (uint32_t)atoi(at + 2), out);
  case 'G':
    return bind_accumulators(b, o, out);
  case 'A':
    return o->n_vector ? misfit(b, "no coordinates") : bind_address(b, o, out);
  case 'C':
    return bind_box(b, o, out);
  case 'L':
    return bind_target(b, o, out);
  default:
    return bind_scalar(b, letter, o, out);
  }
}

// Behind a letter, and the `:n` that may follow it.
static const char *next_letter(const char *at) {
  ++at;
  if (*at == ':')
    at += 1 + strspn(at + 1, "0123456789");
  return at;
}

static uint32_t n_operands_of(char letter) {
  return letter == 'Q' || letter == 'Z' || letter == 'C' ? 2 : letter != '?';
}

static bool bind_operands(binding *b, const char *signature) {
  dl_em_insn *insn = b->insn;
  uint32_t n = 0;
  bool is_optional = false;
  for (const char *at = signature; *at; at = next_letter(at))
    n += n_operands_of(*at);
  insn->operands =
      dl_em_arena_take(&b->p->module->arena, (n + 1) * sizeof(dl_em_operand));
  if (!insn->operands)
    return dl_ptx_no_memory(b->p);
  insn->n_operands = (uint8_t)n;
  dl_em_operand *out = insn->operands;
  for (const char *at = signature; *at; at = next_letter(at)) {
    if (*at == '?') {
      is_optional = true;
      continue;
    }
    if (b->at == b->s->n_operands) {
      if (is_optional)
        break;
      return misfit(b, "an operand more");
    }
    if (!bind_one(b, at, out))
      return false;
    ++b->at;
    out += n_operands_of(*at);
  }
  return b->at == b->s->n_operands || misfit(b, "nothing more");
}

static uint8_t space_of(const dl_em_insn *insn) {
  static const struct {
    dl_em_word word;
    dl_em_space space;
  } spaces[] = {
      {DL_EM_W_global, DL_EM_SPACE_GLOBAL},
      {DL_EM_W_shared, DL_EM_SPACE_SHARED},
      {DL_EM_W_shared_cta, DL_EM_SPACE_SHARED},
      {DL_EM_W_shared_cluster, DL_EM_SPACE_SHARED_CLUSTER},
      {DL_EM_W_local, DL_EM_SPACE_LOCAL},
      {DL_EM_W_const, DL_EM_SPACE_CONST},
      {DL_EM_W_param, DL_EM_SPACE_PARAM},
      {DL_EM_W_param_entry, DL_EM_SPACE_PARAM},
      {DL_EM_W_param_func, DL_EM_SPACE_PARAM},
  };
  for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); ++i)
    if (dl_em_has(insn, spaces[i].word))
      return (uint8_t)spaces[i].space;
  return DL_EM_SPACE_GENERIC;
}

// Arithmetic on f32 and f64 that rounds to nearest and does nothing else needs
// no handler of its own.
static bool is_plain_arithmetic(const dl_em_insn *insn) {
  static const dl_em_word extras[] = {DL_EM_W_rz,  DL_EM_W_rm,  DL_EM_W_rp,
                                      DL_EM_W_ftz, DL_EM_W_sat, DL_EM_W_relu};
  for (size_t i = 0; i < sizeof(extras) / sizeof(extras[0]); ++i)
    if (dl_em_has(insn, extras[i]))
      return false;
  return insn->handler == dl_em_do_fp &&
         (insn->type[0] == DL_EM_W_f32 || insn->type[0] == DL_EM_W_f64);
}

static void fill_words(dl_em_insn *insn, const dl_ptx_statement *s, int row) {
  insn->row = (uint16_t)row;
  insn->handler = dl_em_row_of((uint16_t)row)->handler;
  insn->lanes = dl_em_row_of((uint16_t)row)->lanes;
  insn->flags = dl_em_row_of((uint16_t)row)->flags;
  insn->guard = s->guard;
  insn->is_guard_negated = s->is_guard_negated;
  insn->n_vector = 1;
  insn->n_columns = (uint16_t)s->n_columns;
  for (uint32_t i = 0; i < s->n_words; ++i) {
    dl_em_word word = s->words[i];
    insn->words[word / 64] |= (uint64_t)1 << (word % 64);
    if (dl_em_word_is_type(word) && insn->n_types < 4)
      insn->type[insn->n_types++] = (uint8_t)word;
    if (word == DL_EM_W_v2 || word == DL_EM_W_v4 || word == DL_EM_W_v8)
      insn->n_vector = word == DL_EM_W_v2 ? 2 : word == DL_EM_W_v4 ? 4 : 8;
  }
  insn->space = space_of(insn);
  if (dl_em_has(insn, DL_EM_W_relaxed) || dl_em_has(insn, DL_EM_W_acquire) ||
      dl_em_has(insn, DL_EM_W_release) || dl_em_has(insn, DL_EM_W_volatile) ||
      dl_em_has(insn, DL_EM_W_mmio))
    insn->flags |= DL_EM_FLAG_STRONG;
  if (is_plain_arithmetic(insn))
    insn->handler = dl_em_do_alu;
}

static bool reads_clock(const dl_em_kernel *kernel, const dl_em_insn *insn) {
  for (uint32_t o = 0; o < insn->n_operands; ++o)
    for (int id = DL_EM_SR_clock; id <= DL_EM_SR_globaltimer; ++id)
      if (insn->operands[o].kind == DL_EM_REGISTER &&
          kernel->specials[id] != 0 &&
          insn->operands[o].slot == kernel->specials[id])
        return true;
  return false;
}

// Destinations come before all else.
static uint8_t count_written(const char *signature) {
  uint8_t n = 0;
  for (const char *at = signature; *at && strchr("DdEeWXPQZVMFG", *at);
       at = next_letter(at))
    n = (uint8_t)(n + n_operands_of(*at));
  return n;
}

// False, with a message, if the module's target has no such instruction.
static bool check_target(dl_ptx_parser *p, const dl_ptx_statement *s,
                         const dl_em_insn *insn) {
  dl_em_need kind;
  uint32_t has = p->module->target;
  uint32_t sm = dl_em_target_of(s->base, insn->words, &kind);
  bool is_family = kind != DL_EM_NEED_LATER;
  if (has >= sm && (!is_family || p->module->is_arch_specific) &&
      (kind != DL_EM_NEED_ONLY || has == sm))
    return true;
  return dl_ptx_fail(p, s->line, "'%s' needs sm_%u%s; the target is sm_%u%s",
                     s->text, sm, is_family ? "a" : "", has,
                     p->module->is_arch_specific ? "a" : "");
}

bool dl_ptx_decode(dl_ptx_parser *p, const dl_ptx_statement *s) {
  binding b = {.p = p, .s = s};
  int row = dl_em_row_match(s->base, s->words, s->n_words, 0);
  if (row < 0)
    return dl_ptx_fail(p, s->line, "unknown %s '%s'",
                       dl_em_base_is_known(s->base) ? "form of instruction"
                                                    : "instruction",
                       s->text);
  dl_em_insn insn = {.line = s->line};
  for (; row >= 0;
       row = dl_em_row_match(s->base, s->words, s->n_words, row + 1)) {
    insn = (dl_em_insn){.line = s->line};
    fill_words(&insn, s, row);
    b.insn = &insn;
    b.at = 0;
    if (bind_operands(&b, dl_em_row_of((uint16_t)row)->signature))
      break;
    if (p->status.code != DL_STATUS_OK)
      return false;
  }
  if (row < 0)
    return dl_ptx_fail(p, s->line, "%s", b.why);
  if (!check_target(p, s, &insn))
    return false;
  dl_em_insn *made = dl_ptx_new_insn(p, s->line);
  if (!made)
    return false;
  insn.file = made->file;
  insn.source_line = made->source_line;
  insn.n_written = count_written(dl_em_row_of((uint16_t)row)->signature);
  if (reads_clock(p->kernel, &insn))
    insn.flags |= DL_EM_FLAG_CLOCK;
  *made = insn;
  return true;
}
