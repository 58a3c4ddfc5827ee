// Takes from arguments and results what translation to LLVM would warn of.
//
//   func.func @f(%a: memref<4xf32> {bufferization.writable = false,
//                                   llvm.noalias})
//   ->  func.func @f(%a: memref<4xf32> {llvm.noalias})
//
// After bufferization, which reads the marks of mark_entries.c. What the tool
// that wrote the program left there goes too: nothing here understands it.
#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"

/// The entries of `old` that LLVM's translation reads.
static MlirAttribute llvm_entries(MlirContext context, MlirAttribute old) {
  intptr_t count = mlirDictionaryAttrGetNumElements(old), kept = 0;
  dl_arena arena = {NULL};
  MlirNamedAttribute *entries =
      DL_ARENA_ARRAY(&arena, MlirNamedAttribute, (size_t)count + 1);
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(old, i);
    if (dl_string_starts_with(mlirIdentifierStr(entry.name), "llvm."))
      entries[kept++] = entry;
  }
  MlirAttribute result = mlirDictionaryAttrGet(context, kept, entries);
  dl_arena_reset(&arena);
  return result;
}

static void unmark_list(MlirOperation op, MlirStringRef name) {
  MlirContext context = mlirOperationGetContext(op);
  MlirAttribute old = mlirOperationGetAttributeByName(op, name);
  if (mlirAttributeIsNull(old))
    return;
  intptr_t count = mlirArrayAttrGetNumElements(old);
  dl_arena arena = {NULL};
  MlirAttribute *all = DL_ARENA_ARRAY(&arena, MlirAttribute, (size_t)count + 1);
  for (intptr_t i = 0; i < count; i++)
    all[i] = llvm_entries(context, mlirArrayAttrGetElement(old, i));
  mlirOperationSetAttributeByName(op, name,
                                  mlirArrayAttrGet(context, count, all));
  dl_arena_reset(&arena);
}

static MlirWalkResult unmark(MlirOperation op, void *data) {
  if (dl_is(op, "func.func") || dl_is(op, "func.call")) {
    unmark_list(op, DL_STR("arg_attrs"));
    unmark_list(op, DL_STR("res_attrs"));
  }
  return MlirWalkResultAdvance;
}

MlirLogicalResult dl_cpu_unmark_functions(MlirOperation module) {
  mlirOperationWalk(module, unmark, NULL, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_unmark_functions(op);
}

DL_FUNCTION_PASS(cpu_unmark_functions, run)
