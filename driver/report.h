// What a compilation did, as JSON: stages and their times, what was recognised,
// what stayed upstream.
#ifndef DLOPT_DRIVER_REPORT_H
#define DLOPT_DRIVER_REPORT_H

#include "driver/gpu_code.h"
#include "driver/ptxas.h"
#include "driver/session.h"

typedef struct json_t json_t;

/// Counts operations by name: {"dlopt.matmul": 12, ...}. Maps that carry a
/// recognised activation are counted under its name too, in "activations".
/// The caller owns the result (json_decref).
json_t *dl_report_operations(MlirModule module);

/// {"stages": [{"name", "seconds"}...]} of a session. The caller owns it.
json_t *dl_report_stages(const dl_session *session);

/// Where the diagnostics of a compilation go that a report is made of: remarks
/// are kept in `remarks`, an array that the caller owns; all, or all but those,
/// are printed too.
typedef struct dl_report_sink {
  json_t *remarks;
  bool prints_remarks;
  bool is_in_remark; ///< a note now would be one of a remark
} dl_report_sink;

/// A dl_diagnostic_fn; `sink` is a dl_report_sink.
void dl_report_diagnostic(const dl_diagnostic *diagnostic, void *sink);

/// Adds "kernels", an array in the order of their numbers, and "constants", to
/// `report`.
void dl_report_gpu_code(json_t *report, const dl_gpu_code *code);

/// Adds "memory", an array of the functions' plans of memory (pass
/// dlopt-memory-plan-arena), to `report`, and takes them from the module.
void dl_report_memory(json_t *report, MlirModule module);

/// Adds what ptxas says to the kernels there.
void dl_report_usage(json_t *report, const dl_ptxas_usage *usage,
                     size_t n_usage);

/// Writes `report` to `path` as indented JSON, all or nothing.
DloptStatus dl_report_write(const json_t *report, const char *path);

#endif // DLOPT_DRIVER_REPORT_H
