// Where the external functions of a program come from.
#ifndef DLOPT_DRIVER_EXTERNALS_H
#define DLOPT_DRIVER_EXTERNALS_H

#include <stdbool.h>
#include <stddef.h>

#include "mlir-c/IR.h"
#include "runtime/status.h"

/// The functions that a program declares and does not define.
typedef struct dl_declared {
  struct dl_declared_function *items;
  size_t count;
} dl_declared;

/// Lists the declarations of `module`, before it is lowered. Finish it with
/// dl_declared_finish, also after a failure.
DloptStatus dl_declared_init(dl_declared *declared, MlirModule module);
void dl_declared_finish(dl_declared *declared);

/// Loads a shared library that defines functions; it is never unloaded.
DloptStatus dl_external_load(const char *path);

/// Address of the function that compiled code calls `name`, or null. One that
/// the program declares comes from `libraries`, which were loaded, from our
/// runtime or from upstream's support libraries; of what else is in the process
/// only the math library's functions on scalar floats: another function of that
/// name would be called with arguments it does not take. What the compiler
/// itself calls may come from anywhere.
void *dl_external_find(const char *name, const dl_declared *declared,
                       const char *const *libraries, int n_libraries);

/// True if `name` is a function of the math library.
bool dl_is_in_math_library(const char *name);

#endif // DLOPT_DRIVER_EXTERNALS_H
