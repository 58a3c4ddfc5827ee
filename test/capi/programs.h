// Small programs, and a log of diagnostics, for the tests of the C API.
#ifndef DLOPT_TEST_CAPI_PROGRAMS_H
#define DLOPT_TEST_CAPI_PROGRAMS_H

#include "dlopt-c/Compile.h"

#include <stdio.h>
#include <string.h>

static const char matmul_text[] =
    "func.func @product(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>)\n"
    "    -> tensor<2x4xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %empty = tensor.empty() : tensor<2x4xf32>\n"
    "  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>)\n"
    "      -> tensor<2x4xf32>\n"
    "  %result = linalg.matmul\n"
    "      ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>)\n"
    "      outs(%start : tensor<2x4xf32>) -> tensor<2x4xf32>\n"
    "  return %result : tensor<2x4xf32>\n"
    "}\n";

enum { LOG_ROWS = 16 };

/// The diagnostics that a callback was given.
typedef struct diagnostic_log {
  int count;
  struct {
    DloptSeverity severity;
    int line, column;
    char file[64], message[256];
  } rows[LOG_ROWS];
} diagnostic_log;

static inline void log_diagnostic(const DloptDiagnostic *diagnostic,
                                  void *user) {
  diagnostic_log *log = user;
  int row = log->count++;
  if (row >= LOG_ROWS)
    return;
  log->rows[row].severity = diagnostic->severity;
  log->rows[row].line = diagnostic->line;
  log->rows[row].column = diagnostic->column;
  snprintf(log->rows[row].file, sizeof(log->rows[row].file), "%s",
           diagnostic->file);
  snprintf(log->rows[row].message, sizeof(log->rows[row].message), "%s",
           diagnostic->message);
}

#endif // DLOPT_TEST_CAPI_PROGRAMS_H
