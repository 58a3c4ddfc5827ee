// dlopt.attention -> two batched products with a masked softmax between them.
//
// Query heads that share a head of keys and values become rows of one matrix:
// query [b.., h, sq, d] is viewed as [b * hkv, r * sq, d], so that keys and
// values, viewed as [b * hkv, sk, ..], are never repeated in memory. Only where
// two sizes of one such view are dynamic, which upstream cannot split, are keys
// and values copied once a query head.
#include "lowering/reference/shared.h"

#include <math.h>
#include <string.h>

/// An attention taken apart.
struct attention {
  MlirOperation op;
  MlirValue query, key, value, mask; ///< mask may be null
  MlirType type;                     ///< of sums and softmax
  bool is_joined;                    ///< heads become rows of one matrix
  dl_dims scores;                    ///< [b.., h, sq, sk]
  int64_t rank;
  MlirAffineMap score_map, row_map; ///< of [b.., h, sq, sk], [b.., h, sq]
  char parallel[DL_MAX_LOOPS];
};

static void append_product(const dl_builder *bld, dl_dims *dims, int64_t count,
                           const int64_t *sizes, const MlirValue *values) {
  int64_t known = 1;
  MlirValue product = {NULL};
  for (int64_t i = 0; i < count; ++i) {
    if (sizes[i] >= 0)
      known *= sizes[i];
    else
      product = mlirValueIsNull(product) ? values[i]
                                         : dl_mul(bld, product, values[i]);
  }
  dims->sizes[dims->rank] = mlirValueIsNull(product) ? known : -1;
  if (!mlirValueIsNull(product) && known != 1)
    product = dl_mul(bld, product, dl_constant_index(bld, known));
  dims->values[dims->rank++] = product;
}

/// Query heads a head of keys: h / hkv, where hkv may be zero.
static void append_ratio(const dl_builder *bld, dl_dims *dims,
                         const dl_dims *query, const dl_dims *key,
                         int64_t head) {
  int64_t h = query->sizes[head], hkv = key->sizes[head];
  if (h >= 0 && hkv >= 0) {
    dims->sizes[dims->rank] = hkv ? h / hkv : 1;
    dims->values[dims->rank++] = (MlirValue){NULL};
    return;
  }
  MlirValue divisor = dl_arith_maxsi(bld, dl_dims_value(bld, key, head),
                                     dl_constant_index(bld, 1));
  dims->sizes[dims->rank] = -1;
  dims->values[dims->rank++] =
      dl_div(bld, dl_dims_value(bld, query, head), divisor);
}

/// Sizes of the query with the head split: [b.., hkv, r, sq, last].
static dl_dims split_heads(const dl_builder *bld, const struct attention *a,
                           const dl_dims *query, MlirValue last_of,
                           int64_t last) {
  dl_dims key = dl_tensor_dims(bld, a->key), split = {0};
  int64_t head = a->rank - 3;
  for (int64_t i = 0; i <= head; ++i) {
    split.sizes[i] = key.sizes[i] < 0 ? query->sizes[i] : key.sizes[i];
    split.values[i] = key.values[i];
    if (i == head && key.sizes[i] < 0)
      split.sizes[i] = -1;
  }
  split.rank = head + 1;
  append_ratio(bld, &split, query, &key, head);
  split.sizes[split.rank] = query->sizes[head + 1];
  split.values[split.rank++] = query->values[head + 1];
  dl_dims_append(bld, &split, last_of, last);
  return split;
}

/// Groups that join [b.., hkv, r, sq, last] to [b * hkv, r * sq, last].
static void join_groups(const struct attention *a, int64_t *groups) {
  groups[0] = a->rank - 2;
  groups[1] = 2;
  groups[2] = 1;
}

/// Groups that split [b.., h, sq, last] to [b.., hkv, r, sq, last].
static void head_groups(const struct attention *a, int64_t *groups) {
  for (int64_t i = 0; i < a->rank; ++i)
    groups[i] = i == a->rank - 3 ? 2 : 1;
}

static dl_dims joined_dims(const dl_builder *bld, const struct attention *a,
                           const dl_dims *split) {
  dl_dims joined = {0};
  int64_t n_batch = a->rank - 2;
  append_product(bld, &joined, n_batch, split->sizes, split->values);
  append_product(bld, &joined, 2, split->sizes + n_batch,
                 split->values + n_batch);
  joined.sizes[joined.rank] = split->sizes[n_batch + 2];
  joined.values[joined.rank++] = split->values[n_batch + 2];
  return joined;
}

