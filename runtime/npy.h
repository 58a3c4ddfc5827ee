// NumPy's .npy files, versions 1 to 3.
//
// bf16 and the 8-bit floats have no descriptor of their own: they are written
// as raw items, '<V2' and '|V1', and read from those, from '<u2' / '|u1', and
// from the '|f1' that some writers give 8-bit floats. i4 takes one byte an
// element. Signless integers are read from signed and unsigned items of their
// width.
#ifndef DLOPT_RUNTIME_NPY_H
#define DLOPT_RUNTIME_NPY_H

#include "runtime/status.h"
#include "runtime/tensor.h"

/// As the rank of an expected type: the file's rank and sizes are taken.
#define DL_NPY_ANY_RANK (-1)

/// Reads a file into a fresh row-major tensor; big-endian items and Fortran
/// order are converted. `expected` gives the element type and shape (sizes
/// may be dynamic, the rank DL_NPY_ANY_RANK); with null, the file's descriptor
/// decides, and raw items are refused. Errors are one line with the path, what
/// was expected and what was found. The caller ends *tensor with
/// dl_tensor_finish; on failure it is empty.
DloptStatus dl_npy_read(const char *path, const dl_tensor_type *expected,
                        dl_tensor *tensor);

/// The same from memory; `name` stands for the path in messages.
DloptStatus dl_npy_read_memory(const void *bytes, size_t n_bytes,
                               const char *name, const dl_tensor_type *expected,
                               dl_tensor *tensor);

/// Writes a version 1 file, row-major and little-endian. The file appears
/// complete or not at all.
DloptStatus dl_npy_write(const char *path, const dl_tensor *tensor);

#endif
