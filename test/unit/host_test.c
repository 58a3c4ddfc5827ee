// The host runtime: shared loops, faults, buffers, 8-bit floats.
#include "runtime/host/half.h"
#include "runtime/host/host.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(int ok, const char *what) {
  if (!ok) {
    fprintf(stderr, "host_test: %s\n", what);
    failures++;
  }
}

enum { COUNT = 100003 };
static unsigned char seen[COUNT];

static void mark(void *context, int64_t from, int64_t to) {
  for (int64_t i = from; i < to; i++)
    seen[i]++;
}

static void test_loop(int threads) {
  memset(seen, 0, sizeof seen);
  dlopt_runtime_set_threads(threads);
  dlopt_runtime_parallel_for(mark, NULL, COUNT, INT64_MAX);
  int each_once = 1;
  for (int i = 0; i < COUNT; i++)
    each_once &= seen[i] == 1;
  expect(each_once, "each iteration runs once");
}

static void nested(void *context, int64_t from, int64_t to) {
  for (int64_t i = from; i < to; i++)
    dlopt_runtime_parallel_for(mark, NULL, 10, INT64_MAX);
  atomic_fetch_add((atomic_long *)context, to - from);
}

static void fail_at_77(void *context, int64_t from, int64_t to) {
  if (from <= 77 && 77 < to)
    dlopt_runtime_assert_failed("seventy-seven");
}

static void run_failing_loop(void *data) {
  _mlir_memref_to_llvm_aligned_alloc(64, 1000); // freed by the fault
  dlopt_runtime_parallel_for(fail_at_77, NULL, 1000, INT64_MAX);
}

static void allocate_too_much(void *data) {
  _mlir_memref_to_llvm_alloc(UINT64_MAX / 2);
}

static void allocate(void *data) {
  void *temporary = _mlir_memref_to_llvm_alloc(10);
  *(void **)data = _mlir_memref_to_llvm_aligned_alloc(256, 0);
  _mlir_memref_to_llvm_free(temporary);
  _mlir_memref_to_llvm_free(NULL);
}

static void test_faults(void) {
  char message[64] = "";
  expect(dlopt_runtime_guarded(run_failing_loop, NULL, message,
                               sizeof message) == 1,
         "a fault in a loop is reported");
  expect(strcmp(message, "seventy-seven") == 0, "with its message");
  expect(dlopt_runtime_guarded(allocate_too_much, NULL, message,
                               sizeof message) == 1,
         "too large a buffer is reported");
  expect(strstr(message, "out of memory") != NULL, "as out of memory");
  void *result = NULL;
  expect(dlopt_runtime_guarded(allocate, &result, message, sizeof message) == 0,
         "no fault, no report");
  expect((uintptr_t)result % 256 == 0, "a result is aligned as asked");
  dlopt_runtime_free(result);
}

static void test_float8(void) {
  for (uint32_t bits = 0; bits < 256; bits++) {
    float a = dlopt_runtime_f8e4m3fn_to_f32(bits);
    float b = dlopt_runtime_f8e5m2_to_f32(bits);
    expect(isnan(a) || dlopt_runtime_f8e4m3fn_from_f64(a) == bits,
           "e4m3fn round trip");
    expect(isnan(b) || dlopt_runtime_f8e5m2_from_f64(b) == bits,
           "e5m2 round trip");
  }
  expect(dlopt_runtime_f8e4m3fn_to_f32(0x7e) == 448, "largest e4m3fn");
  expect(dlopt_runtime_f8e4m3fn_from_f64(464) == 0x7e, "tie to even");
  expect(dlopt_runtime_f8e4m3fn_from_f64(464.0001) == 0x7f, "overflow is NaN");
  expect(dlopt_runtime_f8e4m3fn_from_f64(-INFINITY) == 0xff, "inf is NaN");
  expect(dlopt_runtime_f8e5m2_from_f64(61440) == 0x7c, "overflow is inf");
  expect(dlopt_runtime_f8e5m2_from_f64(61439) == 0x7b, "just below");
  expect(dlopt_runtime_f8e5m2_from_f64(-1e300) == 0xfc, "far overflow");
  expect(dlopt_runtime_f8e4m3fn_from_f64(0x1p-10) == 0x00, "tie to zero");
  expect(dlopt_runtime_f8e4m3fn_from_f64(-0x1.8p-10) == 0x81, "subnormal");
  expect(dlopt_runtime_f8e4m3fn_from_f64(-1e-300) == 0x80, "signed zero");
}

#define ROUND_TRIP(id, name)                                                   \
  for (uint32_t bits = 0; bits < 256; bits++) {                                \
    float value = dlopt_runtime_##name##_to_f32(bits);                         \
    expect(isnan(value) || dlopt_runtime_##name##_from_f64(value) == bits,     \
           #name " round trip");                                               \
  }

static void test_float8_formats(void) {
  DLOPT_RUNTIME_FLOAT8(ROUND_TRIP)
  expect(isnan(dlopt_runtime_f8e4m3fnuz_to_f32(0x80)), "NaN in place of -0");
  expect(dlopt_runtime_f8e4m3fnuz_from_f64(-0.0) == 0, "no -0");
  expect(dlopt_runtime_f8e4m3fnuz_to_f32(0x7f) == 240, "largest e4m3fnuz");
  expect(dlopt_runtime_f8e5m2fnuz_from_f64(INFINITY) == 0x80, "no infinity");
  expect(dlopt_runtime_f8e4m3b11fnuz_to_f32(0x7f) == 30, "largest e4m3b11");
  expect(dlopt_runtime_f8e4m3_from_f64(1e9) == 0x78, "e4m3 has infinity");
  expect(dlopt_runtime_f8e3m4_to_f32(0x6f) == 15.5, "largest e3m4");
}

static void test_halves(void) {
  uint16_t bits;
  // Just above half a unit: an f32 between would make it a tie.
  _Float16 half = __truncdfhf2(-(1 + 0x1p-11 + 0x1p-40));
  memcpy(&bits, &half, sizeof bits);
  expect(bits == 0xbc01, "f64 to f16 rounds once");
  _Float16 brain = __truncdfbf2(1 + 0x1p-8 + 0x1p-40);
  memcpy(&bits, &brain, sizeof bits);
  expect(bits == 0x3f81, "f64 to bf16 rounds once");
  brain = __truncsfbf2(-0x1.ffp127f);
  memcpy(&bits, &brain, sizeof bits);
  expect(bits == 0xff80, "f32 to bf16 overflows to infinity");
  half = __truncsfhf2(1 + 0x1p-11f);
  memcpy(&bits, &half, sizeof bits);
  expect(bits == 0x3c00, "f32 to f16 rounds ties to even");
  static const uint16_t halves[] = {0x0001, 0x3c01, 0xfc00};
  static const float floats[] = {0x1p-24f, 1 + 0x1p-10f, -INFINITY};
  for (int i = 0; i < 3; i++) {
    memcpy(&half, &halves[i], sizeof half);
    expect(__extendhfsf2(half) == floats[i], "f16 to f32 is exact");
  }
}

int main(void) {
  test_loop(1);
  test_loop(2);
  test_loop(0);
  test_loop(7);
  atomic_long total = 0;
  dlopt_runtime_parallel_for(nested, &total, 500, INT64_MAX);
  expect(total == 500, "a loop within a loop runs");
  test_faults();
  test_float8();
  test_float8_formats();
  test_halves();
  return failures != 0;
}
