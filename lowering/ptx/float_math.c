// exp, log, tanh, erf and their kin of f32, from fused multiply-adds and the
// hardware's ex2. Roundings are part of the methods: nothing here may be
// reassociated or contracted.
#include "lowering/ptx/float_math.h"

#include <math.h>

#include "lowering/base/upstream_ops.h"
#include "lowering/reference/scalar.h"

// By name, not as an operation of the LLVM dialect: those upstream's lowering
// takes for calls of libdevice that failed.
MlirValue dl_llvm_intrinsic(const dl_builder *bld, const char *name,
                            intptr_t count, const MlirValue *operands) {
  MlirType type = mlirValueGetType(operands[0]);
  MlirOperation op = dl_llvm_call_intrinsic(
      bld, 1, &type, count, operands, 0, NULL,
      (dl_llvm_call_intrinsic_attrs){
          .intrin = dl_attr_string(bld, name),
          .op_bundle_sizes = mlirDenseI32ArrayGet(bld->context, 0, NULL)});
  return dl_result(op, 0);
}

static MlirValue intrinsic(const dl_builder *bld, const char *name,
                           MlirValue x) {
  return dl_llvm_intrinsic(bld, name, 1, &x);
}

static MlirValue number(const dl_builder *bld, double value) {
  return dl_constant_float(bld, mlirF32TypeGet(bld->context), value);
}

static MlirValue bits_number(const dl_builder *bld, int64_t value) {
  return dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 32), value);
}

static MlirValue to_bits(const dl_builder *bld, MlirValue x) {
  return dl_arith_bitcast(bld, mlirIntegerTypeGet(bld->context, 32), x);
}

static MlirValue from_bits(const dl_builder *bld, MlirValue bits) {
  return dl_arith_bitcast(bld, mlirF32TypeGet(bld->context), bits);
}

/// a * b + c in one rounding.
static MlirValue fma_of(const dl_builder *bld, MlirValue a, MlirValue b,
                        MlirValue c) {
  const MlirValue operands[] = {a, b, c};
  return dl_llvm_intrinsic(bld, "llvm.fma", 3, operands);
}

/// Horner's rule, the highest coefficient first.
static MlirValue polynomial(const dl_builder *bld, MlirValue x, int count,
                            const double *coefficients) {
  MlirValue sum = number(bld, coefficients[0]);
  for (int i = 1; i < count; ++i)
    sum = fma_of(bld, sum, x, number(bld, coefficients[i]));
  return sum;
}

static MlirValue instruction(const dl_builder *bld, const char *ptx,
                             MlirValue x) {
  MlirType type = mlirValueGetType(x);
  return dl_result(
      dl_nvvm_inline_ptx(
          bld, 1, &type, 1, &x, 0, NULL, (MlirValue){NULL},
          (dl_nvvm_inline_ptx_attrs){.ptxCode = dl_attr_string(bld, ptx)}),
      0);
}

static MlirValue absolute(const dl_builder *bld, MlirValue x) {
  return intrinsic(bld, "llvm.fabs", x);
}

static MlirValue with_sign(const dl_builder *bld, MlirValue size, MlirValue x) {
  const MlirValue operands[] = {size, x};
  return dl_llvm_intrinsic(bld, "llvm.copysign", 2, operands);
}

/// x * 2^n in two steps, since 2^n itself may not be a number.
static MlirValue scale(const dl_builder *bld, MlirValue x, MlirValue n) {
  MlirValue half =
      dl_arith_shrsi(bld, n, bits_number(bld, 1), (dl_arith_shrsi_attrs){0});
  const MlirValue parts[] = {half, dl_sub(bld, n, half)};
  for (int i = 0; i < 2; ++i) {
    MlirValue biased = dl_add(bld, parts[i], bits_number(bld, 127));
    MlirValue bits = dl_arith_shli(bld, biased, bits_number(bld, 23),
                                   (dl_arith_shli_attrs){0});
    x = dl_mul(bld, x, from_bits(bld, bits));
  }
  return x;
}

/// 2^n * 2^r, where n is the integer next to x * log2(e) and r what is left,
/// computed with 48 bits of log2(e).
MlirValue dl_f32_exp(const dl_builder *bld, MlirValue x) {
  // Beyond these the result is 0 or infinity; NaN passes.
  x = dl_combine_scalars(bld, DL_REDUCE_MAX, false, x, number(bld, -105.0));
  x = dl_combine_scalars(bld, DL_REDUCE_MIN, false, x, number(bld, 89.0));
  MlirValue high = number(bld, 0x1.715476p+0);
  MlirValue low = number(bld, 0x1.4ae0bep-26);
  MlirValue n = intrinsic(bld, "llvm.roundeven", dl_mul(bld, x, high));
  MlirValue minus_n = dl_arith_negf(bld, n, (dl_arith_negf_attrs){0});
  MlirValue rest = fma_of(bld, x, low, fma_of(bld, x, high, minus_n));
  MlirValue power = instruction(bld, "ex2.approx.ftz.f32 $0, $1;", rest);
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  return scale(bld, power, dl_arith_fptosi(bld, i32, n));
}

