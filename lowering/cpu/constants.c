// Large constants stay out of the code that LLVM compiles: a model's weights as
// LLVM constants take minutes and gigabytes. The host puts them in memory, or
// the linker into a file, under the symbol's name.
#include "lowering/cpu/constants.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lowering/base/element_bytes.h"
#include "lowering/base/strings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct extraction {
  size_t min_bytes;
  dl_cpu_constants *constants;
} extraction;

static void add(dl_cpu_constants *constants, dl_cpu_constant constant) {
  size_t count = constants->count;
  if ((count & (count - 1)) == 0) { // full at each power of two
    size_t capacity = count ? 2 * count : 1;
    constants->items =
        realloc(constants->items, capacity * sizeof *constants->items);
    if (!constants->items)
      abort();
  }
  constants->items[constants->count++] = constant;
}

static MlirWalkResult extract(MlirOperation op, void *data) {
  extraction *e = data;
  if (!dl_is(op, "memref.global"))
    return MlirWalkResultAdvance;
  MlirAttribute value =
      mlirOperationGetAttributeByName(op, DL_STR("initial_value"));
  MlirAttribute constant =
      mlirOperationGetAttributeByName(op, DL_STR("constant"));
  if (mlirAttributeIsNull(value) || mlirAttributeIsNull(constant) ||
      mlirAttributeIsAUnit(value))
    return MlirWalkResultAdvance;
  MlirType type =
      mlirTypeAttrGetValue(mlirOperationGetAttributeByName(op, DL_STR("type")));
  int64_t bytes;
  if (!dl_shaped_bytes(type, &bytes) || bytes == 0 ||
      (size_t)bytes < e->min_bytes)
    return MlirWalkResultAdvance;
  // Without a value it is a declaration, which must not be private to LLVM.
  MlirStringRef name = mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, DL_STR("sym_name")));
  mlirOperationRemoveAttributeByName(op, DL_STR("initial_value"));
  mlirOperationRemoveAttributeByName(op, DL_STR("sym_visibility"));
  char *symbol = strndup(name.data, name.length);
  if (!symbol)
    abort();
  add(e->constants, (dl_cpu_constant){symbol, value, type, (size_t)bytes});
  return MlirWalkResultAdvance;
}

MlirLogicalResult dl_cpu_extract_constants(MlirOperation module,
                                           size_t min_bytes,
                                           dl_cpu_constants *constants) {
  extraction e = {min_bytes, constants};
  mlirOperationWalk(module, extract, &e, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

void dl_cpu_constants_destroy(dl_cpu_constants *constants) {
  for (size_t i = 0; i < constants->count; i++)
    free(constants->items[i].symbol);
  free(constants->items);
  *constants = (dl_cpu_constants){NULL, 0};
}
