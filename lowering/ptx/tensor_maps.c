// Pass dlopt-ptx-tensor-maps: tensor maps as parameters by value.
//
//   llvm.func @f(%a: !llvm.ptr, %map: !llvm.ptr)
//       attributes {dlopt.tensor_maps = 1, gpu.kernel, ...}
//   ->  %map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>,
//                        llvm.align = 64, nvvm.grid_constant}
//
// Why here: after convert-gpu-to-nvvm, which drops llvm.byval from a gpu.func,
// whose verifier refuses nvvm.grid_constant. Gives up when: never.
#include "lowering/base/builder.h"
#include "lowering/pass/passes.h"

static MlirWalkResult pass_by_value(MlirOperation op, void *data) {
  (void)data;
  if (dl_is(op, "gpu.module") || dl_is(op, "builtin.module"))
    return MlirWalkResultAdvance;
  if (!dl_is(mlirOperationGetParentOperation(op), "gpu.module"))
    return MlirWalkResultSkip;
  MlirAttribute marked =
      mlirOperationGetAttributeByName(op, DL_STR("dlopt.tensor_maps"));
  if (!dl_is(op, "llvm.func") || mlirAttributeIsNull(marked) ||
      !mlirAttributeIsAInteger(marked))
    return MlirWalkResultSkip;
  enum { MAX_PARAMETERS = 512 };
  MlirContext context = mlirOperationGetContext(op);
  MlirAttribute by_value = mlirAttributeParseGet(
      context, DL_STR("{llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : "
                      "i64, nvvm.grid_constant}"));
  MlirAttribute none = mlirDictionaryAttrGet(context, 0, NULL);
  MlirAttribute old = mlirOperationGetAttributeByName(op, DL_STR("arg_attrs"));
  intptr_t count = mlirBlockGetNumArguments(dl_region_block(op, 0));
  intptr_t n_maps = mlirIntegerAttrGetValueInt(marked);
  MlirAttribute attributes[MAX_PARAMETERS];
  for (intptr_t i = 0; i < count && i < MAX_PARAMETERS; ++i)
    attributes[i] = i >= count - n_maps ? by_value
                    : mlirAttributeIsNull(old)
                        ? none
                        : mlirArrayAttrGetElement(old, i);
  if (count <= MAX_PARAMETERS)
    mlirOperationSetAttributeByName(
        op, DL_STR("arg_attrs"), mlirArrayAttrGet(context, count, attributes));
  return MlirWalkResultSkip;
}

static MlirLogicalResult pass_maps_by_value(MlirOperation module,
                                            const void *data) {
  (void)data;
  mlirOperationWalk(module, pass_by_value, NULL, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(ptx_tensor_maps, pass_maps_by_value)
