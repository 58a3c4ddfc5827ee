// The GPUs that we generate code for, and MLIR.
#ifndef DLOPT_LOWERING_PTX_TARGETS_H
#define DLOPT_LOWERING_PTX_TARGETS_H

#include "lowering/ptx/target_table.h"
#include "mlir-c/IR.h"

/// The same as dl_gpu_target_of, with an error at `op` that lists the targets
/// if there is none.
const dl_gpu_target *dl_gpu_target_for(MlirOperation op, const char *chip);

/// `#nvvm.target<...>` of a target.
MlirAttribute dl_gpu_target_attr(MlirContext context,
                                 const dl_gpu_target *target);

#endif // DLOPT_LOWERING_PTX_TARGETS_H
