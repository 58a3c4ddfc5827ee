// What dlopt-compile writes: each stage of the route, and its end.
#include "tools/dlopt-compile/emit.h"

#include "driver/compile.h"
#include "driver/gpu_code.h"
#include "driver/native.h"
#include "driver/ptx_text.h"
#include "driver/ptxas.h"
#include "driver/report.h"
#include "runtime/file.h"

#include <stdlib.h>
#include <string.h>

/// Writes bytes to the output file, all or nothing.
static DloptStatus write_bytes(const char *path, const void *bytes,
                               size_t size) {
  dl_file_writer writer;
  DloptStatus status = dl_file_writer_init(&writer, path);
  if (dl_status_is_ok(&status)) {
    fwrite(bytes, 1, size, writer.stream);
    status = dl_file_writer_commit(&writer);
  }
  dl_file_writer_finish(&writer);
  return status;
}

static void write_text(MlirStringRef part, void *user) {
  fwrite(part.data, 1, part.length, user);
}

static DloptStatus write_module(MlirModule module, const char *path) {
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
  double start = dl_session_begin_stage(session, "machine code");
  dl_native native;
  const dl_native_options code = {.optimization = options->optimization};
  DloptStatus status = dl_native_init(&native, module, &code);
  dl_session_end_stage(session, "machine code", start);
  if (dl_status_is_ok(&status))
    status = write_bytes(options->output, LLVMGetBufferStart(native.object),
                         LLVMGetBufferSize(native.object));
  dl_native_finish(&native);
  return status;
}

static bool emits(const dl_options *options, const char *kind) {
  return strcmp(options->emit, kind) == 0;
}

static DloptStatus write_cubin(dl_session *session, const char *ptx,
                               const dl_options *options, json_t *report) {
  double start = dl_session_begin_stage(session, "ptxas");
  dl_ptxas_result result;
  DloptStatus status = dl_ptxas(ptx, options->chip, &result);
  dl_session_end_stage(session, "ptxas", start);
  if (dl_status_is_ok(&status)) {
    dl_report_usage(report, result.usage, result.n_usage);
    status = write_bytes(options->output, result.cubin, result.size);
  }
  dl_ptxas_finish(&result);
  return status;
}

static DloptStatus write_gpu_code(dl_session *session, MlirModule module,
                                  const dl_gpu_code *code,
                                  const dl_options *options, json_t *report) {
  if (emits(options, "object"))
    return write_object(session, module, options);
  char *ptx = dl_ptx_merge(code->modules, code->program.n_modules);
  if (!ptx)
    return dl_status_error(DLOPT_STATUS_MEMORY, "PTX");
  DloptStatus status = emits(options, "cubin")
                           ? write_cubin(session, ptx, options, report)
                           : write_bytes(options->output, ptx, strlen(ptx));
  free(ptx);
  return status;
}

static DloptStatus emit_gpu(dl_session *session, MlirModule module,
                            const dl_options *options, json_t *report) {
  const dl_gpu_options gpu = {.chip = options->chip,
                              .explain = dl_options_has_remarks(options)};
  if (emits(options, "kernels") || emits(options, "nvvm")) {
    DL_TRY(dl_compile_to_kernels(session, module, &gpu));
    if (emits(options, "nvvm"))
      DL_TRY(dl_compile_to_nvvm(session, module));
    return write_module(module, options->output);
  }
  dl_gpu_code code;
  DloptStatus status =
      dl_gpu_code_init(&code, session, module, options->input, &gpu, report);
  if (dl_status_is_ok(&status))
    status = write_gpu_code(session, module, &code, options, report);
  dl_gpu_code_finish(&code);
  return status;
}

DloptStatus dl_emit(dl_session *session, MlirModule module,
                    const dl_options *options, json_t *report) {
  if (emits(options, "dlopt"))
    return write_module(module, options->output);
  if (options->chip)
    return emit_gpu(session, module, options, report);
  DL_TRY(dl_compile_to_llvm(session, module, NULL,
                            dl_options_has_remarks(options)));
  return write_object(session, module, options);
}
