// Recognises scaled dot-product attention: two matrix products with a softmax
// between them.
//
//   s = matmul q, transpose(k); p = softmax(s * scale + mask); matmul p, v
// becomes
//   dlopt.attention q, k, v mask m scale c
//
// Runs after recognize_rows, which makes the softmax. What stands between the
// three is told apart by what it does, not how it is written: reshapes,
// transposes and copies are followed through the atoms of axes.h, so heads may
// be a dimension or part of one; keys and values that are repeated for groups
// of heads are read before the repetition; the scale may be on the queries, the
// keys or the scores; boolean masks that select -inf become i1 masks, additive
// ones are added, and comparisons of positions or constant triangles become
// `causal`.
//
// A causal mask by addition, or by a number below -1e30 for -inf, is taken as
// `causal` where every row keeps a key: then exp of what is masked is 0 either
// way, unless the scores themselves are beyond 1e30 or not finite. A selected
// finite number under any other mask is left alone: a row that is masked whole
// would be an average there, and NaN here.
//
// Gives up when the probabilities have other uses (both products would be
// computed twice), a product has a start value or tf32 factors, the scale is no
// constant, or the softmax runs along anything but the keys.
#include "lowering/import/recognize.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/import/axes.h"
#include "lowering/import/causal.h"
#include "lowering/import/emit.h"
#include "lowering/import/expr_build.h"
#include "lowering/pass/passes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STOPS = 12, MAX_MASKS = 4 };

/// The tensors that one operand goes back to, nearest first.
struct trail {
  int n;
  dl_layout stops[MAX_STOPS];
  double factors[MAX_STOPS]; ///< constant multiplied since that stop
};

struct attention {
  dl_recognizer *rec;
  dl_atoms atoms;
  dl_view view; ///< rooted at the softmax's input
  const dl_expr *root;
  MlirOperation softmax, scores;
  char miss[200]; ///< why the first attempt failed, or empty
  dl_axis row, column, depth, value_depth; ///< i, j, d and e
  dl_axis softmax_axes[DL_MAX_RANK];       ///< of the view's ids
  int row_id, column_id;                   ///< ids of the view; row or -1
  int n_batch;
  dl_axis batch[DL_MAX_RANK]; ///< batch dimensions, heads last
  int batch_ids[DL_MAX_RANK];
  struct trail query, key, value;
  double scale;
  bool causal;
  const dl_expr *keep, *bias; ///< masks, null if absent
};

// --- Operands of matrix products
// ----------------------------------------------

/// Keeps the first reason.
static void note_miss(struct attention *a, const char *reason) {
  if (!*a->miss)
    snprintf(a->miss, sizeof(a->miss), "%s", reason);
}

/// A product without a start value, or with zeros.
static bool starts_from_zero(MlirOperation op, dl_arena *arena) {
  MlirValue init = dl_matmul_init(op);
  dl_view view;
  return mlirValueIsNull(init) ||
         dl_expr_is_const(dl_view_init_shallow(&view, arena, init), 0);
}

static bool is_plain_product(MlirOperation op, dl_arena *arena) {
  return starts_from_zero(op, arena) &&
         dl_enum_value(dl_matmul_numerics(op), DL_NUMERICS_IEEE) ==
             DL_NUMERICS_IEEE &&
         mlirTypeIsAFloat(dl_tensor_element(mlirOperationGetResult(op, 0)));
}

/// Layout of an operand whose last two dimensions are `rows` and `columns`,
/// given the axes of the product's batch dimensions.
static bool operand_layout(MlirValue operand, bool transposed, int n_batch,
                           const dl_axis *batch, const dl_axis *rows,
                           const dl_axis *columns, dl_layout *layout) {
  layout->tensor = operand;
  layout->rank = (int)dl_tensor_rank(operand);
  int own = layout->rank - 2;
  if (own > n_batch)
    return false;
  for (int i = 0; i < own; ++i) {
    layout->axes[i] = batch[n_batch - own + i];
    if (dl_static_dim(operand, i) == 1)
      layout->axes[i].n = 0; // repeated
  }
  layout->axes[own + transposed] = *rows;
  layout->axes[own + !transposed] = *columns;
  return true;
}

