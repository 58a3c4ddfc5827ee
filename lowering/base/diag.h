// Diagnostics: one message, at the operation that causes it, by whoever knows.
#ifndef DLOPT_LOWERING_BASE_DIAG_H
#define DLOPT_LOWERING_BASE_DIAG_H

#include "mlir-c/IR.h"

#if defined(DL_PRINTF)
// Said by another header already.
#elif defined(__GNUC__)
#define DL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define DL_PRINTF(text, first)
#endif

/// Emits an error at `op` and returns failure, so that a verifier or a pass can
/// write `return dl_emit_error(op, ...)`. Like upstream's `emitOpError`, the
/// message is prefixed with the operation's name.
MlirLogicalResult dl_emit_error(MlirOperation op, const char *format, ...)
    DL_PRINTF(2, 3);

/// Emits an error at a location that has no operation; returns failure.
MlirLogicalResult dl_emit_error_at(MlirLocation location, const char *format,
                                   ...) DL_PRINTF(2, 3);

/// Emits a warning: the result stays right, the user should look.
void dl_emit_warning(MlirOperation op, const char *format, ...) DL_PRINTF(2, 3);

/// Emits a remark: a decision and its reason. It begins with the name of `op`.
void dl_emit_remark(MlirOperation op, const char *format, ...) DL_PRINTF(2, 3);

/// The same of a place, where no one operation is meant.
void dl_emit_remark_at(MlirLocation location, const char *format, ...)
    DL_PRINTF(2, 3);

/// Emits an error at `op` with a note at `note_op`; returns failure.
MlirLogicalResult dl_emit_error_with_note(MlirOperation op, const char *message,
                                          MlirOperation note_op,
                                          const char *note);

/// Type printed as MLIR text into `buffer`; returns `buffer`. Too long a type
/// ends in "...".
const char *dl_type_text(MlirType type, char *buffer, size_t size);

#endif // DLOPT_LOWERING_BASE_DIAG_H
