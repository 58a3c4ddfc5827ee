// dlopt-c/Dialect.h: the dialect for hosts that share MLIR with the library.
#include "dlopt-c/Dialect.h"

#include "capi/seam/seam.h"

MlirDialectHandle dloptGetDialectHandle(void) {
  return mlirGetDialectHandle__dlopt__();
}

void dloptRegisterDialects(MlirDialectRegistry registry) {
  if (registry.ptr)
    dl_seam_register_dialects(registry);
}
