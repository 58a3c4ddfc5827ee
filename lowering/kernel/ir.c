// Loops, branches, integer arithmetic and lanes of device code.
#include "lowering/kernel/ir.h"

#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/reference/scalar.h"

static MlirRegion region_with(MlirBlock block) {
  MlirRegion region = mlirRegionCreate();
  if (!mlirBlockIsNull(block))
    mlirRegionAppendOwnedBlock(region, block);
  return region;
}

static void yield(const dl_builder *bld, intptr_t count,
                  const MlirValue *values) {
  dl_scf_yield(bld, count, values);
}

dl_region_op dl_if_open(const dl_builder *bld, MlirValue condition) {
  return dl_choice_open(bld, condition, 0, NULL);
}

void dl_if_else(const dl_builder *bld, dl_region_op *branch) {
  dl_choice_else(bld, branch, 0, NULL);
}

void dl_if_close(const dl_builder *bld, const dl_region_op *branch) {
  dl_choice_close(bld, branch, 0, NULL);
}

dl_region_op dl_choice_open(const dl_builder *bld, MlirValue condition,
                            intptr_t count, const MlirType *types) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  MlirOperation op = dl_scf_if(bld, count, types, condition, region_with(block),
                               region_with((MlirBlock){NULL}));
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, block);
  return (dl_region_op){op, block};
}

void dl_choice_else(const dl_builder *bld, dl_region_op *branch, intptr_t count,
                    const MlirValue *values) {
  yield(bld, count, values);
  branch->block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(branch->op, 1),
                             branch->block);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, branch->block);
}

void dl_choice_close(const dl_builder *bld, const dl_region_op *branch,
                     intptr_t count, const MlirValue *values) {
  yield(bld, count, values);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, branch->op);
}

dl_region_op dl_for_open(const dl_builder *bld, MlirValue from, MlirValue to,
                         MlirValue step, intptr_t n_carried,
                         const MlirValue *carried) {
  MlirType types[DL_MAX_CARRIED];
  MlirType iv = mlirValueGetType(from);
  MlirBlock block = mlirBlockCreate(1, &iv, &bld->location);
  for (intptr_t i = 0; i < n_carried; ++i) {
    types[i] = mlirValueGetType(carried[i]);
    mlirBlockAddArgument(block, types[i], bld->location);
  }
  MlirOperation op =
      dl_scf_for(bld, n_carried, types, from, to, step, n_carried, carried,
                 (dl_scf_for_attrs){0}, region_with(block));
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, block);
  return (dl_region_op){op, block};
}

void dl_for_close(const dl_builder *bld, const dl_region_op *loop,
                  intptr_t n_carried, const MlirValue *carried) {
  yield(bld, n_carried, carried);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, loop->op);
}

bool dl_is_constant(MlirValue value, int64_t *constant) {
  MlirOperation op = dl_value_def(value);
  if (!dl_arith_constant_is(op))
    return false;
  MlirAttribute attr = dl_arith_constant_value(op);
  if (!mlirAttributeIsAInteger(attr))
    return false;
  *constant = mlirIntegerAttrGetValueInt(attr);
  return true;
}

MlirValue dl_int_like(const dl_builder *bld, MlirValue like, int64_t constant) {
  return dl_constant_int(bld, mlirValueGetType(like), constant);
}

MlirValue dl_int_add(const dl_builder *bld, MlirValue a, MlirValue b) {
  int64_t x = 1, y = 1;
  bool is_x = dl_is_constant(a, &x), is_y = dl_is_constant(b, &y);
  if (is_x && is_y)
    return dl_int_like(bld, a, x + y);
  if (is_x && x == 0)
    return b;
  return is_y && y == 0 ? a : dl_add(bld, a, b);
}

MlirValue dl_int_mul(const dl_builder *bld, MlirValue a, MlirValue b) {
  int64_t x = 0, y = 0;
  bool is_x = dl_is_constant(a, &x), is_y = dl_is_constant(b, &y);
  if (is_x && is_y)
    return dl_int_like(bld, a, x * y);
  if (is_x && x == 1)
    return b;
  return is_y && y == 1 ? a : dl_mul(bld, a, b);
}

MlirValue dl_int_div(const dl_builder *bld, MlirValue a, MlirValue b) {
  int64_t x = 0, y = 0;
  bool is_y = dl_is_constant(b, &y);
  if (is_y && y == 1)
    return a;
  if (is_y && y > 1 && dl_is_constant(a, &x))
    return dl_int_like(bld, a, x / y);
  return dl_arith_divui(bld, a, b, (dl_arith_divui_attrs){0});
}

MlirValue dl_int_rem(const dl_builder *bld, MlirValue a, MlirValue b) {
  int64_t x = 0, y = 0;
  bool is_y = dl_is_constant(b, &y);
  if (is_y && y == 1)
    return dl_int_like(bld, a, 0);
  if (is_y && y > 1 && dl_is_constant(a, &x))
    return dl_int_like(bld, a, x % y);
  return dl_arith_remui(bld, a, b);
}

MlirValue dl_int_ceil_div(const dl_builder *bld, MlirValue a, MlirValue b) {
  int64_t x = 0, y = 0;
  if (!dl_is_constant(b, &y))
    return dl_int_div(
        bld, dl_int_add(bld, a, dl_sub(bld, b, dl_int_like(bld, b, 1))), b);
  if (dl_is_constant(a, &x))
    return dl_int_like(bld, a, (x + y - 1) / y);
  return dl_int_div(bld, dl_int_add(bld, a, dl_int_like(bld, b, y - 1)), b);
}