/// [b.., h, sq, x] as [b * hkv, r * sq, x].
static MlirValue join_query_like(const dl_builder *bld,
                                 const struct attention *a, MlirValue tensor) {
  int64_t groups[DL_MAX_LOOPS];
  dl_dims dims = dl_tensor_dims(bld, tensor);
  dl_dims split = split_heads(bld, a, &dims, tensor, a->rank - 1);
  head_groups(a, groups);
  MlirValue expanded = dl_expanded(bld, tensor, &split, groups);
  dl_dims joined = joined_dims(bld, a, &split);
  join_groups(a, groups);
  return dl_collapsed(bld, expanded, &joined, groups);
}

/// [b.., hkv, sk, x] as [b * hkv, sk, x].
static MlirValue join_key_like(const dl_builder *bld, const struct attention *a,
                               MlirValue tensor) {
  dl_dims dims = dl_tensor_dims(bld, tensor), joined = {0};
  append_product(bld, &joined, a->rank - 2, dims.sizes, dims.values);
  for (int64_t i = a->rank - 2; i < a->rank; ++i)
    dl_dims_append(bld, &joined, tensor, i);
  return dl_collapsed(bld, tensor, &joined,
                      (const int64_t[]){a->rank - 2, 1, 1});
}

/// [b * hkv, r * sq, x] as [b.., h, sq, x], of the sizes `dims`.
static MlirValue split_joined(const dl_builder *bld, const struct attention *a,
                              MlirValue tensor, const dl_dims *dims) {
  int64_t groups[DL_MAX_LOOPS];
  dl_dims split = split_heads(bld, a, dims, tensor, 2);
  join_groups(a, groups);
  MlirValue expanded = dl_expanded(bld, tensor, &split, groups);
  head_groups(a, groups);
  return dl_collapsed(bld, expanded, dims, groups);
}

/// True if every split of a view leaves at most one dynamic size.
static bool can_join(const struct attention *a) {
  int64_t head = a->rank - 3;
  if (dl_static_size(a->query, head) < 0 || dl_static_size(a->key, head) < 0)
    return false;
  int n_dynamic = 0;
  for (int64_t i = 0; i < head; ++i)
    n_dynamic +=
        dl_static_size(a->key, i) < 0 && dl_static_size(a->query, i) < 0;
  return n_dynamic <= 1;
}

/// [b.., hkv, sk, x] as [b.., h, sk, x], each head copied r times.
static MlirValue repeat_heads(const dl_builder *bld, const struct attention *a,
                              MlirValue tensor) {
  int64_t head = a->rank - 3;
  int64_t h = dl_static_size(a->query, head);
  if (h >= 0 && dl_static_size(tensor, head) == h)
    return tensor;
  dl_dims query = dl_tensor_dims(bld, a->query), key = {0}, ratio = {0};
  dl_dims from = dl_tensor_dims(bld, tensor);
  append_ratio(bld, &ratio, &query, &from, head);
  MlirValue heads_a_key = dl_combine_scalars(bld, DL_REDUCE_MAX, false,
                                             dl_dims_value(bld, &ratio, 0),
                                             dl_constant_index(bld, 1));
  for (int64_t i = 0; i < a->rank; ++i)
    dl_dims_append(bld, &key, i == head ? a->query : tensor, i);
  dl_generic loop =
      dl_pointwise_begin(bld, &key, 0, NULL, dl_tensor_element(tensor));
  MlirValue indices[DL_MAX_RANK];
  for (int64_t i = 0; i < a->rank; ++i)
    indices[i] = dl_linalg_index(
        bld, (dl_linalg_index_attrs){.dim = dl_attr_i64(bld, i)});
  indices[head] = dl_div(bld, indices[head], heads_a_key);
  MlirValue element = dl_tensor_extract(bld, tensor, a->rank, indices);
  return dl_generic_end(bld, &loop, 1, &element);
}

static MlirValue query_view(const dl_builder *bld, const struct attention *a,
                            MlirValue tensor) {
  return a->is_joined ? join_query_like(bld, a, tensor) : tensor;
}

static MlirValue key_view(const dl_builder *bld, const struct attention *a,
                          MlirValue tensor) {
  return a->is_joined ? join_key_like(bld, a, tensor)
                      : repeat_heads(bld, a, tensor);
}

