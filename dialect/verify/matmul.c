// dlopt.matmul: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

#include <stdio.h>

// Batch loops follow, from the left.
enum { LOOP_M, LOOP_N, LOOP_K, LOOP_BATCH };
enum { LHS, RHS, INIT };

static const char *const operand_names[] = {"lhs", "rhs", "init"};

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op;
  return operand_names[operand];
}

static void loop_name(MlirOperation op, int loop, char *name, size_t size) {
  (void)op;
  if (loop < LOOP_BATCH)
    snprintf(name, size, "%c", "MNK"[loop]);
  else
    snprintf(name, size, "batch %d", loop - LOOP_BATCH);
}

static int64_t batch_rank(MlirOperation op) {
  int64_t lhs = dl_rank(dl_matmul_lhs(op)), rhs = dl_rank(dl_matmul_rhs(op));
  return (lhs > rhs ? lhs : rhs) - 2;
}

static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  bool is_factor = operand == LHS || operand == RHS;
  MlirValue tensor = operand == DL_OF_RESULT
                         ? mlirOperationGetResult(op, 0)
                         : mlirOperationGetOperand(op, operand);
  int64_t own_batch = dl_rank(tensor) - 2;
  if (dim < own_batch) {
    if (is_factor && dl_static_size(tensor, dim) == 1)
      return dl_plain_axis(DL_LOOP_NONE);
    return dl_plain_axis(LOOP_BATCH + (int)(batch_rank(op) - own_batch + dim));
  }
  int64_t position = dim - own_batch; // 0 or 1 of the matrix
  if (operand == LHS)
    return dl_plain_axis(position ^ dl_matmul_lhs_transposed(op) ? LOOP_K
                                                                 : LOOP_M);
  if (operand == RHS)
    return dl_plain_axis(position ^ dl_matmul_rhs_transposed(op) ? LOOP_N
                                                                 : LOOP_K);
  return dl_plain_axis(position ? LOOP_N : LOOP_M);
}

const dl_shape_rule dl_matmul_shape_rule = {.axis = axis,
                                            .operand_name = operand_name,
                                            .loop_name = loop_name,
                                            .absent_is_one = true};

static MlirLogicalResult check_types(MlirOperation op) {
  MlirValue lhs = dl_matmul_lhs(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  if (mlirLogicalResultIsFailure(dl_check_number(op, "lhs", lhs)) ||
      mlirLogicalResultIsFailure(
          dl_check_same_class(op, "rhs", dl_matmul_rhs(op), "lhs", lhs)) ||
      mlirLogicalResultIsFailure(
          dl_check_same_class(op, "init", dl_matmul_init(op), "lhs", lhs)) ||
      mlirLogicalResultIsFailure(
          dl_check_same_class(op, "result", result, "lhs", lhs)) ||
      mlirLogicalResultIsFailure(
          dl_check_acc_type(op, dl_matmul_acc_type(op), "lhs", lhs)) ||
      mlirLogicalResultIsFailure(
          dl_check_unsigned(op, "lhs", lhs, dl_matmul_is_unsigned(op))))
    return mlirLogicalResultFailure();
  MlirValue factors[] = {lhs, dl_matmul_rhs(op)};
  return dl_check_numerics(op, dl_matmul_numerics(op), operand_names, factors);
}

MlirLogicalResult dl_matmul_verify(MlirOperation op) {
  MlirValue lhs = dl_matmul_lhs(op), rhs = dl_matmul_rhs(op);
  MlirValue init = dl_matmul_init(op);
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(check_types(op)))
    return mlirLogicalResultFailure();
  if (dl_rank(lhs) < 2 || dl_rank(rhs) < 2)
    return dl_emit_error(op, "%s has rank %ld, expected at least 2",
                         dl_rank(lhs) < 2 ? "lhs" : "rhs",
                         (long)dl_rank(dl_rank(lhs) < 2 ? lhs : rhs));
  int64_t rank = batch_rank(op) + 2;
  const char *why = "the batch dimensions of both factors, M and N";
  if (mlirLogicalResultIsFailure(dl_check_rank(
          op, "result", mlirOperationGetResult(op, 0), rank, why)) ||
      (!mlirValueIsNull(init) &&
       mlirLogicalResultIsFailure(dl_check_rank(op, "init", init, rank, why))))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_matmul_shape_rule);
}
