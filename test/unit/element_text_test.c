// Numbers as text: one rounding, all spellings, refusals, and the way back.
#include "runtime/element_text.h"

#include "test/unit/check.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

static DloptStatus parse(dl_element_type type, const char *text,
                         uint64_t *bits) {
  *bits = 0;
  return dl_element_parse(type, text, strlen(text), bits);
}

static uint64_t bits_of(dl_element_type type, const char *text) {
  uint64_t bits;
  CHECK_OK(parse(type, text, &bits));
  return dl_element_bits(type, &bits);
}

static void check_one_rounding(void) {
  // The middle of 1 and the next f16 is 1.00048828125; a hair above it is
  // the middle as a double, and would go down to even.
  CHECK_EQ(bits_of(DL_F16, "1.00048828125"), 0x3c00);
  CHECK_EQ(bits_of(DL_F16, "1.000488281250000000000000000000001"), 0x3c01);
  CHECK_EQ(bits_of(DL_F16, "1.00146484375"), 0x3c02);
  CHECK_EQ(bits_of(DL_F16, "1.001464843749999999999999999999999"), 0x3c01);
  CHECK_EQ(bits_of(DL_F16, "-1.000488281250000000000000000000001"), 0xbc01);
  CHECK_EQ(bits_of(DL_F16, "0.0001000488281250000000000000000001e4"), 0x3c01);
  CHECK_EQ(bits_of(DL_F16, "10004882812500000000000000000001e-31"), 0x3c01);
  CHECK_EQ(bits_of(DL_F8E4M3FN, "464.0000000000000000000000000001"), 0x7f);
  CHECK_EQ(bits_of(DL_BF16, "1.00390625000000000000000000000000001"), 0x3f81);
  // Half the least f32 denormal, and just above.
  CHECK_EQ(bits_of(DL_F32, "7.006492321624085354618e-46"), 0);
  CHECK_EQ(bits_of(DL_F32, "7.006492321624085354619e-46"), 1);
  CHECK_EQ(bits_of(DL_F16, "1e-5000"), 0);
  CHECK_EQ(bits_of(DL_F16, "-1e-5000"), 0x8000);
  CHECK_EQ(bits_of(DL_F16, "1e99999999999999999999"), 0x7c00);
}

static void check_spellings(void) {
  CHECK_EQ(bits_of(DL_F32, "inf"), 0x7f800000);
  CHECK_EQ(bits_of(DL_F32, "-inf"), 0xff800000);
  CHECK_EQ(bits_of(DL_F32, "0x7F800000"), 0x7f800000);
  CHECK_EQ(bits_of(DL_F16, "0x3C00"), 0x3c00);
  CHECK_EQ(bits_of(DL_F8E5M2, "0x7b"), 0x7b);
  CHECK_EQ(bits_of(DL_F32, "-0.0"), 0x80000000);
  CHECK_EQ(bits_of(DL_F32, "1e3"), bits_of(DL_F32, "1000"));
  CHECK_EQ(bits_of(DL_F32, "+1.5E-1"), bits_of(DL_F32, "0.15"));
  CHECK_EQ(bits_of(DL_I1, "true"), 1);
  CHECK_EQ(bits_of(DL_I1, "false"), 0);
  CHECK_EQ(bits_of(DL_I8, "-128"), 0x80);
  CHECK_EQ(bits_of(DL_I8, "255"), 0xff);
  CHECK_EQ(bits_of(DL_I32, "0xFFFFFFFF"), 0xffffffff);
  CHECK_EQ(bits_of(DL_I64, "-9223372036854775808"), INT64_MIN);
  CHECK_EQ(bits_of(DL_UI64, "18446744073709551615"), -1);
  uint64_t nan = bits_of(DL_F16, "nan");
  CHECK(isnan(dl_element_to_double(DL_F16, &nan)));
  // A file may be cut anywhere: nothing beyond the length is read.
  uint64_t bits = 0;
  CHECK_OK(dl_element_parse(DL_F32, "123", 2, &bits));
  CHECK(dl_element_to_double(DL_F32, &bits) == 12.0);
}

static void check_refusals(void) {
  static const char *const no_floats[] = {
      "",   "-",  ".",  "1e",   "1e+", "1.2.3",  "0x1p3", "nanx",
      "1 ", " 1", "1f", "true", "--1", "0x3C00", "1e5.0", "0x"};
  uint64_t bits;
  for (size_t i = 0; i < sizeof(no_floats) / sizeof(no_floats[0]); ++i)
    CHECK_ERROR(parse(DL_F32, no_floats[i], &bits), DL_STATUS_INPUT, "");
  CHECK_ERROR(parse(DL_F32, "0x3C00", &bits), DL_STATUS_INPUT, "8 hex digits");
  CHECK_ERROR(parse(DL_I8, "256", &bits), DL_STATUS_INPUT,
              "does not fit in i8");
  CHECK_ERROR(parse(DL_I8, "-129", &bits), DL_STATUS_INPUT, "does not fit");
  CHECK_ERROR(parse(DL_UI8, "-1", &bits), DL_STATUS_INPUT, "does not fit");
  CHECK_ERROR(parse(DL_I32, "1.5", &bits), DL_STATUS_INPUT, "an integer");
  CHECK_ERROR(parse(DL_I32, "true", &bits), DL_STATUS_INPUT, "an integer");
  CHECK_ERROR(parse(DL_I64, "18446744073709551616", &bits), DL_STATUS_INPUT,
              "an integer");
  CHECK_ERROR(parse(DL_INDEX, "9223372036854775808", &bits), DL_STATUS_INPUT,
              "does not fit");
}

// Every finite 16-bit float prints as text that reads back as the same bits.
static void check_round_trip(dl_element_type type) {
  uint64_t n = (uint64_t)1 << dl_element_info_of(type)->bits;
  for (uint64_t bits = 0; bits < n; ++bits) {
    if (isnan(dl_element_to_double(type, &bits)))
      continue;
    char text[DL_ELEMENT_TEXT_BYTES];
    dl_element_print(type, &bits, text);
    CHECK_EQ(bits_of(type, text), bits);
  }
}

static void check_print(void) {
  char text[DL_ELEMENT_TEXT_BYTES];
  uint64_t bits = bits_of(DL_F32, "0.1");
  dl_element_print(DL_F32, &bits, text);
  CHECK_STR(text, "0.1");
  bits = bits_of(DL_F16, "-inf");
  dl_element_print(DL_F16, &bits, text);
  CHECK_STR(text, "-inf");
  bits = bits_of(DL_UI64, "18446744073709551615");
  dl_element_print(DL_UI64, &bits, text);
  CHECK_STR(text, "18446744073709551615");
  bits = bits_of(DL_F64, "-2.2250738585072014e-308");
  dl_element_print(DL_F64, &bits, text);
  CHECK_STR(text, "-2.2250738585072014e-308");
}

int main(void) {
  check_one_rounding();
  check_spellings();
  check_refusals();
  check_round_trip(DL_F16);
  check_round_trip(DL_F8E4M3FN);
  check_print();
  // A host with decimal commas changes nothing (where it has such a locale).
  if (setlocale(LC_ALL, "de_DE.UTF-8") != NULL) {
    check_one_rounding();
    check_print();
  }
  return check_result();
}
