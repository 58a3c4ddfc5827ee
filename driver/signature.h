// What a function of a program takes and returns, as the host sees it.
#ifndef DLOPT_DRIVER_SIGNATURE_H
#define DLOPT_DRIVER_SIGNATURE_H

#include "mlir-c/IR.h"
#include "runtime/tensor.h"

typedef enum dl_argument_kind {
  DL_ARGUMENT_VALUE,           ///< a tensor or a scalar
  DL_ARGUMENT_MEMREF,          ///< a buffer that the function may write
  DL_ARGUMENT_UNRANKED_MEMREF, ///< the same, of a shape the caller chooses
} dl_argument_kind;

typedef struct dl_signature {
  char *name;
  int n_arguments, n_results;
  dl_tensor_type *arguments, *results;
  dl_argument_kind *kinds; ///< per argument
  bool *is_2_4;            ///< per argument: its type says structured[2, 4]
} dl_signature;

/// Finds the function to call, public or not, and reads its type. `name` null
/// picks the only public function with a body, the only one that takes or
/// returns something, or the one called main or forward. Errors name the
/// functions there are. Finish it with dl_signature_finish.
DloptStatus dl_signature_init(dl_signature *signature, MlirModule module,
                              const char *name);
void dl_signature_finish(dl_signature *signature);

/// How many arguments are buffers that the function may write.
int dl_signature_n_memrefs(const dl_signature *signature);

/// The function `name` of `module`, or null.
MlirOperation dl_module_function(MlirModule module, const char *name);

#endif // DLOPT_DRIVER_SIGNATURE_H
