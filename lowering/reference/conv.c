// dlopt.conv -> tensor.pad and the named linalg convolution of its layouts, or
// a generic convolution where linalg has none.
#include "lowering/reference/shared.h"

#include "dialect/verify/conv.h"

#include <assert.h>
#include <string.h>

/// linalg's convolutions by the letters of input, filter and result.
static const struct named_conv {
  const char *layouts[3];
  const char *name;
} named_convs[] = {
    {{"nwc", "wcf", "nwf"}, "linalg.conv_1d_nwc_wcf"},
    {{"ncw", "fcw", "nfw"}, "linalg.conv_1d_ncw_fcw"},
    {{"nhwc", "hwcf", "nhwf"}, "linalg.conv_2d_nhwc_hwcf"},
    {{"nhwc", "fhwc", "nhwf"}, "linalg.conv_2d_nhwc_fhwc"},
    {{"nchw", "fchw", "nfhw"}, "linalg.conv_2d_nchw_fchw"},
    {{"ndhwc", "dhwcf", "ndhwf"}, "linalg.conv_3d_ndhwc_dhwcf"},
    {{"ncdhw", "fcdhw", "nfdhw"}, "linalg.conv_3d_ncdhw_fcdhw"},
    {{"nwg", "wg", "nwg"}, "linalg.depthwise_conv_1d_nwc_wc"},
    {{"ngw", "gw", "ngw"}, "linalg.depthwise_conv_1d_ncw_cw"},
    {{"nhwg", "hwg", "nhwg"}, "linalg.depthwise_conv_2d_nhwc_hwc"},
    {{"nghw", "ghw", "nghw"}, "linalg.depthwise_conv_2d_nchw_chw"},
    {{"nhwg", "hwgf", "nhwgf"}, "linalg.depthwise_conv_2d_nhwc_hwcm"},
    {{"ngchw", "gfchw", "ngfhw"}, "linalg.conv_2d_ngchw_gfchw"},
    {{"nhwgc", "gfhwc", "nhwgf"}, "linalg.conv_2d_nhwgc_gfhwc"},
};

/// A convolution taken apart: letters, and numbers a spatial dimension.
struct conv {
  MlirStringRef layouts[3];
  int64_t n_spatial;
  int64_t strides[3], dilations[3];
  int64_t low[DL_MAX_RANK], high[DL_MAX_RANK]; ///< an input dimension
};

static struct conv read_conv(MlirOperation op) {
  struct conv conv = {0};
  for (int i = 0; i < 3; ++i)
    conv.layouts[i] =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(dl_conv_layouts(op), i));
  for (size_t i = 0; i < conv.layouts[0].length; ++i) {
    if (!dl_conv_is_spatial(conv.layouts[0].data[i]))
      continue;
    int64_t at = conv.n_spatial++;
    conv.strides[at] = dl_array_entry(dl_conv_strides(op), at, 1);
    conv.dilations[at] = dl_array_entry(dl_conv_dilations(op), at, 1);
    conv.low[i] = dl_array_entry(dl_conv_pad_low(op), at, 0);
    conv.high[i] = dl_array_entry(dl_conv_pad_high(op), at, 0);
  }
  return conv;
}

static const char *find_named(const struct conv *conv) {
  for (size_t i = 0; i < sizeof(named_convs) / sizeof(named_convs[0]); ++i) {
    const struct named_conv *row = &named_convs[i];
    if (dl_string_is(conv->layouts[0], row->layouts[0]) &&
        dl_string_is(conv->layouts[1], row->layouts[1]) &&
        dl_string_is(conv->layouts[2], row->layouts[2]))
      return row->name;
  }
  return NULL;
}

/// A dense vector of i64, as linalg's strides and dilations are.
static MlirAttribute dense_i64(const dl_builder *bld, int64_t count,
                               const int64_t *values) {
  MlirType type = mlirRankedTensorTypeGet(
      1, &count, mlirIntegerTypeGet(bld->context, 64), mlirAttributeGetNull());
  return mlirDenseElementsAttrInt64Get(type, count, values);
}

static MlirValue build_named(const dl_builder *bld, const char *name,
                             const struct conv *conv, const MlirValue *inputs,
                             MlirValue init) {
  MlirNamedAttribute attrs[] = {
      dl_named_attr(bld, "strides",
                    dense_i64(bld, conv->n_spatial, conv->strides)),
      dl_named_attr(bld, "dilations",
                    dense_i64(bld, conv->n_spatial, conv->dilations))};
  return dl_named_linalg(bld, name, 2, inputs, init, 2, attrs);
}

static intptr_t find_letter(MlirStringRef letters, char letter) {
  for (size_t i = 0; i < letters.length; ++i)
    if (letters.data[i] == letter)
      return (intptr_t)i;
  return -1;
}

/// The generic form: loops are the result's dimensions, then the input channel,
/// then the window along the input's spatial dimensions.
struct conv_loops {
  int n_loops;
  int channel; ///< loop of `c`, or negative
  int window;  ///< loop of the first spatial dimension's window
};

