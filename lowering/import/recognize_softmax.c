// Softmax and log-softmax written out.
//
//   m = reduce max x; e = exp(x - m); s = reduce add e; e / s
// becomes
//   dlopt.softmax x
//
// Also: e * (1 / s), exp2 with a factor, exp(x - (m + log s)), the logarithm
// x - m - log s, exp(c * (x - max x)) as softmax of c * x for c > 0, and a
// guard `select(the whole row is -inf, 0, softmax)` as `masked_rows zero`.
//
// A maximum that starts from the lowest finite number is one that starts from
// -inf: the rows where they differ are -inf throughout, and there both give
// exp(-inf) = 0 for every element, 0 / 0, NaN. One that drops NaN (maxnumf)
// serves too: a NaN element makes its exponential, so the sum, NaN.
//
// Left alone: no maximum subtracted (it would turn overflow into a number), a
// maximum of something else, one that starts from a finite number above the
// lowest (a row below it would underflow), sums over several dimensions, and
// statistics in f64 of data that is not.
#include "lowering/import/recognize.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/import/emit.h"
#include "lowering/import/expr_build.h"

#include <float.h>
#include <math.h>

/// c * (x - max x), found in an exponent or a logarithm.
struct shifted {
  const dl_expr *input; ///< x
  const dl_expr *max;   ///< the REDUCE node
  double factor;        ///< c
  bool guarded;         ///< the maximum is 0 where it is -inf
};

/// What was matched.
struct softmax {
  struct shifted arg;
  const dl_expr *sum;
  bool is_log, zero_rows;
};

static double lowest_finite(MlirType type) {
  if (mlirTypeIsAF16(type))
    return -65504;
  if (mlirTypeIsABF16(type))
    return -0x1.FEp127;
  return mlirTypeIsAF64(type) ? -DBL_MAX : -(double)FLT_MAX;
}

static bool is_row_max(const dl_expr *expr) {
  return expr->kind == DL_EXPR_REDUCE &&
         (expr->reduce == DL_REDUCE_MAX || expr->reduce == DL_REDUCE_MAXNUM);
}

static bool is_row_sum(const dl_expr *expr) {
  return expr->kind == DL_EXPR_REDUCE && expr->reduce == DL_REDUCE_ADD &&
         expr->number == 0;
}

/// `select(m == -inf, 0, m)`, as safe softmaxes have it: gives m, else `expr`.
static const dl_expr *strip_guard(const dl_expr *expr, double guarded_value,
                                  double replacement, bool *guarded) {
  enum { OEQ = 1, ONE = 6, UEQ = 8, UNE = 13 };
  expr = dl_expr_strip(expr);
  if (expr->kind != DL_EXPR_SELECT || expr->args[0]->kind != DL_EXPR_CMPF)
    return expr;
  const dl_expr *compare = expr->args[0];
  int predicate = (int)compare->number;
  bool equal = predicate == OEQ || predicate == UEQ;
  bool unequal = predicate == ONE || predicate == UNE;
  if (!equal && !unequal)
    return expr;
  const dl_expr *kept = expr->args[equal ? 2 : 1];
  const dl_expr *other = expr->args[equal ? 1 : 2];
  if (!dl_expr_is_const(other, replacement) || compare->args[0] != kept ||
      !dl_expr_is_const(compare->args[1], guarded_value))
    return expr;
  *guarded = true;
  return dl_expr_strip(kept);
}

/// Data of the search for a maximum that is subtracted.
struct max_search {
  const dl_expr *arg;
  const dl_stops *more; ///< other nodes that may be terms
  struct shifted *out;
  dl_sum *rest;
};

/// Is `max` (or a guard around it) a term of the sum, with x as the other?
static bool is_subtracted_max(const dl_expr *node, void *data) {
  struct max_search *search = data;
  bool guarded = false;
  const dl_expr *max = strip_guard(node, -INFINITY, 0, &guarded);
  if (!is_row_max(max))
    return false;
  const dl_expr *input = max->args[0];
  dl_stops stops = {2, {input, node}};
  dl_sum sum;
  if (!dl_expr_sum(search->arg, &stops, &sum))
    return false;
  double factors[2] = {0, 0};
  search->rest->n = 0;
  search->rest->constant = sum.constant;
  search->rest->bits = sum.bits;
  for (int i = 0; i < sum.n; ++i) {
    if (sum.terms[i] == input) {
      factors[0] = sum.coefficients[i];
    } else if (sum.terms[i] == node) {
      factors[1] = sum.coefficients[i];
    } else {
      search->rest->terms[search->rest->n] = sum.terms[i];
      search->rest->coefficients[search->rest->n++] = sum.coefficients[i];
    }
  }
  if (factors[0] <= 0 || !dl_is_nearly(-factors[1], factors[0], sum.bits))
    return false;
  double one = dl_is_nearly(factors[0], 1, sum.bits) ? 1 : factors[0];
  *search->out = (struct shifted){input, max, one, guarded};
  return true;
}

