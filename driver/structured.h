// Types of tensors that are 2:4 (runtime/structured.h).
#ifndef DLOPT_DRIVER_STRUCTURED_H
#define DLOPT_DRIVER_STRUCTURED_H

#include <stdbool.h>

#include "mlir-c/IR.h"

/// True for a tensor type whose encoding has the level structured[2, 4].
bool dl_type_is_structured_2_4(MlirType type);

#endif // DLOPT_DRIVER_STRUCTURED_H
