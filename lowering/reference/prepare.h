// What upstream's fusion and bufferization must be told before they run.
#ifndef DLOPT_LOWERING_REFERENCE_PREPARE_H
#define DLOPT_LOWERING_REFERENCE_PREPARE_H

#include "mlir-c/IR.h"

/// Hides from `linalg-fuse-elementwise-ops` the producers it must not fuse:
/// those that their consumer would compute more than once an element, and the
/// operands of contractions, whose layout the loops rely on.
MlirLogicalResult dl_ref_guard_fusion(MlirOperation module);
/// Takes the guards out again.
MlirLogicalResult dl_ref_unguard_fusion(MlirOperation module);

/// Public functions are what a host calls: their arguments belong to it, so
/// that bufferization must copy before it writes, and they get a C wrapper,
/// `_mlir_ciface_<name>`, that takes memref descriptors by pointer.
MlirLogicalResult dl_ref_mark_entries(MlirOperation module);

#endif // DLOPT_LOWERING_REFERENCE_PREPARE_H
