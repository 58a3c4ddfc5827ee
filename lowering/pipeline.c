// The named pipelines: the route through the compiler, top to bottom. Each row
// may use the rows above it.
#include "lowering/cpu/cpu_pipeline.h"
#include "lowering/host/host_pipeline.h"
#include "lowering/pass/pass.h"
#include "lowering/ptx/ptx_pipeline.h"

// Upstream lowers tosa: contractions to named linalg operations first,
// rescaling in the 64-bit integers that keep it exact.
#define TOSA_TO_LINALG                                                         \
  "func.func(tosa-optional-decompositions,tosa-infer-shapes,"                  \
  "tosa-make-broadcastable,tosa-to-linalg-named),canonicalize,"                \
  "func.func(tosa-layerwise-constant-fold,tosa-make-broadcastable,"            \
  "tosa-to-linalg),"                                                           \
  "tosa-to-arith{include-apply-rescale=true use-32-bit=false},"                \
  "func.func(tosa-to-tensor,tosa-to-scf),"

// `options` are those of every importing pass.
#define IMPORT(options)                                                        \
  TOSA_TO_LINALG                                                               \
  "canonicalize,cse,func.func(dlopt-import-from-linalg" options                \
  "),canonicalize,cse,"                                                        \
  "func.func(dlopt-import-recognize-activations" options                       \
  ",dlopt-import-recognize-rows" options                                       \
  ",dlopt-import-recognize-attention" options "),canonicalize,cse"

const dl_pipeline_info dl_pipelines[] = {
    {"dlopt-import", "linalg and tosa programs become dlopt programs",
     IMPORT("")},
    {"dlopt-import-explained",
     "the same, with a remark for each decision and its reason",
     IMPORT("{remarks=true}")},
    {"dlopt-fusion", "operations of dlopt become kernels of dlopt",
     "func.func(dlopt-fusion-split-reductions,dlopt-fusion-form-kernels)"},
    {"dlopt-fusion-explained",
     "the same, with a remark for each decision and its reason",
     "func.func(dlopt-fusion-split-reductions,"
     "dlopt-fusion-form-kernels{remarks=true})"},
    {"dlopt-tosa-to-linalg", "tosa programs become linalg programs",
     TOSA_TO_LINALG "canonicalize,cse"},
    {"dlopt-linalg-to-llvm",
     "linalg on tensors becomes CPU code in the LLVM dialect", DL_CPU_PIPELINE},
    {"dlopt-to-nvvm", "GPU functions become functions of LLVM and NVVM",
     DL_PTX_TO_LLVM},
    {"dlopt-to-ptx", "GPU functions become PTX in a gpu.binary",
     DL_PTX_PIPELINE},
    {"dlopt-host-to-device",
     "host code around kernels keeps its tensors in GPU memory",
     DL_HOST_TO_DEVICE("")},
    {"dlopt-host-to-device-explained",
     "the same, with a remark for each copy and each wait",
     DL_HOST_TO_DEVICE("{remarks=true}")},
    {"dlopt-host-to-llvm",
     "that host code, its kernels being PTX, becomes code in the LLVM dialect",
     DL_HOST_TO_LLVM},
};
const size_t dl_n_pipelines = sizeof(dl_pipelines) / sizeof(dl_pipelines[0]);
