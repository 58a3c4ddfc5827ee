// A program in text, compiled for this machine or a GPU: the route as one
// function.
#include "driver/program.h"

#include "driver/compile.h"
#include "driver/report.h"
#include "lowering/ptx/targets.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static void warn_missing_external(const char *name, void *user) {
  dl_session *session = user;
  char message[512];
  snprintf(message, sizeof(message),
           "external function @%s is not defined: calls of it do nothing; "
           "--library gives a shared library that defines it",
           name);
  dl_diagnostic diagnostic = {MlirDiagnosticWarning, "", 0, 0, message};
  session->diagnostic(&diagnostic, session->user);
}

static DloptStatus load(dl_program *program, MlirModule module,
                        const dl_cpu_constants *outside,
                        const dl_declared *declared,
                        const dl_program_options *options) {
  dl_session *session = &program->session;
  dl_outside externals = {declared, options->libraries, options->n_libraries,
                          warn_missing_external, session};
  double start = dl_session_begin_stage(session, "machine code");
  dl_native native;
  const dl_native_options code = {.optimization = options->optimization};
  dl_constant_data constants;
  DloptStatus status = dl_constant_data_init(&constants, outside);
  if (dl_status_is_ok(&status)) {
    status = dl_native_init(&native, module, &code);
    if (dl_status_is_ok(&status))
      status = dl_jit_create(&native, &constants, &externals, &program->jit);
    if (dl_status_is_ok(&status))
      status = dl_jit_link(program->jit, program->signature.name);
    dl_native_finish(&native);
  }
  dl_constant_data_finish(&constants);
  dl_session_end_stage(session, "machine code", start);
  return status;
}

/// The program as the route has it, before a target is chosen.
static DloptStatus compile_route(dl_program *program, MlirModule module,
                                 const dl_program_options *options) {
  dl_session *session = &program->session;
  if (options->route == DL_ROUTE_UPSTREAM)
    return dl_compile_without_import(session, module);
  if (options->route == DL_ROUTE_DLOPT)
    return dl_compile_import(session, module, options->explain);
  DL_TRY(dl_compile_widen(session, module));
  dl_signature_finish(&program->signature);
  return dl_signature_init(&program->signature, module, NULL);
}

static DloptStatus compile_cpu(dl_program *program, MlirModule module,
                               const dl_declared *declared,
                               const dl_program_options *options) {
  dl_cpu_constants outside = {NULL, 0};
  DloptStatus status =
      dl_compile_to_llvm(&program->session, module, &outside, options->explain);
  if (dl_status_is_ok(&status))
    status = load(program, module, &outside, declared, options);
  dl_cpu_constants_destroy(&outside);
  return status;
}

static DloptStatus open_device(dl_program *program,
                               const dl_program_options *options) {
  dl_session *session = &program->session;
  double start = dl_session_begin_stage(session, "load kernels");
  dl_device_options device = options->device;
  device.kind =
      options->target == DL_TARGET_CUDA ? DL_DEVICE_CUDA : DL_DEVICE_EMULATED;
  DloptStatus status = dl_device_open(&device, &program->device);
  if (dl_status_is_ok(&status))
    status = dl_device_load(program->device, &program->gpu.program,
                            &program->instance);
  dl_session_end_stage(session, "load kernels", start);
  return status;
}

static DloptStatus compile_gpu(dl_program *program, MlirModule module,
                               const dl_declared *declared,
                               const dl_program_options *options) {
  dl_session *session = &program->session;
  const dl_gpu_options gpu = {.chip = options->chip,
                              .explain = options->explain};
  program->gpu_report = json_object();
  DL_TRY(dl_gpu_code_init(&program->gpu, session, module,
                          program->signature.name, &gpu, program->gpu_report));
  const dl_cpu_constants none = {NULL, 0};
  DL_TRY(load(program, module, &none, declared, options));
  return open_device(program, options);
}

static DloptStatus compile(dl_program *program, MlirModule module,
                           const dl_program_options *options) {
  dl_session *session = &program->session;
  DL_TRY(dl_signature_init(&program->signature, module, options->entry));
  DL_TRY(dl_compile_keep_entry(session, module, program->signature.name));
  DL_TRY(dl_compile_prepare(session, module, options->seed));
  DL_TRY(compile_route(program, module, options));
  program->operations = dl_report_operations(module);
  dl_declared declared;
  DloptStatus status = dl_declared_init(&declared, module);
  if (dl_status_is_ok(&status))
    status = options->target == DL_TARGET_CPU
                 ? compile_cpu(program, module, &declared, options)
                 : compile_gpu(program, module, &declared, options);
  dl_declared_finish(&declared);
  return status;
}

DloptStatus dl_program_init(dl_program *program, const char *text, size_t size,
                            const char *name,
                            const dl_program_options *options) {
  memset(program, 0, sizeof(*program));
  dl_session_init(&program->session, options->diagnostic,
                  options->diagnostic_user);
  program->session.progress = options->progress;
  program->session.is_reference = options->route == DL_ROUTE_WIDENED;
  MlirModule module;
  DL_TRY(dl_session_parse(&program->session, text, size, name, &module));
  DloptStatus status = compile(program, module, options);
  mlirModuleDestroy(module);
  return status;
}

void dl_program_finish(dl_program *program) {
  dl_device_unload(program->instance);
  dl_device_close(program->device);
  dl_gpu_code_finish(&program->gpu);
  dl_jit_destroy(program->jit);
  json_decref(program->operations);
  json_decref(program->gpu_report);
  dl_signature_finish(&program->signature);
  dl_session_finish(&program->session);
  memset(program, 0, sizeof(*program));
}

dl_device_function dl_program_device_function(const dl_program *program) {
  return (dl_device_function){program->device, program->instance,
                              dl_jit_entry(program->jit), &program->signature};
}

DloptStatus dl_program_call(dl_program *program, const dl_tensor *arguments,
                            dl_tensor *results) {
  if (!program->device)
    return dl_jit_call(program->jit, &program->signature, arguments, results);
  dl_device_function function = dl_program_device_function(program);
  return dl_device_function_call(&function, arguments, results);
}
