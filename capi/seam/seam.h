// The doors into C++ that the MLIR C API lacks. Everything here is plain C.
// Names follow upstream's trunk where trunk has the function by now.
#ifndef DLOPT_CAPI_SEAM_SEAM_H
#define DLOPT_CAPI_SEAM_SEAM_H

#include "lowering/pass/pass.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Emits a diagnostic of any severity (the C API has errors only), with a note
/// at `note_op` unless it is null.
void dl_seam_emit(MlirLocation location, MlirDiagnosticSeverity severity,
                  const char *message, MlirOperation note_op, const char *note);

/// Parses text or bytecode into a module, as mlirModuleCreateParse does, with
/// locations that call it `name`. Null on failure, which was diagnosed.
MlirModule dl_seam_parse_module(MlirContext context, MlirStringRef text,
                                const char *name);

/// Bytes of a `dense_resource` elements attribute, row-major, owned by the
/// context; null if the attribute is none, or its data is elided or missing.
const void *dl_seam_resource_data(MlirAttribute attribute, size_t *size);

/// Registers every pass of the table (`dl_passes`) and every named pipeline
/// (`dl_pipelines`) with MLIR's global pass registry. Once per process.
void dl_seam_register_passes(void);

/// Adds the dialect and all upstream dialects that our passes make to
/// `registry`.
void dl_seam_register_dialects(MlirDialectRegistry registry);

/// mlirGetDialectHandle__dlopt__: the dialect's handle.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Dlopt, dlopt);

/// True unless another MLIR than `major`.`minor` is loaded in this process;
/// then the reason is printed on stderr (capi/plugin_host.c).
bool dl_plugin_host_fits(int major, int minor);

/// What a tool does to the input around mlir-opt's own main function.
typedef struct dl_opt_hooks {
  /// Null, or gives the text to use instead of the input (from malloc; null
  /// ends the tool with *status).
  char *(*filter)(const char *text, size_t size, const char *name,
                  size_t *new_size, int *status);
  /// Called with the name of the input file ("-": standard input) before it is
  /// read; false ends the tool with status 1.
  bool (*check)(const char *path);
  /// Called with the name of the input file after mlir-opt failed on it.
  void (*failed)(const char *path);
} dl_opt_hooks;

/// `mlir-opt`'s main function with our dialect and passes. Returns the exit
/// status.
int dl_seam_opt_main(int argc, char **argv, const dl_opt_hooks *hooks);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_CAPI_SEAM_SEAM_H
