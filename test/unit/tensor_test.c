// Tensors and their types: sizes, overflow, alignment, strides, text.
#include "runtime/tensor.h"

#include "test/unit/check.h"

#include <stdint.h>

static DloptStatus parse(const char *text, dl_tensor_type *type) {
  size_t n_used;
  DL_TRY(dl_tensor_type_parse(text, strlen(text), type, &n_used));
  CHECK_EQ(n_used, strlen(text));
  return dl_status_ok();
}

static void check_types(void) {
  static const char *const good[] = {
      "tensor<2x?xf16>", "tensor<f32>",       "index", "i1", "tensor<0x3xi8>",
      "tensor<?xi64>",   "tensor<4xf8E4M3FN>"};
  dl_tensor_type type, other;
  for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); ++i) {
    char text[DL_TENSOR_TYPE_TEXT_BYTES];
    CHECK_OK(parse(good[i], &type));
    dl_tensor_type_print(&type, text);
    CHECK_STR(text, good[i]);
  }
  CHECK_OK(parse("index", &type));
  CHECK(type.is_scalar);

  CHECK_ERROR(parse("tensor<*xf32>", &type), DL_STATUS_INPUT, "unranked");
  CHECK_ERROR(parse("tensor<2xf33>", &type), DL_STATUS_INPUT, "'f33'");
  CHECK_ERROR(parse("tensor<2x3xf32", &type), DL_STATUS_INPUT, "'>'");
  CHECK_ERROR(parse("tensor<2xf32, #enc>", &type), DL_STATUS_INPUT, "'>'");
  CHECK_ERROR(parse("tensor<2", &type), DL_STATUS_INPUT, "'x'");
  CHECK_ERROR(parse("", &type), DL_STATUS_INPUT, "unknown element type");
  CHECK_ERROR(parse("tensor<99999999999999999999xf32>", &type), DL_STATUS_INPUT,
              "64 bits");
  CHECK_ERROR(
      parse("tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x"
            "1x1x1x1x1x1x1xf32>",
            &type),
      DL_STATUS_INPUT, "more than 32");

  CHECK_OK(parse("tensor<2x?xf16>", &type));
  CHECK_OK(parse("tensor<2x7xf16>", &other));
  CHECK(dl_tensor_type_fits(&type, &other));
  CHECK(dl_tensor_type_is_dynamic(&type) && !dl_tensor_type_is_dynamic(&other));
  CHECK_OK(parse("tensor<3x7xf16>", &other));
  CHECK(!dl_tensor_type_fits(&type, &other));
  CHECK_OK(parse("tensor<2x7xf32>", &other));
  CHECK(!dl_tensor_type_fits(&type, &other));
  CHECK_OK(parse("tensor<2xf16>", &other));
  CHECK(!dl_tensor_type_fits(&type, &other));
}

static void check_memory(void) {
  dl_tensor tensor;
  CHECK_OK(dl_tensor_init_shape(&tensor, DL_F16, 3, (int64_t[]){2, 3, 5}));
  CHECK_EQ(tensor.n_elements, 30);
  CHECK_EQ(tensor.n_bytes, 60);
  CHECK_EQ(tensor.strides[0], 15);
  CHECK_EQ(tensor.strides[1], 5);
  CHECK_EQ(tensor.strides[2], 1);
  CHECK_EQ((uintptr_t)tensor.data % DL_TENSOR_ALIGNMENT, 0);
  CHECK(dl_tensor_get_double(&tensor, 29) == 0.0);
  dl_tensor_set_double(&tensor, 29, 2.5);
  CHECK(dl_tensor_get_double(&tensor, 29) == 2.5);
  dl_tensor_set_int64(&tensor, 28, -7);
  CHECK_EQ(dl_tensor_get_int64(&tensor, 28), -7);
  int64_t indices[DL_TENSOR_MAX_RANK];
  dl_tensor_unravel(&tensor.type, 29, indices);
  CHECK(indices[0] == 1 && indices[1] == 2 && indices[2] == 4);
  // All of the padding is ours to touch: vector code may read it.
  memset(tensor.data, 1, 64);
  dl_tensor_finish(&tensor);
  dl_tensor_finish(&tensor);

  CHECK_OK(dl_tensor_init_shape(&tensor, DL_F32, 0, NULL));
  CHECK_EQ(tensor.n_elements, 1);
  dl_tensor_finish(&tensor);
}

