// How deep a text nests: MLIR's parser recurses, and ends the process where the
// stack does.
#ifndef DLOPT_DRIVER_NESTING_H
#define DLOPT_DRIVER_NESTING_H

#include "runtime/status.h"

#include <stddef.h>

/// An error with the place if brackets in `text` nest deeper than any program
/// that a parser on a common stack survives. Bytecode passes.
DloptStatus dl_check_nesting(const char *text, size_t size, const char *name);

#endif // DLOPT_DRIVER_NESTING_H
