// Scalar operations written on whole tensors become maps:
//   arith.addf %a, %b : tensor<...>  ->  dlopt.map (or dlopt.cast)
// Constants stay. Gives up on unranked tensors and on encodings.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"

#include "mlir-c/BuiltinTypes.h"

static bool is_tensor(MlirType type) { return mlirTypeIsARankedTensor(type); }

/// Results are tensors of one shape without encoding; some operand is a tensor.
static const char *check(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    if (!is_tensor(type))
      return "it works on unranked tensors";
    if (!mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
      return "a tensor has an encoding";
    if (mlirShapedTypeGetRank(type) > DL_MAX_STRUCTURED_RANK)
      return "a tensor has more than 16 dimensions";
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (mlirTypeIsAUnrankedTensor(type))
      return "it works on unranked tensors";
  }
  return NULL;
}

/// The operation on scalars, at the insertion point.
static MlirOperation clone_on_scalars(const dl_rewrite *rewrite,
                                      const MlirValue *operands) {
  MlirOperation op = rewrite->op;
  MlirStringRef name = dl_op_name(op);
  MlirOperationState state = mlirOperationStateGet(name, rewrite->bld.location);
  mlirOperationStateAddOperands(&state, mlirOperationGetNumOperands(op),
                                operands);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirType type = mlirShapedTypeGetElementType(
        mlirValueGetType(mlirOperationGetResult(op, i)));
    mlirOperationStateAddResults(&state, 1, &type);
  }
  return dl_op_end(&rewrite->bld, &state);
}

/// A map of the operation's tensors with an empty body; `scalars` becomes what
/// the body uses for each operand.
static MlirOperation build_map(dl_rewrite *rewrite, MlirValue *scalars) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  intptr_t n_operands = mlirOperationGetNumOperands(op);
  intptr_t n_results = mlirOperationGetNumResults(op);
  MlirValue *inputs = DL_ARENA_ARRAY(&rewrite->arena, MlirValue, n_operands);
  MlirType *types = DL_ARENA_ARRAY(&rewrite->arena, MlirType, n_results);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  intptr_t n_inputs = 0;
  for (intptr_t i = 0; i < n_operands; ++i) {
    scalars[i] = mlirOperationGetOperand(op, i);
    MlirType type = mlirValueGetType(scalars[i]);
    if (!is_tensor(type))
      continue;
    inputs[n_inputs++] = scalars[i];
    scalars[i] = mlirBlockAddArgument(block, mlirShapedTypeGetElementType(type),
                                      bld->location);
  }
  for (intptr_t i = 0; i < n_results; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  MlirRegion body = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(body, block);
  return dl_map(bld, n_results, types, n_inputs, inputs, 0, NULL,
                (dl_map_attrs){{NULL}}, body);
}

MlirLogicalResult dl_import_tensor_arith(dl_rewrite *rewrite) {
  MlirOperation op = rewrite->op;
  intptr_t n_results = mlirOperationGetNumResults(op);
  if (n_results == 0 || mlirOperationGetNumOperands(op) == 0 ||
      !mlirTypeIsATensor(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return dl_other_kind();
  const char *reason = check(op);
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  MlirValue *scalars = DL_ARENA_ARRAY(&rewrite->arena, MlirValue,
                                      mlirOperationGetNumOperands(op));
  MlirValue *values = DL_ARENA_ARRAY(&rewrite->arena, MlirValue, n_results);
  MlirOperation map = build_map(rewrite, scalars);
  mlirRewriterBaseSetInsertionPointToEnd(rewrite->bld.rewriter,
                                         dl_region_block(map, 0));
  MlirOperation scalar = clone_on_scalars(rewrite, scalars);
  for (intptr_t i = 0; i < n_results; ++i)
    values[i] = mlirOperationGetResult(scalar, i);
  dl_yield(&rewrite->bld, n_results, values);
  mlirRewriterBaseSetInsertionPointBefore(rewrite->bld.rewriter, op);
  if (n_results == 1)
    return dl_replace_one(rewrite, dl_simplify_map(rewrite, map));
  for (intptr_t i = 0; i < n_results; ++i)
    values[i] = mlirOperationGetResult(map, i);
  return dl_replace(rewrite, n_results, values);
}
