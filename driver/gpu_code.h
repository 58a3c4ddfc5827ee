// What compiled host code refers to by number, out of MLIR: kernels as PTX,
// constants.
#ifndef DLOPT_DRIVER_GPU_CODE_H
#define DLOPT_DRIVER_GPU_CODE_H

#include "driver/compile.h"
#include "driver/constants.h"
#include "mlir-c/IR.h"
#include "runtime/device/device.h"

typedef struct json_t json_t;

typedef struct dl_gpu_code {
  dl_device_program program; ///< refers to what follows
  dl_device_module *modules;
  dl_device_kernel *kernels;
  dl_device_constant *constants;
  dl_constant_data constant_data;
  char **schedules; ///< per kernel, of its schedule row; may be null
} dl_gpu_code;

/// From an imported module to code: kernels as PTX, made on all cores, and host
/// code around them, which is left in `module` in the LLVM dialect. `name` is
/// that of the program; `report`, if not null, gets what it says of kernels,
/// constants and memory. Finish it with dl_gpu_code_finish, also after a
/// failure.
DloptStatus dl_gpu_code_init(dl_gpu_code *code, dl_session *session,
                             MlirModule module, const char *name,
                             const dl_gpu_options *options, json_t *report);
void dl_gpu_code_finish(dl_gpu_code *code);

#endif // DLOPT_DRIVER_GPU_CODE_H
