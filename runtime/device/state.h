// What devices and instances hold. Private to runtime/device.
#ifndef DLOPT_RUNTIME_DEVICE_STATE_H
#define DLOPT_RUNTIME_DEVICE_STATE_H

#include "runtime/device/pool.h"
#include "runtime/device/strided.h"

enum { DL_DEVICE_RECENT = 4 };

struct dl_device {
  const dl_backend_api *api;
  dl_backend *backend;
  dl_pool *constants; ///< their memory, which nobody but us may free
  dl_pool *own_pool;
  dl_pool *pool; ///< where programs' memory comes from: own_pool, a graph's
  bool is_checked;
  dl_strided_kernels strided;
  /// Kernels launched since the queue was last known to be well; the latest are
  /// in `recent`, number i at i % DL_DEVICE_RECENT.
  size_t n_launched;
  const dl_device_kernel *recent[DL_DEVICE_RECENT];
};

struct dl_device_instance {
  dl_device *device;
  const dl_device_program *program;
  dl_backend_module **modules;
  dl_backend_kernel **kernels;
  uint64_t *constants; ///< addresses
};

/// What memory of 0 bytes has as its address: nothing can be there.
#define DL_DEVICE_NOWHERE ((uint64_t)256)

/// Memory of `pool`, with a message for users where there is none.
DloptStatus dl_device_take(dl_device *device, dl_pool *pool, size_t bytes,
                           uint64_t *address);

/// As the functions of abi.h, but with a status.
DloptStatus dl_device_launch(dl_device *device, const dl_backend_kernel *kernel,
                             const dl_device_kernel *row, const int64_t grid[3],
                             void **arguments);

/// `status` of a call that waits for the queue; says which kernels may have
/// failed.
DloptStatus dl_device_waited(dl_device *device, DloptStatus status);

#endif // DLOPT_RUNTIME_DEVICE_STATE_H
