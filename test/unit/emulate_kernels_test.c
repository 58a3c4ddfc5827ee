// CUDA kernels as nvcc compiled them, run by the emulator under several seeds
// and both completion modes, against the same computed here.
#include "runtime/element_type.h"
#include "runtime/emulate/emulate.h"
#include "runtime/file.h"
#include "runtime/random.h"

#include "test/unit/check.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { n_seeds = 6 };

static dl_em_module *module;
static double last_seconds; // of the last launch

// A device, the arguments bound so far, and the launch.
typedef struct launch {
  dl_em_device *device;
  uint64_t values[8];
  const void *args[8];
  int n_args;
} launch;

static void start(launch *l, uint64_t seed) {
  dl_em_options options = {.seed = seed,
                           .window = 1 + (uint32_t)(seed % 5),
                           .completion = seed % 2 ? DL_EM_COMPLETE_RANDOM
                                                  : DL_EM_COMPLETE_LATE,
                           .is_perturbed = seed % 3 == 2,
                           .max_steps = 50000000};
  *l = (launch){0};
  CHECK_OK(dl_em_device_create(&options, &l->device));
  CHECK_OK(dl_em_device_load(l->device, module));
}

static void add_buffer(launch *l, void *data, size_t bytes, bool is_written) {
  CHECK_OK(dl_em_device_bind(l->device, "buffer", data, bytes, is_written,
                             &l->values[l->n_args]));
  l->args[l->n_args] = &l->values[l->n_args];
  ++l->n_args;
}

static void add_int(launch *l, int value) {
  memcpy(&l->values[l->n_args], &value, sizeof(value));
  l->args[l->n_args] = &l->values[l->n_args];
  ++l->n_args;
}

static dl_em_counts finish(launch *l, const char *name,
                           dl_em_launch_config config) {
  const dl_em_kernel *kernel = dl_em_module_find(module, name);
  CHECK(kernel != NULL);
  clock_t before = clock();
  CHECK_OK(dl_em_launch(l->device, kernel, &config, l->args));
  last_seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
  size_t n;
  const dl_em_report *reports = dl_em_device_reports(l->device, &n);
  CHECK_EQ(n, 0);
  for (size_t i = 0; i < n && i < 5; ++i) {
    char text[800];
    dl_em_report_format(&reports[i], text, sizeof(text));
    fprintf(stderr, "%s\n", text);
  }
  dl_em_counts counts = dl_em_device_counts(l->device);
  dl_em_device_destroy(l->device);
  return counts;
}

static void check_softmax(uint64_t seed) {
  enum { rows = 3, n = 300 };
  static float x[rows * n], y[rows * n];
  for (uint64_t i = 0; i < rows * n; ++i)
    x[i] = (float)(dl_random_bits(seed, 0, i) % 2000) / 100.0f - 10.0f;
  launch l;
  start(&l, seed);
  add_buffer(&l, x, sizeof(x), true);
  add_buffer(&l, y, sizeof(y), false);
  add_int(&l, n);
  finish(&l, "softmax_rows",
         (dl_em_launch_config){.grid = {rows, 1, 1}, .block = {96, 1, 1}});
  for (int r = 0; r < rows; ++r) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < n; ++i)
      most = fmax(most, (double)x[r * n + i]);
    for (int i = 0; i < n; ++i)
      sum += exp((double)x[r * n + i] - most);
    for (int i = 0; i < n; ++i) {
      double expected = exp((double)x[r * n + i] - most) / sum;
      CHECK(fabs((double)y[r * n + i] - expected) <= 1e-5 * expected + 1e-12);
    }
  }
}

// Small integers: every sum is exact, whatever the order.
static void check_matmul(uint64_t seed, int m, int n, int k) {
  uint16_t *a = calloc((size_t)(m * k), 2), *b = calloc((size_t)(k * n), 2);
  float *c = calloc((size_t)(m * n), 4);
  for (int i = 0; i < m * k; ++i)
    dl_element_from_int64(
        DL_F16, (int64_t)(dl_random_bits(seed, 0, (uint64_t)i) % 17) - 8,
        &a[i]);
  for (int i = 0; i < k * n; ++i)
    dl_element_from_int64(
        DL_F16, (int64_t)(dl_random_bits(seed, 1, (uint64_t)i) % 17) - 8,
        &b[i]);
  launch l;
  start(&l, seed);
  add_buffer(&l, a, (size_t)(m * k) * 2, true);
  add_buffer(&l, b, (size_t)(k * n) * 2, true);
  add_buffer(&l, c, (size_t)(m * n) * 4, false);
  add_int(&l, m);
  add_int(&l, n);
  add_int(&l, k);
  uint32_t tiles_n = (uint32_t)(n + 63) / 64, tiles_m = (uint32_t)(m + 63) / 64;
  dl_em_counts counts =
      finish(&l, "matmul_f16",
             (dl_em_launch_config){.grid = {tiles_n, tiles_m, 1},
                                   .block = {128, 1, 1}});
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = 0; p < k; ++p)
        sum += dl_element_to_double(DL_F16, &a[i * k + p]) *
               dl_element_to_double(DL_F16, &b[p * n + j]);
      CHECK((double)c[i * n + j] == sum);
    }
  uint64_t tiles = (uint64_t)tiles_n * tiles_m * 64 * 64;
  CHECK_EQ(counts.matrix_macs, tiles * (uint64_t)k);
  CHECK_EQ(counts.async_bytes, tiles / 32 * 2 * (uint64_t)k);
  free(a);
  free(b);
  free(c);
}

