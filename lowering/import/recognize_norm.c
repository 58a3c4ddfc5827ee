// Layer norm and RMS norm written out.
//
//   (x - mean) * rsqrt(var + eps) * g + b     becomes  dlopt.layer_norm
//   x * rsqrt(mean(x^2) + eps) * g            becomes  dlopt.rms_norm
//
// with the factors and terms in any order and place (also
// x * (r * g) + (b - mean * r * g)), sqrt and division for rsqrt, the sum
// divided by or multiplied with the count, and the variance as the mean of
// (x - mean)^2 or as mean(x^2) - mean^2, which the two passes of the op do
// better. The numbers may be rounded on the way.
//
// Left alone: another divisor than the count (the unbiased variance), an
// epsilon outside the root or not constant, dimensions that are not the last
// ones, statistics in f64 of data that is not.
#include "lowering/import/recognize.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/import/emit.h"
#include "lowering/import/expr_build.h"

#include <math.h>

/// What was matched.
struct norm {
  const dl_expr *input;  ///< x
  const dl_expr *mean;   ///< the REDUCE node of its sum, null for RMS norm
  const dl_expr *square; ///< the REDUCE node of the sum of squares
  const dl_expr *root;   ///< the POW node: 1 / sqrt(var + eps)
  double epsilon;
  const dl_expr *scale, *bias; ///< null if absent
};

static bool is_row_sum(const dl_expr *expr) {
  return expr->kind == DL_EXPR_REDUCE && expr->reduce == DL_REDUCE_ADD &&
         expr->number == 0 && expr->bound;
}

static const dl_expr *squared(const dl_expr *expr) {
  expr = dl_expr_strip(expr);
  return expr->kind == DL_EXPR_POW && expr->number == 2 ? expr->args[0] : NULL;
}

/// coefficient * term = -(sum of something) / count; gives the REDUCE node.
static const dl_expr *subtracted_mean(const dl_view *view, const dl_sum *sum,
                                      int i) {
  dl_product product;
  if (!dl_expr_product(sum->terms[i], NULL, &product))
    return NULL;
  product.coefficient *= -sum->coefficients[i];
  product.bits = sum->bits < product.bits ? sum->bits : product.bits;
  for (int k = 0; k < product.n; ++k) {
    const dl_expr *reduce = product.factors[k];
    if (!is_row_sum(reduce) || product.exponents[k] != 1)
      continue;
    dl_product_remove(&product, k);
    return dl_product_is_one_over_count(view, &product, reduce->bound) ? reduce
                                                                       : NULL;
  }
  return NULL;
}

/// expr = x - mean(x), for the sum `mean`.
static bool is_centered(const dl_view *view, const dl_expr *expr,
                        const dl_expr *mean) {
  const dl_expr *input = mean->args[0];
  dl_stops stops = {2, {input, mean}};
  dl_sum sum;
  if (!dl_expr_sum(expr, &stops, &sum) || sum.n != 2 || sum.constant != 0)
    return false;
  int x = sum.terms[0] == input ? 0 : 1;
  return sum.terms[x] == input && sum.coefficients[x] == 1 &&
         subtracted_mean(view, &sum, 1 - x) == mean;
}

struct mean_search {
  const dl_view *view;
  const dl_expr *expr;
  uint32_t bound;
};

static bool centers(const dl_expr *node, void *data) {
  struct mean_search *search = data;
  return is_row_sum(node) && node->bound == search->bound &&
         is_centered(search->view, search->expr, node);
}

/// If `expr` is x - mean(x) over `bound`, the sum in it.
static const dl_expr *find_mean(const dl_view *view, const dl_expr *expr,
                                uint32_t bound) {
  struct mean_search search = {view, expr, bound};
  return dl_expr_find(expr, centers, &search);
}

