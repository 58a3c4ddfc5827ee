// Combining values across the threads that share a row.
#ifndef DLOPT_LOWERING_KERNEL_LANES_H
#define DLOPT_LOWERING_KERNEL_LANES_H

#include "dialect/verify/types.h"
#include "lowering/kernel/ir.h"

/// What is combined, and by whom.
typedef struct dl_lanes {
  dl_combine kind;
  bool is_unsigned;
  int lanes;         ///< threads a row, a power of two; over 32: a whole CTA
  MlirValue thread;  ///< number of the thread in the CTA, an integer
  MlirValue scratch; ///< over 32 lanes: a shared buffer of one entry a warp,
                     ///< used by nothing else
} dl_lanes;

/// Every thread of the row gets the same combination of all their values, in
/// an order that is the same in every run.
MlirValue dl_combine_lanes(const dl_builder *bld, const dl_lanes *lanes,
                           MlirValue value);

/// Type of the scratch buffer for values of `type`, as a memref.
MlirType dl_lanes_scratch(MlirContext context, MlirType type, int lanes);

#endif // DLOPT_LOWERING_KERNEL_LANES_H