static void check_histogram(uint64_t seed) {
  enum { n = 1000 };
  static int x[n], counts[64], expected[64];
  memset(counts, 0, sizeof(counts));
  memset(expected, 0, sizeof(expected));
  for (uint64_t i = 0; i < n; ++i) {
    x[i] = (int)dl_random_bits(seed, 0, i);
    ++expected[((x[i] % 64) + 64) % 64];
  }
  launch l;
  start(&l, seed);
  add_buffer(&l, x, sizeof(x), true);
  add_buffer(&l, counts, sizeof(counts), true);
  add_int(&l, n);
  finish(&l, "histogram",
         (dl_em_launch_config){{3, 1, 1}, {128, 1, 1}, {0}, 256});
  CHECK(memcmp(counts, expected, sizeof(counts)) == 0);
}

static int collatz(int x) {
  int steps = 0;
  for (; x != 1; ++steps) {
    if (steps == 200)
      return -1;
    x = x % 2 ? 3 * x + 1 : x / 2;
  }
  return steps;
}

static int branch(int x, int i) {
  static const int weights[4] = {3, -1, 4, 1};
  int value = collatz(x + (x & 7));
  switch (x % 9) {
  case 0:
    return value + weights[i & 3];
  case 1:
    return value * 7;
  case 2:
    return value - 100;
  case 3:
    return value ^ 0x55;
  case 4:
    return -value;
  case 5:
    return (int)((unsigned)value << 3);
  case 6:
    return __builtin_popcount((unsigned)value);
  default:
    return i;
  }
}

static void check_branches(uint64_t seed) {
  enum { n = 100 };
  static int x[n], y[n];
  for (uint64_t i = 0; i < n; ++i)
    x[i] = 1 + (int)(dl_random_bits(seed, 0, i) % 1000);
  launch l;
  start(&l, seed);
  add_buffer(&l, x, sizeof(x), true);
  add_buffer(&l, y, sizeof(y), false);
  finish(&l, "branches",
         (dl_em_launch_config){.grid = {2, 1, 1}, .block = {50, 1, 1}});
  for (int i = 0; i < n; ++i)
    CHECK_EQ(y[i], branch(x[i], i));
}

static void check_locked(uint64_t seed) {
  int lock = 0, sum = 0;
  launch l;
  start(&l, seed);
  add_buffer(&l, &lock, sizeof(lock), true);
  add_buffer(&l, &sum, sizeof(sum), true);
  finish(&l, "locked",
         (dl_em_launch_config){.grid = {2, 1, 1}, .block = {64, 1, 1}});
  CHECK_EQ(sum, 2 * 64 * 63 / 2);
}

// Not a check: machines differ. Says what an instruction and a tile cost.
static void print_speed(void) {
  check_matmul(0, 128, 128, 256);
  printf("128x128x64 step: %.2f ms\n", last_seconds * 1e3 / 4);
}

int main(int argc, char **argv) {
  char *text;
  size_t bytes;
  CHECK_EQ(argc, 2);
  CHECK_OK(dl_file_read(argv[1], 1 << 24, &text, &bytes));
  if (!text)
    return check_result();
  CHECK_OK(dl_em_module_create(text, bytes, "kernels.ptx", &module));
  free(text);
  if (!module)
    return check_result();
  for (uint64_t seed = 0; seed < n_seeds; ++seed) {
    check_softmax(seed);
    check_matmul(seed, 70, 72, 64 + 32 * (int)(seed % 3));
    check_histogram(seed);
    check_branches(seed);
    check_locked(seed);
  }
  print_speed();
  dl_em_module_destroy(module);
  return check_result();
}
