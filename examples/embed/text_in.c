// The byte-level door: a program as text in, numbers out, with no MLIR in the
// host. Links to libdlopt alone.
#include "dlopt-c/Compile.h"
#include "dlopt-c/Run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A dense layer with a softmax after it; how many rows x has is known only when
// it runs. It is written with linalg, as front ends write it.
static const char program_text[] =
    "func.func @layer(%x: tensor<?x3xf32>, %w: tensor<3x2xf32>)\n"
    "    -> tensor<?x2xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %rows = tensor.dim %x, %c0 : tensor<?x3xf32>\n"
    "  %empty = tensor.empty(%rows) : tensor<?x2xf32>\n"
    "  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2xf32>)\n"
    "      -> tensor<?x2xf32>\n"
    "  %product = linalg.matmul\n"
    "      ins(%x, %w : tensor<?x3xf32>, tensor<3x2xf32>)\n"
    "      outs(%start : tensor<?x2xf32>) -> tensor<?x2xf32>\n"
    "  %result = linalg.softmax dimension(1)\n"
    "      ins(%product : tensor<?x2xf32>) outs(%empty : tensor<?x2xf32>)\n"
    "      -> tensor<?x2xf32>\n"
    "  return %result : tensor<?x2xf32>\n"
    "}\n";

static void print_diagnostic(const DloptDiagnostic *diagnostic, void *user) {
  (void)user;
  fprintf(stderr, "%s:%d:%d: %s\n", diagnostic->file, (int)diagnostic->line,
          (int)diagnostic->column, diagnostic->message);
}

static int fail(const DloptStatus *status) {
  fprintf(stderr, "text_in: %s\n", status->message);
  return 1;
}

/// Shows the program as dlopt sees it.
static int show(void) {
  DloptOutput *output;
  DloptStatus status =
      dloptCompile(program_text, strlen(program_text), NULL, &output);
  if (!dloptStatusIsOk(&status))
    return fail(&status);
  printf("%s", (const char *)dloptOutputGetData(output));
  dloptOutputDestroy(output);
  return 0;
}

static int call(const DloptProgram *program) {
  float x[2][3] = {{1, 2, 3}, {-1, 0, 1}}, w[3][2] = {{1, 0}, {0, 1}, {1, 1}};
  int64_t x_shape[] = {2, 3}, w_shape[] = {3, 2};
  DloptTensor arguments[] = {
      {.element = DLOPT_ELEMENT_F32, .rank = 2, .shape = x_shape, .data = x},
      {.element = DLOPT_ELEMENT_F32, .rank = 2, .shape = w_shape, .data = w},
  };
  DloptTensor result = {0}; // no memory given: the library makes it
  DloptStatus status = dloptProgramCall(program, 2, arguments, 1, &result);
  if (!dloptStatusIsOk(&status))
    return fail(&status);
  const float *values = result.data;
  int wrong = 0;
  for (int i = 0; i < 2; ++i) {
    double a = exp(x[i][0] + x[i][2]), b = exp(x[i][1] + x[i][2]);
    printf("row %d: %.6f %.6f\n", i, values[2 * i], values[2 * i + 1]);
    wrong |= !(fabs(values[2 * i] - a / (a + b)) < 1e-6);
    wrong |= !(fabs(values[2 * i + 1] - b / (a + b)) < 1e-6);
  }
  dloptTensorRelease(&result);
  return wrong;
}

int main(void) {
  if (show())
    return 1;
  DloptProgramOptions options;
  dloptProgramOptionsInit(&options, sizeof(options));
  options.input_name = "layer.mlir";
  options.diagnostic = print_diagnostic;
  DloptProgram *program;
  DloptStatus status = dloptProgramCreate(program_text, strlen(program_text),
                                          &options, &program);
  if (!dloptStatusIsOk(&status))
    return fail(&status);
  int wrong = call(program);
  dloptProgramDestroy(program);
  puts(wrong ? "the numbers are wrong" : "the numbers are right");
  return wrong;
}
