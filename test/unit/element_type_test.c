// Element conversions, exhaustively for every 8- and 16-bit float.
//
// The model is arithmetic on doubles, not another bit algorithm: the values
// of a format in ascending order, their midpoints (exact in double), and the
// doubles next to each midpoint decide what rounding must give.
#include "runtime/element_type.h"

#include "test/unit/check.h"

#include <math.h>
#include <stdlib.h>

static uint64_t encode(dl_element_type type, double value) {
  uint64_t bits = 0;
  dl_element_from_double(type, value, &bits);
  return bits;
}

static double decode(dl_element_type type, uint64_t bits) {
  return dl_element_to_double(type, &bits);
}

// Value of a positive pattern from the definition of the format.
static double model_value(const dl_element_info *row, uint64_t bits) {
  uint64_t field = bits >> row->mantissa_bits;
  double fraction = (double)(bits & (((uint64_t)1 << row->mantissa_bits) - 1)) /
                    (double)((uint64_t)1 << row->mantissa_bits);
  uint64_t top = ((uint64_t)1 << (row->bits - 1 - row->mantissa_bits)) - 1;
  if (row->style == DL_FLOAT_IEEE && field == top)
    return fraction == 0.0 ? INFINITY : NAN;
  if (row->style == DL_FLOAT_FN && bits == ((uint64_t)1 << (row->bits - 1)) - 1)
    return NAN;
  return field == 0 ? ldexp(fraction, 1 - row->bias)
                    : ldexp(1.0 + fraction, (int)field - row->bias);
}

static void check_signed(dl_element_type type, double value, uint64_t bits) {
  const dl_element_info *row = dl_element_info_of(type);
  uint64_t sign = (uint64_t)1 << (row->bits - 1);
  CHECK_EQ(encode(type, value), bits);
  bool no_negative_zero = row->style == DL_FLOAT_FNUZ && bits == 0;
  CHECK_EQ(encode(type, -value), no_negative_zero ? 0 : bits | sign);
}

static void check_format(dl_element_type type) {
  const dl_element_info *row = dl_element_info_of(type);
  uint64_t sign = (uint64_t)1 << (row->bits - 1);
  uint64_t highest = 0; // largest finite pattern

  for (uint64_t bits = 0; bits < sign; ++bits) {
    double value = model_value(row, bits);
    double got = decode(type, bits);
    CHECK(isnan(value) ? isnan(got) : got == value);
    if (isnan(value)) {
      CHECK(isnan(decode(type, encode(type, got))));
      continue;
    }
    check_signed(type, value, bits);
    if (bits > 0)
      CHECK(decode(type, bits | sign) == -value);
    if (isfinite(value))
      highest = bits;
  }

  for (uint64_t bits = 0; bits < highest; ++bits) {
    double low = model_value(row, bits), high = model_value(row, bits + 1);
    double middle = low + (high - low) / 2.0;
    check_signed(type, middle, bits + (bits & 1));
    check_signed(type, nextafter(middle, 0.0), bits);
    check_signed(type, nextafter(middle, INFINITY), bits + 1);
  }

  // Beyond the largest number: the tie with the number that would come next
  // goes to the even pattern, which may still be the largest.
  double last = model_value(row, highest);
  double ulp = last - model_value(row, highest - 1);
  double tie = last + ulp / 2.0;
  bool last_is_even = !(highest & 1);
  uint64_t over =
      row->style == DL_FLOAT_IEEE ? encode(type, INFINITY) : encode(type, NAN);
  CHECK_EQ(encode(type, nextafter(tie, 0.0)), highest);
  CHECK_EQ(encode(type, tie), last_is_even ? highest : over);
  CHECK_EQ(encode(type, nextafter(tie, INFINITY)), over);
  CHECK_EQ(encode(type, 1e300), over);
  CHECK_EQ(encode(type, INFINITY), over);
  CHECK(isnan(decode(type, encode(type, NAN))));
  CHECK(isnan(decode(type, encode(type, -NAN))));
  double far_below = decode(type, encode(type, -5e-324));
  CHECK(far_below == 0.0);
  CHECK(!!signbit(far_below) == (row->style != DL_FLOAT_FNUZ));
}

