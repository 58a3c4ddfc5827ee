// What the doors share: a host's diagnostics, and checks of what it gives.
#ifndef DLOPT_CAPI_HOST_H
#define DLOPT_CAPI_HOST_H

#include "dlopt-c/Compile.h"

#include "driver/report.h"

/// Who gets the diagnostics of one call of the library.
typedef struct dl_host_callback {
  DloptDiagnosticCallback function; ///< null: nobody
  void *user;
} dl_host_callback;

/// Hands a diagnostic on; a dl_diagnostic_fn whose user is a dl_host_callback.
void dl_host_diagnostic(const dl_diagnostic *diagnostic, void *callback);

/// Copies an input for MLIR to read: with a NUL after it, which is where MLIR's
/// lexer stops, and aligned as bytecode resources may ask for. The caller frees
/// *copy. Null with 0 bytes is an empty input.
DloptStatus dl_host_copy_input(const void *input, size_t input_bytes,
                               char **copy);

/// Checks what all options have; `type` names them in messages.
DloptStatus dl_host_check_options(const char *type, int32_t optimization,
                                  uint64_t seed);

/// The report of a compilation as text (freed with free()), or null without
/// memory. `operations` is as dl_report_operations made it, or null.
char *dl_host_report(const dl_session *session, const char *input,
                     json_t *operations);

#endif // DLOPT_CAPI_HOST_H
