// Functions of f32 as arithmetic of the GPU. Each states its bound against the
// exact value, in units of the last place of an f32, for all finite inputs.
#ifndef DLOPT_LOWERING_PTX_FLOAT_MATH_H
#define DLOPT_LOWERING_PTX_FLOAT_MATH_H

#include "lowering/base/builder.h"

MlirValue dl_f32_exp(const dl_builder *bld, MlirValue x);   ///< 3
MlirValue dl_f32_exp2(const dl_builder *bld, MlirValue x);  ///< 2, hardware
MlirValue dl_f32_expm1(const dl_builder *bld, MlirValue x); ///< 6
MlirValue dl_f32_log(const dl_builder *bld, MlirValue x);   ///< 2
MlirValue dl_f32_log2(const dl_builder *bld, MlirValue x);  ///< 3
MlirValue dl_f32_log10(const dl_builder *bld, MlirValue x); ///< 3
MlirValue dl_f32_log1p(const dl_builder *bld, MlirValue x); ///< 2.5
MlirValue dl_f32_tanh(const dl_builder *bld, MlirValue x);  ///< 2.5
MlirValue dl_f32_erf(const dl_builder *bld, MlirValue x);   ///< 2.5
MlirValue dl_f32_rsqrt(const dl_builder *bld, MlirValue x); ///< 1.5

// For results that become f16 or bf16: the hardware's own, relative 2^-10.9 for
// tanh, 2^-22 for rsqrt, |x| * 2^-23 + 2^-22 for exp.
MlirValue dl_f32_exp_approx(const dl_builder *bld, MlirValue x);
MlirValue dl_f32_tanh_approx(const dl_builder *bld, MlirValue x);
MlirValue dl_f32_rsqrt_approx(const dl_builder *bld, MlirValue x);

/// LLVM's intrinsic `name`, such as "llvm.sqrt": operands and result of one
/// type.
MlirValue dl_llvm_intrinsic(const dl_builder *bld, const char *name,
                            intptr_t count, const MlirValue *operands);

#endif // DLOPT_LOWERING_PTX_FLOAT_MATH_H