static void check_known_values(void) {
  CHECK_EQ(encode(DL_F16, 65504.0), 0x7bff);
  CHECK_EQ(encode(DL_F16, 65520.0), 0x7c00);
  CHECK_EQ(encode(DL_F16, -0.0), 0x8000);
  CHECK_EQ(encode(DL_BF16, 1.00390625), 0x3f80);
  CHECK_EQ(encode(DL_BF16, 1.01171875), 0x3f82);
  CHECK_EQ(encode(DL_F8E4M3FN, 448.0), 0x7e);
  CHECK_EQ(encode(DL_F8E4M3FN, 464.0), 0x7e);
  CHECK_EQ(encode(DL_F8E4M3FN, 464.03125), 0x7f);
  CHECK_EQ(encode(DL_F8E4M3FN, -0.0029296875), 0x82);
  CHECK_EQ(encode(DL_F8E5M2, 57344.0), 0x7b);
  CHECK_EQ(encode(DL_F8E5M2, 61440.0), 0x7c);
  CHECK_EQ(encode(DL_F8E4M3FNUZ, 240.0), 0x7f);
  CHECK_EQ(encode(DL_F8E4M3FNUZ, -0.0), 0x00);
  CHECK_EQ(encode(DL_F8E4M3FNUZ, INFINITY), 0x80);
  // Through f32 this would round twice: 1 + 2^-11 + 2^-40 becomes the tie.
  CHECK_EQ(encode(DL_F16, 1.0 + 0x1p-11 + 0x1p-40), 0x3c01);
  CHECK_EQ(encode(DL_F16, 1.0 + 0x1p-11), 0x3c00);
}

// f32 against the machine's own conversion, on random bit patterns.
static void check_f32(void) {
  uint64_t state = 1;
  for (int i = 0; i < 1000000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents around the range of f32, any mantissa and sign.
    uint64_t exponent = 1023 - 160 + (state >> 33) % 320;
    uint64_t bits = (state << 52 >> 12) ^ (state & 0x800fffffffffffffu);
    bits = (bits & 0x800fffffffffffffu) | exponent << 52;
    double value;
    memcpy(&value, &bits, sizeof(value));
    float narrow = (float)value;
    uint32_t expected;
    memcpy(&expected, &narrow, sizeof(expected));
    CHECK_EQ(encode(DL_F32, value), expected);
    CHECK(decode(DL_F32, expected) == (double)narrow);
  }
}

