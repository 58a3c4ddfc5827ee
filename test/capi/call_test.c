// dloptProgramCall: memory of the host and of the library, and every misuse.
#include "dlopt-c/Run.h"

#include "test/capi/programs.h"
#include "test/capi/quiet.h"
#include "test/unit/check.h"

#include <stdlib.h>

static DloptProgram *create(const char *text) {
  DloptProgram *program = NULL;
  CHECK_OK(dloptProgramCreate(text, strlen(text), NULL, &program));
  if (!program)
    exit(1);
  return program;
}

static const int64_t shape_2_3[] = {2, 3}, shape_3_4[] = {3, 4},
                     shape_2_4[] = {2, 4};

static DloptTensor f32_tensor(const int64_t *shape, float *data) {
  return (DloptTensor){DLOPT_ELEMENT_F32, 2, shape, NULL, data, NULL};
}

static const float expected[8] = {8, 10, 12, 14, 17, 22, 27, 32};

/// Fills the arguments whose product is `expected`.
static void fill(float a[6], float b[12]) {
  static const float a_values[] = {1, 1, 0, 2, 1, 1};
  for (int i = 0; i < 6; ++i)
    a[i] = a_values[i];
  static const float b_values[] = {3, 4, 5, 6, 5, 6, 7, 8, 6, 8, 10, 12};
  for (int i = 0; i < 12; ++i)
    b[i] = b_values[i];
}

static void test_library_memory(const DloptProgram *program) {
  float a[6], b[12];
  fill(a, b);
  DloptTensor arguments[] = {f32_tensor(shape_2_3, a),
                             f32_tensor(shape_3_4, b)};
  DloptTensor result = {0};
  CHECK_OK(dloptProgramCall(program, 2, arguments, 1, &result));
  CHECK_EQ(result.element, DLOPT_ELEMENT_F32);
  CHECK_EQ(result.rank, 2);
  CHECK_EQ(result.shape[0], 2);
  CHECK_EQ(result.shape[1], 4);
  CHECK_EQ(result.strides[0], 4);
  CHECK_EQ(result.strides[1], 1);
  CHECK_EQ((uintptr_t)result.data % 64, 0);
  CHECK(memcmp(result.data, expected, sizeof(expected)) == 0);

  // A result of one call is an argument of the next as it is, but no memory
  // for a result: it would leak what it owns.
  CHECK_ERROR(dloptProgramCall(program, 2, arguments, 1, &result),
              DL_STATUS_USAGE, "owner is not null");
  dloptTensorRelease(&result);
  CHECK(result.data == NULL && result.owner == NULL && result.rank == 0);
  dloptTensorRelease(&result);
}

static void test_host_memory(const DloptProgram *program) {
  float a[6], b[12], out[8] = {0};
  fill(a, b);
  DloptTensor arguments[] = {f32_tensor(shape_2_3, a),
                             f32_tensor(shape_3_4, b)};
  DloptTensor result = f32_tensor(shape_2_4, out);
  CHECK_OK(dloptProgramCall(program, 2, arguments, 1, &result));
  CHECK(memcmp(out, expected, sizeof(expected)) == 0);
  dloptTensorRelease(&result); // empties it, frees nothing
  CHECK(result.data == NULL);
  CHECK_EQ(out[7], 32);

  // Released by itself, memory of the host stays.
  float again[6], b_again[12];
  fill(again, b_again);
  CHECK(memcmp(a, again, sizeof(a)) == 0 && memcmp(b, b_again, sizeof(b)) == 0);
}

