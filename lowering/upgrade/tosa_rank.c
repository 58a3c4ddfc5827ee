// TOSA: elementwise operands of different rank; operations that were renamed.
#include "lowering/upgrade/rewrite.h"

/// Operand `index` with leading ones, so that it has `rank` dimensions.
static bool raise_rank(dl_upgrade *up, dl_op *op, uint32_t index, int rank) {
  dl_form *form = op->form;
  dl_shape shape;
  if (!dl_up_shape_parse(up, form->types[index], &shape) || !shape.ranked)
    return false;
  long long dims[DL_MAX_RANK];
  int n_dynamic = 0, missing = rank - shape.rank;
  for (int i = 0; i < rank; i++) {
    dims[i] = i < missing ? 1 : shape.dims[i - missing];
    n_dynamic += dims[i] == DL_DYNAMIC;
  }
  if (n_dynamic > 1) // -1 in a new shape can be said once
    return false;
  dl_slice constant = dl_up_shape_constant(up, op, dims, rank);
  dl_slice type = dl_up_tensor_type(up, dims, rank, shape.element);
  dl_slice value = dl_up_value_before(
      up, op,
      dl_up_format(
          up, "tosa.reshape %.*s, %.*s : (%.*s, !tosa.shape<%d>) -> %.*s",
          DL_SLICE_ARGS(form->operands[index]), DL_SLICE_ARGS(constant),
          DL_SLICE_ARGS(form->types[index]), rank, DL_SLICE_ARGS(type)));
  dl_up_form_set_operand(form, index, value, type);
  return true;
}

/// rule->arg is the number of operands that broadcast.
static dl_mend mend_rank(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  dl_form *form = dl_up_op_form(up, op);
  uint32_t count = (uint32_t)(rule->arg[0] - '0');
  if (!form || form->n_operands < count)
    return DL_MEND_NONE;
  int ranks[3], most = 0;
  for (uint32_t i = 0; i < count; i++) {
    dl_shape shape;
    if (!dl_up_shape_parse(up, form->types[i], &shape) || !shape.ranked)
      return DL_MEND_NONE;
    ranks[i] = shape.rank;
    most = shape.rank > most ? shape.rank : most;
  }
  dl_mend mend = DL_MEND_NONE;
  for (uint32_t i = 0; i < count; i++) {
    if (ranks[i] == most)
      continue;
    mend = DL_MEND_DONE;
    if (!raise_rank(up, op, i, most)) {
      up->advice = "operands must have the same rank now: reshape the smaller "
                   "one to leading ones (it has several dynamic sizes)";
      return DL_MEND_BY_HAND;
    }
  }
  return mend;
}

#define SAME_RANK                                                              \
  "operands must have the same rank now: a reshape adds the leading ones"

const dl_rule dl_up_rules_tosa_rank[] = {
    {"tosa.add", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.sub", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.mul", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.div", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.int_div", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.intdiv", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.pow", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.maximum", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.minimum", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.equal", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.greater", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.greater_equal", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.bitwise_and", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.bitwise_or", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.bitwise_xor", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.logical_and", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.logical_or", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.logical_xor", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.logical_left_shift", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.logical_right_shift", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.arithmetic_right_shift", 20, SAME_RANK, mend_rank, "2"},
    {"tosa.select", 20, SAME_RANK, mend_rank, "3"},
    DL_RULES_END,
};

const dl_rule dl_up_rules_tosa_names[] = {
    {"tosa.reduce_prod", 21, "it is called tosa.reduce_product now",
     dl_up_mend_rename, "tosa.reduce_product"},
    {"tosa.div", 19, "it is called tosa.intdiv now", dl_up_mend_rename,
     "tosa.intdiv"},
    {"tosa.int_div", 21, "it is called tosa.intdiv now", dl_up_mend_rename,
     "tosa.intdiv"},
    {"tosa.variable.read", 21, "it is called tosa.variable_read now",
     dl_up_mend_rename, "tosa.variable_read"},
    {"tosa.variable.write", 21, "it is called tosa.variable_write now",
     dl_up_mend_rename, "tosa.variable_write"},
    DL_RULES_END,
};
