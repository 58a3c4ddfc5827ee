// dlopt-c/Compile.h through libdlopt.so: what comes out, and every misuse.
#include "dlopt-c/Compile.h"

#include "test/capi/programs.h"
#include "test/capi/quiet.h"
#include "test/unit/check.h"

#include <stdlib.h>

static DloptCompileOptions options_of(DloptEmit emit, diagnostic_log *log) {
  DloptCompileOptions options;
  dloptCompileOptionsInit(&options, sizeof(options));
  options.emit = emit;
  options.diagnostic = log_diagnostic;
  options.diagnostic_user = log;
  return options;
}

static void test_defaults(void) {
  DloptCompileOptions options;
  dloptCompileOptionsInit(&options, sizeof(options));
  CHECK_EQ(options.size, sizeof(options));
  CHECK_STR(options.target, "cpu");
  CHECK_EQ(options.emit, DLOPT_EMIT_TEXT);
  CHECK_EQ(options.optimization, 2);
  CHECK_EQ(options.seed, 0);
  CHECK(options.diagnostic == NULL);
  dloptCompileOptionsInit(NULL, sizeof(options));
}

/// Ends the test if a program that is right does not compile.
static DloptOutput *compile(const DloptCompileOptions *options) {
  DloptOutput *output;
  CHECK_OK(dloptCompile(matmul_text, strlen(matmul_text), options, &output));
  if (!output)
    exit(1);
  return output;
}

static void test_text(void) {
  DloptOutput *output = compile(NULL);
  const char *text = dloptOutputGetData(output);
  CHECK_EQ(strlen(text), dloptOutputGetSize(output));
  CHECK(strstr(text, "dlopt.matmul %arg0, %arg1") != NULL);
  CHECK(strstr(text, "linalg.matmul") == NULL);
  const char *report = dloptOutputGetReport(output);
  CHECK(strstr(report, "\"dlopt.matmul\": 1") != NULL);
  CHECK(strstr(report, "\"target\": \"cpu\"") != NULL);
  CHECK(strstr(report, "\"name\": \"import\"") != NULL);
  dloptOutputDestroy(output);
}

/// Bytecode reads back, and gives the same text.
static void test_bytecode(void) {
  diagnostic_log log = {0};
  DloptCompileOptions options = options_of(DLOPT_EMIT_BYTECODE, &log);
  DloptOutput *bytecode = compile(&options), *text = compile(NULL), *again;
  CHECK(memcmp(dloptOutputGetData(bytecode), "ML\xefR", 4) == 0);
  // At an odd address: MLIR wants bytecode aligned, the library must see to it.
  size_t size = dloptOutputGetSize(bytecode);
  char *odd = malloc(size + 1);
  memcpy(odd + 1, dloptOutputGetData(bytecode), size);
  CHECK_OK(dloptCompile(odd + 1, size, NULL, &again));
  free(odd);
  CHECK(again != NULL &&
        strcmp(dloptOutputGetData(again), dloptOutputGetData(text)) == 0);
  CHECK_EQ(log.count, 0);
  dloptOutputDestroy(bytecode);
  dloptOutputDestroy(again);
  dloptOutputDestroy(text);
}

static void test_object(void) {
  diagnostic_log log = {0};
  DloptCompileOptions options = options_of(DLOPT_EMIT_OBJECT, &log);
  for (int level = 0; level <= 3; ++level) {
    options.optimization = level;
    DloptOutput *output = compile(&options);
    const char *data = dloptOutputGetData(output);
    size_t size = dloptOutputGetSize(output);
    CHECK(size > 64 && memcmp(data,
                              "\x7f"
                              "ELF",
                              4) == 0);
    CHECK(memmem(data, size, "dlopt_call_product", 18) != NULL);
    dloptOutputDestroy(output);
  }
  CHECK_EQ(log.count, 0);
}

/// The input need not end in NUL: what follows it is not read.
static void test_bounds(void) {
  size_t size = strlen(matmul_text);
  char *exact = malloc(size);
  memcpy(exact, matmul_text, size);
  DloptOutput *output;
  CHECK_OK(dloptCompile(exact, size, NULL, &output));
  dloptOutputDestroy(output);
  CHECK_ERROR(dloptCompile(exact, size - 2, NULL, &output), DL_STATUS_INPUT,
              "input");
  CHECK(output == NULL);
  free(exact);
}

static void test_diagnostics(void) {
  static const char text[] = "func.func @f(%x: f32) -> f32 {\n"
                             "  %y = arith.addf %x, %nobody : f32\n"
                             "  return %y : f32\n"
                             "}\n";
  diagnostic_log log = {0};
  DloptCompileOptions options = options_of(DLOPT_EMIT_TEXT, &log);
  options.input_name = "some where.mlir";
  DloptOutput *output;
  CHECK_ERROR(dloptCompile(text, strlen(text), &options, &output),
              DL_STATUS_INPUT, "some where.mlir");
  CHECK(output == NULL);
  CHECK_EQ(log.count, 1);
  CHECK_EQ(log.rows[0].severity, DLOPT_SEVERITY_ERROR);
  CHECK_EQ(log.rows[0].line, 2);
  CHECK_EQ(log.rows[0].column, 23);
  CHECK_STR(log.rows[0].file, "some where.mlir");
  CHECK(strstr(log.rows[0].message, "undeclared SSA value") != NULL);
}

