
def ${CLASS}
    : Pass<"${FLAG}", "::mlir::func::FuncOp"> {
  let summary = "${FILL}: what becomes what (exact, rounding or lossy)";
  let description = [{
    ${FILL}: what it does, and what it leaves alone.
  }];
}
