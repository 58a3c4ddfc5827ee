// dlopt.softmax: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op, (void)operand;
  return "input";
}

const dl_shape_rule dl_softmax_shape_rule = {.axis = dl_identity_axis,
                                             .operand_name = operand_name};

MlirLogicalResult dl_softmax_verify(MlirOperation op) {
  MlirValue input = dl_softmax_input(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  int64_t dim = mlirIntegerAttrGetValueInt(dl_softmax_dim(op));
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(dl_check_float(op, "input", input)) ||
      mlirLogicalResultIsFailure(dl_check_float(op, "result", result)) ||
      mlirLogicalResultIsFailure(dl_check_dim(op, "dim", dim, input)) ||
      mlirLogicalResultIsFailure(
          dl_check_rank(op, "result", result, dl_rank(input), "that of input")))
    return mlirLogicalResultFailure();
  if (dl_softmax_log(op) &&
      dl_enum_value(dl_softmax_masked_rows(op), DL_MASKED_ROWS_NAN) ==
          DL_MASKED_ROWS_ZERO)
    return dl_emit_error(op, "masked_rows zero has no logarithm; drop log or "
                             "masked_rows");
  return dl_shape_check(op, &dl_softmax_shape_rule);
}
