// dlopt.${NAME}: canonicalisation.
#include "dialect/fold/patterns.h"
#include "dialect/verify/hooks.h"

static const dl_canonical patterns[] = {DL_SHAPE_PATTERNS("dlopt.${NAME}")};

void dl_${NAME}_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
