// TOSA: convolutions, pooling and fully_connected.
#include <string.h>

#include "lowering/upgrade/rewrite.h"
#include "lowering/upgrade/tosa.h"

/// `[1, 1]` -> `array<i64: 1, 1>`
static dl_mend mend_arrays(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  dl_mend mend = DL_MEND_NONE;
  for (uint32_t i = 0; form && i < form->n_attributes; i++) {
    dl_attribute *each = &form->attributes[i];
    long long values[16];
    if (each->value.length == 0 || each->value.data[0] != '[')
      continue;
    int count = dl_up_integers(each->value, values, 16);
    if (count < 0)
      continue;
    dl_slice list = dl_up_join(up, values, count);
    each->value = dl_up_format(up, "array<i64: %.*s>", DL_SLICE_ARGS(list));
    form->attributes_changed = true;
    mend = DL_MEND_DONE;
  }
  return mend;
}

/// What old releases accumulated these elements in: integers wider, f32 and f64
/// as they are. They said nothing of 16-bit floats, which TOSA sums in f32.
static const char *accumulator(dl_slice element) {
  if (dl_up_is_float(element))
    return "f32";
  return dl_up_integer_bits(element) == 16 ? "i48" : "i32";
}

/// rule->arg is what 16-bit integers accumulate in where it is not i48.
static dl_mend mend_acc_type(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  dl_form *form = dl_up_op_form(up, op);
  dl_shape shape;
  if (!form || form->n_operands == 0 || dl_up_form_attribute(form, "acc_type"))
    return DL_MEND_NONE;
  if (!dl_up_shape_parse(up, form->types[0], &shape))
    return DL_MEND_BY_HAND;
  dl_slice element = dl_up_storage_type(shape.element);
  const char *type = accumulator(element);
  if (rule->arg && !dl_up_is_float(element))
    type = rule->arg;
  dl_up_form_set(up, form, "acc_type", dl_up_format(up, "%s", type));
  return DL_MEND_DONE;
}

static dl_mend mend_conv_zero_points(dl_upgrade *up, dl_op *op,
                                     const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands != 3)
    return DL_MEND_NONE;
  return dl_up_tosa_zero_points(up, op, "input_zp", form->types[0], "weight_zp",
                                form->types[1]);
}

static dl_mend mend_pool_zero_points(dl_upgrade *up, dl_op *op,
                                     const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands != 1 || form->n_results != 1)
    return DL_MEND_NONE;
  return dl_up_tosa_zero_points(up, op, "input_zp", form->types[0], "output_zp",
                                form->result_types[0]);
}

/// The output shape of transpose_conv2d is that of its result type.
static dl_mend mend_out_shape(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || !dl_up_form_attribute(form, "out_shape"))
    return DL_MEND_NONE;
  dl_up_form_remove(form, "out_shape");
  return DL_MEND_DONE;
}

typedef struct window {
  int n_spatial; ///< input dimensions 1 … n_spatial
  long long input[3], kernel[3], stride[3], dilation[3], pad[6];
} window;

/// Sizes below this leave room to multiply two.
static bool is_sane(long long size) {
  return size > -(1LL << 30) && size < (1LL << 30);
}

static bool list_of(dl_form *form, const char *name, long long *values,
                    int count) {
  dl_attribute *list = dl_up_form_attribute(form, name);
  if (!list || dl_up_integers(list->value, values, count) != count)
    return false;
  for (int i = 0; i < count; i++)
    if (!is_sane(values[i]))
      return false;
  return true;
}

/// Reads the window; rule->arg says where the kernel size is: "kernel" for the
/// attribute, else the first spatial dimension of the weight.
static bool read_window(dl_upgrade *up, dl_form *form, const dl_rule *rule,
                        const dl_shape *input, window *w) {
  w->n_spatial = input->rank - 2;
  if (w->n_spatial < 1 || w->n_spatial > 3)
    return false;
  bool is_pool = strcmp(rule->arg, "kernel") == 0;
  dl_shape weight;
  if (is_pool) {
    if (!list_of(form, "kernel", w->kernel, w->n_spatial))
      return false;
  } else if (form->n_operands < 2 ||
             !dl_up_shape_parse(up, form->types[1], &weight) ||
             weight.rank != input->rank) {
    return false;
  }
  for (int i = 0; i < w->n_spatial; i++) {
    w->input[i] = input->dims[1 + i];
    w->dilation[i] = 1;
    if (!is_pool)
      w->kernel[i] = weight.dims[(rule->arg[0] - '0') + i];
    if (!is_sane(w->input[i]) || !is_sane(w->kernel[i]))
      return false;
  }
  return list_of(form, "stride", w->stride, w->n_spatial) &&
         list_of(form, "pad", w->pad, 2 * w->n_spatial) &&
         (is_pool || list_of(form, "dilation", w->dilation, w->n_spatial));
}

