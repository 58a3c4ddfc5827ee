// Diagnostics: formats the message, the seam hands it to MLIR's engine.
#include "lowering/base/diag.h"

#include "capi/seam/seam.h"
#include "lowering/base/strings.h"

#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_SIZE = 1024 };

static void emit_at_op(MlirOperation op, MlirDiagnosticSeverity severity,
                       const char *format, va_list arguments) {
  char message[MESSAGE_SIZE];
  MlirStringRef name = dl_op_name(op);
  int used = snprintf(message, sizeof(message), "'%.*s' op ", DL_SV(name));
  if (used < 0 || used >= MESSAGE_SIZE)
    used = 0;
  vsnprintf(message + used, sizeof(message) - (size_t)used, format, arguments);
  dl_seam_emit(mlirOperationGetLocation(op), severity, message,
               (MlirOperation){NULL}, NULL);
}

MlirLogicalResult dl_emit_error(MlirOperation op, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit_at_op(op, MlirDiagnosticError, format, arguments);
  va_end(arguments);
  return mlirLogicalResultFailure();
}

MlirLogicalResult dl_emit_error_at(MlirLocation location, const char *format,
                                   ...) {
  char message[MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof(message), format, arguments);
  va_end(arguments);
  dl_seam_emit(location, MlirDiagnosticError, message, (MlirOperation){NULL},
               NULL);
  return mlirLogicalResultFailure();
}

void dl_emit_warning(MlirOperation op, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit_at_op(op, MlirDiagnosticWarning, format, arguments);
  va_end(arguments);
}

void dl_emit_remark(MlirOperation op, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  emit_at_op(op, MlirDiagnosticRemark, format, arguments);
  va_end(arguments);
}

void dl_emit_remark_at(MlirLocation location, const char *format, ...) {
  char message[MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof(message), format, arguments);
  va_end(arguments);
  dl_seam_emit(location, MlirDiagnosticRemark, message, (MlirOperation){NULL},
               NULL);
}

MlirLogicalResult dl_emit_error_with_note(MlirOperation op, const char *message,
                                          MlirOperation note_op,
                                          const char *note) {
  dl_seam_emit(mlirOperationGetLocation(op), MlirDiagnosticError, message,
               note_op, note);
  return mlirLogicalResultFailure();
}

struct text_buffer {
  char *data;
  size_t size, used;
};

static void append_text(MlirStringRef part, void *user_data) {
  struct text_buffer *text = user_data;
  for (size_t i = 0; i < part.length && text->used + 1 < text->size; ++i)
    text->data[text->used++] = part.data[i];
}

const char *dl_type_text(MlirType type, char *buffer, size_t size) {
  struct text_buffer text = {buffer, size, 0};
  mlirTypePrint(type, append_text, &text);
  buffer[text.used] = 0;
  if (text.used + 1 == size && size > 4)
    memcpy(buffer + size - 4, "...", 4);
  return buffer;
}
