// Building loops and small operations for the CPU lowering.
#include "lowering/cpu/ir.h"

#include "lowering/base/arena.h"

MlirOperation dl_cpu_op(const dl_builder *bld, const char *name,
                        intptr_t n_operands, const MlirValue *operands,
                        intptr_t n_results, const MlirType *results,
                        intptr_t n_attributes, const char *const *names,
                        const MlirAttribute *attributes) {
  MlirOperationState state = dl_op_begin(bld, name);
  mlirOperationStateAddOperands(&state, n_operands, operands);
  mlirOperationStateAddResults(&state, n_results, results);
  for (intptr_t i = 0; i < n_attributes; i++)
    dl_op_attr(bld, &state, names[i], attributes[i]);
  return dl_op_end(bld, &state);
}

MlirValue dl_cpu_binary(const dl_builder *bld, const char *name, MlirValue lhs,
                        MlirValue rhs) {
  MlirValue operands[] = {lhs, rhs};
  MlirType type = mlirValueGetType(lhs);
  return dl_result(dl_cpu_op(bld, name, 2, operands, 1, &type, 0, NULL, NULL),
                   0);
}

MlirValue dl_cpu_dim(const dl_builder *bld, MlirValue memref, int64_t dim) {
  MlirType type = mlirValueGetType(memref);
  if (!mlirShapedTypeIsDynamicDim(type, dim))
    return dl_constant_index(bld, mlirShapedTypeGetDimSize(type, dim));
  MlirValue operands[] = {memref, dl_constant_index(bld, dim)};
  MlirType index = mlirIndexTypeGet(bld->context);
  return dl_result(
      dl_cpu_op(bld, "memref.dim", 2, operands, 1, &index, 0, NULL, NULL), 0);
}

MlirOperation dl_cpu_copy(const dl_builder *bld, MlirValue from, MlirValue into,
                          MlirAffineMap from_map) {
  MlirContext context = bld->context;
  MlirValue operands[] = {from, into};
  MlirType type = mlirValueGetType(into);
  int64_t rank = mlirShapedTypeGetRank(type);
  MlirAttribute maps[] = {
      mlirAffineMapAttrGet(from_map),
      mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(context, rank))};
  dl_arena arena = {NULL};
  MlirAttribute *kinds =
      DL_ARENA_ARRAY(&arena, MlirAttribute, (size_t)rank + 1);
  for (int64_t i = 0; i < rank; i++)
    kinds[i] = mlirAttributeParseGet(context,
                                     DL_STR("#linalg.iterator_type<parallel>"));
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirType elements[] = {element, element};
  MlirLocation locations[] = {bld->location, bld->location};
  MlirBlock body = mlirBlockCreate(2, elements, locations);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirOperationState state = dl_op_begin(bld, "linalg.generic");
  mlirOperationStateAddOperands(&state, 2, operands);
  mlirOperationStateAddResults(&state, mlirTypeIsATensor(type) ? 1 : 0, &type);
  int32_t segments[] = {1, 1};
  dl_op_segments(bld, &state, 2, segments);
  dl_op_attr(bld, &state, "indexing_maps", mlirArrayAttrGet(context, 2, maps));
  dl_op_attr(bld, &state, "iterator_types",
             mlirArrayAttrGet(context, rank, kinds));
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation generic = dl_op_end(bld, &state);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, body);
  MlirValue value = mlirBlockGetArgument(body, 0);
  dl_cpu_op(bld, "linalg.yield", 1, &value, 0, NULL, 0, NULL, NULL);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, generic);
  dl_arena_reset(&arena);
  return generic;
}

