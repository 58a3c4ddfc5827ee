// Plain C compiles against the MLIR C API and links to the shared libMLIR.
#include "mlir-c/IR.h"

#include <stdio.h>

int main(void) {
  MlirContext context = mlirContextCreate();
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString("module {}"));
  bool is_null = mlirModuleIsNull(module);
  if (is_null)
    fputs("the empty module does not parse\n", stderr);
  else
    mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return is_null;
}
