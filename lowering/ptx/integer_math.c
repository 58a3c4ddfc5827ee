// What loops over bits: powers of integers, remainders of floats.
#include <math.h>

#include "lowering/kernel/ir.h"
#include "lowering/ptx/float_math.h"

static MlirValue small_int(const dl_builder *bld, int value) {
  return dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 32), value);
}

MlirValue dl_int_pow(const dl_builder *bld, MlirValue x, MlirValue n) {
  MlirType type = mlirValueGetType(x);
  if (mlirTypeIsAIndex(type)) {
    MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
    return dl_arith_index_cast(bld, type,
                               dl_int_pow(bld, dl_arith_index_cast(bld, i64, x),
                                          dl_arith_index_cast(bld, i64, n)));
  }
  int width = (int)dl_type_width(type);
  MlirValue one = dl_whole(bld, x, 1), zero = dl_whole(bld, x, 0);
  const MlirValue start[] = {one, x, n};
  dl_region_op loop = dl_for_open(bld, small_int(bld, 0), small_int(bld, width),
                                  small_int(bld, 1), 3, start);
  MlirValue product = mlirBlockGetArgument(loop.block, 1);
  MlirValue square = mlirBlockGetArgument(loop.block, 2);
  MlirValue left = mlirBlockGetArgument(loop.block, 3);
  MlirValue is_odd =
      dl_scalar_compare(bld, DL_EQUAL, dl_arith_andi(bld, left, one), one);
  const MlirValue next[] = {
      dl_pick(bld, is_odd, dl_mul(bld, product, square), product),
      dl_mul(bld, square, square), dl_shift_right(bld, left, 1, true)};
  dl_for_close(bld, &loop, 3, next);
  // The inverse of 1 and -1 is that; of all else it is less than 1.
  MlirValue value = dl_result(loop.op, 0);
  MlirValue is_unit =
      dl_arith_ori(bld, dl_scalar_compare(bld, DL_EQUAL, x, one),
                   dl_scalar_compare(bld, DL_EQUAL, x, dl_whole(bld, x, -1)));
  MlirValue is_inverse = dl_scalar_compare(bld, DL_LESS, n, zero);
  return dl_pick(bld, is_inverse, dl_pick(bld, is_unit, value, zero), value);
}

/// |x| = mantissa * 2^(exponent - bias - stored bits), the mantissa an i64.
static MlirValue whole_mantissa(const dl_builder *bld, MlirValue bits, int kept,
                                MlirValue *exponent) {
  MlirValue field = dl_shift_right(bld, bits, kept, true);
  MlirValue is_normal = dl_is_above(bld, field, 0);
  MlirValue low =
      dl_arith_andi(bld, bits, dl_whole(bld, bits, ((int64_t)1 << kept) - 1));
  MlirValue hidden = dl_whole(bld, bits, (int64_t)1 << kept);
  *exponent = dl_pick(bld, is_normal, field, dl_whole(bld, field, 1));
  MlirValue mantissa =
      dl_pick(bld, is_normal, dl_arith_ori(bld, low, hidden), low);
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  return kept == 52 ? mantissa : dl_arith_extui(bld, i64, mantissa);
}

/// A long division of the mantissas, as many bits a step as an i64 has room
/// for.
MlirValue dl_real_remainder(const dl_builder *bld, MlirValue x, MlirValue y) {
  int kept = dl_mantissa_bits(x), step = 63 - kept;
  MlirValue size = dl_absolute(bld, x), by = dl_absolute(bld, y);
  MlirValue of_x, of_y;
  MlirValue left = whole_mantissa(bld, dl_bits(bld, size), kept, &of_x);
  MlirValue divisor = whole_mantissa(bld, dl_bits(bld, by), kept, &of_y);
  MlirValue is_zero = dl_equals(bld, divisor, 0);
  divisor = dl_pick(bld, is_zero, dl_whole(bld, divisor, 1), divisor);
  MlirValue distance = dl_sub(bld, of_x, of_y);
  left = dl_arith_remui(bld, left, divisor);
  dl_region_op loop = dl_for_open(bld, dl_whole(bld, of_x, 0), distance,
                                  dl_whole(bld, of_x, step), 1, &left);
  MlirValue done = mlirBlockGetArgument(loop.block, 0);
  MlirValue shift =
      dl_combine_scalars(bld, DL_REDUCE_MIN, false, dl_sub(bld, distance, done),
                         dl_whole(bld, distance, step));
  if (kept != 52)
    shift = dl_arith_extui(bld, mlirValueGetType(left), shift);
  MlirValue shifted = dl_arith_shli(bld, mlirBlockGetArgument(loop.block, 1),
                                    shift, (dl_arith_shli_attrs){0});
  MlirValue next = dl_arith_remui(bld, shifted, divisor);
  dl_for_close(bld, &loop, 1, &next);
  MlirValue value =
      dl_arith_uitofp(bld, mlirValueGetType(x), dl_result(loop.op, 0));
  value = dl_scaled(bld, value,
                    dl_sub(bld, of_y, dl_whole(bld, of_y, dl_bias(x) + kept)));
  MlirValue is_smaller = dl_scalar_compare(bld, DL_LESS, size, by);
  value = dl_with_sign(bld, dl_pick(bld, is_smaller, size, value), x);
  // None of infinity, by zero, or of what is no number.
  MlirValue has_one = dl_arith_andi(bld, dl_is_below(bld, size, INFINITY),
                                    dl_is_above(bld, by, 0.0));
  return dl_pick(bld, has_one, value, dl_real(bld, x, NAN));
}
