// One compilation: an MLIR context with everything registered, the diagnostics
// it gives, the passes it runs and how long each stage took.
#ifndef DLOPT_DRIVER_SESSION_H
#define DLOPT_DRIVER_SESSION_H

#include "driver/remarks.h"
#include "mlir-c/IR.h"
#include "runtime/progress.h"
#include "runtime/status.h"

/// Called once per diagnostic and per note, on the thread that emits. Remarks
/// come at the end of their stage, in the order of the source.
typedef void (*dl_diagnostic_fn)(const dl_diagnostic *diagnostic, void *user);

enum { DL_SESSION_MAX_STAGES = 32 };

typedef struct dl_stage_time {
  const char *name; ///< static storage
  double seconds;
} dl_stage_time;

typedef struct dl_session {
  MlirContext context;
  dl_diagnostic_fn diagnostic;
  void *user;
  dl_remarks remarks; ///< of the stage that runs
  int n_errors;
  int n_stages;
  dl_stage_time stages[DL_SESSION_MAX_STAGES];
  dl_progress *progress; ///< may be null
  bool is_reference;     ///< progress says that this is the reference
} dl_session;

/// Prints `file:line:col: severity: message` on stderr.
void dl_diagnostic_print(const dl_diagnostic *diagnostic, void *user);

/// Prepares a session; `diagnostic` null means dl_diagnostic_print. Finish it
/// with dl_session_finish.
void dl_session_init(dl_session *session, dl_diagnostic_fn diagnostic,
                     void *user);
void dl_session_finish(dl_session *session);

/// Parses MLIR text or bytecode. `name` is what locations call it. Text that
/// this MLIR no longer reads is diagnosed with the construct, the release that
/// changed it and the way out. The caller destroys the module.
DloptStatus dl_session_parse(dl_session *session, const char *text, size_t size,
                             const char *name, MlirModule *module);

/// Runs a textual pipeline anchored on builtin.module as one stage.
DloptStatus dl_session_run(dl_session *session, MlirModule module,
                           const char *stage, const char *pipeline);

/// Registers all passes, ours and upstream's, unless that was done already.
void dl_session_register_passes(void);

/// The same for a module of any context, without a session.
DloptStatus dl_run_pipeline(MlirModule module, const char *pipeline);

/// Starts a stage: returns the time; dl_session_end_stage records it.
double dl_session_begin_stage(const dl_session *session, const char *stage);
void dl_session_end_stage(dl_session *session, const char *stage, double start);

#endif // DLOPT_DRIVER_SESSION_H
