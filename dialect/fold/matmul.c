// dlopt.matmul: canonicalisation.
#include "dialect/dlopt_ops.h"
#include "dialect/fold/neutral.h"
#include "dialect/fold/patterns.h"
#include "dialect/verify/hooks.h"

static MlirLogicalResult drop_zero_init(MlirOperation op,
                                        const dl_builder *bld) {
  return dl_drop_neutral_init(op, bld, dl_matmul_init(op), DL_REDUCE_ADD);
}

static const dl_canonical patterns[] = {DL_SHAPE_PATTERNS("dlopt.matmul"),
                                        {"dlopt.matmul", drop_zero_init}};

void dl_matmul_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