static void check_integers(void) {
  uint64_t bits = 0;
  dl_element_from_double(DL_I8, 300.0, &bits);
  CHECK_EQ(dl_element_to_int64(DL_I8, &bits), 127);
  dl_element_from_double(DL_I8, -300.0, &bits);
  CHECK_EQ(dl_element_to_int64(DL_I8, &bits), -128);
  dl_element_from_double(DL_I8, 2.5, &bits);
  CHECK_EQ(dl_element_to_int64(DL_I8, &bits), 2);
  dl_element_from_double(DL_I8, NAN, &bits);
  CHECK_EQ(dl_element_to_int64(DL_I8, &bits), 0);
  dl_element_from_double(DL_UI8, -3.0, &bits);
  CHECK_EQ(dl_element_to_int64(DL_UI8, &bits), 0);
  dl_element_from_double(DL_UI8, 300.0, &bits);
  CHECK_EQ(dl_element_to_int64(DL_UI8, &bits), 255);
  dl_element_from_double(DL_UI64, 1e30, &bits);
  CHECK(bits == UINT64_MAX);
  dl_element_from_double(DL_I64, 1e30, &bits);
  CHECK(bits == INT64_MAX);
  dl_element_from_double(DL_I64, -1e30, &bits);
  CHECK_EQ(bits, INT64_MIN);

  // One byte each, i4 sign-extended, i1 zero-extended.
  bits = 0;
  dl_element_from_int64(DL_I4, -3, &bits);
  CHECK_EQ(bits, 0xfd);
  CHECK_EQ(dl_element_to_int64(DL_I4, &bits), -3);
  CHECK_EQ(dl_element_bits(DL_I4, &bits), 0xd);
  bits = 0;
  dl_element_from_int64(DL_I1, -1, &bits);
  CHECK_EQ(bits, 1);
  CHECK_EQ(dl_element_to_int64(DL_I1, &bits), 1);
  dl_element_from_double(DL_I1, 0.25, &bits);
  CHECK_EQ(bits, 1);

  for (int value = -32768; value < 65536; ++value) {
    bits = 0;
    dl_element_from_int64(DL_I16, value, &bits);
    CHECK_EQ(dl_element_to_int64(DL_I16, &bits), (int16_t)value);
    dl_element_from_int64(DL_UI16, value, &bits);
    CHECK_EQ(dl_element_to_int64(DL_UI16, &bits), (uint16_t)value);
  }

  bits = UINT64_MAX;
  CHECK(dl_element_to_double(DL_UI64, &bits) == 0x1p64);
  double nan = NAN, far = 1e300;
  CHECK_EQ(dl_element_to_int64(DL_F64, &nan), 0);
  CHECK_EQ(dl_element_to_int64(DL_F64, &far), INT64_MAX);

  // 2^60 + 2^36 is the tie between two f32; one more is above it, though not
  // in a double.
  bits = 0;
  int64_t above_tie = ((int64_t)1 << 60) + ((int64_t)1 << 36) + 1;
  dl_element_from_int64(DL_F32, above_tie, &bits);
  CHECK_EQ(bits, 0x5d800001);
  dl_element_from_int64(DL_F32, above_tie - 1, &bits);
  CHECK_EQ(bits, 0x5d800000);
  bits = 0;
  dl_element_from_int64(DL_F16, INT64_MIN, &bits);
  CHECK_EQ(bits, 0xfc00);
}

static uint64_t ulps(dl_element_type type, double one, double other) {
  uint64_t a = encode(type, one), b = encode(type, other);
  return dl_element_ulps(type, &a, &b);
}

static void check_ulps(void) {
  CHECK_EQ(ulps(DL_F32, 0.0, -0.0), 0);
  CHECK_EQ(ulps(DL_F32, 0x1p-149, -0x1p-149), 2);
  CHECK_EQ(ulps(DL_F16, 1.0, 1.0 + 0x1p-10), 1);
  CHECK_EQ(ulps(DL_F16, 65504.0, INFINITY), 1);
  CHECK_EQ(ulps(DL_F16, NAN, NAN), 0);
  CHECK(ulps(DL_F16, NAN, 1.0) == UINT64_MAX);
  CHECK_EQ(ulps(DL_I8, -128.0, 127.0), 255);
  int64_t low = INT64_MIN, high = INT64_MAX;
  CHECK(dl_element_ulps(DL_I64, &low, &high) == UINT64_MAX);
}

static void check_names(void) {
  for (int i = 0; i < DL_N_ELEMENT_TYPES; ++i) {
    const dl_element_info *row = dl_element_info_of((dl_element_type)i);
    dl_element_type found;
    CHECK(dl_element_type_parse(row->name, strlen(row->name), &found));
    CHECK_EQ(found, i);
    CHECK(row->bits <= 8 * row->n_bytes);
    CHECK_EQ(row->npy[2] - '0', row->n_bytes);
  }
  dl_element_type found;
  CHECK(!dl_element_type_parse("f8", 2, &found));
  CHECK(!dl_element_type_parse("", 0, &found));
}

int main(void) {
  for (int i = 0; i < DL_N_ELEMENT_TYPES; ++i)
    if (dl_element_is_float((dl_element_type)i) &&
        dl_element_info_of((dl_element_type)i)->bits <= 16)
      check_format((dl_element_type)i);
  check_known_values();
  check_f32();
  check_integers();
  check_ulps();
  check_names();
  return check_result();
}
