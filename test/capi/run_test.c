// dlopt-c/Run.h through libdlopt.so: programs, what they take, calls.
#include "dlopt-c/Run.h"

#include "test/capi/programs.h"
#include "test/capi/quiet.h"
#include "test/unit/check.h"

#include <stdlib.h>

static DloptProgram *create(const char *text, const char *entry) {
  DloptProgramOptions options;
  dloptProgramOptionsInit(&options, sizeof(options));
  options.entry = entry;
  DloptProgram *program = NULL;
  CHECK_OK(dloptProgramCreate(text, strlen(text), &options, &program));
  if (!program)
    exit(1);
  return program;
}

static void test_elements(void) {
  CHECK_STR(dloptElementTypeGetName(DLOPT_ELEMENT_F64), "f64");
  CHECK_STR(dloptElementTypeGetName(DLOPT_ELEMENT_F8E4M3FN), "f8E4M3FN");
  CHECK_STR(dloptElementTypeGetName(DLOPT_ELEMENT_INDEX), "index");
  CHECK(dloptElementTypeGetName((DloptElementType)22) == NULL);
  CHECK(dloptElementTypeGetName((DloptElementType)-1) == NULL);
  CHECK_EQ(dloptElementTypeGetBytes(DLOPT_ELEMENT_F64), 8);
  CHECK_EQ(dloptElementTypeGetBytes(DLOPT_ELEMENT_BF16), 2);
  CHECK_EQ(dloptElementTypeGetBytes(DLOPT_ELEMENT_I1), 1);
  CHECK_EQ(dloptElementTypeGetBytes((DloptElementType)22), 0);
}

static void test_signature(void) {
  DloptProgram *program =
      create("func.func @f(%x: tensor<?x3xbf16>, %s: f32, %m: memref<4xi32>)\n"
             "    -> (tensor<?x3xbf16>, f32) {\n"
             "  return %x, %s : tensor<?x3xbf16>, f32\n"
             "}\n",
             NULL);
  CHECK_STR(dloptProgramGetEntry(program), "f");
  CHECK(strstr(dloptProgramGetReport(program), "\"stages\"") != NULL);
  CHECK_EQ(dloptProgramGetNumArguments(program), 3);
  CHECK_EQ(dloptProgramGetNumResults(program), 2);
  DloptTensorType type;
  CHECK_OK(dloptProgramGetArgumentType(program, 0, &type));
  CHECK_EQ(type.kind, DLOPT_KIND_TENSOR);
  CHECK_EQ(type.element, DLOPT_ELEMENT_BF16);
  CHECK_EQ(type.rank, 2);
  CHECK_EQ(type.shape[0], DLOPT_DYNAMIC);
  CHECK_EQ(type.shape[1], 3);
  CHECK_OK(dloptProgramGetArgumentType(program, 1, &type));
  CHECK_EQ(type.kind, DLOPT_KIND_SCALAR);
  CHECK_EQ(type.element, DLOPT_ELEMENT_F32);
  CHECK_EQ(type.rank, 0);
  CHECK_OK(dloptProgramGetArgumentType(program, 2, &type));
  CHECK_EQ(type.kind, DLOPT_KIND_BUFFER);
  CHECK_EQ(type.shape[0], 4);
  CHECK_OK(dloptProgramGetResultType(program, 1, &type));
  CHECK_EQ(type.kind, DLOPT_KIND_SCALAR);

  type.rank = 77;
  CHECK_ERROR(dloptProgramGetArgumentType(program, 3, &type), DL_STATUS_USAGE,
              "no argument 3: there are 3");
  CHECK_ERROR(dloptProgramGetResultType(program, 2, &type), DL_STATUS_USAGE,
              "no result 2: there are 2");
  CHECK_ERROR(dloptProgramGetResultType(program, 0, NULL), DL_STATUS_USAGE,
              "type is null");
  CHECK_ERROR(dloptProgramGetResultType(NULL, 0, &type), DL_STATUS_USAGE,
              "program is null");
  CHECK_EQ(type.rank, 77);
  dloptProgramDestroy(program);
}