static void follow(struct attention *a, const dl_layout *from, bool may_scale,
                   struct trail *trail) {
  dl_layout at = *from;
  double factor = 1;
  dl_step step = {.factor = may_scale ? &factor : NULL};
  trail->n = 0;
  do {
    trail->factors[trail->n] = factor;
    trail->stops[trail->n++] = at;
  } while (trail->n < MAX_STOPS &&
           dl_layout_step_back(&a->atoms, &at, &step, &a->rec->arena));
}

// --- Scores
// ---------------------------------------------------------------------

/// Sets the layouts of queries and keys if `leaf` is their product, seen
/// through reshapes.
static bool match_scores(struct attention *a, const dl_expr *leaf) {
  if (leaf->kind != DL_EXPR_LEAF)
    return false;
  dl_layout at = {.tensor = leaf->value, .rank = leaf->index.rank};
  for (int i = 0; i < at.rank; ++i)
    if (leaf->index.id[i] >= 0)
      at.axes[i] = a->softmax_axes[leaf->index.id[i]];
  dl_step step = {.may_round = true};
  MlirOperation op = dl_value_def(at.tensor);
  while (!dl_matmul_is(op)) {
    if (!dl_layout_step_back(&a->atoms, &at, &step, &a->rec->arena))
      return false;
    op = dl_value_def(at.tensor);
  }
  const dl_axis *m = &at.axes[at.rank - 2], *n = &at.axes[at.rank - 1];
  bool straight = dl_axis_equal(&a->atoms, n, &a->column);
  if (!is_plain_product(op, &a->rec->arena) ||
      (!straight && !dl_axis_equal(&a->atoms, m, &a->column)))
    return false;
  MlirValue lhs = dl_matmul_lhs(op);
  int k = (int)dl_tensor_rank(lhs) - 1 - dl_matmul_lhs_transposed(op);
  dl_layout left, right;
  if (!dl_axis_make(&a->atoms, dl_size_of(lhs, k), &a->depth) ||
      !operand_layout(lhs, dl_matmul_lhs_transposed(op), at.rank - 2, at.axes,
                      m, &a->depth, &left) ||
      !operand_layout(dl_matmul_rhs(op), dl_matmul_rhs_transposed(op),
                      at.rank - 2, at.axes, &a->depth, n, &right))
    return false;
  a->scores = op;
  follow(a, straight ? &left : &right, true, &a->query);
  follow(a, straight ? &right : &left, true, &a->key);
  return true;
}

static void add_keep(struct attention *a, const dl_expr *condition,
                     bool negated) {
  dl_view *view = &a->view;
  if (negated)
    condition = dl_expr_binary(view, DL_EXPR_XOR, condition->type, condition,
                               dl_expr_const(view, condition->type, 1));
  a->keep = a->keep ? dl_expr_binary(view, DL_EXPR_AND, condition->type,
                                     a->keep, condition)
                    : condition;
}

/// Is this mask the causal one, and may it be said so? `masked` is the number
/// where it hides a score.
static bool take_causal(struct attention *a, const dl_expr *condition,
                        bool negated, double masked) {
  if (!dl_is_causal_condition(&a->view, condition, negated, a->row_id,
                              a->column_id) ||
      (masked > -1.7976931348623157e308 &&
       !dl_causal_rows_keep_a_key(&a->view, a->row_id, a->column_id)))
    return false;
  a->causal = true;
  return true;
}

/// The scores with the masks around them: sets scale, masks and the product.
static bool match_masked(struct attention *a, const dl_expr *expr, int depth);

