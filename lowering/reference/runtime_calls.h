// What the CPU cannot do in an instruction becomes a call of the runtime.
#ifndef DLOPT_LOWERING_REFERENCE_RUNTIME_CALLS_H
#define DLOPT_LOWERING_REFERENCE_RUNTIME_CALLS_H

#include "mlir-c/IR.h"

/// `cf.assert` becomes a call of `dlopt_runtime_assert_failed` where the
/// condition is false, which reports to the host instead of aborting it.
/// Conversions of 8-bit floats become calls of `dlopt_runtime_f8..._to_f32`
/// and `..._from_f64`; `math.expm1` becomes a call of libm. Fails on a type
/// that has no such function.
MlirLogicalResult dl_ref_runtime_calls(MlirOperation module);

/// Takes `contract` from conversions of floats: upstream's emulation of narrow
/// types sets it, and a later fold would then drop a rounding of the program.
MlirLogicalResult dl_ref_keep_roundings(MlirOperation module);

#endif // DLOPT_LOWERING_REFERENCE_RUNTIME_CALLS_H
