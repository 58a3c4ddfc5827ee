// What the scalar body of a structured operation computes: matching.
#include "lowering/import/body.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

enum { MAX_CONVERSIONS = 8 };

static bool is_conversion(MlirOperation op) {
  return dl_arith_extf_is(op) || dl_arith_extsi_is(op) ||
         dl_arith_extui_is(op) || dl_arith_trunci_is(op) ||
         (dl_arith_truncf_is(op) &&
          mlirAttributeIsNull(dl_arith_truncf_roundingmode(op)));
}

/// Takes one more conversion into the chain, from the source on. False if the
/// chain would no longer be a single conversion.
static bool extend_chain(dl_conversion *chain, MlirOperation op) {
  if (dl_arith_truncf_is(op) || dl_arith_trunci_is(op)) {
    if (chain->narrows && dl_arith_truncf_is(op))
      return false; // would round twice
    chain->narrows = true;
    return true;
  }
  if (chain->narrows)
    return false;
  if (dl_arith_extf_is(op))
    return true;
  bool reads_unsigned = dl_arith_extui_is(op);
  // A zero-extended value is not negative: a sign extension keeps it so.
  if (chain->extends && reads_unsigned && !chain->is_unsigned)
    return false;
  if (!chain->extends)
    chain->is_unsigned = reads_unsigned;
  chain->extends = true;
  return true;
}

dl_conversion dl_match_conversion(MlirValue value) {
  MlirOperation ops[MAX_CONVERSIONS];
  int count = 0;
  MlirValue source = value;
  while (count < MAX_CONVERSIONS && is_conversion(dl_value_def(source))) {
    ops[count++] = dl_value_def(source);
    source = mlirOperationGetOperand(ops[count - 1], 0);
  }
  // The longest tail of the chain that is one conversion.
  for (int first = count - 1; first >= 0; --first) {
    dl_conversion chain = {.source = mlirOperationGetOperand(ops[first], 0)};
    bool single = true;
    for (int i = first; i >= 0 && single; --i)
      single = extend_chain(&chain, ops[i]);
    if (single)
      return chain;
  }
  return (dl_conversion){.source = value};
}

static const struct {
  const char *name;
  dl_combine kind;
  bool is_unsigned;
} combiners[] = {
    {"arith.addf", DL_REDUCE_ADD, false},
    {"arith.addi", DL_REDUCE_ADD, false},
    {"arith.subf", DL_REDUCE_ADD, false},
    {"arith.subi", DL_REDUCE_ADD, false},
    {"arith.mulf", DL_REDUCE_MUL, false},
    {"arith.muli", DL_REDUCE_MUL, false},
    {"arith.maximumf", DL_REDUCE_MAX, false},
    {"arith.minimumf", DL_REDUCE_MIN, false},
    {"arith.maxnumf", DL_REDUCE_MAXNUM, false},
    {"arith.minnumf", DL_REDUCE_MINNUM, false},
    {"arith.maxsi", DL_REDUCE_MAX, false},
    {"arith.minsi", DL_REDUCE_MIN, false},
    {"arith.maxui", DL_REDUCE_MAX, true},
    {"arith.minui", DL_REDUCE_MIN, true},
    {"arith.andi", DL_REDUCE_AND, false},
    {"arith.ori", DL_REDUCE_OR, false},
    {"arith.xori", DL_REDUCE_XOR, false},
};

static int count_uses(MlirValue value) {
  int count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    ++count;
  return count;
}

/// Kind of `select(cmp(left, right), left, right)` for a predicate of
/// arith.cmpi; false for equality.
static bool kind_of_predicate(int64_t predicate, dl_combiner *combiner) {
  if (predicate < 2 || predicate > 9)
    return false;
  // slt sle sgt sge ult ule ugt uge
  combiner->is_unsigned = predicate >= 6;
  combiner->kind = (predicate - 2) % 4 < 2 ? DL_REDUCE_MIN : DL_REDUCE_MAX;
  return true;
}

