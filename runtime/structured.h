// 2:4 tensors: at most two of each four along the last dimension are not zero.
#ifndef DLOPT_RUNTIME_STRUCTURED_H
#define DLOPT_RUNTIME_STRUCTURED_H

#include "runtime/tensor.h"

/// An error that names the first group of four with more than two non-zeros.
DloptStatus dl_check_2_4(const dl_tensor *tensor, int argument);

/// Keeps the two values of largest magnitude of each group of four (the first
/// of equal ones) and zeroes the others.
void dl_prune_2_4(dl_tensor *tensor);

#endif // DLOPT_RUNTIME_STRUCTURED_H
