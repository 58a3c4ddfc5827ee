// TOSA: zero points and rescaling parameters that became operands.
#include <string.h>

#include "lowering/upgrade/rewrite.h"
#include "lowering/upgrade/tosa.h"

/// `name = value` inside `#tosa.conv_quant<…>`, or the attribute `name`.
static bool zero_point(dl_form *form, const char *name, long long *value) {
  *value = 0;
  dl_attribute *own = dl_up_form_attribute(form, name);
  if (own)
    return dl_up_integer(own->value, value);
  dl_attribute *info = dl_up_form_attribute(form, "quantization_info");
  if (!info)
    return true;
  size_t open = dl_up_slice_find(info->value, '<');
  if (open + 2 > info->value.length)
    return false;
  dl_slice inner = {info->value.data + open + 1, info->value.length - open - 2};
  dl_slice parts[4];
  uint32_t count = dl_up_split(inner, parts, 4);
  for (uint32_t i = 0; i < count && i < 4; i++) {
    size_t equals = dl_up_slice_find(parts[i], '=');
    if (equals == parts[i].length ||
        !dl_up_slice_is(dl_up_slice_trim((dl_slice){parts[i].data, equals}),
                        name))
      continue;
    return dl_up_integer(
        (dl_slice){parts[i].data + equals + 1, parts[i].length - equals - 1},
        value);
  }
  return true;
}

/// Adds a zero-point operand for values of `type`.
static bool add_zero_point(dl_upgrade *up, dl_op *op, const char *name,
                           dl_slice type) {
  long long value;
  dl_shape shape;
  if (!zero_point(op->form, name, &value) ||
      !dl_up_shape_parse(up, type, &shape))
    return false;
  dl_slice element = dl_up_storage_type(shape.element);
  dl_up_form_add_operand(
      up, op->form, dl_up_scalar_constant(up, op, value, element),
      dl_up_format(up, "tensor<1x%.*s>", DL_SLICE_ARGS(element)));
  return true;
}

dl_mend dl_up_tosa_zero_points(dl_upgrade *up, dl_op *op, const char *first,
                               dl_slice first_type, const char *second,
                               dl_slice second_type) {
  dl_form *form = op->form;
  bool done = add_zero_point(up, op, first, first_type) &&
              add_zero_point(up, op, second, second_type);
  dl_up_form_remove(form, first);
  dl_up_form_remove(form, second);
  dl_up_form_remove(form, "quantization_info");
  return done ? DL_MEND_DONE : DL_MEND_BY_HAND;
}

static dl_mend mend_matmul(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands != 2)
    return DL_MEND_NONE;
  return dl_up_tosa_zero_points(up, op, "a_zp", form->types[0], "b_zp",
                                form->types[1]);
}

static dl_mend mend_negate(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands != 1 || form->n_results != 1)
    return DL_MEND_NONE;
  // The attribute was input1_zp, in quantization_info input_zp.
  const char *first =
      dl_up_form_attribute(form, "input1_zp") ? "input1_zp" : "input_zp";
  return dl_up_tosa_zero_points(up, op, first, form->types[0], "output_zp",
                                form->result_types[0]);
}

/// Makes the list `name` a constant tensor operand of `element`.
static bool add_list(dl_upgrade *up, dl_op *op, const char *name,
                     const char *element) {
  enum { MOST_CHANNELS = 4096 };
  dl_attribute *list = dl_up_form_attribute(op->form, name);
  long long *values =
      DL_ARENA_ARRAY(&up->arena, long long, list ? MOST_CHANNELS : 1);
  int count = list ? dl_up_integers(list->value, values, MOST_CHANNELS) : -1;
  if (count < 1)
    return false;
  dl_slice text = dl_up_join(up, values, count);
  dl_slice type = dl_up_format(up, "tensor<%dx%s>", count, element);
  dl_slice constant = dl_up_value_before(
      up, op,
      dl_up_format(up,
                   "\"tosa.const\"() <{values = dense<[%.*s]> : %.*s}> : () "
                   "-> %.*s",
                   DL_SLICE_ARGS(text), DL_SLICE_ARGS(type),
                   DL_SLICE_ARGS(type)));
  dl_up_form_add_operand(up, op->form, constant, type);
  dl_up_form_remove(op->form, name);
  return true;
}

static bool is_unsigned(dl_upgrade *up, dl_slice type) {
  dl_shape shape;
  return dl_up_shape_parse(up, type, &shape) &&
         dl_up_slice_starts_with(shape.element, "ui");
}

/// multiplier, shift and the zero points were attributes.
static dl_mend mend_rescale(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands == 0 || form->n_results != 1 ||
      form->n_operands == 5)
    return DL_MEND_NONE;
  dl_attribute *wide = dl_up_form_attribute(form, "scale32");
  bool is_wide = wide && !dl_up_slice_is(wide->value, "false");
  if (form->n_operands == 1 &&
      !(add_list(up, op, "multiplier", is_wide ? "i32" : "i16") &&
        add_list(up, op, "shift", "i8")))
    return DL_MEND_BY_HAND;
  if (form->n_operands != 3)
    return DL_MEND_BY_HAND;
  return dl_up_tosa_zero_points(up, op, "input_zp", form->types[0], "output_zp",
                                form->result_types[0]);
}

static dl_mend mend_signs(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands == 0 || form->n_results != 1)
    return DL_MEND_NONE;
  bool input = dl_up_form_attribute(form, "input_unsigned") != NULL;
  bool output = dl_up_form_attribute(form, "output_unsigned") != NULL;
  if (input && output)
    return DL_MEND_NONE;
  if (!input)
    dl_up_form_set(up, form, "input_unsigned",
                   is_unsigned(up, form->types[0]) ? DL_SLICE("true")
                                                   : DL_SLICE("false"));
  if (!output)
    dl_up_form_set(up, form, "output_unsigned",
                   is_unsigned(up, form->result_types[0]) ? DL_SLICE("true")
                                                          : DL_SLICE("false"));
  return DL_MEND_DONE;
}

const dl_rule dl_up_rules_tosa_zero_points[] = {
    {"tosa.matmul", 21, "the zero points are operands now", mend_matmul, NULL},
    {"tosa.negate", 21, "the zero points are operands now", mend_negate, NULL},
    {"tosa.rescale", 21,
     "multiplier, shift and the zero points are operands now", mend_rescale,
     NULL},
    {"tosa.rescale", 21, "input_unsigned and output_unsigned must be stated",
     mend_signs, NULL},
    {"tosa.rescale", 21, "double_round became rounding_mode",
     dl_up_tosa_double_round, NULL},
    {"tosa.rescale", 22, "'rounding_mode' is a word now, no string",
     dl_up_tosa_enum, "rounding_mode,rounding_mode"},
    DL_RULES_END,
};
