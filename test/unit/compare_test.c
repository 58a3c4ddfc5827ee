// Comparison: both modes, statistics, and the words of the report.
#include "runtime/compare.h"

#include "test/unit/check.h"

#include <math.h>
#include <stdlib.h>

static dl_tensor vector(dl_element_type element, int64_t n,
                        const double *values) {
  dl_tensor tensor;
  CHECK_OK(dl_tensor_init_shape(&tensor, element, 1, &n));
  for (int64_t i = 0; i < n; ++i)
    dl_tensor_set_double(&tensor, i, values[i]);
  return tensor;
}

static const dl_tolerance exact = {.is_exact = true};

static int64_t mismatches(double got, double expected, dl_tolerance tolerance) {
  dl_tensor a = vector(DL_F32, 1, &got), b = vector(DL_F32, 1, &expected);
  dl_comparison comparison;
  CHECK_OK(dl_compare(&a, &b, tolerance, &comparison));
  dl_tensor_finish(&a);
  dl_tensor_finish(&b);
  return comparison.n_mismatches;
}

static void check_rules(void) {
  const dl_tolerance wide = {false, 1e30, 1.0, 0.0},
                     none = {false, 0.0, 0.0, 0.0};
  const dl_tolerance mixed = {false, 0.5, 0.125, 0.0};
  CHECK_EQ(mismatches(1.0, 1.0, exact), 0);
  CHECK_EQ(mismatches(1.0, 1.0000001192092896, exact), 1);
  CHECK_EQ(mismatches(-0.0, 0.0, exact), 1);
  CHECK_EQ(mismatches(0.0, -0.0, exact), 1);
  CHECK_EQ(mismatches(-0.0, 0.0, none), 0);
  CHECK_EQ(mismatches(NAN, -NAN, exact), 0);
  CHECK_EQ(mismatches(NAN, NAN, none), 0);
  CHECK_EQ(mismatches(NAN, 1.0, wide), 1);
  CHECK_EQ(mismatches(1.0, NAN, wide), 1);
  CHECK_EQ(mismatches(INFINITY, INFINITY, exact), 0);
  CHECK_EQ(mismatches(INFINITY, INFINITY, none), 0);
  CHECK_EQ(mismatches(INFINITY, -INFINITY, wide), 1);
  CHECK_EQ(mismatches(3e38, INFINITY, wide), 1);
  CHECK_EQ(mismatches(INFINITY, 3e38, wide), 1);
  // 0.5 + 0.125 * 8 = 1.5, and the bound itself is inside.
  CHECK_EQ(mismatches(9.5, 8.0, mixed), 0);
  CHECK_EQ(mismatches(-6.5, -8.0, mixed), 0);
  CHECK_EQ(mismatches(9.500001, 8.0, mixed), 1);
}

static void check_statistics(void) {
  static const double got[4] = {1.0, 2.0, 3.5, 0.0};
  static const double expected[4] = {1.0, 2.5, 3.0, 0.25};
  dl_tensor a = vector(DL_F16, 4, got), b = vector(DL_F64, 4, expected);
  dl_comparison comparison;
  CHECK_OK(
      dl_compare(&a, &b, (dl_tolerance){false, 0.3, 0.0, 0.0}, &comparison));
  CHECK_EQ(comparison.n_elements, 4);
  CHECK_EQ(comparison.n_mismatches, 2);
  CHECK_EQ(comparison.n_shown, 2);
  CHECK_EQ(comparison.shown[0].index, 1);
  CHECK_STR(comparison.shown[0].got, "2");
  CHECK_STR(comparison.shown[0].expected, "2.5");
  CHECK(comparison.max_absolute == 0.5);
  CHECK(comparison.max_relative == 1.0);
  CHECK_EQ(comparison.max_ulp, 0x3400); // f16 0.25 against 0
  double cosine = (1.0 + 5.0 + 10.5) / (sqrt(17.25) * sqrt(16.3125));
  CHECK(fabs(comparison.cosine - cosine) < 1e-12);
  dl_tensor_finish(&a);
  dl_tensor_finish(&b);

  // Non-finite errors show as such and do not spoil the rest.
  static const double bad[3] = {NAN, 1.0, INFINITY};
  static const double good[3] = {1.0, 1.0, INFINITY};
  a = vector(DL_F32, 3, bad);
  b = vector(DL_F32, 3, good);
  CHECK_OK(dl_compare(&a, &b, exact, &comparison));
  CHECK_EQ(comparison.n_mismatches, 1);
  CHECK(isinf(comparison.max_absolute) && isinf(comparison.max_relative));
  CHECK(comparison.max_ulp == UINT64_MAX && comparison.cosine == 1.0);
  dl_tensor_finish(&a);
  a = vector(DL_F32, 1, bad);
  dl_tensor_finish(&b);
  b = vector(DL_F32, 1, good);
  CHECK_OK(dl_compare(&a, &b, exact, &comparison));
  CHECK(isnan(comparison.cosine));
  dl_tensor_finish(&a);
  dl_tensor_finish(&b);
}

