// One compilation: context, diagnostics, parsing, pipelines, stage times.
#include "driver/session.h"

#include "capi/seam/seam.h"
#include "driver/nesting.h"
#include "lowering/base/location.h"
#include "lowering/upgrade/parser_trap.h"
#include "lowering/upgrade/upgrade.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_once_t passes_registered = PTHREAD_ONCE_INIT;

static void register_passes(void) {
  mlirRegisterAllPasses();
  dl_seam_register_passes();
}

void dl_session_register_passes(void) {
  pthread_once(&passes_registered, register_passes);
}

struct message_buffer {
  char *data;
  size_t size, capacity;
};

static void append_message(MlirStringRef part, void *user) {
  struct message_buffer *buffer = user;
  if (buffer->size + part.length + 1 > buffer->capacity) {
    size_t capacity = (buffer->size + part.length + 1) * 2;
    char *data = realloc(buffer->data, capacity);
    if (!data)
      return;
    buffer->data = data;
    buffer->capacity = capacity;
  }
  memcpy(buffer->data + buffer->size, part.data, part.length);
  buffer->size += part.length;
  buffer->data[buffer->size] = 0;
}

/// MLIR adds the whole operation to what is said of it: pages, in a form that
/// the user did not write.
static bool is_dump(const char *text) {
  static const char dump[] = "see current operation: ";
  return strncmp(text, dump, sizeof(dump) - 1) == 0;
}

/// `holds`: it is a remark, or a note of one, and waits for the stage's end.
static void hand_out(dl_session *session, MlirDiagnostic diagnostic,
                     bool holds) {
  struct message_buffer text = {NULL, 0, 0};
  mlirDiagnosticPrint(diagnostic, append_message, &text);
  dl_position at = dl_location_position(mlirDiagnosticGetLocation(diagnostic));
  dl_diagnostic out = {mlirDiagnosticGetSeverity(diagnostic), at.file, at.line,
                       at.column, text.data ? text.data : ""};
  if (out.severity == MlirDiagnosticError)
    ++session->n_errors;
  holds |= out.severity == MlirDiagnosticRemark;
  if (!is_dump(out.message) &&
      !(holds && dl_remarks_add(&session->remarks, &out)))
    session->diagnostic(&out, session->user);
  free(text.data);
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); ++i)
    hand_out(session, mlirDiagnosticGetNote(diagnostic, i), holds);
}

static MlirLogicalResult on_diagnostic(MlirDiagnostic diagnostic, void *user) {
  hand_out(user, diagnostic, false);
  return mlirLogicalResultSuccess();
}

void dl_diagnostic_print(const dl_diagnostic *diagnostic, void *user) {
  (void)user;
  static const char *const severities[] = {"error", "warning", "note",
                                           "remark"};
  if (diagnostic->line > 0)
    fprintf(stderr, "%s:%d:%d: ", diagnostic->file, diagnostic->line,
            diagnostic->column);
  fprintf(stderr, "%s: ", severities[diagnostic->severity]);
  // One line, and nothing from the file that a terminal would obey.
  for (const char *c = diagnostic->message; *c; ++c)
    fputc((unsigned char)*c < ' ' || *c == 0x7f ? ' ' : *c, stderr);
  fputc('\n', stderr);
}

void dl_session_init(dl_session *session, dl_diagnostic_fn diagnostic,
                     void *user) {
  memset(session, 0, sizeof(*session));
  session->diagnostic = diagnostic ? diagnostic : dl_diagnostic_print;
  session->user = user;
  dl_session_register_passes();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  dl_seam_register_dialects(registry);
  session->context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/true);
  mlirDialectRegistryDestroy(registry);
  mlirRegisterAllLLVMTranslations(session->context);
  mlirContextAttachDiagnosticHandler(session->context, on_diagnostic, session,
                                     NULL);
}

void dl_session_finish(dl_session *session) {
  dl_remarks_flush(&session->remarks, session->diagnostic, session->user);
  if (session->context.ptr)
    mlirContextDestroy(session->context);
  session->context.ptr = NULL;
}

/// Diagnostics MLIR gives while parsing text that may be old: kept back until
/// we know whether a better explanation exists.
struct kept_diagnostic {
  dl_diagnostic_fn diagnostic;
  void *user;
  dl_diagnostic first;
  char *file, *message;
};

static void keep_first(const dl_diagnostic *diagnostic, void *user) {
  struct kept_diagnostic *kept = user;
  if (kept->message || diagnostic->severity != MlirDiagnosticError) {
    if (diagnostic->severity != MlirDiagnosticError &&
        diagnostic->severity != MlirDiagnosticNote)
      kept->diagnostic(diagnostic, kept->user);
    return;
  }
  kept->first = *diagnostic;
  kept->file = strdup(diagnostic->file);
  kept->message = strdup(diagnostic->message);
  kept->first.file = kept->file ? kept->file : "";
  kept->first.message = kept->message ? kept->message : "out of memory";
}

static bool is_repeated(const dl_upgrade_result *result, size_t index) {
  for (size_t i = 0; i < index; ++i)
    if (dl_finding_is_same(&result->findings[i], &result->findings[index]))
      return true;
  return false;
}

