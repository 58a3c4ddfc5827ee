// Sliding windows: how input dimensions are indexed, and padding in front.
#include "lowering/import/import.h"

#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// `loop * stride + window * dilation`, told apart by which one is reduced.
static const char *read_window(const dl_structured *view,
                               const dl_linear *linear, dl_window_dim *dim) {
  *dim = (dl_window_dim){-1, -1, 1, 1};
  for (int i = 0; i < view->n_loops; ++i) {
    int64_t factor = linear->factors[i];
    if (factor == 0)
      continue;
    if (factor < 0)
      return "an input dimension is read backwards";
    if (view->is_reduction[i]) {
      dim->window_loop = i;
      dim->dilation = factor;
    } else {
      dim->loop = i;
      dim->stride = factor;
    }
  }
  if (dim->loop < 0 || dim->window_loop < 0)
    return "an input dimension runs along two loops that are no window";
  return NULL;
}

const char *dl_window_dims(const dl_structured *view, intptr_t operand,
                           dl_window_dim *dims, int *n_windows) {
  MlirAffineMap map = dl_structured_map(view, operand);
  *n_windows = 0;
  for (intptr_t j = 0; j < mlirAffineMapGetNumResults(map); ++j) {
    dl_linear linear;
    if (!dl_linear_read(mlirAffineMapGetResult(map, j), view->n_loops,
                        &linear) ||
        linear.constant != 0 || linear.n_terms < 1 || linear.n_terms > 2)
      return "an input dimension is not indexed by a loop or a window";
    if (linear.n_terms == 2) {
      const char *reason = read_window(view, &linear, &dims[j]);
      if (reason)
        return reason;
      ++*n_windows;
      continue;
    }
    dims[j] = (dl_window_dim){-1, -1, 1, 1};
    for (int i = 0; i < view->n_loops; ++i)
      if (linear.factors[i]) {
        dims[j].loop = i;
        dims[j].stride = linear.factors[i];
      }
    if (dims[j].stride != 1)
      return "an input dimension has a stride and no window";
  }
  return NULL;
}

bool dl_window_fits(MlirType input, int64_t input_dim, int64_t padding,
                    int64_t window, const dl_window_dim *dim, MlirType result,
                    int64_t result_dim) {
  if (window < 0 || mlirShapedTypeIsDynamicDim(input, input_dim) ||
      mlirShapedTypeIsDynamicDim(result, result_dim))
    return true;
  int64_t room = mlirShapedTypeGetDimSize(input, input_dim) + padding -
                 dim->dilation * (window - 1) - 1;
  int64_t positions = room < 0 ? 0 : room / dim->stride + 1;
  return positions == mlirShapedTypeGetDimSize(result, result_dim);
}

bool dl_padding_read(MlirValue padded, dl_padding *padding) {
  MlirOperation pad = dl_value_def(padded);
  if (!dl_tensor_pad_is(pad) || !dl_value_has_one_use(padded) ||
      dl_tensor_pad_nofold(pad) || dl_tensor_pad_n_low(pad) ||
      dl_tensor_pad_n_high(pad))
    return false;
  padding->source = dl_tensor_pad_source(pad);
  MlirOperation yield = mlirBlockGetTerminator(dl_region_block(pad, 0));
  padding->value = dl_constant_value(mlirOperationGetOperand(yield, 0));
  if (mlirAttributeIsNull(padding->value))
    return false;
  int64_t rank = mlirShapedTypeGetRank(mlirValueGetType(padded));
  for (int64_t i = 0; i < rank; ++i) {
    padding->low[i] =
        mlirDenseI64ArrayGetElement(dl_tensor_pad_static_low(pad), i);
    padding->high[i] =
        mlirDenseI64ArrayGetElement(dl_tensor_pad_static_high(pad), i);
    if (padding->low[i] < 0 || padding->high[i] < 0)
      return false;
  }
  return true;
}
