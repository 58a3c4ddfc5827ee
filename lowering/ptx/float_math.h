// Functions of f32 and f64 as arithmetic of the GPU. README.md has the bounds.
#ifndef DLOPT_LOWERING_PTX_FLOAT_MATH_H
#define DLOPT_LOWERING_PTX_FLOAT_MATH_H

#include "lowering/ptx/real.h"

// exp_log.c
MlirValue dl_real_exp(const dl_builder *bld, MlirValue x);
MlirValue dl_real_exp2(const dl_builder *bld, MlirValue x);
MlirValue dl_real_expm1(const dl_builder *bld, MlirValue x);
MlirValue dl_real_log(const dl_builder *bld, MlirValue x);
MlirValue dl_real_log2(const dl_builder *bld, MlirValue x);
MlirValue dl_real_log10(const dl_builder *bld, MlirValue x);
MlirValue dl_real_log1p(const dl_builder *bld, MlirValue x);
MlirValue dl_real_rsqrt(const dl_builder *bld, MlirValue x);
/// 2^k * exp(high + low), by a series, to half a unit and a bit; `low` may be
/// null.
MlirValue dl_real_exp_of(const dl_builder *bld, dl_pair x, int k);
/// x = m * 2^exponent, m from sqrt(1/2) to sqrt(2), of a positive number. The
/// exponent is a float.
MlirValue dl_real_split(const dl_builder *bld, MlirValue x,
                        MlirValue *exponent);

// error_function.c
MlirValue dl_real_erf(const dl_builder *bld, MlirValue x);
MlirValue dl_real_erfc(const dl_builder *bld, MlirValue x);

// hyperbolic.c
MlirValue dl_real_tanh(const dl_builder *bld, MlirValue x);
MlirValue dl_real_sinh(const dl_builder *bld, MlirValue x);
MlirValue dl_real_cosh(const dl_builder *bld, MlirValue x);
MlirValue dl_real_asinh(const dl_builder *bld, MlirValue x);
MlirValue dl_real_acosh(const dl_builder *bld, MlirValue x);
MlirValue dl_real_atanh(const dl_builder *bld, MlirValue x);

// circle.c
MlirValue dl_real_sin(const dl_builder *bld, MlirValue x);
MlirValue dl_real_cos(const dl_builder *bld, MlirValue x);
MlirValue dl_real_tan(const dl_builder *bld, MlirValue x);
void dl_real_sincos(const dl_builder *bld, MlirValue x, MlirValue *sine,
                    MlirValue *cosine);

// arc.c
MlirValue dl_real_asin(const dl_builder *bld, MlirValue x);
MlirValue dl_real_acos(const dl_builder *bld, MlirValue x);
MlirValue dl_real_atan(const dl_builder *bld, MlirValue x);
MlirValue dl_real_atan2(const dl_builder *bld, MlirValue y, MlirValue x);

// power.c
MlirValue dl_real_pow(const dl_builder *bld, MlirValue x, MlirValue y);
/// x^n, n an integer.
MlirValue dl_real_pow_int(const dl_builder *bld, MlirValue x, MlirValue n);
MlirValue dl_real_cbrt(const dl_builder *bld, MlirValue x);

// integer_math.c
/// x^n of integers, modulo 2^width; for n < 0 the quotient 1 / x^-n, 0 of 0.
MlirValue dl_int_pow(const dl_builder *bld, MlirValue x, MlirValue n);
/// x - y * trunc(x / y), exactly.
MlirValue dl_real_remainder(const dl_builder *bld, MlirValue x, MlirValue y);

// f32 for results that become f16 or bf16: the hardware's own, relative
// 2^-10.9 for tanh, 2^-22 for rsqrt, |x| * 2^-23 + 2^-22 for exp.
MlirValue dl_f32_exp_approx(const dl_builder *bld, MlirValue x);
MlirValue dl_f32_tanh_approx(const dl_builder *bld, MlirValue x);
MlirValue dl_f32_rsqrt_approx(const dl_builder *bld, MlirValue x);

#endif // DLOPT_LOWERING_PTX_FLOAT_MATH_H
