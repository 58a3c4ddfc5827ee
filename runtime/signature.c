// Signatures: memory.
#include "runtime/signature.h"

#include <stdlib.h>
#include <string.h>

DloptStatus dl_signature_make(dl_signature *signature, const char *name,
                              int n_arguments, int n_results) {
  size_t arguments = (size_t)n_arguments + 1, results = (size_t)n_results + 1;
  *signature = (dl_signature){
      .name = strdup(name),
      .n_arguments = n_arguments,
      .n_results = n_results,
      .arguments = calloc(arguments, sizeof(*signature->arguments)),
      .results = calloc(results, sizeof(*signature->results)),
      .kinds = calloc(arguments, sizeof(*signature->kinds)),
      .is_2_4 = calloc(arguments, sizeof(*signature->is_2_4)),
  };
  if (signature->name && signature->arguments && signature->results &&
      signature->kinds && signature->is_2_4)
    return dl_status_ok();
  dl_signature_finish(signature);
  return dl_status_error(DL_STATUS_MEMORY, "signature");
}

void dl_signature_finish(dl_signature *signature) {
  free(signature->name);
  free(signature->arguments);
  free(signature->results);
  free(signature->kinds);
  free(signature->is_2_4);
  memset(signature, 0, sizeof(*signature));
}

int dl_signature_n_memrefs(const dl_signature *signature) {
  int count = 0;
  for (int i = 0; i < signature->n_arguments; ++i)
    count += signature->kinds[i] != DL_ARGUMENT_VALUE;
  return count;
}

void dl_argument_type_print(const dl_tensor_type *type, dl_argument_kind kind,
                            char text[DL_TENSOR_TYPE_TEXT_BYTES]) {
  static const char tensor[] = "tensor", memref[] = "memref";
  _Static_assert(sizeof(tensor) == sizeof(memref),
                 "one takes the other's place");
  dl_tensor_type_print(type, text);
  if (kind != DL_ARGUMENT_VALUE)
    memcpy(text, memref, sizeof(memref) - 1);
}
