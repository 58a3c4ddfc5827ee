// The softmax of attention as keys go by: masks, the running maximum, weights.
#include <math.h>

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/attention.h"
#include "lowering/ptx/float_math.h"
#include "lowering/reference/scalar.h"

static const double LOG2_E = 1.44269504088896340736;

static double scale_of(const dl_attend *attend) {
  return mlirFloatAttrGetValueDouble(dl_attention_scale(attend->attention->op));
}

static bool has_float_mask(const dl_attend *attend) {
  MlirValue mask = attend->attention->mask;
  return !mlirValueIsNull(mask) && dl_type_is_float(dl_tensor_element(mask));
}

/// True where the greatest product has the greatest score, so that the scale
/// can wait until the exponential.
static bool scales_late(const dl_attend *attend) {
  return scale_of(attend) > 0 && !has_float_mask(attend);
}

/// Weights that become f16 or bf16 are the hardware's powers of two.
static bool has_powers(const dl_attend *attend) { return attend->atom; }

static MlirValue constant(const dl_attend *attend, double value) {
  return dl_constant_float(&attend->queries.emitter->bld,
                           attend->attention->type, value);
}

// Masks.

void dl_open_mask(dl_attend *attend) {
  const dl_attention_kernel *attention = attend->attention;
  dl_emitter *emitter = attend->queries.emitter;
  const dl_builder *bld = &emitter->bld;
  if (mlirValueIsNull(attention->mask))
    return;
  attend->mask_view = dl_open_view(emitter, attention->mask_body);
  // Linear place of the head's matrix: dimensions are aligned at the right.
  int rank = emitter->body->space.rank;
  int n_batches = (int)dl_rank(attention->mask) - 2;
  MlirValue rest = attend->queries.batch;
  MlirValue place = dl_index_constant(emitter, 0);
  MlirValue stride = dl_index_constant(emitter, 1);
  for (int i = 0; i < n_batches; ++i) {
    int dim = n_batches - 1 - i, of_result = rank - 3 - i;
    MlirValue size = emitter->sizes[of_result];
    MlirValue index = of_result ? dl_int_rem(bld, rest, size) : rest;
    if (of_result)
      rest = dl_int_div(bld, rest, size);
    if (dl_static_size(attention->mask, dim) == 1)
      continue;
    place = dl_int_add(bld, place, dl_int_mul(bld, index, stride));
    stride =
        dl_int_mul(bld, stride, dl_device_size(emitter, attention->mask, dim));
  }
  attend->mask_place = place;
}

/// The mask's element for a query and a key that are there.
static MlirValue mask_element(dl_attend *attend, MlirValue query,
                              MlirValue key) {
  dl_emitter *view = attend->mask_view;
  const dl_builder *bld = &view->bld;
  MlirValue mask = attend->attention->mask;
  MlirValue linear = attend->mask_place;
  const MlirValue indices[] = {query, key};
  int64_t rank = dl_rank(mask);
  for (int64_t i = rank < 2 ? 1 : 0; i < 2; ++i) {
    int64_t dim = rank - 2 + i;
    if (dim < 0 || dl_static_size(mask, dim) == 1)
      continue;
    linear = dl_int_mul(
        bld, linear, dl_device_size(attend->queries.emitter, mask, (int)dim));
    linear = dl_int_add(bld, linear, indices[i]);
  }
  dl_chunk chunk = {.linear = {linear}, .width = 1, .is_whole = true};
  dl_loops identity = dl_identity_loops(&attend->attention->mask_body->space);
  dl_memo_mark mark = dl_memo_begin(view);
  MlirValue element = dl_element(view, &chunk, mask, &identity, 0);
  dl_memo_end(view, mark);
  return element;
}

static MlirValue at_most(const dl_builder *bld, MlirValue value,
                         MlirValue size) {
  MlirValue last = dl_sub(bld, size, dl_int_like(bld, size, 1));
  return dl_arith_minsi(bld, value, last);
}

