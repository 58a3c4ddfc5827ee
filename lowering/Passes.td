// The one list of passes and their options. The flag says stage and name:
// dlopt-<stage>-<file>; the table, the options structs and docs come from here.
#ifndef DLOPT_LOWERING_PASSES
#define DLOPT_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

#endif // DLOPT_LOWERING_PASSES
