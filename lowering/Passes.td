// The one list of passes and their options. The flag says stage and name:
// dlopt-<stage>-<file>; the table, the options structs and docs come from here.
#ifndef DLOPT_LOWERING_PASSES
#define DLOPT_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

def DloptReferenceToLinalg
    : Pass<"dlopt-reference-to-linalg"> {
  let summary = "dlopt operations become the linalg that defines them (exact)";
  let description = [{
    The executable definition of the dialect: every `dlopt` operation, wherever
    it is, becomes `linalg`, `arith`, `math` and `tensor` operations that compute
    what its documentation states, with the accumulators and roundings stated
    there. Nothing of `dlopt` is left.
  }];
}

#endif // DLOPT_LOWERING_PASSES
