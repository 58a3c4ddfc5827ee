// The accumulator type of imported sums.
#include "lowering/import/import.h"

#include "dialect/verify/types.h"
#include "lowering/base/strings.h"
#include "lowering/pass/passes.h"

#include "mlir-c/BuiltinAttributes.h"

void dl_state_accumulator(const dl_rewrite *rewrite, MlirOperation op,
                          MlirType body_type, bool narrows) {
  const dl_import_from_linalg_options *options = rewrite->options;
  MlirType usual = dl_acc_type(op);
  if (mlirTypeEqual(usual, body_type))
    return;
  bool widens = dl_type_width(body_type) <= dl_type_width(usual);
  bool may_widen =
      dl_type_is_float(body_type)
          ? dl_type_width(body_type) < 32 && !options->keep_accumulators
          : true; // low bits do not depend on the high ones
  if (widens && may_widen && !narrows)
    return;
  mlirOperationSetAttributeByName(op, DL_STR("acc_type"),
                                  mlirTypeAttrGet(body_type));
}
