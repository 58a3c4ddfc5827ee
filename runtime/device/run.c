// Calls of host code on tensors in host memory.
#include "runtime/device/run.h"

#include <stdlib.h>
#include <string.h>

static DloptStatus upload(dl_device_run *run, int index) {
  dl_tensor *argument = &run->arguments[index];
  *argument = run->host[index];
  if (run->call.signature->arguments[index].is_scalar)
    return dl_status_ok();
  argument->data = NULL; // not the host's, should the next line fail
  DL_TRY(dl_device_alloc(run->device, argument->n_bytes, &argument->data));
  return dl_device_upload(run->device, argument->data, run->host[index].data,
                          argument->n_bytes);
}

DloptStatus dl_device_run_init(dl_device_run *run, dl_device *device,
                               dl_device_instance *instance,
                               dl_packed_fn function,
                               const dl_signature *signature,
                               const dl_tensor *arguments) {
  memset(run, 0, sizeof(*run));
  run->device = device;
  run->instance = instance;
  run->host = arguments;
  run->call.signature = signature;
  run->arguments =
      calloc((size_t)signature->n_arguments + 1, sizeof(*run->arguments));
  if (!run->arguments)
    return dl_status_error(DLOPT_STATUS_MEMORY, "arguments");
  for (int i = 0; i < signature->n_arguments; ++i)
    DL_TRY(upload(run, i));
  return dl_packed_call_init(&run->call, function, signature, run->arguments);
}

void dl_device_run_finish(dl_device_run *run) {
  const dl_signature *signature = run->call.signature;
  for (int i = 0; run->arguments && i < signature->n_arguments; ++i)
    if (!signature->arguments[i].is_scalar)
      dl_device_free(run->device, run->arguments[i].data);
  free(run->arguments);
  dl_packed_call_finish(&run->call);
  memset(run, 0, sizeof(*run));
}

DloptStatus dl_device_run_call(dl_device_run *run) {
  return dl_device_call(run->instance, dl_packed_call_run, &run->call);
}

static bool is_row_major(const dl_packed_result *result) {
  int64_t expected = 1;
  for (int i = result->type.rank - 1; i >= 0; --i) {
    if (result->type.shape[i] != 1 && result->strides[i] != expected)
      return false;
    expected *= result->type.shape[i];
  }
  return true;
}

/// Lays a result out row-major on the device first.
static DloptStatus download_strided(dl_device_run *run,
                                    const dl_packed_result *from,
                                    dl_tensor *to) {
  void *room;
  DL_TRY(dl_device_alloc(run->device, to->n_bytes, &room));
  DloptStatus status = dl_device_copy_strided(
      run->device, room, to->strides, from->data, from->strides, to->type.shape,
      to->type.rank, dl_element_info_of(to->type.element)->n_bytes);
  if (dl_status_is_ok(&status))
    status = dl_device_download(run->device, to->data, room, to->n_bytes);
  dl_device_free(run->device, room);
  return status;
}

static DloptStatus download(dl_device_run *run, int index, dl_tensor *to) {
  dl_packed_result from;
  dl_packed_call_result(&run->call, index, &from);
  DL_TRY(dl_tensor_init(to, &from.type));
  if (from.type.is_scalar) {
    memcpy(to->data, from.data, to->n_bytes);
    return dl_status_ok();
  }
  if (to->n_elements == 0)
    return dl_status_ok();
  return is_row_major(&from)
             ? dl_device_download(run->device, to->data, from.data, to->n_bytes)
             : download_strided(run, &from, to);
}

DloptStatus dl_device_run_results(dl_device_run *run, dl_tensor *results) {
  const dl_signature *signature = run->call.signature;
  for (int i = 0; i < signature->n_results; ++i)
    DL_TRY(download(run, i, &results[i]));
  for (int i = 0; i < signature->n_arguments; ++i)
    if (signature->kinds[i] != DL_ARGUMENT_VALUE)
      DL_TRY(dl_device_download(run->device, run->host[i].data,
                                run->arguments[i].data, run->host[i].n_bytes));
  return dl_device_synchronize(run->device);
}

static void release(void *allocated, void *user) {
  dl_device_free(user, allocated);
}

void dl_device_run_release(dl_device_run *run) {
  dl_packed_call_release(&run->call, release, run->device);
}
