// dlopt-c/Compile.h: text or bytecode in, text, bytecode or an object out.
#include "dlopt-c/Compile.h"

#include "capi/host.h"
#include "capi/sized_options.h"
#include "driver/compile.h"
#include "driver/native.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct DloptOutput {
  char *data; ///< a NUL follows; null while there is none
  size_t size, capacity;
  bool has_no_memory; ///< a part is missing
  char *report;
};

static const DloptCompileOptions default_options = {
    .size = sizeof(default_options), .target = "cpu", .optimization = 2};

static const dl_sized_options options_kind = {
    "DloptCompileOptions", &default_options, sizeof(default_options),
    sizeof(default_options)};

void dloptCompileOptionsInit(DloptCompileOptions *options, size_t size) {
  dl_sized_options_init(&options_kind, options, size);
}

static void add_part(MlirStringRef part, void *user) {
  DloptOutput *output = user;
  size_t needed = output->size + part.length + 1;
  if (needed > output->capacity) {
    char *data = realloc(output->data, 2 * needed);
    if (!data) {
      output->has_no_memory = true;
      return;
    }
    output->data = data;
    output->capacity = 2 * needed;
  }
  if (part.length)
    memcpy(output->data + output->size, part.data, part.length);
  output->size += part.length;
  output->data[output->size] = 0;
}

static DloptStatus write_object(dl_session *session, MlirModule module,
                                int optimization, DloptOutput *output) {
  DL_TRY(dl_compile_to_llvm(session, module, NULL, false));
  double start = dl_session_begin_stage(session, "machine code");
  dl_native native;
  const dl_native_options code = {.optimization = optimization};
  DloptStatus status = dl_native_init(&native, module, &code);
  dl_session_end_stage(session, "machine code", start);
  if (dl_status_is_ok(&status))
    add_part((MlirStringRef){LLVMGetBufferStart(native.object),
                             LLVMGetBufferSize(native.object)},
             output);
  dl_native_finish(&native);
  return status;
}

static DloptStatus write_output(dl_session *session, MlirModule module,
                                const DloptCompileOptions *options,
                                DloptOutput *output) {
  switch (options->emit) {
  case DLOPT_EMIT_TEXT:
    mlirOperationPrint(mlirModuleGetOperation(module), add_part, output);
    return dl_status_ok();
  case DLOPT_EMIT_BYTECODE:
    mlirOperationWriteBytecode(mlirModuleGetOperation(module), add_part,
                               output);
    return dl_status_ok();
  case DLOPT_EMIT_OBJECT:
    return write_object(session, module, options->optimization, output);
  }
  return dl_status_error(DL_STATUS_USAGE,
                         "DloptCompileOptions.emit is %d, which this libdlopt "
                         "does not know",
                         (int)options->emit);
}

static DloptStatus compile_module(dl_session *session, MlirModule module,
                                  const DloptCompileOptions *options,
                                  DloptOutput *output) {
  // Text and bytecode keep elided constants elided.
  if (options->emit == DLOPT_EMIT_OBJECT)
    DL_TRY(dl_compile_prepare(session, module, (int64_t)options->seed));
  DL_TRY(dl_compile_import(session, module, false));
  json_t *operations = dl_report_operations(module);
  DloptStatus status = write_output(session, module, options, output);
  if (dl_status_is_ok(&status))
    output->report = dl_host_report(session, options->input_name, operations);
  json_decref(operations);
  if (dl_status_is_ok(&status) && (!output->report || output->has_no_memory))
    return dl_status_error(DL_STATUS_MEMORY, "no memory for the output");
  return status;
}

static DloptStatus compile_text(const char *text, size_t size,
                                const DloptCompileOptions *options,
                                DloptOutput *output) {
  dl_host_callback callback = {options->diagnostic, options->diagnostic_user};
  dl_session session;
  dl_session_init(&session, dl_host_diagnostic, &callback);
  MlirModule module;
  DloptStatus status =
      dl_session_parse(&session, text, size, options->input_name, &module);
  if (dl_status_is_ok(&status)) {
    status = compile_module(&session, module, options, output);
    mlirModuleDestroy(module);
  }
  dl_session_finish(&session);
  return status;
}

static DloptStatus read_options(const DloptCompileOptions *given,
                                DloptCompileOptions *options) {
  DL_TRY(dl_sized_options_read(&options_kind, given, options));
  if (!options->target)
    options->target = "cpu";
  if (!options->input_name)
    options->input_name = "input";
  if (strcmp(options->target, "cpu") != 0)
    return dl_status_error(
        DL_STATUS_USAGE, "unknown target '%s'; there is: cpu", options->target);
  if ((unsigned)options->emit > DLOPT_EMIT_OBJECT)
    return dl_status_error(DL_STATUS_USAGE,
                           "DloptCompileOptions.emit is %d, which this "
                           "libdlopt does not know",
                           (int)options->emit);
  return dl_host_check_options(options_kind.name, options->optimization,
                               options->seed);
}

DloptStatus dloptCompile(const void *input, size_t input_bytes,
                         const DloptCompileOptions *given,
                         DloptOutput **output) {
  if (!output)
    return dl_status_error(DL_STATUS_USAGE, "dloptCompile: output is null");
  *output = NULL;
  DloptCompileOptions options;
  DL_TRY(read_options(given, &options));
  char *text;
  DL_TRY(dl_host_copy_input(input, input_bytes, &text));
  DloptOutput *made = calloc(1, sizeof(*made));
  DloptStatus status =
      made ? compile_text(text, input_bytes, &options, made)
           : dl_status_error(DL_STATUS_MEMORY, "no memory for the output");
  free(text);
  if (dl_status_is_ok(&status))
    *output = made;
  else
    dloptOutputDestroy(made);
  return status;
}

const void *dloptOutputGetData(const DloptOutput *output) {
  return output ? output->data : NULL;
}

size_t dloptOutputGetSize(const DloptOutput *output) {
  return output ? output->size : 0;
}

const char *dloptOutputGetReport(const DloptOutput *output) {
  return output ? output->report : NULL;
}

void dloptOutputDestroy(DloptOutput *output) {
  if (!output)
    return;
  free(output->data);
  free(output->report);
  free(output);
}
