// From the LLVM dialect to machine code of this machine, in memory.
#ifndef DLOPT_DRIVER_NATIVE_H
#define DLOPT_DRIVER_NATIVE_H

#include "mlir-c/IR.h"
#include "runtime/status.h"
#include "llvm-c/Core.h"

/// Prefix of the packed entry of function `f`: `void dlopt_call_f(void **)`
/// takes one pointer per argument to the value (for a tensor: to a pointer to
/// its memref descriptor), preceded by a pointer to a pointer to the results
/// struct if the function's C interface has one.
#define DL_PACKED_PREFIX "dlopt_call_"

/// An external function that the code calls.
typedef struct dl_external {
  char *name;
  bool returns_value;
} dl_external;

typedef struct dl_native {
  LLVMMemoryBufferRef object; ///< an ELF object
  dl_external *externals;
  size_t n_externals;
} dl_native;

typedef struct dl_native_options {
  int optimization; ///< 0 to 3
  /// Not null: for any machine of this architecture, to be linked with other
  /// objects; only the packed entries can be seen, with this prefix.
  const char *package_prefix;
} dl_native_options;

/// Translates `module` (LLVM dialect), adds packed entries, optimises and
/// emits an object. Finish with dl_native_finish, also after a failure.
DloptStatus dl_native_init(dl_native *native, MlirModule module,
                           const dl_native_options *options);
void dl_native_finish(dl_native *native);

#endif // DLOPT_DRIVER_NATIVE_H