/// arg = c * (x - max x) + rest
static bool match_shifted(const dl_expr *arg, struct shifted *out,
                          dl_sum *rest) {
  struct max_search search = {arg, NULL, out, rest};
  return dl_expr_find(arg, is_subtracted_max, &search) != NULL;
}

/// The row sum of exp(arg) for the same x, with an optional guard against 0.
static const dl_expr *match_sum_of(const dl_expr *expr,
                                   const struct shifted *arg, bool *guarded) {
  const dl_expr *sum = strip_guard(expr, 0, 1, guarded);
  if (!is_row_sum(sum) || sum->bound != arg->max->bound)
    return NULL;
  const dl_expr *term = dl_expr_strip(sum->args[0]);
  struct shifted own;
  dl_sum rest;
  if (term->kind != DL_EXPR_EXP || !match_shifted(term->args[0], &own, &rest) ||
      rest.n || rest.constant != 0 || own.input != arg->input ||
      own.max != arg->max || own.factor != arg->factor)
    return NULL;
  return sum;
}

/// exp(x - m) / sum
static bool match_quotient(const dl_expr *root, struct softmax *out) {
  dl_product product;
  if (!dl_expr_product(root, NULL, &product) || product.n != 2 ||
      !dl_is_nearly(product.coefficient, 1, product.bits))
    return false;
  int above = product.exponents[0] == 1 ? 0 : 1;
  const dl_expr *e = product.factors[above];
  dl_sum rest;
  if (product.exponents[above] != 1 || product.exponents[1 - above] != -1 ||
      e->kind != DL_EXPR_EXP || !match_shifted(e->args[0], &out->arg, &rest) ||
      rest.n || rest.constant != 0)
    return false;
  bool sum_guarded = false;
  out->sum = match_sum_of(product.factors[1 - above], &out->arg, &sum_guarded);
  // A row of -inf: with both guards 0 / 1, else NaN one way or the other.
  out->zero_rows = out->arg.guarded && sum_guarded;
  return out->sum != NULL;
}

/// x - m - log(sum)
static bool match_log(const dl_expr *expr, struct softmax *out) {
  dl_sum rest;
  if (!match_shifted(expr, &out->arg, &rest) || rest.n != 1 ||
      rest.constant != 0 || !dl_is_nearly(rest.coefficients[0], -1, rest.bits))
    return false;
  const dl_expr *log = rest.terms[0];
  bool guarded = false;
  if (log->kind != DL_EXPR_LOG || out->arg.factor != 1)
    return false;
  out->sum = match_sum_of(log->args[0], &out->arg, &guarded);
  // With guards a row of -inf gives other numbers than the op defines.
  return out->sum && !guarded && !out->arg.guarded;
}

/// The row is -inf throughout: all(x == -inf), or max x == -inf where NaN wins.
/// (With unordered comparisons, or where NaN loses, a NaN could pass for
/// masked.)
static bool is_all_masked(const dl_expr *condition, const struct shifted *arg) {
  enum { OEQ = 1 };
  const dl_expr *compare = condition, *wanted = arg->max;
  if (condition->kind == DL_EXPR_REDUCE) {
    if (condition->reduce != DL_REDUCE_AND || condition->number == 0 ||
        condition->bound != arg->max->bound)
      return false;
    compare = condition->args[0];
    wanted = arg->input;
  } else if (arg->max->reduce != DL_REDUCE_MAX) {
    return false;
  }
  return compare->kind == DL_EXPR_CMPF && compare->number == OEQ &&
         compare->args[0] == wanted &&
         dl_expr_is_const(compare->args[1], -INFINITY);
}

