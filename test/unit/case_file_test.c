// Case headers: the grammar, errors with their place, and a fuzz loop.
#include "runtime/case_file.h"

#include "test/unit/check.h"

#include <math.h>
#include <stdlib.h>

static DloptStatus parse(const char *text, dl_case_file *file) {
  // A block of the exact size: the text ends without a NUL.
  size_t length = strlen(text);
  char *exact = malloc(length + (length == 0));
  if (exact == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "no memory");
  memcpy(exact, text, length);
  DloptStatus status = dl_case_file_parse(exact, length, "c.mlir", file);
  free(exact);
  return status;
}

static double element(const dl_case_value *value, int64_t i) {
  return dl_tensor_get_double(&value->tensor, i);
}

static void check_grammar(void) {
  static const char text[] =
      "// RUN: anything -DIN 0:\n"
      "// CASE: 1_name\n"
      "// WHY: prose that goes\n"
      "//   on and on: IN the text\n"
      "\n"
      "// CALL: @test.f\n"
      "// CPU: tosa\n"
      "// IN 1: index = splat(3)\n"
      "// IN 0: tensor<2x3xf16> = [[1, -inf, 0x3C00],\n"
      "//   [nan,\t-0.0 , 65504.0]]\r\n"
      "// IN 2: f32 = 2.5\n"
      "// IN 3: tensor<2x0xi8> = [[], []]\n"
      "// IN 4: tensor<3xi1> = [true, false, 1]\n"
      "// OUT 0: tensor<5xf32> = range(-1, 0.5) TOL abs=1e-6\n"
      "//    rel=1e-5\n"
      "// OUT 1: tensor<4xi64> = range(10, -3) TOL exact\n"
      "// OUT 2: tensor<5xbf16> = cyc(1.0, 2.0) TOL rel=0.5\n"
      "// OUT 3: tensor<i32> = cyc(7, 8, 9) TOL exact\n"
      "func.func @test() { return }\n"
      "// OUT 4: tensor<i32> = 1 TOL exact\n";
  dl_case_file file;
  CHECK_OK(parse(text, &file));
  CHECK_STR(file.entry, "test.f");
  CHECK_EQ(file.n_inputs, 5);
  CHECK_EQ(file.n_outputs, 4);
  if (file.n_inputs != 5 || file.n_outputs != 4)
    return;
  const dl_case_value *in = file.inputs, *out = file.outputs;
  CHECK(element(&in[0], 1) == -INFINITY && element(&in[0], 2) == 1.0);
  CHECK(isnan(element(&in[0], 3)) && signbit(element(&in[0], 4)));
  CHECK(element(&in[0], 5) == 65504.0);
  CHECK_EQ(in[0].line, 9);
  CHECK(in[1].tensor.type.is_scalar && element(&in[1], 0) == 3.0);
  CHECK(in[2].tensor.type.is_scalar && element(&in[2], 0) == 2.5);
  CHECK_EQ(in[3].tensor.n_elements, 0);
  CHECK(element(&in[4], 0) == 1.0 && element(&in[4], 1) == 0.0);
  CHECK(element(&out[0], 0) == -1.0 && element(&out[0], 4) == 1.0);
  CHECK(out[0].tolerance.absolute == 1e-6 && out[0].tolerance.relative == 1e-5);
  CHECK(element(&out[1], 3) == 1.0 && out[1].tolerance.is_exact);
  CHECK(element(&out[2], 3) == 2.0 && element(&out[2], 4) == 1.0);
  CHECK(!out[2].tolerance.is_exact && out[2].tolerance.absolute == 0.0);
  CHECK(element(&out[3], 0) == 7.0 && !out[3].tensor.type.is_scalar);
  dl_case_file_finish(&file);
  dl_case_file_finish(&file);
}

static void refuse(const char *text, const char *words) {
  dl_case_file file;
  CHECK_ERROR(parse(text, &file), DL_STATUS_INPUT, words);
  CHECK(file.inputs == NULL && file.outputs == NULL && file.entry == NULL);
}

// `line` becomes line 2 of a header that is right otherwise.
static void refuse_line(const char *line, const char *words) {
  char text[600];
  snprintf(text, sizeof(text),
           "// CALL: @f\n// %s\n// OUT 0: f32 = 0 TOL exact\n", line);
  refuse(text, words);
}

