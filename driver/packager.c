// Packages of programs: compiled, its kernels assembled, its reference beside
// it.
#include "driver/packager.h"

#include "driver/compile.h"
#include "driver/gpu_code.h"
#include "driver/native.h"
#include "driver/package/package.h"
#include "driver/ptx_text.h"
#include "driver/ptxas.h"
#include "driver/report.h"
#include "driver/signature.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What becomes a package; everything is zero until made.
struct parts {
  const dl_packager_options *options;
  dl_signature signature, reference_signature;
  dl_gpu_code gpu;
  dl_native host, reference;
  // The program of the package: one module for all kernels.
  char *ptx;
  dl_ptxas_result cubin;
  dl_device_kernel *kernels;
  dl_device_module module;
  dl_device_program program;
};

/// A function that gives nothing has nothing to be compared.
static bool has_reference(const struct parts *parts) {
  return parts->options->has_reference &&
         parts->signature.n_results +
                 dl_signature_n_memrefs(&parts->signature) >
             0;
}

static DloptStatus make_object(dl_session *session, MlirModule module,
                               const struct parts *parts, const char *prefix,
                               dl_native *native) {
  double start = dl_session_begin_stage(session, "machine code");
  const dl_native_options options = {
      .optimization = parts->options->optimization, .package_prefix = prefix};
  DloptStatus status = dl_native_init(native, module, &options);
  dl_session_end_stage(session, "machine code", start);
  return status;
}

/// Its diagnostics were given already.
static void say_errors(const dl_diagnostic *diagnostic, void *user) {
  if (diagnostic->severity == MlirDiagnosticError)
    dl_diagnostic_print(diagnostic, user);
}

static DloptStatus lower_reference(dl_session *session, MlirModule module,
                                   struct parts *parts) {
  const char *entry = parts->signature.name;
  DL_TRY(dl_compile_keep_entry(session, module, entry));
  DL_TRY(dl_compile_prepare(session, module, parts->options->seed));
  DL_TRY(dl_compile_widen(session, module));
  DL_TRY(dl_signature_init(&parts->reference_signature, module, entry));
  DL_TRY(dl_compile_to_llvm(session, module, NULL, false));
  return make_object(session, module, parts, DL_REFERENCE_PREFIX,
                     &parts->reference);
}

static DloptStatus compile_reference(struct parts *parts, const char *text,
                                     size_t size, const char *name) {
  dl_session session;
  dl_session_init(&session, say_errors, NULL);
  session.is_reference = true;
  MlirModule module;
  DloptStatus status = dl_session_parse(&session, text, size, name, &module);
  if (dl_status_is_ok(&status)) {
    status = lower_reference(&session, module, parts);
    mlirModuleDestroy(module);
  }
  dl_session_finish(&session);
  return dl_status_prefix(status, "the reference");
}

static DloptStatus compile_gpu(dl_session *session, MlirModule module,
                               const char *name, struct parts *parts,
                               json_t *report) {
  const dl_packager_options *options = parts->options;
  const dl_gpu_options gpu = {.chip = options->chip,
                              .explain = options->explain};
  DL_TRY(dl_signature_init(&parts->signature, module, options->entry));
  DL_TRY(dl_compile_keep_entry(session, module, parts->signature.name));
  DL_TRY(dl_compile_prepare(session, module, options->seed));
  DL_TRY(dl_compile_import(session, module, options->explain));
  json_object_set_new(report, "operations", dl_report_operations(module));
  DL_TRY(dl_gpu_code_init(&parts->gpu, session, module, name, &gpu, report));
  return make_object(session, module, parts, DL_PACKED_PREFIX, &parts->host);
}

static void warn(dl_session *session, const char *text) {
  dl_diagnostic diagnostic = {MlirDiagnosticWarning, "", 0, 0, text};
  session->diagnostic(&diagnostic, session->user);
}

/// A machine without a fitting ptxas makes packages too.
static DloptStatus assemble(dl_session *session, struct parts *parts,
                            json_t *report) {
  double start = dl_session_begin_stage(session, "ptxas");
  DloptStatus status =
      dl_ptxas(parts->ptx, parts->options->chip, &parts->cubin);
  dl_session_end_stage(session, "ptxas", start);
  if (status.code == DLOPT_STATUS_ENVIRONMENT) {
    char text[DLOPT_STATUS_MESSAGE_BYTES + 128];
    snprintf(text, sizeof(text),
             "the package holds PTX only, which the GPU's driver compiles when "
             "it is loaded: %s",
             status.message);
    warn(session, text);
    return dl_status_ok();
  }
  DL_TRY(status);
  dl_report_usage(report, parts->cubin.usage, parts->cubin.n_usage);
  return status;
}

