// Reading a dlopt.kernel of products: its parts, each a tile's worth of work,
// and what is computed of each factor before it is multiplied.
#ifndef DLOPT_LOWERING_KERNEL_CONTRACTION_H
#define DLOPT_LOWERING_KERNEL_CONTRACTION_H

#include "lowering/kernel/generator.h"

/// A factor of a product, as a matrix: across it run the rows (of the left
/// factor) or columns (of the right one), along it the depth.
typedef struct dl_factor {
  MlirValue value;
  int operand;         ///< of the product
  const dl_body *body; ///< what makes it, over its own dimensions
  bool is_argument;    ///< nothing does: it is read as it is in memory
  bool is_plain;       ///< its dimensions are batches, then the matrix's
  bool is_depth_last;  ///< neighbours in memory are neighbours in depth
  int n_inner;         ///< last dimensions that vectors may run along; 0: none
} dl_factor;

typedef struct dl_product {
  MlirOperation op;
  dl_factor factors[2]; ///< left, right
  MlirType accumulator;
  bool is_unsigned, rounds_to_tf32;
} dl_product;

/// A dimension that products sum along.
typedef struct dl_depth_dim {
  int loop; ///< of the products' shape rule
  MlirValue value;
  int dim; ///< of `value`, which has its size
} dl_depth_dim;

/// Products of one shape whose results are used together, and what is computed
/// of them.
typedef struct dl_part {
  dl_body *body;               ///< over the products' dimensions
  int outputs[DL_MAX_OUTPUTS]; ///< of the kernel, for each of `body`
  int n_products;
  dl_product products[DL_MAX_GIVEN];
  int loops[DL_MAX_RANK];    ///< of the results' dimensions
  int8_t roles[DL_MAX_RANK]; ///< of the same; columns are the last dimensions
  bool batches_last;         ///< behind the rows, else before them
  int n_depth;
  dl_depth_dim depth[DL_MAX_RANK];
} dl_part;

typedef struct dl_contraction {
  int n_parts;
  dl_part parts[DL_MAX_PARTS];
} dl_contraction;

/// Reads a kernel that holds at most four products, with maps and casts before
/// and behind them (dl_generator.read).
MlirLogicalResult dl_read_contraction(MlirOperation kernel, dl_arena *arena,
                                      dl_body *body);

bool dl_is_product(MlirOperation op);
MlirValue dl_product_init(MlirOperation op);

/// True for a convolution that is a product of matrices: it has output
/// channels, and rows that lie together. Others are for the loops family.
bool dl_is_matrix_conv(MlirOperation op);

/// What the parts' dimensions are to the matrices: roles, and the factors'
/// layouts (matrices.c).
MlirLogicalResult dl_find_matrices(dl_part *part);

#endif // DLOPT_LOWERING_KERNEL_CONTRACTION_H