static void check_places(void) {
  refuse_line("IN 0: tensor<2xf32> = [1.0, x]",
              "c.mlir:2:32: expected a number, found 'x'");
  refuse_line("IN 0: tensor<2xf32> = [1.0]",
              "c.mlir:2:30: expected ',': dimension 0 has 1 items here, its "
              "size is 2");
  refuse_line("IN 0: tensor<2xf32> = [1.0, 2.0, 3.0]",
              "expected ']' after the 2 items of dimension 0");
  refuse_line("IN 0: tensor<2x2xf32> = [1.0, 2.0]", "opening dimension 1");
  refuse_line("IN 0: tensor<1xf32> = 1.0", "opening dimension 0");
  refuse_line("IN 0: tensor<2xi8> = [1, 300]", "'300' does not fit in i8");
  refuse_line("IN 0: tensor<2xi8> = [1, 1.5]", "expected an integer for i8");
  refuse_line("IN 0: tensor<2xf16> = splat(0x3C0)", "4 hex digits");
  refuse_line("IN 0: tensor<2xf16> = splat(1", "expected ')'");
  refuse_line("IN 0: tensor<2xf16> = splat 1", "expected '('");
  refuse_line("IN 0: tensor<2xf16> = cyc()", "expected a number");
  refuse_line("IN 0: tensor<2xf16> = range(1)", "expected ','");
  refuse_line("IN 0: tensor<200xi8> = range(0, 2)",
              "c.mlir:2:33: the range leaves the values of i8");
  refuse_line("IN 0: tensor<9xi64> = range(0, 9223372036854775807)",
              "leaves the values of i64");
  refuse_line("IN 0: tensor<2xi64> = range(9223372036854775807, 1)",
              "leaves the values of i64");
  refuse_line("IN 0: tensor<2xf32> = splat(1) TOL exact", "unexpected 'TOL");
  refuse_line("IN 0: tensor<2xf32>", "expected '='");
  refuse_line("IN 0: tensor<2xf32> =", "expected data");
  refuse_line("IN 0: tensor<?xf32> = splat(1)", "tensor<?xf32> has a size");
  refuse_line("IN 0: tensor<99999999999xf32> = splat(1)", "a header may have");
  refuse_line("IN 0: memref<2xf32> = splat(1)",
              "unknown element type 'memref'");
  refuse_line("IN 1: f32 = 1", "the header has IN 1 but no IN 0");
  refuse_line("OUT 0: f32 = 1 TOL exact", "c.mlir:3:10: OUT 0 is already on "
                                          "line 2");
  refuse_line("OUT 1: f32 = 1", "expected 'TOL");
  refuse_line("OUT 1: f32 = 1 TOL", "expected 'exact'");
  refuse_line("OUT 1: f32 = 1 TOL abs=-1", "a number >= 0");
  refuse_line("OUT 1: f32 = 1 TOL abs=nan", "a number >= 0");
  refuse_line("OUT 1: f32 = 1 TOL abs=1 abs=2", "unexpected 'abs=2'");
  refuse_line("OUT 1: f32 = 1 TOL exact rel=1", "unexpected 'rel=1'");
  refuse_line("CALL: @g", "a second CALL");
  refuse_line("IN: f32 = 1", "c.mlir:2:4: expected 'IN n: type = data'");
  refuse_line("OUT 1 f32 = 1", "expected 'OUT n: type = data'");
  refuse_line("IN 123456789: f32 = 1", "expected 'IN n: type = data'");
  refuse("// CALL: f\n", "c.mlir:1:10: expected '@'");
  refuse("// CALL @f\n", "expected 'CALL: @function'");
  refuse("// CALL: @\"f\n", "expected the name");
  refuse("// CALL: @f g\n", "unexpected 'g'");
  refuse("// CALL: @f\n", "checks nothing");
  refuse("// OUT 0: f32 = 0 TOL exact\n", "no '// CALL: @function'");
  refuse("func.func @f()\n// CALL: @f\n", "no '// CALL: @function'");
  refuse("", "no '// CALL: @function'");

  dl_case_file file;
  CHECK_ERROR(dl_case_file_read("/nowhere/x.mlir", &file), DL_STATUS_IO,
              "/nowhere/x.mlir: cannot open");
}

static uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void check_hostile(void) {
  enum { rounds = 60000 };
  static const char seed[] = "// CALL: @f\n"
                             "// IN 0: tensor<2x2xf8E4M3FN> = [[1, nan],\n"
                             "//   [-0.0, 0x7e]]\n"
                             "// IN 1: tensor<3xi4> = range(-8, 2)\n"
                             "// IN 2: tensor<4xf16> = cyc(1.5, -inf, 1e-3)\n"
                             "// OUT 0: tensor<2xi1> = splat(true) TOL exact\n"
                             "// OUT 1: f64 = 1.25 TOL abs=0.5 rel=1e-3\n";
  static const char tokens[] =
      "/ \n\t\r[](),:=@\"INOUTCALL0-.exabsrelnfspltcygi<>?*#\xff";
  uint64_t state = 7;
  int n_good = 0;
  for (int i = 0; i < rounds; ++i) {
    char text[sizeof(seed)];
    memcpy(text, seed, sizeof(seed));
    int n = 1 + (int)(next_random(&state) % 3);
    for (int j = 0; j < n; ++j)
      text[next_random(&state) % (sizeof(seed) - 1)] =
          tokens[next_random(&state) % (sizeof(tokens) - 1)];
    if (i % 8 == 0)
      text[next_random(&state) % sizeof(seed)] = '\0';
    dl_case_file file;
    DloptStatus status = parse(text, &file);
    if (dl_status_is_ok(&status))
      ++n_good;
    else
      CHECK(strncmp(status.message, "c.mlir:", 7) == 0);
    dl_case_file_finish(&file);
  }
  CHECK(n_good > rounds / 100 && n_good < rounds / 2);
}

int main(void) {
  check_grammar();
  check_places();
  check_hostile();
  return check_result();
}
