// Programs for a GPU as tables: kernels, constants. Needs no other header of
// ours, so that a package's tables compile anywhere.
#ifndef DLOPT_RUNTIME_DEVICE_PROGRAM_H
#define DLOPT_RUNTIME_DEVICE_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/// Code for the GPU, as PTX, as a cubin made of that PTX, or both: the cubin is
/// tried first, the PTX is for newer chips and for the emulator.
typedef struct dl_device_module {
  const char *name;   ///< for messages
  const char *target; ///< the chip it was made for: "sm_90a"
  const char *ptx;    ///< ended by 0, or null
  size_t ptx_size;    ///< bytes, without the 0
  const void *cubin;  ///< or null
  size_t cubin_size;
} dl_device_module;

/// One kernel of a program, as the compiler made it.
typedef struct dl_device_kernel {
  const char *name;     ///< of the entry point
  const char *what;     ///< what it computes and where that stands in the
                        ///< source, for messages and profiles; may be null
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

#endif // DLOPT_RUNTIME_DEVICE_PROGRAM_H
