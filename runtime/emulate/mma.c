// mma.sync: fragments of the 32 lanes to matrices and back (PTX ISA, "Matrix
// Fragments for mma"), with the accumulation of accumulate.h.
#include "runtime/emulate/accumulate.h"
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"
#include "runtime/emulate/sparse.h"

#include <stdlib.h>
#include <string.h>

enum { n_columns = 8 };

static uint32_t bits_of_element(dl_em_word type) {
  switch (type) {
  case DL_EM_W_tf32:
    return 32;
  case DL_EM_W_f16:
  case DL_EM_W_bf16:
    return 16;
  case DL_EM_W_s4:
  case DL_EM_W_u4:
    return 4;
  default:
    return 8;
  }
}

static uint32_t depth_of(const dl_em_insn *insn) {
  static const struct {
    dl_em_word word;
    uint32_t k;
  } shapes[] = {{DL_EM_W_m16n8k4, 4},
                {DL_EM_W_m16n8k8, 8},
                {DL_EM_W_m16n8k16, 16},
                {DL_EM_W_m16n8k32, 32},
                {DL_EM_W_m16n8k64, 64}};
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i)
    if (dl_em_has(insn, shapes[i].word))
      return shapes[i].k;
  return 0;
}

static dl_em_slot slot_of(const dl_em_operand *operand, uint32_t i) {
  return operand->kind == DL_EM_VECTOR ? operand->slots[i] : operand->slot;
}

static uint32_t word_of(const dl_em_warp *warp, const dl_em_operand *operand,
                        uint32_t i, uint32_t lane) {
  return ((const uint32_t *)DL_EM_REG(warp, slot_of(operand, i)))[lane];
}

// The elements of one register of a fragment, lane after lane; their number.
static uint32_t split_elements(const uint32_t *lanes, uint32_t bits,
                               uint32_t *elements) {
  uint32_t n = 32 / bits;
  uint32_t mask = bits == 32 ? UINT32_MAX : ((uint32_t)1 << bits) - 1;
  for (uint32_t l = 0; l < DL_EM_LANES; ++l)
    for (uint32_t e = 0; e < n; ++e)
      elements[l * n + e] = lanes[l] >> (bits * e) & mask;
  return n;
}

// Where they go: lane / 4 is the row of A or the column of B, and registers
// run along k, A's by twos with row + 8 second.
static uint32_t first_k(uint32_t i, bool is_a, uint32_t lane, uint32_t n) {
  return ((is_a ? i / 2 : i) * 4 + lane % 4) * n;
}

static uint32_t registers_of(const dl_em_operand *operand) {
  return operand->kind == DL_EM_VECTOR ? operand->n : 1;
}

enum { MOST_REGISTERS = 4, N_CACHED = 16 };

// A fragment as it is in registers: what decoded matrices are known by.
typedef struct fragment {
  uint8_t type, n;
  bool is_widened;
  uint32_t bits[MOST_REGISTERS][DL_EM_LANES];
} fragment;

// Kernels use a fragment for several products, so that the matrices decoded
// last are kept. One a run.
struct dl_em_mma_cache {
  fragment a_key, b_keys[N_CACHED];
  dl_em_rows a;
  dl_em_column b[N_CACHED][n_columns];
};

// True if `key` is the fragment of an operand; makes it so.
static bool is_known(const dl_em_warp *warp, const dl_em_operand *operand,
                     dl_em_word type, bool is_widened, fragment *key) {
  uint32_t n = registers_of(operand);
  bool is_same =
      key->type == type && key->n == n && key->is_widened == is_widened;
  for (uint32_t i = 0; i < n; ++i) {
    const void *lanes = DL_EM_REG(warp, slot_of(operand, i));
    is_same = is_same && memcmp(key->bits[i], lanes, sizeof(key->bits[i])) == 0;
    if (!is_same)
      memcpy(key->bits[i], lanes, sizeof(key->bits[i]));
  }
  key->type = (uint8_t)type;
  key->n = (uint8_t)n;
  key->is_widened = is_widened;
  return is_same;
}

