// Reading a dlopt.map that its verifier accepts.
#ifndef DLOPT_DIALECT_VERIFY_MAP_H
#define DLOPT_DIALECT_VERIFY_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "mlir-c/IR.h"

/// Result dimension that dimension `dim` of input `input` runs along, or -1.
int64_t dl_map_dim(MlirOperation op, intptr_t input, int64_t dim);
/// True if the input runs along all result dimensions in order.
bool dl_map_is_identity(MlirOperation op, intptr_t input);
/// True if some input runs along result dimension `dim`.
bool dl_map_is_covered(MlirOperation op, int64_t dim);

#endif // DLOPT_DIALECT_VERIFY_MAP_H
