// TOSA: attributes that were renamed, retyped or became operands.
#include <string.h>

#include "lowering/upgrade/rewrite.h"
#include "lowering/upgrade/tosa.h"

enum { MOST_INTEGERS = 64 };

/// Renames an attribute where it stands, so that a long value is not copied.
static void rename_attribute(dl_upgrade *up, dl_form *form,
                             dl_attribute *attribute, const char *name) {
  const char *text = up->tokens.text, *at = attribute->name.data;
  if (at >= text && at < text + up->tokens.n_text) {
    uint32_t begin = (uint32_t)(at - text);
    dl_up_replace(up, begin, begin + (uint32_t)attribute->name.length,
                  (dl_slice){name, strlen(name)});
    return;
  }
  attribute->name = (dl_slice){name, strlen(name)};
  form->attributes_changed = true;
}

static dl_mend mend_const(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  dl_attribute *value = form ? dl_up_form_attribute(form, "value") : NULL;
  if (!value || dl_up_form_attribute(form, "values"))
    return DL_MEND_NONE;
  rename_attribute(up, form, value, "values");
  return DL_MEND_DONE;
}

/// Makes the integer list `name` a !tosa.shape operand.
static dl_mend list_to_operand(dl_upgrade *up, dl_op *op, const char *name) {
  dl_form *form = dl_up_op_form(up, op);
  dl_attribute *list = form ? dl_up_form_attribute(form, name) : NULL;
  if (!list)
    return DL_MEND_NONE;
  long long values[MOST_INTEGERS];
  int count = dl_up_integers(list->value, values, MOST_INTEGERS);
  if (count < 0)
    return DL_MEND_BY_HAND;
  dl_up_form_add_operand(up, form, dl_up_shape_constant(up, op, values, count),
                         dl_up_shape_type(up, count));
  dl_up_form_remove(form, name);
  return DL_MEND_DONE;
}

/// rule->arg names the attributes, in the order of the operands.
static dl_mend mend_lists(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  dl_mend mend = DL_MEND_NONE;
  dl_slice names[4];
  dl_slice all = {rule->arg, strlen(rule->arg)};
  uint32_t count = dl_up_split(all, names, 4);
  for (uint32_t i = 0; i < count; i++) {
    dl_mend each = list_to_operand(
        up, op, dl_up_format(up, "%.*s", DL_SLICE_ARGS(names[i])).data);
    if (each == DL_MEND_BY_HAND)
      return each;
    if (each == DL_MEND_DONE)
      mend = each;
  }
  return mend;
}

static dl_mend mend_resize_strides(dl_upgrade *up, dl_op *op,
                                   const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  return form && dl_up_form_attribute(form, "stride_fp") ? DL_MEND_BY_HAND
                                                         : DL_MEND_NONE;
}

/// rule->arg is "attribute,enum": a string becomes a word of that enum.
dl_mend dl_up_tosa_enum(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  dl_form *form = dl_up_op_form(up, op);
  dl_slice parts[2];
  dl_up_split((dl_slice){rule->arg, strlen(rule->arg)}, parts, 2);
  const char *name = dl_up_format(up, "%.*s", DL_SLICE_ARGS(parts[0])).data;
  dl_attribute *mode = form ? dl_up_form_attribute(form, name) : NULL;
  if (!mode || mode->value.length < 3 || mode->value.data[0] != '"')
    return DL_MEND_NONE;
  dl_slice word = {mode->value.data + 1, mode->value.length - 2};
  mode->value = op->quoted
                    ? dl_up_format(up, "#tosa.%.*s<%.*s>",
                                   DL_SLICE_ARGS(parts[1]), DL_SLICE_ARGS(word))
                    : word;
  form->attributes_changed = true;
  return DL_MEND_DONE;
}