// Decodes a fragment to a matrix: `a`, or the columns of `b`.
static void decode_floats(const fragment *key, dl_em_rows *a, dl_em_column *b) {
  uint32_t bits[4 * DL_EM_LANES];
  float values[4 * DL_EM_LANES];
  int32_t exponents[4 * DL_EM_LANES];
  dl_em_word type = (dl_em_word)key->type;
  bool is_special = false;
  for (uint32_t i = 0; i < key->n; ++i) {
    uint32_t n = split_elements(key->bits[i], bits_of_element(type), bits);
    for (uint32_t e = 0; key->is_widened && e < n * DL_EM_LANES; ++e)
      bits[e] = dl_em_f16_of_fp8(type, bits[e]);
    is_special |=
        dl_em_operand_values(key->is_widened ? DL_EM_W_f16 : type,
                             n * DL_EM_LANES, bits, values, exponents);
    for (uint32_t l = 0; l < DL_EM_LANES; ++l)
      for (uint32_t e = 0; e < n; ++e) {
        uint32_t k = first_k(i, a != NULL, l, n) + e, row = l / 4 + i % 2 * 8;
        *(a ? &a->significand[k][row] : &b[l / 4].significand[k]) =
            values[l * n + e];
        *(a ? &a->exponent[k][row] : &b[l / 4].exponent[k]) =
            exponents[l * n + e];
      }
  }
  if (a)
    a->is_special = is_special;
  for (int n = 0; b && n < n_columns; ++n)
    b[n].is_special = is_special;
}

static dl_em_rows *rows_of(dl_em_warp *warp, const dl_em_operand *operand,
                           dl_em_word type, bool is_widened) {
  struct dl_em_mma_cache *cache = warp->run->mma_cache;
  if (!is_known(warp, operand, type, is_widened, &cache->a_key))
    decode_floats(&cache->a_key, &cache->a, NULL);
  return &cache->a;
}

static dl_em_column *columns_of(dl_em_warp *warp, const dl_em_operand *operand,
                                dl_em_word type, bool is_widened) {
  struct dl_em_mma_cache *cache = warp->run->mma_cache;
  uint32_t at = slot_of(operand, 0) / 128 % N_CACHED;
  if (!is_known(warp, operand, type, is_widened, &cache->b_keys[at]))
    decode_floats(&cache->b_keys[at], NULL, cache->b[at]);
  return cache->b[at];
}

// Element i of a lane's part of C or D: two rows, two neighbouring columns.
static uint32_t row_of(uint32_t lane, uint32_t i) {
  return lane / 4 + i / 2 * 8;
}
static uint32_t column_of(uint32_t lane, uint32_t i) {
  return lane % 4 * 2 + i % 2;
}

static void load_sums(const dl_em_warp *warp, const dl_em_operand *c,
                      bool is_f16, float sums[n_columns][DL_EM_ROWS]) {
  for (uint32_t lane = 0; lane < DL_EM_LANES; ++lane)
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t bits = word_of(warp, c, is_f16 ? i / 2 : i, lane);
      sums[column_of(lane, i)][row_of(lane, i)] =
          is_f16 ? dl_em_from_f16((uint16_t)(bits >> (i % 2 * 16)))
                 : dl_em_float(bits);
    }
}

static void store_sums(dl_em_warp *warp, const dl_em_operand *d, bool is_f16,
                       float sums[n_columns][DL_EM_ROWS]) {
  for (uint32_t lane = 0; lane < DL_EM_LANES; ++lane)
    for (uint32_t i = 0; i < 4; ++i) {
      float value = sums[column_of(lane, i)][row_of(lane, i)];
      dl_em_slot slot = slot_of(d, is_f16 ? i / 2 : i);
      if (slot == 0)
        continue;
      if (is_f16)
        ((uint16_t *)DL_EM_REG(warp, slot))[lane * 2 + i % 2] =
            dl_em_to_f16(value);
      else
        ((float *)DL_EM_REG(warp, slot))[lane] = value;
    }
}

static void count(dl_em_warp *warp, uint32_t k) {
  warp->run->device->counts.matrix_macs += (uint64_t)DL_EM_ROWS * n_columns * k;
}

static bool is_whole_warp(dl_em_warp *warp, const dl_em_insn *insn,
                          uint32_t mask, uint32_t *together) {
  if (!dl_em_warp_gather(warp, insn, mask, warp->live, together))
    return false;
  if (*together != UINT32_MAX)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_DIVERGENCE,
               (uint32_t)__builtin_ctz(*together),
               "lanes 0x%08x of a warp that must be whole", *together);
  return true;
}

