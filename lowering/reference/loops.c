// Loops over tensors: linalg ops, built from C.
#include "lowering/reference/shared.h"

#include "mlir-c/Dialect/Linalg.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

MlirAffineMap dl_loop_map(const dl_builder *bld, int64_t n_loops, int64_t rank,
                          const int *loops) {
  MlirAffineExpr exprs[DL_MAX_LOOPS];
  for (int64_t i = 0; i < rank; ++i)
    exprs[i] = loops[i] < 0 ? mlirAffineConstantExprGet(bld->context, 0)
                            : mlirAffineDimExprGet(bld->context, loops[i]);
  return mlirAffineMapGet(bld->context, n_loops, 0, rank, exprs);
}

MlirAffineMap dl_identity_map(const dl_builder *bld, int64_t rank) {
  return mlirAffineMapMultiDimIdentityGet(bld->context, rank);
}

MlirAttribute dl_maps_attr(const dl_builder *bld, intptr_t count,
                           const MlirAffineMap *maps) {
  MlirAttribute attrs[2 * DL_MAX_LOOPS];
  assert(count <= 2 * DL_MAX_LOOPS);
  for (intptr_t i = 0; i < count; ++i)
    attrs[i] = mlirAffineMapAttrGet(maps[i]);
  return mlirArrayAttrGet(bld->context, count, attrs);
}

MlirAttribute dl_iterators_attr(const dl_builder *bld, int64_t n_loops,
                                const char *iterators) {
  MlirAttribute parallel = mlirAttributeParseGet(
      bld->context, DL_STR("#linalg.iterator_type<parallel>"));
  MlirAttribute reduction = mlirAttributeParseGet(
      bld->context, DL_STR("#linalg.iterator_type<reduction>"));
  MlirAttribute attrs[DL_MAX_LOOPS];
  for (int64_t i = 0; i < n_loops; ++i)
    attrs[i] = iterators[i] == 'r' ? reduction : parallel;
  return mlirArrayAttrGet(bld->context, n_loops, attrs);
}

dl_generic dl_generic_begin(const dl_builder *bld, int64_t n_loops,
                            const char *iterators, intptr_t n_inputs,
                            const dl_operand *inputs, intptr_t n_outputs,
                            const dl_operand *outputs) {
  MlirOperationState state = dl_op_begin(bld, "linalg.generic");
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  MlirAttribute *maps =
      malloc((size_t)(n_inputs + n_outputs + 1) * sizeof(*maps));
  for (intptr_t i = 0; i < n_inputs + n_outputs; ++i) {
    const dl_operand *operand =
        i < n_inputs ? &inputs[i] : &outputs[i - n_inputs];
    mlirOperationStateAddOperands(&state, 1, &operand->value);
    mlirBlockAddArgument(body, dl_tensor_element(operand->value),
                         bld->location);
    maps[i] = mlirAffineMapAttrGet(operand->map);
  }
  for (intptr_t i = 0; i < n_outputs; ++i) {
    MlirType type = mlirValueGetType(outputs[i].value);
    mlirOperationStateAddResults(&state, 1, &type);
  }
  dl_op_attr(bld, &state, "indexing_maps",
             mlirArrayAttrGet(bld->context, n_inputs + n_outputs, maps));
  free(maps);
  dl_op_attr(bld, &state, "iterator_types",
             dl_iterators_attr(bld, n_loops, iterators));
  dl_op_segments(bld, &state, 2,
                 (const int32_t[]){(int32_t)n_inputs, (int32_t)n_outputs});
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  dl_generic generic = {dl_op_end(bld, &state), body, n_inputs};
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, body);
  return generic;
}

MlirValue dl_generic_input(const dl_generic *generic, intptr_t index) {
  return mlirBlockGetArgument(generic->body, index);
}

MlirValue dl_generic_output(const dl_generic *generic, intptr_t index) {
  return mlirBlockGetArgument(generic->body, generic->n_inputs + index);
}

MlirValue dl_generic_end(const dl_builder *bld, const dl_generic *generic,
                         intptr_t count, const MlirValue *yielded) {
  dl_linalg_yield(bld, count, yielded);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, generic->op);
  return mlirOperationGetResult(generic->op, 0);
}

dl_generic dl_pointwise_begin(const dl_builder *bld, const dl_dims *dims,
                              intptr_t n_inputs, const MlirValue *inputs,
                              MlirType element) {
  MlirAffineMap identity = dl_identity_map(bld, dims->rank);
  dl_operand operands[4], output = {dl_empty(bld, dims, element), identity};
  char iterators[DL_MAX_LOOPS];
  assert(n_inputs <= 4);
  for (intptr_t i = 0; i < n_inputs; ++i)
    operands[i] = (dl_operand){inputs[i], identity};
  memset(iterators, 'p', sizeof(iterators));
  return dl_generic_begin(bld, dims->rank, iterators, n_inputs, operands, 1,
                          &output);
}

MlirNamedAttribute dl_named_attr(const dl_builder *bld, const char *name,
                                 MlirAttribute value) {
  return mlirNamedAttributeGet(
      mlirIdentifierGet(bld->context, mlirStringRefCreateFromCString(name)),
      value);
}

MlirNamedAttribute dl_unsigned_cast_attr(const dl_builder *bld) {
  return dl_named_attr(
      bld, "cast",
      mlirAttributeParseGet(bld->context,
                            DL_STR("#linalg.type_fn<cast_unsigned>")));
}

MlirValue dl_named_linalg(const dl_builder *bld, const char *name,
                          intptr_t n_inputs, const MlirValue *inputs,
                          MlirValue output, intptr_t n_attrs,
                          const MlirNamedAttribute *attrs) {
  MlirOperationState state = dl_op_begin(bld, name);
  mlirOperationStateAddOperands(&state, n_inputs, inputs);
  mlirOperationStateAddOperands(&state, 1, &output);
  MlirType type = mlirValueGetType(output);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, n_attrs, attrs);
  dl_op_segments(bld, &state, 2, (const int32_t[]){(int32_t)n_inputs, 1});
  MlirRegion region = mlirRegionCreate();
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation op = mlirOperationCreate(&state);
  mlirLinalgFillBuiltinNamedOpRegion(op);
  return mlirOperationGetResult(mlirRewriterBaseInsert(bld->rewriter, op), 0);
}
