// The stages of a compilation, in the order of the route.
#ifndef DLOPT_DRIVER_COMPILE_H
#define DLOPT_DRIVER_COMPILE_H

#include "driver/session.h"
#include "lowering/cpu/constants.h"

/// Drops what the function `name` does not call: other functions may hold what
/// cannot be compiled for it, such as drivers that print results.
DloptStatus dl_compile_keep_entry(dl_session *session, MlirModule module,
                                  const char *name);

/// Fills constants whose data is elided, from `seed`, with a warning.
DloptStatus dl_compile_prepare(dl_session *session, MlirModule module,
                               int64_t seed);

/// linalg and tosa become dlopt; softmax, norms, activations and attention are
/// recognised. `explain` gives a remark for each decision and its reason.
DloptStatus dl_compile_import(dl_session *session, MlirModule module,
                              bool explain);

/// The program as it was written, but for tosa, which becomes linalg.
DloptStatus dl_compile_without_import(dl_session *session, MlirModule module);

/// The program untouched, but with its float arithmetic in f64.
DloptStatus dl_compile_widen(dl_session *session, MlirModule module);

/// dlopt, or linalg on tensors, becomes the LLVM dialect for the CPU. Large
/// constants go to `constants`; null leaves them in the code. `explain` gives a
/// remark for each operation that stays on one core, and its reason.
DloptStatus dl_compile_to_llvm(dl_session *session, MlirModule module,
                               dl_cpu_constants *constants, bool explain);

// For a GPU: dlopt becomes kernels, host code that launches them, then PTX and
// code in the LLVM dialect.

typedef struct dl_gpu_options {
  const char *chip; ///< of lowering/ptx/targets.h
  bool explain;     ///< a remark for each decision and its reason
} dl_gpu_options;

/// dlopt becomes GPU functions and launches; an operation without a kernel
/// stays. Fails on a kernel that no generator takes.
DloptStatus dl_compile_to_kernels(dl_session *session, MlirModule module,
                                  const dl_gpu_options *options);

/// The host code of that module keeps its tensors in GPU memory.
DloptStatus dl_compile_to_device(dl_session *session, MlirModule module,
                                 const dl_gpu_options *options);

/// GPU functions become functions in the LLVM and NVVM dialects.
DloptStatus dl_compile_to_nvvm(dl_session *session, MlirModule module);

/// The host code becomes the LLVM dialect; the module holds no GPU code (see
/// driver/gpu_code.h).
DloptStatus dl_compile_host(dl_session *session, MlirModule module);

#endif // DLOPT_DRIVER_COMPILE_H