/// Score of one query and key, scaled if scores are scaled early.
static MlirValue masked_score(dl_attend *attend, MlirValue score,
                              MlirValue query, MlirValue key) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  const dl_attention_kernel *attention = attend->attention;
  MlirValue lowest = constant(attend, -INFINITY);
  if (!mlirValueIsNull(attention->mask)) {
    MlirValue mask =
        mask_element(attend, at_most(bld, query, attend->n_queries),
                     at_most(bld, key, attend->n_keys));
    if (has_float_mask(attend)) {
      mask = dl_to_type(bld, mask, attention->type, false);
      if (has_powers(attend))
        mask = dl_mul(bld, mask, constant(attend, LOG2_E));
      score = dl_add(bld, score, mask);
    } else {
      score = dl_arith_select(bld, mask, score, lowest);
    }
  }
  MlirValue is_there = dl_int_less(bld, key, attend->n_keys);
  if (dl_attention_causal(attention->op)) {
    MlirValue limit =
        dl_int_add(bld, query, dl_sub(bld, attend->n_keys, attend->n_queries));
    MlirValue is_later = dl_scalar_compare(bld, DL_GREATER, key, limit);
    score = dl_arith_select(bld, is_later, lowest, score);
  }
  return dl_arith_select(bld, is_there, score, lowest);
}

static void scale_scores(dl_attend *attend) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  if (scales_late(attend))
    return;
  double factor = scale_of(attend) * (has_powers(attend) ? LOG2_E : 1.0);
  MlirValue scale = constant(attend, factor);
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int j = 0; j < attend->key_atoms; ++j)
      for (int k = 0; k < 4; ++k)
        attend->scores[i][j][k] = dl_mul(bld, attend->scores[i][j][k], scale);
}

void dl_mask_scores(dl_attend *attend, MlirValue first) {
  dl_gemm *gemm = &attend->queries;
  const dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  scale_scores(attend);
  if (mlirValueIsNull(first))
    return;
  MlirValue four = dl_attend_i32(attend, 4);
  MlirValue group = dl_int_div(bld, gemm->lane, four);
  MlirValue pair = dl_int_mul(bld, dl_int_rem(bld, gemm->lane, four),
                              dl_attend_i32(attend, 2));
  MlirValue row =
      dl_int_add(bld, gemm->row,
                 dl_int_cast(bld, emitter->index,
                             dl_int_add(bld, attend->warp_row, group)));
  MlirValue col =
      dl_int_add(bld, first, dl_int_cast(bld, emitter->index, pair));
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int j = 0; j < attend->key_atoms; ++j)
      for (int k = 0; k < 4; ++k) {
        MlirValue query = dl_int_add(
            bld, row,
            dl_index_constant(emitter, DL_ATOM_ROWS * i + 8 * (k / 2)));
        MlirValue key = dl_int_add(
            bld, col, dl_index_constant(emitter, DL_ATOM_COLS * j + k % 2));
        attend->scores[i][j][k] =
            masked_score(attend, attend->scores[i][j][k], query, key);
      }
}

// Weights.

static MlirValue larger(const dl_builder *bld, MlirValue a, MlirValue b) {
  return dl_arith_maxnumf(bld, a, b, (dl_arith_maxnumf_attrs){0});
}

typedef MlirValue (*combine_fn)(const dl_builder *bld, MlirValue a,
                                MlirValue b);

/// Of a row's scores, those that this lane has, combined; halves first, so that
/// few wait for each other.
static MlirValue combine_lane(const dl_attend *attend, int i, int half,
                              combine_fn combine) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue values[2 * DL_MAX_KEY_ATOMS];
  int count = 0;
  for (int j = 0; j < attend->key_atoms; ++j)
    for (int k = 0; k < 2; ++k)
      values[count++] = attend->scores[i][j][2 * half + k];
  for (; count > 1; count /= 2)
    for (int j = 0; j < count / 2; ++j)
      values[j] = combine(bld, values[j], values[j + count / 2]);
  return values[0];
}

/// Of the four lanes that share a row.
static MlirValue across_row(const dl_builder *bld, MlirValue value,
                            bool is_sum) {
  for (int distance = 1; distance <= 2; distance *= 2) {
    MlirValue other = dl_shuffle_xor(bld, value, distance);
    value = is_sum ? dl_add(bld, value, other) : larger(bld, value, other);
  }
  return value;
}

