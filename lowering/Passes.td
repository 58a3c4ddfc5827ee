// The one list of passes and their options. The flag says stage and name:
// dlopt-<stage>-<file>; the table, the options structs and docs come from here.
#ifndef DLOPT_LOWERING_PASSES
#define DLOPT_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

def DloptImportFromLinalg
    : Pass<"dlopt-import-from-linalg", "::mlir::func::FuncOp"> {
  let summary = "linalg operations become dlopt operations (exact, but sums of "
                "types narrower than f32 are kept in f32)";
  let description = [{
    Rewrites structured operations of `linalg`, named or generic, into `dlopt`
    operations of the same meaning: contractions into `dlopt.matmul`,
    convolutions into `dlopt.conv`, poolings into `dlopt.pool`, all-parallel
    operations into `dlopt.map`, reductions into `dlopt.reduce`. `arith` and
    `math` on whole tensors become `dlopt.map` or `dlopt.cast`. What has no
    `dlopt` form stays as it is.

    A body that sums in f16, bf16 or an 8-bit float gives an op that sums in
    f32, unless `keep-accumulators` is given. All else is exact, signed zeros and
    NaN included. Where the sizes of a sliding window are dynamic, the result's
    size is taken to be the one that the window gives.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say for each operation that stays why it does">,
    Option<"keep_accumulators", "keep-accumulators", "bool", "false",
           "sum in the type the source sums in, also where that is narrower "
           "than f32">,
  ];
}

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
