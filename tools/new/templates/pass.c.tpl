// ${FLAG}: ${FILL}: what it does, before -> after.
//
// Why here: ${FILL}: what must have run before it, what relies on it.
// Gives up when: ${FILL}.
#include "lowering/pass/pass.h"

static MlirLogicalResult rewrite_it(dl_rewrite *rewrite) {
  return DL_NO_MATCH(rewrite, "${FILL}: a reason for each refusal");
}

static const dl_pattern patterns[] = {
    DL_PATTERN("${FILL}.op", 1, rewrite_it),
};

DL_PATTERN_PASS(${NAME}, patterns)
