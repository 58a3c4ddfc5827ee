// Why C++: MlirOptMain and the registration of everything upstream.
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

int dl_seam_opt_main(int argc, char **argv) {
  registerAllPasses();
  dl_seam_register_passes();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  dl_seam_register_dialects(wrap(&registry));
  return asMainReturnCode(
      MlirOptMain(argc, argv, "dlopt optimizer driver\n", registry));
}