/// `select(cmpi(a, b), a, b)` or with the choices exchanged, one of a, b the
/// accumulator.
static const char *match_select(MlirOperation select, MlirValue acc,
                                dl_combiner *combiner) {
  MlirOperation compare = dl_def(select, 0);
  if (dl_arith_cmpf_is(compare))
    return "compare and select treats NaN and -0.0 unlike any reduction";
  if (!dl_arith_cmpi_is(compare) || count_uses(acc) != 2 ||
      count_uses(mlirOperationGetResult(compare, 0)) != 1)
    return "its body does not fold one value into the result";
  MlirValue left = dl_arith_cmpi_lhs(compare);
  MlirValue right = dl_arith_cmpi_rhs(compare);
  MlirValue on_true = mlirOperationGetOperand(select, 1);
  MlirValue on_false = mlirOperationGetOperand(select, 2);
  bool straight =
      mlirValueEqual(left, on_true) && mlirValueEqual(right, on_false);
  bool exchanged =
      mlirValueEqual(left, on_false) && mlirValueEqual(right, on_true);
  bool left_is_acc = mlirValueEqual(left, acc);
  if ((!straight && !exchanged) || left_is_acc == mlirValueEqual(right, acc) ||
      !kind_of_predicate(
          mlirIntegerAttrGetValueInt(dl_arith_cmpi_predicate(compare)),
          combiner))
    return "its body does not fold one value into the result";
  if (exchanged)
    combiner->kind =
        combiner->kind == DL_REDUCE_MIN ? DL_REDUCE_MAX : DL_REDUCE_MIN;
  combiner->negates = false;
  combiner->other = left_is_acc ? right : left;
  return NULL;
}

const char *dl_match_combiner(const dl_structured *view, intptr_t index,
                              dl_combiner *combiner) {
  MlirValue acc = dl_structured_argument(view, view->n_inputs + index);
  MlirOperation def = dl_value_def(dl_structured_yielded(view, index));
  if (mlirValueIsNull(acc) || mlirOperationIsNull(def) ||
      !mlirBlockEqual(mlirOperationGetBlock(def), view->body))
    return "its body does not fold one value into the result";
  if (dl_arith_select_is(def))
    return match_select(def, acc, combiner);
  for (size_t i = 0; i < sizeof(combiners) / sizeof(combiners[0]); ++i) {
    if (!dl_is(def, combiners[i].name))
      continue;
    MlirValue left = mlirOperationGetOperand(def, 0);
    MlirValue right = mlirOperationGetOperand(def, 1);
    bool left_is_acc = mlirValueEqual(left, acc);
    bool negates = dl_arith_subf_is(def) || dl_arith_subi_is(def);
    if (count_uses(acc) != 1 ||
        !(left_is_acc || (mlirValueEqual(right, acc) && !negates)))
      return "its body does not fold one value into the result";
    *combiner = (dl_combiner){combiners[i].kind, combiners[i].is_unsigned,
                              negates, left_is_acc ? right : left};
    return NULL;
  }
  return "its body does not combine by sum, product, maximum, minimum or bits";
}

/// An integer product that is then converted, where a product of converted
/// factors is the same: made narrower, or made wider where it cannot overflow.
/// Gives the product.
static MlirOperation skip_conversion(MlirValue value) {
  MlirOperation extension = dl_value_def(value);
  if (dl_arith_trunci_is(extension) && dl_arith_muli_is(dl_def(extension, 0)))
    return dl_def(extension, 0);
  if (!dl_arith_extsi_is(extension) && !dl_arith_extui_is(extension))
    return extension;
  MlirOperation product = dl_def(extension, 0);
  if (!dl_arith_muli_is(product))
    return extension;
  dl_conversion left = dl_match_conversion(dl_arith_muli_lhs(product));
  dl_conversion right = dl_match_conversion(dl_arith_muli_rhs(product));
  unsigned bits = dl_type_width(mlirValueGetType(left.source)) +
                  dl_type_width(mlirValueGetType(right.source));
  bool is_unsigned = dl_arith_extui_is(extension);
  bool safe =
      left.extends && right.extends && !left.narrows && !right.narrows &&
      left.is_unsigned == is_unsigned && right.is_unsigned == is_unsigned &&
      bits <=
          dl_type_width(mlirValueGetType(mlirOperationGetOperand(product, 0)));
  return safe ? product : extension;
}

static intptr_t input_of(const dl_structured *view, MlirValue value) {
  for (intptr_t i = 0; i < view->n_inputs; ++i)
    if (mlirValueEqual(value, mlirBlockGetArgument(view->body, i)))
      return i;
  return -1;
}

/// A value of the body that is one for all elements, as a value from above;
/// null if it is none.
static MlirValue value_from_above(const dl_structured *view, MlirValue value) {
  for (intptr_t i = 0; i < view->n_inputs; ++i)
    if (mlirValueEqual(value, mlirBlockGetArgument(view->body, i))) {
      MlirValue operand = dl_structured_operand(view, i);
      return mlirTypeIsARankedTensor(mlirValueGetType(operand))
                 ? (MlirValue){NULL}
                 : operand;
    }
  MlirOperation def = dl_value_def(value);
  MlirBlock block = mlirOperationIsNull(def) ? mlirBlockArgumentGetOwner(value)
                                             : mlirOperationGetBlock(def);
  return mlirBlockEqual(block, view->body) ? (MlirValue){NULL} : value;
}