/// One module instead of many: one to load, one to assemble.
static DloptStatus merge_modules(dl_session *session, struct parts *parts,
                                 json_t *report) {
  const dl_device_program *from = &parts->gpu.program;
  parts->program = *from;
  if (from->n_modules == 0)
    return dl_status_ok();
  parts->ptx = dl_ptx_merge(from->modules, from->n_modules);
  parts->kernels = calloc(from->n_kernels + 1, sizeof(*parts->kernels));
  if (!parts->ptx || !parts->kernels)
    return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
  DL_TRY(assemble(session, parts, report));
  for (size_t i = 0; i < from->n_kernels; ++i) {
    parts->kernels[i] = from->kernels[i];
    parts->kernels[i].module = 0;
  }
  parts->module = (dl_device_module){.name = "kernels",
                                     .target = parts->options->chip,
                                     .ptx = parts->ptx,
                                     .ptx_size = strlen(parts->ptx),
                                     .cubin = parts->cubin.cubin,
                                     .cubin_size = parts->cubin.size};
  parts->program.modules = &parts->module;
  parts->program.n_modules = 1;
  parts->program.kernels = parts->kernels;
  return dl_status_ok();
}

static dl_object_bytes object_of(const dl_native *native) {
  if (!native->object)
    return (dl_object_bytes){NULL, 0};
  return (dl_object_bytes){LLVMGetBufferStart(native->object),
                           LLVMGetBufferSize(native->object)};
}

/// "lib/libmodel.so" is called model.
static void name_of_path(const char *path, char *name, size_t room) {
  const char *slash = strrchr(path, '/');
  const char *base = slash ? slash + 1 : path;
  if (strncmp(base, "lib", 3) == 0 && base[3] != '.' && base[3])
    base += 3;
  snprintf(name, room, "%.*s", (int)strcspn(base, "."), base);
}

static DloptStatus write_package(dl_session *session, const struct parts *parts,
                                 const char *input, const char *path) {
  char name[128];
  name_of_path(path, name, sizeof(name));
  const dl_package_source source = {
      .name = name,
      .input = input,
      .target = parts->options->chip,
      .program = &parts->program,
      .n_functions = 1,
      .functions = &parts->signature,
      .host_code = object_of(&parts->host),
      .references = has_reference(parts) ? &parts->reference_signature : NULL,
      .reference = object_of(&parts->reference),
      .libraries = parts->options->libraries,
      .n_libraries = parts->options->n_libraries};
  double start = dl_session_begin_stage(session, "link package");
  DloptStatus status = dl_package_write(&source, path);
  dl_session_end_stage(session, "link package", start);
  return status;
}

static DloptStatus make_parts(dl_session *session, struct parts *parts,
                              const char *text, size_t size, const char *name,
                              json_t *report) {
  MlirModule module;
  DL_TRY(dl_session_parse(session, text, size, name, &module));
  DloptStatus status = compile_gpu(session, module, name, parts, report);
  mlirModuleDestroy(module);
  DL_TRY(status);
  DL_TRY(merge_modules(session, parts, report));
  return has_reference(parts) ? compile_reference(parts, text, size, name)
                              : dl_status_ok();
}

DloptStatus dl_package_program(dl_session *session, const char *text,
                               size_t size, const char *name,
                               const dl_packager_options *options,
                               const char *path, struct json_t *report) {
  struct parts parts = {.options = options};
  DloptStatus status = make_parts(session, &parts, text, size, name, report);
  if (dl_status_is_ok(&status))
    status = write_package(session, &parts, name, path);
  dl_signature_finish(&parts.signature);
  dl_signature_finish(&parts.reference_signature);
  dl_gpu_code_finish(&parts.gpu);
  dl_native_finish(&parts.host);
  dl_native_finish(&parts.reference);
  dl_ptxas_finish(&parts.cubin);
  free(parts.ptx);
  free(parts.kernels);
  return status;
}
