// 2:4 sparsity: where the elements of a packed operand A belong (PTX ISA,
// "Sparse Matrix Storage"). tf32 keeps one element of two instead.
#ifndef DLOPT_RUNTIME_EMULATE_SPARSE_H
#define DLOPT_RUNTIME_EMULATE_SPARSE_H

#include "runtime/emulate/accumulate.h"

typedef struct dl_em_sparsity {
  uint32_t element_bits;
  uint32_t depth;           // k of the unpacked operand
  uint32_t selector;        // of the lanes whose metadata counts
  const uint32_t *metadata; // of the 32 lanes
} dl_em_sparsity;

/// True if the selector is one that the shape has.
bool dl_em_sparse_selector_is_valid(const dl_em_sparsity *sparsity);

/// The k of element `slot` of a packed row (0 to 15); UINT32_MAX if the
/// metadata says nothing legal.
uint32_t dl_em_sparse_place(const dl_em_sparsity *sparsity, uint32_t row,
                            uint32_t slot);

/// Unpacks 16 rows; what is left out is absent. False if some metadata is
/// illegal.
bool dl_em_sparse_unpack(const dl_em_sparsity *sparsity, dl_em_rows *rows);

#endif
