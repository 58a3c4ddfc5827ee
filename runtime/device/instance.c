// Programs on a device: their kernels and constants, and calls of host code
// that refers to them by number.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/abi.h"
#include "runtime/device/state.h"
#include "runtime/host/guarded.h"
#include "runtime/host/host.h"

/// The call that runs on a thread.
struct call {
  dl_device_instance *instance;
  DloptStatus fault; ///< why abi.h ended it; ok if it did not
};

static _Thread_local struct call *current;

static DloptStatus load_modules(dl_device_instance *instance) {
  const dl_device_program *program = instance->program;
  dl_device *device = instance->device;
  for (size_t i = 0; i < program->n_modules; ++i)
    DL_TRY(device->api->load(device->backend, &program->modules[i],
                             &instance->modules[i]));
  for (size_t i = 0; i < program->n_kernels; ++i) {
    const dl_device_kernel *row = &program->kernels[i];
    if (row->module >= program->n_modules)
      return dl_status_error(DL_STATUS_INPUT,
                             "kernel '%s' is in module %" PRIu32 " of %zu",
                             row->name, row->module, program->n_modules);
    DL_TRY(device->api->find(device->backend, instance->modules[row->module],
                             row, &instance->kernels[i]));
  }
  return dl_status_ok();
}

static DloptStatus upload_constants(dl_device_instance *instance) {
  const dl_device_program *program = instance->program;
  for (size_t i = 0; i < program->n_constants; ++i) {
    const dl_device_constant *constant = &program->constants[i];
    DL_TRY(dl_device_take(instance->device, instance->device->constants,
                          constant->size, &instance->constants[i]));
    DL_TRY(dl_device_upload(instance->device,
                            (void *)(uintptr_t)instance->constants[i],
                            constant->data, constant->size));
  }
  return dl_status_ok();
}

DloptStatus dl_device_load(dl_device *device, const dl_device_program *program,
                           dl_device_instance **instance) {
  *instance = NULL;
  dl_device_instance *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a program");
  *made = (dl_device_instance){
      .device = device,
      .program = program,
      .modules = calloc(program->n_modules + 1, sizeof(*made->modules)),
      .kernels = calloc(program->n_kernels + 1, sizeof(*made->kernels)),
      .constants = calloc(program->n_constants + 1, sizeof(*made->constants)),
  };
  DloptStatus status =
      made->modules && made->kernels && made->constants
          ? load_modules(made)
          : dl_status_error(DL_STATUS_MEMORY, "no memory for a program");
  if (dl_status_is_ok(&status))
    status = upload_constants(made);
  if (!dl_status_is_ok(&status)) {
    dl_device_unload(made);
    return dl_status_prefix(status, "program '%s'", program->name);
  }
  *instance = made;
  return status;
}

void dl_device_unload(dl_device_instance *instance) {
  if (!instance)
    return;
  dl_device *device = instance->device;
  const dl_device_program *program = instance->program;
  for (size_t i = 0; instance->constants && i < program->n_constants; ++i)
    dl_pool_free(device->constants, instance->constants[i]);
  for (size_t i = 0; instance->modules && i < program->n_modules; ++i)
    if (instance->modules[i])
      device->api->unload(device->backend, instance->modules[i]);
  free(instance->modules);
  free(instance->kernels);
  free(instance->constants);
  free(instance);
}

DloptStatus dl_device_call(dl_device_instance *instance, void (*body)(void *),
                           void *data) {
  if (current)
    return dl_status_error(DL_STATUS_USAGE,
                           "a call of a GPU program inside another");
  struct call call = {.instance = instance, .fault = dl_status_ok()};
  dl_pool_mark(instance->device->pool);
  current = &call;
  DloptStatus status = dl_guarded_call(body, data);
  current = NULL;
  if (dl_status_is_ok(&status))
    return status;
  dl_pool_rewind(instance->device->pool);
  return dl_status_is_ok(&call.fault) ? status : call.fault;
}

// The functions of abi.h.