/// Cuts the trailing `cut[i]` off each spatial dimension of operand 0.
static bool slice_input(dl_upgrade *up, dl_op *op, const dl_shape *input,
                        const long long *cut) {
  long long start[DL_MAX_RANK] = {0}, size[DL_MAX_RANK];
  for (int i = 0; i < input->rank; i++) {
    bool is_spatial = i > 0 && i < input->rank - 1;
    if (input->dims[i] == DL_DYNAMIC)
      return false;
    size[i] = input->dims[i] - (is_spatial ? cut[i - 1] : 0);
  }
  dl_slice type = dl_up_tensor_type(up, size, input->rank, input->element);
  dl_slice shape = dl_up_shape_type(up, input->rank);
  dl_slice starts = dl_up_shape_constant(up, op, start, input->rank);
  dl_slice sizes = dl_up_shape_constant(up, op, size, input->rank);
  dl_slice sliced = dl_up_value_before(
      up, op,
      dl_up_format(
          up, "tosa.slice %.*s, %.*s, %.*s : (%.*s, %.*s, %.*s) -> %.*s",
          DL_SLICE_ARGS(op->form->operands[0]), DL_SLICE_ARGS(starts),
          DL_SLICE_ARGS(sizes), DL_SLICE_ARGS(op->form->types[0]),
          DL_SLICE_ARGS(shape), DL_SLICE_ARGS(shape), DL_SLICE_ARGS(type)));
  dl_up_form_set_operand(op->form, 0, sliced, type);
  return true;
}

/// Old releases dropped the rows that no window reached; now every row must be
/// used, so the padding (and then the input) loses them here. (For avg_pool2d
/// LLVM 19's lowering counted the last window's elements wrongly in this case;
/// the result here is the mean that TOSA defines.)
static dl_mend mend_unused_rows(dl_upgrade *up, dl_op *op,
                                const dl_rule *rule) {
  dl_form *form = dl_up_op_form(up, op);
  dl_shape input;
  window w = {0};
  if (!form || form->n_operands == 0 ||
      !dl_up_shape_parse(up, form->types[0], &input) || !input.ranked ||
      !read_window(up, form, rule, &input, &w))
    return DL_MEND_NONE;
  long long cut[3] = {0};
  bool pads_change = false, cuts = false;
  for (int i = 0; i < w.n_spatial; i++) {
    long long reach = w.dilation[i] * (w.kernel[i] - 1) + 1;
    long long total = w.input[i] + w.pad[2 * i] + w.pad[2 * i + 1] - reach;
    if (w.input[i] < 0 || w.kernel[i] < 1 || w.stride[i] < 1 || total < 0)
      continue;
    long long unused = total % w.stride[i];
    long long *after = &w.pad[2 * i + 1];
    long long from_pad = *after < 0 ? 0 : unused < *after ? unused : *after;
    *after -= from_pad;
    cut[i] = unused - from_pad;
    pads_change |= from_pad > 0;
    cuts |= cut[i] > 0;
  }
  if (cuts && !slice_input(up, op, &input, cut)) {
    up->advice = "the windows must use up the input now: cut off the rows "
                 "behind the last window";
    return DL_MEND_BY_HAND;
  }
  if (pads_change) {
    dl_slice list = dl_up_join(up, w.pad, 2 * w.n_spatial);
    dl_up_form_set(up, form, "pad",
                   dl_up_format(up, "array<i64: %.*s>", DL_SLICE_ARGS(list)));
  }
  return pads_change || cuts ? DL_MEND_DONE : DL_MEND_NONE;
}

/// `value` seen with other sizes, written before `op`.
static dl_slice reshaped(dl_upgrade *up, dl_op *op, dl_slice value,
                         dl_slice type, const long long *dims, int rank,
                         dl_slice element, dl_slice *new_type) {
  dl_slice shape = dl_up_shape_constant(up, op, dims, rank);
  *new_type = dl_up_tensor_type(up, dims, rank, element);
  return dl_up_value_before(
      up, op,
      dl_up_format(up,
                   "tosa.reshape %.*s, %.*s : (%.*s, !tosa.shape<%d>) -> %.*s",
                   DL_SLICE_ARGS(value), DL_SLICE_ARGS(shape),
                   DL_SLICE_ARGS(type), rank, DL_SLICE_ARGS(*new_type)));
}

/// Writes the 1x1 convolution that computes what `op` did; its value and type.
static dl_slice conv_1x1(dl_upgrade *up, dl_op *op, const dl_shape *input,
                         const dl_shape *weight, const dl_shape *result,
                         dl_slice *type) {
  dl_form *form = op->form;
  long long in[4] = {input->dims[0], 1, 1, input->dims[1]};
  long long kernel[4] = {weight->dims[0], 1, 1, weight->dims[1]};
  long long out[4] = {result->dims[0], 1, 1, result->dims[1]};
  dl_slice in_type, kernel_type;
  dl_slice in_value = reshaped(up, op, form->operands[0], form->types[0], in, 4,
                               input->element, &in_type);
  dl_slice kernel_value = reshaped(up, op, form->operands[1], form->types[1],
                                   kernel, 4, weight->element, &kernel_type);
  *type = dl_up_tensor_type(up, out, 4, result->element);
  return dl_up_value_before(
      up, op,
      dl_up_format(
          up,
          "tosa.conv2d %.*s, %.*s, %.*s, %.*s, %.*s {acc_type = %s, dilation = "
          "array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: "
          "1, 1>} : (%.*s, %.*s, %.*s, %.*s, %.*s) -> %.*s",
          DL_SLICE_ARGS(in_value), DL_SLICE_ARGS(kernel_value),
          DL_SLICE_ARGS(form->operands[2]), DL_SLICE_ARGS(form->operands[3]),
          DL_SLICE_ARGS(form->operands[4]),
          accumulator(dl_up_storage_type(input->element)),
          DL_SLICE_ARGS(in_type), DL_SLICE_ARGS(kernel_type),
          DL_SLICE_ARGS(form->types[2]), DL_SLICE_ARGS(form->types[3]),
          DL_SLICE_ARGS(form->types[4]), DL_SLICE_ARGS(*type)));
}

