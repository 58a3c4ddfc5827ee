// What compiled host code refers to by number, out of MLIR: kernels as PTX,
// constants.
#ifndef DLOPT_DRIVER_GPU_CODE_H
#define DLOPT_DRIVER_GPU_CODE_H

#include "driver/constants.h"
#include "mlir-c/IR.h"
#include "runtime/device/device.h"

typedef struct dl_gpu_code {
  dl_device_program program; ///< refers to what follows
  dl_device_module *modules;
  dl_device_kernel *kernels;
  dl_device_constant *constants;
  dl_constant_data constant_data;
  char **schedules; ///< per kernel, of its schedule row; may be null
} dl_gpu_code;

/// Takes the kernels' PTX and the tables of dlopt-host-device-memory out of
/// `module`: what is left is host code. `name` is that of the program, `target`
/// (static) the chip that the kernels were made for. Finish it with
/// dl_gpu_code_finish, also after a failure.
DloptStatus dl_gpu_code_init(dl_gpu_code *code, MlirModule module,
                             const char *name, const char *target);
void dl_gpu_code_finish(dl_gpu_code *code);

#endif // DLOPT_DRIVER_GPU_CODE_H
