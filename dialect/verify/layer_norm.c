// dlopt.layer_norm: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/norm.h"
#include "dialect/verify/rules.h"

static const char *operand_name(MlirOperation op, intptr_t operand) {
  if (operand == 0)
    return "input";
  bool is_scale = operand == 1 && !mlirValueIsNull(dl_layer_norm_scale(op));
  return is_scale ? "scale" : "bias";
}

static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  return dl_norm_axis(operand, dim,
                      mlirIntegerAttrGetValueInt(dl_layer_norm_axis(op)));
}

const dl_shape_rule dl_layer_norm_shape_rule = {.axis = axis,
                                                .operand_name = operand_name};

MlirLogicalResult dl_layer_norm_verify(MlirOperation op) {
  static const char *const names[] = {"scale", "bias"};
  MlirValue parameters[] = {dl_layer_norm_scale(op), dl_layer_norm_bias(op)};
  if (mlirLogicalResultIsFailure(dl_check_norm(op, dl_layer_norm_axis(op),
                                               dl_layer_norm_epsilon(op), 2,
                                               names, parameters)))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_layer_norm_shape_rule);
}
