// Devices: opening one, its memory, copies, the queue.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/state.h"

DloptStatus dl_device_open(const dl_device_options *options,
                           dl_device **device) {
  dl_device *made = calloc(1, sizeof(*made));
  *device = NULL;
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a device");
  made->api =
      options->kind == DL_DEVICE_CUDA ? &dl_backend_cuda : &dl_backend_emulated;
  made->is_checked = options->is_checked;
  DloptStatus status = made->api->open(options, &made->backend);
  if (dl_status_is_ok(&status))
    status = dl_pool_create(made->api, made->backend, &made->own_pool);
  if (dl_status_is_ok(&status))
    status = dl_pool_create(made->api, made->backend, &made->constants);
  if (!dl_status_is_ok(&status)) {
    dl_device_close(made);
    return status;
  }
  made->pool = made->own_pool;
  *device = made;
  return status;
}

void dl_device_close(dl_device *device) {
  if (!device)
    return;
  if (device->backend) {
    DloptStatus status = device->api->synchronize(device->backend);
    (void)status; // nobody is left to be told
    dl_strided_finish(device);
    dl_pool_destroy(device->constants);
    dl_pool_destroy(device->own_pool);
    device->api->close(device->backend);
  }
  free(device);
}

const char *dl_device_name(const dl_device *device) {
  return device->api->name(device->backend);
}

dl_device_memory dl_device_memory_of(const dl_device *device) {
  dl_device_memory memory = dl_pool_memory(device->own_pool),
                   constants = dl_pool_memory(device->constants);
  return (dl_device_memory){memory.bytes + constants.bytes,
                            memory.peak_bytes + constants.peak_bytes,
                            memory.reserved_bytes + constants.reserved_bytes};
}

DloptStatus dl_device_take(dl_device *device, dl_pool *pool, size_t bytes,
                           uint64_t *address) {
  if (bytes == 0) {
    *address = DL_DEVICE_NOWHERE;
    return dl_status_ok();
  }
  DloptStatus status = dl_pool_alloc(pool, bytes, address);
  if (status.code != DL_STATUS_MEMORY)
    return status;
  dl_device_memory memory = dl_device_memory_of(device);
  return dl_status_error(
      DL_STATUS_MEMORY,
      "out of memory on the %s: %zu bytes asked for, %zu in use by this "
      "program: %s; use a smaller batch, or free memory of other programs",
      dl_device_name(device), bytes, memory.bytes, status.message);
}

DloptStatus dl_device_alloc(dl_device *device, size_t bytes, void **address) {
  uint64_t taken = 0;
  DloptStatus status = dl_device_take(device, device->pool, bytes, &taken);
  *address = (void *)(uintptr_t)taken;
  return status;
}

void dl_device_free(dl_device *device, void *address) {
  dl_pool_free(device->pool, (uint64_t)(uintptr_t)address);
}

static void describe_kernel(const dl_device_kernel *row, char *text,
                            size_t room) {
  snprintf(text, room, "'%s'%s%s%s", row->name, row->what ? " (" : "",
           row->what ? row->what : "", row->what ? ")" : "");
}

DloptStatus dl_device_waited(dl_device *device, DloptStatus status) {
  size_t n = device->n_launched;
  device->n_launched = 0;
  if (dl_status_is_ok(&status) || n == 0)
    return status;
  char kernels[512];
  size_t at = 0;
  for (size_t i = 0; i < n && i < DL_DEVICE_RECENT && at < sizeof(kernels);
       ++i) {
    char kernel[192];
    describe_kernel(device->recent[(n - 1 - i) % DL_DEVICE_RECENT], kernel,
                    sizeof(kernel));
    at += (size_t)snprintf(kernels + at, sizeof(kernels) - at, "%s%s",
                           i ? ", before it " : "", kernel);
  }
  if (n == 1)
    return dl_status_prefix(status, "kernel %s", kernels);
  return dl_status_prefix(status,
                          "one of %zu kernels since the last wait (the last "
                          "%s; checked launches tell which)",
                          n, kernels);
}

DloptStatus dl_device_synchronize(dl_device *device) {
  return dl_device_waited(device, device->api->synchronize(device->backend));
}

DloptStatus dl_device_upload(dl_device *device, void *to, const void *from,
                             size_t bytes) {
  if (bytes == 0)
    return dl_status_ok();
  return device->api->write(device->backend, (uint64_t)(uintptr_t)to, from,
                            bytes);
}

DloptStatus dl_device_download(dl_device *device, void *to, const void *from,
                               size_t bytes) {
  if (bytes == 0)
    return dl_device_synchronize(device);
  return dl_device_waited(
      device,
      device->api->read(device->backend, to, (uint64_t)(uintptr_t)from, bytes));
}

static DloptStatus check_grid(const int64_t grid[3]) {
  static const int64_t most[3] = {INT32_MAX, 65535, 65535};
  for (int i = 0; i < 3; ++i)
    if (grid[i] < 1 || grid[i] > most[i])
      return dl_status_error(DL_STATUS_INPUT,
                             "a grid of %" PRId64 " x %" PRId64 " x %" PRId64
                             " CTAs; a GPU has 1 to 2^31-1, 65535, 65535",
                             grid[0], grid[1], grid[2]);
  return dl_status_ok();
}

DloptStatus dl_device_launch(dl_device *device, const dl_backend_kernel *kernel,
                             const dl_device_kernel *row, const int64_t grid[3],
                             void **arguments) {
  DloptStatus status = check_grid(grid);
  if (dl_status_is_ok(&status)) {
    uint32_t ctas[3] = {(uint32_t)grid[0], (uint32_t)grid[1],
                        (uint32_t)grid[2]};
    status = device->api->launch(device->backend, kernel, ctas, arguments);
  }
  if (!dl_status_is_ok(&status)) {
    char text[256];
    describe_kernel(row, text, sizeof(text));
    return dl_status_prefix(status, "kernel %s", text);
  }
  if (device->is_checked)
    device->n_launched = 0; // those before went well
  device->recent[device->n_launched++ % DL_DEVICE_RECENT] = row;
  return device->is_checked && device->pool == device->own_pool
             ? dl_device_synchronize(device)
             : status;
}

DloptStatus dl_device_mark(dl_device *device, int moment) {
  if (!device->api->mark)
    return dl_status_error(DL_STATUS_USAGE, "the %s has no clock",
                           dl_device_name(device));
  return device->api->mark(device->backend, moment != 0);
}

DloptStatus dl_device_elapsed(dl_device *device, double *seconds) {
  *seconds = 0;
  if (!device->api->elapsed)
    return dl_status_error(DL_STATUS_USAGE, "the %s has no clock",
                           dl_device_name(device));
  return dl_device_waited(device,
                          device->api->elapsed(device->backend, seconds));
}
