// From linalg on tensors to native code: the CPU route, all of it.
#ifndef DLOPT_LOWERING_REFERENCE_CPU_PIPELINE_H
#define DLOPT_LOWERING_REFERENCE_CPU_PIPELINE_H

#include <stdbool.h>

#include "lowering/reference/constants.h"
#include "mlir-c/IR.h"

typedef struct dl_cpu_options {
  int vector_bytes; ///< width of a vector register: 16, 32 or 64
  bool parallel;    ///< share large loops among threads
  /// Where constants of `constant_bytes` or more go; null leaves all in the
  /// code. The caller destroys it.
  dl_cpu_constants *constants;
  size_t constant_bytes;
} dl_cpu_options;

/// Widest vectors of the machine this runs on, and threads; constants stay in
/// the code.
dl_cpu_options dl_cpu_options_for_host(void);

/// Lowers a module of linalg, tensor, arith, math, scf, cf, func (and what
/// memref and affine code a program brings) to the LLVM dialect, in place.
/// Upstream's dialects must be registered in the context. Diagnoses failures.
MlirLogicalResult dl_cpu_lower(MlirModule module,
                               const dl_cpu_options *options);

#endif // DLOPT_LOWERING_REFERENCE_CPU_PIPELINE_H
