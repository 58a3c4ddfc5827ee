// One element of a dlopt.pool: loops over its window, without the places
// outside the input.
#include "lowering/kernel/at.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/reference/scalar.h"

struct pool {
  dl_emitter *emitter;
  MlirOperation op;
  dl_combine kind;
  bool is_unsigned;
  MlirType acc;
  MlirValue indices[DL_MAX_RANK]; ///< in the input
  MlirValue is_inside;            ///< null: always
};

static MlirValue combine(struct pool *pool, MlirValue sum) {
  const dl_builder *bld = &pool->emitter->bld;
  MlirValue input = dl_pool_input(pool->op);
  MlirValue element =
      dl_to_type(bld, dl_at(pool->emitter, input, pool->indices), pool->acc,
                 pool->is_unsigned);
  return dl_combine_scalars(bld, pool->kind, pool->is_unsigned, sum, element);
}

static MlirValue combine_inside(struct pool *pool, MlirValue sum) {
  const dl_builder *bld = &pool->emitter->bld;
  if (mlirValueIsNull(pool->is_inside))
    return combine(pool, sum);
  dl_at_mark mark = dl_at_begin(pool->emitter);
  dl_region_op branch = dl_choice_open(bld, pool->is_inside, 1, &pool->acc);
  MlirValue with = combine(pool, sum);
  dl_choice_else(bld, &branch, 1, &with);
  dl_choice_close(bld, &branch, 1, &sum);
  dl_at_end(pool->emitter, mark);
  return dl_result(branch.op, 0);
}

/// Window dimensions `i` and on.
static MlirValue run_window(struct pool *pool, const MlirValue *indices,
                            intptr_t i, MlirValue sum) {
  dl_emitter *emitter = pool->emitter;
  const dl_builder *bld = &emitter->bld;
  MlirOperation op = pool->op;
  if (i == mlirDenseArrayGetNumElements(dl_pool_dims(op)))
    return combine_inside(pool, sum);
  int64_t dim = dl_array_entry(dl_pool_dims(op), i, 0);
  int64_t low = dl_array_entry(dl_pool_pad_low(op), i, 0);
  int64_t high = dl_array_entry(dl_pool_pad_high(op), i, 0);
  MlirValue stride =
      dl_index_constant(emitter, dl_array_entry(dl_pool_strides(op), i, 1));
  MlirValue dilation =
      dl_index_constant(emitter, dl_array_entry(dl_pool_dilations(op), i, 1));
  MlirValue window =
      dl_index_constant(emitter, dl_array_entry(dl_pool_window(op), i, 1));
  MlirValue start = dl_int_add(bld, dl_int_mul(bld, indices[dim], stride),
                               dl_index_constant(emitter, -low));
  dl_at_mark mark = dl_at_begin(emitter);
  dl_region_op loop = dl_for_open(bld, dl_index_constant(emitter, 0), window,
                                  dl_index_constant(emitter, 1), 1, &sum);
  pool->indices[dim] = dl_int_add(
      bld, start,
      dl_int_mul(bld, mlirBlockGetArgument(loop.block, 0), dilation));
  MlirValue outer = pool->is_inside;
  if (low || high) {
    MlirValue size = dl_device_size(emitter, dl_pool_input(op), dim);
    MlirValue inside = dl_int_below(bld, pool->indices[dim], size);
    pool->is_inside =
        mlirValueIsNull(outer) ? inside : dl_arith_andi(bld, outer, inside);
  }
  sum = run_window(pool, indices, i + 1, mlirBlockGetArgument(loop.block, 1));
  dl_for_close(bld, &loop, 1, &sum);
  pool->is_inside = outer;
  dl_at_end(emitter, mark);
  return dl_result(loop.op, 0);
}

MlirValue dl_pool_at(dl_emitter *emitter, MlirOperation op,
                     const MlirValue *indices) {
  const dl_builder *bld = &emitter->bld;
  MlirValue init = dl_pool_init(op);
  struct pool pool = {.emitter = emitter,
                      .op = op,
                      .kind = (dl_combine)dl_enum_value(dl_pool_kind(op), 0),
                      .is_unsigned = dl_pool_is_unsigned(op),
                      .acc = dl_acc_type(op)};
  for (int64_t i = 0; i < dl_rank(dl_pool_input(op)); ++i)
    pool.indices[i] = indices[i];
  MlirValue start =
      mlirValueIsNull(init)
          ? dl_start_value(bld, pool.kind, pool.is_unsigned, pool.acc)
          : dl_to_type(bld, dl_at(emitter, init, indices), pool.acc,
                       pool.is_unsigned);
  return dl_to_type(bld, run_window(&pool, indices, 0, start),
                    dl_tensor_element(dl_result(op, 0)), pool.is_unsigned);
}
