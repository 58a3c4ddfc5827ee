// Scalar arithmetic as the operations define it: types, conversions, combining
// and neutral elements. The reference and every generated kernel stand on it.
#ifndef DLOPT_LOWERING_REFERENCE_SCALAR_H
#define DLOPT_LOWERING_REFERENCE_SCALAR_H

#include <stdbool.h>

#include "dialect/verify/shape.h"
#include "dialect/verify/types.h"
#include "lowering/base/builder.h"

// Operands are of one type; floats or integers where both are named.
MlirValue dl_add(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_sub(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_mul(const dl_builder *bld, MlirValue a, MlirValue b);
/// Float division, or signed integer division.
MlirValue dl_div(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_exp(const dl_builder *bld, MlirValue a);
/// Predicates as `arith` numbers them; ordered for floats, signed for integers.
typedef enum dl_predicate {
  DL_EQUAL,
  DL_GREATER,
  DL_GREATER_EQUAL,
  DL_LESS
} dl_predicate;
MlirValue dl_scalar_compare(const dl_builder *bld, dl_predicate predicate,
                            MlirValue a, MlirValue b);
MlirValue dl_is_nan(const dl_builder *bld, MlirValue a);
/// What a conversion does where the result's type cannot hold the value.
typedef struct dl_conversion {
  dl_rounding rounding;
  bool saturate, is_unsigned;
} dl_conversion;
/// Converts a scalar as `dlopt.cast` says (lowering/reference/convert.c).
MlirValue dl_convert_scalar(const dl_builder *bld, MlirValue value,
                            MlirType type, dl_conversion conversion);
/// Nearest even, no saturation: what `ext` and `convert` mean in the op
/// definitions.
MlirValue dl_to_type(const dl_builder *bld, MlirValue value, MlirType type,
                     bool is_unsigned);
/// An f32 scalar rounded to tf32, nearest even.
MlirValue dl_round_to_tf32(const dl_builder *bld, MlirValue value);
MlirValue dl_zero(const dl_builder *bld, MlirType type);
/// `a kind b`, both of one type.
MlirValue dl_combine_scalars(const dl_builder *bld, dl_combine kind,
                             bool is_unsigned, MlirValue a, MlirValue b);
/// The element that does not change the other in dl_combine.
MlirValue dl_neutral(const dl_builder *bld, dl_combine kind, bool is_unsigned,
                     MlirType type);
/// What an absent initial value of a reduction stands for: the neutral element,
/// but +0 for sums of floats, so that a row of -0 sums to +0 as from a fill of
/// 0.
MlirValue dl_start_value(const dl_builder *bld, dl_combine kind,
                         bool is_unsigned, MlirType type);
/// An index as a float.
MlirValue dl_index_to_float(const dl_builder *bld, MlirValue index,
                            MlirType type);

/// Positions that a window of `window` elements has along a dimension of
/// `extent`, both of type index: max(0, floordiv(extent + pad_low + pad_high
/// - dilation * (window - 1) - 1, stride) + 1).
MlirValue dl_window_count(const dl_builder *bld, const dl_axis *axis,
                          MlirValue extent, MlirValue window);

/// Why a dlopt.cast has no lowering; null if it has one.
const char *dl_cast_refusal(MlirOperation op);
/// What a dlopt.cast asks for.
dl_conversion dl_cast_conversion(MlirOperation op);

#endif // DLOPT_LOWERING_REFERENCE_SCALAR_H
