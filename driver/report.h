// What a compilation did, as JSON: stages and their times, what was recognised,
// what stayed upstream.
#ifndef DLOPT_DRIVER_REPORT_H
#define DLOPT_DRIVER_REPORT_H

#include "driver/session.h"

typedef struct json_t json_t;

/// Counts operations by name: {"dlopt.matmul": 12, ...}. Maps that carry a
/// recognised activation are counted under its name too, in "activations".
/// The caller owns the result (json_decref).
json_t *dl_report_operations(MlirModule module);

/// {"stages": [{"name", "seconds"}...]} of a session. The caller owns it.
json_t *dl_report_stages(const dl_session *session);

/// Writes `report` to `path` as indented JSON, all or nothing.
DloptStatus dl_report_write(const json_t *report, const char *path);

#endif // DLOPT_DRIVER_REPORT_H
