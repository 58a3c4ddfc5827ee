// dlopt.cast: canonicalisation.
#include "dialect/fold/patterns.h"
#include "dialect/verify/hooks.h"

static const dl_canonical patterns[] = {DL_SHAPE_PATTERNS("dlopt.cast")};

void dl_cast_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
bool dl_cast_fold(MlirOperation op, const MlirAttribute *constants,
                  intptr_t n_constants, MlirAttribute *attr_out,
                  MlirValue *value_out) {
  return false;
}