/// Transposed and reversed arguments, a result with gaps, odd addresses.
static void test_strides(const DloptProgram *program) {
  float a[6], b[12], out[20];
  fill(a, b);
  float a_transposed[6], b_reversed[12];
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k)
      a_transposed[2 * k + i] = a[3 * i + k];
  for (int k = 0; k < 12; ++k)
    b_reversed[11 - k] = b[k];
  for (int i = 0; i < 20; ++i)
    out[i] = -1;
  static const int64_t a_strides[] = {1, 2}, b_strides[] = {-4, -1},
                       out_strides[] = {10, 2};
  DloptTensor arguments[] = {f32_tensor(shape_2_3, a_transposed),
                             f32_tensor(shape_3_4, &b_reversed[11])};
  arguments[0].strides = a_strides;
  arguments[1].strides = b_strides;
  DloptTensor result = f32_tensor(shape_2_4, out);
  result.strides = out_strides;
  CHECK_OK(dloptProgramCall(program, 2, arguments, 1, &result));
  for (int i = 0; i < 20; ++i) {
    int row = i / 10, place = i % 10;
    bool is_element = place % 2 == 0 && place < 8;
    CHECK(out[i] == (is_element ? expected[4 * row + place / 2] : -1));
  }

  char odd[sizeof(a) + 1], odd_out[sizeof(expected) + 1];
  memcpy(odd + 1, a, sizeof(a));
  arguments[0] = f32_tensor(shape_2_3, NULL);
  arguments[0].data = odd + 1;
  arguments[1] = f32_tensor(shape_3_4, b);
  result = f32_tensor(shape_2_4, NULL);
  result.data = odd_out + 1;
  CHECK_OK(dloptProgramCall(program, 2, arguments, 1, &result));
  CHECK(memcmp(odd_out + 1, expected, sizeof(expected)) == 0);
}

static void test_misuse(const DloptProgram *program) {
  float a[6], b[12], out[8] = {0};
  fill(a, b);
  const DloptTensor good[] = {f32_tensor(shape_2_3, a),
                              f32_tensor(shape_3_4, b)};
  DloptTensor bad[2], result = f32_tensor(shape_2_4, out);
#define REFUSED(words, ...)                                                    \
  do {                                                                         \
    memcpy(bad, good, sizeof(bad));                                            \
    __VA_ARGS__;                                                               \
    CHECK_ERROR(dloptProgramCall(program, 2, bad, 1, &result),                 \
                DL_STATUS_USAGE, words);                                       \
    result = f32_tensor(shape_2_4, out);                                       \
  } while (0)
  static const int64_t negative[] = {2, -3}, huge[] = {INT64_MAX, INT64_MAX};
  REFUSED("argument 0: 22 is no element", bad[0].element = 22);
  REFUSED("argument 0: -1 is no element", bad[0].element = -1);
  REFUSED("argument 0 is of type tensor<2x3xf32>, but tensor<2x3xi32>",
          bad[0].element = DLOPT_ELEMENT_I32);
  REFUSED("argument 1: rank -1", bad[1].rank = -1);
  REFUSED("argument 1: rank 33", bad[1].rank = 33);
  REFUSED("but tensor<3xf32>", bad[1].rank = 1);
  REFUSED("argument 1: rank 2, but shape is null", bad[1].shape = NULL);
  REFUSED("but tensor<2x4xf32>", bad[1].shape = shape_2_4);
  REFUSED("dimension 1 has size -3", bad[1].shape = negative);
  REFUSED("too large", bad[1].shape = huge);
  REFUSED("argument 1: data is null", bad[1].data = NULL);
  REFUSED("result 0: rank 40", result.rank = 40);
  REFUSED("result 0 is of type tensor<2x4xf32>, but tensor<2x3xf32>",
          result.shape = shape_2_3);
  REFUSED("but tensor<2x4xf64>", result.element = DLOPT_ELEMENT_F64);
#undef REFUSED
  for (int i = 0; i < 8; ++i)
    CHECK_EQ(out[i], 0);
  CHECK_ERROR(dloptProgramCall(program, 1, good, 1, &result), DL_STATUS_USAGE,
              "takes 2 arguments and gives 1 results, but the call has 1 and");
  CHECK_ERROR(dloptProgramCall(program, 2, good, 0, NULL), DL_STATUS_USAGE,
              "the call has 2 and 0");
  CHECK_ERROR(dloptProgramCall(program, 2, NULL, 1, &result), DL_STATUS_USAGE,
              "arguments is null");
  CHECK_ERROR(dloptProgramCall(program, 2, good, 1, NULL), DL_STATUS_USAGE,
              "results is null");
}

