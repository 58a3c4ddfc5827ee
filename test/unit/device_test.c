// GPU programs on the emulator: calls, memory, constants, and what ends a call.
#include "runtime/device/abi.h"
#include "runtime/device/device.h"
#include "runtime/file.h"
#include "runtime/host/host.h"
#include "test/unit/check.h"

#include <stdlib.h>

// In the order of the command line.
enum { ADD, PAST, EARLY, N_MODULES };

static dl_device_module modules[N_MODULES] = {
    {.name = "add", .target = "sm_80"},
    {.name = "past", .target = "sm_80"},
    {.name = "early", .target = "sm_80"},
};
static const dl_device_kernel kernels[N_MODULES] = {
    {.name = "add",
     .what = "arith.addf at add.mlir:3:8",
     .module = ADD,
     .block = {32, 1, 1},
     .n_arguments = 4},
    {.name = "past", .module = PAST, .block = {32, 1, 1}, .n_arguments = 1},
    {.name = "early", .module = EARLY, .block = {32, 1, 1}, .n_arguments = 1},
};
static float half[80];
static const dl_device_constant constants[] = {{half, sizeof(half)}, {"", 0}};
static const dl_device_program program = {"test",  N_MODULES, N_MODULES, 2,
                                          modules, kernels,   constants};

static void read_modules(char **paths) {
  for (int i = 0; i < N_MODULES; ++i) {
    char *text;
    CHECK_OK(dl_file_read(paths[i], 1 << 20, &text, &modules[i].ptx_size));
    modules[i].ptx = text;
  }
}

static dl_device *open_emulator(uint64_t max_bytes) {
  dl_device *device;
  dl_device_options options = {.kind = DL_DEVICE_EMULATED,
                               .max_bytes = max_bytes};
  CHECK_OK(dl_device_open(&options, &device));
  return device;
}

/// What the host code of a test gets and leaves.
struct job {
  void *input, *result;
  float value;
  int64_t number;
};

static void launch_add(void *a, const void *b, void *out) {
  int32_t n = 80;
  void *arguments[] = {&a, &b, &n, &out};
  dlopt_device_launch(ADD, 3, 1, 1, arguments);
}

static void add_half(void *data) {
  struct job *job = data;
  void *kept = dlopt_device_alloc(320), *gone = dlopt_device_alloc(320);
  launch_add(job->input, dlopt_device_constant(0), gone);
  dlopt_device_copy(kept, gone, 320);
  dlopt_device_free(gone);
  dlopt_device_free(NULL);
  dlopt_device_read(&job->value, (char *)kept + 4, 4);
  job->result = kept;
}

static void test_call(dl_device *device, dl_device_instance *instance) {
  float input[80], output[80];
  for (int i = 0; i < 80; ++i)
    input[i] = (float)i;
  struct job job = {.value = 0};
  size_t before = dl_device_memory_of(device).bytes;
  CHECK_OK(dl_device_alloc(device, sizeof(input), &job.input));
  CHECK_OK(dl_device_upload(device, job.input, input, sizeof(input)));
  CHECK_OK(dl_device_call(instance, add_half, &job));
  CHECK(job.value == 1.5f);
  CHECK_OK(dl_device_download(device, output, job.result, sizeof(output)));
  for (int i = 0; i < 80; ++i)
    CHECK(output[i] == (float)i + 0.5f);
  CHECK_EQ(dl_device_memory_of(device).bytes, before + 640);
  CHECK(dl_device_memory_of(device).peak_bytes >= before + 960);
  dl_device_free(device, job.result);
  dl_device_free(device, job.input);
  CHECK_EQ(dl_device_memory_of(device).bytes, before);
}

// What ends a call. Each of these leaves memory behind that must be freed.

static void launch_past(void *data) {
  void *out = dlopt_device_alloc(128);
  void *arguments[] = {&out};
  dlopt_device_launch(PAST, 1, 1, 1, arguments);
}

static void launch_early(void *data) {
  void *out = dlopt_device_alloc(256), *arguments[] = {&out};
  dlopt_device_launch(EARLY, 1, 1, 1, arguments);
}

static void add_to_freed(void *data) {
  void *out = dlopt_device_alloc(320);
  dlopt_device_free(out);
  launch_add(out, dlopt_device_constant(0), dlopt_device_alloc(320));
}

static void write_past(void *data) {
  char bytes[64] = "";
  dlopt_device_write((char *)dlopt_device_alloc(100) + 50, bytes, 64);
}

static void ask_for_too_much(void *data) {
  dlopt_device_alloc(1000);
  dlopt_device_alloc(1 << 30);
}

static void ask_for_negative(void *data) { dlopt_device_alloc(-8); }

static void fail_assertion(void *data) {
  dlopt_device_alloc(1000);
  dlopt_runtime_assert_failed("sizes differ: 3 and 4");
}

static void free_constant(void *data) {
  dlopt_device_free((void *)dlopt_device_constant(0));
}

static void free_twice(void *data) {
  void *memory = dlopt_device_alloc(10);
  dlopt_device_free(memory);
  dlopt_device_free(memory);
}

static void launch_grid(void *data) {
  const int64_t *grid = data;
  dlopt_device_launch(ADD, grid[0], grid[1], grid[2], NULL);
}

static void use_number(void *data) { dlopt_device_constant(*(int64_t *)data); }

static void launch_number(void *data) {
  dlopt_device_launch(*(int64_t *)data, 1, 1, 1, NULL);
}