static MlirValue exponential(const dl_attend *attend, MlirValue value) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  if (!has_powers(attend))
    return dl_exp(bld, value);
  return dl_llvm_intrinsic(bld, "llvm.nvvm.ex2.approx.ftz.f", 1, &value);
}

/// What scores are multiplied by in the exponent; null: they are scaled.
static MlirValue late_scale(const dl_attend *attend) {
  if (!scales_late(attend))
    return (MlirValue){NULL};
  return constant(attend,
                  scale_of(attend) * (has_powers(attend) ? LOG2_E : 1.0));
}

static void weigh_row(dl_attend *attend, int i, int half) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirValue scale = late_scale(attend);
  MlirValue before = attend->maxima[i][half];
  MlirValue maximum =
      larger(bld, before,
             across_row(bld, combine_lane(attend, i, half, larger), false));
  attend->maxima[i][half] = maximum;
  // Of a row of -inf so far, the difference to 0 is -inf too, and no NaN.
  MlirValue is_masked =
      dl_scalar_compare(bld, DL_EQUAL, maximum, constant(attend, -INFINITY));
  MlirValue shift =
      dl_arith_select(bld, is_masked, constant(attend, 0.0), maximum);
  MlirValue fade = dl_sub(bld, before, shift);
  if (!mlirValueIsNull(scale)) {
    fade = dl_mul(bld, fade, scale);
    shift = dl_mul(bld, shift, scale);
  }
  fade = exponential(attend, fade);
  MlirValue negative = dl_arith_negf(bld, shift, (dl_arith_negf_attrs){0});
  for (int j = 0; j < attend->key_atoms; ++j)
    for (int k = 2 * half; k < 2 * half + 2; ++k) {
      MlirValue *score = &attend->scores[i][j][k];
      *score = mlirValueIsNull(scale)
                   ? dl_sub(bld, *score, shift)
                   : dl_math_fma(bld, *score, scale, negative,
                                 (dl_math_fma_attrs){0});
      *score = exponential(attend, *score);
    }
  attend->totals[i][half] =
      dl_add(bld, dl_mul(bld, attend->totals[i][half], fade),
             combine_lane(attend, i, half, dl_add));
  for (int j = 0; j < attend->value_atoms; ++j)
    for (int k = 2 * half; k < 2 * half + 2; ++k)
      attend->sums[i][j][k] = dl_mul(bld, attend->sums[i][j][k], fade);
}

void dl_weigh_scores(dl_attend *attend) {
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int half = 0; half < 2; ++half)
      weigh_row(attend, i, half);
}

void dl_finish_sums(dl_attend *attend) {
  const dl_builder *bld = &attend->queries.emitter->bld;
  MlirAttribute mode = dl_attention_masked_rows(attend->attention->op);
  bool is_zero = dl_enum_value(mode, 0) == DL_MASKED_ROWS_ZERO;
  MlirValue of_masked = constant(attend, is_zero ? 0.0 : NAN);
  for (int i = 0; i < attend->n_atoms; ++i)
    for (int half = 0; half < 2; ++half) {
      MlirValue total = across_row(bld, attend->totals[i][half], true);
      MlirValue factor = dl_div(bld, constant(attend, 1.0), total);
      // A NaN is no maximum, but makes the total one.
      MlirValue is_masked = dl_arith_andi(
          bld,
          dl_scalar_compare(bld, DL_EQUAL, attend->maxima[i][half],
                            constant(attend, -INFINITY)),
          dl_scalar_compare(bld, DL_EQUAL, total, constant(attend, 0.0)));
      for (int j = 0; j < attend->value_atoms; ++j)
        for (int k = 2 * half; k < 2 * half + 2; ++k) {
          MlirValue value = dl_mul(bld, attend->sums[i][j][k], factor);
          attend->sums[i][j][k] =
              dl_arith_select(bld, is_masked, of_masked, value);
        }
    }
}
