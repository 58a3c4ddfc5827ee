// The float formats, one row each.
#include "lowering/base/float_format.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>
#include <stddef.h>

struct format_row {
  bool (*is)(MlirType type);
  dl_float_format format;
};

static const struct format_row rows[] = {
    {mlirTypeIsAF32, {32, 23, DL_SPECIALS_IEEE, 0x1.fffffep127}},
    {mlirTypeIsAF16, {16, 10, DL_SPECIALS_IEEE, 65504.0}},
    {mlirTypeIsABF16, {16, 7, DL_SPECIALS_IEEE, 0x1.fep127}},
    {mlirTypeIsAF64, {64, 52, DL_SPECIALS_IEEE, 0x1.fffffffffffffp1023}},
    {mlirTypeIsATF32, {19, 10, DL_SPECIALS_IEEE, 0x1.ffcp127}},
    {mlirTypeIsAFloat8E5M2, {8, 2, DL_SPECIALS_IEEE, 57344.0}},
    {mlirTypeIsAFloat8E4M3, {8, 3, DL_SPECIALS_IEEE, 240.0}},
    {mlirTypeIsAFloat8E3M4, {8, 4, DL_SPECIALS_IEEE, 15.5}},
    {mlirTypeIsAFloat8E4M3FN, {8, 3, DL_SPECIALS_FN, 448.0}},
    {mlirTypeIsAFloat8E5M2FNUZ, {8, 2, DL_SPECIALS_FNUZ, 57344.0}},
    {mlirTypeIsAFloat8E4M3FNUZ, {8, 3, DL_SPECIALS_FNUZ, 240.0}},
    {mlirTypeIsAFloat8E4M3B11FNUZ, {8, 3, DL_SPECIALS_FNUZ, 30.0}},
    {mlirTypeIsAFloat6E3M2FN, {6, 2, DL_SPECIALS_NONE, 28.0}},
    {mlirTypeIsAFloat6E2M3FN, {6, 3, DL_SPECIALS_NONE, 7.5}},
    {mlirTypeIsAFloat4E2M1FN, {4, 1, DL_SPECIALS_NONE, 6.0}},
};

bool dl_float_format_of(MlirType type, dl_float_format *format) {
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (rows[i].is(type)) {
      *format = rows[i].format;
      return true;
    }
  }
  return false;
}

double dl_float_lowest(const dl_float_format *format) {
  return format->specials == DL_SPECIALS_IEEE ? -INFINITY : -format->largest;
}

double dl_float_least_normal(const dl_float_format *format) {
  // Exponents of normal numbers; IEEE formats keep the top one for infinity.
  int n_exponents = (1 << (format->bits - 1 - format->mantissa_bits)) - 1;
  if (format->specials == DL_SPECIALS_IEEE)
    --n_exponents;
  return ldexp(1.0, ilogb(format->largest) - n_exponents + 1);
}
