// dlopt.kernel, dlopt.yield and dlopt.index: verifiers.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/hooks.h"
#include "dialect/verify/shape.h"
#include "lowering/base/diag.h"

MlirLogicalResult dl_kernel_verify(MlirOperation op) {
  (void)op;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_yield(MlirOperation op, MlirOperation yield) {
  if (!dl_yield_is(yield))
    return dl_emit_error(op, "body ends in '%.*s', expected 'dlopt.yield'",
                         DL_SV(dl_op_name(yield)));
  intptr_t count = mlirOperationGetNumOperands(yield);
  if (count != mlirOperationGetNumResults(op))
    return dl_emit_error(yield,
                         "gives %ld values, but the kernel has %ld results",
                         (long)count, (long)mlirOperationGetNumResults(op));
  for (intptr_t i = 0; i < count; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(yield, i));
    MlirType expected = mlirValueGetType(mlirOperationGetResult(op, i));
    char text[96], expected_text[96];
    if (!mlirTypeEqual(type, expected))
      return dl_emit_error(
          yield, "value #%ld has type %s, but result #%ld has type %s", (long)i,
          dl_type_text(type, text, sizeof(text)), (long)i,
          dl_type_text(expected, expected_text, sizeof(expected_text)));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_kernel_verify_regions(MlirOperation op) {
  MlirBlock body = dl_region_block(op, 0);
  intptr_t count = mlirBlockGetNumArguments(body);
  if (count != dl_kernel_n_inputs(op))
    return dl_emit_error(op, "body has %ld arguments for %ld inputs",
                         (long)count, (long)dl_kernel_n_inputs(op));
  for (intptr_t i = 0; i < count; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    MlirType expected = mlirValueGetType(dl_kernel_inputs(op, i));
    char text[96], expected_text[96];
    if (!mlirTypeEqual(type, expected))
      return dl_emit_error(
          op, "body argument #%ld has type %s, but input #%ld has type %s",
          (long)i, dl_type_text(type, text, sizeof(text)), (long)i,
          dl_type_text(expected, expected_text, sizeof(expected_text)));
  }
  return check_yield(op, mlirBlockGetTerminator(body));
}

/// The parent checks its yield, being the one that knows the types.
MlirLogicalResult dl_yield_verify(MlirOperation op) {
  (void)op;
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_index_verify(MlirOperation op) {
  int64_t dim = mlirIntegerAttrGetValueInt(dl_index_dim(op));
  MlirOperation map = mlirOperationGetParentOperation(op);
  if (mlirOperationGetNumResults(map) == 0 ||
      !dl_is_tensor(mlirOperationGetResult(map, 0)))
    return mlirLogicalResultSuccess(); // the map reports that
  int64_t rank = dl_rank(mlirOperationGetResult(map, 0));
  if (dim >= 0 && dim < rank)
    return mlirLogicalResultSuccess();
  return dl_emit_error(op, "dim is %ld, but the map's results have rank %ld",
                       (long)dim, (long)rank);
}