/// select(condition, scores, masked), or the other way round.
static bool match_select(struct attention *a, const dl_expr *expr, int depth) {
  bool negated = expr->args[1]->kind == DL_EXPR_CONST;
  const dl_expr *masked = expr->args[negated ? 1 : 2];
  const dl_expr *inner = expr->args[negated ? 2 : 1];
  if (masked->kind != DL_EXPR_CONST || !match_masked(a, inner, depth + 1))
    return false;
  double number = masked->number;
  if (dl_is_masking_number(masked) &&
      take_causal(a, expr->args[0], negated, number))
    return true;
  if (number >= -1.7976931348623157e308) {
    char text[sizeof(a->miss)];
    snprintf(text, sizeof(text),
             "attention whose mask selects %g, not -inf: a wholly masked row "
             "would change",
             number);
    note_miss(a, text);
    return false;
  }
  add_keep(a, expr->args[0], negated);
  return true;
}

/// A sum of scaled scores and additive masks.
static bool match_sum(struct attention *a, const dl_expr *expr, int depth) {
  dl_sum sum;
  if (!dl_expr_sum(expr, NULL, &sum))
    return false;
  int at = -1;
  for (int i = 0; i < sum.n && at < 0; ++i) {
    const dl_expr *term = sum.terms[i];
    bool is_inner = term->kind == DL_EXPR_SELECT && sum.coefficients[i] == 1 &&
                    sum.n > 1 && match_masked(a, term, depth + 1);
    if (is_inner || match_scores(a, term))
      at = i;
  }
  if (at < 0)
    return false;
  if (sum.terms[at]->kind != DL_EXPR_SELECT)
    a->scale = sum.coefficients[at];
  for (int i = 0; i < sum.n; ++i) {
    const dl_expr *term = sum.terms[i];
    if (i == at)
      continue;
    if (sum.coefficients[i] > 0 &&
        dl_is_causal_bias(&a->view, term, a->row_id, a->column_id) &&
        dl_causal_rows_keep_a_key(&a->view, a->row_id, a->column_id)) {
      a->causal = true;
      continue;
    }
    if (sum.coefficients[i] != 1)
      term = dl_expr_binary(
          &a->view, DL_EXPR_MUL, term->type, term,
          dl_expr_const(&a->view, term->type, sum.coefficients[i]));
    a->bias = a->bias ? dl_expr_binary(&a->view, DL_EXPR_ADD, term->type,
                                       a->bias, term)
                      : term;
  }
  // A constant added to all scores changes no softmax, but as a part of a mask
  // it keeps the sums small: (1 - m) * -1e4 must not become m * 1e4.
  if (!isfinite(sum.constant))
    return false;
  if (a->bias && sum.constant != 0)
    a->bias =
        dl_expr_binary(&a->view, DL_EXPR_ADD, a->bias->type, a->bias,
                       dl_expr_const(&a->view, a->bias->type, sum.constant));
  return true;
}

static bool match_masked(struct attention *a, const dl_expr *expr, int depth) {
  expr = dl_expr_strip(expr);
  if (depth > MAX_MASKS)
    return false;
  return expr->kind == DL_EXPR_SELECT ? match_select(a, expr, depth)
                                      : match_sum(a, expr, depth);
}

// --- From the second product back
// ------------------------------------------------

/// Axes of the second product's result, and the layouts of its operands.
static bool start(struct attention *a, MlirOperation op, int *n_batch,
                  dl_axis *axes, dl_layout *weights, dl_layout *values) {
  MlirValue result = mlirOperationGetResult(op, 0), lhs = dl_matmul_lhs(op);
  int rank = (int)dl_tensor_rank(result);
  for (int i = 0; i < rank; ++i)
    if (!dl_axis_make(&a->atoms, dl_size_of(result, i), &axes[i]))
      return false;
  int k = (int)dl_tensor_rank(lhs) - 1 - dl_matmul_lhs_transposed(op);
  *n_batch = rank - 2;
  a->value_depth = axes[rank - 1];
  return dl_axis_make(&a->atoms, dl_size_of(lhs, k), &a->column) &&
         a->column.n == 1 &&
         operand_layout(lhs, dl_matmul_lhs_transposed(op), *n_batch, axes,
                        &axes[rank - 2], &a->column, weights) &&
         operand_layout(dl_matmul_rhs(op), dl_matmul_rhs_transposed(op),
                        *n_batch, axes, &a->column, &a->value_depth, values);
}

