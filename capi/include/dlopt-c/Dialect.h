// The dlopt dialect, for hosts that use the MLIR C API of the same libMLIR.so
// as libdlopt.so.
//
// A process uses libdlopt.so or libdlopt-plugin.so, not both: each brings the
// dialect, and MLIR ends a process in which two register one name.
#ifndef DLOPT_C_DIALECT_H
#define DLOPT_C_DIALECT_H

#include "dlopt-c/Status.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The dialect `dlopt`: for mlirDialectHandleRegisterDialect,
/// mlirDialectHandleLoadDialect and the like. Static storage.
DLOPT_EXPORT MlirDialectHandle dloptGetDialectHandle(void);

/// Adds `dlopt` and all upstream dialects that its passes make to `registry`,
/// with the interfaces the passes need. Does nothing if `registry` is null.
DLOPT_EXPORT void dloptRegisterDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_C_DIALECT_H
