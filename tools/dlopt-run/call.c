// One call of a program, buffers that it writes included.
#include "tools/common/guard.h"
#include "tools/dlopt-run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// `inputs` gets the arguments, with copies of the buffers, which `results`
/// owns.
static DloptStatus copy_buffers(const dl_signature *signature,
                                const dl_tensors *arguments, dl_tensor *inputs,
                                dl_tensors *results) {
  int next = signature->n_results;
  for (int i = 0; i < arguments->count; ++i) {
    inputs[i] = arguments->items[i];
    if (signature->kinds[i] == DL_ARGUMENT_VALUE)
      continue;
    dl_tensor *copy = &results->items[next++];
    DL_TRY(dl_tensor_init(copy, &inputs[i].type));
    memcpy(copy->data, inputs[i].data, inputs[i].n_bytes);
    inputs[i] = *copy;
  }
  return dl_status_ok();
}

DloptStatus dl_call(dl_program *program, const dl_tensors *arguments,
                    dl_tensors *results) {
  const dl_signature *signature = &program->signature;
  DL_TRY(dl_tensors_init(results, signature->n_results +
                                      dl_signature_n_memrefs(signature)));
  dl_tensor *inputs = calloc((size_t)arguments->count + 1, sizeof(*inputs));
  if (!inputs)
    return dl_status_error(DLOPT_STATUS_MEMORY, "arguments");
  DloptStatus status = copy_buffers(signature, arguments, inputs, results);
  if (dl_status_is_ok(&status)) {
    fflush(stdout); // a fault in the program ends the process
    dl_guard_program_runs(1);
    status = dl_program_call(program, inputs, results->items);
    dl_guard_program_runs(0);
  }
  free(inputs);
  return status;
}
