// dlopt.cast: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op, (void)operand;
  return "input";
}

const dl_shape_rule dl_cast_shape_rule = {.axis = dl_identity_axis,
                                          .operand_name = operand_name};

MlirLogicalResult dl_cast_verify(MlirOperation op) {
  MlirValue input = dl_cast_input(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(dl_check_number(op, "input", input)) ||
      mlirLogicalResultIsFailure(dl_check_number(op, "result", result)) ||
      mlirLogicalResultIsFailure(
          dl_check_rank(op, "result", result, dl_rank(input), "that of input")))
    return mlirLogicalResultFailure();
  bool from_int = dl_type_is_int(dl_tensor_element(input));
  bool to_int = dl_type_is_int(dl_tensor_element(result));
  if (from_int && to_int && !mlirAttributeIsNull(dl_cast_rounding(op)))
    return dl_emit_error(op, "rounding has no meaning between integers");
  if (!from_int && !to_int && dl_cast_is_unsigned(op))
    return dl_emit_error(op, "unsigned has no meaning between floats");
  return dl_shape_check(op, &dl_cast_shape_rule);
}