/// Follows the weights back to a softmax along the keys.
static bool find_softmax(struct attention *a, dl_layout weights, bool *shared) {
  dl_step step = {.may_round = true};
  for (int i = 0; i < MAX_STOPS; ++i) {
    *shared |= !dl_value_has_one_use(weights.tensor);
    MlirOperation op = dl_value_def(weights.tensor);
    if (dl_softmax_is(op)) {
      a->softmax = op;
      int64_t dim = mlirIntegerAttrGetValueInt(dl_softmax_dim(op));
      memcpy(a->softmax_axes, weights.axes, sizeof(weights.axes));
      return !dl_softmax_log(op) &&
             dl_axis_equal(&a->atoms, &weights.axes[dim], &a->column);
    }
    if (!dl_layout_step_back(&a->atoms, &weights, &step, &a->rec->arena))
      return false;
  }
  return false;
}

/// The column is the dimension along the keys; -1 if there is none.
static int find_column(const struct attention *a) {
  for (int i = 0; i < a->view.rank; ++i)
    if (dl_axis_equal(&a->atoms, &a->softmax_axes[i], &a->column))
      return i;
  return -1;
}

/// Takes dimension `row` of the softmax as the queries' (-1: there is one
/// query and no dimension for it); the others are batch, heads last.
static bool sort_dimensions(struct attention *a, int row) {
  a->n_batch = 0;
  a->row_id = row;
  a->row.n = 0;
  if (row >= 0)
    a->row = a->softmax_axes[row];
  for (int i = 0; i < a->view.rank; ++i) {
    if (i == row || i == a->column_id)
      continue;
    a->batch_ids[a->n_batch] = i;
    a->batch[a->n_batch++] = a->softmax_axes[i];
  }
  if (a->n_batch == 0) {
    a->batch[0].n = 0;
    a->batch_ids[a->n_batch++] = -1;
  }
  return a->n_batch + 2 <= DL_MAX_RANK;
}

/// Every atom of the result but the last dimension's is one of the weights'.
static bool covers_result(const struct attention *a, int n,
                          const dl_axis *axes) {
  for (int i = 0; i < n; ++i) {
    dl_axis axis = axes[i];
    if (!dl_axis_refine(&a->atoms, &axis))
      return false;
    for (int k = 0; k < axis.n; ++k) {
      bool found = false;
      for (int b = 0; b < a->view.rank; ++b) {
        dl_axis batch = a->softmax_axes[b];
        if (!dl_axis_refine(&a->atoms, &batch))
          return false;
        found |= memchr(batch.atoms, axis.atoms[k], (size_t)batch.n) != NULL;
      }
      if (!found)
        return false;
    }
  }
  return true;
}

// --- Operands of the op
// ----------------------------------------------------------

/// Batch axes with only the first `n_heads` atoms of the heads, rows, columns.
static int wanted_axes(const struct attention *a, int n_heads,
                       const dl_axis *rows, const dl_axis *columns,
                       dl_axis *wanted) {
  for (int b = 0; b < a->n_batch; ++b) {
    wanted[b] = a->batch[b];
    dl_axis_refine(&a->atoms, &wanted[b]);
  }
  if (n_heads < wanted[a->n_batch - 1].n)
    wanted[a->n_batch - 1].n = n_heads;
  wanted[a->n_batch] = *rows;
  wanted[a->n_batch + 1] = *columns;
  return a->n_batch + 2;
}

/// The stop that takes least to bring into the wanted axes, the farthest of
/// those, or -1.
static int best_stop(const struct attention *a, const struct trail *trail,
                     int n_wanted, const dl_axis *wanted) {
  int best = -1, best_cost = 3;
  for (int i = 0; i < trail->n; ++i) {
    int cost = dl_layout_cost(&a->atoms, &trail->stops[i], n_wanted, wanted);
    if (cost >= 0 && cost <= best_cost) {
      best = i;
      best_cost = cost;
    }
  }
  return best;
}

