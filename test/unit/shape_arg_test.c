// Option values N=2x128 and N=FILE.
#include "runtime/shape_arg.h"

#include "test/unit/check.h"

static DloptStatus apply(const char *text, const char *type_text,
                         dl_tensor_type *type) {
  dl_shape_arg argument;
  size_t n_used;
  DL_TRY(dl_tensor_type_parse(type_text, strlen(type_text), type, &n_used));
  DL_TRY(dl_shape_arg_parse("--shape", text, &argument));
  return dl_shape_arg_apply(&argument, type);
}

int main(void) {
  dl_shape_arg shape;
  CHECK_OK(dl_shape_arg_parse("--shape", "12=2x128x0", &shape));
  CHECK_EQ(shape.position, 12);
  CHECK_EQ(shape.rank, 3);
  CHECK(shape.shape[0] == 2 && shape.shape[1] == 128 && shape.shape[2] == 0);
  CHECK_OK(dl_shape_arg_parse("--shape", "0=", &shape));
  CHECK_EQ(shape.rank, 0);

  static const char *const bad[] = {"",
                                    "=2x3",
                                    "0",
                                    "x=2",
                                    "0=2x",
                                    "0=x2",
                                    "0=2x?",
                                    "0=2x-3",
                                    "0=2 x3",
                                    "-1=2",
                                    "0=2,3",
                                    "0=2x3x",
                                    "99999999999999=2",
                                    "0=99999999999999999999"};
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i)
    CHECK_ERROR(dl_shape_arg_parse("--shape", bad[i], &shape), DL_STATUS_USAGE,
                "--shape wants");
  CHECK_ERROR(dl_shape_arg_parse("--shape",
                                 "0=1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x"
                                 "1x1x1x1x1x1x1x1x1x1x1x1",
                                 &shape),
              DL_STATUS_USAGE, "more than 32");

  dl_file_arg file;
  CHECK_OK(dl_file_arg_parse("--arg", "3=a=b.npy", &file));
  CHECK_EQ(file.position, 3);
  CHECK_STR(file.path, "a=b.npy");
  CHECK_ERROR(dl_file_arg_parse("--arg", "3=", &file), DL_STATUS_USAGE,
              "--arg wants a number and a file, such as 0=x.npy, not '3='");
  CHECK_ERROR(dl_file_arg_parse("--arg", "x.npy", &file), DL_STATUS_USAGE,
              "'x.npy'");

  dl_tensor_type type;
  CHECK_OK(apply("0=2x128", "tensor<?x128xf16>", &type));
  CHECK_EQ(type.shape[0], 2);
  CHECK_ERROR(apply("0=2x127", "tensor<?x128xf16>", &type), DL_STATUS_USAGE,
              "argument 0 is given as 2x127; its type has ?x128");
  CHECK_EQ(type.shape[0], DL_DYNAMIC);
  CHECK_ERROR(apply("1=2", "tensor<?x128xf16>", &type), DL_STATUS_USAGE,
              "argument 1 is given as 2; its type has ?x128");
  CHECK_ERROR(apply("0=", "tensor<?x128xf16>", &type), DL_STATUS_USAGE,
              "argument 0 is given as no sizes; its type has ?x128");
  CHECK_ERROR(apply("0=-5", "tensor<?xf16>", &type), DL_STATUS_USAGE,
              "not '0=-5'");
  return check_result();
}
