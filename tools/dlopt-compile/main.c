// dlopt-compile: a tensor program in; dlopt text, GPU code or an object out.
#include "driver/compile.h"
#include "driver/packager.h"
#include "driver/report.h"
#include "tools/common/explain.h"
#include "tools/common/input.h"
#include "tools/common/llvm_guard.h"
#include "tools/common/options.h"
#include "tools/dlopt-compile/emit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DloptStatus compile(dl_session *session, const dl_options *options,
                           const char *text, size_t size) {
  MlirModule module;
  DL_TRY(dl_session_parse(session, text, size, options->input, &module));
  DloptStatus status = dl_status_ok();
  // Text is for people, who see what is elided; code needs the numbers.
  if (strcmp(options->emit, "dlopt") != 0)
    status = dl_compile_prepare(session, module, options->seed);
  if (dl_status_is_ok(&status))
    status = dl_compile_import(session, module, options->explain);
  json_t *operations = dl_report_operations(module);
  if (dl_status_is_ok(&status) && options->explain)
    dl_explain(operations, stderr);
  json_t *report =
      json_pack("{s:s, s:s, s:O}", "input", options->input, "target",
                options->target, "operations", operations);
  if (dl_status_is_ok(&status))
    status = dl_emit(session, module, options, report);
  if (dl_status_is_ok(&status) && options->report) {
    json_object_set_new(report, "stages", dl_report_stages(session));
    status = dl_report_write(report, options->report);
  }
  json_decref(report);
  json_decref(operations);
  mlirModuleDestroy(module);
  return status;
}

static DloptStatus package(dl_session *session, const dl_options *options,
                           const char *text, size_t size) {
  const dl_packager_options packager = {.chip = options->chip,
                                        .entry = options->entry,
                                        .seed = options->seed,
                                        .optimization = options->optimization,
                                        .explain = options->explain,
                                        .has_reference =
                                            options->with_reference,
                                        .libraries = options->libraries,
                                        .n_libraries = options->n_libraries};
  json_t *report = json_pack("{s:s, s:s}", "input", options->input, "target",
                             options->target);
  DloptStatus status = dl_package_program(session, text, size, options->input,
                                          &packager, options->output, report);
  json_t *operations = json_object_get(report, "operations");
  if (operations && options->explain)
    dl_explain(operations, stderr);
  if (dl_status_is_ok(&status) && options->report) {
    json_object_set_new(report, "stages", dl_report_stages(session));
    status = dl_report_write(report, options->report);
  }
  json_decref(report);
  return status;
}

int main(int argc, char **argv) {
  static const char tool[] = "dlopt-compile";
  dl_options options;
  bool done;
  DloptStatus status =
      dl_options_parse(&options, DL_TOOL_COMPILE, argc, argv, &done);
  if (done || !dl_status_is_ok(&status))
    return dl_tool_exit(tool, &status);
  dl_llvm_guard_begin(tool);
  char *text = NULL;
  size_t size = 0;
  status = dl_check_outputs(&options);
  if (!options.output)
    options.output = "/dev/stdout";
  if (dl_status_is_ok(&status))
    status = dl_read_input(&options, &text, &size);
  if (!dl_status_is_ok(&status))
    return dl_tool_exit(tool, &status);
  dl_session session;
  dl_session_init(&session, NULL, NULL);
  session.progress = dl_progress_create(tool, !options.quiet);
  bool is_package = strcmp(options.emit, "package") == 0;
  status = (is_package ? package : compile)(&session, &options, text, size);
  dl_progress_destroy(session.progress);
  if (options.timing)
    dl_print_stages(&session, stderr);
  dl_session_finish(&session);
  free(text);
  return dl_tool_exit(tool, &status);
}
