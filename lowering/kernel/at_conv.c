// One element of a dlopt.conv that is no product of matrices (depthwise and the
// like): loops over its window and input channels, without the places outside
// the input.
#include "lowering/kernel/at.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/contraction.h"
#include "lowering/reference/scalar.h"

struct conv {
  dl_emitter *emitter;
  MlirOperation op;
  MlirType acc;
  bool is_unsigned;
  MlirValue loops[DL_MAX_LOOPS]; ///< index along each; null: not yet
};

static dl_axis axis_of(const struct conv *conv, intptr_t operand, int64_t dim) {
  return dl_shape_rule_of(conv->op)->axis(conv->op, operand, dim);
}

/// Indices of a factor's element; a condition in `*is_inside` where padding may
/// be read.
static void factor_indices(struct conv *conv, int operand, MlirValue *indices,
                           MlirValue *is_inside) {
  dl_emitter *emitter = conv->emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue value = mlirOperationGetOperand(conv->op, operand);
  for (int64_t dim = 0; dim < dl_rank(value); ++dim) {
    dl_axis axis = axis_of(conv, operand, dim);
    indices[dim] = conv->loops[axis.loop];
    if (!axis.has_window)
      continue;
    MlirValue window = dl_int_mul(bld, conv->loops[axis.window_loop],
                                  dl_index_constant(emitter, axis.dilation));
    MlirValue index =
        dl_int_mul(bld, indices[dim], dl_index_constant(emitter, axis.stride));
    index = dl_int_add(bld, index, dl_index_constant(emitter, -axis.pad_low));
    indices[dim] = dl_int_add(bld, index, window);
    if (!axis.pad_low && !axis.pad_high)
      continue;
    MlirValue inside =
        dl_int_below(bld, indices[dim], dl_device_size(emitter, value, dim));
    *is_inside = mlirValueIsNull(*is_inside)
                     ? inside
                     : dl_arith_andi(bld, *is_inside, inside);
  }
}

static MlirValue factor(struct conv *conv, int operand,
                        const MlirValue *indices) {
  MlirValue value = mlirOperationGetOperand(conv->op, operand);
  return dl_to_type(&conv->emitter->bld, dl_at(conv->emitter, value, indices),
                    conv->acc, conv->is_unsigned);
}

static MlirValue add_product(struct conv *conv, MlirValue sum) {
  const dl_builder *bld = &conv->emitter->bld;
  MlirValue input[DL_MAX_RANK], filter[DL_MAX_RANK], is_inside = {NULL};
  factor_indices(conv, 0, input, &is_inside);
  factor_indices(conv, 1, filter, &is_inside);
  dl_at_mark mark = dl_at_begin(conv->emitter);
  dl_region_op branch = {0};
  bool is_sure = mlirValueIsNull(is_inside);
  if (!is_sure)
    branch = dl_choice_open(bld, is_inside, 1, &conv->acc);
  MlirValue left = factor(conv, 0, input), right = factor(conv, 1, filter);
  MlirAttribute numerics = dl_conv_numerics(conv->op);
  if (dl_enum_value(numerics, 0) == DL_NUMERICS_TF32) {
    left = dl_round_to_tf32(bld, left);
    right = dl_round_to_tf32(bld, right);
  }
  MlirValue with = dl_add(bld, sum, dl_mul(bld, left, right));
  if (is_sure)
    return with;
  dl_choice_else(bld, &branch, 1, &with);
  dl_choice_close(bld, &branch, 1, &sum);
  dl_at_end(conv->emitter, mark);
  return dl_result(branch.op, 0);
}

/// Filter dimensions `dim` and on: loops along those that the result lacks.
static MlirValue run_loops(struct conv *conv, int64_t dim, MlirValue sum) {
  dl_emitter *emitter = conv->emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue filter = dl_conv_filter(conv->op);
  if (dim == dl_rank(filter))
    return add_product(conv, sum);
  int own = axis_of(conv, 1, dim).loop;
  if (!mlirValueIsNull(conv->loops[own]))
    return run_loops(conv, dim + 1, sum);
  dl_at_mark mark = dl_at_begin(emitter);
  dl_region_op loop = dl_for_open(bld, dl_index_constant(emitter, 0),
                                  dl_device_size(emitter, filter, dim),
                                  dl_index_constant(emitter, 1), 1, &sum);
  conv->loops[own] = mlirBlockGetArgument(loop.block, 0);
  sum = run_loops(conv, dim + 1, mlirBlockGetArgument(loop.block, 1));
  dl_for_close(bld, &loop, 1, &sum);
  conv->loops[own] = (MlirValue){NULL};
  dl_at_end(emitter, mark);
  return dl_result(loop.op, 0);
}

MlirValue dl_conv_at(dl_emitter *emitter, MlirOperation op,
                     const MlirValue *indices) {
  const dl_builder *bld = &emitter->bld;
  struct conv conv = {.emitter = emitter,
                      .op = op,
                      .acc = dl_acc_type(op),
                      .is_unsigned = dl_conv_is_unsigned(op)};
  MlirValue result = dl_result(op, 0), init = dl_conv_init(op);
  for (int64_t dim = 0; dim < dl_rank(result); ++dim)
    conv.loops[axis_of(&conv, DL_OF_RESULT, dim).loop] = indices[dim];
  // Halves are summed in f32, and integers wrap in any case.
  if (dl_type_is_float(conv.acc) && dl_type_width(conv.acc) < 32)
    conv.acc = mlirF32TypeGet(bld->context);
  MlirValue start = mlirValueIsNull(init)
                        ? dl_zero(bld, conv.acc)
                        : dl_to_type(bld, dl_at(emitter, init, indices),
                                     conv.acc, conv.is_unsigned);
  MlirValue sum = run_loops(&conv, 0, start);
  sum = dl_to_type(bld, sum, dl_acc_type(op), conv.is_unsigned);
  return dl_to_type(bld, sum, dl_tensor_element(result), conv.is_unsigned);
}
