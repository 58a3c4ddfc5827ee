// dlopt.pool -> tensor.pad with the neutral element and a linalg.generic whose
// second input, an empty tensor, gives the window its size.
#include "lowering/reference/shared.h"

#include <string.h>

static MlirAffineMap window_map(const dl_builder *bld, MlirOperation op,
                                int64_t rank, int64_t n_windowed) {
  MlirContext context = bld->context;
  MlirAffineExpr exprs[DL_MAX_RANK];
  for (int64_t i = 0; i < rank; ++i)
    exprs[i] = mlirAffineDimExprGet(context, i);
  for (int64_t i = 0; i < n_windowed; ++i) {
    int64_t dim = dl_array_entry(dl_pool_dims(op), i, 0);
    int64_t stride = dl_array_entry(dl_pool_strides(op), i, 1);
    int64_t dilation = dl_array_entry(dl_pool_dilations(op), i, 1);
    exprs[dim] = mlirAffineAddExprGet(
        mlirAffineMulExprGet(exprs[dim],
                             mlirAffineConstantExprGet(context, stride)),
        mlirAffineMulExprGet(mlirAffineDimExprGet(context, rank + i),
                             mlirAffineConstantExprGet(context, dilation)));
  }
  return mlirAffineMapGet(context, rank + n_windowed, 0, rank, exprs);
}

/// The input with neutral elements around it. Padding needs the accumulator's
/// neutral element, which the input's type may not hold.
static MlirValue pad_input(const dl_builder *bld, MlirOperation op,
                           MlirValue neutral, bool is_unsigned) {
  MlirValue input = dl_pool_input(op);
  int64_t low[DL_MAX_RANK] = {0}, high[DL_MAX_RANK] = {0};
  int64_t n_windowed = mlirDenseArrayGetNumElements(dl_pool_dims(op));
  bool pads = false;
  for (int64_t i = 0; i < n_windowed; ++i) {
    int64_t dim = dl_array_entry(dl_pool_dims(op), i, 0);
    low[dim] = dl_array_entry(dl_pool_pad_low(op), i, 0);
    high[dim] = dl_array_entry(dl_pool_pad_high(op), i, 0);
    pads |= low[dim] || high[dim];
  }
  if (pads)
    input =
        dl_tensor_to_type(bld, input, mlirValueGetType(neutral), is_unsigned);
  return dl_padded(bld, input, low, high, neutral);
}

static MlirValue build_loop(const dl_builder *bld, MlirOperation op,
                            MlirValue input, MlirValue start, dl_combine kind,
                            bool is_unsigned) {
  int64_t rank = dl_rank(input);
  MlirAttribute window = dl_pool_window(op);
  int64_t n_windowed = mlirDenseArrayGetNumElements(window);
  dl_dims window_dims = {.rank = n_windowed};
  int of_result[DL_MAX_RANK], of_window[DL_MAX_RANK];
  for (int64_t i = 0; i < rank; ++i)
    of_result[i] = (int)i;
  for (int64_t i = 0; i < n_windowed; ++i) {
    window_dims.sizes[i] = dl_array_entry(window, i, 1);
    of_window[i] = (int)(rank + i);
  }
  MlirType acc = dl_tensor_element(start);
  int64_t n_loops = rank + n_windowed;
  dl_operand inputs[] = {{input, window_map(bld, op, rank, n_windowed)},
                         {dl_empty(bld, &window_dims, acc),
                          dl_loop_map(bld, n_loops, n_windowed, of_window)}};
  dl_operand output = {start, dl_loop_map(bld, n_loops, rank, of_result)};
  char iterators[DL_MAX_LOOPS];
  memset(iterators, 'r', sizeof(iterators));
  memset(iterators, 'p', (size_t)rank);
  dl_generic loop =
      dl_generic_begin(bld, n_loops, iterators, 2, inputs, 1, &output);
  MlirValue element =
      dl_to_type(bld, dl_generic_input(&loop, 0), acc, is_unsigned);
  MlirValue combined = dl_combine_scalars(bld, kind, is_unsigned,
                                          dl_generic_output(&loop, 0), element);
  return dl_generic_end(bld, &loop, 1, &combined);
}

MlirLogicalResult dl_lower_pool(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  dl_combine kind = (dl_combine)dl_enum_value(dl_pool_kind(op), 0);
  bool is_unsigned = dl_pool_is_unsigned(op);
  MlirValue init = dl_pool_init(op);
  MlirType acc = dl_acc_type(op);
  dl_dims dims = dl_result_dims(bld, op);
  if (dl_dims_are_empty(&dims))
    return dl_finish(rewrite, dl_empty(bld, &dims, acc), is_unsigned);
  MlirValue neutral = dl_neutral(bld, kind, is_unsigned, acc);
  MlirValue start =
      mlirValueIsNull(init)
          ? dl_filled(bld, &dims, dl_start_value(bld, kind, is_unsigned, acc))
          : dl_start_sum(bld, &dims, init, acc, is_unsigned);
  MlirValue padded = pad_input(bld, op, neutral, is_unsigned);
  return dl_finish(rewrite,
                   build_loop(bld, op, padded, start, kind, is_unsigned),
                   is_unsigned);
}
