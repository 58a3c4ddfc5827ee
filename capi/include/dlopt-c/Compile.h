// The byte-level door: a tensor program in, compiled bytes out. Needs no MLIR
// in the host; the library keeps its own to itself.
//
// No function here prints, exits or aborts on any input. All may be called from
// several threads at once, each with objects of its own.
#ifndef DLOPT_C_COMPILE_H
#define DLOPT_C_COMPILE_H

#include <stddef.h>
#include <stdint.h>

#include "dlopt-c/Status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum DloptSeverity {
  DLOPT_SEVERITY_ERROR = 0,
  DLOPT_SEVERITY_WARNING = 1,
  DLOPT_SEVERITY_NOTE = 2, ///< belongs to the diagnostic before it
  DLOPT_SEVERITY_REMARK = 3
} DloptSeverity;

/// One diagnostic. The library owns it; its pointers hold during the call that
/// hands it out, and none is null.
typedef struct DloptDiagnostic {
  DloptSeverity severity;
  const char *file;    ///< as `input_name` says, or ""; NUL-terminated
  int32_t line;        ///< from 1; 0 if the place is not known
  int32_t column;      ///< in bytes from 1; 0 if the place is not known
  const char *message; ///< NUL-terminated
} DloptDiagnostic;

/// Is called for each diagnostic, in order, during the call of the library that
/// it was given to: never twice at a time for that call, but maybe on a thread
/// of the library. `user` is passed through.
typedef void (*DloptDiagnosticCallback)(const DloptDiagnostic *diagnostic,
                                        void *user);

/// What a compilation writes. Later versions may add values at the end.
typedef enum DloptEmit {
  DLOPT_EMIT_TEXT = 0,     ///< the program in the dlopt dialect, as MLIR text
  DLOPT_EMIT_BYTECODE = 1, ///< the same as MLIR bytecode
  /// A relocatable ELF object for this machine. For each public function `f` it
  /// defines `void dlopt_call_f(void **)`, which takes one pointer an argument:
  /// to the scalar, or to a pointer to the memref descriptor of a tensor. If
  /// `f` returns tensors or several values, a pointer to a pointer to the
  /// struct of results comes first; one scalar is stored through a last one.
  DLOPT_EMIT_OBJECT = 2
} DloptEmit;

/// How to compile. Fill it with dloptCompileOptionsInit and change what you
/// want; later versions add fields at the end, and `size` tells which there
/// are. The library copies what it needs: all may end after the call.
typedef struct DloptCompileOptions {
  size_t size;            ///< bytes of the struct; set by Init
  const char *target;     ///< "cpu" (the default, also if null): this machine
  const char *input_name; ///< what diagnostics call the input; null: "input"
  DloptEmit emit;         ///< default DLOPT_EMIT_TEXT
  int32_t optimization;   ///< effort on machine code, 0 to 3; default 2
  /// Seed of what takes the place of elided constants in machine code; each
  /// gives a warning. At most INT64_MAX; default 0.
  uint64_t seed;
  DloptDiagnosticCallback diagnostic; ///< null (default): none are handed out
  void *diagnostic_user;              ///< passed to `diagnostic`
} DloptCompileOptions;

/// Fills in the defaults. `size` is `sizeof(DloptCompileOptions)` as the caller
/// was compiled with; exactly so many bytes are written. Does nothing if
/// `options` is null or `size` cannot hold the field `size`.
DLOPT_EXPORT void dloptCompileOptionsInit(DloptCompileOptions *options,
                                          size_t size);

/// What a compilation made.
typedef struct DloptOutput DloptOutput;

/// Compiles `input_bytes` bytes of MLIR text or bytecode. `options` may be null
/// for the defaults. On success *output is to be ended with dloptOutputDestroy;
/// on failure it is null.
///
/// DLOPT_STATUS_INPUT: the program is wrong, the diagnostics say where;
/// DLOPT_STATUS_USAGE: a null pointer, or an option that this library does not
/// know; DLOPT_STATUS_ENVIRONMENT: no code generator for this machine;
/// DLOPT_STATUS_MEMORY.
DLOPT_EXPORT DloptStatus dloptCompile(const void *input, size_t input_bytes,
                                      const DloptCompileOptions *options,
                                      DloptOutput **output);

/// The bytes, dloptOutputGetSize of them, followed by a NUL that does not
/// count. Owned by `output`; null if `output` is.
DLOPT_EXPORT const void *dloptOutputGetData(const DloptOutput *output);

/// How many bytes there are; 0 if `output` is null.
DLOPT_EXPORT size_t dloptOutputGetSize(const DloptOutput *output);

/// What the compilation did, as a JSON object: "input", "target", "operations"
/// (how many of which kind, in "dlopt", "activations" and "upstream") and
/// "stages" (an array of "name" and "seconds"). NUL-terminated, owned by
/// `output`; null if `output` is.
DLOPT_EXPORT const char *dloptOutputGetReport(const DloptOutput *output);

/// Frees it. Null is fine.
DLOPT_EXPORT void dloptOutputDestroy(DloptOutput *output);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_C_COMPILE_H
