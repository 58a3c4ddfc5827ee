// Metadata of sparse operands. The layouts in the lanes of a warp are those of
// the figures in the PTX ISA; for 16-bit types they are measured, too.
#include "runtime/emulate/sparse.h"

static uint32_t group_size(const dl_em_sparsity *s) {
  return s->element_bits == 32 ? 2 : 4;
}

// Lanes of a quad that hold metadata for the shape: each has 32 bits.
static uint32_t n_holders(const dl_em_sparsity *s) {
  return 16 * s->depth / group_size(s) * 4 / (8 * 32);
}

bool dl_em_sparse_selector_is_valid(const dl_em_sparsity *sparsity) {
  return (sparsity->selector + 1) * n_holders(sparsity) <= 4;
}

// The four bits of one group of a row.
static uint32_t bits_of(const dl_em_sparsity *s, uint32_t row, uint32_t group) {
  uint32_t high = row / 8, holder, shift;
  if (s->element_bits == 8) { // a holder has 8 groups of one row
    holder = high + 2 * (group / 8);
    shift = 4 * (group % 8);
  } else { // a holder has 4 groups of two rows
    holder = group / 4;
    shift = 16 * high + 4 * (group % 4);
  }
  uint32_t lane = row % 8 * 4 + s->selector * n_holders(s) + holder;
  return s->metadata[lane] >> shift & 15;
}

uint32_t dl_em_sparse_place(const dl_em_sparsity *sparsity, uint32_t row,
                            uint32_t slot) {
  if (sparsity->element_bits == 32) {
    uint32_t bits = bits_of(sparsity, row, slot);
    return bits == 0x4 ? 2 * slot : bits == 0xE ? 2 * slot + 1 : UINT32_MAX;
  }
  uint32_t bits = bits_of(sparsity, row, slot / 2);
  uint32_t low = bits & 3, high = bits >> 2;
  if (low >= high)
    return UINT32_MAX;
  return slot / 2 * 4 + (slot % 2 ? high : low);
}

bool dl_em_sparse_unpack(const dl_em_sparsity *sparsity, dl_em_rows *rows) {
  dl_em_rows packed = *rows;
  bool is_legal = true;
  for (uint32_t k = 0; k < sparsity->depth; ++k)
    for (uint32_t r = 0; r < DL_EM_ROWS; ++r) {
      rows->significand[k][r] = 0.0f;
      rows->exponent[k][r] = DL_EM_ABSENT;
    }
  for (uint32_t slot = 0; slot < sparsity->depth / 2; ++slot)
    for (uint32_t r = 0; r < DL_EM_ROWS; ++r) {
      uint32_t k = dl_em_sparse_place(sparsity, r, slot);
      is_legal &= k != UINT32_MAX;
      if (k == UINT32_MAX)
        continue;
      rows->significand[k][r] = packed.significand[slot][r];
      rows->exponent[k][r] = packed.exponent[slot][r];
    }
  return is_legal;
}