static void test_faults(dl_device *device, dl_device_instance *instance) {
  static int64_t grids[][3] = {
      {0, 1, 1}, {1, 65536, 1}, {1, 1, -1}, {(int64_t)1 << 32, 1, 1}};
  static int64_t minus_one = -1, two = 2, three = 3;
  const struct {
    void (*body)(void *);
    void *data;
    DloptStatusCode code;
    const char *words;
  } cases[] = {
      {launch_past, NULL, DL_STATUS_INPUT,
       "kernel 'past': out of bounds at PTX line 22"},
      {launch_past, NULL, DL_STATUS_INPUT, "and 2 more reports"},
      {launch_early, NULL, DL_STATUS_INPUT,
       "kernel 'early': early.mlir:7: uninitialised read"},
      {add_to_freed, NULL, DL_STATUS_INPUT,
       "kernel 'add' (arith.addf at add.mlir:3:8): out of bounds"},
      {write_past, NULL, DL_STATUS_INPUT, "a copy of 64 bytes at offset 50"},
      {ask_for_too_much, NULL, DL_STATUS_MEMORY,
       "out of memory on the emulated GPU: 1073741824 bytes asked for"},
      {ask_for_negative, NULL, DL_STATUS_INPUT, "a buffer of -8 bytes"},
      {free_constant, NULL, DL_STATUS_INPUT, "did not allocate"},
      {fail_assertion, NULL, DL_STATUS_INPUT, "sizes differ: 3 and 4"},
      {free_twice, NULL, DL_STATUS_INPUT, "did not allocate"},
      {launch_grid, grids[0], DL_STATUS_INPUT, "a grid of 0 x 1 x 1"},
      {launch_grid, grids[1], DL_STATUS_INPUT, "a grid of 1 x 65536 x 1"},
      {launch_grid, grids[2], DL_STATUS_INPUT, "a grid of 1 x 1 x -1"},
      {launch_grid, grids[3], DL_STATUS_INPUT, "a grid of 4294967296"},
      {use_number, &minus_one, DL_STATUS_INPUT, "constant -1 of 2"},
      {use_number, &two, DL_STATUS_INPUT, "constant 2 of 2 of program 'test'"},
      {launch_number, &three, DL_STATUS_INPUT, "kernel 3 of 3"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    size_t before = dl_device_memory_of(device).bytes;
    CHECK_ERROR(dl_device_call(instance, cases[i].body, cases[i].data),
                cases[i].code, cases[i].words);
    CHECK_EQ(dl_device_memory_of(device).bytes, before);
  }
  test_call(device, instance); // all is as it was
}

static void call_again(void *data) {
  struct job *job = data;
  DloptStatus status = dl_device_call(job->input, fail_assertion, NULL);
  job->number = status.code;
}

static void test_misuse(dl_device *device, dl_device_instance *instance) {
  struct job job = {.input = instance};
  CHECK_OK(dl_device_call(instance, call_again, &job));
  CHECK_EQ(job.number, DL_STATUS_USAGE);
  char message[200];
  CHECK_EQ(dlopt_runtime_guarded(ask_for_negative, NULL, message, 200), 1);
  CHECK(strstr(message, "outside dl_device_call") != NULL);
  CHECK_ERROR(dl_device_mark(device, 0), DL_STATUS_USAGE, "has no clock");
  dl_device_graph *graph;
  CHECK_ERROR(dl_device_record(instance, add_half, &job, &graph),
              DL_STATUS_USAGE, "has no graphs");
}

static void test_empty(dl_device *device) {
  void *nothing;
  CHECK_OK(dl_device_alloc(device, 0, &nothing));
  CHECK(nothing != NULL);
  CHECK_OK(dl_device_upload(device, nothing, NULL, 0));
  CHECK_OK(dl_device_download(device, NULL, nothing, 0));
  dl_device_free(device, nothing);
  dl_device_free(device, NULL);
}

static void expect_no_load(dl_device *device, const dl_device_program *wrong,
                           const char *words) {
  dl_device_instance *instance;
  CHECK_ERROR(dl_device_load(device, wrong, &instance), DL_STATUS_INPUT, words);
  CHECK(instance == NULL);
}

static void test_load(dl_device *device) {
  dl_device_kernel kernel = kernels[ADD];
  dl_device_program wrong = program;
  wrong.kernels = &kernel;
  wrong.n_kernels = 1;
  kernel.name = "sub";
  expect_no_load(device, &wrong, "module 'add' has no kernel 'sub'");
  kernel = kernels[ADD];
  kernel.n_arguments = 3;
  expect_no_load(device, &wrong, "takes 4 arguments, the program gives 3");
  kernel.module = 7;
  expect_no_load(device, &wrong, "is in module 7 of 3");
  dl_device_module module = {
      .name = "bad", .target = "sm_80", .ptx = "nonsense", .ptx_size = 8};
  wrong.modules = &module;
  wrong.n_modules = 1;
  expect_no_load(device, &wrong, "program 'test': bad");
  module.ptx = NULL;
  dl_device_instance *instance;
  CHECK_ERROR(dl_device_load(device, &wrong, &instance), DL_STATUS_USAGE,
              "has no PTX");
}

int main(int argc, char **argv) {
  read_modules(argv + 1);
  for (int i = 0; i < 80; ++i)
    half[i] = 0.5f;
  dl_device *device = open_emulator(64 << 20);
  dl_device_instance *instance;
  CHECK_OK(dl_device_load(device, &program, &instance));
  test_call(device, instance);
  test_faults(device, instance);
  test_misuse(device, instance);
  test_empty(device);
  test_load(device);
  dl_device_unload(instance);
  CHECK_EQ(dl_device_memory_of(device).bytes, 0);
  dl_device_close(device);
  for (int i = 0; i < N_MODULES; ++i)
    free((char *)modules[i].ptx);
  return check_result();
}
