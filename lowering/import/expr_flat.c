// Reading the element view: sums, products and means as flat lists.
#include "lowering/import/expr.h"

#include "dialect/verify/types.h"
#include "lowering/base/builder.h"

#include <math.h>

const dl_expr *dl_expr_strip(const dl_expr *expr) {
  while (expr->kind == DL_EXPR_ROUND)
    expr = expr->args[0];
  return expr;
}

bool dl_expr_is_const(const dl_expr *expr, double value) {
  return expr->kind == DL_EXPR_CONST && expr->number == value;
}

bool dl_is_nearly(double value, double wanted, int bits) {
  return fabs(value - wanted) <= fabs(wanted) * ldexp(1, 1 - bits);
}

int dl_float_bits(MlirType type) {
  if (mlirTypeIsAF32(type))
    return 24;
  if (mlirTypeIsAF16(type) || mlirTypeIsATF32(type))
    return 11;
  if (mlirTypeIsABF16(type))
    return 8;
  return mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) <= 8 ? 3 : 53;
}

static bool is_stop(const dl_expr *expr, const dl_stops *stops) {
  for (int i = 0; stops && i < stops->n; ++i)
    if (stops->nodes[i] == expr)
      return true;
  return false;
}

static void note_bits(int *bits, const dl_expr *constant) {
  int own = dl_float_bits(constant->type);
  if (own < *bits)
    *bits = own;
}

static bool add_terms(const dl_expr *expr, const dl_stops *stops,
                      double coefficient, dl_sum *sum) {
  if (++sum->n_steps > DL_MAX_FLATTENED)
    return false;
  if (!is_stop(expr, stops)) {
    if (expr->kind == DL_EXPR_ROUND)
      return add_terms(expr->args[0], stops, coefficient, sum);
    if (expr->kind == DL_EXPR_ADD)
      return add_terms(expr->args[0], stops, coefficient, sum) &&
             add_terms(expr->args[1], stops, coefficient, sum);
    if (expr->kind == DL_EXPR_CONST) {
      sum->constant += coefficient * expr->number;
      note_bits(&sum->bits, expr);
      return true;
    }
    if (expr->kind == DL_EXPR_MUL && expr->args[1]->kind == DL_EXPR_CONST) {
      note_bits(&sum->bits, expr->args[1]);
      return add_terms(expr->args[0], stops,
                       coefficient * expr->args[1]->number, sum);
    }
  }
  for (int i = 0; i < sum->n; ++i)
    if (sum->terms[i] == expr) {
      sum->coefficients[i] += coefficient;
      return true;
    }
  if (sum->n == DL_MAX_TERMS)
    return false;
  sum->terms[sum->n] = expr;
  sum->coefficients[sum->n++] = coefficient;
  return true;
}

bool dl_expr_sum(const dl_expr *expr, const dl_stops *stops, dl_sum *sum) {
  *sum = (dl_sum){.bits = 53};
  return add_terms(expr, stops, 1, sum);
}

static bool multiply_factors(const dl_expr *expr, const dl_stops *stops,
                             double exponent, dl_product *product) {
  if (++product->n_steps > DL_MAX_FLATTENED)
    return false;
  if (!is_stop(expr, stops)) {
    if (expr->kind == DL_EXPR_ROUND)
      return multiply_factors(expr->args[0], stops, exponent, product);
    if (expr->kind == DL_EXPR_MUL)
      return multiply_factors(expr->args[0], stops, exponent, product) &&
             multiply_factors(expr->args[1], stops, exponent, product);
    if (expr->kind == DL_EXPR_CONST) {
      product->coefficient *= pow(expr->number, exponent);
      note_bits(&product->bits, expr);
      return true;
    }
    if (expr->kind == DL_EXPR_POW) {
      if (expr->number == -1)
        return multiply_factors(expr->args[0], stops, -exponent, product);
      exponent *= expr->number;
      expr = expr->args[0];
    }
  }
  for (int i = 0; i < product->n; ++i)
    if (product->factors[i] == expr) {
      product->exponents[i] += exponent;
      return true;
    }
  if (product->n == DL_MAX_TERMS)
    return false;
  product->factors[product->n] = expr;
  product->exponents[product->n++] = exponent;
  return true;
}

bool dl_expr_product(const dl_expr *expr, const dl_stops *stops,
                     dl_product *product) {
  *product = (dl_product){.coefficient = 1, .bits = 53};
  return multiply_factors(expr, stops, 1, product);
}

int dl_product_find(const dl_product *product, const dl_expr *expr,
                    double exponent) {
  for (int i = 0; i < product->n; ++i)
    if (product->factors[i] == expr && product->exponents[i] == exponent)
      return i;
  return -1;
}

void dl_product_remove(dl_product *product, int index) {
  --product->n;
  for (int i = index; i < product->n; ++i) {
    product->factors[i] = product->factors[i + 1];
    product->exponents[i] = product->exponents[i + 1];
  }
}

bool dl_product_is_one_over_count(const dl_view *view,
                                  const dl_product *product, uint32_t bound) {
  double fixed = 1;
  bool used[DL_MAX_TERMS] = {false};
  int n_used = 0;
  for (int id = 0; id < view->n_ids; ++id) {
    if (!(bound >> id & 1))
      continue;
    if (view->sizes[id].fixed >= 0) {
      fixed *= (double)view->sizes[id].fixed;
      continue;
    }
    int found = -1;
    for (int i = 0; i < product->n && found < 0; ++i) {
      const dl_expr *factor = product->factors[i];
      if (!used[i] && product->exponents[i] == -1 &&
          factor->kind == DL_EXPR_EXTENT &&
          dl_size_same(factor->size, view->sizes[id]))
        found = i;
    }
    if (found < 0)
      return false;
    used[found] = true;
    ++n_used;
  }
  return n_used == product->n &&
         dl_is_nearly(product->coefficient * fixed, 1, product->bits);
}

const dl_expr *dl_expr_mean(const dl_view *view, const dl_expr *expr) {
  dl_product product;
  if (!dl_expr_product(expr, NULL, &product))
    return NULL;
  for (int i = 0; i < product.n; ++i) {
    const dl_expr *sum = product.factors[i];
    if (sum->kind != DL_EXPR_REDUCE || sum->reduce != DL_REDUCE_ADD ||
        sum->number != 0 || product.exponents[i] != 1 || !sum->bound)
      continue;
    dl_product_remove(&product, i);
    return dl_product_is_one_over_count(view, &product, sum->bound) ? sum
                                                                    : NULL;
  }
  return NULL;
}

/// Enough for every node of a view.
enum { MAX_VISITED = 4096 };

static const dl_expr *find(const dl_expr *expr,
                           bool (*found)(const dl_expr *, void *), void *data,
                           unsigned char *visited) {
  if (expr->serial >= MAX_VISITED * 8 ||
      (visited[expr->serial / 8] >> (expr->serial % 8) & 1))
    return NULL;
  visited[expr->serial / 8] |= (unsigned char)(1 << (expr->serial % 8));
  if (found(expr, data))
    return expr;
  if (expr->kind == DL_EXPR_REDUCE)
    return NULL;
  for (int i = 0; i < expr->n_args; ++i) {
    const dl_expr *result = find(expr->args[i], found, data, visited);
    if (result)
      return result;
  }
  return NULL;
}

const dl_expr *dl_expr_find(const dl_expr *expr,
                            bool (*found)(const dl_expr *, void *),
                            void *data) {
  unsigned char visited[MAX_VISITED] = {0};
  return find(expr, found, data, visited);
}
