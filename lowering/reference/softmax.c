// dlopt.softmax -> row maximum, exponentials, row sum, quotient.
#include "lowering/reference/shared.h"

#include <math.h>

/// A loop over all elements: the tensor itself, then row values.
static dl_generic begin_elements(const dl_builder *bld, const dl_rows *rows,
                                 MlirValue tensor, intptr_t n_row_values,
                                 const MlirValue *row_values, MlirType type) {
  dl_operand inputs[3] = {{tensor, rows->full_map}};
  for (intptr_t i = 0; i < n_row_values; ++i)
    inputs[1 + i] = (dl_operand){row_values[i], rows->kept_map};
  dl_operand output = {dl_empty(bld, &rows->full, type), rows->full_map};
  return dl_generic_begin(bld, rows->full.rank, rows->parallel,
                          1 + n_row_values, inputs, 1, &output);
}

static MlirValue shifted(const dl_builder *bld, const dl_generic *loop,
                         MlirType type) {
  return dl_sub(bld, dl_to_type(bld, dl_generic_input(loop, 0), type, false),
                dl_generic_input(loop, 1));
}

static MlirValue exponentials(const dl_builder *bld, const dl_rows *rows,
                              MlirValue tensor, MlirValue maxima,
                              MlirType type) {
  dl_generic loop = begin_elements(bld, rows, tensor, 1, &maxima, type);
  MlirValue value = dl_exp(bld, shifted(bld, &loop, type));
  return dl_generic_end(bld, &loop, 1, &value);
}

static MlirValue quotients(const dl_builder *bld, const dl_rows *rows,
                           MlirValue exps, MlirValue maxima, MlirValue sums,
                           bool zero_masked, MlirType result) {
  const MlirValue row_values[] = {sums, maxima};
  MlirType type = dl_tensor_element(exps);
  dl_generic loop =
      begin_elements(bld, rows, exps, 1 + zero_masked, row_values, result);
  MlirValue value =
      dl_div(bld, dl_generic_input(&loop, 0), dl_generic_input(&loop, 1));
  if (zero_masked) {
    MlirValue is_masked =
        dl_scalar_compare(bld, DL_EQUAL, dl_generic_input(&loop, 2),
                          dl_constant_float(bld, type, -INFINITY));
    value = dl_arith_select(bld, is_masked, dl_zero(bld, type), value);
  }
  value = dl_to_type(bld, value, result, false);
  return dl_generic_end(bld, &loop, 1, &value);
}

static MlirValue logarithms(const dl_builder *bld, const dl_rows *rows,
                            MlirValue tensor, MlirValue maxima, MlirValue sums,
                            MlirType result) {
  const MlirValue row_values[] = {maxima, sums};
  dl_generic loop = begin_elements(bld, rows, tensor, 2, row_values, result);
  MlirValue log_sum =
      dl_math_log(bld, dl_generic_input(&loop, 2), (dl_math_log_attrs){0});
  MlirValue value =
      dl_sub(bld, shifted(bld, &loop, dl_tensor_element(maxima)), log_sum);
  value = dl_to_type(bld, value, result, false);
  return dl_generic_end(bld, &loop, 1, &value);
}

MlirLogicalResult dl_lower_named_softmax(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  if (mlirOperationGetNumResults(rewrite->op) != 1)
    return DL_NO_MATCH(rewrite, "it writes a buffer");
  MlirAttribute dim =
      mlirOperationGetAttributeByName(rewrite->op, DL_STR("dimension"));
  dl_softmax_attrs attrs = {
      .dim = dl_attr_i64(bld, mlirIntegerAttrGetValueInt(dim))};
  MlirType type = mlirValueGetType(mlirOperationGetOperand(rewrite->op, 1));
  return dl_replace_one(
      rewrite,
      dl_softmax(bld, type, mlirOperationGetOperand(rewrite->op, 0), attrs));
}

MlirLogicalResult dl_lower_softmax(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  MlirValue input = dl_softmax_input(op);
  MlirType result = dl_tensor_element(dl_result(op, 0));
  MlirType type = dl_statistics_type(op);
  bool zero_masked =
      dl_enum_value(dl_softmax_masked_rows(op), 0) == DL_MASKED_ROWS_ZERO;
  bool reduced[DL_MAX_RANK] = {false};
  reduced[mlirIntegerAttrGetValueInt(dl_softmax_dim(op))] = true;
  dl_rows rows = dl_rows_of(bld, input, reduced);
  MlirValue lowest = dl_neutral(bld, DL_REDUCE_MAX, false, type);
  MlirValue maxima = dl_reduce_rows(bld, &rows, DL_REDUCE_MAX, input,
                                    dl_filled(bld, &rows.kept, lowest), false);
  MlirValue exps = exponentials(bld, &rows, input, maxima, type);
  MlirValue sums =
      dl_reduce_rows(bld, &rows, DL_REDUCE_ADD, exps,
                     dl_filled(bld, &rows.kept, dl_zero(bld, type)), false);
  MlirValue value =
      dl_softmax_log(op)
          ? logarithms(bld, &rows, input, maxima, sums, result)
          : quotients(bld, &rows, exps, maxima, sums, zero_masked, result);
  return dl_finish(rewrite, value, false);
}
