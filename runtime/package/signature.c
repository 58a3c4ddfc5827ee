// Signatures from the types that a package spells.
#include <string.h>

#include "runtime/package/tools_api.h"

static DloptStatus read_type(const char *text, dl_tensor_type *type) {
  size_t used = 0;
  DL_TRY(dl_tensor_type_parse(text, strlen(text), type, &used));
  return text[used] ? dl_status_error(DL_STATUS_INPUT, "'%s' is no type", text)
                    : dl_status_ok();
}

static DloptStatus read_types(const dl_package_function *function,
                              bool of_reference, dl_signature *signature) {
  const dl_package_value *arguments = of_reference
                                          ? function->reference_arguments
                                          : function->arguments,
                         *results = of_reference ? function->reference_results
                                                 : function->results;
  for (int i = 0; i < function->n_arguments; ++i) {
    DL_TRY(read_type(arguments[i].type, &signature->arguments[i]));
    signature->kinds[i] = (dl_argument_kind)arguments[i].kind;
    signature->is_2_4[i] = arguments[i].is_2_4 != 0;
  }
  for (int i = 0; i < function->n_results; ++i)
    DL_TRY(read_type(results[i].type, &signature->results[i]));
  return dl_status_ok();
}

DloptStatus dl_package_signature(const dl_package_function *function,
                                 bool of_reference, dl_signature *signature) {
  DL_TRY(dl_signature_make(signature, function->name, function->n_arguments,
                           function->n_results));
  DloptStatus status = read_types(function, of_reference, signature);
  if (!dl_status_is_ok(&status))
    dl_signature_finish(signature);
  return status;
}