dl_mend dl_up_tosa_double_round(dl_upgrade *up, dl_op *op,
                                const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || dl_up_form_attribute(form, "rounding_mode"))
    return DL_MEND_NONE;
  dl_attribute *twice = dl_up_form_attribute(form, "double_round");
  bool is_double = twice && (twice->value.length == 0 ||
                             dl_up_slice_is(twice->value, "true"));
  const char *word = is_double ? "DOUBLE_ROUND" : "SINGLE_ROUND";
  dl_up_form_remove(form, "double_round");
  dl_up_form_set(
      up, form, "rounding_mode",
      dl_up_format(up, op->quoted ? "#tosa.rounding_mode<%s>" : "%s", word));
  return DL_MEND_DONE;
}

static dl_mend mend_mul(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands != 2)
    return DL_MEND_NONE;
  dl_attribute *shift = dl_up_form_attribute(form, "shift");
  long long value = 0;
  if (shift && !dl_up_integer(shift->value, &value))
    return DL_MEND_BY_HAND;
  dl_up_form_remove(form, "shift");
  dl_up_form_add_operand(up, form,
                         dl_up_scalar_constant(up, op, value, DL_SLICE("i8")),
                         DL_SLICE("tensor<1xi8>"));
  return DL_MEND_DONE;
}

static dl_mend mend_transpose(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands != 2)
    return DL_MEND_NONE;
  long long perms[DL_MAX_RANK];
  dl_slice constant = dl_up_value_constant(up, form->operands[1]);
  int count = dl_up_integers(constant, perms, DL_MAX_RANK);
  dl_shape shape;
  if (dl_up_shape_parse(up, form->types[0], &shape) && shape.ranked &&
      count != shape.rank)
    count = -1;
  if (count < 0) {
    up->advice = "the permutation is an attribute now, and this one is no "
                 "constant: write perms = array<i32: …>";
    return DL_MEND_BY_HAND;
  }
  form->n_operands = 1;
  form->operands_changed = true;
  dl_slice list = dl_up_join(up, perms, count);
  dl_up_form_set(up, form, "perms",
                 dl_up_format(up, "array<i32: %.*s>", DL_SLICE_ARGS(list)));
  return DL_MEND_DONE;
}

/// The bound for elements of type `element`: integers saturate at its range.
static dl_slice bound(dl_upgrade *up, dl_slice value, dl_slice element) {
  if (dl_up_is_float(element)) {
    dl_slice number = dl_up_without_type(value);
    return dl_up_format(up, "%.*s : %.*s", DL_SLICE_ARGS(number),
                        DL_SLICE_ARGS(element));
  }
  long long number;
  int bits = dl_up_integer_bits(element);
  if (bits == 0 || !dl_up_integer(value, &number))
    return (dl_slice){0};
  bool is_unsigned = element.data[0] == 'u';
  if (bits < 63) {
    long long top = (1LL << (is_unsigned ? bits : bits - 1)) - 1;
    long long low = is_unsigned ? 0 : -top - 1;
    number = number > top ? top : number < low ? low : number;
  }
  return dl_up_format(up, "%lld : %.*s", number, DL_SLICE_ARGS(element));
}

/// Sets `to` from the attribute of the old pair that fits the element type.
static bool set_bound(dl_upgrade *up, dl_form *form, dl_slice element,
                      const char *from_float, const char *from_integer,
                      const char *to) {
  bool is_float = dl_up_is_float(element);
  dl_attribute *old =
      dl_up_form_attribute(form, is_float ? from_float : from_integer);
  dl_slice value = old ? bound(up, old->value, element) : (dl_slice){0};
  dl_up_form_remove(form, from_float);
  dl_up_form_remove(form, from_integer);
  if (value.length)
    dl_up_form_set(up, form, to, value);
  return value.length != 0;
}

static dl_mend mend_clamp(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands == 0 ||
      !(dl_up_form_attribute(form, "max_fp") ||
        dl_up_form_attribute(form, "max_int")))
    return DL_MEND_NONE;
  dl_shape shape;
  if (!dl_up_shape_parse(up, form->types[0], &shape))
    return DL_MEND_BY_HAND;
  dl_slice element = dl_up_storage_type(shape.element);
  return set_bound(up, form, element, "min_fp", "min_int", "min_val") &&
                 set_bound(up, form, element, "max_fp", "max_int", "max_val")
             ? DL_MEND_DONE
             : DL_MEND_BY_HAND;
}

