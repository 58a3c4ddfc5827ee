// Why C++: the C API reads a dense_resource one element at a time, by type, and
// cannot say that its data is missing.
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

const void *dl_seam_resource_data(MlirAttribute attribute, size_t *size) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(unwrap(attribute));
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  *size = blob ? blob->getData().size() : 0;
  return blob ? blob->getData().data() : nullptr;
}
