// One op of a throw-away dialect: what the tblgen rules must understand.
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Build_Dialect : Dialect {
  let name = "build";
  let cppNamespace = "::build";
}

def Build_NopOp : Op<Build_Dialect, "nop", [Pure]> {
  let summary = "nothing";
}