static MlirValue take_stop(struct attention *a, const struct trail *trail,
                           int stop, int n_wanted, const dl_axis *wanted,
                           double *scale) {
  *scale *= trail->factors[stop];
  return dl_layout_convert(&a->atoms, &a->rec->bld, &trail->stops[stop],
                           n_wanted, wanted);
}

/// Place of the mask: its last dimensions as far as it varies.
static dl_place mask_place(const struct attention *a, const dl_expr *mask) {
  int8_t ids[DL_MAX_RANK];
  int n = 0;
  for (int b = 0; b < a->n_batch; ++b)
    ids[n++] = (int8_t)a->batch_ids[b];
  ids[n++] = (int8_t)a->row_id;
  ids[n++] = (int8_t)a->column_id;
  int first = 0;
  while (first < n - 2 && (ids[first] < 0 || !(mask->ids >> ids[first] & 1)))
    ++first;
  dl_place place = {.rank = n - first};
  for (int i = first; i < n; ++i)
    place.id[i - first] =
        (int8_t)(ids[i] >= 0 && (mask->ids >> ids[i] & 1) ? ids[i] : -1);
  return place;
}

static bool make_mask(struct attention *a, MlirValue *mask) {
  const dl_expr *expr = a->bias ? a->bias : a->keep;
  *mask = (MlirValue){NULL};
  if (!expr)
    return true;
  if (a->bias && a->keep)
    expr = dl_expr_select(&a->view, a->bias->type, a->keep, a->bias,
                          dl_expr_const(&a->view, a->bias->type, -1.0 / 0.0));
  dl_place place = mask_place(a, expr);
  *mask = dl_expr_to_tensor(&a->view, &a->rec->bld, expr, &place);
  if (mlirValueIsNull(*mask))
    dl_near_miss(a->rec, "attention whose mask is computed in a way that is "
                         "not understood");
  return !mlirValueIsNull(*mask);
}

/// Where queries, keys and values are taken from.
struct sources {
  int query, key, value, n_heads;
};

static bool choose_sources(const struct attention *a, struct sources *out) {
  dl_axis wanted[DL_MAX_RANK];
  dl_axis heads = a->batch[a->n_batch - 1];
  if (!dl_axis_refine(&a->atoms, &heads))
    return false;
  int n = wanted_axes(a, heads.n, &a->row, &a->depth, wanted);
  out->query = best_stop(a, &a->query, n, wanted);
  if (out->query < 0)
    return false;
  // The fewest heads of keys and values that the repetition leaves.
  for (out->n_heads = 0; out->n_heads <= heads.n; ++out->n_heads) {
    n = wanted_axes(a, out->n_heads, &a->column, &a->depth, wanted);
    out->key = best_stop(a, &a->key, n, wanted);
    n = wanted_axes(a, out->n_heads, &a->column, &a->value_depth, wanted);
    out->value = best_stop(a, &a->value, n, wanted);
    if (out->key >= 0 && out->value >= 0)
      return true;
  }
  return false;
}

static MlirType result_type(const struct attention *a, int n,
                            const dl_axis *axes, MlirType element) {
  int64_t sizes[DL_MAX_RANK];
  for (int i = 0; i < n; ++i) {
    sizes[i] = dl_axis_size(&a->atoms, &axes[i]);
    if (sizes[i] < 0)
      sizes[i] = mlirShapedTypeGetDynamicSize();
  }
  return mlirRankedTensorTypeGet(n, sizes, element, mlirAttributeGetNull());
}