/// x · wᵀ + b as a 1x1 convolution between reshapes.
static dl_mend mend_fully_connected(dl_upgrade *up, dl_op *op,
                                    const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  dl_shape input, weight, result;
  if (!form || form->n_operands != 3 || form->n_results != 1 ||
      !dl_up_shape_parse(up, form->types[0], &input) ||
      !dl_up_shape_parse(up, form->types[1], &weight) ||
      !dl_up_shape_parse(up, form->result_types[0], &result) ||
      input.rank != 2 || weight.rank != 2 || result.rank != 2 ||
      input.dims[1] == DL_DYNAMIC || weight.dims[0] == DL_DYNAMIC ||
      weight.dims[1] == DL_DYNAMIC || result.dims[1] == DL_DYNAMIC)
    return DL_MEND_BY_HAND;
  if (dl_up_tosa_zero_points(up, op, "input_zp", form->types[0], "weight_zp",
                             form->types[1]) != DL_MEND_DONE)
    return DL_MEND_BY_HAND;
  dl_slice type;
  dl_slice value = conv_1x1(up, op, &input, &weight, &result, &type);
  form->n_operands = 2;
  form->n_attributes = 0;
  form->attributes_changed = true;
  dl_up_form_set_operand(form, 0, value, type);
  dl_up_form_set_operand(form, 1, dl_up_shape_constant(up, op, result.dims, 2),
                         dl_up_shape_type(up, 2));
  op->new_name = DL_SLICE("tosa.reshape");
  return DL_MEND_DONE;
}

#define ARRAYS "lists of integers are written array<i64: …> now"
#define ZERO_POINTS "the zero points are operands now"
#define ACC_TYPE "the type to accumulate in ('acc_type') must be stated"
#define UNUSED                                                                 \
  "the stride must use up the padded input now: rows that no window reaches "  \
  "were dropped before"

const dl_rule dl_up_rules_tosa_conv[] = {
    {"tosa.conv2d", 16, ARRAYS, mend_arrays, NULL},
    {"tosa.conv2d", 20, ACC_TYPE, mend_acc_type, NULL},
    {"tosa.conv2d", 21, ZERO_POINTS, mend_conv_zero_points, NULL},
    {"tosa.conv2d", 21, UNUSED, mend_unused_rows, "1"},
    {"tosa.conv3d", 16, ARRAYS, mend_arrays, NULL},
    {"tosa.conv3d", 20, ACC_TYPE, mend_acc_type, NULL},
    {"tosa.conv3d", 21, ZERO_POINTS, mend_conv_zero_points, NULL},
    {"tosa.conv3d", 21, UNUSED, mend_unused_rows, "1"},
    {"tosa.depthwise_conv2d", 16, ARRAYS, mend_arrays, NULL},
    {"tosa.depthwise_conv2d", 20, ACC_TYPE, mend_acc_type, NULL},
    {"tosa.depthwise_conv2d", 21, ZERO_POINTS, mend_conv_zero_points, NULL},
    {"tosa.depthwise_conv2d", 21, UNUSED, mend_unused_rows, "0"},
    {"tosa.transpose_conv2d", 16, ARRAYS, mend_arrays, NULL},
    {"tosa.transpose_conv2d", 20, ACC_TYPE, mend_acc_type, NULL},
    {"tosa.transpose_conv2d", 21, ZERO_POINTS, mend_conv_zero_points, NULL},
    {"tosa.transpose_conv2d", 21, "the output shape is that of the result now",
     mend_out_shape, NULL},
    {"tosa.avg_pool2d", 16, ARRAYS, mend_arrays, NULL},
    {"tosa.avg_pool2d", 17, ACC_TYPE, mend_acc_type, "i32"},
    {"tosa.avg_pool2d", 21, ZERO_POINTS, mend_pool_zero_points, NULL},
    {"tosa.avg_pool2d", 21, UNUSED, mend_unused_rows, "kernel"},
    {"tosa.max_pool2d", 16, ARRAYS, mend_arrays, NULL},
    {"tosa.max_pool2d", 21, UNUSED, mend_unused_rows, "kernel"},
    {"tosa.fully_connected", 21,
     "the operation is gone: a 1x1 tosa.conv2d between reshapes says the same",
     mend_fully_connected, NULL},
    DL_RULES_END,
};
