// dlopt.layer_norm, dlopt.rms_norm -> row sums and a pointwise loop. The
// variance takes a second pass over the differences to the mean.
#include "lowering/reference/shared.h"

/// A norm taken apart.
struct norm {
  dl_rows rows;
  MlirAffineMap parameter_map; ///< of scale and bias
  MlirType type;               ///< of the statistics
  MlirValue input, count;      ///< elements a row, as a float
  MlirType result;
};

static struct norm read_norm(const dl_builder *bld, MlirOperation op,
                             MlirValue input, int64_t axis) {
  MlirType result = dl_tensor_element(dl_result(op, 0));
  struct norm norm = {.input = input, .result = result};
  norm.type = dl_statistics_type(op);
  bool reduced[DL_MAX_RANK] = {false};
  int parameter_loops[DL_MAX_RANK];
  int64_t rank = dl_rank(input);
  for (int64_t i = axis; i < rank; ++i) {
    reduced[i] = true;
    parameter_loops[i - axis] = (int)i;
  }
  norm.rows = dl_rows_of(bld, input, reduced);
  norm.parameter_map = dl_loop_map(bld, rank, rank - axis, parameter_loops);
  int64_t known = 1;
  MlirValue count = {NULL};
  for (int64_t i = axis; i < rank; ++i) {
    if (norm.rows.full.sizes[i] >= 0) {
      known *= norm.rows.full.sizes[i];
      continue;
    }
    MlirValue size = norm.rows.full.values[i];
    count = mlirValueIsNull(count) ? size : dl_mul(bld, count, size);
  }
  if (mlirValueIsNull(count)) {
    norm.count = dl_constant_float(bld, norm.type, (double)known);
  } else {
    count = dl_mul(bld, count, dl_constant_index(bld, known));
    norm.count = dl_index_to_float(bld, count, norm.type);
  }
  return norm;
}

static MlirValue zeros(const dl_builder *bld, const struct norm *norm) {
  return dl_filled(bld, &norm->rows.kept, dl_zero(bld, norm->type));
}

static MlirValue converted_input(const dl_builder *bld, const struct norm *norm,
                                 const dl_generic *loop, intptr_t index) {
  return dl_to_type(bld, dl_generic_input(loop, index), norm->type, false);
}

/// sum / count, a row.
static MlirValue row_means(const dl_builder *bld, const struct norm *norm,
                           MlirValue sums) {
  dl_generic loop =
      dl_pointwise_begin(bld, &norm->rows.kept, 1, &sums, norm->type);
  MlirValue mean = dl_div(bld, dl_generic_input(&loop, 0), norm->count);
  return dl_generic_end(bld, &loop, 1, &mean);
}

/// Sum of the squares of the differences to `centres`, or of the elements
/// themselves if that is null.
static MlirValue square_sums(const dl_builder *bld, const struct norm *norm,
                             MlirValue centres) {
  bool is_centred = !mlirValueIsNull(centres);
  dl_operand inputs[] = {{norm->input, norm->rows.full_map},
                         {centres, norm->rows.kept_map}};
  dl_operand output = {zeros(bld, norm), norm->rows.kept_map};
  dl_generic loop =
      dl_generic_begin(bld, norm->rows.full.rank, norm->rows.reducing,
                       1 + is_centred, inputs, 1, &output);
  MlirValue value = converted_input(bld, norm, &loop, 0);
  if (is_centred)
    value = dl_sub(bld, value, dl_generic_input(&loop, 1));
  MlirValue sum =
      dl_add(bld, dl_generic_output(&loop, 0), dl_mul(bld, value, value));
  return dl_generic_end(bld, &loop, 1, &sum);
}

/// sqrt(sum / count + epsilon), a row.
static MlirValue deviations(const dl_builder *bld, const struct norm *norm,
                            MlirValue sums, MlirAttribute epsilon) {
  dl_generic loop =
      dl_pointwise_begin(bld, &norm->rows.kept, 1, &sums, norm->type);
  MlirValue mean = dl_div(bld, dl_generic_input(&loop, 0), norm->count);
  MlirValue shifted = dl_add(
      bld, mean,
      dl_constant_float(bld, norm->type, mlirFloatAttrGetValueDouble(epsilon)));
  MlirValue root = dl_math_sqrt(bld, shifted, (dl_math_sqrt_attrs){0});
  return dl_generic_end(bld, &loop, 1, &root);
}

/// (input - mean) / deviation * scale + bias, where null values are left out.
static MlirValue normalised(const dl_builder *bld, const struct norm *norm,
                            MlirValue deviation, MlirValue mean,
                            MlirValue scale, MlirValue bias) {
  dl_operand inputs[5] = {{norm->input, norm->rows.full_map},
                          {deviation, norm->rows.kept_map}};
  intptr_t count = 2, mean_at = 0, scale_at = 0, bias_at = 0;
  if (!mlirValueIsNull(mean))
    inputs[mean_at = count++] = (dl_operand){mean, norm->rows.kept_map};
  if (!mlirValueIsNull(scale))
    inputs[scale_at = count++] = (dl_operand){scale, norm->parameter_map};
  if (!mlirValueIsNull(bias))
    inputs[bias_at = count++] = (dl_operand){bias, norm->parameter_map};
  dl_operand output = {dl_empty(bld, &norm->rows.full, norm->result),
                       norm->rows.full_map};
  dl_generic loop =
      dl_generic_begin(bld, norm->rows.full.rank, norm->rows.parallel, count,
                       inputs, 1, &output);
  MlirValue value = converted_input(bld, norm, &loop, 0);
  if (mean_at)
    value = dl_sub(bld, value, dl_generic_input(&loop, mean_at));
  value = dl_div(bld, value, dl_generic_input(&loop, 1));
  if (scale_at)
    value = dl_mul(bld, value, converted_input(bld, norm, &loop, scale_at));
  if (bias_at)
    value = dl_add(bld, value, converted_input(bld, norm, &loop, bias_at));
  value = dl_to_type(bld, value, norm->result, false);
  return dl_generic_end(bld, &loop, 1, &value);
}

MlirLogicalResult dl_lower_layer_norm(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  struct norm norm =
      read_norm(bld, op, dl_layer_norm_input(op),
                mlirIntegerAttrGetValueInt(dl_layer_norm_axis(op)));
  MlirValue sums = dl_reduce_rows(bld, &norm.rows, DL_REDUCE_ADD, norm.input,
                                  zeros(bld, &norm), false);
  MlirValue means = row_means(bld, &norm, sums);
  MlirValue roots = deviations(bld, &norm, square_sums(bld, &norm, means),
                               dl_layer_norm_epsilon(op));
  return dl_finish(rewrite,
                   normalised(bld, &norm, roots, means, dl_layer_norm_scale(op),
                              dl_layer_norm_bias(op)),
                   false);
}

MlirLogicalResult dl_lower_rms_norm(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  MlirValue none = {NULL};
  struct norm norm =
      read_norm(bld, op, dl_rms_norm_input(op),
                mlirIntegerAttrGetValueInt(dl_rms_norm_axis(op)));
  MlirValue roots = deviations(bld, &norm, square_sums(bld, &norm, none),
                               dl_rms_norm_epsilon(op));
  return dl_finish(
      rewrite, normalised(bld, &norm, roots, none, dl_rms_norm_scale(op), none),
      false);
}
