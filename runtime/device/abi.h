// What compiled host code calls to use a GPU. Every pointer named `device` here
// is memory of the GPU (or of the emulator that stands for it); host code only
// computes addresses with it. The program that the code belongs to, with its
// kernels and constants, is the one that dl_device_call runs on this thread.
//
// A failure (out of memory, a fault of a kernel) ends the guarded call of
// runtime/host/host.h with a message; no function here returns an error.
//
// All work goes to one stream, in program order: what one call writes, the next
// sees. Only dlopt_device_read and dlopt_device_synchronize wait for it.
#ifndef DLOPT_RUNTIME_DEVICE_ABI_H
#define DLOPT_RUNTIME_DEVICE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// `bytes` bytes, 256-byte aligned, of unspecified content; never null, also
/// for 0 bytes. Freed by dlopt_device_free, or by the end of a call that fails.
void *dlopt_device_alloc(int64_t bytes);

/// Gives memory back once the work queued so far is done; null is fine.
void dlopt_device_free(void *device);

/// Copies between two places on the device, which don't overlap.
void dlopt_device_copy(void *device_to, const void *device_from, int64_t bytes);

/// The same element by element: `sizes`, and both places' strides in elements
/// of `element_bytes`, of `rank` dimensions each.
void dlopt_device_copy_strided(void *device_to, const int64_t *to_strides,
                               const void *device_from,
                               const int64_t *from_strides,
                               const int64_t *sizes, int64_t rank,
                               int64_t element_bytes);

/// Waits for the work queued so far, then copies to host memory.
void dlopt_device_read(void *host_to, const void *device_from, int64_t bytes);

/// Copies from host memory, which may change when this returns.
void dlopt_device_write(void *device_to, const void *host_from, int64_t bytes);

/// Waits for the work queued so far.
void dlopt_device_synchronize(void);

/// Where constant `index` of the program lies on the device, uploaded once.
const void *dlopt_device_constant(int64_t index);

/// Launches kernel `index` of the program: `grid` CTAs along x, y, z, none of
/// them 0; arguments[i] points to the value of parameter i. Threads a CTA,
/// dynamic shared memory and cluster size are in the program's kernel table.
void dlopt_device_launch(int64_t index, int64_t grid_x, int64_t grid_y,
                         int64_t grid_z, void **arguments);

/// Fills in a TMA descriptor, 128 bytes at a multiple of 64, which is then
/// passed to a kernel by value. `type` is a CUtensorMapDataType; `sizes` and
/// `box` count elements, innermost dimension first; `strides`, in bytes, are
/// those of dimensions 1 and on; `swizzle` is a CUtensorMapSwizzle.
void dlopt_device_tensor_map(void *descriptor, const void *device, int64_t type,
                             int64_t rank, const int64_t *sizes,
                             const int64_t *strides, const int64_t *box,
                             int64_t swizzle);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_RUNTIME_DEVICE_ABI_H
