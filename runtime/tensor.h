// Owning n-dimensional tensors on the host, and their types.
#ifndef DLOPT_RUNTIME_TENSOR_H
#define DLOPT_RUNTIME_TENSOR_H

#include "runtime/element_type.h"
#include "runtime/status.h"

#define DL_TENSOR_MAX_RANK 32
#define DL_TENSOR_ALIGNMENT 64
// A dimension whose size is not known yet. Any negative size counts as one.
#define DL_DYNAMIC (-1)
// Room for dl_tensor_type_print.
#define DL_TENSOR_TYPE_TEXT_BYTES 768

/// Element type and shape; sizes may be DL_DYNAMIC. Holds no pointers.
typedef struct dl_tensor_type {
  dl_element_type element;
  bool is_scalar; // a plain `f32` rather than `tensor<f32>`; then rank is 0
  int rank;
  int64_t shape[DL_TENSOR_MAX_RANK];
} dl_tensor_type;

/// A tensor and its memory: row-major, DL_TENSOR_ALIGNMENT-aligned, padded to
/// a multiple of that, never null, even for zero elements.
typedef struct dl_tensor {
  dl_tensor_type type;                 // without dynamic dimensions
  int64_t strides[DL_TENSOR_MAX_RANK]; // in elements
  int64_t n_elements;
  size_t n_bytes; // n_elements times the element's bytes
  void *data;
  void *allocation; // what free() gets; data lies inside
  size_t n_mapped;  // not 0: what munmap() gets instead, with allocation
} dl_tensor;

/// Reads MLIR's spelling of a scalar or ranked tensor type, such as
/// `tensor<2x?xf16>` or `index`, from the start of `text` (`length` bytes),
/// and says in *n_used how many bytes it took. Encodings are refused.
DloptStatus dl_tensor_type_parse(const char *text, size_t length,
                                 dl_tensor_type *type, size_t *n_used);

/// Writes the type in MLIR's spelling, cut if it does not fit.
void dl_tensor_type_print(const dl_tensor_type *type,
                          char text[DL_TENSOR_TYPE_TEXT_BYTES]);

/// True if element type and rank agree and each pair of sizes is equal or has
/// a dynamic one. A scalar fits a rank-0 tensor.
bool dl_tensor_type_fits(const dl_tensor_type *one,
                         const dl_tensor_type *other);

/// True if some size is not known.
bool dl_tensor_type_is_dynamic(const dl_tensor_type *type);

/// Bytes of the elements of a tensor of `type`; an error if a size is not known
/// or the product overflows.
DloptStatus dl_tensor_type_bytes(const dl_tensor_type *type, size_t *n_bytes);

/// Makes a zeroed tensor of `type`, which must not be dynamic. On failure
/// (sizes whose product overflows, no memory) *tensor is empty. The caller
/// ends it with dl_tensor_finish.
DloptStatus dl_tensor_init(dl_tensor *tensor, const dl_tensor_type *type);

/// As dl_tensor_init, between pages that fault when they are touched, a GiB of
/// them on each side: for programs that may run over the end.
DloptStatus dl_tensor_init_fenced(dl_tensor *tensor,
                                  const dl_tensor_type *type);

/// As dl_tensor_init, from loose parts.
DloptStatus dl_tensor_init_shape(dl_tensor *tensor, dl_element_type element,
                                 int rank, const int64_t *shape);

/// A tensor over memory of somebody else, row-major, which dl_tensor_finish
/// leaves alone. Fails as dl_tensor_init does.
DloptStatus dl_tensor_view(dl_tensor *tensor, const dl_tensor_type *type,
                           void *data);

/// Fills a tensor made by dl_tensor_init from `source`, whose element
/// (i, j, ...) lies at i * strides[0] + j * strides[1] + ... elements.
/// Copies, and keeps no pointer.
void dl_tensor_copy_strided(dl_tensor *tensor, const void *source,
                            const int64_t *strides);

/// Frees the memory and empties the tensor. An empty (all-zero) or already
/// finished tensor is fine.
void dl_tensor_finish(dl_tensor *tensor);

/// Address of the element with a row-major linear index below n_elements.
void *dl_tensor_at(const dl_tensor *tensor, int64_t index);

/// The element as dl_element_to_double / dl_element_to_int64 give it.
double dl_tensor_get_double(const dl_tensor *tensor, int64_t index);
int64_t dl_tensor_get_int64(const dl_tensor *tensor, int64_t index);

/// Stores as dl_element_from_double / dl_element_from_int64 do.
void dl_tensor_set_double(dl_tensor *tensor, int64_t index, double value);
void dl_tensor_set_int64(dl_tensor *tensor, int64_t index, int64_t value);

/// Splits a linear index into one index a dimension.
void dl_tensor_unravel(const dl_tensor_type *type, int64_t index,
                       int64_t indices[DL_TENSOR_MAX_RANK]);

/// Copies the first elements, `n_pattern` of them, over the rest of the
/// tensor again and again; n_pattern >= 1.
void dl_tensor_repeat(dl_tensor *tensor, int64_t n_pattern);

#endif
