// What a pass must know of a float type: widths, largest number, special
// values.
#ifndef DLOPT_LOWERING_BASE_FLOAT_FORMAT_H
#define DLOPT_LOWERING_BASE_FLOAT_FORMAT_H

#include <stdbool.h>

#include "mlir-c/IR.h"

/// Where a float format keeps its infinities and NaNs.
typedef enum dl_float_specials {
  DL_SPECIALS_IEEE, ///< infinities and NaNs have the top exponent
  DL_SPECIALS_FN,   ///< NaN only, all ones; what overflows becomes NaN
  DL_SPECIALS_FNUZ, ///< NaN only, the pattern of -0; what overflows becomes NaN
  DL_SPECIALS_NONE  ///< neither; what overflows becomes the largest number
} dl_float_specials;

typedef struct dl_float_format {
  unsigned bits;
  unsigned mantissa_bits; ///< stored ones
  dl_float_specials specials;
  double largest; ///< largest finite number
} dl_float_format;

/// The format of a float type of up to 64 bits. False for other types, and for
/// f8E8M0FNU, which has neither sign nor zero.
bool dl_float_format_of(MlirType type, dl_float_format *format);

/// Stands for "minus infinity": the least value of the type, finite if the type
/// has no infinity.
double dl_float_lowest(const dl_float_format *format);

/// The least positive number whose mantissa has all its bits.
double dl_float_least_normal(const dl_float_format *format);

#endif // DLOPT_LOWERING_BASE_FLOAT_FORMAT_H
