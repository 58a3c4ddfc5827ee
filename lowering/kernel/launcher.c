// Launchers: for each GPU function an llvm.func that takes a grid size and the
// function's arguments, and launches it.
//
// A gpu.launch_func in a func.func would stop upstream's deallocation of
// buffers, which refuses operations whose effects it does not know; a call of
// an llvm.func, whose body it does not look into, does not.
#include <stdio.h>

#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/generator.h"
#include "mlir-c/Dialect/LLVM.h"

enum { MAX_ARGUMENTS = 257 + DL_MAX_MAPS };

void dl_launcher_name(const char *name, int variant, char *text, size_t size) {
  char function[256];
  dl_variant_name(name, variant, function, sizeof(function));
  snprintf(text, size, "launch_%s", function);
}

static void launch(const dl_builder *bld, const char *name, int variant,
                   const dl_variant *launched, MlirValue grid, intptr_t count,
                   const MlirValue *arguments) {
  char text[256];
  dl_variant_name(name, variant, text, sizeof(text));
  MlirAttribute function = mlirFlatSymbolRefAttrGet(
      bld->context, mlirStringRefCreateFromCString(text));
  MlirValue one = dl_constant_index(bld, 1);
  const MlirValue shape[] = {
      grid, one, one, dl_constant_index(bld, launched->threads), one, one};
  const int has_shared = launched->shared_bytes > 0;
  const int32_t segments[] = {
      0, 1, 1, 1, 1, 1, 1, 0, 0, 0, has_shared, (int32_t)count, 0};
  MlirValue bytes = {NULL};
  if (has_shared)
    bytes = dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 32),
                            launched->shared_bytes);
  MlirOperationState state = dl_op_begin(bld, "gpu.launch_func");
  if (launched->n_maps)
    dl_op_attr(bld, &state, DL_TENSOR_MAPS_NAME,
               dl_attr_i64(bld, launched->n_maps));
  mlirOperationStateAddOperands(&state, 6, shape);
  mlirOperationStateAddOperands(&state, has_shared, &bytes);
  mlirOperationStateAddOperands(&state, count, arguments);
  dl_op_attr(bld, &state, "kernel",
             mlirSymbolRefAttrGet(bld->context,
                                  mlirStringRefCreateFromCString(name), 1,
                                  &function));
  dl_op_segments(bld, &state, 13, segments);
  dl_op_end(bld, &state);
}

void dl_make_launcher(const dl_builder *bld, MlirBlock module_body,
                      const char *name, int variant, const dl_body *body,
                      const dl_variant *launched, intptr_t count,
                      const MlirType *types) {
  MlirContext context = bld->context;
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  MlirType parameters[MAX_ARGUMENTS];
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i <= count; ++i) {
    bool is_index = i == 0 || mlirTypeIsAIndex(types[i - 1]);
    parameters[i] = is_index ? i64 : types[i - 1];
    mlirBlockAddArgument(block, parameters[i], bld->location);
  }
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  char text[256];
  dl_launcher_name(name, variant, text, sizeof(text));
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, module_body);
  MlirOperationState state = dl_op_begin(bld, "llvm.func");
  dl_op_attr(bld, &state, "sym_name", dl_attr_string(bld, text));
  dl_op_attr(bld, &state, "function_type",
             mlirTypeAttrGet(mlirLLVMFunctionTypeGet(
                 mlirLLVMVoidTypeGet(context), count + 1, parameters, false)));
  dl_op_attr(bld, &state, "linkage",
             mlirAttributeParseGet(context, DL_STR("#llvm.linkage<internal>")));
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  dl_op_end(bld, &state);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, block);
  MlirType index = mlirIndexTypeGet(context);
  MlirValue arguments[MAX_ARGUMENTS];
  for (intptr_t i = 0; i <= count; ++i) {
    arguments[i] = mlirBlockGetArgument(block, i);
    if (i == 0 || mlirTypeIsAIndex(types[i - 1]))
      arguments[i] = dl_arith_index_cast(bld, index, arguments[i]);
  }
  for (int i = 0; i < launched->n_maps; ++i)
    arguments[1 + count++] = dl_make_tensor_map(
        bld, module_body, body, &launched->maps[i], arguments + 1);
  launch(bld, name, variant, launched, arguments[0], count, arguments + 1);
  state = dl_op_begin(bld, "llvm.return");
  dl_op_end(bld, &state);
}
