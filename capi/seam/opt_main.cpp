// Why C++: MlirOptMain and the registration of everything upstream.
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

/// Runs mlir-opt on what the filter makes of the input.
static int filteredMain(StringRef input, StringRef output,
                        DialectRegistry &registry, const dl_opt_hooks *hooks) {
  std::string error;
  auto file = openInputFile(input, &error);
  auto out = file ? openOutputFile(output, &error) : nullptr;
  if (!out) {
    llvm::errs() << error << "\n";
    return 1;
  }
  size_t size = 0;
  int status = 0;
  char *text = hooks->filter(file->getBufferStart(), file->getBufferSize(),
                             input.str().c_str(), &size, &status);
  if (!text)
    return status;
  auto buffer =
      llvm::MemoryBuffer::getMemBufferCopy(StringRef(text, size), input);
  free(text);
  if (failed(MlirOptMain(out->os(), std::move(buffer), registry,
                         MlirOptMainConfig::createFromCLOptions())))
    return 1;
  out->keep();
  return 0;
}

int dl_seam_opt_main(int argc, char **argv, const dl_opt_hooks *hooks) {
  registerAllPasses();
  dl_seam_register_passes();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  dl_seam_register_dialects(wrap(&registry));

  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "dlopt optimizer driver; --upgrade mends older MLIR text\n",
      registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  bool lists = config.shouldShowDialects() || config.shouldListPasses();
  if (!lists && !hooks->check(input.c_str()))
    return 1;
  if (hooks->filter && !lists)
    return filteredMain(input, output, registry, hooks);
  if (succeeded(MlirOptMain(argc, argv, input, output, registry)))
    return 0;
  hooks->failed(input.c_str());
  return 1;
}
