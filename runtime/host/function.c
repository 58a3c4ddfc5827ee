// Calls of CPU code: run, copy the results, free what the code left.
#include "runtime/host/function.h"

#include "runtime/host/guarded.h"
#include "runtime/host/host.h"

static DloptStatus take_result(const dl_packed_call *call, int index,
                               dl_tensor *tensor) {
  dl_packed_result result;
  dl_packed_call_result(call, index, &result);
  DL_TRY(dl_tensor_init(tensor, &result.type));
  dl_tensor_copy_strided(tensor, result.data, result.strides);
  return dl_status_ok();
}

static void free_result(void *allocated, void *user) {
  dlopt_runtime_free(allocated);
}

static DloptStatus run_call(dl_packed_call *call, dl_tensor *results) {
  DL_TRY(dl_guarded_call(dl_packed_call_run, call));
  DloptStatus status = dl_status_ok();
  for (int i = 0; i < call->signature->n_results; ++i)
    if (dl_status_is_ok(&status))
      status = take_result(call, i, &results[i]);
  dl_packed_call_release(call, free_result, NULL);
  return status;
}

DloptStatus dl_host_function_call(dl_packed_fn entry,
                                  const dl_signature *signature,
                                  const dl_tensor *arguments,
                                  dl_tensor *results) {
  dl_packed_call call;
  DloptStatus status = dl_packed_call_init(&call, entry, signature, arguments);
  if (dl_status_is_ok(&status))
    status = run_call(&call, results);
  dl_packed_call_finish(&call);
  return status;
}
