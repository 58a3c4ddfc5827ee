// Calls with host tensors: up, run, down.
#include "runtime/device/function.h"

#include <stdlib.h>
#include <string.h>

DloptStatus dl_device_arguments_init(dl_device_arguments *arguments,
                                     dl_device *device,
                                     const dl_tensor *host_tensors, int count) {
  *arguments = (dl_device_arguments){
      .device = device,
      .count = count,
      .tensors = calloc((size_t)count + 1, sizeof(*arguments->tensors))};
  if (!arguments->tensors)
    return dl_status_error(DL_STATUS_MEMORY, "arguments");
  for (int i = 0; i < count; ++i) {
    const dl_tensor *from = &host_tensors[i];
    dl_tensor *to = &arguments->tensors[i];
    *to = *from;
    to->allocation = NULL;
    to->n_mapped = 0;
    if (from->type.is_scalar)
      continue;
    to->data = NULL;
    DloptStatus status = dl_device_alloc(device, from->n_bytes, &to->data);
    if (dl_status_is_ok(&status))
      status = dl_device_upload(device, to->data, from->data, from->n_bytes);
    DL_TRY(dl_status_prefix(status, "argument %d", i));
  }
  return dl_status_ok();
}

void dl_device_arguments_finish(dl_device_arguments *arguments) {
  for (int i = 0; arguments->tensors && i < arguments->count; ++i)
    if (!arguments->tensors[i].type.is_scalar)
      dl_device_free(arguments->device, arguments->tensors[i].data);
  free(arguments->tensors);
  memset(arguments, 0, sizeof(*arguments));
}

/// Downloads `bytes` from a result that need not be row-major.
static DloptStatus download_strided(dl_device *device,
                                    const dl_packed_result *result,
                                    dl_tensor *tensor) {
  void *dense = NULL;
  DL_TRY(dl_device_alloc(device, tensor->n_bytes, &dense));
  DloptStatus status = dl_device_copy_strided(
      device, dense, tensor->strides, result->data, result->strides,
      tensor->type.shape, tensor->type.rank,
      dl_element_info_of(tensor->type.element)->n_bytes);
  if (dl_status_is_ok(&status))
    status = dl_device_download(device, tensor->data, dense, tensor->n_bytes);
  dl_device_free(device, dense);
  return status;
}

static bool is_row_major(const dl_packed_result *result,
                         const dl_tensor *tensor) {
  for (int i = 0; i < tensor->type.rank; ++i)
    if (tensor->type.shape[i] != 1 && result->strides[i] != tensor->strides[i])
      return false;
  return true;
}

static DloptStatus take_result(dl_device *device, const dl_packed_call *call,
                               int index, dl_tensor *tensor) {
  dl_packed_result result;
  dl_packed_call_result(call, index, &result);
  DL_TRY(dl_tensor_init(tensor, &result.type));
  if (result.type.is_scalar) {
    memcpy(tensor->data, result.data, tensor->n_bytes);
    return dl_status_ok();
  }
  return is_row_major(&result, tensor)
             ? dl_device_download(device, tensor->data, result.data,
                                  tensor->n_bytes)
             : download_strided(device, &result, tensor);
}

static void free_result(void *allocated, void *device) {
  dl_device_free(device, allocated);
}

static DloptStatus run_call(const dl_device_function *function,
                            dl_packed_call *call, dl_tensor *results) {
  dl_device *device = function->device;
  DL_TRY(dl_device_call(function->instance, dl_packed_call_run, call));
  DloptStatus status = dl_device_synchronize(device);
  for (int i = 0; i < function->signature->n_results; ++i)
    if (dl_status_is_ok(&status))
      status = take_result(device, call, i, &results[i]);
  dl_packed_call_release(call, free_result, device);
  return status;
}

/// What the function left in buffer arguments.
static DloptStatus take_buffers(const dl_device_function *function,
                                const dl_device_arguments *on_device,
                                const dl_tensor *arguments) {
  for (int i = 0; i < on_device->count; ++i)
    if (function->signature->kinds[i] != DL_ARGUMENT_VALUE)
      DL_TRY(dl_device_download(function->device, arguments[i].data,
                                on_device->tensors[i].data,
                                arguments[i].n_bytes));
  return dl_status_ok();
}

DloptStatus dl_device_function_call(const dl_device_function *function,
                                    const dl_tensor *arguments,
                                    dl_tensor *results) {
  dl_device_arguments on_device;
  dl_packed_call call = {.function = NULL};
  DloptStatus status =
      dl_device_arguments_init(&on_device, function->device, arguments,
                               function->signature->n_arguments);
  if (dl_status_is_ok(&status))
    status = dl_packed_call_init(&call, function->entry, function->signature,
                                 on_device.tensors);
  if (dl_status_is_ok(&status))
    status = run_call(function, &call, results);
  if (dl_status_is_ok(&status))
    status = take_buffers(function, &on_device, arguments);
  dl_packed_call_finish(&call);
  dl_device_arguments_finish(&on_device);
  return status;
}
