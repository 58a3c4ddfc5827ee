// Sizes of dimensions, traced to where they come from, so that two dynamic
// dimensions can be told to be one.
#ifndef DLOPT_LOWERING_IMPORT_SIZE_H
#define DLOPT_LOWERING_IMPORT_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "mlir-c/IR.h"

/// A fixed size, or the size of dimension `dim` of `value`, or, if `dim` is -1,
/// the index `value`.
typedef struct dl_size {
  int64_t fixed; ///< -1 if known at run time only
  MlirValue value;
  int dim;
} dl_size;

/// The size of dimension `dim` of `tensor`, traced back as far as operations
/// pass it on.
dl_size dl_size_of(MlirValue tensor, int dim);

/// What the index or integer `scalar` is as a size: through `tensor.dim`,
/// casts of integers and constants.
dl_size dl_size_of_scalar(MlirValue scalar);

/// True only if both are surely the same number.
bool dl_size_same(dl_size a, dl_size b);

int64_t dl_tensor_rank(MlirValue tensor);
/// Static size of a dimension, or -1.
int64_t dl_static_dim(MlirValue tensor, int dim);
bool dl_is_ranked_tensor(MlirValue value);

#endif // DLOPT_LOWERING_IMPORT_SIZE_H
