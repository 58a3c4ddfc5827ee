// dlopt.reduce: folding and canonicalisation.
#include "dialect/dlopt_ops.h"
#include "dialect/fold/convert.h"
#include "dialect/fold/neutral.h"
#include "dialect/fold/patterns.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/hooks.h"

static dl_combine kind_of(MlirOperation op) {
  return (dl_combine)dl_enum_value(dl_reduce_kind(op), DL_REDUCE_ADD);
}

/// True if each result element is its one input element, converted to the
/// accumulator without loss. A float sum is not: +0 + -0.0 is +0.
static bool reduces_nothing(MlirOperation op) {
  MlirType element = dl_tensor_element(dl_reduce_input(op));
  return dl_array_size(dl_reduce_dims(op)) == 0 &&
         mlirValueIsNull(dl_reduce_init(op)) &&
         !(kind_of(op) == DL_REDUCE_ADD && dl_type_is_float(element)) &&
         dl_holds_all(dl_acc_type(op), element);
}

bool dl_reduce_fold(MlirOperation op, const MlirAttribute *constants,
                    intptr_t n_constants, MlirAttribute *attr_out,
                    MlirValue *value_out) {
  (void)constants, (void)n_constants, (void)attr_out;
  MlirValue input = dl_reduce_input(op);
  if (!mlirTypeEqual(mlirValueGetType(input),
                     mlirValueGetType(mlirOperationGetResult(op, 0))) ||
      !reduces_nothing(op))
    return false;
  *value_out = input;
  return true;
}

/// A reduction of no dimension that changes the element type is a cast.
static MlirLogicalResult reduction_of_nothing_to_cast(MlirOperation op,
                                                      const dl_builder *bld) {
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!reduces_nothing(op))
    return mlirLogicalResultFailure();
  MlirValue cast =
      dl_cast(bld, result, dl_reduce_input(op),
              (dl_cast_attrs){.is_unsigned = dl_reduce_is_unsigned(op)});
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &cast);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult drop_neutral_init(MlirOperation op,
                                           const dl_builder *bld) {
  return dl_drop_neutral_init(op, bld, dl_reduce_init(op), kind_of(op));
}

static const dl_canonical patterns[] = {
    DL_SHAPE_PATTERNS("dlopt.reduce"),
    {"dlopt.reduce", reduction_of_nothing_to_cast},
    {"dlopt.reduce", drop_neutral_init}};

void dl_reduce_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
