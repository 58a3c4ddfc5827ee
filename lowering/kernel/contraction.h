// Reading a dlopt.kernel of products: its parts, each a tile's worth of work,
// and what is computed of each factor before it is multiplied.
#ifndef DLOPT_LOWERING_KERNEL_CONTRACTION_H
#define DLOPT_LOWERING_KERNEL_CONTRACTION_H

#include "lowering/kernel/generator.h"

/// A factor of a product, [batch.., row, depth] or [batch.., depth, row] in
/// memory, where `row` is the product's row (left) or column (right).
typedef struct dl_factor {
  MlirValue value;
  const dl_body *body; ///< what makes it, over its own dimensions
  bool is_argument;    ///< nothing does: it is read as it is in memory
  bool is_depth_last;
  int8_t row_dim, depth_dim;
} dl_factor;

typedef struct dl_product {
  MlirOperation op;
  dl_factor factors[2];
  MlirType accumulator;
  bool is_unsigned, rounds_to_tf32;
} dl_product;

/// Products of one shape whose results are used together, and what is computed
/// of them.
typedef struct dl_part {
  dl_body *body;               ///< over the products' dimensions
  int outputs[DL_MAX_OUTPUTS]; ///< of the kernel, for each of `body`
  int n_products;
  dl_product products[DL_MAX_GIVEN];
  bool joins_batches; ///< rows of all batches are rows of one matrix
} dl_part;

typedef struct dl_contraction {
  int n_parts;
  dl_part parts[DL_MAX_PARTS];
} dl_contraction;

/// Reads a kernel that holds at most four products, with maps and casts before
/// and behind them (dl_generator.read).
MlirLogicalResult dl_read_contraction(MlirOperation kernel, dl_arena *arena,
                                      dl_body *body);

MlirValue dl_product_init(MlirOperation op);

#endif // DLOPT_LOWERING_KERNEL_CONTRACTION_H
