// The header of a case file: which function to call, with what, and what must
// come out.
//
//   // CALL: @softmax
//   // IN 0: tensor<2x3xf16> = [[0.0, 1.0, -inf], [nan, 0x3C00, 2.5]]
//   // IN 1: index = splat(3)
//   // OUT 0: tensor<2x3xf32> = cyc(0.5, 1.0) TOL abs=1e-6 rel=1e-5
//
// The header is the comment and blank lines before the program. A line
// starting with two or more spaces continues the line above. Other keys and
// prose are skipped. Data is a nested list, splat(v), range(start, step) or
// cyc(v0, v1, ...), row-major, repeated until full; elements are written as
// dl_element_parse reads them; a rank-0 tensor or a scalar may also be one
// bare number. TOL is `exact`, or `abs=a`, `rel=r` or both.
#ifndef DLOPT_RUNTIME_CASE_FILE_H
#define DLOPT_RUNTIME_CASE_FILE_H

#include "runtime/compare.h"
#include "runtime/status.h"
#include "runtime/tensor.h"

// A header is text that a person wrote: more is a mistake or an attack.
#define DL_CASE_MAX_FILE_BYTES ((size_t)1 << 30)
#define DL_CASE_MAX_TENSOR_BYTES ((size_t)1 << 30)

typedef struct dl_case_value {
  int line;               // of the header
  dl_tensor tensor;       // type.is_scalar for a plain `f32` or `index`
  dl_tolerance tolerance; // of outputs
} dl_case_value;

/// A parsed header; owns all it points to.
typedef struct dl_case_file {
  char *entry; // symbol to call, without '@'
  int n_inputs;
  dl_case_value *inputs;
  int n_outputs; // at least 1
  dl_case_value *outputs;
} dl_case_file;

/// Reads the header of the file at `path`. Errors read
/// "path:line:column: what was expected". The caller ends *file with
/// dl_case_file_finish; on failure it is empty.
DloptStatus dl_case_file_read(const char *path, dl_case_file *file);

/// The same from memory; `name` stands for the path in messages. Keeps no
/// pointer to `text`.
DloptStatus dl_case_file_parse(const char *text, size_t length,
                               const char *name, dl_case_file *file);

/// Frees all. An empty file is fine.
void dl_case_file_finish(dl_case_file *file);

#endif