MlirValue dl_f32_exp2(const dl_builder *bld, MlirValue x) {
  return instruction(bld, "ex2.approx.f32 $0, $1;", x);
}

MlirValue dl_f32_exp_approx(const dl_builder *bld, MlirValue x) {
  return instruction(bld, "ex2.approx.ftz.f32 $0, $1;",
                     dl_mul(bld, x, number(bld, 1.4426950408889634)));
}

/// log(x) as k * ln2 + log(1 + f) with f in [sqrt(1/2) - 1, sqrt(2) - 1], the
/// last by the series in s = f / (2 + f) of FreeBSD's e_logf.c.
MlirValue dl_f32_log(const dl_builder *bld, MlirValue x) {
  MlirType f32 = mlirF32TypeGet(bld->context);
  MlirValue zero = number(bld, 0.0), infinity = number(bld, INFINITY);
  MlirValue is_small =
      dl_scalar_compare(bld, DL_LESS, x, number(bld, 0x1p-126));
  MlirValue scaled =
      dl_arith_select(bld, is_small, dl_mul(bld, x, number(bld, 0x1p25)), x);
  MlirValue bits = dl_add(bld, to_bits(bld, scaled),
                          bits_number(bld, 0x3f800000 - 0x3f3504f3));
  MlirValue k = dl_arith_shrsi(bld, bits, bits_number(bld, 23),
                               (dl_arith_shrsi_attrs){0});
  k = dl_sub(bld, k, bits_number(bld, 127));
  k = dl_arith_select(bld, is_small, dl_sub(bld, k, bits_number(bld, 25)), k);
  MlirValue exponent = dl_arith_sitofp(bld, f32, k);
  MlirValue mantissa = from_bits(
      bld, dl_add(bld, dl_arith_andi(bld, bits, bits_number(bld, 0x007fffff)),
                  bits_number(bld, 0x3f3504f3)));
  MlirValue f = dl_sub(bld, mantissa, number(bld, 1.0));
  MlirValue s = dl_div(bld, f, dl_add(bld, f, number(bld, 2.0)));
  MlirValue z = dl_mul(bld, s, s);
  static const double series[] = {0xf89e26.0p-26, 0x91e9ee.0p-25,
                                  0xccce13.0p-25, 0xaaaaaa.0p-24};
  MlirValue tail = dl_mul(bld, z, polynomial(bld, z, 4, series));
  MlirValue half_square = dl_mul(bld, dl_mul(bld, f, number(bld, 0.5)), f);
  MlirValue sum = dl_mul(bld, s, dl_add(bld, half_square, tail));
  sum = fma_of(bld, exponent, number(bld, 9.0580006145e-06), sum);
  sum = dl_add(bld, dl_sub(bld, sum, half_square), f);
  sum = fma_of(bld, exponent, number(bld, 6.9313812256e-01), sum);
  // Zero, negative numbers, infinity, NaN.
  MlirValue is_plain =
      dl_arith_andi(bld, dl_scalar_compare(bld, DL_GREATER, x, zero),
                    dl_scalar_compare(bld, DL_LESS, x, infinity));
  MlirValue is_zero = dl_scalar_compare(bld, DL_EQUAL, x, zero);
  MlirValue is_infinity = dl_scalar_compare(bld, DL_EQUAL, x, infinity);
  MlirValue special =
      dl_arith_select(bld, is_zero, number(bld, -INFINITY), number(bld, NAN));
  special = dl_arith_select(bld, is_infinity, infinity, special);
  return dl_arith_select(bld, is_plain, sum, special);
}

MlirValue dl_f32_log2(const dl_builder *bld, MlirValue x) {
  MlirValue log = dl_f32_log(bld, x);
  return dl_mul(bld, log, number(bld, 1.4426950408889634));
}

MlirValue dl_f32_log10(const dl_builder *bld, MlirValue x) {
  MlirValue log = dl_f32_log(bld, x);
  return dl_mul(bld, log, number(bld, 0.43429448190325182));
}

