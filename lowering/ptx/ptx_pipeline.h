// From GPU functions to PTX: upstream's passes, and ours between them.
#ifndef DLOPT_LOWERING_PTX_PTX_PIPELINE_H
#define DLOPT_LOWERING_PTX_PTX_PIPELINE_H

/// gpu.module -> LLVM dialect, with source positions as `.loc` directives only:
/// line tables would mark the code as debug code, which ptxas then pessimises.
#define DL_PTX_TO_LLVM                                                         \
  "gpu.module(gpu.func(arith-emulate-unsupported-floats{source-types="         \
  "f8E4M3,f8E4M3FN,f8E4M3FNUZ,f8E5M2,f8E5M2FNUZ,f8E3M4 target-type=f32})),"    \
  "dlopt-ptx-expand-float8,"                                                   \
  "dlopt-ptx-expand-math,"                                                     \
  "gpu.module(canonicalize,cse,convert-scf-to-cf,convert-gpu-to-nvvm,"         \
  "convert-nvvm-to-llvm,convert-to-llvm,"                                      \
  "reconcile-unrealized-casts,canonicalize,cse),"                              \
  "dlopt-ptx-tensor-maps,"                                                     \
  "ensure-debug-info-scope-on-llvm-func{"                                      \
  "emission-kind=DebugDirectivesOnly}"

/// gpu.module -> gpu.binary that holds PTX text, by its `#nvvm.target`.
#define DL_PTX_PIPELINE DL_PTX_TO_LLVM ",gpu-module-to-binary{format=isa}"

#endif // DLOPT_LOWERING_PTX_PTX_PIPELINE_H