dl_cpu_loop dl_cpu_loop_begin(const dl_builder *bld, MlirValue from,
                              MlirValue to, MlirValue step, intptr_t n_carried,
                              const MlirValue *carried) {
  MlirOperationState state = dl_op_begin(bld, "scf.for");
  MlirType index = mlirIndexTypeGet(bld->context);
  MlirValue bounds[] = {from, to, step};
  mlirOperationStateAddOperands(&state, 3, bounds);
  mlirOperationStateAddOperands(&state, n_carried, carried);
  MlirBlock body = mlirBlockCreate(1, &index, &bld->location);
  for (intptr_t i = 0; i < n_carried; i++) {
    MlirType type = mlirValueGetType(carried[i]);
    mlirOperationStateAddResults(&state, 1, &type);
    mlirBlockAddArgument(body, type, bld->location);
  }
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  dl_cpu_loop loop = {dl_op_end(bld, &state), body,
                      mlirBlockGetArgument(body, 0)};
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, body);
  return loop;
}

void dl_cpu_loop_end(const dl_builder *bld, const dl_cpu_loop *loop,
                     intptr_t n_carried, const MlirValue *carried) {
  dl_cpu_op(bld, "scf.yield", n_carried, carried, 0, NULL, 0, NULL, NULL);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, loop->op);
}

static MlirOperation make_function(MlirContext context, MlirLocation location,
                                   const char *name, intptr_t n_inputs,
                                   const MlirType *inputs, intptr_t n_results,
                                   const MlirType *results, MlirRegion body) {
  dl_builder bld = {context, location, {NULL}};
  MlirOperationState state = dl_op_begin(&bld, "func.func");
  dl_op_attr(&bld, &state, "sym_name", dl_attr_string(&bld, name));
  dl_op_attr(&bld, &state, "sym_visibility", dl_attr_string(&bld, "private"));
  dl_op_attr(&bld, &state, "function_type",
             mlirTypeAttrGet(mlirFunctionTypeGet(context, n_inputs, inputs,
                                                 n_results, results)));
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  return mlirOperationCreate(&state);
}

static MlirBlock module_block(MlirOperation module) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
}

MlirOperation dl_cpu_function(const dl_builder *bld, MlirOperation module,
                              const char *name, intptr_t n_inputs,
                              const MlirType *inputs) {
  MlirRegion region = mlirRegionCreate();
  MlirBlock entry = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < n_inputs; i++)
    mlirBlockAddArgument(entry, inputs[i], bld->location);
  mlirRegionAppendOwnedBlock(region, entry);
  MlirOperation function = make_function(bld->context, bld->location, name,
                                         n_inputs, inputs, 0, NULL, region);
  MlirAttribute no_inline = dl_attr_string(bld, "noinline");
  mlirOperationSetDiscardableAttributeByName(
      function, DL_STR("passthrough"),
      mlirArrayAttrGet(bld->context, 1, &no_inline));
  mlirOperationSetDiscardableAttributeByName(
      function, DL_STR("llvm.linkage"),
      mlirAttributeParseGet(bld->context, DL_STR("#llvm.linkage<internal>")));
  mlirBlockAppendOwnedOperation(module_block(module), function);
  return function;
}

void dl_cpu_call(const dl_builder *bld, const char *callee, intptr_t n_operands,
                 const MlirValue *operands) {
  const char *names[] = {"callee"};
  MlirAttribute attributes[] = {mlirFlatSymbolRefAttrGet(
      bld->context, mlirStringRefCreateFromCString(callee))};
  dl_cpu_op(bld, "func.call", n_operands, operands, 0, NULL, 1, names,
            attributes);
}

void dl_cpu_declare(MlirOperation module, const char *name, intptr_t n_inputs,
                    const MlirType *inputs, intptr_t n_results,
                    const MlirType *results) {
  MlirSymbolTable symbols = mlirSymbolTableCreate(module);
  MlirOperation known =
      mlirSymbolTableLookup(symbols, mlirStringRefCreateFromCString(name));
  mlirSymbolTableDestroy(symbols);
  if (!mlirOperationIsNull(known))
    return;
  MlirOperation function = make_function(
      mlirOperationGetContext(module), mlirOperationGetLocation(module), name,
      n_inputs, inputs, n_results, results, mlirRegionCreate());
  mlirBlockInsertOwnedOperation(module_block(module), 0, function);
}
