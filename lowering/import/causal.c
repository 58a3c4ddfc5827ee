// Masks of attention: which conditions and constants say "causal".
#include "lowering/import/causal.h"

#include "lowering/base/builder.h"

#include <math.h>

/// A linear form in the two ids, run-time sizes and a constant.
struct linear {
  double row, column, constant;
  double rows, columns; ///< coefficients of the run-time sizes sq and sk
};

static bool add_linear(const dl_view *view, const dl_expr *expr, int row,
                       int column, double sign, struct linear *out) {
  dl_sum sum;
  if (!dl_expr_sum(expr, NULL, &sum))
    return false;
  out->constant += sign * sum.constant;
  for (int i = 0; i < sum.n; ++i) {
    const dl_expr *term = sum.terms[i];
    double coefficient = sign * sum.coefficients[i];
    if (term->kind == DL_EXPR_ID && term->id == row)
      out->row += coefficient;
    else if (term->kind == DL_EXPR_ID && term->id == column)
      out->column += coefficient;
    else if (term->kind == DL_EXPR_EXTENT &&
             dl_size_same(term->size, view->sizes[row]))
      out->rows += coefficient;
    else if (term->kind == DL_EXPR_EXTENT &&
             dl_size_same(term->size, view->sizes[column]))
      out->columns += coefficient;
    else
      return false;
  }
  return true;
}

/// Is `diagonal`, in j <= i + diagonal, sk - sq?
static bool is_end_aligned(const dl_view *view, const struct linear *form,
                           double diagonal, int row, int column) {
  dl_size sq = view->sizes[row], sk = view->sizes[column];
  if (sq.fixed >= 0 && sk.fixed >= 0)
    return form->rows == 0 && form->columns == 0 &&
           diagonal == (double)(sk.fixed - sq.fixed);
  if (dl_size_same(sq, sk)) // rows and columns count the same size
    return form->rows + form->columns == 0 && diagonal == 0;
  // form is j - i - .., so the sizes come with the other sign
  double rows = -form->rows, columns = -form->columns;
  if (sq.fixed >= 0)
    return rows == 0 && columns == 1 && diagonal == -(double)sq.fixed;
  if (sk.fixed >= 0)
    return rows == -1 && columns == 0 && diagonal == (double)sk.fixed;
  return rows == -1 && columns == 1 && diagonal == 0;
}

static bool compares_causally(const dl_view *view, const dl_expr *compare,
                              bool negated, int row, int column) {
  enum { SLT = 2, SLE, SGT, SGE, ULT, ULE, UGT, UGE };
  enum { OGT = 2, OGE, OLT, OLE, UNO_GT = 9, UNO_GE, UNO_LT, UNO_LE };
  struct linear form = {0};
  if (!add_linear(view, compare->args[0], row, column, 1, &form) ||
      !add_linear(view, compare->args[1], row, column, -1, &form))
    return false;
  int predicate = (int)compare->number;
  bool less, or_equal;
  if (compare->kind == DL_EXPR_CMPI) {
    // An unsigned comparison is a signed one where nothing is subtracted.
    if (predicate >= ULT && form.constant != 0)
      return false;
    predicate = predicate >= ULT ? predicate - 4 : predicate;
    less = predicate == SLT || predicate == SLE;
    or_equal = predicate == SLE || predicate == SGE;
    if (!less && predicate != SGT && predicate != SGE)
      return false;
  } else {
    predicate = predicate >= UNO_GT ? predicate - 7 : predicate;
    less = predicate == OLT || predicate == OLE;
    or_equal = predicate == OLE || predicate == OGE;
    if (!less && predicate != OGT && predicate != OGE)
      return false;
  }
  if (negated) {
    less = !less;
    or_equal = !or_equal;
  }
  if (!less) { // a > b is -a < -b
    form.row = -form.row;
    form.column = -form.column;
    form.constant = -form.constant;
    form.rows = -form.rows;
    form.columns = -form.columns;
  }
  // j - i + constant <= 0, or < 0, which is + 1 <= 0
  if (form.column != 1 || form.row != -1)
    return false;
  double diagonal = -form.constant - (or_equal ? 0 : 1);
  return is_end_aligned(view, &form, diagonal, row, column);
}

