// What dlopt.map and dlopt.kernel share: results that nobody needs.
#ifndef DLOPT_DIALECT_FOLD_REGION_H
#define DLOPT_DIALECT_FOLD_REGION_H

#include "lowering/base/builder.h"

/// The op that ends the body of `op`.
MlirOperation dl_body_yield(MlirOperation op);

/// Number of the body's argument that result `index` yields, or -1.
intptr_t dl_yielded_argument(MlirOperation op, intptr_t index);

/// Canonicalisation: a result that equals an earlier one is replaced by it.
MlirLogicalResult dl_merge_equal_results(MlirOperation op,
                                         const dl_builder *bld);
/// Canonicalisation: results without users disappear, but for one.
MlirLogicalResult dl_drop_unused_results(MlirOperation op,
                                         const dl_builder *bld);

#endif // DLOPT_DIALECT_FOLD_REGION_H