static const dl_expr *strip_clamp(const dl_expr *expr) {
  expr = dl_expr_strip(expr);
  bool clamps = (expr->kind == DL_EXPR_MAX || expr->kind == DL_EXPR_MAXNUM) &&
                dl_expr_is_const(expr->args[1], 0);
  return clamps ? dl_expr_strip(expr->args[0]) : expr;
}

/// variance = mean of squares, possibly minus the square of the mean.
static bool match_variance(const dl_view *view, const dl_sum *variance,
                           struct norm *out) {
  const dl_expr *squares[2] = {NULL, NULL};
  for (int i = 0; i < variance->n; ++i) {
    const dl_expr *term = variance->terms[i];
    dl_sum as_mean = *variance;
    as_mean.coefficients[i] = -variance->coefficients[i];
    squares[i] = subtracted_mean(view, &as_mean, i);
    if (squares[i] && !out->square)
      out->square = squares[i];
    else if (variance->n == 2 && variance->coefficients[i] == -1 &&
             squared(term))
      out->mean = dl_expr_mean(view, squared(term));
  }
  if (!out->square)
    return false;
  const dl_expr *base = squared(out->square->args[0]);
  if (!base)
    return false;
  if (variance->n == 2) {
    out->input = base;
    return out->mean && out->mean->args[0] == base &&
           out->mean->bound == out->square->bound;
  }
  const dl_expr *mean = find_mean(view, base, out->square->bound);
  out->mean = mean;
  out->input = mean ? mean->args[0] : base;
  return true;
}

/// The search for `rsqrt(variance + epsilon)` of which the rest is made. What x
/// is computed from may hold other ones.
struct root_search {
  dl_view *view;
  const dl_expr *whole; ///< the root of the view
  struct norm *out;
  bool wrong_count, odd_epsilon; ///< near misses
};

static bool has_square_sum(const dl_expr *node, void *data) {
  (void)data;
  return is_row_sum(node) && squared(node->args[0]);
}

/// The product of what is left, as one node; null if nothing is.
static const dl_expr *product_node(dl_view *view, MlirType type,
                                   const dl_product *product, double factor) {
  const dl_expr *node = NULL;
  for (int i = 0; i < product->n; ++i) {
    const dl_expr *power =
        dl_expr_pow(view, type, product->factors[i], product->exponents[i]);
    node = node ? dl_expr_binary(view, DL_EXPR_MUL, type, node, power) : power;
  }
  double coefficient = product->coefficient * factor;
  if (dl_is_nearly(coefficient, 1, product->bits))
    return node;
  const dl_expr *constant = dl_expr_const(view, type, coefficient);
  return node ? dl_expr_binary(view, DL_EXPR_MUL, type, node, constant)
              : constant;
}

static bool fits(const dl_expr *expr, const struct norm *norm) {
  return !expr || (expr->ids & ~norm->square->bound) == 0;
}

/// x * root * g
static bool match_scaled_rms(dl_view *view, const dl_expr *root,
                             struct norm *out) {
  dl_stops stops = {2, {out->input, out->root}};
  dl_product product;
  if (!dl_expr_product(root, &stops, &product))
    return false;
  int i = dl_product_find(&product, out->root, 1);
  if (i < 0)
    return false;
  dl_product_remove(&product, i);
  i = dl_product_find(&product, out->input, 1);
  if (i < 0)
    return false;
  dl_product_remove(&product, i);
  out->scale = product_node(view, out->square->type, &product, 1);
  return fits(out->scale, out);
}

/// The terms of a layer norm that hold the inverse deviation.
struct main_terms {
  int n;
  dl_product products[2];
};