/// A product of views, as [b.., h, sq, x] of the sizes `dims`.
static MlirValue product(const dl_builder *bld, const struct attention *a,
                         MlirValue lhs, MlirValue rhs, bool rhs_transposed,
                         const dl_dims *dims) {
  dl_dims view = {0};
  int64_t rank = dl_rank(lhs);
  for (int64_t i = 0; i < rank - 1; ++i)
    dl_dims_append(bld, &view, lhs, i);
  dl_dims_append(bld, &view, rhs, rhs_transposed ? rank - 2 : rank - 1);
  lhs = dl_factor(bld, lhs, a->type, false, false);
  rhs = dl_factor(bld, rhs, a->type, false, false);
  MlirValue sums =
      dl_contract(bld, lhs, false, rhs, rhs_transposed,
                  dl_filled(bld, &view, dl_zero(bld, a->type)), false);
  return a->is_joined ? split_joined(bld, a, sums, dims)
                      : dl_cast_type(bld, sums, dl_dims_type(dims, a->type));
}

static dl_operand mask_operand(const dl_builder *bld,
                               const struct attention *a) {
  int64_t rank = dl_rank(a->mask);
  bool drop[DL_MAX_RANK] = {false};
  int loops[DL_MAX_RANK], kept = 0;
  for (int64_t i = 0; i < rank; ++i) {
    int loop = (int)(a->rank - rank + i);
    drop[i] = dl_static_size(a->mask, i) == 1 && a->scores.sizes[loop] != 1;
    if (!drop[i])
      loops[kept++] = loop;
  }
  return (dl_operand){dl_without_units(bld, a->mask, drop),
                      dl_loop_map(bld, a->rank, kept, loops)};
}

/// True where query i must not see key j: j > i + (sk - sq).
static MlirValue is_later_key(const dl_builder *bld, const struct attention *a,
                              MlirValue offset) {
  MlirValue i = dl_linalg_index(
      bld, (dl_linalg_index_attrs){.dim = dl_attr_i64(bld, a->rank - 2)});
  MlirValue j = dl_linalg_index(
      bld, (dl_linalg_index_attrs){.dim = dl_attr_i64(bld, a->rank - 1)});
  return dl_scalar_compare(bld, DL_GREATER, j, dl_add(bld, i, offset));
}

/// scale * products, with the masks applied.
static MlirValue masked_scores(const dl_builder *bld, const struct attention *a,
                               MlirValue products) {
  MlirOperation op = a->op;
  bool has_mask = !mlirValueIsNull(a->mask), causal = dl_attention_causal(op);
  dl_operand inputs[2] = {{products, a->score_map}};
  if (has_mask)
    inputs[1] = mask_operand(bld, a);
  dl_operand output = {dl_empty(bld, &a->scores, a->type), a->score_map};
  MlirValue offset = {NULL};
  if (causal)
    offset = dl_sub(bld, dl_dims_value(bld, &a->scores, a->rank - 1),
                    dl_dims_value(bld, &a->scores, a->rank - 2));
  dl_generic loop = dl_generic_begin(bld, a->rank, a->parallel, 1 + has_mask,
                                     inputs, 1, &output);
  MlirValue lowest = dl_constant_float(bld, a->type, -INFINITY);
  MlirValue scale = dl_constant_float(
      bld, a->type, mlirFloatAttrGetValueDouble(dl_attention_scale(op)));
  MlirValue score = dl_mul(bld, dl_generic_input(&loop, 0), scale);
  if (has_mask) {
    MlirValue mask = dl_generic_input(&loop, 1);
    score = dl_type_is_float(dl_tensor_element(a->mask))
                ? dl_add(bld, score, dl_to_type(bld, mask, a->type, false))
                : dl_arith_select(bld, mask, score, lowest);
  }
  if (causal)
    score = dl_arith_select(bld, is_later_key(bld, a, offset), lowest, score);
  return dl_generic_end(bld, &loop, 1, &score);
}

