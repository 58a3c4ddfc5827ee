// The CPU route as a table, top to bottom: upstream's passes, and between them
// our own steps. Each row says what holds after it.
#include "lowering/reference/cpu_pipeline.h"

#include <stdio.h>

#include "lowering/base/diag.h"
#include "lowering/base/strings.h"
#include "lowering/reference/outline_loops.h"
#include "lowering/reference/prepare.h"
#include "lowering/reference/runtime_calls.h"
#include "lowering/reference/thread_calls.h"
#include "mlir-c/Pass.h"

/// One row: a textual pipeline on `builtin.module`, or one of our steps.
typedef struct cpu_step {
  const char *what;
  const char *pipeline;
  MlirLogicalResult (*run)(MlirOperation module, const dl_cpu_options *options);
} cpu_step;

static MlirLogicalResult guard(MlirOperation module, const dl_cpu_options *o) {
  return dl_ref_guard_fusion(module);
}
static MlirLogicalResult unguard(MlirOperation module,
                                 const dl_cpu_options *o) {
  return dl_ref_unguard_fusion(module);
}
static MlirLogicalResult mark_entries(MlirOperation module,
                                      const dl_cpu_options *o) {
  return dl_ref_mark_entries(module);
}
static MlirLogicalResult outline(MlirOperation module,
                                 const dl_cpu_options *o) {
  return dl_ref_outline_loops(module, o->vector_bytes, o->parallel);
}
static MlirLogicalResult constants(MlirOperation module,
                                   const dl_cpu_options *o) {
  if (!o->constants)
    return mlirLogicalResultSuccess();
  return dl_ref_extract_constants(module, o->constant_bytes, o->constants);
}
static MlirLogicalResult runtime_calls(MlirOperation module,
                                       const dl_cpu_options *o) {
  return dl_ref_runtime_calls(module);
}
static MlirLogicalResult keep_roundings(MlirOperation module,
                                        const dl_cpu_options *o) {
  return dl_ref_keep_roundings(module);
}
static MlirLogicalResult thread_calls(MlirOperation module,
                                      const dl_cpu_options *o) {
  return dl_ref_thread_calls(module);
}

static const cpu_step steps[] = {
    {"every structured operation is a linalg.generic",
     "convert-tensor-to-linalg,"
     "func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops,"
     "canonicalize,cse)",
     NULL},
    {"guards stand where fusion would repeat work", NULL, guard},
    {"elementwise chains are one operation each",
     "func.func(linalg-fuse-elementwise-ops)", NULL},
    {"guards are gone", NULL, unguard},
    {"functions that a host calls have their ABI", NULL, mark_entries},
    {"buffers instead of tensors, each freed once; results belong to the "
     "caller",
     "func.func(canonicalize,cse),eliminate-empty-tensors,"
     "func.func(empty-tensor-to-alloc-tensor),"
     "one-shot-bufferize{bufferize-function-boundaries=true "
     "function-boundary-type-conversion=identity-layout-map "
     "allow-return-allocs-from-loops=true buffer-alignment=64},"
     "func.func(canonicalize,cse),"
     "buffer-deallocation-pipeline,convert-bufferization-to-memref,"
     "func.func(canonicalize)",
     NULL},
    {"large constants are symbols of the host", NULL, constants},
    {"loops in shared functions instead of structured operations", NULL,
     outline},
    {"no structured operation, no affine, no arithmetic in narrow floats",
     "func.func(convert-linalg-to-loops,lower-affine),canonicalize,cse,"
     "func.func(arith-emulate-unsupported-floats{"
     "source-types=bf16,f8E4M3FN,f8E5M2 target-type=f32},"
     "math-extend-to-supported-types{target-type=f32})",
     NULL},
    {"each narrowing of the program is kept", NULL, keep_roundings},
    {"calls instead of assertions, 8-bit floats and expm1", NULL,
     runtime_calls},
    {"the LLVM dialect",
     "func.func(convert-vector-to-scf,expand-strided-metadata,lower-affine,"
     "canonicalize,cse,convert-scf-to-cf,expand-realloc,"
     "arith-expand{include-bf16=true}),"
     "convert-math-to-funcs,"
     "func.func(math-expand-ops{ops=rsqrt,clampf},"
     "convert-math-to-llvm{approximate-log1p=false}),"
     "convert-math-to-libm,convert-vector-to-llvm,"
     "finalize-memref-to-llvm{use-generic-functions=true},"
     "convert-arith-to-llvm,convert-index-to-llvm,convert-func-to-llvm,"
     "convert-cf-to-llvm,"
     "convert-ub-to-llvm,reconcile-unrealized-casts",
     NULL},
    {"shared loops run on the runtime's threads", NULL, thread_calls},
    {"nothing that is computed twice or not at all",
     "llvm.func(canonicalize,cse)", NULL},
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
    MlirLogicalResult result = step->pipeline
                                   ? run_pipeline(module, step->pipeline)
                                   : step->run(op, options);
    if (mlirLogicalResultIsFailure(result))
      return dl_emit_error(op, "CPU lowering failed before this held: %s",
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
