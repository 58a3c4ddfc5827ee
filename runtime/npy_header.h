// The header of a .npy file: private to npy*.c and its tests.
#ifndef DLOPT_RUNTIME_NPY_HEADER_H
#define DLOPT_RUNTIME_NPY_HEADER_H

#include "runtime/status.h"
#include "runtime/tensor.h"

#define DL_NPY_DESCR_BYTES 24

typedef struct dl_npy_header {
  char descr[DL_NPY_DESCR_BYTES]; // as written, for messages
  bool is_big_endian;
  char kind; // 'f', 'i', 'u', 'b', 'V', ...
  int item_bytes;
  bool is_fortran;
  int rank;
  int64_t shape[DL_TENSOR_MAX_RANK];
} dl_npy_header;

/// Parses the dictionary text of a header (the part after the length field).
DloptStatus dl_npy_header_parse(const char *text, size_t length,
                                dl_npy_header *header);

/// True if items of this header can be read as elements of `element`.
bool dl_npy_header_fits(const dl_npy_header *header, dl_element_type element);

/// The element type that the descriptor itself names; false for raw items and
/// kinds we have no type for.
bool dl_npy_header_element(const dl_npy_header *header,
                           dl_element_type *element);

#endif
