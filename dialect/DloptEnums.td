// Enumerations of the dlopt dialect, stored as i32 so that C can build them.

#ifndef DLOPT_DIALECT_DLOPTENUMS_TD
#define DLOPT_DIALECT_DLOPTENUMS_TD

include "mlir/IR/EnumAttr.td"

class Dlopt_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::dlopt";
}

def Dlopt_ReduceKind : Dlopt_Enum<"ReduceKind", "how elements are combined", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Mul", 1, "mul">,
  I32EnumAttrCase<"Max", 2, "max">,
  I32EnumAttrCase<"Min", 3, "min">,
  I32EnumAttrCase<"MaxNum", 4, "maxnum">,
  I32EnumAttrCase<"MinNum", 5, "minnum">,
  I32EnumAttrCase<"And", 6, "and">,
  I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">
]>;

def Dlopt_Numerics : Dlopt_Enum<"Numerics", "how products are formed", [
  I32EnumAttrCase<"Ieee", 0, "ieee">,
  I32EnumAttrCase<"Tf32", 1, "tf32">
]>;

def Dlopt_Rounding : Dlopt_Enum<"Rounding", "direction of rounding", [
  I32EnumAttrCase<"NearestEven", 0, "nearest_even">,
  I32EnumAttrCase<"TowardZero", 1, "toward_zero">,
  I32EnumAttrCase<"Downward", 2, "downward">,
  I32EnumAttrCase<"Upward", 3, "upward">,
  I32EnumAttrCase<"NearestAway", 4, "nearest_away">
]>;

def Dlopt_MaskedRows : Dlopt_Enum<"MaskedRows", "value of a row masked out whole", [
  I32EnumAttrCase<"Nan", 0, "nan">,
  I32EnumAttrCase<"Zero", 1, "zero">
]>;

#endif // DLOPT_DIALECT_DLOPTENUMS_TD
