// Writes packages: host code, kernels, constants and the runtime as one shared
// library, and its C header, through the machine's C compiler.
#ifndef DLOPT_DRIVER_PACKAGE_PACKAGE_H
#define DLOPT_DRIVER_PACKAGE_PACKAGE_H

#include "runtime/device/program.h"
#include "runtime/signature.h"

/// An ELF object in memory.
typedef struct dl_object_bytes {
  const void *data; ///< null: none
  size_t size;
} dl_object_bytes;

typedef struct dl_package_source {
  const char *name;   ///< any text; what is no C name in it becomes '_'
  const char *input;  ///< what it was compiled from, for the header's comment
  const char *target; ///< chip of the kernels
  const dl_device_program *program;
  int n_functions;
  const dl_signature *functions; ///< packed entries are in `host_code`
  dl_object_bytes host_code;
  /// The same functions in wider types on the CPU, whose packed entries begin
  /// with DL_REFERENCE_PREFIX; null without a reference.
  const dl_signature *references;
  dl_object_bytes reference;
  const char *const *libraries; ///< files that define external functions
  int n_libraries;
} dl_package_source;

/// Prefix of the packed entries of a reference.
#define DL_REFERENCE_PREFIX "dlopt_reference_"

/// Writes the library to `path` and the header beside it: model.so, model.h.
/// Without a C compiler: DLOPT_STATUS_ENVIRONMENT, with the way out. Neither
/// file is half written.
DloptStatus dl_package_write(const dl_package_source *source, const char *path);

#endif // DLOPT_DRIVER_PACKAGE_PACKAGE_H
