// What a function of a program takes and returns, read from its MLIR type.
#ifndef DLOPT_DRIVER_SIGNATURE_H
#define DLOPT_DRIVER_SIGNATURE_H

#include "mlir-c/IR.h"
#include "runtime/signature.h"

/// Finds the function to call, public or not, and reads its type. `name` null
/// picks the only public function with a body, the only one that takes or
/// returns something, or the one called main or forward. Errors name the
/// functions there are. Finish it with dl_signature_finish.
DloptStatus dl_signature_init(dl_signature *signature, MlirModule module,
                              const char *name);

/// The function `name` of `module`, or null.
MlirOperation dl_module_function(MlirModule module, const char *name);

#endif // DLOPT_DRIVER_SIGNATURE_H
