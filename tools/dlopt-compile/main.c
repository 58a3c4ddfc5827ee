// dlopt-compile: a tensor program in, dlopt text or an object out.
#include "driver/compile.h"
#include "driver/native.h"
#include "driver/report.h"
#include "runtime/file.h"
#include "tools/common/explain.h"
#include "tools/common/guard.h"
#include "tools/common/input.h"
#include "tools/common/options.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_text(MlirStringRef part, void *user) {
  fwrite(part.data, 1, part.length, user);
}

/// Writes `write(stream)` to the output file, all or nothing.
static DloptStatus write_dlopt(MlirModule module, const char *path) {
  dl_file_writer writer;
  DloptStatus status = dl_file_writer_init(&writer, path);
  if (dl_status_is_ok(&status)) {
    mlirOperationPrint(mlirModuleGetOperation(module), write_text,
                       writer.stream);
    fputc('\n', writer.stream);
    status = dl_file_writer_commit(&writer);
  }
  dl_file_writer_finish(&writer);
  return status;
}

static DloptStatus write_object(dl_session *session, MlirModule module,
                                const dl_options *options) {
  DL_TRY(dl_compile_to_llvm(session, module, NULL, options->explain));
  double start = dl_session_begin_stage(session, "machine code");
  dl_native native;
  dl_file_writer writer;
  DloptStatus status = dl_native_init(&native, module, options->optimization);
  dl_session_end_stage(session, "machine code", start);
  if (dl_status_is_ok(&status)) {
    status = dl_file_writer_init(&writer, options->output);
    if (dl_status_is_ok(&status)) {
      fwrite(LLVMGetBufferStart(native.object), 1,
             LLVMGetBufferSize(native.object), writer.stream);
      status = dl_file_writer_commit(&writer);
    }
    dl_file_writer_finish(&writer);
  }
  dl_native_finish(&native);
  return status;
}

static DloptStatus compile(dl_session *session, const dl_options *options,
                           const char *text, size_t size) {
  MlirModule module;
  DL_TRY(dl_session_parse(session, text, size, options->input, &module));
  DloptStatus status = dl_status_ok();
  if (strcmp(options->emit, "object") == 0)
    status = dl_compile_prepare(session, module, options->seed);
  if (dl_status_is_ok(&status))
    status = dl_compile_import(session, module, options->explain);
  json_t *operations = dl_report_operations(module);
  if (dl_status_is_ok(&status) && options->explain)
    dl_explain(operations, stderr);
  if (dl_status_is_ok(&status) && strcmp(options->emit, "dlopt") == 0)
    status = write_dlopt(module, options->output);
  else if (dl_status_is_ok(&status))
    status = write_object(session, module, options);
  if (dl_status_is_ok(&status) && options->report) {
    json_t *report = json_pack("{s:s, s:s, s:O, s:o}", "input", options->input,
                               "target", options->target, "operations",
                               operations, "stages", dl_report_stages(session));
    status = dl_report_write(report, options->report);
    json_decref(report);
  }
  json_decref(operations);
  mlirModuleDestroy(module);
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
  dl_guard_begin(tool);
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
  status = compile(&session, &options, text, size);
  dl_progress_destroy(session.progress);
  if (options.timing)
    dl_print_stages(&session, stderr);
  dl_session_finish(&session);
  free(text);
  return dl_tool_exit(tool, &status);
}
