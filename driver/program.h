// A program in text, compiled for this machine or a GPU, ready to be called.
#ifndef DLOPT_DRIVER_PROGRAM_H
#define DLOPT_DRIVER_PROGRAM_H

#include "driver/gpu_code.h"
#include "driver/jit.h"
#include "driver/session.h"
#include "driver/signature.h"
#include "runtime/device/function.h"
#include "runtime/progress.h"

/// Which way a program takes to machine code.
typedef enum dl_route {
  DL_ROUTE_DLOPT,    ///< imported into dlopt, optimised, lowered
  DL_ROUTE_UPSTREAM, ///< lowered as it was written, without the import
  DL_ROUTE_WIDENED ///< untouched but for f64 arithmetic: the judge of --verify
} dl_route;

/// What runs the program's tensor operations.
typedef enum dl_target {
  DL_TARGET_CPU,
  DL_TARGET_EMULATE, ///< kernels of a GPU, on the emulator
  DL_TARGET_CUDA,    ///< an NVIDIA GPU
} dl_target;

typedef struct dl_program_options {
  dl_route route;
  dl_target target;
  const char *chip;         ///< of lowering/ptx/targets.h; not for the CPU
  dl_device_options device; ///< not for the CPU; the kind is the target's
  const char *entry;        ///< null: see dl_signature_init
  int64_t seed;             ///< fills elided constants
  int optimization;         ///< of LLVM, 0 to 3
  bool explain; ///< remarks say what was recognised, what not, and why
  const char *const *libraries;
  int n_libraries;
  dl_diagnostic_fn diagnostic; ///< null prints on stderr
  void *diagnostic_user;
  dl_progress *progress; ///< may be null
} dl_program_options;

typedef struct dl_program {
  dl_session session;
  dl_signature signature;
  dl_jit *jit;
  dl_gpu_code gpu; ///< this and the next two: not for the CPU
  dl_device *device;
  dl_device_instance *instance;
  struct json_t *operations; ///< dl_report_operations after the import
  struct json_t *gpu_report; ///< kernels, constants, memory; null for the CPU
} dl_program;

/// Compiles `text` (MLIR text or bytecode; `name` is what locations call it).
/// Finish with dl_program_finish, also after a failure.
DloptStatus dl_program_init(dl_program *program, const char *text, size_t size,
                            const char *name,
                            const dl_program_options *options);
void dl_program_finish(dl_program *program);

/// Calls it, on a GPU with arguments copied there and results back.
/// `arguments` must fit `program->signature`; makes
/// `results[0 .. signature.n_results)`, which the caller finishes.
DloptStatus dl_program_call(dl_program *program, const dl_tensor *arguments,
                            dl_tensor *results);

/// The function on its device; not for the CPU.
dl_device_function dl_program_device_function(const dl_program *program);

#endif // DLOPT_DRIVER_PROGRAM_H
