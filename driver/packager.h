// From a program in text to a package: the route to a GPU, its kernels as PTX
// and, where the machine has ptxas, as a cubin.
#ifndef DLOPT_DRIVER_PACKAGER_H
#define DLOPT_DRIVER_PACKAGER_H

#include "driver/session.h"

struct json_t;

typedef struct dl_packager_options {
  const char *chip;   ///< of lowering/ptx/targets.h
  const char *entry;  ///< null: see dl_signature_init
  int64_t seed;       ///< fills elided constants
  int optimization;   ///< of LLVM, 0 to 3
  bool explain;       ///< remarks say what was recognised, what not, and why
  bool has_reference; ///< with the untouched program in f64, for the CPU
  const char *const *libraries; ///< files that define external functions
  int n_libraries;
} dl_packager_options;

/// Compiles `text` (`name` is what locations call it) and writes the package
/// (driver/package/package.h) to `path`. Adds "operations" and what a GPU's
/// kernels take to `report`.
DloptStatus dl_package_program(dl_session *session, const char *text,
                               size_t size, const char *name,
                               const dl_packager_options *options,
                               const char *path, struct json_t *report);

#endif // DLOPT_DRIVER_PACKAGER_H
