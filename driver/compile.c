// The stages of a compilation: each is a named pipeline.
#include "driver/compile.h"

#include "driver/externals.h"
#include "driver/signature.h"
#include "lowering/base/strings.h"
#include "lowering/cpu/cpu_pipeline.h"
#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>

DloptStatus dl_compile_keep_entry(dl_session *session, MlirModule module,
                                  const char *name) {
  MlirAttribute is_private =
      mlirStringAttrGet(session->context, DL_STR("private"));
  MlirOperation entry = dl_module_function(module, name);
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (dl_is(op, "func.func") && !mlirOperationEqual(op, entry))
      mlirOperationSetAttributeByName(op, DL_STR("sym_visibility"), is_private);
  mlirOperationRemoveAttributeByName(entry, DL_STR("sym_visibility"));
  return dl_session_run(session, module, "prepare", "symbol-dce");
}

DloptStatus dl_compile_prepare(dl_session *session, MlirModule module,
                               int64_t seed) {
  char pipeline[96];
  snprintf(pipeline, sizeof(pipeline), "dlopt-import-fill-elided{seed=%lld}",
           (long long)seed);
  return dl_session_run(session, module, "prepare", pipeline);
}

DloptStatus dl_compile_import(dl_session *session, MlirModule module,
                              bool explain) {
  return dl_session_run(session, module, "import",
                        explain ? "dlopt-import-explained" : "dlopt-import");
}

DloptStatus dl_compile_without_import(dl_session *session, MlirModule module) {
  return dl_session_run(session, module, "tosa", "dlopt-tosa-to-linalg");
}

DloptStatus dl_compile_widen(dl_session *session, MlirModule module) {
  return dl_session_run(session, module, "widen",
                        "dlopt-tosa-to-linalg,dlopt-reference-widen");
}

static DloptStatus check_names(MlirModule module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!dl_is(op, "func.func") ||
        mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
      continue;
    MlirStringRef name = mlirStringAttrGetValue(
        mlirOperationGetAttributeByName(op, DL_STR("sym_name")));
    char text[64];
    snprintf(text, sizeof(text), "%.*s", DL_SV(name));
    if (dl_is_in_math_library(text))
      return dl_status_error(DLOPT_STATUS_INPUT,
                             "function @%s is called like one of the math "
                             "library, which compiled code calls: rename it",
                             text);
  }
  return dl_status_ok();
}

DloptStatus dl_compile_to_llvm(dl_session *session, MlirModule module,
                               dl_cpu_constants *constants, bool explain) {
  DL_TRY(check_names(module));
  DL_TRY(
      dl_session_run(session, module, "reference",
                     "dlopt-cpu-check-accesses,dlopt-reference-drop-encodings,"
                     "dlopt-reference-to-linalg"));
  dl_cpu_options options = dl_cpu_options_for_host();
  options.constants = constants;
  options.explain = explain;
  double start = dl_session_begin_stage(session, "lower to LLVM");
  MlirLogicalResult result = dl_cpu_lower(module, &options);
  dl_session_end_stage(session, "lower to LLVM", start);
  return mlirLogicalResultIsSuccess(result)
             ? dl_status_ok()
             : dl_status_error(DLOPT_STATUS_INPUT,
                               "stage lower to LLVM failed");
}

DloptStatus dl_compile_to_kernels(dl_session *session, MlirModule module,
                                  const dl_gpu_options *options) {
  DL_TRY(check_names(module));
  DL_TRY(dl_session_run(session, module, "fusion",
                        options->explain
                            ? "dlopt-reference-drop-encodings,"
                              "dlopt-fusion-explained"
                            : "dlopt-reference-drop-encodings,dlopt-fusion"));
  char pipeline[128];
  snprintf(pipeline, sizeof(pipeline),
           "dlopt-kernel-outline{target=%s},func.func(canonicalize,cse)",
           options->chip);
  return dl_session_run(session, module, "kernels", pipeline);
}

DloptStatus dl_compile_to_device(dl_session *session, MlirModule module,
                                 const dl_gpu_options *options) {
  return dl_session_run(session, module, "device memory",
                        options->explain ? "dlopt-host-to-device-explained"
                                         : "dlopt-host-to-device");
}

DloptStatus dl_compile_to_nvvm(dl_session *session, MlirModule module) {
  return dl_session_run(session, module, "nvvm", "dlopt-to-nvvm");
}

DloptStatus dl_compile_host(dl_session *session, MlirModule module) {
  return dl_session_run(session, module, "lower to LLVM", "dlopt-host-to-llvm");
}
