// What the normalisations share.
#ifndef DLOPT_DIALECT_VERIFY_NORM_H
#define DLOPT_DIALECT_VERIFY_NORM_H

#include "dialect/verify/shape.h"

/// Axis of an op whose operand 0 and result run along all dimensions, and whose
/// other operands run along those from `first` on.
dl_axis dl_norm_axis(intptr_t operand, int64_t dim, int64_t first);

/// Checks types, ranks and attributes of a normalisation; `parameters` (scale,
/// bias) may be null.
MlirLogicalResult dl_check_norm(MlirOperation op, MlirAttribute axis,
                                MlirAttribute epsilon, int n_parameters,
                                const char *const *names,
                                const MlirValue *parameters);

#endif // DLOPT_DIALECT_VERIFY_NORM_H