/// Ends the guarded call.
static _Noreturn void fail(DloptStatus status) {
  if (current)
    current->fault = status;
  dlopt_runtime_assert_failed(status.message);
}

static void must(DloptStatus status) {
  if (!dl_status_is_ok(&status))
    fail(status);
}

static dl_device_instance *running(void) {
  if (!current)
    fail(dl_status_error(DL_STATUS_USAGE,
                         "host code of a GPU program was called outside "
                         "dl_device_call"));
  return current->instance;
}

static size_t to_size(int64_t bytes, const char *what) {
  if (bytes < 0)
    fail(dl_status_error(DL_STATUS_INPUT, "%s of %" PRId64 " bytes", what,
                         bytes));
  return (size_t)bytes;
}

void *dlopt_device_alloc(int64_t bytes) {
  void *address;
  must(
      dl_device_alloc(running()->device, to_size(bytes, "a buffer"), &address));
  return address;
}

void dlopt_device_free(void *device) {
  uint64_t address = (uint64_t)(uintptr_t)device;
  if (address == 0 || address == DL_DEVICE_NOWHERE)
    return;
  if (!dl_pool_free(running()->device->pool, address))
    fail(dl_status_error(DL_STATUS_INPUT,
                         "the program frees device memory that it did not "
                         "allocate, at 0x%" PRIx64,
                         address));
}

void dlopt_device_copy(void *device_to, const void *device_from,
                       int64_t bytes) {
  dl_device *device = running()->device;
  size_t size = to_size(bytes, "a copy");
  if (size > 0)
    must(device->api->copy(device->backend, (uint64_t)(uintptr_t)device_to,
                           (uint64_t)(uintptr_t)device_from, size));
}

void dlopt_device_copy_strided(void *device_to, const int64_t *to_strides,
                               const void *device_from,
                               const int64_t *from_strides,
                               const int64_t *sizes, int64_t rank,
                               int64_t element_bytes) {
  must(dl_device_copy_strided(running()->device, device_to, to_strides,
                              device_from, from_strides, sizes, rank,
                              element_bytes));
}

void dlopt_device_read(void *host_to, const void *device_from, int64_t bytes) {
  must(dl_device_download(running()->device, host_to, device_from,
                          to_size(bytes, "a copy")));
}

void dlopt_device_write(void *device_to, const void *host_from, int64_t bytes) {
  must(dl_device_upload(running()->device, device_to, host_from,
                        to_size(bytes, "a copy")));
}

void dlopt_device_synchronize(void) {
  must(dl_device_synchronize(running()->device));
}

const void *dlopt_device_constant(int64_t index) {
  const dl_device_instance *instance = running();
  if (index < 0 || (uint64_t)index >= instance->program->n_constants)
    fail(dl_status_error(
        DL_STATUS_INPUT, "constant %" PRId64 " of %zu of program '%s'", index,
        instance->program->n_constants, instance->program->name));
  return (const void *)(uintptr_t)instance->constants[index];
}

void dlopt_device_launch(int64_t index, int64_t grid_x, int64_t grid_y,
                         int64_t grid_z, void **arguments) {
  const dl_device_instance *instance = running();
  const dl_device_program *program = instance->program;
  if (index < 0 || (uint64_t)index >= program->n_kernels)
    fail(dl_status_error(DL_STATUS_INPUT,
                         "kernel %" PRId64 " of %zu of program '%s'", index,
                         program->n_kernels, program->name));
  int64_t grid[3] = {grid_x, grid_y, grid_z};
  must(dl_device_launch(instance->device, instance->kernels[index],
                        &program->kernels[index], grid, arguments));
}

void dlopt_device_tensor_map(void *descriptor, const void *device, int64_t type,
                             int64_t rank, const int64_t *sizes,
                             const int64_t *strides, const int64_t *box,
                             int64_t swizzle) {
  dl_device *open = running()->device;
  must(open->api->tensor_map(open->backend, descriptor,
                             (uint64_t)(uintptr_t)device, type, rank, sizes,
                             strides, box, swizzle));
}
