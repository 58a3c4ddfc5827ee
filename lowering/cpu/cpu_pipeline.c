// The CPU route as a table, top to bottom: upstream's passes, and between them
// our own steps. Each row says what holds after it.
#include "lowering/cpu/cpu_pipeline.h"

#include <stdio.h>

#include "lowering/base/diag.h"
#include "lowering/base/strings.h"
#include "lowering/cpu/steps.h"
#include "mlir-c/Pass.h"

/// One row: a textual pipeline on `builtin.module`, or one of our steps.
typedef struct cpu_step {
  const char *what; ///< in a message, if the step fails
  const char *pipeline;
  MlirLogicalResult (*run)(MlirOperation module);
  MlirLogicalResult (*run_with)(MlirOperation module,
                                const dl_cpu_options *options);
} cpu_step;

static MlirLogicalResult constants(MlirOperation module,
                                   const dl_cpu_options *options) {
  if (!options->constants)
    return mlirLogicalResultSuccess();
  return dl_cpu_extract_constants(module, options->constant_bytes,
                                  options->constants);
}

static MlirLogicalResult outline(MlirOperation module,
                                 const dl_cpu_options *options) {
  return dl_cpu_outline_loops(module, options->vector_bytes, options->parallel,
                              options->explain);
}

static const cpu_step steps[] = {
    {"generalise structured operations", .pipeline = DL_CPU_TO_GENERICS},
    {"guard against fusion", .run = dl_cpu_guard_fusion},
    {"fuse elementwise operations", .pipeline = DL_CPU_FUSE},
    {"remove the guards", .run = dl_cpu_unguard_fusion},
    {"pack operands", .run = dl_cpu_pack_operands},
    {"mark entry functions", .run = dl_cpu_mark_entries},
    {"tidy up", .pipeline = DL_CPU_TIDY},
    {"split empty tensors", .run = dl_cpu_split_empties},
    {"bufferize", .pipeline = DL_CPU_TO_BUFFERS},
    {"take marks from functions", .run = dl_cpu_unmark_functions},
    {"extract constants", .run_with = constants},
    {"make loops", .run_with = outline},
    {"lower to scalars", .pipeline = DL_CPU_TO_SCALARS},
    {"keep roundings", .run = dl_cpu_keep_roundings},
    {"make calls of the runtime", .run = dl_cpu_runtime_calls},
    {"lower to the LLVM dialect", .pipeline = DL_CPU_TO_LLVM},
    {"share loops among threads", .run = dl_cpu_thread_calls},
    {"load and store whole bytes", .run = dl_cpu_byte_access},
    {"clean up", .pipeline = DL_CPU_CLEAN_UP},
};

static void report_parse_error(MlirStringRef text, void *data) {
  fprintf(stderr, "%.*s", DL_SV(text));
}

static MlirLogicalResult run_pipeline(MlirModule module, const char *text) {
  MlirContext context = mlirModuleGetContext(module);
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirLogicalResult result = mlirOpPassManagerAddPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      mlirStringRefCreateFromCString(text), report_parse_error, NULL);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  return result;
}

MlirLogicalResult dl_cpu_lower(MlirModule module,
                               const dl_cpu_options *options) {
  MlirOperation op = mlirModuleGetOperation(module);
  for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
    const cpu_step *step = &steps[i];
    MlirLogicalResult result;
    if (step->pipeline)
      result = run_pipeline(module, step->pipeline);
    else
      result = step->run ? step->run(op) : step->run_with(op, options);
    if (mlirLogicalResultIsFailure(result))
      return dl_emit_error(op, "no CPU code: the step to %s failed",
                           step->what);
  }
  return mlirLogicalResultSuccess();
}

dl_cpu_options dl_cpu_options_for_host(void) {
  int bytes = 16;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2"))
    bytes = 32;
  if (__builtin_cpu_supports("avx512f"))
    bytes = 64;
#endif
  return (dl_cpu_options){
      .vector_bytes = bytes, .parallel = true, .constant_bytes = 4096};
}
