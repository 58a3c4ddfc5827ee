// The steps of the CPU route that are ours; cpu_pipeline.c puts them in order.
#ifndef DLOPT_LOWERING_CPU_STEPS_H
#define DLOPT_LOWERING_CPU_STEPS_H

#include <stdbool.h>

#include "mlir-c/IR.h"

/// Hides from `linalg-fuse-elementwise-ops` the producers it must not fuse:
/// those that their consumer would compute more than once an element, and the
/// operands of contractions.
MlirLogicalResult dl_cpu_guard_fusion(MlirOperation module);
/// Takes the guards out again.
MlirLogicalResult dl_cpu_unguard_fusion(MlirOperation module);

/// Copies operands of reductions into the order of memory that vectors need.
MlirLogicalResult dl_cpu_pack_operands(MlirOperation module);

/// Gives each operation that writes an empty or a filled tensor one of its own;
/// bufferization's time then grows with the program, not with its square.
MlirLogicalResult dl_cpu_split_empties(MlirOperation module);

/// Public functions are what a host calls: their arguments belong to it, so
/// that bufferization must copy before it writes, and they get a C wrapper,
/// `_mlir_ciface_<name>`, that takes memref descriptors by pointer. External
/// functions are taken not to write to a tensor.
MlirLogicalResult dl_cpu_mark_entries(MlirOperation module);
/// Takes from arguments and results what only bufferization, or the tool that
/// wrote the program, understands: translation to LLVM warns of it.
MlirLogicalResult dl_cpu_unmark_functions(MlirOperation module);

/// Marks the function that runs some blocks [from, to) of a loop that may be
/// shared among threads. Until dl_cpu_thread_calls, calls of it pass
/// (number of blocks, scalar operations) in place of (from, to).
#define DL_CPU_BLOCKS_ATTR "dlopt.blocks"

/// Replaces each structured operation on buffers by a call of a function that
/// runs it; operations that are the same but for their operands share one.
/// `vector_bytes` is the width of a vector register; with `parallel`, loops
/// with enough work are prepared to be shared among threads; with `explain`, an
/// operation that runs as upstream's loops gets a remark with the reason.
MlirLogicalResult dl_cpu_outline_loops(MlirOperation module, int vector_bytes,
                                       bool parallel, bool explain);

/// Takes `contract` from conversions of floats: upstream's emulation of narrow
/// types sets it, and a later fold would then drop a rounding of the program.
MlirLogicalResult dl_cpu_keep_roundings(MlirOperation module);

/// `cf.assert` becomes a call of `dlopt_runtime_assert_failed` where the
/// condition is false, which reports to the host instead of aborting it.
/// Conversions of 8-bit floats become calls of `dlopt_runtime_f8..._to_f32`
/// and `..._from_f64`; `math.expm1` becomes a call of libm; `arith.maximumf`
/// and `minimumf` become LLVM's. Fails on a type that has no such function.
MlirLogicalResult dl_cpu_runtime_calls(MlirOperation module);

/// In a module of the LLVM dialect, turns each call of a function marked
/// DL_CPU_BLOCKS_ATTR into a call of `dlopt_runtime_parallel_for`.
MlirLogicalResult dl_cpu_thread_calls(MlirOperation module);

/// In a module of the LLVM dialect, loads and stores integers such as i4 as
/// whole bytes, sign-extended, as hosts keep them.
MlirLogicalResult dl_cpu_byte_access(MlirOperation module);

#endif // DLOPT_LOWERING_CPU_STEPS_H
