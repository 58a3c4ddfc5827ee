// Strided copies on a device. Private to runtime/device.
#ifndef DLOPT_RUNTIME_DEVICE_STRIDED_H
#define DLOPT_RUNTIME_DEVICE_STRIDED_H

#include "runtime/device/backend.h"

enum {
  DL_STRIDED_MAX_RANK = 32,
  DL_STRIDED_UNITS = 4,      ///< 1, 2, 4, 8 bytes
  DL_STRIDED_INDEX_SIZES = 2 ///< 32 and 64 bits
};

/// One kernel of the copies, loaded when it is first needed.
typedef struct dl_strided_kernel {
  dl_device_kernel row;
  dl_backend_module *module;
  dl_backend_kernel *kernel;
  char name[40];
} dl_strided_kernel;

/// Zero is empty.
typedef struct dl_strided_kernels {
  dl_strided_kernel
      *items[DL_STRIDED_MAX_RANK + 1][DL_STRIDED_UNITS][DL_STRIDED_INDEX_SIZES];
} dl_strided_kernels;

/// Unloads what was loaded.
void dl_strided_finish(dl_device *device);

/// A copy after what is simple about it was taken out: no dimension of size 1,
/// none that continues its neighbour, units as large as alignment allows.
typedef struct dl_strided_copy {
  uint64_t to, from;
  int rank;
  int64_t unit_bytes; ///< 1, 2, 4, 8
  int64_t sizes[DL_STRIDED_MAX_RANK + 1];
  int64_t to_strides[DL_STRIDED_MAX_RANK + 1], // in bytes
      from_strides[DL_STRIDED_MAX_RANK + 1];
} dl_strided_copy;

/// Simplifies; false if there is nothing to copy. A copy of rank 0 is one of
/// `unit_bytes`, of any number, of bytes that lie together.
bool dl_strided_simplify(dl_strided_copy *copy, uint64_t to,
                         const int64_t *to_strides, uint64_t from,
                         const int64_t *from_strides, const int64_t *sizes,
                         int64_t rank, int64_t element_bytes);

/// PTX of the kernel `name` for `rank` dimensions; ends with 0, and the caller
/// frees it. Null if there is no memory.
char *dl_strided_ptx(const char *name, int rank, int64_t unit_bytes,
                     bool is_wide);

#endif // DLOPT_RUNTIME_DEVICE_STRIDED_H
