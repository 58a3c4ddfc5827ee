// dlopt.cast: folding and canonicalisation.
#include "dialect/dlopt_ops.h"
#include "dialect/fold/convert.h"
#include "dialect/fold/patterns.h"
#include "dialect/verify/hooks.h"

static MlirType result_type(MlirOperation op) {
  return mlirValueGetType(mlirOperationGetResult(op, 0));
}

/// True if the cast clamps infinities, and so is no identity on floats.
static bool clamps_floats(MlirOperation op) {
  return dl_cast_saturate(op) &&
         dl_type_is_float(mlirShapedTypeGetElementType(result_type(op)));
}

/// True if `op` widens without loss.
static bool only_widens(MlirOperation op) {
  MlirType narrow = dl_tensor_element(dl_cast_input(op));
  MlirType wide = mlirShapedTypeGetElementType(result_type(op));
  return !clamps_floats(op) && dl_holds_all(wide, narrow);
}

/// The source of a widening cast that `op` undoes, or null.
static MlirValue undone_source(MlirOperation op) {
  MlirOperation inner = dl_value_def(dl_cast_input(op));
  if (!dl_is(inner, "dlopt.cast") || clamps_floats(op) || !only_widens(inner) ||
      (dl_cast_saturate(op) &&
       dl_cast_is_unsigned(op) != dl_cast_is_unsigned(inner)))
    return (MlirValue){NULL};
  MlirValue source = dl_cast_input(inner);
  return mlirTypeEqual(mlirValueGetType(source), result_type(op))
             ? source
             : (MlirValue){NULL};
}

bool dl_cast_fold(MlirOperation op, const MlirAttribute *constants,
                  intptr_t n_constants, MlirAttribute *attr_out,
                  MlirValue *value_out) {
  MlirType result = result_type(op);
  (void)n_constants;
  if (mlirTypeEqual(mlirValueGetType(dl_cast_input(op)), result) &&
      !clamps_floats(op)) {
    *value_out = dl_cast_input(op);
    return true;
  }
  *value_out = undone_source(op);
  if (!mlirValueIsNull(*value_out))
    return true;
  if (mlirAttributeIsNull(constants[0]) ||
      !mlirAttributeIsADenseElements(constants[0]) ||
      !mlirShapedTypeHasStaticShape(result))
    return false;
  bool to_int = dl_type_is_int(mlirShapedTypeGetElementType(result));
  dl_conversion conversion = {
      (dl_rounding)dl_enum_value(dl_cast_rounding(op),
                                 to_int ? DL_ROUND_TOWARD_ZERO
                                        : DL_ROUND_NEAREST_EVEN),
      dl_cast_saturate(op), dl_cast_is_unsigned(op)};
  *attr_out = dl_convert_constant(constants[0], result, &conversion);
  return !mlirAttributeIsNull(*attr_out);
}

/// cast(cast(x)), both widening without loss, is one cast.
static MlirLogicalResult merge_widening_casts(MlirOperation op,
                                              const dl_builder *bld) {
  MlirOperation inner = dl_value_def(dl_cast_input(op));
  if (!dl_is(inner, "dlopt.cast") || !only_widens(op) || !only_widens(inner) ||
      dl_cast_is_unsigned(op) != dl_cast_is_unsigned(inner))
    return mlirLogicalResultFailure();
  MlirValue cast =
      dl_cast(bld, result_type(op), dl_cast_input(inner),
              (dl_cast_attrs){.is_unsigned = dl_cast_is_unsigned(op)});
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &cast);
  return mlirLogicalResultSuccess();
}

static const dl_canonical patterns[] = {DL_SHAPE_PATTERNS("dlopt.cast"),
                                        {"dlopt.cast", merge_widening_casts}};

void dl_cast_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