static MlirValue probabilities(const dl_builder *bld, const struct attention *a,
                               const dl_rows *rows, MlirValue scores,
                               MlirValue maxima) {
  dl_operand inputs[] = {{scores, rows->full_map}, {maxima, rows->kept_map}};
  dl_operand output = {dl_empty(bld, &rows->full, a->type), rows->full_map};
  dl_generic loop =
      dl_generic_begin(bld, a->rank, rows->parallel, 2, inputs, 1, &output);
  MlirValue exp = dl_exp(
      bld, dl_sub(bld, dl_generic_input(&loop, 0), dl_generic_input(&loop, 1)));
  MlirValue exps = dl_generic_end(bld, &loop, 1, &exp);
  MlirValue sums =
      dl_reduce_rows(bld, rows, DL_REDUCE_ADD, exps,
                     dl_filled(bld, &rows->kept, dl_zero(bld, a->type)), false);
  inputs[0].value = exps;
  inputs[1].value = sums;
  output.value = dl_empty(bld, &rows->full, a->type);
  loop = dl_generic_begin(bld, a->rank, rows->parallel, 2, inputs, 1, &output);
  MlirValue quotient =
      dl_div(bld, dl_generic_input(&loop, 0), dl_generic_input(&loop, 1));
  return dl_generic_end(bld, &loop, 1, &quotient);
}

/// Rows that are masked out whole have no sum of probabilities to speak of:
/// zero or NaN is stated, also for rows without a key.
static MlirValue settle_masked_rows(const dl_builder *bld,
                                    const struct attention *a,
                                    MlirValue outputs, MlirValue maxima) {
  bool zero =
      dl_enum_value(dl_attention_masked_rows(a->op), 0) == DL_MASKED_ROWS_ZERO;
  MlirType result = dl_tensor_element(dl_result(a->op, 0));
  dl_dims dims = dl_tensor_dims(bld, outputs);
  dl_operand inputs[] = {{outputs, a->score_map}, {maxima, a->row_map}};
  dl_operand output = {dl_empty(bld, &dims, result), a->score_map};
  dl_generic loop =
      dl_generic_begin(bld, a->rank, a->parallel, 2, inputs, 1, &output);
  MlirValue is_masked =
      dl_scalar_compare(bld, DL_EQUAL, dl_generic_input(&loop, 1),
                        dl_constant_float(bld, a->type, -INFINITY));
  MlirValue value = dl_arith_select(
      bld, is_masked, dl_constant_float(bld, a->type, zero ? 0.0 : NAN),
      dl_generic_input(&loop, 0));
  value = dl_to_type(bld, value, result, false);
  return dl_generic_end(bld, &loop, 1, &value);
}

static struct attention read_attention(const dl_builder *bld,
                                       MlirOperation op) {
  struct attention a = {.op = op,
                        .query = dl_attention_query(op),
                        .key = dl_attention_key(op),
                        .value = dl_attention_value(op),
                        .mask = dl_attention_mask(op)};
  a.type = dl_statistics_type(op);
  a.rank = dl_rank(a.query);
  for (int64_t i = 0; i < a.rank - 1; ++i)
    dl_dims_append(bld, &a.scores, a.query, i);
  dl_dims_append(bld, &a.scores, a.key, a.rank - 2);
  a.is_joined = can_join(&a);
  a.score_map = dl_identity_map(bld, a.rank);
  int row_loops[DL_MAX_RANK];
  for (int64_t i = 0; i < a.rank; ++i)
    row_loops[i] = (int)i;
  a.row_map = dl_loop_map(bld, a.rank, a.rank - 1, row_loops);
  memset(a.parallel, 'p', sizeof(a.parallel));
  return a;
}

MlirLogicalResult dl_lower_attention(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  struct attention a = read_attention(bld, rewrite->op);
  MlirValue products = product(bld, &a, query_view(bld, &a, a.query),
                               key_view(bld, &a, a.key), true, &a.scores);
  MlirValue scores = masked_scores(bld, &a, products);
  bool reduced[DL_MAX_RANK] = {false};
  reduced[a.rank - 1] = true;
  dl_rows rows = dl_rows_of(bld, scores, reduced);
  MlirValue lowest = dl_constant_float(bld, a.type, -INFINITY);
  MlirValue maxima = dl_reduce_rows(bld, &rows, DL_REDUCE_MAX, scores,
                                    dl_filled(bld, &rows.kept, lowest), false);
  MlirValue weights = probabilities(bld, &a, &rows, scores, maxima);
  dl_dims outputs = dl_result_dims(bld, rewrite->op);
  MlirValue value = product(bld, &a, query_view(bld, &a, weights),
                            key_view(bld, &a, a.value), false, &outputs);
  return dl_finish(rewrite, settle_masked_rows(bld, &a, value, maxima), false);
}
