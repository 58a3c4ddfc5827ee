// Why C++: the entry points through which a stock mlir-opt loads plugins.
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;

/// An API version no host accepts, for a host built on another LLVM.
static uint32_t versionFor(uint32_t version) {
  return dl_plugin_host_fits(LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR) ? version
                                                                     : 0;
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {versionFor(MLIR_PLUGIN_API_VERSION), "dlopt", LLVM_VERSION_STRING,
          dl_seam_register_passes};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {versionFor(MLIR_PLUGIN_API_VERSION), "dlopt", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) {
            dl_seam_register_dialects(wrap(registry));
          }};
}
