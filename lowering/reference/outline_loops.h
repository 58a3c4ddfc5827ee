// Structured operations on buffers become calls of functions of loops.
#ifndef DLOPT_LOWERING_REFERENCE_OUTLINE_LOOPS_H
#define DLOPT_LOWERING_REFERENCE_OUTLINE_LOOPS_H

#include <stdbool.h>

#include "mlir-c/IR.h"

/// Marks the function that runs some blocks [from, to) of a loop that may be
/// shared among threads. Until dl_ref_thread_calls, calls of it pass
/// (number of blocks, scalar operations) in place of (from, to).
#define DL_REF_BLOCKS_ATTR "dlopt.blocks"

/// Replaces each structured operation in `module` by a call of a function that
/// runs it; operations that are the same but for their operands share one.
/// `vector_bytes` is the width of a vector register; with `parallel`, loops
/// with enough work are prepared to be shared among threads.
MlirLogicalResult dl_ref_outline_loops(MlirOperation module, int vector_bytes,
                                       bool parallel);

#endif // DLOPT_LOWERING_REFERENCE_OUTLINE_LOOPS_H
