// Calls and declarations in the LLVM dialect.
#include "lowering/base/llvm_call.h"

#include "mlir-c/Dialect/LLVM.h"

MlirValue dl_llvm_call(const dl_builder *bld, MlirStringRef callee,
                       intptr_t n_operands, const MlirValue *operands,
                       MlirType result) {
  MlirOperationState state = dl_op_begin(bld, "llvm.call");
  mlirOperationStateAddOperands(&state, n_operands, operands);
  if (!mlirTypeIsNull(result))
    mlirOperationStateAddResults(&state, 1, &result);
  const int32_t segments[] = {(int32_t)n_operands, 0};
  dl_op_segments(bld, &state, 2, segments);
  dl_op_attr(bld, &state, "callee",
             mlirFlatSymbolRefAttrGet(bld->context, callee));
  dl_op_attr(bld, &state, "op_bundle_sizes",
             mlirDenseI32ArrayGet(bld->context, 0, NULL));
  MlirOperation call = dl_op_end(bld, &state);
  return mlirTypeIsNull(result) ? (MlirValue){NULL} : dl_result(call, 0);
}

MlirOperation dl_llvm_function(const dl_builder *bld, MlirOperation module,
                               MlirStringRef name, intptr_t n_inputs,
                               const MlirType *inputs, MlirType result,
                               MlirBlock *entry) {
  MlirContext context = bld->context;
  if (mlirTypeIsNull(result))
    result = mlirLLVMVoidTypeGet(context);
  MlirRegion region = mlirRegionCreate();
  if (entry) {
    *entry = mlirBlockCreate(0, NULL, NULL);
    for (intptr_t i = 0; i < n_inputs; ++i)
      mlirBlockAddArgument(*entry, inputs[i], bld->location);
    mlirRegionAppendOwnedBlock(region, *entry);
  }
  MlirOperationState state =
      mlirOperationStateGet(DL_STR("llvm.func"), bld->location);
  dl_op_attr(bld, &state, "sym_name", mlirStringAttrGet(context, name));
  dl_op_attr(bld, &state, "function_type",
             mlirTypeAttrGet(
                 mlirLLVMFunctionTypeGet(result, n_inputs, inputs, false)));
  dl_op_attr(bld, &state, "linkage",
             mlirAttributeParseGet(context,
                                   entry ? DL_STR("#llvm.linkage<internal>")
                                         : DL_STR("#llvm.linkage<external>")));
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation function = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(dl_region_block(module, 0), function);
  return function;
}
