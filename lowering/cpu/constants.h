// Large constants stay out of the code that LLVM compiles.
#ifndef DLOPT_LOWERING_CPU_CONSTANTS_H
#define DLOPT_LOWERING_CPU_CONSTANTS_H

#include <stddef.h>

#include "mlir-c/IR.h"

/// A constant that lowered code expects at the address of a symbol, in
/// row-major order, aligned to 64 bytes, never written.
typedef struct dl_cpu_constant {
  char *symbol;        ///< owned
  MlirAttribute value; ///< elements attribute, owned by the context
  MlirType type;       ///< memref type
  size_t size_bytes;
} dl_cpu_constant;

typedef struct dl_cpu_constants {
  dl_cpu_constant *items;
  size_t count;
} dl_cpu_constants;

void dl_cpu_constants_destroy(dl_cpu_constants *constants);

/// Turns each constant of at least `min_bytes` in `module` (buffers, not yet
/// LLVM) into a symbol from outside and adds it to `constants`.
MlirLogicalResult dl_cpu_extract_constants(MlirOperation module,
                                           size_t min_bytes,
                                           dl_cpu_constants *constants);

#endif // DLOPT_LOWERING_CPU_CONSTANTS_H
