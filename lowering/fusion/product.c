// Products read their operands through moves that they can express themselves.
//
//   %t = dlopt.map %w dims [[1, 0]] {yield}   (a transpose)
//   %y = dlopt.matmul %x, %t        ->   %y = dlopt.matmul %x, %w transposed
//
// Also through dimensions of size 1 that come in front, and through maps that
// do nothing. What a kernel of tiles then loads is the tensor as it lies.
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/map.h"
#include "lowering/base/diag.h"
#include "lowering/base/strings.h"

#include "mlir-c/BuiltinAttributes.h"

/// A map of one input that yields it as it is.
static bool is_move(MlirOperation op) {
  if (!dl_map_is(op) || dl_map_n_inputs(op) != 1 ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  MlirBlock body = dl_region_block(op, 0);
  MlirOperation yield = mlirBlockGetTerminator(body);
  return mlirValueEqual(dl_yield_values(yield, 0),
                        mlirBlockGetArgument(body, 0));
}

/// True if a product may read the input instead of the result; sets
/// `*transposes` if the last two dimensions are exchanged.
static bool is_readable(MlirOperation move, bool *transposes) {
  MlirValue input = dl_map_inputs(move, 0), result = dl_result(move, 0);
  int64_t rank = dl_rank(input), lead = dl_rank(result) - rank;
  if (rank < 2 || lead < 0)
    return false;
  int64_t rows = dl_map_dim(move, 0, rank - 2) - lead,
          columns = dl_map_dim(move, 0, rank - 1) - lead;
  *transposes = rows == rank - 1 && columns == rank - 2;
  if (!*transposes && (rows != rank - 2 || columns != rank - 1))
    return false;
  for (int64_t dim = 0; dim < lead; ++dim)
    if (dl_static_size(result, dim) != 1)
      return false;
  for (int64_t dim = 0; dim < rank - 2; ++dim) {
    int64_t along = dl_map_dim(move, 0, dim);
    bool is_unit = along == -1 && dl_static_size(result, dim + lead) == 1;
    if (along != dim + lead && !is_unit)
      return false;
  }
  return true;
}

static void toggle(MlirOperation op, MlirStringRef name) {
  if (!mlirAttributeIsNull(mlirOperationGetAttributeByName(op, name)))
    mlirOperationRemoveAttributeByName(op, name);
  else
    mlirOperationSetAttributeByName(
        op, name, mlirUnitAttrGet(mlirOperationGetContext(op)));
}

/// The product's result keeps its rank: one operand must have it.
static bool keeps_rank(MlirOperation product, intptr_t operand,
                       MlirValue input) {
  int64_t rank = dl_rank(dl_result(product, 0));
  return dl_rank(input) == rank ||
         dl_rank(mlirOperationGetOperand(product, 1 - operand)) == rank;
}

static void read_operand(MlirRewriterBase rewriter, MlirOperation product,
                         intptr_t operand, bool remarks) {
  MlirOperation move = dl_value_def(mlirOperationGetOperand(product, operand));
  bool transposes;
  while (!mlirOperationIsNull(move) && is_move(move) &&
         is_readable(move, &transposes) &&
         keeps_rank(product, operand, dl_map_inputs(move, 0))) {
    if (remarks)
      dl_emit_remark(move, "fused into 'dlopt.matmul' as prologue: the product "
                           "reads its input in this order");
    mlirOperationSetOperand(product, operand, dl_map_inputs(move, 0));
    if (transposes)
      toggle(product,
             operand ? DL_STR("rhs_transposed") : DL_STR("lhs_transposed"));
    if (mlirOpOperandIsNull(mlirValueGetFirstUse(dl_result(move, 0))))
      mlirRewriterBaseEraseOp(rewriter, move);
    move = dl_value_def(mlirOperationGetOperand(product, operand));
  }
}

void dl_fusion_read_through_moves(MlirRewriterBase rewriter, MlirBlock block,
                                  bool remarks) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    for (intptr_t operand = 0; dl_matmul_is(op) && operand < 2; ++operand)
      read_operand(rewriter, op, operand, remarks);
}
