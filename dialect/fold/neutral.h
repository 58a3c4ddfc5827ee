// Initial values that change nothing.
#ifndef DLOPT_DIALECT_FOLD_NEUTRAL_H
#define DLOPT_DIALECT_FOLD_NEUTRAL_H

#include "dialect/verify/types.h"
#include "lowering/base/builder.h"

/// Drops the op's last operand `init` (which may be null) if all its elements
/// are what an absent init stands for, when elements are combined by `kind`.
/// The accumulator type stays what it was.
MlirLogicalResult dl_drop_neutral_init(MlirOperation op, const dl_builder *bld,
                                       MlirValue init, dl_combine kind);

#endif // DLOPT_DIALECT_FOLD_NEUTRAL_H
