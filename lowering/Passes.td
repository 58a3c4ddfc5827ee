// The one list of passes and their options. The flag says stage and name:
// dlopt-<stage>-<file>; the table, the options structs and docs come from here.
#ifndef DLOPT_LOWERING_PASSES
#define DLOPT_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

def DloptImportFromLinalg
    : Pass<"dlopt-import-from-linalg", "::mlir::func::FuncOp"> {
  let summary = "linalg operations become dlopt operations (exact)";
  let description = [{
    Rewrites structured operations of `linalg`, named or generic, into `dlopt`
    operations of the same meaning: contractions into `dlopt.matmul`,
    convolutions into `dlopt.conv`, poolings into `dlopt.pool`, all-parallel
    operations into `dlopt.map`, reductions into `dlopt.reduce`. What has no
    `dlopt` form stays as it is.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say for each linalg operation that stays why it does">,
  ];
}

#endif // DLOPT_LOWERING_PASSES
