// Tensors whose type says 2:4: at most two of each four along the last
// dimension are not zero.
#ifndef DLOPT_DRIVER_STRUCTURED_H
#define DLOPT_DRIVER_STRUCTURED_H

#include "mlir-c/IR.h"
#include "runtime/tensor.h"

/// True for a tensor type whose encoding has the level structured[2, 4].
bool dl_type_is_structured_2_4(MlirType type);

/// An error that names the first group of four with more than two non-zeros.
DloptStatus dl_check_2_4(const dl_tensor *tensor, int argument);

/// Keeps the two values of largest magnitude of each group of four (the first
/// of equal ones) and zeroes the others.
void dl_prune_2_4(dl_tensor *tensor);

#endif // DLOPT_DRIVER_STRUCTURED_H
