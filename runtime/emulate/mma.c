// mma.sync: fragments of the 32 lanes to matrices and back (PTX ISA, "Matrix
// Fragments for mma"), with the accumulation of accumulate.h.
#include "runtime/emulate/accumulate.h"
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"
#include "runtime/emulate/sparse.h"

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
static uint32_t elements_of(const dl_em_warp *warp,
                            const dl_em_operand *operand, uint32_t i,
                            uint32_t bits, uint32_t *elements) {
  const uint32_t *lanes = DL_EM_REG(warp, slot_of(operand, i));
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

typedef struct float_tile {
  dl_em_rows a;
  dl_em_column b[n_columns];
} float_tile;

static void load_floats(const dl_em_warp *warp, const dl_em_operand *operand,
                        dl_em_word type, bool is_a, bool is_widened,
                        float_tile *tile) {
  uint32_t bits[4 * DL_EM_LANES];
  float values[4 * DL_EM_LANES];
  int32_t exponents[4 * DL_EM_LANES];
  bool is_special = false;
  for (uint32_t i = 0; i < registers_of(operand); ++i) {
    uint32_t n = elements_of(warp, operand, i, bits_of_element(type), bits);
    for (uint32_t e = 0; is_widened && e < n * DL_EM_LANES; ++e)
      bits[e] = dl_em_f16_of_fp8(type, bits[e]);
    is_special |=
        dl_em_operand_values(is_widened ? DL_EM_W_f16 : type, n * DL_EM_LANES,
                             bits, values, exponents);
    for (uint32_t l = 0; l < DL_EM_LANES; ++l)
      for (uint32_t e = 0; e < n; ++e) {
        uint32_t k = first_k(i, is_a, l, n) + e, row = l / 4 + i % 2 * 8;
        float *value = is_a ? &tile->a.significand[k][row]
                            : &tile->b[l / 4].significand[k];
        int32_t *exponent =
            is_a ? &tile->a.exponent[k][row] : &tile->b[l / 4].exponent[k];
        *value = values[l * n + e];
        *exponent = exponents[l * n + e];
      }
  }
  if (is_a)
    tile->a.is_special = is_special;
  for (int n = 0; !is_a && n < n_columns; ++n)
    tile->b[n].is_special = is_special;
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
static void order_widened(float_tile *tile, uint32_t depth, bool is_packed) {
  float_tile old = *tile;
  uint32_t n = 0, shift = is_packed ? 2 : 1;
  for (uint32_t half = 0; half < 2; ++half)
    for (uint32_t k = 0; k < depth; ++k) {
      if ((k >> shift & 1) != half)
        continue;
      memcpy(tile->a.significand[n], old.a.significand[k],
             sizeof(old.a.significand[k]));
      memcpy(tile->a.exponent[n], old.a.exponent[k], sizeof(old.a.exponent[k]));
      for (uint32_t c = 0; c < n_columns; ++c) {
        tile->b[c].significand[n] = old.b[c].significand[k];
        tile->b[c].exponent[n] = old.b[c].exponent[k];
      }
      ++n;
    }
}

static void dot_widened(dl_em_accum model, uint32_t depth, bool is_packed,
                        float_tile *tile, float sums[n_columns][DL_EM_ROWS]) {
  order_widened(tile, depth, is_packed);
  model.step = (uint8_t)(depth / 2);
  for (uint32_t c = 0; c < n_columns; ++c) {
    float products[DL_EM_ROWS] = {0};
    dl_em_dot_column(&model, depth, &tile->a, &tile->b[c], products);
    for (uint32_t r = 0; r < DL_EM_ROWS; ++r)
      sums[c][r] = dl_em_canonical(sums[c][r] + products[r]);
  }
}

dl_em_next dl_em_do_mma(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_operand *o = insn->operands; // d, a, b, c
  if (!is_whole_warp(warp, insn, mask, &mask))
    return DL_EM_BLOCK;
  const dl_em_options *options = &warp->run->device->options;
  uint32_t sm = options->sm ? options->sm : warp->kernel->module->target;
  uint32_t k = depth_of(insn);
  dl_em_word result = (dl_em_word)insn->type[0];
  dl_em_word type = (dl_em_word)insn->type[1];
  float_tile tile;
  dl_em_accum model = dl_em_accum_of(sm, type, result, k, false);
  model.is_fma = options->accumulate == DL_EM_ACCUMULATE_FMA;
  float sums[n_columns][DL_EM_ROWS];
  bool is_widened = sm / 10 == 9 && bits_of_element(type) == 8;
  load_floats(warp, &o[1], type, true, is_widened, &tile);
  if (is_sparse(insn))
    unpack_floats(warp, insn, &tile.a);
  load_floats(warp, &o[2], (dl_em_word)insn->type[2], false, is_widened, &tile);
  load_sums(warp, &o[3], insn->type[3] == DL_EM_W_f16, sums);
  if (is_widened)
    dot_widened(model, k, is_sparse(insn), &tile, sums);
  for (int n = 0; n < n_columns && !is_widened; ++n)
    dl_em_dot_column(&model, k, &tile.a, &tile.b[n], sums[n]);
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
    uint32_t n = elements_of(warp, operand, i, bits_of_element(type), bits);
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
