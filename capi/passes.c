// dlopt-c/Passes.h: passes and pipelines for hosts that share MLIR.
#include "dlopt-c/Passes.h"

#include "driver/session.h"
#include "lowering/pass/pass.h"

void dloptRegisterPasses(void) { dl_session_register_passes(); }

DloptStatus dloptRunPipeline(MlirModule module, const char *pipeline) {
  if (mlirModuleIsNull(module) || !pipeline)
    return dl_status_error(DL_STATUS_USAGE, "dloptRunPipeline: %s is null",
                           pipeline ? "module" : "pipeline");
  return dl_run_pipeline(module, pipeline);
}

size_t dloptGetNumPipelines(void) { return dl_n_pipelines; }

const char *dloptGetPipelineName(size_t index) {
  return index < dl_n_pipelines ? dl_pipelines[index].flag : NULL;
}

const char *dloptGetPipelineSummary(size_t index) {
  return index < dl_n_pipelines ? dl_pipelines[index].summary : NULL;
}
