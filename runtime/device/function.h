// Compiled functions of a program on a device, called with host tensors: their
// data goes to the device, results come back.
#ifndef DLOPT_RUNTIME_DEVICE_FUNCTION_H
#define DLOPT_RUNTIME_DEVICE_FUNCTION_H

#include "runtime/device/device.h"
#include "runtime/packed_call.h"

/// A function and where it runs.
typedef struct dl_device_function {
  dl_device *device;
  dl_device_instance *instance;
  dl_packed_fn entry;
  const dl_signature *signature;
} dl_device_function;

/// Calls it. `arguments` must fit the signature; makes
/// `results[0 .. n_results)`, which the caller finishes. Buffer arguments get
/// what the function leaves in them.
DloptStatus dl_device_function_call(const dl_device_function *function,
                                    const dl_tensor *arguments,
                                    dl_tensor *results);

/// Arguments on the device. `tensors[i].data` is device memory, but for
/// scalars, whose value stays the caller's; finish with
/// dl_device_arguments_finish, also after a failure.
typedef struct dl_device_arguments {
  dl_device *device;
  int count;
  dl_tensor *tensors;
} dl_device_arguments;

DloptStatus dl_device_arguments_init(dl_device_arguments *arguments,
                                     dl_device *device,
                                     const dl_tensor *host_tensors, int count);
void dl_device_arguments_finish(dl_device_arguments *arguments);

typedef struct dl_device_timing {
  int calls;               ///< timed
  bool is_replay;          ///< as a graph; else queued call by call
  double median, p10, p90; ///< seconds a call
  size_t peak_bytes; ///< of device memory, arguments and constants included
} dl_device_timing;

/// Times the function on the device's own clock, as a graph if its work can be
/// recorded: a few calls to warm up, then `repeats` timings (0: as many as a
/// second takes, 5 to 1000), each of several calls that take turns with
/// `n_sets` (1 to 16) sets of arguments. Copies from and to the host do not
/// count. A device without a clock: DL_STATUS_USAGE.
DloptStatus dl_device_function_time(const dl_device_function *function,
                                    const dl_tensor *const *sets, int n_sets,
                                    int repeats, dl_device_timing *timing);

#endif // DLOPT_RUNTIME_DEVICE_FUNCTION_H
