// dlopt.pool: canonicalisation.
#include "dialect/dlopt_ops.h"
#include "dialect/fold/neutral.h"
#include "dialect/fold/patterns.h"
#include "dialect/verify/hooks.h"

static MlirLogicalResult drop_neutral_init(MlirOperation op,
                                           const dl_builder *bld) {
  int kind = dl_enum_value(dl_pool_kind(op), DL_REDUCE_ADD);
  return dl_drop_neutral_init(op, bld, dl_pool_init(op), (dl_combine)kind);
}

static const dl_canonical patterns[] = {DL_SHAPE_PATTERNS("dlopt.pool"),
                                        {"dlopt.pool", drop_neutral_init}};

void dl_pool_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