/// Elements of a constant mask that are looked at.
enum { MAX_ELEMENTS = 1 << 24 };

/// A constant of booleans or floats that is the triangle.
static bool is_triangle(const dl_view *view, const dl_expr *leaf, bool negated,
                        int row, int column) {
  dl_size sq = view->sizes[row], sk = view->sizes[column];
  MlirOperation op = dl_value_def(leaf->value);
  if (leaf->kind != DL_EXPR_LEAF || !dl_is(op, "arith.constant") ||
      sq.fixed < 0 || sk.fixed < 0 || sq.fixed * sk.fixed > MAX_ELEMENTS)
    return false;
  int8_t order[2] = {(int8_t)row, (int8_t)column};
  int n = 0;
  for (int i = 0; i < leaf->index.rank; ++i)
    if (leaf->index.id[i] >= 0 && (n == 2 || leaf->index.id[i] != order[n++]))
      return false;
  MlirAttribute attr = mlirOperationGetAttributeByName(op, DL_STR("value"));
  if (n != 2 || !mlirAttributeIsADenseElements(attr))
    return false;
  bool is_bool = mlirTypeIsAInteger(leaf->type) &&
                 mlirIntegerTypeGetWidth(leaf->type) == 1;
  if (!is_bool && !mlirTypeIsAF32(leaf->type))
    return false;
  for (int64_t i = 0; i < sq.fixed; ++i)
    for (int64_t j = 0; j < sk.fixed; ++j) {
      bool keep = j <= i + sk.fixed - sq.fixed;
      intptr_t at = i * sk.fixed + j;
      if (is_bool
              ? mlirDenseElementsAttrGetBoolValue(attr, at) != (keep != negated)
              : !(keep ? mlirDenseElementsAttrGetFloatValue(attr, at) == 0
                       : mlirDenseElementsAttrGetFloatValue(attr, at) < -1e30F))
        return false;
    }
  return true;
}

bool dl_is_causal_condition(const dl_view *view, const dl_expr *keep,
                            bool negated, int row, int column) {
  if (row < 0 || column < 0)
    return false;
  if (keep->kind == DL_EXPR_XOR && dl_expr_is_const(keep->args[1], 1))
    return dl_is_causal_condition(view, keep->args[0], !negated, row, column);
  if (keep->kind == DL_EXPR_CMPI || keep->kind == DL_EXPR_CMPF)
    return compares_causally(view, keep, negated, row, column);
  return is_triangle(view, keep, negated, row, column);
}

bool dl_is_masking_number(const dl_expr *expr) {
  return expr->kind == DL_EXPR_CONST && expr->number < -1e30;
}

bool dl_is_causal_bias(const dl_view *view, const dl_expr *expr, int row,
                       int column) {
  if (row < 0 || column < 0)
    return false;
  expr = dl_expr_strip(expr);
  if (expr->kind != DL_EXPR_SELECT)
    return mlirTypeIsAFloat(expr->type) &&
           is_triangle(view, expr, false, row, column);
  bool negated = dl_expr_is_const(expr->args[2], 0);
  return dl_expr_is_const(expr->args[negated ? 2 : 1], 0) &&
         dl_is_masking_number(expr->args[negated ? 1 : 2]) &&
         dl_is_causal_condition(view, expr->args[0], negated, row, column);
}

bool dl_causal_rows_keep_a_key(const dl_view *view, int row, int column) {
  dl_size sq = view->sizes[row], sk = view->sizes[column];
  return dl_size_same(sq, sk) ||
         (sq.fixed >= 0 && sk.fixed >= 0 && sk.fixed >= sq.fixed);
}
