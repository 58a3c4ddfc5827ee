// Convolutions become dlopt.conv:
//   linalg.conv_*, depthwise_conv_*, generic  ->  dlopt.conv layouts [...]
// whatever the layout, with a tensor.pad of zeros in front folded in; the zero
// point of a quantised input is subtracted afterwards. Gives up when a letter
// of dlopt.conv would stand for two dimensions, or the filter has a zero point.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_SPATIAL = 3 };

struct conv {
  dl_structured view;
  dl_product_sum sum;
  intptr_t image, filter; ///< operands
  dl_window_dim dims[DL_MAX_STRUCTURED_RANK];
  int64_t rank; ///< of the image
  dl_loops filter_loops, result;
  int n_spatial;
  int spatial_dims[MAX_SPATIAL]; ///< of the image, in order
  char image_layout[8], filter_layout[8], result_layout[8];
  MlirValue source; ///< the image, before padding
  int64_t low[MAX_SPATIAL], high[MAX_SPATIAL];
};

static char spatial_letter(const struct conv *c, int index) {
  return "dhw"[MAX_SPATIAL - c->n_spatial + index];
}

/// Letter of a loop that is no window and not slid along; 0 if it has none.
static char letter_of(const struct conv *c, int loop) {
  bool in_image = false;
  for (int64_t j = 0; j < c->rank; ++j)
    in_image |= c->dims[j].loop == loop && c->dims[j].window_loop < 0;
  bool in_filter = dl_loops_find(&c->filter_loops, loop) >= 0;
  bool in_result = dl_loops_find(&c->result, loop) >= 0;
  if (in_image && in_filter)
    return in_result ? 'g' : 'c';
  if (in_image)
    return in_result ? 'n' : 0;
  return in_filter && in_result ? 'f' : 0;
}

static const char *write_layout(const struct conv *c, const dl_loops *loops,
                                bool is_filter, char *layout) {
  for (int64_t j = 0; j < loops->rank; ++j) {
    char letter = loops->loops[j] < 0 ? 0 : letter_of(c, loops->loops[j]);
    for (int s = 0; s < c->n_spatial; ++s) {
      const dl_window_dim *dim = &c->dims[c->spatial_dims[s]];
      if (loops->loops[j] == (is_filter ? dim->window_loop : dim->loop))
        letter = spatial_letter(c, s);
    }
    if (!letter)
      return "a loop is none of batch, channel, group or window";
    if (strchr(layout, letter))
      return "two dimensions have the same role in the convolution";
    layout[j] = letter;
  }
  return NULL;
}

static const char *write_layouts(struct conv *c) {
  if (c->rank > 6 || c->filter_loops.rank > 6 || c->result.rank > 6)
    return "it has more dimensions than a convolution";
  dl_loops image = {.rank = c->rank};
  c->n_spatial = 0;
  for (int j = 0; j < c->rank; ++j) {
    image.loops[j] = c->dims[j].loop;
    if (c->dims[j].window_loop < 0)
      continue;
    if (c->n_spatial == MAX_SPATIAL)
      return "it has more than three windowed dimensions";
    c->spatial_dims[c->n_spatial++] = j;
  }
  const char *reason = write_layout(c, &image, false, c->image_layout);
  if (!reason)
    reason = write_layout(c, &c->filter_loops, true, c->filter_layout);
  if (!reason)
    reason = write_layout(c, &c->result, false, c->result_layout);
  if (reason)
    return reason;
  for (int s = 0; s < c->n_spatial; ++s)
    if (!strchr(c->filter_layout, spatial_letter(c, s)) ||
        !strchr(c->result_layout, spatial_letter(c, s)))
      return "a windowed dimension is missing in the filter or the result";
  return NULL;
}

/// The image is the factor with windows.
static const char *find_image(struct conv *c, bool *is_conv) {
  dl_window_dim dims[DL_MAX_STRUCTURED_RANK];
  int windows[2] = {0, 0};
  const char *reasons[2];
  for (int i = 0; i < 2; ++i)
    reasons[i] =
        dl_window_dims(&c->view, c->sum.factors[i].operand, dims, &windows[i]);
  *is_conv = windows[0] || windows[1] || reasons[0] || reasons[1];
  int image = windows[1] > 0;
  if (windows[0] && windows[1])
    return "both factors slide windows";
  if (reasons[image])
    return reasons[image];
  c->image = c->sum.factors[image].operand;
  c->filter = c->sum.factors[1 - image].operand;
  dl_window_dims(&c->view, c->image, c->dims, &windows[0]);
  return NULL;
}