/// Hands out what the upgrade rules know about `text`, each kind of construct
/// once; false if nothing.
static bool explain_old_text(dl_session *session, const char *text, size_t size,
                             const char *name) {
  dl_upgrade_result *result = dl_diagnose_text(text, size);
  for (size_t i = 0; i < result->n_findings; ++i) {
    const dl_finding *finding = &result->findings[i];
    if (is_repeated(result, i))
      continue;
    char message[512];
    dl_finding_format(finding, DL_FINDINGS_FOR_PARSE_ERROR, message,
                      sizeof(message));
    dl_diagnostic out = {MlirDiagnosticError, name, (int)finding->line,
                         (int)finding->column, message};
    session->diagnostic(&out, session->user);
  }
  bool explained = result->n_findings > 0;
  dl_upgrade_result_destroy(result);
  return explained;
}

static DloptStatus check_parser_trap(const char *text, size_t size,
                                     const char *name) {
  size_t line, column;
  if (!dl_find_parser_trap(text, size, &line, &column))
    return dl_status_ok();
  return dl_status_error(DLOPT_STATUS_INPUT, "%s:%zu:%zu: %s", name, line,
                         column, DL_PARSER_TRAP_MESSAGE);
}

DloptStatus dl_session_parse(dl_session *session, const char *text, size_t size,
                             const char *name, MlirModule *module) {
  *module = (MlirModule){NULL};
  DL_TRY(dl_check_nesting(text, size, name));
  DL_TRY(check_parser_trap(text, size, name));
  double start = dl_session_begin_stage(session, "parse");
  struct kept_diagnostic kept = {
      session->diagnostic, session->user, {0}, NULL, NULL};
  session->diagnostic = keep_first;
  session->user = &kept;
  *module =
      dl_seam_parse_module(session->context, (MlirStringRef){text, size}, name);
  session->diagnostic = kept.diagnostic;
  session->user = kept.user;
  dl_session_end_stage(session, "parse", start);
  DloptStatus status = dl_status_ok();
  if (mlirModuleIsNull(*module)) {
    if (!explain_old_text(session, text, size, name) && kept.message)
      session->diagnostic(&kept.first, session->user);
    status =
        dl_status_error(DLOPT_STATUS_INPUT, "%s: not an MLIR 22 program", name);
  }
  free(kept.file);
  free(kept.message);
  return status;
}

/// A manager of `pipeline`, which the caller destroys also after a failure.
static DloptStatus create_manager(MlirContext context, const char *pipeline,
                                  MlirPassManager *manager) {
  struct message_buffer errors = {NULL, 0, 0};
  *manager =
      mlirPassManagerCreateOnOperation(context, DL_STR("builtin.module"));
  DloptStatus status = dl_status_ok();
  if (mlirLogicalResultIsFailure(mlirOpPassManagerAddPipeline(
          mlirPassManagerGetAsOpPassManager(*manager),
          mlirStringRefCreateFromCString(pipeline), append_message, &errors)))
    status = dl_status_error(DLOPT_STATUS_USAGE, "%.*s",
                             errors.data ? (int)strcspn(errors.data, "\n") : 16,
                             errors.data ? errors.data : "cannot be parsed");
  free(errors.data);
  return status;
}

DloptStatus dl_session_run(dl_session *session, MlirModule module,
                           const char *stage, const char *pipeline) {
  MlirPassManager manager;
  DloptStatus status =
      dl_status_prefix(create_manager(session->context, pipeline, &manager),
                       "pipeline of stage %s", stage);
  if (dl_status_is_ok(&status)) {
    double start = dl_session_begin_stage(session, stage);
    if (mlirLogicalResultIsFailure(
            mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))))
      status = dl_status_error(DLOPT_STATUS_INPUT, "stage %s failed", stage);
    dl_session_end_stage(session, stage, start);
  }
  mlirPassManagerDestroy(manager);
  return status;
}

DloptStatus dl_run_pipeline(MlirModule module, const char *pipeline) {
  dl_session_register_passes();
  MlirPassManager manager;
  DloptStatus status = dl_status_prefix(
      create_manager(mlirModuleGetContext(module), pipeline, &manager),
      "pipeline");
  if (dl_status_is_ok(&status) &&
      mlirLogicalResultIsFailure(
          mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))))
    status =
        dl_status_error(DLOPT_STATUS_INPUT, "a pass of the pipeline failed");
  mlirPassManagerDestroy(manager);
  return status;
}

double dl_session_begin_stage(const dl_session *session, const char *stage) {
  char step[64];
  snprintf(step, sizeof(step), "%s%s",
           session->is_reference ? "reference: " : "", stage);
  dl_progress_step(session->progress, step);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void dl_session_end_stage(dl_session *session, const char *stage,
                          double start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - start;
  dl_progress_step(session->progress, NULL);
  dl_remarks_flush(&session->remarks, session->diagnostic, session->user);
  for (int i = 0; i < session->n_stages; ++i)
    if (strcmp(session->stages[i].name, stage) == 0) {
      session->stages[i].seconds += seconds;
      return;
    }
  if (session->n_stages < DL_SESSION_MAX_STAGES)
    session->stages[session->n_stages++] = (dl_stage_time){stage, seconds};
}
