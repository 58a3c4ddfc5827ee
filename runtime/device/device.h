// Programs on a GPU, or on the emulator in its place: what a host program needs
// to load one and call it. No MLIR, no LLVM; the CUDA driver is found when it
// is asked for (dlopen), so that this links on any machine.
#ifndef DLOPT_RUNTIME_DEVICE_DEVICE_H
#define DLOPT_RUNTIME_DEVICE_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/status.h"

/// Code for the GPU: PTX text, or a cubin for one chip.
typedef struct dl_device_module {
  const char *name;  ///< for messages
  const char *image; ///< PTX (terminated by 0) or cubin
  size_t size;       ///< bytes, without the 0
  uint32_t sm;       ///< the chip it was made for: 90 for sm_90 and sm_90a
} dl_device_module;

/// One kernel of a program, as the compiler made it.
typedef struct dl_device_kernel {
  const char *name;     ///< of the entry point
  const char *what;     ///< what it computes and where that stands in the
                        ///< source, for messages and profiles
  uint32_t module;      ///< index of its module
  uint32_t block[3];    ///< threads a CTA
  uint32_t cluster[3];  ///< CTAs a cluster; 0, 0, 0: none
  uint32_t shared;      ///< bytes of dynamic shared memory
  uint32_t n_arguments; ///< parameters
} dl_device_kernel;

/// A constant tensor, row-major.
typedef struct dl_device_constant {
  const void *data;
  size_t size; ///< bytes
} dl_device_constant;

/// All that host code refers to by number. Static data, outlives its use.
typedef struct dl_device_program {
  const char *name;
  size_t n_modules, n_kernels, n_constants;
  const dl_device_module *modules;
  const dl_device_kernel *kernels;
  const dl_device_constant *constants;
} dl_device_program;

#endif // DLOPT_RUNTIME_DEVICE_DEVICE_H
