// The dlopt passes and pipelines, for hosts that use the MLIR C API of the same
// libMLIR.so as libdlopt.so.
#ifndef DLOPT_C_PASSES_H
#define DLOPT_C_PASSES_H

#include "dlopt-c/Status.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers every dlopt pass and pipeline, and every upstream pass, with
/// MLIR's registry of this process: from then on mlirParsePassPipeline and the
/// like know them. The first call does it, later ones nothing; from several
/// threads at once is fine, but not while another thread of the host reads or
/// changes that registry.
DLOPT_EXPORT void dloptRegisterPasses(void);

/// Runs a textual pipeline, such as "dlopt-import,canonicalize", on `module`.
/// It is anchored on builtin.module: the text has no "builtin.module(...)"
/// around it. Registers the passes first. The module's context must know the
/// dialects (dloptRegisterDialects).
///
/// Diagnostics go to the handlers of the module's context. DLOPT_STATUS_USAGE:
/// a null handle or pointer, or text that is no pipeline, and why;
/// DLOPT_STATUS_INPUT: a pass failed, and the module may be half changed.
DLOPT_EXPORT DloptStatus dloptRunPipeline(MlirModule module,
                                          const char *pipeline);

/// How many named dlopt pipelines there are.
DLOPT_EXPORT size_t dloptGetNumPipelines(void);

/// Name of pipeline `index`, from 0, such as "dlopt-import"; null if there is
/// none. Static storage.
DLOPT_EXPORT const char *dloptGetPipelineName(size_t index);

/// What pipeline `index` does, in a few words; null if there is none. Static
/// storage.
DLOPT_EXPORT const char *dloptGetPipelineSummary(size_t index);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_C_PASSES_H
