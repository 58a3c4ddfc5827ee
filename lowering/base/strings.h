// Strings of the MLIR C API: literals, comparison and printing without strlen.
#ifndef DLOPT_LOWERING_BASE_STRINGS_H
#define DLOPT_LOWERING_BASE_STRINGS_H

#include <stdbool.h>
#include <string.h>

#include "mlir-c/IR.h"

/// MlirStringRef of a string literal.
#define DL_STR(literal) ((MlirStringRef){literal, sizeof(literal) - 1})

/// Arguments for "%.*s".
#define DL_SV(ref) (int)(ref).length, (ref).data

/// Name of `op`, such as "linalg.generic"; borrowed from the context.
static inline MlirStringRef dl_op_name(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op));
}

static inline bool dl_string_is(MlirStringRef ref, const char *text) {
  size_t length = strlen(text);
  return ref.length == length && memcmp(ref.data, text, length) == 0;
}

static inline bool dl_string_starts_with(MlirStringRef ref, const char *text) {
  size_t length = strlen(text);
  return ref.length >= length && memcmp(ref.data, text, length) == 0;
}

/// True if `op` is not null and is called `name`.
static inline bool dl_is(MlirOperation op, const char *name) {
  return !mlirOperationIsNull(op) && dl_string_is(dl_op_name(op), name);
}

#endif // DLOPT_LOWERING_BASE_STRINGS_H
