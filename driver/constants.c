// Large constants of a program, copied out of MLIR's attributes.
#include "driver/constants.h"

#include "capi/seam/seam.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static bool is_bool(const dl_cpu_constant *constant) {
  MlirType element = mlirShapedTypeGetElementType(constant->type);
  return mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1;
}

/// MLIR packs i1 into bits; code reads a byte each.
static void copy_bools(const dl_cpu_constant *constant, char *to) {
  for (size_t i = 0; i < constant->size_bytes; ++i)
    to[i] = mlirDenseElementsAttrGetBoolValue(constant->value, (intptr_t)i);
}

/// Fills `to`; false if the attribute has no data that can be read.
static bool copy_bytes(const dl_cpu_constant *constant, char *to) {
  size_t size = 0;
  const char *bytes = dl_seam_resource_data(constant->value, &size);
  if (!bytes && mlirAttributeIsADenseElements(constant->value)) {
    if (is_bool(constant)) {
      copy_bools(constant, to);
      return true;
    }
    bytes = mlirDenseElementsAttrGetRawData(constant->value);
    size = constant->size_bytes;
    if (mlirDenseElementsAttrIsSplat(constant->value))
      size /= (size_t)mlirElementsAttrGetNumElements(constant->value);
  }
  if (!bytes || size == 0 || constant->size_bytes % size != 0)
    return false;
  for (size_t at = 0; at < constant->size_bytes; at += size)
    memcpy(to + at, bytes, size);
  return true;
}

static DloptStatus copy(const dl_cpu_constant *constant,
                        dl_constant_item *item) {
  size_t room = (constant->size_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  item->symbol = strdup(constant->symbol);
  item->data = aligned_alloc(ALIGNMENT, room);
  if (!item->symbol || !item->data)
    return dl_status_error(DLOPT_STATUS_MEMORY, "constant of %zu bytes",
                           constant->size_bytes);
  if (copy_bytes(constant, item->data))
    return dl_status_ok();
  return dl_status_error(DLOPT_STATUS_INPUT,
                         "constant %s has no data that can be read",
                         constant->symbol);
}

DloptStatus dl_constant_data_init(dl_constant_data *data,
                                  const dl_cpu_constants *constants) {
  data->items = calloc(constants->count + 1, sizeof(*data->items));
  data->count = data->items ? constants->count : 0;
  if (!data->items)
    return dl_status_error(DLOPT_STATUS_MEMORY, "constants");
  for (size_t i = 0; i < constants->count; ++i)
    DL_TRY(copy(&constants->items[i], &data->items[i]));
  return dl_status_ok();
}

void dl_constant_data_finish(dl_constant_data *data) {
  for (size_t i = 0; i < data->count; ++i) {
    free(data->items[i].symbol);
    free(data->items[i].data);
  }
  free(data->items);
  *data = (dl_constant_data){NULL, 0};
}
