// dlopt.rms_norm: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/norm.h"
#include "dialect/verify/rules.h"

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op;
  return operand == 0 ? "input" : "scale";
}

static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  return dl_norm_axis(operand, dim,
                      mlirIntegerAttrGetValueInt(dl_rms_norm_axis(op)));
}

const dl_shape_rule dl_rms_norm_shape_rule = {.axis = axis,
                                              .operand_name = operand_name};

MlirLogicalResult dl_rms_norm_verify(MlirOperation op) {
  static const char *const names[] = {"scale"};
  MlirValue parameters[] = {dl_rms_norm_scale(op)};
  if (mlirLogicalResultIsFailure(dl_check_norm(op, dl_rms_norm_axis(op),
                                               dl_rms_norm_epsilon(op), 1,
                                               names, parameters)))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_rms_norm_shape_rule);
}
