// What the doors share.
#include "capi/host.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/// More than any alignment that MLIR gives a resource in bytecode.
enum { INPUT_ALIGNMENT = 4096 };

static DloptSeverity severity_of(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticWarning:
    return DLOPT_SEVERITY_WARNING;
  case MlirDiagnosticNote:
    return DLOPT_SEVERITY_NOTE;
  case MlirDiagnosticRemark:
    return DLOPT_SEVERITY_REMARK;
  case MlirDiagnosticError:
    break;
  }
  return DLOPT_SEVERITY_ERROR;
}

void dl_host_diagnostic(const dl_diagnostic *diagnostic, void *user) {
  const dl_host_callback *callback = user;
  if (!callback->function)
    return;
  DloptDiagnostic out = {severity_of(diagnostic->severity), diagnostic->file,
                         diagnostic->line, diagnostic->column,
                         diagnostic->message};
  callback->function(&out, callback->user);
}

DloptStatus dl_host_copy_input(const void *input, size_t input_bytes,
                               char **copy) {
  *copy = NULL;
  if (!input && input_bytes)
    return dl_status_error(DL_STATUS_USAGE,
                           "the input is null, but has %zu "
                           "bytes",
                           input_bytes);
  void *memory;
  if (input_bytes > SIZE_MAX / 2 ||
      posix_memalign(&memory, INPUT_ALIGNMENT, input_bytes + 1))
    return dl_status_error(DL_STATUS_MEMORY, "input of %zu bytes", input_bytes);
  if (input_bytes)
    memcpy(memory, input, input_bytes);
  *copy = memory;
  (*copy)[input_bytes] = 0;
  return dl_status_ok();
}

DloptStatus dl_host_check_options(const char *type, int32_t optimization,
                                  uint64_t seed) {
  if (optimization < 0 || optimization > 3)
    return dl_status_error(DL_STATUS_USAGE,
                           "%s.optimization is %d; it goes from 0 to 3", type,
                           (int)optimization);
  if (seed > INT64_MAX)
    return dl_status_error(DL_STATUS_USAGE, "%s.seed is more than INT64_MAX",
                           type);
  return dl_status_ok();
}

char *dl_host_report(const dl_session *session, const char *input,
                     json_t *operations) {
  json_t *report = json_pack("{s:s%, s:s, s:O*, s:o}", "input", input,
                             strlen(input), "target", "cpu", "operations",
                             operations, "stages", dl_report_stages(session));
  char *text = json_dumps(report, JSON_INDENT(2) | JSON_PRESERVE_ORDER |
                                      JSON_REAL_PRECISION(6));
  json_decref(report);
  return text;
}