static void fold_padding(struct conv *c) {
  dl_padding padding;
  if (!dl_padding_read(c->source, &padding) ||
      !dl_is_positive_zero(padding.value))
    return;
  for (int j = 0; j < c->rank; ++j)
    if (c->dims[j].window_loop < 0 && (padding.low[j] || padding.high[j]))
      return;
  c->source = padding.source;
  for (int s = 0; s < c->n_spatial; ++s) {
    c->low[s] = padding.low[c->spatial_dims[s]];
    c->high[s] = padding.high[c->spatial_dims[s]];
  }
}

static const char *check_sizes(const struct conv *c) {
  MlirType image = mlirValueGetType(c->source);
  MlirType filter =
      mlirValueGetType(dl_structured_operand(&c->view, c->filter));
  MlirType result = mlirValueGetType(dl_structured_init(&c->view, 0));
  for (int s = 0; s < c->n_spatial; ++s) {
    const dl_window_dim *dim = &c->dims[c->spatial_dims[s]];
    int64_t window_dim = dl_loops_find(&c->filter_loops, dim->window_loop);
    int64_t window = mlirShapedTypeIsDynamicDim(filter, window_dim)
                         ? -1
                         : mlirShapedTypeGetDimSize(filter, window_dim);
    if (!dl_window_fits(image, c->spatial_dims[s], c->low[s] + c->high[s],
                        window, dim, result,
                        dl_loops_find(&c->result, dim->loop)))
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

static MlirValue build_conv(dl_rewrite *rewrite, const struct conv *c) {
  const dl_builder *bld = &rewrite->bld;
  int64_t strides[MAX_SPATIAL], dilations[MAX_SPATIAL];
  for (int s = 0; s < c->n_spatial; ++s) {
    strides[s] = c->dims[c->spatial_dims[s]].stride;
    dilations[s] = c->dims[c->spatial_dims[s]].dilation;
  }
  MlirAttribute layouts[] = {dl_attr_string(bld, c->image_layout),
                             dl_attr_string(bld, c->filter_layout),
                             dl_attr_string(bld, c->result_layout)};
  MlirValue init = dl_structured_init(&c->view, 0);
  bool starts_at_zero = dl_is_positive_zero(dl_splat_value(init));
  int n = c->n_spatial;
  MlirValue result = dl_conv(
      bld, mlirValueGetType(init), c->source,
      dl_structured_operand(&c->view, c->filter),
      starts_at_zero ? (MlirValue){NULL} : init,
      (dl_conv_attrs){.layouts = mlirArrayAttrGet(bld->context, 3, layouts),
                      .strides = values_unless(bld, n, strides, 1),
                      .dilations = values_unless(bld, n, dilations, 1),
                      .pad_low = values_unless(bld, n, c->low, 0),
                      .pad_high = values_unless(bld, n, c->high, 0),
                      .is_unsigned = c->sum.factors[0].is_unsigned ||
                                     c->sum.factors[1].is_unsigned});
  dl_state_accumulator(rewrite, dl_value_def(result), c->sum.type,
                       c->sum.narrows);
  return dl_subtract_zero_point(rewrite, &c->view, &c->sum, result);
}

MlirLogicalResult dl_import_conv(dl_rewrite *rewrite) {
  struct conv c = {.rank = 0};
  const char *reason;
  bool is_conv;
  if (!dl_structured_read(rewrite->op, &c.view, &reason) ||
      c.view.n_reductions == 0 || c.view.n_inputs < 2 || c.view.n_inits != 1 ||
      dl_match_product_sum(&c.view, &c.sum))
    return dl_other_kind();
  for (int i = 0; i < 2; ++i)
    if (!mlirTypeIsARankedTensor(mlirValueGetType(
            dl_structured_operand(&c.view, c.sum.factors[i].operand))))
      return dl_other_kind();
  reason = find_image(&c, &is_conv);
  if (!is_conv)
    return dl_other_kind();
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  c.source = dl_structured_operand(&c.view, c.image);
  c.rank = mlirShapedTypeGetRank(mlirValueGetType(c.source));
  if (!dl_structured_loops(&c.view, c.filter, &c.filter_loops) ||
      !dl_structured_loops(&c.view, c.view.n_inputs, &c.result))
    return DL_NO_MATCH(rewrite, "the filter or the result is not indexed by "
                                "one loop a dimension");
  reason = write_layouts(&c);
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  if (c.sum.factors[0].extends && c.sum.factors[1].extends &&
      c.sum.factors[0].is_unsigned != c.sum.factors[1].is_unsigned)
    return DL_NO_MATCH(rewrite, "one factor is signed and the other unsigned");
  fold_padding(&c);
  reason = check_sizes(&c);
  if (!reason)
    reason = dl_check_zero_points(&c.view, &c.sum);
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  return dl_replace_one(rewrite, build_conv(rewrite, &c));
}
