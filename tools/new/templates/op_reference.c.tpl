// dlopt.${NAME} as linalg: its definition.
#include "lowering/reference/shared.h"

MlirLogicalResult dl_lower_${NAME}(dl_rewrite *rewrite) {
  return DL_NO_MATCH(rewrite, "${FILL}: build linalg and dl_finish it");
}
