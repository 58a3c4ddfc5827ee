// Building arithmetic of f32 and f64 alike: constants, bits, series, pairs that
// hold a number to twice its precision. What a value is of, its operands are.
#ifndef DLOPT_LOWERING_PTX_REAL_H
#define DLOPT_LOWERING_PTX_REAL_H

#include <stdbool.h>

#include "lowering/base/builder.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/reference/scalar.h"

/// LLVM's intrinsic `name`, such as "llvm.sqrt": operands and result of one
/// type.
MlirValue dl_llvm_intrinsic(const dl_builder *bld, const char *name,
                            intptr_t count, const MlirValue *operands);
/// One instruction of PTX, `$0` from `$1`.
MlirValue dl_ptx_instruction(const dl_builder *bld, const char *ptx,
                             MlirValue x);

static inline bool dl_is_double(MlirValue x) {
  return mlirTypeIsAF64(mlirValueGetType(x));
}
/// Bits of a number that are stored of its mantissa; bias of its exponent.
static inline int dl_mantissa_bits(MlirValue x) {
  return dl_is_double(x) ? 52 : 23;
}
static inline int dl_bias(MlirValue x) { return dl_is_double(x) ? 1023 : 127; }

/// A constant of the type of `like`, a float or an integer.
MlirValue dl_real(const dl_builder *bld, MlirValue like, double value);
MlirValue dl_whole(const dl_builder *bld, MlirValue like, int64_t value);
/// A constant that differs between f32 and f64.
MlirValue dl_real_of(const dl_builder *bld, MlirValue like, double f32,
                     double f64);

MlirValue dl_fma(const dl_builder *bld, MlirValue a, MlirValue b, MlirValue c);
MlirValue dl_negated(const dl_builder *bld, MlirValue x);
MlirValue dl_absolute(const dl_builder *bld, MlirValue x);
MlirValue dl_root(const dl_builder *bld, MlirValue x);
MlirValue dl_nearest(const dl_builder *bld, MlirValue x);
MlirValue dl_truncated(const dl_builder *bld, MlirValue x);
/// `size` with the sign of `x`.
MlirValue dl_with_sign(const dl_builder *bld, MlirValue size, MlirValue x);
/// -x where `condition` holds.
MlirValue dl_negated_if(const dl_builder *bld, MlirValue condition,
                        MlirValue x);
/// NaN passes.
MlirValue dl_clamped(const dl_builder *bld, MlirValue x, double low,
                     double high);

/// `x predicate value`, ordered or signed.
MlirValue dl_compares(const dl_builder *bld, dl_predicate predicate,
                      MlirValue x, double value);
static inline MlirValue dl_is_below(const dl_builder *bld, MlirValue x,
                                    double value) {
  return dl_compares(bld, DL_LESS, x, value);
}
static inline MlirValue dl_is_above(const dl_builder *bld, MlirValue x,
                                    double value) {
  return dl_compares(bld, DL_GREATER, x, value);
}
static inline MlirValue dl_equals(const dl_builder *bld, MlirValue x,
                                  double value) {
  return dl_compares(bld, DL_EQUAL, x, value);
}
MlirValue dl_below_unsigned(const dl_builder *bld, MlirValue a, MlirValue b);
static inline MlirValue dl_pick(const dl_builder *bld, MlirValue condition,
                                MlirValue a, MlirValue b) {
  return dl_arith_select(bld, condition, a, b);
}

/// The integer with the bits of a number, and back.
MlirValue dl_bits(const dl_builder *bld, MlirValue x);
MlirValue dl_from_bits(const dl_builder *bld, MlirValue bits);
/// An integer as wide as `like`, from a number that is one.
MlirValue dl_to_whole(const dl_builder *bld, MlirValue x);
/// A float as wide as a signed integer.
MlirValue dl_from_whole(const dl_builder *bld, MlirValue x);
/// True of -0 and -NaN too.
MlirValue dl_has_sign(const dl_builder *bld, MlirValue x);
MlirValue dl_shift_left(const dl_builder *bld, MlirValue x, int count);
MlirValue dl_shift_right(const dl_builder *bld, MlirValue x, int count,
                         bool is_unsigned);

/// x * 2^n, n an integer as wide, where 2^n itself may not be a number.
MlirValue dl_scaled(const dl_builder *bld, MlirValue x, MlirValue n);

/// A polynomial for either type, the highest coefficient first.
typedef struct dl_series {
  int n_f32, n_f64;
  const double *f32, *f64;
} dl_series;
/// By Horner's rule.
MlirValue dl_series_at(const dl_builder *bld, const dl_series *series,
                       MlirValue x);

/// high + low, low less than a unit of high's last place.
typedef struct dl_pair {
  MlirValue high, low;
} dl_pair;
/// a + b exactly, for |a| >= |b| or a = 0.
dl_pair dl_pair_sum(const dl_builder *bld, MlirValue a, MlirValue b);
dl_pair dl_pair_product(const dl_builder *bld, MlirValue a, MlirValue b);

#endif // DLOPT_LOWERING_PTX_REAL_H
