// dlopt.reduce: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op;
  return operand == 0 ? "input" : "init";
}

/// The loops are the input's dimensions.
static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  if (operand == 0)
    return dl_plain_axis((int)dim);
  int loop = 0;
  for (int64_t kept = 0;; ++loop) {
    if (dl_array_find(dl_reduce_dims(op), loop) >= 0)
      continue;
    if (kept++ == dim)
      return dl_plain_axis(loop);
  }
}

const dl_shape_rule dl_reduce_shape_rule = {.axis = axis,
                                            .operand_name = operand_name};

static MlirLogicalResult check_types(MlirOperation op) {
  MlirValue input = dl_reduce_input(op);
  if (mlirLogicalResultIsFailure(dl_check_number(op, "input", input)) ||
      mlirLogicalResultIsFailure(dl_check_same_class(
          op, "init", dl_reduce_init(op), "input", input)) ||
      mlirLogicalResultIsFailure(dl_check_same_class(
          op, "result", mlirOperationGetResult(op, 0), "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_acc_type(op, dl_reduce_acc_type(op), "input", input)))
    return mlirLogicalResultFailure();
  return dl_check_combine(op, input, dl_reduce_kind(op),
                          dl_reduce_is_unsigned(op));
}

MlirLogicalResult dl_reduce_verify(MlirOperation op) {
  MlirValue input = dl_reduce_input(op), init = dl_reduce_init(op);
  MlirAttribute dims = dl_reduce_dims(op);
  int64_t rank = dl_rank(input) - dl_array_size(dims);
  const char *why = "that of input less the reduced dimensions";
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(check_types(op)) ||
      mlirLogicalResultIsFailure(
          dl_check_dims(op, "dims", dims, dl_rank(input))) ||
      mlirLogicalResultIsFailure(dl_check_rank(
          op, "result", mlirOperationGetResult(op, 0), rank, why)))
    return mlirLogicalResultFailure();
  if (!mlirValueIsNull(init) &&
      mlirLogicalResultIsFailure(dl_check_rank(op, "init", init, rank, why)))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_reduce_shape_rule);
}
