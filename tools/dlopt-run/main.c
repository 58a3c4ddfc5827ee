// dlopt-run: compiles a program, calls it, and judges what comes out.
#include "driver/report.h"
#include "runtime/device/doctor.h"
#include "tools/common/explain.h"
#include "tools/common/input.h"
#include "tools/common/llvm_guard.h"
#include "tools/dlopt-run/run.h"

#include "llvm_install.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char tool[] = "dlopt-run";

/// All that one run holds; everything is zero until made.
struct run {
  const dl_options *options;
  char *text;
  size_t size;
  dl_progress *progress;
  dl_report_sink sink;
  dl_case_file case_file;
  dl_program program, reference;
  dl_tensors arguments, results, reference_arguments, reference_results;
};

static dl_program_options program_options(struct run *run, dl_route route) {
  const dl_options *options = run->options;
  // The judge of --verify runs on the CPU.
  bool is_cpu = !options->chip || route == DL_ROUTE_WIDENED;
  return (dl_program_options){
      .route = route,
      .target = is_cpu                                 ? DL_TARGET_CPU
                : strcmp(options->target, "cuda") == 0 ? DL_TARGET_CUDA
                                                       : DL_TARGET_EMULATE,
      .chip = options->chip,
      .device = dl_device_options_of(options),
      .entry = options->check ? run->case_file.entry : options->entry,
      .seed = options->seed,
      .optimization = options->optimization,
      .explain = dl_options_has_remarks(options),
      .diagnostic = options->report ? dl_report_diagnostic : NULL,
      .diagnostic_user = &run->sink,
      .libraries = options->libraries,
      .n_libraries = options->n_libraries,
      .progress = run->progress,
  };
}

/// The untouched program in f64; its diagnostics were given already.
static void say_nothing(const dl_diagnostic *diagnostic, void *user) {
  if (diagnostic->severity == MlirDiagnosticError)
    dl_diagnostic_print(diagnostic, user);
}

static DloptStatus verify_untimed(struct run *run) {
  if (run->results.count == 0) {
    printf("verify: @%s returns nothing to compare\n",
           run->program.signature.name);
    return dl_status_ok();
  }
  dl_program_options options = program_options(run, DL_ROUTE_WIDENED);
  options.diagnostic = say_nothing;
  options.explain = false;
  DL_TRY(dl_program_init(&run->reference, run->text, run->size,
                         run->options->input, &options));
  DL_TRY(dl_convert_arguments(&run->arguments, &run->reference.signature,
                              &run->reference_arguments));
  double start = dl_session_begin_stage(&run->reference.session, "run");
  DloptStatus status = dl_call(&run->reference, &run->reference_arguments,
                               &run->reference_results);
  dl_session_end_stage(&run->reference.session, "run", start);
  DL_TRY(status);
  return dl_check_reference(run->options, &run->results,
                            &run->reference_results);
}

static DloptStatus verify(struct run *run) {
  dl_session *session = &run->program.session;
  double start = dl_session_begin_stage(session, "verify");
  DloptStatus status = verify_untimed(run);
  dl_session_end_stage(session, "verify", start);
  return status;
}

static DloptStatus bench(struct run *run) {
  dl_session *session = &run->program.session;
  double start = dl_session_begin_stage(session, "bench");
  DloptStatus status = dl_bench(run->options, &run->program, &run->arguments);
  dl_session_end_stage(session, "bench", start);
  return status;
}

static DloptStatus write_report(struct run *run) {
  json_t *report = json_pack(
      "{s:s, s:s, s:s, s:O, s:o}", "input", run->options->input, "target",
      run->options->target, "entry", run->program.signature.name, "operations",
      run->program.operations, "stages",
      dl_report_stages(&run->program.session));
  json_object_set(report, "remarks", run->sink.remarks);
  if (run->program.gpu_report)
    json_object_update(report, run->program.gpu_report);
  DloptStatus status = dl_report_write(report, run->options->report);
  json_decref(report);
  return status;
}

static DloptStatus judge(struct run *run) {
  const dl_options *options = run->options;
  if (options->check)
    DL_TRY(dl_check_case(&run->case_file, &run->results));
  else if (!(options->bench && options->json))
    dl_print_results(&run->results);
  DL_TRY(dl_handle_results(options, &run->results));
  if (options->verify)
    DL_TRY(verify(run));
  if (options->bench)
    DL_TRY(bench(run));
  if (options->report)
    DL_TRY(write_report(run));
  return dl_status_ok();
}

static DloptStatus work(struct run *run) {
  const dl_options *options = run->options;
  DL_TRY(dl_read_input(options, &run->text, &run->size));
  if (options->check)
    DL_TRY(dl_case_file_parse(run->text, run->size, options->check,
                              &run->case_file));
  run->progress = dl_progress_create(tool, !options->quiet);
  dl_program_options program = program_options(
      run, options->no_import ? DL_ROUTE_UPSTREAM : DL_ROUTE_DLOPT);
  DL_TRY(dl_program_init(&run->program, run->text, run->size, options->input,
                         &program));
  if (options->explain)
    dl_explain(run->program.operations, stderr);
  const dl_signature *signature = &run->program.signature;
  if (options->check)
    DL_TRY(dl_case_arguments(&run->case_file, signature, &run->arguments));
  else
    DL_TRY(dl_make_arguments(options, signature, &run->arguments));
  double start = dl_session_begin_stage(&run->program.session, "run");
  DloptStatus status = dl_call(&run->program, &run->arguments, &run->results);
  dl_session_end_stage(&run->program.session, "run", start);
  return dl_status_is_ok(&status) ? judge(run) : status;
}

static void finish(struct run *run) {
  dl_progress_destroy(run->progress);
  dl_tensors_finish(&run->reference_results);
  dl_tensors_finish(&run->reference_arguments);
  dl_tensors_finish(&run->results);
  dl_tensors_finish(&run->arguments);
  dl_program_finish(&run->reference);
  dl_program_finish(&run->program);
  dl_case_file_finish(&run->case_file);
  json_decref(run->sink.remarks);
  free(run->text);
}

int main(int argc, char **argv) {
  dl_options options;
  bool done;
  DloptStatus status =
      dl_options_parse(&options, DL_TOOL_RUN, argc, argv, &done);
  if (done || !dl_status_is_ok(&status))
    return dl_tool_exit(tool, &status);
  dl_llvm_guard_begin(tool);
  if (options.doctor) {
    dl_doctor(stdout, NULL, LLVM_INSTALL_VERSION);
    return dl_tool_exit(tool, &status);
  }
  struct run run = {
      .options = &options,
      .sink = {.remarks = json_array(), .prints_remarks = options.explain}};
  status = dl_check_outputs(&options);
  if (dl_status_is_ok(&status))
    status = work(&run);
  fflush(stdout);
  if (options.timing)
    dl_print_stages(&run.program.session, stderr);
  finish(&run);
  return dl_tool_exit(tool, &status);
}