MlirValue dl_int_max(const dl_builder *bld, MlirValue a, MlirValue b) {
  int64_t x = 0, y = 0;
  if (dl_is_constant(a, &x) && dl_is_constant(b, &y))
    return x > y ? a : b;
  return dl_arith_maxsi(bld, a, b);
}

MlirValue dl_int_min(const dl_builder *bld, MlirValue a, MlirValue b) {
  int64_t x = 0, y = 0;
  if (dl_is_constant(a, &x) && dl_is_constant(b, &y))
    return x < y ? a : b;
  return dl_arith_minsi(bld, a, b);
}

MlirValue dl_int_less(const dl_builder *bld, MlirValue a, MlirValue b) {
  return dl_scalar_compare(bld, DL_LESS, a, b);
}

MlirValue dl_int_below(const dl_builder *bld, MlirValue a, MlirValue b) {
  const int64_t unsigned_less = 6; // as `arith` numbers predicates
  return dl_arith_cmpi(
      bld, a, b,
      (dl_arith_cmpi_attrs){.predicate = dl_attr_i64(bld, unsigned_less)});
}

MlirValue dl_int_is(const dl_builder *bld, MlirValue a, int64_t constant) {
  return dl_scalar_compare(bld, DL_EQUAL, a, dl_int_like(bld, a, constant));
}

MlirValue dl_int_cast(const dl_builder *bld, MlirType type, MlirValue value) {
  MlirType from = mlirValueGetType(value);
  int64_t constant;
  if (mlirTypeEqual(from, type))
    return value;
  if (dl_is_constant(value, &constant))
    return dl_constant_int(bld, type, constant);
  if (mlirTypeIsAIndex(from) || mlirTypeIsAIndex(type))
    return dl_arith_index_cast(bld, type, value);
  return dl_type_width(from) < dl_type_width(type)
             ? dl_arith_extui(bld, type, value)
             : dl_arith_trunci(bld, type, value, (dl_arith_trunci_attrs){0});
}

static MlirAttribute dim_x(const dl_builder *bld) {
  return mlirAttributeParseGet(bld->context, DL_STR("#gpu<dim x>"));
}

MlirValue dl_thread(const dl_builder *bld, MlirType type, int64_t n_threads) {
  MlirType index = mlirIndexTypeGet(bld->context);
  MlirValue value = dl_gpu_thread_id(
      bld, index,
      (dl_gpu_thread_id_attrs){.dimension = dim_x(bld),
                               .upper_bound =
                                   mlirIntegerAttrGet(index, n_threads)});
  return dl_arith_index_cast(bld, type, value);
}

MlirValue dl_block(const dl_builder *bld, MlirType type) {
  MlirValue value =
      dl_gpu_block_id(bld, mlirIndexTypeGet(bld->context),
                      (dl_gpu_block_id_attrs){.dimension = dim_x(bld)});
  return dl_arith_index_cast(bld, type, value);
}

MlirValue dl_n_blocks(const dl_builder *bld, MlirType type) {
  MlirValue value =
      dl_gpu_grid_dim(bld, mlirIndexTypeGet(bld->context),
                      (dl_gpu_grid_dim_attrs){.dimension = dim_x(bld)});
  return dl_arith_index_cast(bld, type, value);
}

static MlirValue shuffle_32(const dl_builder *bld, MlirValue value,
                            int distance) {
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  return dl_nvvm_shfl_sync(
      bld, mlirValueGetType(value), dl_constant_int(bld, i32, -1), value,
      dl_constant_int(bld, i32, distance), dl_constant_int(bld, i32, 31),
      (dl_nvvm_shfl_sync_attrs){
          .kind = mlirAttributeParseGet(bld->context,
                                        DL_STR("#nvvm<shfl_kind bfly>"))});
}

/// 64 bits as two halves.
static MlirValue shuffle_64(const dl_builder *bld, MlirValue bits,
                            int distance) {
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  MlirValue shift = dl_constant_int(bld, i64, 32);
  MlirValue high = dl_arith_shrui(bld, bits, shift, (dl_arith_shrui_attrs){0});
  MlirValue halves[] = {
      dl_arith_trunci(bld, i32, bits, (dl_arith_trunci_attrs){0}),
      dl_arith_trunci(bld, i32, high, (dl_arith_trunci_attrs){0})};
  for (int i = 0; i < 2; ++i)
    halves[i] = dl_arith_extui(bld, i64, shuffle_32(bld, halves[i], distance));
  return dl_arith_ori(
      bld, halves[0],
      dl_arith_shli(bld, halves[1], shift, (dl_arith_shli_attrs){0}));
}

MlirValue dl_shuffle_xor(const dl_builder *bld, MlirValue value, int distance) {
  MlirType type = mlirValueGetType(value);
  unsigned width = dl_type_width(type);
  if (width == 32)
    return shuffle_32(bld, value, distance);
  MlirType bits_type = mlirIntegerTypeGet(bld->context, width);
  bool is_float = dl_type_is_float(type);
  MlirValue bits = is_float ? dl_arith_bitcast(bld, bits_type, value) : value;
  // As bits of one or two registers.
  MlirType whole = mlirIntegerTypeGet(bld->context, width < 32 ? 32 : 64);
  if (width < 64)
    bits = dl_arith_extui(bld, whole, bits);
  bits = width < 32 ? shuffle_32(bld, bits, distance)
                    : shuffle_64(bld, bits, distance);
  if (width < 64)
    bits = dl_arith_trunci(bld, bits_type, bits, (dl_arith_trunci_attrs){0});
  return is_float ? dl_arith_bitcast(bld, type, bits) : bits;
}
