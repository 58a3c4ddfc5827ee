// What the parts of dlopt-reference-widen share.
#ifndef DLOPT_LOWERING_REFERENCE_WIDEN_H
#define DLOPT_LOWERING_REFERENCE_WIDEN_H

#include "mlir-c/IR.h"

/// `type` with f16, bf16, tf32 and f32 as f64, also inside shaped and function
/// types; the same type if there is none in it.
MlirType dl_wide_type(MlirType type);

/// `attr`, a number or numbers of such a type, with the same values in f64.
/// Null if it is of a kind that cannot be converted.
MlirAttribute dl_wide_attribute(MlirAttribute attr);

#endif // DLOPT_LOWERING_REFERENCE_WIDEN_H
