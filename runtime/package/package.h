// A package: one shared library that holds a compiled program (host code,
// kernels, constants) and the runtime that it needs. It exports a dl_package
// called `dlopt_package`, for tools, and typed C functions, for programs, which
// the header beside it declares.
//
// This header needs only runtime/device/program.h: what a package is made of in
// C is compiled wherever the package is.
#ifndef DLOPT_RUNTIME_PACKAGE_PACKAGE_H
#define DLOPT_RUNTIME_PACKAGE_PACKAGE_H

#include "runtime/device/program.h"

/// Grows with every change of what a package shares with its users: this
/// header, and the structs of tools_api.h.
#define DL_PACKAGE_VERSION 1

/// An argument or a result.
typedef struct dl_package_value {
  const char *type; ///< "tensor<2x?xf16>", "f32"
  int kind;         ///< a dl_argument_kind
  int is_2_4;       ///< declared structured[2, 4]
} dl_package_value;

typedef struct dl_package_function {
  const char *name;
  void (*entry)(void **);     ///< packed; host code of the GPU program
  void (*reference)(void **); ///< the same in f64 on the CPU, or null
  int n_arguments, n_results;
  const dl_package_value *arguments, *results;
  /// The reference's, whose float types are wider; null without one.
  const dl_package_value *reference_arguments, *reference_results;
} dl_package_function;

typedef struct dl_package {
  uint32_t version; ///< DL_PACKAGE_VERSION
  const char *name;
  const char *target;   ///< the chip, "sm_90a"
  const char *made_by;  ///< "dlopt 0.1.0"
  const char *manifest; ///< JSON
  const dl_device_program *program;
  int n_functions;
  const dl_package_function *functions;
  const struct dl_package_api *api; ///< the package's runtime (tools_api.h)
} dl_package;

// For the typed functions of a package.

/// A package on a device.
typedef struct dl_package_program dl_package_program;

/// Tensors of a call, in host memory, row-major. `shapes[i]` may be null if
/// the type leaves nothing open.
typedef struct dl_package_call {
  void *const *arguments;        ///< of scalars: where the value is
  const int64_t *const *shapes;  ///< of arguments
  void **results;                ///< null: to be made with malloc
  int64_t *const *result_shapes; ///< written where it is not null
} dl_package_call;

/// Loads the package on GPU `device`, or, if that is negative, on the emulator.
/// 0, or the exit status that a tool would have (3: the machine lacks
/// something), with a line in `message` (null is fine).
int dl_package_open(const dl_package *package, int device,
                    dl_package_program **program, char *message,
                    size_t message_size);
void dl_package_close(dl_package_program *program);

/// Calls function `index`. As dl_package_open.
int dl_package_run(dl_package_program *program, int index,
                   const dl_package_call *call, char *message,
                   size_t message_size);

/// The package's runtime, for dl_package.api.
extern const struct dl_package_api dl_package_runtime;

#endif // DLOPT_RUNTIME_PACKAGE_PACKAGE_H
