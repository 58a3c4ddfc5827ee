// dlopt.conv: verifier and shape rule.
#include "dialect/verify/conv.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "lowering/base/strings.h"

#include <stdio.h>

enum { N_TENSORS = 3, N_SPATIAL_LETTERS = 3 };

static const char spatial_letters[] = "dhw";

/// Which layouts a letter belongs in: all that are named here, or none.
static const struct {
  char letter;
  bool in[N_TENSORS];
} pairs[] = {
    {'n', {true, false, true}}, {'g', {true, true, true}},
    {'c', {true, true, false}}, {'f', {false, true, true}},
    {'d', {true, true, true}},  {'h', {true, true, true}},
    {'w', {true, true, true}},
};
enum { N_LETTERS = sizeof(pairs) / sizeof(pairs[0]) };

static const char *const tensor_names[] = {"input", "filter", "result"};

MlirStringRef dl_conv_layout(MlirOperation op, dl_conv_tensor tensor) {
  return mlirStringAttrGetValue(
      mlirArrayAttrGetElement(dl_conv_layouts(op), tensor));
}

int64_t dl_conv_dim(MlirOperation op, dl_conv_tensor tensor, char letter) {
  MlirStringRef layout = dl_conv_layout(op, tensor);
  for (size_t i = 0; i < layout.length; ++i)
    if (layout.data[i] == letter)
      return (int64_t)i;
  return -1;
}

bool dl_conv_is_spatial(char letter) {
  return letter && strchr(spatial_letters, letter);
}

int64_t dl_conv_spatial_index(MlirOperation op, char letter) {
  MlirStringRef layout = dl_conv_layout(op, DL_CONV_INPUT);
  int64_t index = 0;
  for (size_t i = 0; i < layout.length && layout.data[i] != letter; ++i)
    index += dl_conv_is_spatial(layout.data[i]);
  return index;
}

// Loops: one a letter, then one a spatial letter for the window.
static int letter_loop(char letter) {
  int loop = 0;
  while (pairs[loop].letter != letter)
    ++loop;
  return loop;
}

static int window_loop(char letter) {
  return N_LETTERS + (int)(strchr(spatial_letters, letter) - spatial_letters);
}

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op;
  return operand < 2 ? tensor_names[operand] : "init";
}

static void loop_name(MlirOperation op, int loop, char *name, size_t size) {
  (void)op;
  if (loop < N_LETTERS)
    snprintf(name, size, "%c", pairs[loop].letter);
  else
    snprintf(name, size, "window %c", spatial_letters[loop - N_LETTERS]);
}

static dl_window_attrs window_attrs(MlirOperation op) {
  return (dl_window_attrs){dl_conv_strides(op), dl_conv_dilations(op),
                           dl_conv_pad_low(op), dl_conv_pad_high(op)};
}

static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  dl_conv_tensor tensor = operand == 0   ? DL_CONV_INPUT
                          : operand == 1 ? DL_CONV_FILTER
                                         : DL_CONV_RESULT;
  char letter = dl_conv_layout(op, tensor).data[dim];
  if (!dl_conv_is_spatial(letter) || tensor == DL_CONV_RESULT)
    return dl_plain_axis(letter_loop(letter));
  if (tensor == DL_CONV_FILTER)
    return dl_plain_axis(window_loop(letter));
  dl_window_attrs attrs = window_attrs(op);
  return dl_window_axis(&attrs, dl_conv_spatial_index(op, letter),
                        letter_loop(letter), window_loop(letter), 0);
}

const dl_shape_rule dl_conv_shape_rule = {
    .axis = axis, .operand_name = operand_name, .loop_name = loop_name};

