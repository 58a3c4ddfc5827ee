// Diagnostics as they are handed out, and remarks held back to be sorted.
#ifndef DLOPT_DRIVER_REMARKS_H
#define DLOPT_DRIVER_REMARKS_H

#include "mlir-c/Diagnostics.h"

#include <stdbool.h>
#include <stddef.h>

/// One diagnostic as it is handed out. Pointers hold during the call only.
typedef struct dl_diagnostic {
  MlirDiagnosticSeverity severity;
  const char *file; ///< "" if the location has none
  int line, column; ///< 0 if the location has none
  const char *message;
} dl_diagnostic;

/// Remarks with their notes; all zero is an empty list. Passes walk a program
/// in the order that suits them; a reader wants that of the source.
typedef struct dl_remarks {
  struct dl_remark *items;
  size_t count, capacity;
} dl_remarks;

/// Adds a copy. A note belongs to the remark before it. False if there is no
/// memory for it.
bool dl_remarks_add(dl_remarks *remarks, const dl_diagnostic *diagnostic);

/// Hands all out, by file, line and column, and empties the list.
void dl_remarks_flush(dl_remarks *remarks,
                      void (*take)(const dl_diagnostic *, void *user),
                      void *user);

#endif // DLOPT_DRIVER_REMARKS_H
