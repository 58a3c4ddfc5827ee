// Guarded calls that end in a status.
#ifndef DLOPT_RUNTIME_HOST_GUARDED_H
#define DLOPT_RUNTIME_HOST_GUARDED_H

#include "runtime/status.h"

/// As dlopt_runtime_guarded; the status tells a lack of memory from a fault of
/// the program.
DloptStatus dl_guarded_call(void (*body)(void *), void *data);

#endif // DLOPT_RUNTIME_HOST_GUARDED_H
