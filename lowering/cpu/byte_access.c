// Integers that fill no whole number of bytes, in memory.
//
//   %v = llvm.load %p : !llvm.ptr -> i4
//   ->  %b = llvm.load %p : !llvm.ptr -> i8
//       %v = llvm.trunc %b : i8 to i4
//
// LLVM takes the bits beyond the integer for zero, while hosts, and our own
// runtime, keep an i4 sign-extended in its byte: loads take no heed of them,
// stores write them as the sign. i1 is 0 or 1 for everybody.
#include <stdlib.h>

#include "lowering/base/builder.h"
#include "lowering/cpu/ir.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"

typedef struct accesses {
  MlirOperation *ops;
  size_t count, capacity;
} accesses;

static bool is_partial(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 1 &&
         mlirIntegerTypeGetWidth(type) % 8 != 0;
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  accesses *found = data;
  bool loads = dl_is(op, "llvm.load"), stores = dl_is(op, "llvm.store");
  if ((!loads && !stores) ||
      !is_partial(mlirValueGetType(loads ? dl_result(op, 0)
                                         : mlirOperationGetOperand(op, 0))))
    return MlirWalkResultAdvance;
  if (found->count == found->capacity) {
    found->capacity = found->capacity ? 2 * found->capacity : 64;
    found->ops = realloc(found->ops, found->capacity * sizeof *found->ops);
    if (!found->ops)
      abort();
  }
  found->ops[found->count++] = op;
  return MlirWalkResultAdvance;
}

static MlirType whole_bytes(const dl_builder *bld, MlirType type) {
  return mlirIntegerTypeGet(bld->context,
                            (mlirIntegerTypeGetWidth(type) + 7) / 8 * 8);
}

static MlirValue convert(const dl_builder *bld, const char *name,
                         MlirValue value, MlirType type) {
  return dl_result(dl_cpu_op(bld, name, 1, &value, 1, &type, 0, NULL, NULL), 0);
}

/// A copy of a load that gives `type`; its attributes hold for it as well.
static MlirValue load_as(const dl_builder *bld, MlirOperation load,
                         MlirType type) {
  MlirOperationState state = dl_op_begin(bld, "llvm.load");
  MlirValue pointer = mlirOperationGetOperand(load, 0);
  mlirOperationStateAddOperands(&state, 1, &pointer);
  mlirOperationStateAddResults(&state, 1, &type);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(load); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(load, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  return dl_result(dl_op_end(bld, &state), 0);
}

static void rewrite(MlirRewriterBase rewriter, MlirOperation op) {
  dl_builder bld = dl_builder_before(rewriter, op);
  if (dl_is(op, "llvm.store")) {
    MlirValue value = mlirOperationGetOperand(op, 0);
    MlirType bytes = whole_bytes(&bld, mlirValueGetType(value));
    mlirOperationSetOperand(op, 0, convert(&bld, "llvm.sext", value, bytes));
    return;
  }
  MlirType type = mlirValueGetType(dl_result(op, 0));
  MlirValue value = load_as(&bld, op, whole_bytes(&bld, type));
  value = convert(&bld, "llvm.trunc", value, type);
  mlirRewriterBaseReplaceOpWithValues(rewriter, op, 1, &value);
}

MlirLogicalResult dl_cpu_byte_access(MlirOperation module) {
  accesses found = {NULL, 0, 0};
  mlirOperationWalk(module, collect, &found, MlirWalkPreOrder);
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(module));
  for (size_t i = 0; i < found.count; i++)
    rewrite(rewriter, found.ops[i]);
  mlirIRRewriterDestroy(rewriter);
  free(found.ops);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_byte_access(op);
}

DL_FUNCTION_PASS(cpu_byte_access, run)
