// Constants with many elements: their bytes, and making large ones.
#ifndef DLOPT_LOWERING_BASE_ELEMENTS_H
#define DLOPT_LOWERING_BASE_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mlir-c/IR.h"
#include "runtime/tensor.h"

/// An elements attribute, dense or a resource, of a type that the runtime has.
typedef struct dl_elements {
  dl_tensor_type type;
  int64_t n_elements;
  bool is_splat;    ///< `data` is one element
  const void *data; ///< row-major, owned by the context; null if missing
} dl_elements;

/// Reads `attr`. False if it is no dense or dense_resource attribute, its type
/// is none of the runtime's, or elements are packed below a byte.
bool dl_elements_of(MlirAttribute attr, dl_elements *elements);

/// True for a dense_resource attribute whose resource is missing.
bool dl_elements_are_missing(MlirAttribute attr);

/// A dense_resource attribute of the shaped type `type` over the data of
/// `tensor`, which becomes the context's: no copy is made.
MlirAttribute dl_elements_from_tensor(MlirType type, const char *name,
                                      dl_tensor *tensor);

/// The runtime's spelling of a static shaped type. False if it has none.
bool dl_elements_type(MlirType type, dl_tensor_type *out);

#endif // DLOPT_LOWERING_BASE_ELEMENTS_H