static void test_garbage(void) {
  static const struct {
    const char *text;
    size_t size;
    bool is_right; // an empty program; to MLIR a NUL is a space
  } inputs[] = {
      {"", 0, true},
      {NULL, 0, true},
      {"\0\0\0\0", 4, true},
      {"garbage", 7, false},
      {"func.func", 9, false},
      {"ML\xefR", 4, false},
      {"ML\xefR\x06garbage\0garbage", 20, false},
      {"\xff\xfe\xfd", 3, false},
      {"func.func @f() { \"no.such\"() : () -> () return }", 48, false},
      {"module { module { module {", 26, false},
      {"\"func.func\"() : () -> ()", 24, false},
      {"#a = dense<", 11, false},
  };
  for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); ++i)
    for (int emit = DLOPT_EMIT_TEXT; emit <= DLOPT_EMIT_OBJECT; ++emit) {
      diagnostic_log log = {0};
      DloptCompileOptions options = options_of((DloptEmit)emit, &log);
      DloptOutput *output;
      DloptStatus status =
          dloptCompile(inputs[i].text, inputs[i].size, &options, &output);
      CHECK(dloptStatusIsOk(&status) == (output != NULL));
      CHECK(dloptStatusIsOk(&status) || status.code == DLOPT_STATUS_INPUT);
      CHECK(dloptStatusIsOk(&status) == inputs[i].is_right);
      CHECK(dloptStatusIsOk(&status) || log.count > 0);
      dloptOutputDestroy(output);
    }
}

/// LLVM, left alone, prints this error and ends the process.
static void test_bad_assembly(void) {
  static const char text[] =
      "llvm.func @f() {\n"
      "  llvm.inline_asm has_side_effects \"no such instruction\", \"\"\n"
      "      : () -> ()\n"
      "  llvm.return\n"
      "}\n";
  diagnostic_log log = {0};
  DloptCompileOptions options = options_of(DLOPT_EMIT_OBJECT, &log);
  DloptOutput *output;
  CHECK_ERROR(dloptCompile(text, strlen(text), &options, &output),
              DL_STATUS_INPUT, "instruction");
  CHECK(output == NULL);
}

static void test_misuse(void) {
  DloptOutput *output = (DloptOutput *)&output;
  CHECK_ERROR(dloptCompile(matmul_text, 9, NULL, NULL), DL_STATUS_USAGE,
              "output is null");
  CHECK_ERROR(dloptCompile(NULL, 9, NULL, &output), DL_STATUS_USAGE,
              "input is null");
  CHECK(output == NULL);

  diagnostic_log log = {0};
  DloptCompileOptions options = options_of(DLOPT_EMIT_TEXT, &log);
  options.target = "abacus";
  CHECK_ERROR(dloptCompile("", 0, &options, &output), DL_STATUS_USAGE,
              "unknown target 'abacus'");
  options = options_of((DloptEmit)77, &log);
  CHECK_ERROR(dloptCompile("", 0, &options, &output), DL_STATUS_USAGE,
              "emit is 77");
  options = options_of(DLOPT_EMIT_TEXT, &log);
  options.optimization = 4;
  CHECK_ERROR(dloptCompile("", 0, &options, &output), DL_STATUS_USAGE,
              "optimization is 4");
  options.optimization = -1;
  CHECK_ERROR(dloptCompile("", 0, &options, &output), DL_STATUS_USAGE,
              "optimization is -1");
  options = options_of(DLOPT_EMIT_TEXT, &log);
  options.seed = UINT64_MAX;
  CHECK_ERROR(dloptCompile("", 0, &options, &output), DL_STATUS_USAGE, "seed");
  DloptCompileOptions unset = {0};
  CHECK_ERROR(dloptCompile("", 0, &unset, &output), DL_STATUS_USAGE,
              "dloptCompileOptionsInit");
  CHECK_EQ(log.count, 0);

  CHECK(dloptOutputGetData(NULL) == NULL);
  CHECK_EQ(dloptOutputGetSize(NULL), 0);
  CHECK(dloptOutputGetReport(NULL) == NULL);
  dloptOutputDestroy(NULL);
}

/// A host that was compiled with later headers.
static void test_later_headers(void) {
  struct {
    DloptCompileOptions known;
    uint64_t future;
  } options;
  dloptCompileOptionsInit(&options.known, sizeof(options));
  CHECK_EQ(options.future, 0);
  DloptOutput *output;
  CHECK_OK(
      dloptCompile(matmul_text, strlen(matmul_text), &options.known, &output));
  dloptOutputDestroy(output);
  options.future = 1;
  CHECK_ERROR(
      dloptCompile(matmul_text, strlen(matmul_text), &options.known, &output),
      DL_STATUS_USAGE, "does not know");
}

int main(void) {
  quiet_begin();
  test_defaults();
  test_text();
  test_bytecode();
  test_object();
  test_bounds();
  test_diagnostics();
  test_garbage();
  test_bad_assembly();
  test_misuse();
  test_later_headers();
  CHECK_EQ(quiet_end(), 0);
  return check_result();
}
