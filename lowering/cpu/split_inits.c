// Gives each operation an initial value of its own.
//
//   %e = tensor.empty()                    %e = tensor.empty()
//   %z = linalg.generic outs(%e)      ->   %z = linalg.generic outs(%e)
//   %a = linalg.generic outs(%z)           %a = linalg.generic outs(%z)
//   %b = linalg.generic outs(%z)           %e2 = tensor.empty()
//                                          %z2 = linalg.generic outs(%e2)
//                                          %b = linalg.generic outs(%z2)
//
// CSE merges equal ones of all layers. Bufferization would then copy the merged
// one for every use, and the time of its analysis grows with the square of the
// number of uses. Runs after the last CSE on tensors.
#include "lowering/base/builder.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"

/// True if `op` computes a value from no tensor: a fill.
static bool is_fill(MlirOperation op) {
  if (!dl_is(op, "linalg.generic") || mlirOperationGetNumResults(op) != 1)
    return false;
  intptr_t n_inputs = mlirOperationGetNumOperands(op) - 1;
  for (intptr_t i = 0; i < n_inputs; i++)
    if (mlirTypeIsAShaped(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return false;
  return dl_is(dl_def(op, n_inputs), "tensor.empty");
}

static MlirValue clone_before(MlirRewriterBase rewriter, MlirOperation op,
                              MlirOperation user) {
  mlirRewriterBaseSetInsertionPointBefore(rewriter, user);
  return dl_result(mlirRewriterBaseClone(rewriter, op), 0);
}

static MlirWalkResult split(MlirOperation op, void *data) {
  MlirRewriterBase rewriter = *(MlirRewriterBase *)data;
  bool structured = dl_is(op, "linalg.generic");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirOperation def = dl_value_def(value);
    if (mlirOperationIsNull(def) || dl_value_has_one_use(value))
      continue;
    bool is_init = structured && i + mlirOperationGetNumResults(op) >=
                                     mlirOperationGetNumOperands(op);
    if (dl_is(def, "tensor.empty")) {
      mlirOperationSetOperand(op, i, clone_before(rewriter, def, op));
    } else if (is_init && is_fill(def)) {
      MlirValue room =
          mlirOperationGetOperand(def, mlirOperationGetNumOperands(def) - 1);
      room = clone_before(rewriter, dl_value_def(room), op);
      MlirValue fill = clone_before(rewriter, def, op);
      mlirOperationSetOperand(dl_value_def(fill),
                              mlirOperationGetNumOperands(def) - 1, room);
      mlirOperationSetOperand(op, i, fill);
    }
  }
  return MlirWalkResultAdvance;
}

MlirLogicalResult dl_cpu_split_inits(MlirOperation module) {
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(module));
  mlirOperationWalk(module, split, &rewriter, MlirWalkPostOrder);
  mlirIRRewriterDestroy(rewriter);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_split_inits(op);
}

DL_FUNCTION_PASS(cpu_split_inits, run)