static MlirValue emit(struct attention *a, int n_axes, const dl_axis *axes) {
  MlirValue result = mlirOperationGetResult(a->rec->op, 0), mask;
  struct sources from;
  dl_axis wanted[DL_MAX_RANK];
  choose_sources(a, &from);
  if (!make_mask(a, &mask))
    return (MlirValue){NULL};
  double scale = a->scale;
  int n = wanted_axes(a, DL_MAX_LIST, &a->row, &a->depth, wanted);
  MlirValue query = take_stop(a, &a->query, from.query, n, wanted, &scale);
  wanted_axes(a, from.n_heads, &a->column, &a->depth, wanted);
  MlirValue key = take_stop(a, &a->key, from.key, n, wanted, &scale);
  wanted_axes(a, from.n_heads, &a->column, &a->value_depth, wanted);
  double one = 1;
  MlirValue value = take_stop(a, &a->value, from.value, n, wanted, &one);
  wanted_axes(a, DL_MAX_LIST, &a->row, &a->value_depth, wanted);
  const dl_builder *bld = &a->rec->bld;
  MlirValue out = dl_attention(
      bld, result_type(a, n, wanted, dl_tensor_element(result)), query, key,
      value, mask,
      (dl_attention_attrs){.scale = dl_attr_f64(bld, scale),
                           .causal = a->causal,
                           .masked_rows = dl_softmax_masked_rows(a->softmax)});
  dl_layout layout = {.tensor = out, .rank = n};
  memcpy(layout.axes, wanted, sizeof(wanted));
  dl_recognized(a->rec, a->causal ? "causal attention" : "attention");
  return dl_layout_convert(&a->atoms, bld, &layout, n_axes, axes);
}

/// Matches with dimension `row` of the softmax as the queries'.
static bool attempt(struct attention *a, int row) {
  struct sources from;
  a->scale = 1;
  a->causal = false;
  a->keep = a->bias = NULL;
  if (!sort_dimensions(a, row))
    return false;
  if (!match_masked(a, a->root, 0)) {
    note_miss(a, "a softmax and a product, but the scores are not a product "
                 "with constant scale and masks");
    return false;
  }
  if (!choose_sources(a, &from)) {
    note_miss(a, "attention whose heads are arranged in a way that "
                 "dlopt.attention has not");
    return false;
  }
  return true;
}

/// Where keys and values have no batch, any dimension of the scores may be the
/// queries': the last one that fits, unless another makes the mask causal.
static bool choose_row(struct attention *a) {
  int best = -2;
  for (int row = a->view.rank - 1; row >= -1; --row) {
    if (row == a->column_id || !attempt(a, row))
      continue;
    if (a->causal)
      return true;
    if (best == -2)
      best = row;
  }
  return best != -2 && attempt(a, best);
}

static MlirValue recognize_attention(dl_recognizer *rec) {
  MlirValue none = {NULL};
  if (!dl_matmul_is(rec->op) || !is_plain_product(rec->op, &rec->arena))
    return none;
  struct attention *a = DL_ARENA_ARRAY(&rec->arena, struct attention, 1);
  a->rec = rec;
  int n_batch;
  bool shared = false;
  dl_axis axes[DL_MAX_RANK];
  dl_layout weights, values;
  if (!start(a, rec->op, &n_batch, axes, &weights, &values) ||
      !find_softmax(a, weights, &shared))
    return none;
  a->root = dl_view_init(&a->view, &rec->arena, dl_softmax_input(a->softmax));
  a->column_id = find_column(a);
  if (a->column_id < 0 || !covers_result(a, n_batch + 1, axes))
    return dl_near_miss(rec, "a softmax and a product, but the weights are "
                             "shared by a batch");
  follow(a, &values, false, &a->value);
  if (!choose_row(a))
    return dl_near_miss(rec, "%s", a->miss);
  MlirType value = dl_tensor_element(values.tensor);
  MlirType query = dl_tensor_element(a->query.stops[0].tensor);
  if (dl_is_wider_than_statistics(dl_acc_type(a->scores), query, value) ||
      dl_is_wider_than_statistics(dl_acc_type(rec->op), query, value))
    return dl_near_miss(rec, "attention with sums in f64; dlopt.attention of "
                             "this type sums in f32");
  if (shared)
    return dl_near_miss(rec, "attention, but its weights have other uses: the "
                             "products would be computed twice");
  return emit(a, n_batch + 2, axes);
}

static MlirLogicalResult run(MlirOperation function, const void *options) {
  const dl_import_recognize_attention_options *opts = options;
  dl_recognize(function, opts->remarks, recognize_attention);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(import_recognize_attention, run)