/// Null if it matched, else why not.
static const char *match_factor(const dl_structured *view, MlirValue value,
                                dl_product_sum *sum, dl_factor *factor) {
  factor->zero_point = (MlirValue){NULL};
  if (dl_arith_subi_is(dl_value_def(value)) &&
      mlirTypeEqual(mlirValueGetType(value), sum->type)) {
    MlirOperation subtract = dl_value_def(value);
    MlirValue point = value_from_above(view, dl_arith_subi_rhs(subtract));
    if (mlirValueIsNull(point))
      return "a factor of its products is not a converted input";
    if (!dl_is_positive_zero(dl_constant_value(point)))
      factor->zero_point = point;
    value = dl_arith_subi_lhs(subtract);
  }
  dl_conversion converted = dl_match_conversion(value);
  factor->operand = input_of(view, converted.source);
  if (factor->operand < 0)
    return "a factor of its products is not a converted input";
  factor->is_unsigned = converted.extends && converted.is_unsigned;
  factor->extends = converted.extends;
  sum->narrows |= converted.narrows;
  return NULL;
}

const char *dl_match_product_sum(const dl_structured *view,
                                 dl_product_sum *sum) {
  dl_combiner combiner;
  sum->adds_products = false;
  const char *reason = dl_match_combiner(view, 0, &combiner);
  if (reason)
    return reason;
  if (combiner.kind != DL_REDUCE_ADD || combiner.negates)
    return "its body does not add products";
  MlirOperation product = skip_conversion(combiner.other);
  if (!dl_arith_mulf_is(product) && !dl_arith_muli_is(product))
    return "its body does not add products";
  sum->adds_products = true;
  sum->type = mlirValueGetType(combiner.other);
  sum->narrows = false;
  if (!dl_type_is_float(sum->type) && !dl_type_is_int(sum->type))
    return "its elements are neither floats nor signless integers";
  for (int i = 0; i < 2; ++i) {
    reason = match_factor(view, mlirOperationGetOperand(product, i), sum,
                          &sum->factors[i]);
    if (reason)
      return reason;
  }
  if (sum->factors[0].operand == sum->factors[1].operand)
    return "both factors of its products are one input";
  if (sum->factors[0].operand > sum->factors[1].operand) {
    dl_factor first = sum->factors[0];
    sum->factors[0] = sum->factors[1];
    sum->factors[1] = first;
  }
  return NULL;
}

static bool is_neutral_float(double value, const dl_combiner *combiner) {
  switch (combiner->kind) {
  case DL_REDUCE_ADD:
    return value == 0 && !signbit(value); // -0.0 shows in a sum of -0.0s
  case DL_REDUCE_MUL:
    return value == 1;
  case DL_REDUCE_MAX:
    return isinf(value) && value < 0;
  case DL_REDUCE_MIN:
    return isinf(value) && value > 0;
  case DL_REDUCE_MAXNUM:
  case DL_REDUCE_MINNUM:
    return isnan(value);
  default:
    return false;
  }
}

static bool is_neutral_integer(MlirAttribute init,
                               const dl_combiner *combiner) {
  MlirType type = mlirAttributeGetType(init);
  unsigned bits = dl_type_width(type);
  if (bits == 0 || bits > 64)
    return false;
  uint64_t ones = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  uint64_t sign = UINT64_C(1) << (bits - 1);
  uint64_t value = (uint64_t)mlirIntegerAttrGetValueInt(init) & ones;
  switch (combiner->kind) {
  case DL_REDUCE_MUL:
    return value == 1;
  case DL_REDUCE_MAX:
    return value == (combiner->is_unsigned ? 0 : sign);
  case DL_REDUCE_MIN:
    return value == (combiner->is_unsigned ? ones : ones - sign);
  case DL_REDUCE_AND:
    return value == ones;
  default: // add, or, xor
    return value == 0;
  }
}

bool dl_is_neutral(MlirAttribute init, const dl_combiner *combiner) {
  if (mlirAttributeIsNull(init))
    return false;
  if (mlirAttributeIsAFloat(init))
    return is_neutral_float(mlirFloatAttrGetValueDouble(init), combiner);
  return mlirAttributeIsAInteger(init) && is_neutral_integer(init, combiner);
}