/// log(u) + (x - (u - 1)) / u, u = 1 + x rounded.
MlirValue dl_f32_log1p(const dl_builder *bld, MlirValue x) {
  MlirValue one = number(bld, 1.0);
  MlirValue u = dl_add(bld, one, x);
  MlirValue log = dl_f32_log(bld, u);
  MlirValue lost = dl_sub(bld, x, dl_sub(bld, u, one));
  MlirValue mended = dl_add(bld, log, dl_div(bld, lost, u));
  MlirValue is_plain = dl_arith_andi(
      bld, dl_scalar_compare(bld, DL_GREATER, u, number(bld, 0.0)),
      dl_scalar_compare(bld, DL_LESS, u, number(bld, INFINITY)));
  mended = dl_arith_select(bld, is_plain, mended, log);
  // Keeps -0.
  MlirValue is_zero = dl_scalar_compare(bld, DL_EQUAL, x, number(bld, 0.0));
  return dl_arith_select(bld, is_zero, x, mended);
}

/// (u - 1) * x / log(u), u = exp(x) rounded: the roundings of u cancel.
MlirValue dl_f32_expm1(const dl_builder *bld, MlirValue x) {
  MlirValue one = number(bld, 1.0);
  MlirValue u = dl_f32_exp(bld, x);
  MlirValue less_one = dl_sub(bld, u, one);
  MlirValue ratio = dl_div(bld, x, dl_f32_log(bld, u));
  MlirValue mended = dl_mul(bld, less_one, ratio);
  MlirValue is_one = dl_scalar_compare(bld, DL_EQUAL, u, one);
  // From 17 on u - 1 is u, and below -17 it is -1, to rounding.
  MlirValue is_near =
      dl_scalar_compare(bld, DL_LESS, absolute(bld, x), number(bld, 17.0));
  MlirValue value = dl_arith_select(bld, is_near, mended, less_one);
  return dl_arith_select(bld, is_one, x, value);
}

/// 1 - 2 / (exp(2 |x|) + 1) from 0.55 on; below, x times an odd series.
MlirValue dl_f32_tanh(const dl_builder *bld, MlirValue x) {
  MlirValue size = absolute(bld, x), one = number(bld, 1.0);
  MlirValue power = dl_f32_exp(bld, dl_add(bld, size, size));
  MlirValue quotient = dl_div(bld, number(bld, -2.0), dl_add(bld, power, one));
  MlirValue large = with_sign(bld, dl_add(bld, one, quotient), x);
  MlirValue square = dl_mul(bld, x, x);
  static const double series[] = {1.57394409e-2, -5.23025580e-2, 1.33152470e-1,
                                  -3.33327681e-1};
  MlirValue tail = dl_mul(bld, polynomial(bld, square, 4, series), square);
  MlirValue small = fma_of(bld, tail, x, x);
  MlirValue is_small = dl_scalar_compare(bld, DL_LESS, size, number(bld, 0.55));
  return dl_arith_select(bld, is_small, small, large);
}

MlirValue dl_f32_tanh_approx(const dl_builder *bld, MlirValue x) {
  return instruction(bld, "tanh.approx.f32 $0, $1;", x);
}

/// 1 - exp(p(|x|)) from 475/512 on; below, x times an odd series.
MlirValue dl_f32_erf(const dl_builder *bld, MlirValue x) {
  static const double far_series[] = {
      -1.72853470e-5, 3.83197126e-4,  -3.88396438e-3, 2.42546219e-2,
      -1.06777877e-1, -6.34846687e-1, -1.28717512e-1};
  static const double near_series[] = {-5.96761703e-4, 4.99119423e-3,
                                       -2.67681349e-2, 1.12819925e-1,
                                       -3.76125336e-1, 1.28379166e-1};
  // Past 4 the result is 1, and the series would turn.
  MlirValue size = dl_combine_scalars(bld, DL_REDUCE_MIN, false,
                                      absolute(bld, x), number(bld, 4.0));
  MlirValue power = polynomial(bld, size, 7, far_series);
  MlirValue minus = dl_arith_negf(bld, size, (dl_arith_negf_attrs){0});
  power = dl_f32_exp(bld, fma_of(bld, power, size, minus));
  MlirValue large = with_sign(bld, dl_sub(bld, number(bld, 1.0), power), x);
  MlirValue square = dl_mul(bld, x, x);
  MlirValue small = fma_of(bld, polynomial(bld, square, 6, near_series), x, x);
  MlirValue is_small =
      dl_scalar_compare(bld, DL_LESS, size, number(bld, 0.927734375));
  return dl_arith_select(bld, is_small, small, large);
}

MlirValue dl_f32_rsqrt(const dl_builder *bld, MlirValue x) {
  return dl_div(bld, number(bld, 1.0), intrinsic(bld, "llvm.sqrt", x));
}

MlirValue dl_f32_rsqrt_approx(const dl_builder *bld, MlirValue x) {
  return instruction(bld, "rsqrt.approx.f32 $0, $1;", x);
}
