// Why C++: the C API emits errors only; warnings, remarks and notes need
// InFlightDiagnostic.
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

static DiagnosticSeverity severityOf(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return DiagnosticSeverity::Error;
  case MlirDiagnosticWarning:
    return DiagnosticSeverity::Warning;
  case MlirDiagnosticNote:
    return DiagnosticSeverity::Note;
  case MlirDiagnosticRemark:
    return DiagnosticSeverity::Remark;
  }
  return DiagnosticSeverity::Error;
}

void dl_seam_emit(MlirLocation location, MlirDiagnosticSeverity severity,
                  const char *message, MlirOperation note_op,
                  const char *note) {
  Location loc = unwrap(location);
  InFlightDiagnostic diagnostic =
      loc->getContext()->getDiagEngine().emit(loc, severityOf(severity));
  diagnostic << message;
  if (note_op.ptr)
    diagnostic.attachNote(unwrap(note_op)->getLoc()) << note;
}
