// Host code around kernels, from tensors to the LLVM dialect, as textual
// pipelines on builtin.module.
#ifndef DLOPT_LOWERING_HOST_HOST_PIPELINE_H
#define DLOPT_LOWERING_HOST_HOST_PIPELINE_H

#include "lowering/cpu/cpu_pipeline.h"
#include "lowering/ptx/ptx_pipeline.h"

/// Buffers instead of tensors, all of them in GPU memory, each freed once.
/// `options` are those of dlopt-host-device-memory. The GPU functions must not
/// have become PTX yet: their schedules go into the table of kernels.
#define DL_HOST_TO_DEVICE(options)                                             \
  "dlopt-cpu-mark-entries," DL_CPU_TIDY "," DL_CPU_TO_ALLOCATIONS              \
  ",func.func(dlopt-memory-plan-arena),"                                       \
  "ownership-based-buffer-deallocation,func.func(canonicalize),"               \
  "buffer-deallocation-simplification,func.func(canonicalize,cse,"             \
  "dlopt-memory-free-early),"                                                  \
  "dlopt-host-device-memory" options                                           \
  ",dlopt-cpu-unmark-functions,func.func(canonicalize,cse)"

/// The LLVM dialect, by the CPU's passes for scalar code. No gpu.module may be
/// left, whose code these passes would lower for the CPU.
#define DL_HOST_TO_LLVM                                                        \
  DL_CPU_TO_SCALARS                                                            \
  ",dlopt-cpu-keep-roundings,dlopt-cpu-runtime-calls," DL_CPU_TO_LLVM          \
  ",dlopt-cpu-byte-access," DL_CPU_CLEAN_UP

#endif // DLOPT_LOWERING_HOST_HOST_PIPELINE_H