// What sparse forms have more: metadata and a selector.
static bool is_sparse(const dl_em_insn *insn) { return insn->n_operands > 4; }

// False, reported, if the selector is none.
static bool find_sparsity(dl_em_warp *warp, const dl_em_insn *insn,
                          dl_em_sparsity *out) {
  const dl_em_operand *o = insn->operands; // ..., metadata, selector
  *out = (dl_em_sparsity){.element_bits =
                              bits_of_element((dl_em_word)insn->type[1]),
                          .depth = depth_of(insn),
                          .selector = o[5].value > 3 ? 4 : (uint32_t)o[5].value,
                          .metadata = DL_EM_REG(warp, o[4].slot)};
  if (dl_em_sparse_selector_is_valid(out))
    return true;
  dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, 0,
             "the shape has no sparsity selector %lld", (long long)o[5].value);
  return false;
}

static void note_metadata(dl_em_warp *warp, const dl_em_insn *insn) {
  dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, 0,
             "the metadata names no two elements of four in ascending order");
}

static void unpack_floats(dl_em_warp *warp, const dl_em_insn *insn,
                          dl_em_rows *a) {
  dl_em_sparsity sparsity;
  if (find_sparsity(warp, insn, &sparsity) &&
      !dl_em_sparse_unpack(&sparsity, a))
    note_metadata(warp, insn);
}

// Hopper has no mma.sync of fp8: ptxas makes two of f16, the first with the
// lower two bytes of each register, the second with the others (of sparse
// forms: with even and with odd groups of four), and then adds the addend.
static void order_widened(dl_em_rows *a, dl_em_column *b, uint32_t depth,
                          bool is_packed) {
  dl_em_rows old_a = *a;
  dl_em_column old_b[n_columns];
  uint32_t n = 0, shift = is_packed ? 2 : 1;
  memcpy(old_b, b, sizeof(old_b));
  for (uint32_t half = 0; half < 2; ++half)
    for (uint32_t k = 0; k < depth; ++k) {
      if ((k >> shift & 1) != half)
        continue;
      memcpy(a->significand[n], old_a.significand[k],
             sizeof(old_a.significand[k]));
      memcpy(a->exponent[n], old_a.exponent[k], sizeof(old_a.exponent[k]));
      for (uint32_t c = 0; c < n_columns; ++c) {
        b[c].significand[n] = old_b[c].significand[k];
        b[c].exponent[n] = old_b[c].exponent[k];
      }
      ++n;
    }
}

static void dot_widened(dl_em_accum model, uint32_t depth, bool is_packed,
                        dl_em_rows *a, const dl_em_column *given,
                        float sums[n_columns][DL_EM_ROWS]) {
  dl_em_column b[n_columns];
  memcpy(b, given, sizeof(b));
  order_widened(a, b, depth, is_packed);
  model.step = (uint8_t)(depth / 2);
  for (uint32_t c = 0; c < n_columns; ++c) {
    float products[DL_EM_ROWS] = {0};
    dl_em_dot_column(&model, depth, a, &b[c], products);
    for (uint32_t r = 0; r < DL_EM_ROWS; ++r)
      sums[c][r] = dl_em_canonical(sums[c][r] + products[r]);
  }
}

dl_em_next dl_em_do_mma(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_operand *o = insn->operands; // d, a, b, c
  dl_em_run *run = warp->run;
  if (!is_whole_warp(warp, insn, mask, &mask))
    return DL_EM_BLOCK;
  if (!run->mma_cache)
    run->mma_cache = calloc(1, sizeof(*run->mma_cache));
  if (!run->mma_cache)
    return dl_em_stop(warp, insn, "no memory for a product");
  const dl_em_options *options = &run->device->options;
  uint32_t sm = options->sm ? options->sm : warp->kernel->module->target;
  uint32_t k = depth_of(insn);
  dl_em_word type = (dl_em_word)insn->type[1];
  dl_em_accum model =
      dl_em_accum_of(sm, type, (dl_em_word)insn->type[0], k, false);
  model.is_fma = options->accumulate == DL_EM_ACCUMULATE_FMA;
  float sums[n_columns][DL_EM_ROWS];
  bool is_widened = sm / 10 == 9 && bits_of_element(type) == 8;
  dl_em_rows *a = rows_of(warp, &o[1], type, is_widened), own;
  const dl_em_column *b =
      columns_of(warp, &o[2], (dl_em_word)insn->type[2], is_widened);
  if (is_sparse(insn) || is_widened) {
    own = *a;
    a = &own;
  }
  if (is_sparse(insn))
    unpack_floats(warp, insn, a);
  load_sums(warp, &o[3], insn->type[3] == DL_EM_W_f16, sums);
  if (is_widened)
    dot_widened(model, k, is_sparse(insn), a, b, sums);
  for (int n = 0; n < n_columns && !is_widened; ++n)
    dl_em_dot_column(&model, k, a, &b[n], sums[n]);
  store_sums(warp, &o[0], model.is_f16, sums);
  count(warp, k);
  return DL_EM_NEXT;
}

