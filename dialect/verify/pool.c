// dlopt.pool: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op;
  return operand == 0 ? "input" : "init";
}

static dl_window_attrs window_attrs(MlirOperation op) {
  return (dl_window_attrs){dl_pool_strides(op), dl_pool_dilations(op),
                           dl_pool_pad_low(op), dl_pool_pad_high(op)};
}

static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  intptr_t index = dl_array_find(dl_pool_dims(op), dim);
  if (operand != 0 || index < 0)
    return dl_plain_axis((int)dim);
  dl_window_attrs attrs = window_attrs(op);
  return dl_window_axis(&attrs, index, (int)dim, DL_LOOP_NONE,
                        dl_array_entry(dl_pool_window(op), index, 1));
}

const dl_shape_rule dl_pool_shape_rule = {.axis = axis,
                                          .operand_name = operand_name};

static MlirLogicalResult check_types(MlirOperation op) {
  MlirValue input = dl_pool_input(op);
  if (mlirLogicalResultIsFailure(dl_check_number(op, "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_same_class(op, "init", dl_pool_init(op), "input", input)) ||
      mlirLogicalResultIsFailure(dl_check_same_class(
          op, "result", mlirOperationGetResult(op, 0), "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_acc_type(op, dl_pool_acc_type(op), "input", input)))
    return mlirLogicalResultFailure();
  return dl_check_combine(op, input, dl_pool_kind(op), dl_pool_is_unsigned(op));
}

MlirLogicalResult dl_pool_verify(MlirOperation op) {
  MlirValue input = dl_pool_input(op), init = dl_pool_init(op);
  MlirAttribute dims = dl_pool_dims(op);
  dl_window_attrs attrs = window_attrs(op);
  const char *why = "that of input";
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(check_types(op)) ||
      mlirLogicalResultIsFailure(
          dl_check_dims(op, "dims", dims, dl_rank(input))) ||
      mlirLogicalResultIsFailure(dl_check_array(
          op, "window", dl_pool_window(op), dl_array_size(dims), 1)) ||
      mlirLogicalResultIsFailure(
          dl_check_window(op, &attrs, dl_array_size(dims))) ||
      mlirLogicalResultIsFailure(dl_check_rank(
          op, "result", mlirOperationGetResult(op, 0), dl_rank(input), why)))
    return mlirLogicalResultFailure();
  if (!mlirValueIsNull(init) && mlirLogicalResultIsFailure(dl_check_rank(
                                    op, "init", init, dl_rank(input), why)))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_pool_shape_rule);
}
