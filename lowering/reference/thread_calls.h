// Calls of shared loops go through the runtime's threads.
#ifndef DLOPT_LOWERING_REFERENCE_THREAD_CALLS_H
#define DLOPT_LOWERING_REFERENCE_THREAD_CALLS_H

#include "mlir-c/IR.h"

/// In a module of the LLVM dialect, turns each call of a function marked
/// DL_REF_BLOCKS_ATTR into a call of `dlopt_runtime_parallel_for`.
MlirLogicalResult dl_ref_thread_calls(MlirOperation module);

#endif // DLOPT_LOWERING_REFERENCE_THREAD_CALLS_H
