// Random fill: the same bits everywhere, in range, and spread.
#include "runtime/random.h"

#include "test/unit/check.h"

#include <math.h>

static dl_tensor filled(dl_element_type element, int64_t n, uint64_t seed,
                        uint64_t stream) {
  dl_tensor tensor;
  CHECK_OK(dl_tensor_init_shape(&tensor, element, 1, &n));
  dl_random_fill(&tensor, seed, stream, 1.0);
  return tensor;
}

// Written down once: any other machine must give the same.
static void check_golden(void) {
  CHECK_EQ(dl_random_bits(0, 0, 0), 0x28f9feaebd831d6c);
  CHECK_EQ(dl_random_bits(42, 3, 1000000), 0xceecbf4aa0a9dbfc);
  dl_tensor tensor = filled(DL_F16, 4, 7, 1);
  CHECK_EQ(dl_element_bits(DL_F16, dl_tensor_at(&tensor, 0)), 0x3adb);
  CHECK_EQ(dl_element_bits(DL_F16, dl_tensor_at(&tensor, 3)), 0xb975);
  dl_tensor_finish(&tensor);
}

static void check_floats(dl_element_type element) {
  enum { n = 20000 };
  dl_tensor tensor = filled(element, n, 1, 0);
  double sum = 0.0, squares = 0.0, most = 0.0;
  for (int64_t i = 0; i < n; ++i) {
    double value = dl_tensor_get_double(&tensor, i);
    sum += value;
    squares += value * value;
    most = fmax(most, fabs(value));
  }
  CHECK(most <= 1.0 && most > 0.9); // 1.0 after rounding up
  CHECK(fabs(sum / n) < 0.02);
  CHECK(fabs(squares / n - 1.0 / 3.0) < 0.02);
  dl_random_fill(&tensor, 1, 0, 0.125);
  for (int64_t i = 0; i < n; ++i)
    CHECK(fabs(dl_tensor_get_double(&tensor, i)) <= 0.125);
  dl_tensor_finish(&tensor);
}

static void check_integers(dl_element_type element, int64_t least,
                           int64_t most) {
  enum { n = 400000 };
  dl_tensor tensor = filled(element, n, 1, 0);
  int64_t low = INT64_MAX, high = INT64_MIN;
  double sum = 0.0;
  for (int64_t i = 0; i < n; ++i) {
    int64_t value = dl_tensor_get_int64(&tensor, i);
    low = value < low ? value : low;
    high = value > high ? value : high;
    sum += (double)value;
  }
  CHECK_EQ(low, least);
  CHECK_EQ(high, most);
  double middle = ((double)least + (double)most) / 2.0;
  CHECK(fabs(sum / n - middle) < 0.01 * (double)(most - least));
  dl_tensor_finish(&tensor);
}

static void check_streams(void) {
  enum { n = 1000 };
  dl_tensor one = filled(DL_F64, n, 1, 0), again = filled(DL_F64, n, 1, 0);
  dl_tensor stream = filled(DL_F64, n, 1, 1), seed = filled(DL_F64, n, 2, 0);
  CHECK(memcmp(one.data, again.data, one.n_bytes) == 0);
  double with_stream = 0.0, with_seed = 0.0;
  for (int64_t i = 0; i < n; ++i) {
    double value = dl_tensor_get_double(&one, i);
    with_stream += value * dl_tensor_get_double(&stream, i);
    with_seed += value * dl_tensor_get_double(&seed, i);
  }
  // Standard deviation of the sum is sqrt(n) / 3, about 10.
  CHECK(fabs(with_stream) < 50.0 && fabs(with_seed) < 50.0);
  dl_tensor_finish(&one);
  dl_tensor_finish(&again);
  dl_tensor_finish(&stream);
  dl_tensor_finish(&seed);
}

int main(void) {
  check_golden();
  for (int i = 0; i < DL_N_ELEMENT_TYPES; ++i)
    if (dl_element_is_float((dl_element_type)i))
      check_floats((dl_element_type)i);
  check_integers(DL_I1, 0, 1);
  check_integers(DL_I4, -8, 7);
  check_integers(DL_I8, -128, 127);
  check_integers(DL_UI8, 0, 255);
  check_integers(DL_I32, 0, 1);
  check_integers(DL_I64, 0, 1);
  check_integers(DL_INDEX, 0, 1);
  check_streams();
  return check_result();
}