/// Sizes that are known only in the call; a second result that is a scalar.
static void test_dynamic(void) {
  DloptProgram *program = create("func.func @f(%x: tensor<?xi64>, %s: i64)\n"
                                 "    -> (tensor<?xi64>, i64) {\n"
                                 "  %t = arith.addi %s, %s : i64\n"
                                 "  return %x, %t : tensor<?xi64>, i64\n"
                                 "}\n");
  int64_t data[] = {7, 8, 9}, scalar = 21, out[4] = {0}, sum = 0;
  for (int64_t size = 0; size <= 3; ++size) {
    DloptTensor arguments[] = {
        {DLOPT_ELEMENT_I64, 1, &size, NULL, size ? data : NULL, NULL},
        {DLOPT_ELEMENT_I64, 0, NULL, NULL, &scalar, NULL}};
    DloptTensor results[] = {{0},
                             {DLOPT_ELEMENT_I64, 0, NULL, NULL, &sum, NULL}};
    CHECK_OK(dloptProgramCall(program, 2, arguments, 2, results));
    CHECK_EQ(results[0].shape[0], size);
    CHECK(results[0].data != (void *)data);
    CHECK(memcmp(results[0].data, data, (size_t)size * 8) == 0);
    CHECK_EQ(sum, 42);
    dloptTensorRelease(&results[0]);
  }

  // What comes out has another size than the memory: nothing is written.
  int64_t three = 3, four = 4;
  sum = 0;
  DloptTensor arguments[] = {{DLOPT_ELEMENT_I64, 1, &three, NULL, data, NULL},
                             {DLOPT_ELEMENT_I64, 0, NULL, NULL, &scalar, NULL}};
  DloptTensor results[] = {{DLOPT_ELEMENT_I64, 1, &four, NULL, out, NULL},
                           {DLOPT_ELEMENT_I64, 0, NULL, NULL, &sum, NULL}};
  CHECK_ERROR(dloptProgramCall(program, 2, arguments, 2, results),
              DL_STATUS_USAGE,
              "result 0 is now tensor<3xi64>, but tensor<4xi64>");
  CHECK(out[0] == 0 && sum == 0);
  dloptProgramDestroy(program);
}

/// A tensor argument stays as it is, whatever the program makes of it.
static void test_arguments_are_only_read(void) {
  DloptProgram *program =
      create("func.func @f(%x: tensor<3xi32>) -> tensor<3xi32> {\n"
             "  %v = arith.constant 5 : i32\n"
             "  %i = arith.constant 1 : index\n"
             "  %r = tensor.insert %v into %x[%i] : tensor<3xi32>\n"
             "  return %r : tensor<3xi32>\n"
             "}\n");
  int64_t three = 3;
  int32_t data[] = {1, 2, 3}, out[3];
  DloptTensor argument = {DLOPT_ELEMENT_I32, 1, &three, NULL, data, NULL};
  DloptTensor result = {DLOPT_ELEMENT_I32, 1, &three, NULL, out, NULL};
  CHECK_OK(dloptProgramCall(program, 1, &argument, 1, &result));
  CHECK_EQ(out[1], 5);
  CHECK_EQ(data[1], 2);
  dloptProgramDestroy(program);
}

/// A buffer is written, through strides too.
static void test_buffers(void) {
  DloptProgram *program = create("func.func @f(%m: memref<3xi32>) {\n"
                                 "  %v = arith.constant 5 : i32\n"
                                 "  %i = arith.constant 1 : index\n"
                                 "  memref.store %v, %m[%i] : memref<3xi32>\n"
                                 "  return\n"
                                 "}\n");
  static const int64_t three = 3, two = 2;
  int32_t data[] = {1, 2, 3}, gaps[] = {1, -1, 2, -1, 3};
  DloptTensor argument = {DLOPT_ELEMENT_I32, 1, &three, NULL, data, NULL};
  CHECK_OK(dloptProgramCall(program, 1, &argument, 0, NULL));
  CHECK(data[0] == 1 && data[1] == 5 && data[2] == 3);
  argument.data = gaps;
  argument.strides = &two;
  CHECK_OK(dloptProgramCall(program, 1, &argument, 0, NULL));
  CHECK(gaps[0] == 1 && gaps[1] == -1 && gaps[2] == 5 && gaps[3] == -1);
  dloptProgramDestroy(program);
}