static void check_sizes(void) {
  dl_tensor tensor;
  // Zero elements, though the other sizes alone would overflow.
  int64_t huge = INT64_MAX;
  CHECK_OK(
      dl_tensor_init_shape(&tensor, DL_F32, 3, (int64_t[]){huge, 0, huge}));
  CHECK_EQ(tensor.n_elements, 0);
  CHECK_EQ(tensor.n_bytes, 0);
  CHECK(tensor.data != NULL);
  dl_tensor_finish(&tensor);

  CHECK_ERROR(dl_tensor_init_shape(&tensor, DL_F32, 2, (int64_t[]){huge, 2}),
              DL_STATUS_INPUT, "too large");
  CHECK_ERROR(dl_tensor_init_shape(&tensor, DL_F64, 1, (int64_t[]){huge / 8}),
              DL_STATUS_INPUT, "too large");
  CHECK(tensor.data == NULL);
  CHECK_ERROR(dl_tensor_init_shape(&tensor, DL_I8, 1, (int64_t[]){huge / 2}),
              DL_STATUS_MEMORY, "no memory for tensor<4611686018427387903xi8>");
  CHECK_ERROR(dl_tensor_init_shape(&tensor, DL_I8, 1, (int64_t[]){DL_DYNAMIC}),
              DL_STATUS_INPUT,
              "tensor<?xi8> has a size that is open or negative");
  CHECK_ERROR(dl_tensor_init_shape(&tensor, DL_I8, 33, NULL), DL_STATUS_INPUT,
              "33 dimensions");
}

static void check_copies(void) {
  dl_tensor tensor;
  int32_t columns[6] = {0, 1, 2, 3, 4, 5}; // a 2x3 matrix, column-major
  CHECK_OK(dl_tensor_init_shape(&tensor, DL_I32, 2, (int64_t[]){2, 3}));
  dl_tensor_copy_strided(&tensor, columns, (int64_t[]){1, 2});
  static const int expected[6] = {0, 2, 4, 1, 3, 5};
  for (int i = 0; i < 6; ++i)
    CHECK_EQ(dl_tensor_get_int64(&tensor, i), expected[i]);
  // Backwards along the rows, and the same column again and again.
  dl_tensor_copy_strided(&tensor, columns + 5, (int64_t[]){-3, 0});
  CHECK_EQ(dl_tensor_get_int64(&tensor, 2), 5);
  CHECK_EQ(dl_tensor_get_int64(&tensor, 3), 2);

  dl_tensor_set_int64(&tensor, 0, 8);
  dl_tensor_set_int64(&tensor, 1, 9);
  dl_tensor_repeat(&tensor, 2);
  for (int i = 0; i < 6; ++i)
    CHECK_EQ(dl_tensor_get_int64(&tensor, i), 8 + i % 2);
  dl_tensor_repeat(&tensor, 4); // 8 9 8 9 | 8 9
  CHECK_EQ(dl_tensor_get_int64(&tensor, 5), 9);
  dl_tensor_repeat(&tensor, 7); // nothing to repeat
  dl_tensor_finish(&tensor);
}

// Sanitizers abort on impossible sizes unless told that null is an answer.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1";
}

static void check_fenced(void) {
  dl_tensor_type type = {.element = DL_F32, .rank = 1, .shape = {1025}};
  dl_tensor tensor;
  CHECK_OK(dl_tensor_init_fenced(&tensor, &type));
  CHECK_EQ((uintptr_t)tensor.data % DL_TENSOR_ALIGNMENT, 0);
  CHECK(dl_tensor_get_double(&tensor, 1024) == 0.0);
  dl_tensor_set_double(&tensor, 1024, 1.0);
  CHECK(dl_tensor_get_double(&tensor, 1024) == 1.0);
  dl_tensor_finish(&tensor);
  CHECK(!tensor.data);
  dl_tensor_finish(&tensor);
  type.shape[0] = 0;
  CHECK_OK(dl_tensor_init_fenced(&tensor, &type));
  dl_tensor_finish(&tensor);
  type.shape[0] = INT64_MAX / 8;
  CHECK(dl_tensor_init_fenced(&tensor, &type).code == DLOPT_STATUS_MEMORY);
}

int main(void) {
  check_fenced();
  check_types();
  check_memory();
  check_sizes();
  check_copies();
  return check_result();
}
