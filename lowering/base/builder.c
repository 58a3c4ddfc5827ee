// Building operations: state handling shared by all generated builders.
#include "lowering/base/builder.h"

intptr_t dl_operand_group(MlirOperation op, const dl_operand_groups *groups,
                          int group, intptr_t *count) {
  intptr_t total = mlirOperationGetNumOperands(op);
  intptr_t start = 0;
  if (groups->has_segments) {
    MlirAttribute sizes =
        mlirOperationGetAttributeByName(op, DL_STR("operandSegmentSizes"));
    for (int i = 0; i < group; ++i)
      start += mlirDenseI32ArrayGetElement(sizes, i);
    *count = mlirDenseI32ArrayGetElement(sizes, group);
    return start;
  }
  // Without segments at most one group has other than one value.
  intptr_t flexible = total - (groups->n_groups - 1);
  for (int i = 0; i < group; ++i)
    start += groups->arities[i] == DL_ONE ? 1 : flexible;
  *count = groups->arities[group] == DL_ONE ? 1 : flexible;
  return start;
}

MlirOperationState dl_op_begin(const dl_builder *bld, const char *name) {
  return mlirOperationStateGet(mlirStringRefCreateFromCString(name),
                               bld->location);
}

int32_t dl_op_operands(MlirOperationState *state, intptr_t count,
                       const MlirValue *values) {
  if (count == 0 || mlirValueIsNull(values[0]))
    return 0;
  mlirOperationStateAddOperands(state, count, values);
  return (int32_t)count;
}

void dl_op_attr(const dl_builder *bld, MlirOperationState *state,
                const char *name, MlirAttribute attribute) {
  if (mlirAttributeIsNull(attribute))
    return;
  MlirNamedAttribute named = mlirNamedAttributeGet(
      mlirIdentifierGet(bld->context, mlirStringRefCreateFromCString(name)),
      attribute);
  mlirOperationStateAddAttributes(state, 1, &named);
}

void dl_op_unit_attr(const dl_builder *bld, MlirOperationState *state,
                     const char *name, bool present) {
  if (present)
    dl_op_attr(bld, state, name, mlirUnitAttrGet(bld->context));
}

void dl_op_segments(const dl_builder *bld, MlirOperationState *state,
                    intptr_t count, const int32_t *sizes) {
  dl_op_attr(bld, state, "operandSegmentSizes",
             mlirDenseI32ArrayGet(bld->context, count, sizes));
}

MlirOperation dl_op_end(const dl_builder *bld, MlirOperationState *state) {
  MlirOperation op = mlirOperationCreate(state);
  return mlirOperationIsNull(op) ? op
                                 : mlirRewriterBaseInsert(bld->rewriter, op);
}

dl_builder dl_builder_before(MlirRewriterBase rewriter, MlirOperation op) {
  mlirRewriterBaseSetInsertionPointBefore(rewriter, op);
  return (dl_builder){mlirOperationGetContext(op), mlirOperationGetLocation(op),
                      rewriter};
}

MlirAttribute dl_attr_i64(const dl_builder *bld, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(bld->context, 64), value);
}

MlirAttribute dl_attr_i32(const dl_builder *bld, int32_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(bld->context, 32), value);
}

MlirAttribute dl_attr_f64(const dl_builder *bld, double value) {
  return mlirFloatAttrDoubleGet(bld->context, mlirF64TypeGet(bld->context),
                                value);
}

MlirAttribute dl_attr_string(const dl_builder *bld, const char *text) {
  return mlirStringAttrGet(bld->context, mlirStringRefCreateFromCString(text));
}

MlirAttribute dl_attr_type(MlirType type) { return mlirTypeAttrGet(type); }

MlirAttribute dl_attr_i64_array(const dl_builder *bld, intptr_t count,
                                const int64_t *values) {
  return mlirDenseI64ArrayGet(bld->context, count, values);
}

static MlirValue constant(const dl_builder *bld, MlirAttribute value) {
  MlirOperationState state = dl_op_begin(bld, "arith.constant");
  MlirType type = mlirAttributeGetType(value);
  mlirOperationStateAddResults(&state, 1, &type);
  dl_op_attr(bld, &state, "value", value);
  return mlirOperationGetResult(dl_op_end(bld, &state), 0);
}

MlirValue dl_constant_float(const dl_builder *bld, MlirType type,
                            double value) {
  return constant(bld, mlirFloatAttrDoubleGet(bld->context, type, value));
}

MlirValue dl_constant_int(const dl_builder *bld, MlirType type, int64_t value) {
  return constant(bld, mlirIntegerAttrGet(type, value));
}

MlirValue dl_constant_index(const dl_builder *bld, int64_t value) {
  return dl_constant_int(bld, mlirIndexTypeGet(bld->context), value);
}

MlirOperation dl_value_def(MlirValue value) {
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value))
    return (MlirOperation){NULL};
  return mlirOpResultGetOwner(value);
}

MlirOperation dl_def(MlirOperation op, intptr_t index) {
  return dl_value_def(mlirOperationGetOperand(op, index));
}

bool dl_value_has_one_use(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

MlirBlock dl_region_block(MlirOperation op, intptr_t region) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
}
