// dlopt.kernel: canonicalisation.
#include "dialect/fold/patterns.h"
#include "dialect/verify/hooks.h"
void dl_kernel_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  (void)set, (void)context;
}
