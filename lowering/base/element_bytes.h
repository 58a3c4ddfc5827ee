// What an element takes in memory.
#ifndef DLOPT_LOWERING_BASE_ELEMENT_BYTES_H
#define DLOPT_LOWERING_BASE_ELEMENT_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "mlir-c/IR.h"

/// Bytes that an element of a buffer takes, as LLVM lays it out: 1 also for i1
/// and i4, 4 for i24, 8 for an index; 0 for a type that is no number.
int64_t dl_element_bytes(MlirType type);

/// Bytes of a shaped type of static sizes. False if the sizes or the element
/// are not known, or their product overflows.
bool dl_shaped_bytes(MlirType type, int64_t *bytes);

#endif // DLOPT_LOWERING_BASE_ELEMENT_BYTES_H