static int loop_of(const struct conv *conv, const struct conv_loops *loops,
                   char letter) {
  return letter == 'c' ? loops->channel
                       : (int)find_letter(conv->layouts[2], letter);
}

static MlirAffineMap input_map(const dl_builder *bld, const struct conv *conv,
                               const struct conv_loops *loops) {
  MlirContext context = bld->context;
  MlirAffineExpr exprs[DL_MAX_RANK];
  MlirStringRef letters = conv->layouts[0];
  int spatial = 0;
  for (size_t i = 0; i < letters.length; ++i) {
    char letter = letters.data[i];
    exprs[i] = mlirAffineDimExprGet(context, loop_of(conv, loops, letter));
    if (!dl_conv_is_spatial(letter))
      continue;
    MlirAffineExpr window =
        mlirAffineDimExprGet(context, loops->window + spatial);
    exprs[i] = mlirAffineAddExprGet(
        mlirAffineMulExprGet(exprs[i], mlirAffineConstantExprGet(
                                           context, conv->strides[spatial])),
        mlirAffineMulExprGet(window, mlirAffineConstantExprGet(
                                         context, conv->dilations[spatial])));
    ++spatial;
  }
  return mlirAffineMapGet(context, loops->n_loops, 0, (intptr_t)letters.length,
                          exprs);
}

/// Which of the input's spatial dimensions `letter` is.
static int spatial_index(const struct conv *conv, char letter) {
  int index = 0;
  for (size_t i = 0; conv->layouts[0].data[i] != letter; ++i)
    index += dl_conv_is_spatial(conv->layouts[0].data[i]);
  return index;
}

static MlirAffineMap filter_map(const dl_builder *bld, const struct conv *conv,
                                const struct conv_loops *loops) {
  MlirStringRef letters = conv->layouts[1];
  int indices[DL_MAX_RANK];
  for (size_t i = 0; i < letters.length; ++i)
    indices[i] = dl_conv_is_spatial(letters.data[i])
                     ? loops->window + spatial_index(conv, letters.data[i])
                     : loop_of(conv, loops, letters.data[i]);
  return dl_loop_map(bld, loops->n_loops, (int64_t)letters.length, indices);
}

static MlirValue build_generic(const dl_builder *bld, const struct conv *conv,
                               const MlirValue *inputs, MlirValue init,
                               bool is_unsigned) {
  int rank = (int)conv->layouts[2].length;
  bool has_channel = find_letter(conv->layouts[0], 'c') >= 0;
  struct conv_loops loops = {rank + has_channel + (int)conv->n_spatial,
                             has_channel ? rank : -1, rank + has_channel};
  int of_result[DL_MAX_RANK];
  for (int i = 0; i < rank; ++i)
    of_result[i] = i;
  char iterators[DL_MAX_LOOPS];
  memset(iterators, 'r', sizeof(iterators));
  memset(iterators, 'p', (size_t)rank);
  dl_operand operands[] = {{inputs[0], input_map(bld, conv, &loops)},
                           {inputs[1], filter_map(bld, conv, &loops)}};
  dl_operand output = {init, dl_loop_map(bld, loops.n_loops, rank, of_result)};
  MlirType acc = dl_tensor_element(init);
  dl_generic loop =
      dl_generic_begin(bld, loops.n_loops, iterators, 2, operands, 1, &output);
  MlirValue product =
      dl_mul(bld, dl_to_type(bld, dl_generic_input(&loop, 0), acc, is_unsigned),
             dl_to_type(bld, dl_generic_input(&loop, 1), acc, is_unsigned));
  MlirValue sum = dl_add(bld, dl_generic_output(&loop, 0), product);
  return dl_generic_end(bld, &loop, 1, &sum);
}

MlirLogicalResult dl_lower_conv(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  struct conv conv = read_conv(op);
  bool is_unsigned = dl_conv_is_unsigned(op);
  bool to_tf32 = dl_enum_value(dl_conv_numerics(op), 0) == DL_NUMERICS_TF32;
  MlirValue inputs[] = {dl_conv_input(op), dl_conv_filter(op)};
  MlirValue init = dl_conv_init(op);
  MlirType acc = dl_acc_type(op);
  dl_dims dims = dl_result_dims(bld, op);
  // linalg's verifier computes nonsense indices for loops of static size 0.
  if (dl_dims_are_empty(&dims))
    return dl_finish(rewrite, dl_empty(bld, &dims, acc), is_unsigned);
  for (int i = 0; i < 2; ++i)
    inputs[i] = dl_factor(bld, inputs[i], acc, to_tf32, is_unsigned);
  inputs[0] = dl_padded(bld, inputs[0], conv.low, conv.high,
                        dl_zero(bld, dl_tensor_element(inputs[0])));
  MlirValue start = dl_start_sum(bld, &dims, init, acc, is_unsigned);
  // linalg's named convolutions extend with the sign only.
  const char *name = is_unsigned ? NULL : find_named(&conv);
  MlirValue sum = name ? build_named(bld, name, &conv, inputs, start)
                       : build_generic(bld, &conv, inputs, start, is_unsigned);
  return dl_finish(rewrite, sum, is_unsigned);
}