/// Splits the root into those terms and the bias.
static bool split_terms(dl_view *view, const dl_expr *root, struct norm *out,
                        struct main_terms *mains) {
  dl_stops stops = {3, {out->input, out->root, out->mean}};
  dl_sum sum;
  MlirType type = out->square->type;
  if (!dl_expr_sum(root, &stops, &sum))
    return false;
  const dl_expr *bias =
      sum.constant != 0 ? dl_expr_const(view, type, sum.constant) : NULL;
  for (int i = 0; i < sum.n; ++i) {
    dl_product product;
    if (!dl_expr_product(sum.terms[i], &stops, &product))
      return false;
    if (dl_product_find(&product, out->root, 1) >= 0) {
      if (mains->n == 2)
        return false;
      product.coefficient *= sum.coefficients[i];
      product.bits = sum.bits < product.bits ? sum.bits : product.bits;
      dl_product_remove(&product, dl_product_find(&product, out->root, 1));
      mains->products[mains->n++] = product;
      continue;
    }
    const dl_expr *term = sum.terms[i];
    if (sum.coefficients[i] != 1)
      term = dl_expr_binary(view, DL_EXPR_MUL, type, term,
                            dl_expr_const(view, type, sum.coefficients[i]));
    bias = bias ? dl_expr_binary(view, DL_EXPR_ADD, type, bias, term) : term;
  }
  out->bias = bias;
  return fits(bias, out) && mains->n > 0;
}

/// x * g - mean * g, without the inverse deviation.
static bool match_two_terms(dl_view *view, struct main_terms *mains,
                            struct norm *out) {
  int x = dl_product_find(&mains->products[0], out->input, 1) >= 0 ? 0 : 1;
  dl_product *of_input = &mains->products[x],
             *of_mean = &mains->products[1 - x];
  int at = dl_product_find(of_input, out->input, 1);
  int at_mean = dl_product_find(of_mean, out->mean, 1);
  if (at < 0 || at_mean < 0)
    return false;
  dl_product_remove(of_input, at);
  dl_product_remove(of_mean, at_mean);
  double coefficient = of_input->coefficient;
  out->scale = product_node(view, out->square->type, of_input, 1);
  for (int i = 0; i < of_input->n; ++i) {
    int same =
        dl_product_find(of_mean, of_input->factors[i], of_input->exponents[i]);
    if (same < 0)
      return false;
    dl_product_remove(of_mean, same);
  }
  of_mean->coefficient /= -coefficient;
  return dl_product_is_one_over_count(view, of_mean, out->mean->bound) &&
         fits(out->scale, out);
}

/// (x - mean) * root * g + b
static bool match_scaled_layer(dl_view *view, const dl_expr *root,
                               struct norm *out) {
  struct main_terms mains = {0};
  if (!split_terms(view, root, out, &mains))
    return false;
  if (mains.n == 2)
    return match_two_terms(view, &mains, out);
  dl_product *product = &mains.products[0];
  for (int i = 0; i < product->n; ++i) {
    if (product->exponents[i] != 1 ||
        !is_centered(view, product->factors[i], out->mean))
      continue;
    dl_product_remove(product, i);
    out->scale = product_node(view, out->square->type, product, 1);
    return fits(out->scale, out);
  }
  return false;
}

static bool is_deviation_of_root(const dl_expr *node, void *data) {
  struct root_search *search = data;
  if (node->kind != DL_EXPR_POW || node->number != -0.5)
    return false;
  struct norm found = {.root = node};
  dl_sum variance;
  if (!dl_expr_sum(strip_clamp(node->args[0]), NULL, &variance))
    return false;
  // A clamp around the variance alone, inside the epsilon.
  if (variance.n == 1 && variance.coefficients[0] == 1) {
    double epsilon = variance.constant;
    if (!dl_expr_sum(strip_clamp(variance.terms[0]), NULL, &variance))
      return false;
    variance.constant += epsilon;
  }
  found.epsilon = variance.constant;
  if (variance.n < 1 || variance.n > 2 || !(found.epsilon >= 0) ||
      !match_variance(search->view, &variance, &found)) {
    if (dl_expr_find(node->args[0], has_square_sum, NULL))
      *(variance.n == 1 ? &search->wrong_count : &search->odd_epsilon) = true;
    return false;
  }
  if (!(found.mean ? match_scaled_layer(search->view, search->whole, &found)
                   : match_scaled_rms(search->view, search->whole, &found)))
    return false;
  *search->out = found;
  return true;
}

