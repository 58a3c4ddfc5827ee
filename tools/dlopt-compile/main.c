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
                           const char *text, size_t size, json_t *report) {
  MlirModule module;
  DL_TRY(dl_session_parse(session, text, size, options->input, &module));
  DloptStatus status = dl_status_ok();
  // Text is for people, who see what is elided; code needs the numbers.
  if (strcmp(options->emit, "dlopt") != 0)
    status = dl_compile_prepare(session, module, options->seed);
  if (dl_status_is_ok(&status))
    status =
        dl_compile_import(session, module, dl_options_has_remarks(options));
  json_t *operations = dl_report_operations(module);
  json_object_set_new(report, "operations", operations);
  if (dl_status_is_ok(&status) && options->explain)
    dl_explain(operations, stderr);
  if (dl_status_is_ok(&status))
    status = dl_emit(session, module, options, report);
  mlirModuleDestroy(module);
  return status;
}

static DloptStatus package(dl_session *session, const dl_options *options,
                           const char *text, size_t size, json_t *report) {
  const dl_packager_options packager = {
      .chip = options->chip,
      .entry = options->entry,
      .seed = options->seed,
      .optimization = options->optimization,
      .explain = dl_options_has_remarks(options),
      .has_reference = options->with_reference,
      .libraries = options->libraries,
      .n_libraries = options->n_libraries};
  DloptStatus status = dl_package_program(session, text, size, options->input,
                                          &packager, options->output, report);
  json_t *operations = json_object_get(report, "operations");
  if (operations && options->explain)
    dl_explain(operations, stderr);
  return status;
}

static DloptStatus work(const dl_options *options, const char *text,
                        size_t size, const char *tool) {
  dl_report_sink sink = {.remarks = json_array(),
                         .prints_remarks = options->explain};
  dl_session session;
  dl_session_init(&session, options->report ? dl_report_diagnostic : NULL,
                  &sink);
  session.progress = dl_progress_create(tool, !options->quiet);
  json_t *report = json_pack("{s:s, s:s}", "input", options->input, "target",
                             options->target);
  bool is_package = strcmp(options->emit, "package") == 0;
  DloptStatus status =
      (is_package ? package : compile)(&session, options, text, size, report);
  dl_progress_destroy(session.progress);
  if (dl_status_is_ok(&status) && options->report) {
    json_object_set(report, "remarks", sink.remarks);
    json_object_set_new(report, "stages", dl_report_stages(&session));
    status = dl_report_write(report, options->report);
  }
  if (options->timing)
    dl_print_stages(&session, stderr);
  dl_session_finish(&session);
  json_decref(report);
  json_decref(sink.remarks);
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
  status = work(&options, text, size, tool);
  free(text);
  return dl_tool_exit(tool, &status);
}