static bool match_guarded(const dl_expr *root, struct softmax *out) {
  if (root->kind != DL_EXPR_SELECT)
    return false;
  const dl_expr *condition = root->args[0];
  bool negated =
      condition->kind == DL_EXPR_XOR && dl_expr_is_const(condition->args[1], 1);
  if (negated)
    condition = condition->args[0];
  if (!dl_expr_is_const(root->args[negated ? 2 : 1], 0) ||
      !match_quotient(dl_expr_strip(root->args[negated ? 1 : 2]), out) ||
      !is_all_masked(condition, &out->arg))
    return false;
  out->zero_rows = true;
  return true;
}

static bool match(const dl_expr *root, struct softmax *out) {
  root = dl_expr_strip(root);
  *out = (struct softmax){.is_log = false};
  if (match_guarded(root, out) || match_quotient(root, out))
    return true;
  if (root->kind == DL_EXPR_EXP && match_log(root->args[0], out))
    return true;
  out->is_log = true;
  out->zero_rows = false;
  return match_log(root, out);
}

/// An exponential divided by the sum of it, but no maximum.
static bool is_bare_quotient(const dl_expr *root) {
  dl_product product;
  if (!dl_expr_product(dl_expr_strip(root), NULL, &product))
    return false;
  for (int i = 0; i < product.n; ++i)
    for (int j = 0; j < product.n; ++j)
      if (product.exponents[i] == -1 && is_row_sum(product.factors[i]) &&
          product.factors[j]->kind == DL_EXPR_EXP &&
          product.exponents[j] == 1 &&
          dl_expr_strip(product.factors[i]->args[0]) == product.factors[j])
        return true;
  return false;
}

static int only_id(uint32_t ids) {
  for (int id = 0; id < DL_MAX_IDS; ++id)
    if (ids == UINT32_C(1) << id)
      return id;
  return -1;
}

/// x, or c * x as a new tensor.
static MlirValue input_tensor(dl_recognizer *rec, dl_view *view,
                              const struct shifted *arg) {
  dl_place place = dl_view_root_place(view, 0);
  if (!dl_expr_is_held_in_order(arg->input, &place) &&
      !mlirValueIsNull(arg->input->held_by))
    return (MlirValue){NULL}; // transposed: the root before this one has it
  const dl_expr *input = arg->input;
  if (arg->factor != 1) {
    MlirType type = arg->max->type;
    input = dl_expr_binary(view, DL_EXPR_MUL, type, input,
                           dl_expr_const(view, type, arg->factor));
  }
  return dl_expr_to_tensor(view, &rec->bld, input, &place);
}

MlirValue dl_match_softmax(dl_recognizer *rec, dl_view *view,
                           const dl_expr *root) {
  MlirValue result = mlirOperationGetResult(rec->op, 0);
  struct softmax found;
  if (!match(root, &found))
    return is_bare_quotient(root)
               ? dl_near_miss(rec,
                              "a softmax, but the maximum of the row is not "
                              "subtracted: exp may overflow")
               : (MlirValue){NULL};
  const dl_expr *max = found.arg.max;
  int dim = only_id(max->bound);
  if (dim < 0 || dim >= view->rank)
    return dl_near_miss(rec, "a softmax over several dimensions at once");
  double start = max->number;
  if (!(start <= lowest_finite(max->args[0]->type)))
    return dl_near_miss(
        rec,
        "a softmax, but the maximum starts from %g: a row below "
        "that would underflow",
        start);
  if (dl_is_wider_than_statistics(found.sum->type, max->args[0]->type,
                                  dl_tensor_element(result)))
    return dl_near_miss(rec,
                        "a softmax with sums in f64; dlopt.softmax of this "
                        "type sums in f32");
  MlirValue input = input_tensor(rec, view, &found.arg);
  if (mlirValueIsNull(input))
    return input;
  dl_recognized(rec, found.is_log      ? "log-softmax"
                     : found.zero_rows ? "softmax, wholly masked rows are 0"
                                       : "softmax");
  MlirAttribute zero = found.zero_rows
                           ? dl_attr_i32(&rec->bld, DL_MASKED_ROWS_ZERO)
                           : mlirAttributeGetNull();
  return dl_softmax(&rec->bld, mlirValueGetType(result), input,
                    (dl_softmax_attrs){.dim = dl_attr_i64(&rec->bld, dim),
                                       .masked_rows = zero,
                                       .log = found.is_log});
}
