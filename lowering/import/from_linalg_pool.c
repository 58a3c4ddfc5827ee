// Poolings become dlopt.pool:
//   linalg.pooling_*, generic  ->  dlopt.pool KIND dims window
// The window operand gives its shape only. A tensor.pad in front folds in where
// its value cannot change the result. Gives up when the window's size is not
// static, the result's dimensions lie in another order than the input's, or the
// body combines in a way dlopt.pool has not.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_WINDOWS = DL_MAX_STRUCTURED_RANK };

struct pool {
  dl_structured view;
  dl_combiner combiner;
  dl_conversion folded;
  intptr_t input;
  dl_window_dim dims[DL_MAX_STRUCTURED_RANK];
  dl_loops result;
  int n_windows;
  int64_t windowed[MAX_WINDOWS], window[MAX_WINDOWS];
  int64_t strides[MAX_WINDOWS], dilations[MAX_WINDOWS];
  int64_t low[MAX_WINDOWS], high[MAX_WINDOWS];
  MlirValue source; ///< the input, before padding
  bool starts_neutral;
};

/// The input whose (converted) element is combined.
static bool find_input(struct pool *p) {
  p->folded = dl_match_conversion(p->combiner.other);
  for (intptr_t i = 0; i < p->view.n_inputs; ++i)
    if (mlirValueEqual(p->folded.source, dl_structured_argument(&p->view, i))) {
      p->input = i;
      return true;
    }
  return false;
}

static const char *read_windows(struct pool *p) {
  if (!dl_structured_loops(&p->view, p->view.n_inputs, &p->result))
    return "the result is not indexed by one loop a dimension";
  MlirAffineMap map = dl_structured_map(&p->view, p->input);
  int64_t rank = mlirAffineMapGetNumResults(map);
  if (p->result.rank != rank)
    return "the result's dimensions are not those of the input";
  p->n_windows = 0;
  for (int64_t j = 0; j < rank; ++j) {
    const dl_window_dim *dim = &p->dims[j];
    if (dim->loop != p->result.loops[j])
      return "the result's dimensions are not those of the input, in order";
    if (dim->window_loop < 0)
      continue;
    int w = p->n_windows++;
    p->windowed[w] = j;
    p->window[w] = dl_structured_loop_size(&p->view, dim->window_loop);
    p->strides[w] = dim->stride;
    p->dilations[w] = dim->dilation;
    if (p->window[w] < 1) // dynamic sizes are negative
      return "the window's size is not static";
  }
  if (p->n_windows != p->view.n_reductions)
    return "it reduces along more than the window";
  return NULL;
}

/// True if combining with `value` once more changes no result.
static bool pads_idly(const struct pool *p, MlirAttribute value) {
  MlirAttribute init = dl_splat_value(dl_structured_init(&p->view, 0));
  if (dl_is_neutral(value, &p->combiner) && p->combiner.kind != DL_REDUCE_ADD)
    return true;
  if (p->combiner.kind == DL_REDUCE_ADD)
    // +0.0 changes only a sum that is -0.0, which one that starts from +0.0
    // never is.
    return dl_is_positive_zero(value) && dl_is_positive_zero(init);
  bool idempotent =
      p->combiner.kind != DL_REDUCE_MUL && p->combiner.kind != DL_REDUCE_XOR;
  return idempotent && !mlirAttributeIsNull(init) &&
         mlirAttributeEqual(init, value);
}

static void fold_padding(struct pool *p) {
  dl_padding padding;
  if (!dl_padding_read(p->source, &padding) || p->folded.extends ||
      p->folded.narrows ||
      !mlirTypeEqual(mlirValueGetType(p->folded.source),
                     mlirValueGetType(p->combiner.other)) ||
      !pads_idly(p, padding.value))
    return;
  for (int64_t j = 0; j < p->result.rank; ++j)
    if (p->dims[j].window_loop < 0 && (padding.low[j] || padding.high[j]))
      return;
  p->source = padding.source;
  for (int w = 0; w < p->n_windows; ++w) {
    p->low[w] = padding.low[p->windowed[w]];
    p->high[w] = padding.high[p->windowed[w]];
  }
}

