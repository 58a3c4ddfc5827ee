// Calls of host code on tensors in host memory: arguments are uploaded once,
// the call runs as often as one likes, its results are downloaded.
#ifndef DLOPT_RUNTIME_DEVICE_RUN_H
#define DLOPT_RUNTIME_DEVICE_RUN_H

#include "runtime/device/device.h"
#include "runtime/packed_call.h"

typedef struct dl_device_run {
  dl_device *device;
  dl_device_instance *instance;
  const dl_tensor *host; ///< arguments, the caller's
  dl_tensor *arguments;  ///< the same, with addresses on the device
  dl_packed_call call;
} dl_device_run;

/// Uploads the arguments. Everything passed must outlive the run, and nothing
/// else may use the device meanwhile. Finish it with dl_device_run_finish, also
/// after a failure.
DloptStatus dl_device_run_init(dl_device_run *run, dl_device *device,
                               dl_device_instance *instance,
                               dl_packed_fn function,
                               const dl_signature *signature,
                               const dl_tensor *arguments);
void dl_device_run_finish(dl_device_run *run);

/// Queues the call (dl_device_call).
DloptStatus dl_device_run_call(dl_device_run *run);

/// Waits, makes `results[0 .. n_results)`, which the caller finishes, and
/// copies the buffers that the function may write back to the arguments. Says
/// also whether the kernels went well.
DloptStatus dl_device_run_results(dl_device_run *run, dl_tensor *results);

/// Frees what the last call left on the device. Needed after each call that
/// succeeded, before the next.
void dl_device_run_release(dl_device_run *run);

#endif // DLOPT_RUNTIME_DEVICE_RUN_H
