// The body of a structured operation, on scalars or on vectors.
#include "lowering/cpu/emit.h"
#include "lowering/cpu/ir.h"

typedef struct value_map {
  MlirValue *from, *to;
  int count;
} value_map;

static MlirValue look_up(const value_map *map, MlirValue value) {
  for (int i = map->count; i-- > 0;)
    if (mlirValueEqual(map->from[i], value))
      return map->to[i];
  return value;
}

static void add(value_map *map, MlirValue from, MlirValue to) {
  map->from[map->count] = from;
  map->to[map->count++] = to;
}

MlirType dl_emit_vector_type(MlirType element, int lanes) {
  int64_t shape = lanes;
  return lanes == 1 ? element : mlirVectorTypeGet(1, &shape, element);
}

MlirValue dl_emit_splat(const dl_builder *bld, MlirValue scalar, int lanes) {
  MlirType type = dl_emit_vector_type(mlirValueGetType(scalar), lanes);
  if (lanes == 1)
    return scalar;
  return dl_result(
      dl_cpu_op(bld, "vector.broadcast", 1, &scalar, 1, &type, 0, NULL, NULL),
      0);
}

/// Copies one scalar operation as `lanes` of it.
static void emit_op(const dl_builder *bld, value_map *map, MlirOperation op,
                    int lanes) {
  bool is_constant = dl_is(op, "arith.constant");
  int width = is_constant ? 1 : lanes;
  MlirOperationState state = mlirOperationStateGet(
      mlirIdentifierStr(mlirOperationGetName(op)), bld->location);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = look_up(map, mlirOperationGetOperand(op, i));
    if (!mlirTypeIsAVector(mlirValueGetType(value)))
      value = dl_emit_splat(bld, value, width);
    mlirOperationStateAddOperands(&state, 1, &value);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++) {
    MlirType type = dl_emit_vector_type(
        mlirValueGetType(mlirOperationGetResult(op, i)), width);
    mlirOperationStateAddResults(&state, 1, &type);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  MlirOperation copy = dl_op_end(bld, &state);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    add(map, mlirOperationGetResult(op, i),
        dl_emit_splat(bld, mlirOperationGetResult(copy, i),
                      is_constant ? lanes : 1));
}

static int count_values(const dl_nest *nest) {
  int count = nest->n_operands;
  MlirOperation op = mlirBlockGetFirstOperation(nest->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count += (int)mlirOperationGetNumResults(op);
  return count;
}

void dl_emit_body(const dl_builder *bld, dl_arena *arena, const dl_nest *nest,
                  int lanes, const MlirValue *inputs, const MlirValue *index,
                  MlirValue *results) {
  int count = count_values(nest);
  value_map map = {DL_ARENA_ARRAY(arena, MlirValue, (size_t)count),
                   DL_ARENA_ARRAY(arena, MlirValue, (size_t)count), 0};
  for (int i = 0; i < nest->n_operands; i++)
    add(&map, mlirBlockGetArgument(nest->body, i), inputs[i]);
  MlirOperation op = mlirBlockGetFirstOperation(nest->body);
  for (; !dl_is(op, "linalg.yield"); op = mlirOperationGetNextInBlock(op)) {
    if (dl_is(op, "linalg.index")) {
      MlirAttribute dim = mlirOperationGetAttributeByName(op, DL_STR("dim"));
      add(&map, dl_result(op, 0), index[mlirIntegerAttrGetValueInt(dim)]);
      continue;
    }
    emit_op(bld, &map, op, lanes);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = look_up(&map, mlirOperationGetOperand(op, i));
    bool is_vector = mlirTypeIsAVector(mlirValueGetType(value));
    results[i] = is_vector ? value : dl_emit_splat(bld, value, lanes);
  }
}