static const char *check_types(const struct pool *p) {
  MlirType source = mlirValueGetType(p->source);
  MlirType result = mlirValueGetType(dl_structured_init(&p->view, 0));
  MlirType element = mlirShapedTypeGetElementType(source);
  if (!dl_type_is_float(element) && !dl_type_is_int(element))
    return "its elements are neither floats nor signless integers";
  bool compares =
      p->combiner.kind == DL_REDUCE_MAX || p->combiner.kind == DL_REDUCE_MIN;
  if (compares && p->folded.extends &&
      p->folded.is_unsigned != p->combiner.is_unsigned)
    return "it converts signed and compares unsigned, or the other way round";
  for (int w = 0; w < p->n_windows; ++w) {
    int64_t j = p->windowed[w];
    if (!dl_window_fits(source, j, p->low[w] + p->high[w], p->window[w],
                        &p->dims[j], result, j))
      return "the window stops before the end of the input";
  }
  return NULL;
}

static MlirAttribute values_unless(const dl_builder *bld, int count,
                                   const int64_t *values, int64_t usual) {
  for (int i = 0; i < count; ++i)
    if (values[i] != usual)
      return dl_attr_i64_array(bld, count, values);
  return (MlirAttribute){NULL};
}

static MlirValue build_pool(dl_rewrite *rewrite, const struct pool *p) {
  const dl_builder *bld = &rewrite->bld;
  MlirValue init = dl_structured_init(&p->view, 0);
  MlirType type = mlirValueGetType(init);
  bool compares =
      p->combiner.kind == DL_REDUCE_MAX || p->combiner.kind == DL_REDUCE_MIN;
  int n = p->n_windows;
  MlirValue result = dl_pool(
      bld, type, p->source, p->starts_neutral ? (MlirValue){NULL} : init,
      (dl_pool_attrs){.kind = dl_attr_i32(bld, p->combiner.kind),
                      .dims = dl_attr_i64_array(bld, n, p->windowed),
                      .window = dl_attr_i64_array(bld, n, p->window),
                      .strides = values_unless(bld, n, p->strides, 1),
                      .dilations = values_unless(bld, n, p->dilations, 1),
                      .pad_low = values_unless(bld, n, p->low, 0),
                      .pad_high = values_unless(bld, n, p->high, 0),
                      .is_unsigned = compares ? p->combiner.is_unsigned
                                              : p->folded.extends &&
                                                    p->folded.is_unsigned});
  dl_state_accumulator(rewrite, dl_value_def(result),
                       mlirShapedTypeGetElementType(type), p->folded.narrows);
  return result;
}

MlirLogicalResult dl_import_pool(dl_rewrite *rewrite) {
  struct pool p = {.input = -1};
  const char *reason;
  if (!dl_structured_read(rewrite->op, &p.view, &reason) ||
      p.view.n_reductions == 0 || p.view.n_inits != 1)
    return dl_other_kind();
  if (dl_match_combiner(&p.view, 0, &p.combiner) || p.combiner.negates ||
      !find_input(&p))
    return dl_other_kind();
  p.source = dl_structured_operand(&p.view, p.input);
  if (!mlirTypeIsARankedTensor(mlirValueGetType(p.source)))
    return dl_other_kind();
  reason = dl_window_dims(&p.view, p.input, p.dims, &p.n_windows);
  if (!reason && p.n_windows == 0)
    return dl_other_kind();
  if (!reason)
    reason = read_windows(&p);
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  p.starts_neutral = dl_is_neutral(
      dl_splat_value(dl_structured_init(&p.view, 0)), &p.combiner);
  fold_padding(&p);
  reason = check_types(&p);
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  return dl_replace_one(rewrite, build_pool(rewrite, &p));
}
