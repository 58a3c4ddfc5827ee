// Compiled CPU functions, called with host tensors.
#ifndef DLOPT_RUNTIME_HOST_FUNCTION_H
#define DLOPT_RUNTIME_HOST_FUNCTION_H

#include "runtime/packed_call.h"

/// Calls the packed entry of a function of type `signature`. Arguments must fit
/// their types. Makes `results[0 .. n_results)`, which the caller finishes. A
/// failed assertion of the program is an error with its message.
DloptStatus dl_host_function_call(dl_packed_fn entry,
                                  const dl_signature *signature,
                                  const dl_tensor *arguments,
                                  dl_tensor *results);

#endif // DLOPT_RUNTIME_HOST_FUNCTION_H
