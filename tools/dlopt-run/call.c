// One call of a program, buffers that it writes included.
#include "tools/common/guard.h"
#include "tools/dlopt-run/run.h"

#include <stdio.h>
#include <stdlib.h>

DloptStatus dl_call(dl_program *program, const dl_tensors *arguments,
                    dl_tensors *results) {
  dl_tensor *inputs = calloc((size_t)arguments->count + 1, sizeof(*inputs));
  if (!inputs)
    return dl_status_error(DLOPT_STATUS_MEMORY, "arguments");
  DloptStatus status =
      dl_prepare_call(&program->signature, arguments, inputs, results);
  if (dl_status_is_ok(&status)) {
    fflush(stdout); // a fault in the program ends the process
    dl_guard_program_runs(1);
    status = dl_program_call(program, inputs, results->items);
    dl_guard_program_runs(0);
  }
  free(inputs);
  return status;
}
