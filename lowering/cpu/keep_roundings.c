// Takes `contract` from conversions of floats.
//
//   %b = arith.truncf %a {fastmath<contract>}  ->  %b = arith.truncf %a
//
// Upstream's emulation of narrow types marks the conversions it makes so, and a
// later fold would drop the rounding between two operations of the program.
// Must run straight after the emulation.
#include "lowering/base/builder.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"

static MlirWalkResult keep_rounding(MlirOperation op, void *data) {
  if (dl_is(op, "arith.extf") || dl_is(op, "arith.truncf"))
    mlirOperationRemoveAttributeByName(op, DL_STR("fastmath"));
  return MlirWalkResultAdvance;
}

MlirLogicalResult dl_cpu_keep_roundings(MlirOperation module) {
  mlirOperationWalk(module, keep_rounding, NULL, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_keep_roundings(op);
}

DL_FUNCTION_PASS(cpu_keep_roundings, run)