static MlirLogicalResult check_layout(MlirOperation op, int tensor,
                                      MlirValue value) {
  MlirStringRef layout = dl_conv_layout(op, (dl_conv_tensor)tensor);
  if ((int64_t)layout.length != dl_rank(value))
    return dl_emit_error(op,
                         "layout \"%.*s\" has %ld letters, but %s has rank %ld",
                         DL_SV(layout), (long)layout.length,
                         tensor_names[tensor], (long)dl_rank(value));
  for (size_t i = 0; i < layout.length; ++i) {
    char letter = layout.data[i];
    int loop = 0;
    while (loop < N_LETTERS && pairs[loop].letter != letter)
      ++loop;
    if (loop == N_LETTERS || !pairs[loop].in[tensor])
      return dl_emit_error(
          op,
          "layout \"%.*s\" of %s has letter '%c', expected letters of \"%s\"",
          DL_SV(layout), tensor_names[tensor], letter,
          tensor == DL_CONV_INPUT    ? "ngcdhw"
          : tensor == DL_CONV_FILTER ? "gcfdhw"
                                     : "ngfdhw");
    if (dl_conv_dim(op, (dl_conv_tensor)tensor, letter) != (int64_t)i)
      return dl_emit_error(op, "layout \"%.*s\" of %s has letter '%c' twice",
                           DL_SV(layout), tensor_names[tensor], letter);
  }
  return mlirLogicalResultSuccess();
}

/// A letter is in all layouts that it belongs in, or in none.
static MlirLogicalResult check_pairs(MlirOperation op) {
  for (int row = 0; row < N_LETTERS; ++row) {
    int present = -1, absent = -1;
    for (int tensor = 0; tensor < N_TENSORS; ++tensor) {
      if (!pairs[row].in[tensor])
        continue;
      if (dl_conv_dim(op, (dl_conv_tensor)tensor, pairs[row].letter) < 0)
        absent = tensor;
      else
        present = tensor;
    }
    if (present >= 0 && absent >= 0)
      return dl_emit_error(
          op, "letter '%c' is in the layout of %s, but not in that of %s",
          pairs[row].letter, tensor_names[present], tensor_names[absent]);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_layouts(MlirOperation op) {
  MlirValue tensors[] = {dl_conv_input(op), dl_conv_filter(op),
                         mlirOperationGetResult(op, 0)};
  intptr_t n_layouts = mlirArrayAttrGetNumElements(dl_conv_layouts(op));
  if (n_layouts != N_TENSORS)
    return dl_emit_error(
        op, "layouts has %ld entries, expected 3: input, filter and result",
        (long)n_layouts);
  for (int tensor = 0; tensor < N_TENSORS; ++tensor)
    if (mlirLogicalResultIsFailure(check_layout(op, tensor, tensors[tensor])))
      return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(check_pairs(op)))
    return mlirLogicalResultFailure();
  MlirValue init = dl_conv_init(op);
  if (!mlirValueIsNull(init) &&
      mlirLogicalResultIsFailure(dl_check_rank(op, "init", init,
                                               dl_rank(tensors[DL_CONV_RESULT]),
                                               "it has the result's layout")))
    return mlirLogicalResultFailure();
  int64_t n_spatial = dl_conv_spatial_index(op, 0);
  if (n_spatial == 0)
    return dl_emit_error(
        op, "layouts name no spatial dimension (d, h or w); use dlopt.matmul");
  dl_window_attrs attrs = window_attrs(op);
  return dl_check_window(op, &attrs, n_spatial);
}

static MlirLogicalResult check_filter_window(MlirOperation op) {
  MlirValue filter = dl_conv_filter(op);
  for (int64_t dim = 0; dim < dl_rank(filter); ++dim)
    if (dl_conv_is_spatial(dl_conv_layout(op, DL_CONV_FILTER).data[dim]) &&
        dl_static_size(filter, dim) == 0)
      return dl_emit_error(
          op, "filter dimension %ld is a window of 0, expected at least 1",
          (long)dim);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_types(MlirOperation op) {
  MlirValue input = dl_conv_input(op), filter = dl_conv_filter(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  if (mlirLogicalResultIsFailure(dl_check_number(op, "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_same_class(op, "filter", filter, "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_same_class(op, "init", dl_conv_init(op), "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_same_class(op, "result", result, "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_acc_type(op, dl_conv_acc_type(op), "input", input)) ||
      mlirLogicalResultIsFailure(
          dl_check_unsigned(op, "input", input, dl_conv_is_unsigned(op))))
    return mlirLogicalResultFailure();
  MlirValue factors[] = {input, filter};
  return dl_check_numerics(op, dl_conv_numerics(op), tensor_names, factors);
}

MlirLogicalResult dl_conv_verify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(check_types(op)) ||
      mlirLogicalResultIsFailure(check_layouts(op)) ||
      mlirLogicalResultIsFailure(check_filter_window(op)))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_conv_shape_rule);
}
