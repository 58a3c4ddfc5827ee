// What a compiled function takes and returns, as the host sees it.
#ifndef DLOPT_RUNTIME_SIGNATURE_H
#define DLOPT_RUNTIME_SIGNATURE_H

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

/// Makes a signature with room for its types, all zero.
DloptStatus dl_signature_make(dl_signature *signature, const char *name,
                              int n_arguments, int n_results);

/// An empty (all-zero) or already finished signature is fine.
void dl_signature_finish(dl_signature *signature);

/// Prints the type of an argument as MLIR does: a buffer is a memref.
void dl_argument_type_print(const dl_tensor_type *type, dl_argument_kind kind,
                            char text[DL_TENSOR_TYPE_TEXT_BYTES]);

/// How many arguments are buffers that the function may write.
int dl_signature_n_memrefs(const dl_signature *signature);

#endif // DLOPT_RUNTIME_SIGNATURE_H
