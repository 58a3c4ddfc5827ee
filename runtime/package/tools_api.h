// A package's own runtime, as tools such as dlopt-exec call it: the code in a
// package refers to the runtime beside it, not to that of the process.
#ifndef DLOPT_RUNTIME_PACKAGE_TOOLS_API_H
#define DLOPT_RUNTIME_PACKAGE_TOOLS_API_H

#include "runtime/device/function.h"
#include "runtime/package/package.h"

typedef struct dl_package_api {
  /// Loads the package. `options` as dl_device_open takes them.
  DloptStatus (*open)(const dl_package *package,
                      const dl_device_options *options,
                      dl_package_program **program);
  void (*close)(dl_package_program *program);
  /// Name of the device.
  const char *(*device)(const dl_package_program *program);
  /// Calls function `index` with host tensors that fit its signature; makes the
  /// results, which the caller finishes.
  DloptStatus (*call)(dl_package_program *program, int index,
                      const dl_tensor *arguments, dl_tensor *results);
  /// Calls its reference on the CPU.
  DloptStatus (*call_reference)(const dl_package *package, int index,
                                const dl_tensor *arguments, dl_tensor *results);
  /// As dl_device_function_time, with `n_sets` sets of host tensors.
  DloptStatus (*time)(dl_package_program *program, int index,
                      const dl_tensor *const *sets, int n_sets, int repeats,
                      dl_device_timing *timing);
} dl_package_api;

/// The signature of a function, or of its reference. Finish it with
/// dl_signature_finish.
DloptStatus dl_package_signature(const dl_package_function *function,
                                 bool of_reference, dl_signature *signature);

#endif // DLOPT_RUNTIME_PACKAGE_TOOLS_API_H