typedef struct integer_tile {
  int32_t a[DL_EM_ROWS][64], b[n_columns][64];
} integer_tile;

static int32_t integer_of(dl_em_word type, uint32_t bits) {
  switch (type) {
  case DL_EM_W_s8:
    return (int8_t)bits;
  case DL_EM_W_s4:
    return (int32_t)(bits << 28) >> 28;
  default:
    return (int32_t)bits;
  }
}

static void load_integers(const dl_em_warp *warp, const dl_em_operand *operand,
                          dl_em_word type, bool is_a, integer_tile *tile) {
  uint32_t bits[8 * DL_EM_LANES];
  for (uint32_t i = 0; i < registers_of(operand); ++i) {
    uint32_t n = split_elements(DL_EM_REG(warp, slot_of(operand, i)),
                                bits_of_element(type), bits);
    for (uint32_t l = 0; l < DL_EM_LANES; ++l)
      for (uint32_t e = 0; e < n; ++e) {
        uint32_t k = first_k(i, is_a, l, n) + e, row = l / 4 + i % 2 * 8;
        *(is_a ? &tile->a[row][k] : &tile->b[l / 4][k]) =
            integer_of(type, bits[l * n + e]);
      }
  }
}

static void unpack_integers(dl_em_warp *warp, const dl_em_insn *insn,
                            integer_tile *tile) {
  int32_t packed[DL_EM_ROWS][64];
  dl_em_sparsity sparsity;
  bool is_legal = true;
  if (!find_sparsity(warp, insn, &sparsity))
    return;
  memcpy(packed, tile->a, sizeof(packed));
  memset(tile->a, 0, sizeof(tile->a));
  for (uint32_t r = 0; r < DL_EM_ROWS; ++r)
    for (uint32_t slot = 0; slot < sparsity.depth / 2; ++slot) {
      uint32_t k = dl_em_sparse_place(&sparsity, r, slot);
      is_legal &= k != UINT32_MAX;
      if (k != UINT32_MAX)
        tile->a[r][k] = packed[r][slot];
    }
  if (!is_legal)
    note_metadata(warp, insn);
}

dl_em_next dl_em_do_mma_integer(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  if (!is_whole_warp(warp, insn, mask, &mask))
    return DL_EM_BLOCK;
  uint32_t depth = depth_of(insn);
  integer_tile tile;
  load_integers(warp, &o[1], (dl_em_word)insn->type[1], true, &tile);
  if (is_sparse(insn))
    unpack_integers(warp, insn, &tile);
  load_integers(warp, &o[2], (dl_em_word)insn->type[2], false, &tile);
  bool is_saturated = dl_em_has(insn, DL_EM_W_satfinite);
  for (uint32_t lane = 0; lane < DL_EM_LANES; ++lane)
    for (uint32_t i = 0; i < 4; ++i) {
      int64_t sum = (int32_t)word_of(warp, &o[3], i, lane);
      for (uint32_t k = 0; k < depth; ++k)
        sum +=
            (int64_t)tile.a[row_of(lane, i)][k] * tile.b[column_of(lane, i)][k];
      if (is_saturated)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
      dl_em_slot slot = slot_of(&o[0], i);
      if (slot)
        ((uint32_t *)DL_EM_REG(warp, slot))[lane] = (uint32_t)sum;
    }
  count(warp, depth);
  return DL_EM_NEXT;
}
