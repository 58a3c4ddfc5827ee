// Types that say 2:4.
#include "driver/structured.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/SparseTensor.h"

bool dl_type_is_structured_2_4(MlirType type) {
  if (!mlirTypeIsARankedTensor(type))
    return false;
  MlirAttribute encoding = mlirRankedTensorTypeGetEncoding(type);
  if (mlirAttributeIsNull(encoding) ||
      !mlirAttributeIsASparseTensorEncodingAttr(encoding))
    return false;
  intptr_t last = mlirSparseTensorEncodingGetLvlRank(encoding) - 1;
  if (mlirSparseTensorEncodingAttrGetLvlFmt(encoding, last) !=
      MLIR_SPARSE_TENSOR_LEVEL_N_OUT_OF_M)
    return false;
  MlirSparseTensorLevelType level =
      mlirSparseTensorEncodingAttrGetLvlType(encoding, last);
  return mlirSparseTensorEncodingAttrGetStructuredN(level) == 2 &&
         mlirSparseTensorEncodingAttrGetStructuredM(level) == 4;
}