/// reluN(x) is clamp(x, 0, max).
static dl_mend mend_relu_n(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  dl_shape shape;
  if (!form || form->n_operands != 1 ||
      !dl_up_shape_parse(up, form->types[0], &shape))
    return DL_MEND_BY_HAND;
  dl_slice element = dl_up_storage_type(shape.element);
  if (!set_bound(up, form, element, "max_fp", "max_int", "max_val"))
    return DL_MEND_BY_HAND;
  dl_up_form_set(up, form, "min_val",
                 dl_up_format(up, "%s : %.*s",
                              dl_up_is_float(element) ? "0.0" : "0",
                              DL_SLICE_ARGS(element)));
  op->new_name = DL_SLICE("tosa.clamp");
  return DL_MEND_DONE;
}

static dl_mend mend_axis(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  dl_attribute *axis = form ? dl_up_form_attribute(form, "axis") : NULL;
  long long value;
  if (!axis || dl_up_slice_ends_with(axis->value, "i32") ||
      !dl_up_integer(axis->value, &value))
    return DL_MEND_NONE;
  axis->value = dl_up_format(up, "%lld : i32", value);
  form->attributes_changed = true;
  return DL_MEND_DONE;
}

static dl_mend mend_custom(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  dl_attribute *name = form ? dl_up_form_attribute(form, "identifier") : NULL;
  dl_attribute *config = form ? dl_up_form_attribute(form, "config") : NULL;
  if (!name)
    return DL_MEND_NONE;
  rename_attribute(up, form, name, "operator_name");
  if (config)
    rename_attribute(up, form, config, "domain_name");
  return DL_MEND_DONE;
}

/// The padding was a tensor<Nx2xi32>.
static dl_mend mend_pad_shape(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  if (!form || form->n_operands < 2 ||
      !dl_up_slice_starts_with(form->types[1], "tensor<"))
    return DL_MEND_NONE;
  dl_shape input, padding;
  long long values[MOST_INTEGERS];
  int count = dl_up_integers(dl_up_value_constant(up, form->operands[1]),
                             values, MOST_INTEGERS);
  if (count < 0 || !dl_up_shape_parse(up, form->types[0], &input) ||
      !dl_up_shape_parse(up, form->types[1], &padding) || !input.ranked) {
    up->advice = "the padding is a !tosa.shape operand now, and this one is "
                 "no constant: write a tosa.const_shape";
    return DL_MEND_BY_HAND;
  }
  int wanted = 2 * input.rank;
  if (count == 1) // a splat
    for (; count < wanted; count++)
      values[count] = values[0];
  if (count != wanted)
    return DL_MEND_BY_HAND;
  dl_up_form_set_operand(form, 1, dl_up_shape_constant(up, op, values, count),
                         dl_up_shape_type(up, count));
  return DL_MEND_DONE;
}

static dl_mend mend_pad_const(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  dl_form *form = dl_up_op_form(up, op);
  dl_shape input, value;
  if (!form || form->n_operands < 2 ||
      !dl_up_shape_parse(up, form->types[0], &input))
    return DL_MEND_NONE;
  dl_attribute *info = dl_up_form_attribute(form, "quantization_info");
  dl_slice element = dl_up_storage_type(input.element);
  if (form->n_operands == 2) {
    long long zero_point = 0;
    if (info) {
      size_t equals = dl_up_slice_find(info->value, '=');
      dl_slice number = {info->value.data + equals + 1,
                         info->value.length - equals - 2};
      if (equals + 2 > info->value.length ||
          !dl_up_integer(number, &zero_point))
        return DL_MEND_BY_HAND;
    }
    dl_up_form_remove(form, "quantization_info");
    dl_up_form_add_operand(
        up, form, dl_up_scalar_constant(up, op, zero_point, element),
        dl_up_format(up, "tensor<1x%.*s>", DL_SLICE_ARGS(element)));
    return DL_MEND_DONE;
  }
  if (!dl_up_shape_parse(up, form->types[2], &value) || !value.ranked ||
      value.rank != 0)
    return DL_MEND_NONE;
  const long long one = 1;
  dl_slice shape = dl_up_shape_constant(up, op, &one, 1);
  dl_slice type = dl_up_tensor_type(up, &one, 1, value.element);
  dl_slice flat = dl_up_value_before(
      up, op,
      dl_up_format(up,
                   "tosa.reshape %.*s, %.*s : (%.*s, !tosa.shape<1>) -> %.*s",
                   DL_SLICE_ARGS(form->operands[2]), DL_SLICE_ARGS(shape),
                   DL_SLICE_ARGS(form->types[2]), DL_SLICE_ARGS(type)));
  dl_up_form_set_operand(form, 2, flat, type);
  dl_up_form_remove(form, "quantization_info");
  return DL_MEND_DONE;
}

