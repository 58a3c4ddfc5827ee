// The GPUs that we generate code for, as a table: what LLVM may be asked for
// and what the hardware has. LLVM aborts, or ignores the question, where this
// table refuses. No MLIR: tools check names with it.
#ifndef DLOPT_LOWERING_PTX_TARGET_TABLE_H
#define DLOPT_LOWERING_PTX_TARGET_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dl_gpu_target {
  const char *chip;     ///< as LLVM and ptxas spell it
  int sm;               ///< compute capability, 10 * major + minor
  const char *features; ///< the lowest PTX version that has what we emit
  int shared_bytes;     ///< shared memory that one CTA can ask for
  bool has_fp8;         ///< conversions and products of 8-bit floats
  bool has_tma;         ///< bulk tensor copies and mbarrier transactions
  bool has_wgmma;       ///< products of warpgroups; only of sm_90a
} dl_gpu_target;

/// The target called `chip`; null if there is none.
const dl_gpu_target *dl_gpu_target_of(const char *chip);

/// The names of all targets, "sm_80, sm_86, ...".
const char *dl_gpu_target_names(char *buffer, size_t size);

#endif // DLOPT_LOWERING_PTX_TARGET_TABLE_H
