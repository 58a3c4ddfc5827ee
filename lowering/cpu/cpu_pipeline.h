// From linalg on tensors to the LLVM dialect: the CPU route, all of it.
#ifndef DLOPT_LOWERING_CPU_CPU_PIPELINE_H
#define DLOPT_LOWERING_CPU_CPU_PIPELINE_H

#include <stdbool.h>

#include "lowering/cpu/constants.h"
#include "mlir-c/IR.h"

typedef struct dl_cpu_options {
  int vector_bytes; ///< width of a vector register: 16, 32 or 64
  bool parallel;    ///< share large loops among threads
  bool explain;     ///< a remark for each operation that runs as serial loops
  /// Where constants of `constant_bytes` or more go; null leaves all in the
  /// code. The caller destroys it, after the module's context.
  dl_cpu_constants *constants;
  size_t constant_bytes;
} dl_cpu_options;

/// Widest vectors of the machine this runs on, and threads; constants stay in
/// the code.
dl_cpu_options dl_cpu_options_for_host(void);

/// Lowers a module of linalg, tensor, arith, math, scf, cf, func (and what
/// memref and affine code a program brings) to the LLVM dialect, in place.
/// Upstream's dialects and passes must be registered. Diagnoses failures.
MlirLogicalResult dl_cpu_lower(MlirModule module,
                               const dl_cpu_options *options);

// Upstream's part of the route, as textual pipelines on `builtin.module`, in
// this order; ours goes between (cpu_pipeline.c).

/// Every structured operation is a linalg.generic.
#define DL_CPU_TO_GENERICS                                                     \
  "convert-tensor-to-linalg,"                                                  \
  "func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops,"       \
  "canonicalize,cse)"

/// Elementwise chains are one operation each.
#define DL_CPU_FUSE "func.func(linalg-fuse-elementwise-ops)"

/// What fusion and packing left is tidy.
#define DL_CPU_TIDY "func.func(canonicalize,cse)"

/// Buffers instead of tensors, all allocated; results belong to the caller.
#define DL_CPU_TO_ALLOCATIONS                                                  \
  "eliminate-empty-tensors,"                                                   \
  "func.func(empty-tensor-to-alloc-tensor),"                                   \
  "one-shot-bufferize{bufferize-function-boundaries=true "                     \
  "function-boundary-type-conversion=identity-layout-map "                     \
  "allow-return-allocs-from-loops=true buffer-alignment=64},"                  \
  "func.func(canonicalize,cse)"

/// The same, and each freed once.
#define DL_CPU_TO_BUFFERS                                                      \
  DL_CPU_TO_ALLOCATIONS                                                        \
  ",buffer-deallocation-pipeline,convert-bufferization-to-memref,"             \
  "func.func(canonicalize)"

/// No structured operation, no affine one, no arithmetic in narrow floats.
#define DL_CPU_TO_SCALARS                                                      \
  "func.func(convert-linalg-to-loops,lower-affine,"                            \
  "lower-vector-multi-reduction),canonicalize,cse,"                            \
  "func.func(arith-emulate-unsupported-floats{"                                \
  "source-types=bf16,f8E5M2,f8E4M3,f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ,"            \
  "f8E3M4 target-type=f32},"                                                   \
  "math-extend-to-supported-types{target-type=f32})"

/// The LLVM dialect. What LLVM has an intrinsic for, it lowers to instructions
/// or libm itself; convert-math-to-libm takes the rest.
#define DL_CPU_TO_LLVM                                                         \
  "func.func(convert-vector-to-scf,expand-strided-metadata,lower-affine,"      \
  "canonicalize,cse,convert-scf-to-cf,expand-realloc,"                         \
  "arith-expand{include-bf16=true}),"                                          \
  "convert-math-to-funcs,"                                                     \
  "func.func(math-expand-ops{ops=rsqrt,clampf},"                               \
  "convert-math-to-llvm{approximate-log1p=false}),"                            \
  "convert-math-to-libm,convert-vector-to-llvm,"                               \
  "finalize-memref-to-llvm{use-generic-functions=true},"                       \
  "convert-arith-to-llvm,convert-index-to-llvm,convert-func-to-llvm,"          \
  "convert-cf-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts"

/// Nothing is computed twice or for nothing.
#define DL_CPU_CLEAN_UP "llvm.func(canonicalize,cse)"

/// The whole route as one textual pipeline, with the default options and the
/// constants in the code: `dlopt-linalg-to-llvm`.
#define DL_CPU_PIPELINE                                                        \
  DL_CPU_TO_GENERICS                                                           \
  ",dlopt-cpu-guard-fusion," DL_CPU_FUSE                                       \
  ",dlopt-cpu-unguard-fusion,dlopt-cpu-pack-operands,"                         \
  "dlopt-cpu-mark-entries," DL_CPU_TIDY                                        \
  ",dlopt-cpu-split-empties," DL_CPU_TO_BUFFERS ",dlopt-cpu-unmark-functions"  \
  ",dlopt-cpu-outline-loops," DL_CPU_TO_SCALARS                                \
  ",dlopt-cpu-keep-roundings,dlopt-cpu-runtime-calls," DL_CPU_TO_LLVM          \
  ",dlopt-cpu-thread-calls,dlopt-cpu-byte-access," DL_CPU_CLEAN_UP

#endif // DLOPT_LOWERING_CPU_CPU_PIPELINE_H
