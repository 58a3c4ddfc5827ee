// mma.sync: fragments of the 32 lanes to matrices and back (PTX ISA, "Matrix
// Fragments for mma"), with the accumulation of accumulate.h.
#include "runtime/emulate/accumulate.h"
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"

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

// Calls `take` for every element of a fragment: lane / 4 is the row of A or
// the column of B, and registers run along k, A's by twos with row + 8 first.
typedef void take_fn(void *data, uint32_t row, uint32_t k, uint32_t bits);

static void each_element(const dl_em_warp *warp, const dl_em_operand *operand,
                         dl_em_word type, bool is_a, take_fn *take,
                         void *data) {
  uint32_t bits = bits_of_element(type), n = 32 / bits;
  uint32_t mask = bits == 32 ? UINT32_MAX : ((uint32_t)1 << bits) - 1;
  uint32_t n_registers = operand->kind == DL_EM_VECTOR ? operand->n : 1;
  for (uint32_t r = 0; r < n_registers; ++r) {
    uint32_t block = is_a ? r / 2 : r, down = is_a ? r % 2 * 8 : 0;
    for (uint32_t lane = 0; lane < DL_EM_LANES; ++lane) {
      uint32_t value = word_of(warp, operand, r, lane);
      uint32_t k = (block * 4 + lane % 4) * n;
      for (uint32_t i = 0; i < n; ++i)
        take(data, lane / 4 + down, k + i, value >> (bits * i) & mask);
    }
  }
}

typedef struct float_tile {
  dl_em_word type_a, type_b;
  dl_em_rows a;
  dl_em_column b[n_columns];
} float_tile;

static void take_float_a(void *data, uint32_t row, uint32_t k, uint32_t bits) {
  float_tile *tile = data;
  tile->a.is_special |= dl_em_operand_value(
      tile->type_a, bits, &tile->a.value[k][row], &tile->a.exponent[k][row]);
}

static void take_float_b(void *data, uint32_t row, uint32_t k, uint32_t bits) {
  float_tile *tile = data;
  tile->b[row].is_special |= dl_em_operand_value(
      tile->type_b, bits, &tile->b[row].value[k], &tile->b[row].exponent[k]);
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

dl_em_next dl_em_do_mma(dl_em_warp *warp, const dl_em_insn *insn,
                        uint32_t mask) {
  const dl_em_operand *o = insn->operands; // d, a, b, c
  if (!is_whole_warp(warp, insn, mask, &mask))
    return DL_EM_BLOCK;
  const dl_em_options *options = &warp->run->device->options;
  uint32_t sm = options->sm ? options->sm : warp->kernel->module->target;
  uint32_t k = depth_of(insn);
  dl_em_word result = (dl_em_word)insn->type[0];
  float_tile tile = {.type_a = (dl_em_word)insn->type[1],
                     .type_b = (dl_em_word)insn->type[2]};
  dl_em_accum model = dl_em_accum_of(sm, tile.type_a, result, k, false);
  model.is_fma = options->accumulate == DL_EM_ACCUMULATE_FMA;
  float sums[n_columns][DL_EM_ROWS];
  each_element(warp, &o[1], tile.type_a, true, take_float_a, &tile);
  each_element(warp, &o[2], tile.type_b, false, take_float_b, &tile);
  load_sums(warp, &o[3], insn->type[3] == DL_EM_W_f16, sums);
  for (int n = 0; n < n_columns; ++n)
    dl_em_dot_column(&model, k, &tile.a, &tile.b[n], sums[n]);
  store_sums(warp, &o[0], model.is_f16, sums);
  count(warp, k);
  return DL_EM_NEXT;
}

typedef struct integer_tile {
  dl_em_word type_a, type_b;
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

static void take_integer_a(void *data, uint32_t row, uint32_t k,
                           uint32_t bits) {
  integer_tile *tile = data;
  tile->a[row][k] = integer_of(tile->type_a, bits);
}

static void take_integer_b(void *data, uint32_t row, uint32_t k,
                           uint32_t bits) {
  integer_tile *tile = data;
  tile->b[row][k] = integer_of(tile->type_b, bits);
}

dl_em_next dl_em_do_mma_integer(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  if (!is_whole_warp(warp, insn, mask, &mask))
    return DL_EM_BLOCK;
  uint32_t depth = depth_of(insn);
  integer_tile tile = {.type_a = (dl_em_word)insn->type[1],
                       .type_b = (dl_em_word)insn->type[2]};
  each_element(warp, &o[1], tile.type_a, true, take_integer_a, &tile);
  each_element(warp, &o[2], tile.type_b, false, take_integer_b, &tile);
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
