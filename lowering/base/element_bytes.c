// What an element takes in memory.
#include "lowering/base/element_bytes.h"

#include "mlir-c/BuiltinTypes.h"

int64_t dl_element_bytes(MlirType type) {
  if (mlirTypeIsAIndex(type))
    return 8;
  unsigned bits = mlirTypeIsAFloat(type)     ? mlirFloatTypeGetWidth(type)
                  : mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type)
                                             : 0;
  int64_t bytes = bits > 0;
  while (bytes * 8 < bits)
    bytes *= 2;
  return bytes;
}

bool dl_shaped_bytes(MlirType type, int64_t *bytes) {
  if (!mlirShapedTypeHasRank(type) || !mlirShapedTypeHasStaticShape(type))
    return false;
  *bytes = dl_element_bytes(mlirShapedTypeGetElementType(type));
  if (*bytes == 0)
    return false;
  for (int64_t i = 0; i < mlirShapedTypeGetRank(type); i++)
    if (__builtin_mul_overflow(*bytes, mlirShapedTypeGetDimSize(type, i),
                               bytes))
      return false;
  return true;
}