#define AXIS "the attribute 'axis' is an i32 now"
#define TO_SHAPE "is a !tosa.shape operand now, no attribute"
#define ENUM_WORD "is a word now, no string"

const dl_rule dl_up_rules_tosa_attributes[] = {
    {"tosa.const", 21, "the attribute 'value' is called 'values' now",
     mend_const, NULL},
    {"tosa.const_shape", 21, "the attribute 'value' is called 'values' now",
     mend_const, NULL},
    {"tosa.reshape", 21, "the new shape " TO_SHAPE, mend_lists, "new_shape"},
    {"tosa.tile", 20, "'multiples' " TO_SHAPE, mend_lists, "multiples"},
    {"tosa.slice", 21, "'start' and 'size' are !tosa.shape operands now",
     mend_lists, "start,size"},
    {"tosa.resize", 16,
     "stride and offset became scale, offset and border (rational numbers): "
     "work them out from the sizes",
     mend_resize_strides, NULL},
    {"tosa.resize", 21,
     "'scale', 'offset' and 'border' are !tosa.shape operands now", mend_lists,
     "scale,offset,border"},
    {"tosa.resize", 22, "'mode' " ENUM_WORD, dl_up_tosa_enum,
     "mode,resize_mode"},
    {"tosa.mul", 21, "the shift is a tensor<1xi8> operand now", mend_mul, NULL},
    {"tosa.transpose", 21, "the permutation is the attribute 'perms' now",
     mend_transpose, NULL},
    {"tosa.clamp", 21,
     "min_fp/max_fp/min_int/max_int became min_val/max_val of the element type",
     mend_clamp, NULL},
    {"tosa.reluN", 16, "the operation is gone: tosa.clamp says the same",
     mend_relu_n, NULL},
    {"tosa.pad", 20, "the padding is a !tosa.shape operand now", mend_pad_shape,
     NULL},
    {"tosa.pad", 21, "the padding value is a tensor<1x…> operand now",
     mend_pad_const, NULL},
    {"tosa.custom", 18,
     "'identifier' and 'config' are called 'operator_name' and 'domain_name' "
     "now",
     mend_custom, NULL},
    {"tosa.apply_scale", 21, "double_round became rounding_mode",
     dl_up_tosa_double_round, NULL},
    {"tosa.apply_scale", 22, "'rounding_mode' " ENUM_WORD, dl_up_tosa_enum,
     "rounding_mode,rounding_mode"},
    {"tosa.argmax", 18, AXIS, mend_axis, NULL},
    {"tosa.concat", 18, AXIS, mend_axis, NULL},
    {"tosa.reverse", 18, AXIS, mend_axis, NULL},
    {"tosa.reduce_all", 18, AXIS, mend_axis, NULL},
    {"tosa.reduce_any", 18, AXIS, mend_axis, NULL},
    {"tosa.reduce_max", 18, AXIS, mend_axis, NULL},
    {"tosa.reduce_min", 18, AXIS, mend_axis, NULL},
    {"tosa.reduce_prod", 18, AXIS, mend_axis, NULL},
    {"tosa.reduce_sum", 18, AXIS, mend_axis, NULL},
    DL_RULES_END,
};