/// First of the last dimensions that the statistics run over, or -1.
static int first_axis(const dl_view *view, uint32_t bound) {
  int axis = -1;
  for (int i = 0; i < view->rank; ++i) {
    bool is_bound = bound >> i & 1;
    if (is_bound && axis < 0)
      axis = i;
    if (!is_bound && axis >= 0 && view->sizes[i].fixed != 1)
      return -1;
  }
  return bound >> view->rank ? -1 : axis;
}

static MlirValue emit_norm(dl_recognizer *rec, dl_view *view,
                           const struct norm *norm, int axis) {
  MlirValue result = mlirOperationGetResult(rec->op, 0);
  dl_place place = dl_view_root_place(view, 0);
  dl_place row = dl_view_root_place(view, axis);
  if (!dl_expr_is_held_in_order(norm->input, &place))
    return (MlirValue){NULL}; // transposed: the root before this one has it
  MlirValue input = dl_expr_to_tensor(view, &rec->bld, norm->input, &place);
  MlirValue parts[2] = {{NULL}, {NULL}};
  const dl_expr *nodes[2] = {norm->scale, norm->bias};
  for (int i = 0; i < 2; ++i) {
    if (!nodes[i])
      continue;
    parts[i] = dl_expr_to_tensor(view, &rec->bld, nodes[i], &row);
    if (mlirValueIsNull(parts[i]))
      return dl_near_miss(rec, "a norm whose %s is no simple tensor",
                          i ? "bias" : "scale");
  }
  MlirAttribute axis_attr = dl_attr_i64(&rec->bld, axis);
  MlirAttribute epsilon = dl_attr_f64(&rec->bld, norm->epsilon);
  dl_recognized(rec, norm->mean ? "layer norm" : "RMS norm");
  return norm->mean
             ? dl_layer_norm(&rec->bld, mlirValueGetType(result), input,
                             parts[0], parts[1],
                             (dl_layer_norm_attrs){axis_attr, epsilon})
             : dl_rms_norm(&rec->bld, mlirValueGetType(result), input, parts[0],
                           (dl_rms_norm_attrs){axis_attr, epsilon});
}

static bool takes_root(MlirOperation op) {
  if (!dl_map_is(op))
    return false;
  for (MlirOperation at = mlirBlockGetFirstOperation(dl_region_block(op, 0));
       !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at))
    if (dl_is(at, "math.rsqrt") || dl_is(at, "math.sqrt") ||
        dl_is(at, "math.powf"))
      return true;
  return false;
}

MlirValue dl_match_norm(dl_recognizer *rec, dl_view *view,
                        const dl_expr *root) {
  MlirValue result = mlirOperationGetResult(rec->op, 0);
  struct norm found = {.input = NULL};
  root = dl_expr_strip(root);
  struct root_search search = {view, root, &found, false, false};
  if (!dl_expr_find(root, is_deviation_of_root, &search)) {
    // Said where the deviation itself is made, not at every user.
    if (!takes_root(rec->op))
      return (MlirValue){NULL};
    return search.wrong_count
               ? dl_near_miss(rec, "a norm whose squares are not divided by "
                                   "their number (an unbiased variance?)")
           : search.odd_epsilon
               ? dl_near_miss(rec, "a norm whose epsilon is not a constant")
               : (MlirValue){NULL};
  }
  int axis = first_axis(view, found.square->bound);
  if (axis < 0)
    return dl_near_miss(rec, "a norm over other than the last dimensions");
  if (dl_is_wider_than_statistics(found.square->type, found.input->type,
                                  dl_tensor_element(result)))
    return dl_near_miss(rec, "a norm with sums in f64; dlopt's of this type "
                             "sums in f32");
  return emit_norm(rec, view, &found, axis);
}
