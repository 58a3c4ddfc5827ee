// Functions with tensors on the emulator. Their packed entries, which a
// compiler writes otherwise, are written by hand here.
#include "runtime/device/abi.h"
#include "runtime/device/function.h"
#include "runtime/file.h"
#include "runtime/host/host.h"
#include "test/unit/check.h"

#include <stdlib.h>

static dl_device_module module = {.name = "add", .target = "sm_80"};
static const dl_device_kernel kernel = {
    .name = "add", .module = 0, .block = {32, 1, 1}, .n_arguments = 4};
static const dl_device_program program = {"test",  1,       1,   0,
                                          &module, &kernel, NULL};

enum { N = 12 };

/// The descriptor of tensor<3x4xf32>, or of its transpose.
struct matrix {
  void *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

static void *sum(const struct matrix *a, const struct matrix *b) {
  void *out = dlopt_device_alloc(N * 4);
  int32_t n = N;
  void *left = a->aligned, *right = b->aligned;
  void *arguments[] = {&left, &right, &n, &out};
  dlopt_device_launch(0, 1, 1, 1, arguments);
  return out;
}

/// (%a: tensor<3x4xf32>, %b: memref<3x4xf32>, %n: i32)
///   -> (a + b, its transpose as a view, %n + 1, a); b becomes a + b.
static void entry(void **values) {
  struct results {
    struct matrix sum, transpose;
    int32_t number;
    struct matrix same;
  } *results = *(void **)values[0];
  const struct matrix *a = *(void **)values[1], *b = *(void **)values[2];
  void *out = sum(a, b);
  dlopt_device_copy(b->aligned, out, N * 4);
  results->sum = (struct matrix){out, out, 0, {3, 4}, {4, 1}};
  results->transpose = (struct matrix){out, out, 0, {4, 3}, {1, 4}};
  results->number = *(int32_t *)values[3] + 1;
  results->same = *a;
}

/// () -> f32, which comes back by value.
static void scalar_entry(void **values) { *(float *)values[0] = 2.5f; }

static void failing_entry(void **values) {
  sum(*(void **)values[1], *(void **)values[2]);
  dlopt_runtime_assert_failed("no");
}

static dl_tensor_type type_of(const char *text) {
  dl_tensor_type type;
  size_t used;
  CHECK_OK(dl_tensor_type_parse(text, strlen(text), &type, &used));
  return type;
}

static void make_signature(dl_signature *signature) {
  static const char *const arguments[] = {"tensor<3x4xf32>", "tensor<3x4xf32>",
                                          "i32"};
  static const char *const results[] = {"tensor<3x4xf32>", "tensor<?x?xf32>",
                                        "i32", "tensor<3x4xf32>"};
  CHECK_OK(dl_signature_make(signature, "f", 3, 4));
  for (int i = 0; i < 3; ++i)
    signature->arguments[i] = type_of(arguments[i]);
  for (int i = 0; i < 4; ++i)
    signature->results[i] = type_of(results[i]);
  signature->kinds[1] = DL_ARGUMENT_MEMREF;
  CHECK_EQ(dl_signature_n_memrefs(signature), 1);
}

static void make_arguments(const dl_signature *signature,
                           dl_tensor *arguments) {
  for (int i = 0; i < 3; ++i) {
    CHECK_OK(dl_tensor_init(&arguments[i], &signature->arguments[i]));
    for (int64_t j = 0; j < arguments[i].n_elements; ++j)
      dl_tensor_set_double(&arguments[i], j, i == 0 ? (double)j : 100);
  }
}

static void test_call(dl_device_function *function) {
  dl_tensor arguments[3], results[4] = {{.data = NULL}};
  size_t before = dl_device_memory_of(function->device).bytes;
  make_arguments(function->signature, arguments);
  function->entry = entry;
  CHECK_OK(dl_device_function_call(function, arguments, results));
  CHECK_EQ(results[1].type.shape[0], 4);
  for (int64_t i = 0; i < N; ++i) {
    CHECK(dl_tensor_get_double(&results[0], i) == (double)i + 100);
    CHECK(dl_tensor_get_double(&results[1], i % 4 * 3 + i / 4) ==
          (double)i + 100);
    CHECK(dl_tensor_get_double(&results[3], i) == (double)i);
    CHECK(dl_tensor_get_double(&arguments[0], i) == (double)i);
    CHECK(dl_tensor_get_double(&arguments[1], i) == (double)i + 100);
  }
  CHECK_EQ(dl_tensor_get_int64(&results[2], 0), 101);
  CHECK_EQ(dl_device_memory_of(function->device).bytes, before);
  for (int i = 0; i < 4; ++i)
    dl_tensor_finish(&results[i]);
  function->entry = failing_entry;
  CHECK_ERROR(dl_device_function_call(function, arguments, results),
              DL_STATUS_INPUT, "no");
  CHECK_EQ(dl_device_memory_of(function->device).bytes, before);
  dl_device_timing timing;
  const dl_tensor *const sets[] = {arguments};
  CHECK_ERROR(dl_device_function_time(function, sets, 1, 0, &timing),
              DL_STATUS_USAGE, "has no clock");
  for (int i = 0; i < 3; ++i)
    dl_tensor_finish(&arguments[i]);
}

static void test_scalar(dl_device_function *function) {
  dl_signature signature;
  CHECK_OK(dl_signature_make(&signature, "g", 0, 1));
  signature.results[0] = type_of("f32");
  dl_device_function other = *function;
  other.signature = &signature;
  other.entry = scalar_entry;
  dl_tensor result;
  CHECK_OK(dl_device_function_call(&other, NULL, &result));
  CHECK(dl_tensor_get_double(&result, 0) == 2.5);
  dl_tensor_finish(&result);
  dl_signature_finish(&signature);
}

int main(int argc, char **argv) {
  char *text;
  CHECK_OK(dl_file_read(argv[1], 1 << 20, &text, &module.ptx_size));
  module.ptx = text;
  dl_signature signature;
  make_signature(&signature);
  dl_device_options options = {.kind = DL_DEVICE_EMULATED};
  dl_device_function function = {.signature = &signature};
  CHECK_OK(dl_device_open(&options, &function.device));
  CHECK_OK(dl_device_load(function.device, &program, &function.instance));
  test_call(&function);
  test_scalar(&function);
  dl_device_unload(function.instance);
  dl_device_close(function.device);
  dl_signature_finish(&signature);
  free(text);
  return check_result();
}
