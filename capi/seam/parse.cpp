// Why C++: the C API parses a list of operations into a module only without
// the name that locations should give the text.
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

MlirModule dl_seam_parse_module(MlirContext context, MlirStringRef text,
                                const char *name) {
  ParserConfig config(unwrap(context));
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(StringRef(text.data, text.length), config,
                                  /*sourceName=*/name);
  return MlirModule{module ? module.release().getOperation() : nullptr};
}
