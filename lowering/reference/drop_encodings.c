// Tensor encodings are dropped: every tensor becomes dense.
//
//   %w : tensor<64x128xf16, #sparse_tensor.encoding<...>>  ->
//   tensor<64x128xf16>
//
// Why here: an encoding says how a tensor is stored, not what it holds, so the
// reference may store it densely; bufferization refuses encodings. Who calls
// the program still owes it values that fit the encoding (driver/structured.c
// checks 2:4). Gives up when an operation of the sparse_tensor dialect itself
// is there: those work on the storage.
#include "lowering/base/diag.h"
#include "lowering/pass/pass.h"

static MlirType without_encoding(MlirType type, dl_arena *arena) {
  if (!mlirTypeIsARankedTensor(type) ||
      mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
    return type;
  int64_t rank = mlirShapedTypeGetRank(type);
  int64_t *shape = DL_ARENA_ARRAY(arena, int64_t, (size_t)rank);
  for (int64_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeIsDynamicDim(type, i)
                   ? mlirShapedTypeGetDynamicSize()
                   : mlirShapedTypeGetDimSize(type, i);
  return mlirRankedTensorTypeGet((intptr_t)rank, shape,
                                 mlirShapedTypeGetElementType(type),
                                 (MlirAttribute){NULL});
}

static void retype_value(MlirValue value, dl_arena *arena) {
  MlirType old = mlirValueGetType(value), dense = without_encoding(old, arena);
  if (!mlirTypeEqual(old, dense))
    mlirValueSetType(value, dense);
}

static MlirType dense_function_type(MlirType type, dl_arena *arena) {
  intptr_t n_inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t n_results = mlirFunctionTypeGetNumResults(type);
  MlirType *types =
      DL_ARENA_ARRAY(arena, MlirType, (size_t)(n_inputs + n_results));
  for (intptr_t i = 0; i < n_inputs; ++i)
    types[i] = without_encoding(mlirFunctionTypeGetInput(type, i), arena);
  for (intptr_t i = 0; i < n_results; ++i)
    types[n_inputs + i] =
        without_encoding(mlirFunctionTypeGetResult(type, i), arena);
  return mlirFunctionTypeGet(mlirTypeGetContext(type), n_inputs, types,
                             n_results, types + n_inputs);
}

static void retype_attributes(MlirOperation op, dl_arena *arena) {
  MlirAttribute function =
      mlirOperationGetAttributeByName(op, DL_STR("function_type"));
  if (!mlirAttributeIsNull(function) && mlirAttributeIsAType(function) &&
      mlirTypeIsAFunction(mlirTypeAttrGetValue(function)))
    mlirOperationSetAttributeByName(
        op, DL_STR("function_type"),
        mlirTypeAttrGet(
            dense_function_type(mlirTypeAttrGetValue(function), arena)));
  MlirAttribute value = mlirOperationGetAttributeByName(op, DL_STR("value"));
  if (!mlirAttributeIsNull(value) && mlirAttributeIsADenseElements(value)) {
    MlirType old = mlirAttributeGetType(value);
    MlirType dense = without_encoding(old, arena);
    if (!mlirTypeEqual(old, dense))
      mlirOperationSetAttributeByName(
          op, DL_STR("value"), mlirDenseElementsAttrReshapeGet(value, dense));
  }
}

struct drop_walk {
  dl_arena arena;
  MlirLogicalResult result;
};

static MlirWalkResult drop_in_operation(MlirOperation op, void *user) {
  struct drop_walk *walk = user;
  if (dl_string_starts_with(dl_op_name(op), "sparse_tensor.")) {
    walk->result = dl_emit_error(
        op, "works on sparse storage, which dlopt does not compile; run "
            "upstream's --sparsifier on this part first");
    return MlirWalkResultInterrupt;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    retype_value(mlirOperationGetResult(op, i), &walk->arena);
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t j = 0; j < mlirBlockGetNumArguments(block); ++j)
        retype_value(mlirBlockGetArgument(block, j), &walk->arena);
  retype_attributes(op, &walk->arena);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult drop_encodings(MlirOperation op, const void *options) {
  (void)options;
  struct drop_walk walk = {{NULL}, mlirLogicalResultSuccess()};
  mlirOperationWalk(op, drop_in_operation, &walk, MlirWalkPreOrder);
  dl_arena_reset(&walk.arena);
  return walk.result;
}

DL_FUNCTION_PASS(reference_drop_encodings, drop_encodings)