static void check_integers(void) {
  dl_tensor a, b;
  dl_comparison comparison;
  int64_t n = 1;
  CHECK_OK(dl_tensor_init_shape(&a, DL_I64, 1, &n));
  CHECK_OK(dl_tensor_init_shape(&b, DL_I64, 1, &n));
  // As doubles these are the same number.
  dl_tensor_set_int64(&a, 0, ((int64_t)1 << 60) + 1);
  dl_tensor_set_int64(&b, 0, (int64_t)1 << 60);
  CHECK_OK(dl_compare(&a, &b, exact, &comparison));
  CHECK_EQ(comparison.n_mismatches, 1);
  CHECK_EQ(comparison.max_ulp, 1);
  CHECK_OK(
      dl_compare(&a, &b, (dl_tolerance){false, 1.0, 0.0, 0.0}, &comparison));
  CHECK_EQ(comparison.n_mismatches, 0);
  dl_tensor_finish(&a);
  dl_tensor_finish(&b);
}

/// Forty rows of 64: one large value in the first, ones elsewhere, of which
/// `n_wrong` rows are off by a tenth.
static int64_t mismatches_in_rows(int n_wrong) {
  dl_tensor got, expected;
  CHECK_OK(dl_tensor_init_shape(&got, DL_BF16, 2, (int64_t[]){40, 64}));
  CHECK_OK(dl_tensor_init_shape(&expected, DL_F64, 2, (int64_t[]){40, 64}));
  for (int64_t i = 0; i < got.n_elements; ++i) {
    dl_tensor_set_double(&expected, i, i ? 1.0 : 1000.0);
    dl_tensor_set_double(
        &got, i, i / 64 > 0 && i / 64 <= n_wrong ? 1.1 : (i ? 1.0 : 1000.0));
  }
  dl_tolerance tolerance = {false, 62.5, 0.0625 / 2, 0.0625 / 2};
  dl_comparison comparison;
  CHECK_OK(dl_compare(&got, &expected, tolerance, &comparison));
  dl_tensor_finish(&got);
  dl_tensor_finish(&expected);
  return comparison.n_mismatches;
}

static void check_nearby(void) {
  CHECK_EQ(mismatches_in_rows(0), 0);
  CHECK_EQ(mismatches_in_rows(2), 0); // one of twenty: sums that cancelled
  CHECK_EQ(mismatches_in_rows(3), 3 * 64);
  CHECK_EQ(mismatches_in_rows(39), 39 * 64);
}

static void check_refusals(void) {
  dl_tensor a, b, c;
  dl_comparison comparison;
  CHECK_OK(dl_tensor_init_shape(&a, DL_F32, 2, (int64_t[]){2, 3}));
  CHECK_OK(dl_tensor_init_shape(&b, DL_F32, 2, (int64_t[]){3, 2}));
  CHECK_OK(dl_tensor_init_shape(&c, DL_I32, 2, (int64_t[]){2, 3}));
  CHECK_ERROR(dl_compare(&a, &b, exact, &comparison), DL_STATUS_INPUT,
              "the result is tensor<2x3xf32> but tensor<3x2xf32> was expected "
              "(sizes differ)");
  CHECK_ERROR(dl_compare(&a, &c, exact, &comparison), DL_STATUS_INPUT,
              "element types differ");
  dl_tensor_finish(&a);
  dl_tensor_finish(&b);
  dl_tensor_finish(&c);
}

static void check_report(void) {
  dl_tensor got, expected;
  dl_comparison comparison;
  char text[1000];
  CHECK_OK(dl_tensor_init_shape(&got, DL_F32, 2, (int64_t[]){2, 4}));
  CHECK_OK(dl_tensor_init_shape(&expected, DL_F32, 2, (int64_t[]){2, 4}));
  CHECK_OK(dl_compare(&got, &expected, exact, &comparison));
  CHECK(dl_comparison_is_ok(&comparison));
  dl_comparison_format(&comparison, "result 0", text, sizeof(text));
  CHECK_STR(text, "result 0: tensor<2x4xf32>: ok, 8 elements; max abs 0, max "
                  "rel 0, max ulp 0, cosine 1 (tolerance exact)");

  for (int i = 1; i < 8; ++i)
    dl_tensor_set_double(&got, i, 0.5);
  dl_tolerance tolerance = {false, 0.25, 1e-3, 0.0};
  CHECK_OK(dl_compare(&got, &expected, tolerance, &comparison));
  CHECK(!dl_comparison_is_ok(&comparison));
  dl_comparison_format(&comparison, "result 0", text, sizeof(text));
  CHECK_STR(text, "result 0: tensor<2x4xf32>: WRONG, 7 of 8 elements, first "
                  "[0, 1]: got 0.5, expected 0; max abs 0.5, max rel 0, max "
                  "ulp 1056964608, cosine 0 (tolerance abs=0.25 rel=0.001)");
  char small[9];
  dl_comparison_format(&comparison, "result 0", small, sizeof(small));
  CHECK_STR(small, "result 0");

  FILE *stream = tmpfile();
  CHECK(stream != NULL);
  if (stream != NULL) {
    dl_comparison_print_mismatches(&comparison, stream);
    rewind(stream);
    text[fread(text, 1, sizeof(text) - 1, stream)] = '\0';
    CHECK_STR(text, "  [0, 1] got 0.5, expected 0\n"
                    "  [0, 2] got 0.5, expected 0\n"
                    "  [0, 3] got 0.5, expected 0\n"
                    "  [1, 0] got 0.5, expected 0\n"
                    "  [1, 1] got 0.5, expected 0\n"
                    "  ... and 2 more\n");
    fclose(stream);
  }
  dl_tensor_finish(&got);
  dl_tensor_finish(&expected);
}

int main(void) {
  check_rules();
  check_statistics();
  check_integers();
  check_nearby();
  check_refusals();
  check_report();
  return check_result();
}
