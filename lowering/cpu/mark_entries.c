// Tells bufferization who owns a function's arguments, and asks for C wrappers.
//
//   func.func @f(%a: tensor<4xf32>)              a host calls it
//   ->  func.func @f(%a: tensor<4xf32> {bufferization.writable = false})
//           attributes {llvm.emit_c_interface}
//   func.func private @g(tensor<*xf32>)          it is defined elsewhere
//   ->  func.func private @g(tensor<*xf32> {bufferization.access = "read"})
//
// A tensor is a value: no function changes its caller's. Without the marks,
// bufferization writes results into the host's arguments, and takes what it
// hands to an external function for overwritten.
#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"

/// The dictionary `old` (or none) with one more entry, unless it has it.
static MlirAttribute with_entry(MlirContext context, MlirAttribute old,
                                MlirStringRef name, MlirAttribute value) {
  MlirNamedAttribute entries[64];
  intptr_t count = 0;
  if (!mlirAttributeIsNull(old)) {
    if (mlirDictionaryAttrGetNumElements(old) >= 64 ||
        !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(old, name)))
      return old;
    for (; count < mlirDictionaryAttrGetNumElements(old); count++)
      entries[count] = mlirDictionaryAttrGetElement(old, count);
  }
  entries[count++] =
      mlirNamedAttributeGet(mlirIdentifierGet(context, name), value);
  return mlirDictionaryAttrGet(context, count, entries);
}

static void mark_tensors(MlirOperation function, MlirStringRef name,
                         MlirAttribute value) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(function, DL_STR("function_type")));
  MlirAttribute old =
      mlirOperationGetAttributeByName(function, DL_STR("arg_attrs"));
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  dl_arena arena = {NULL};
  MlirAttribute *all = DL_ARENA_ARRAY(&arena, MlirAttribute, (size_t)count + 1);
  for (intptr_t i = 0; i < count; i++) {
    all[i] = mlirAttributeIsNull(old) ? mlirDictionaryAttrGet(context, 0, NULL)
                                      : mlirArrayAttrGetElement(old, i);
    if (mlirTypeIsATensor(mlirFunctionTypeGetInput(type, i)))
      all[i] = with_entry(context, all[i], name, value);
  }
  mlirOperationSetAttributeByName(function, DL_STR("arg_attrs"),
                                  mlirArrayAttrGet(context, count, all));
  dl_arena_reset(&arena);
}

static MlirWalkResult mark(MlirOperation op, void *data) {
  if (!dl_is(op, "func.func"))
    return MlirWalkResultAdvance;
  MlirContext context = mlirOperationGetContext(op);
  MlirRegion body = mlirOperationGetRegion(op, 0);
  MlirAttribute visibility =
      mlirOperationGetAttributeByName(op, DL_STR("sym_visibility"));
  if (mlirBlockIsNull(mlirRegionGetFirstBlock(body))) {
    mark_tensors(op, DL_STR("bufferization.access"),
                 mlirStringAttrGet(context, DL_STR("read")));
  } else if (mlirAttributeIsNull(visibility)) {
    mark_tensors(op, DL_STR("bufferization.writable"),
                 mlirBoolAttrGet(context, false));
    mlirOperationSetDiscardableAttributeByName(
        op, DL_STR("llvm.emit_c_interface"), mlirUnitAttrGet(context));
  }
  return MlirWalkResultSkip;
}

MlirLogicalResult dl_cpu_mark_entries(MlirOperation module) {
  mlirOperationWalk(module, mark, NULL, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_mark_entries(op);
}

DL_FUNCTION_PASS(cpu_mark_entries, run)
