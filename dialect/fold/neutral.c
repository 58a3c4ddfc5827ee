// Initial values that change nothing.
#include "dialect/fold/neutral.h"

#include "dialect/fold/patterns.h"

#include <math.h>

/// Only what holds for every accumulator type: integer limits, which depend on
/// it, are left alone, and so is NaN.
static bool is_neutral(MlirAttribute value, dl_combine kind) {
  if (mlirAttributeIsAFloat(value)) {
    double number = mlirFloatAttrGetValueDouble(value);
    switch (kind) {
    case DL_REDUCE_ADD:
      return number == 0 && !signbit(number);
    case DL_REDUCE_MUL:
      return number == 1;
    case DL_REDUCE_MAX:
      return isinf(number) && number < 0;
    case DL_REDUCE_MIN:
      return isinf(number) && number > 0;
    default:
      return false;
    }
  }
  if (!mlirAttributeIsAInteger(value) ||
      dl_type_width(mlirAttributeGetType(value)) > 64)
    return false;
  int64_t number = mlirIntegerAttrGetValueInt(value);
  switch (kind) {
  case DL_REDUCE_ADD:
  case DL_REDUCE_OR:
  case DL_REDUCE_XOR:
    return number == 0;
  case DL_REDUCE_MUL: // an i1 of 1 extends to -1
    return number == 1 && dl_type_width(mlirAttributeGetType(value)) > 1;
  default:
    return false;
  }
}

MlirLogicalResult dl_drop_neutral_init(MlirOperation op, const dl_builder *bld,
                                       MlirValue init, dl_combine kind) {
  if (mlirValueIsNull(init))
    return mlirLogicalResultFailure();
  MlirAttribute value = dl_splat_of(init);
  if (mlirAttributeIsNull(value) || !is_neutral(value, kind))
    return mlirLogicalResultFailure();
  MlirValue kept[2];
  intptr_t count = mlirOperationGetNumOperands(op) - 1;
  for (intptr_t i = 0; i < count; ++i)
    kept[i] = mlirOperationGetOperand(op, i);
  MlirType acc = dl_acc_type(op);
  mlirRewriterBaseStartOpModification(bld->rewriter, op);
  mlirOperationSetOperands(op, count, kept);
  if (!mlirTypeEqual(acc, dl_acc_type(op)))
    mlirOperationSetAttributeByName(op, DL_STR("acc_type"),
                                    mlirTypeAttrGet(acc));
  mlirRewriterBaseFinalizeOpModification(bld->rewriter, op);
  return mlirLogicalResultSuccess();
}
