// Constants with many elements, by way of resources that nobody copies.
#include "lowering/base/elements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capi/seam/seam.h"
#include "lowering/base/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

bool dl_elements_type(MlirType type, dl_tensor_type *out) {
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasStaticShape(type))
    return false;
  char text[64];
  dl_type_text(mlirShapedTypeGetElementType(type), text, sizeof(text));
  int64_t rank = mlirShapedTypeGetRank(type);
  *out = (dl_tensor_type){0};
  if (rank > DL_TENSOR_MAX_RANK ||
      !dl_element_type_parse(text, strlen(text), &out->element))
    return false;
  out->rank = (int)rank;
  for (int64_t i = 0; i < rank; ++i)
    out->shape[i] = mlirShapedTypeGetDimSize(type, i);
  return true;
}

bool dl_elements_of(MlirAttribute attr, dl_elements *elements) {
  bool is_resource = mlirAttributeIsADenseResourceElements(attr);
  if (!is_resource && !mlirAttributeIsADenseElements(attr))
    return false;
  *elements = (dl_elements){0};
  if (!dl_elements_type(mlirAttributeGetType(attr), &elements->type) ||
      dl_element_info_of(elements->type.element)->bits < 8)
    return false;
  elements->n_elements = mlirElementsAttrGetNumElements(attr);
  if (!is_resource) {
    elements->is_splat = mlirDenseElementsAttrIsSplat(attr);
    elements->data = mlirDenseElementsAttrGetRawData(attr);
    return true;
  }
  size_t size_bytes;
  const void *data = dl_seam_resource_data(attr, &size_bytes);
  if (!data)
    return true;
  size_t element_bytes =
      (size_t)dl_element_info_of(elements->type.element)->n_bytes;
  // As upstream reads it: one element stands for all.
  elements->is_splat = size_bytes == element_bytes && elements->n_elements != 1;
  if (!elements->is_splat &&
      size_bytes != element_bytes * (size_t)elements->n_elements)
    return false;
  elements->data = data;
  return true;
}

bool dl_elements_are_missing(MlirAttribute attr) {
  size_t size_bytes;
  return mlirAttributeIsADenseResourceElements(attr) &&
         mlirElementsAttrGetNumElements(attr) &&
         !dl_seam_resource_data(attr, &size_bytes);
}

static void free_tensor(void *user_data, const void *data, size_t size,
                        size_t align) {
  (void)data, (void)size, (void)align;
  dl_tensor_finish(user_data);
  free(user_data);
}

MlirAttribute dl_elements_from_tensor(MlirType type, const char *name,
                                      dl_tensor *tensor) {
  dl_tensor *owned = malloc(sizeof(*owned));
  if (!owned) {
    fprintf(stderr, "out of memory for a constant\n");
    abort();
  }
  *owned = *tensor;
  *tensor = (dl_tensor){0};
  return mlirUnmanagedDenseResourceElementsAttrGet(
      type, mlirStringRefCreateFromCString(name), owned->data, owned->n_bytes,
      DL_TENSOR_ALIGNMENT, false, free_tensor, owned);
}