/// An assertion that fails ends the call, not the process.
static void test_assertion(void) {
  DloptProgram *program = create("func.func @f(%x: i32) -> i32 {\n"
                                 "  %zero = arith.constant 0 : i32\n"
                                 "  %ok = arith.cmpi sgt, %x, %zero : i32\n"
                                 "  cf.assert %ok, \"x is not positive\"\n"
                                 "  return %x : i32\n"
                                 "}\n");
  int32_t x = 1, y = 0;
  DloptTensor argument = {DLOPT_ELEMENT_I32, 0, NULL, NULL, &x, NULL};
  DloptTensor result = {DLOPT_ELEMENT_I32, 0, NULL, NULL, &y, NULL};
  CHECK_OK(dloptProgramCall(program, 1, &argument, 1, &result));
  CHECK_EQ(y, 1);
  x = -3;
  CHECK_ERROR(dloptProgramCall(program, 1, &argument, 1, &result),
              DL_STATUS_INPUT, "x is not positive");
  CHECK_EQ(y, 1);
  DloptTensor made = {0};
  CHECK_ERROR(dloptProgramCall(program, 1, &argument, 1, &made),
              DL_STATUS_INPUT, "x is not positive");
  CHECK(made.data == NULL && made.owner == NULL);
  dloptProgramDestroy(program);
}

/// What a type promises about the data is checked, or the numbers are wrong.
static void test_structured(void) {
  DloptProgram *program =
      create("#s = #sparse_tensor.encoding<{map = (i, j) -> (i : dense,\n"
             "  j floordiv 4 : dense, j mod 4 : structured[2, 4])}>\n"
             "func.func @f(%x: tensor<2x4xf32, #s>, %y: tensor<4x2xf32>)\n"
             "    -> tensor<2x2xf32> {\n"
             "  %zero = arith.constant dense<0.0> : tensor<2x2xf32>\n"
             "  %0 = linalg.matmul\n"
             "      ins(%x, %y : tensor<2x4xf32, #s>, tensor<4x2xf32>)\n"
             "      outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>\n"
             "  return %0 : tensor<2x2xf32>\n"
             "}\n");
  static const int64_t shape_4_2[] = {4, 2}, shape_2_2[] = {2, 2};
  float x[] = {1, 0, 0, 2, 0, 3, 4, 0}, y[] = {1, 2, 3, 4, 5, 6, 7, 8}, out[4];
  DloptTensor arguments[] = {f32_tensor(shape_2_4, x),
                             f32_tensor(shape_4_2, y)};
  DloptTensor result = f32_tensor(shape_2_2, out);
  CHECK_OK(dloptProgramCall(program, 2, arguments, 1, &result));
  CHECK(out[0] == 15 && out[1] == 18 && out[2] == 29 && out[3] == 36);
  x[4] = 1;
  CHECK_ERROR(dloptProgramCall(program, 2, arguments, 1, &result),
              DL_STATUS_INPUT, "argument 0 is declared 2:4, but row 1");
  dloptProgramDestroy(program);
}

int main(void) {
  quiet_begin();
  DloptProgram *program = create(matmul_text);
  test_library_memory(program);
  test_host_memory(program);
  test_strides(program);
  test_misuse(program);
  dloptProgramDestroy(program);
  test_dynamic();
  test_arguments_are_only_read();
  test_buffers();
  test_assertion();
  test_structured();
  CHECK_EQ(quiet_end(), 0);
  return check_result();
}
