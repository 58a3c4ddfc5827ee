// What dlopt.cast does to constants.
#ifndef DLOPT_DIALECT_FOLD_CONVERT_H
#define DLOPT_DIALECT_FOLD_CONVERT_H

#include "dialect/verify/types.h"

/// True if every value of element type `narrow` is a value of `wide`; false
/// where that is not certain.
bool dl_holds_all(MlirType wide, MlirType narrow);

typedef struct dl_conversion {
  dl_rounding rounding;
  bool saturate;
  bool is_unsigned;
} dl_conversion;

/// `constant`, a dense elements attribute, converted to the statically shaped
/// tensor type `result`. Null where the outcome is unspecified, where rounding
/// is other than to nearest even and not exact, or where it would be a large
/// constant.
MlirAttribute dl_convert_constant(MlirAttribute constant, MlirType result,
                                  const dl_conversion *conversion);

#endif // DLOPT_DIALECT_FOLD_CONVERT_H
