// Maps that are a single conversion, or nothing at all.
#include "lowering/import/import.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinTypes.h"

static const struct {
  const char *name;
  bool is_unsigned;
} conversions[] = {
    {"arith.extf", false},  {"arith.truncf", false}, {"arith.extsi", false},
    {"arith.extui", true},  {"arith.trunci", false}, {"arith.sitofp", false},
    {"arith.uitofp", true}, {"arith.fptosi", false}, {"arith.fptoui", true},
};

/// arith.truncf's rounding mode, in dlopt's numbers; they differ.
static MlirAttribute rounding_of(const dl_builder *bld, MlirOperation op) {
  static const dl_rounding directions[] = {
      DL_ROUND_NEAREST_EVEN, DL_ROUND_DOWNWARD, DL_ROUND_UPWARD,
      DL_ROUND_TOWARD_ZERO, DL_ROUND_NEAREST_AWAY};
  MlirAttribute mode =
      mlirOperationGetAttributeByName(op, DL_STR("roundingmode"));
  if (mlirAttributeIsNull(mode))
    return mode;
  return dl_attr_i32(bld, directions[mlirIntegerAttrGetValueInt(mode)]);
}

/// The cast that a map with this one operation in its body is, or null.
static MlirValue cast_of(const dl_builder *bld, MlirOperation map,
                         MlirOperation op) {
  for (size_t i = 0; i < sizeof(conversions) / sizeof(conversions[0]); ++i) {
    if (!dl_is(op, conversions[i].name))
      continue;
    return dl_cast(bld, mlirValueGetType(mlirOperationGetResult(map, 0)),
                   dl_map_inputs(map, 0),
                   (dl_cast_attrs){.rounding = rounding_of(bld, op),
                                   .is_unsigned = conversions[i].is_unsigned});
  }
  return (MlirValue){NULL};
}

MlirValue dl_simplify_map(dl_rewrite *rewrite, MlirOperation map) {
  MlirValue result = mlirOperationGetResult(map, 0);
  if (mlirOperationGetNumResults(map) != 1 || dl_map_n_inputs(map) != 1 ||
      !mlirAttributeIsNull(dl_map_dims(map)))
    return result;
  MlirBlock block = dl_region_block(map, 0);
  MlirOperation first = mlirBlockGetFirstOperation(block);
  MlirOperation end = mlirBlockGetTerminator(block);
  MlirValue yielded = dl_yield_values(end, 0);
  MlirValue argument = mlirBlockGetArgument(block, 0);
  MlirValue simple = {NULL};
  if (mlirValueEqual(yielded, argument)) {
    MlirValue input = dl_map_inputs(map, 0);
    if (mlirTypeEqual(mlirValueGetType(input), mlirValueGetType(result)))
      simple = input;
  } else if (mlirOperationEqual(mlirOperationGetNextInBlock(first), end) &&
             mlirOperationEqual(dl_value_def(yielded), first) &&
             mlirValueEqual(mlirOperationGetOperand(first, 0), argument)) {
    simple = cast_of(&rewrite->bld, map, first);
  }
  if (mlirValueIsNull(simple))
    return result;
  mlirRewriterBaseEraseOp(rewrite->bld.rewriter, map);
  return simple;
}