static void test_create_errors(void) {
  DloptProgram *program = (DloptProgram *)&program;
  CHECK_ERROR(dloptProgramCreate("", 0, NULL, NULL), DL_STATUS_USAGE,
              "program is null");
  CHECK_ERROR(dloptProgramCreate("garbage", 7, NULL, &program), DL_STATUS_INPUT,
              "input");
  CHECK(program == NULL);
  CHECK_ERROR(dloptProgramCreate("", 0, NULL, &program), DL_STATUS_INPUT,
              "no public function");

  diagnostic_log log = {0};
  DloptProgramOptions options;
  dloptProgramOptionsInit(&options, sizeof(options));
  CHECK_EQ(options.optimization, 2);
  options.diagnostic = log_diagnostic;
  options.diagnostic_user = &log;
  options.entry = "nobody";
  CHECK_ERROR(
      dloptProgramCreate(matmul_text, strlen(matmul_text), &options, &program),
      DL_STATUS_INPUT, "@product");
  options.entry = NULL;
  options.n_libraries = 1;
  CHECK_ERROR(dloptProgramCreate("", 0, &options, &program), DL_STATUS_USAGE,
              "libraries is null");
  const char *libraries[] = {NULL};
  options.libraries = libraries;
  CHECK_ERROR(dloptProgramCreate("", 0, &options, &program), DL_STATUS_USAGE,
              "libraries[0] is null");
  libraries[0] = "/no/such/library.so";
  CHECK_ERROR(
      dloptProgramCreate(matmul_text, strlen(matmul_text), &options, &program),
      DL_STATUS_INPUT, "/no/such/library.so");
  options.n_libraries = 0;
  options.optimization = 9;
  CHECK_ERROR(dloptProgramCreate("", 0, &options, &program), DL_STATUS_USAGE,
              "optimization is 9");
  CHECK_EQ(log.count, 0);
  options.optimization = 0;
  CHECK_ERROR(dloptProgramCreate("func.func @f(%x: none) { return }", 33,
                                 &options, &program),
              DL_STATUS_INPUT, "argument 0");
  DloptProgramOptions unset = {0};
  CHECK_ERROR(dloptProgramCreate("", 0, &unset, &program), DL_STATUS_USAGE,
              "dloptProgramOptionsInit");
  CHECK(program == NULL);
  dloptProgramOptionsInit(NULL, sizeof(options));
}

static void test_null_program(void) {
  CHECK(dloptProgramGetEntry(NULL) == NULL);
  CHECK(dloptProgramGetReport(NULL) == NULL);
  CHECK_EQ(dloptProgramGetNumArguments(NULL), 0);
  CHECK_EQ(dloptProgramGetNumResults(NULL), 0);
  CHECK_ERROR(dloptProgramCall(NULL, 0, NULL, 0, NULL), DL_STATUS_USAGE,
              "program is null");
  dloptProgramDestroy(NULL);
  dloptTensorRelease(NULL);
}

/// A constant whose data is elided is filled from the seed, with a warning.
static void test_seed(void) {
  static const char text[] =
      "func.func @f() -> tensor<4xf32> {\n"
      "  %0 = arith.constant dense_resource<__elided__> : tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n"
      "}\n";
  float values[3][4];
  for (int i = 0; i < 3; ++i) {
    diagnostic_log log = {0};
    DloptProgramOptions options;
    dloptProgramOptionsInit(&options, sizeof(options));
    options.seed = i == 2 ? 5 : 4;
    options.diagnostic = log_diagnostic;
    options.diagnostic_user = &log;
    DloptProgram *program;
    CHECK_OK(dloptProgramCreate(text, strlen(text), &options, &program));
    CHECK_EQ(log.count, 1);
    CHECK_EQ(log.rows[0].severity, DLOPT_SEVERITY_WARNING);
    CHECK(strstr(log.rows[0].message, "seed") != NULL);
    int64_t shape[] = {4};
    DloptTensor result = {DLOPT_ELEMENT_F32, 1, shape, NULL, values[i], NULL};
    CHECK_OK(dloptProgramCall(program, 0, NULL, 1, &result));
    dloptProgramDestroy(program);
  }
  CHECK(memcmp(values[0], values[1], sizeof(values[0])) == 0);
  CHECK(memcmp(values[0], values[2], sizeof(values[0])) != 0);
}

/// What the code refers to and nobody defines is known before any call.
static void test_undefined(void) {
  static const char data[] = "llvm.mlir.global external @nowhere() : i32\n"
                             "func.func @f() -> i32 {\n"
                             "  %0 = llvm.mlir.addressof @nowhere : !llvm.ptr\n"
                             "  %1 = llvm.load %0 : !llvm.ptr -> i32\n"
                             "  return %1 : i32\n"
                             "}\n";
  static const char function[] = "func.func private @nobody() -> i32\n"
                                 "func.func @f() -> i32 {\n"
                                 "  %0 = call @nobody() : () -> i32\n"
                                 "  return %0 : i32\n"
                                 "}\n";
  DloptProgram *program;
  CHECK_ERROR(dloptProgramCreate(data, strlen(data), NULL, &program),
              DL_STATUS_INPUT, "nowhere");
  CHECK(program == NULL);
  CHECK_ERROR(dloptProgramCreate(function, strlen(function), NULL, &program),
              DL_STATUS_INPUT, "nobody");
  CHECK(program == NULL);
}

int main(void) {
  quiet_begin();
  test_elements();
  test_signature();
  test_create_errors();
  test_null_program();
  test_seed();
  test_undefined();
  CHECK_EQ(quiet_end(), 0);
  return check_result();
}
