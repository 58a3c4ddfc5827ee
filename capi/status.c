// dlopt-c/Status.h: what a status says.
#include "dlopt-c/Status.h"

#include "runtime/status.h"

#include <stddef.h>

bool dloptStatusIsOk(const DloptStatus *status) {
  return status && dl_status_is_ok(status);
}

const char *dloptStatusCodeGetText(DloptStatusCode code) {
  return dl_status_code_text(code);
}

const char *dloptGetVersion(void) { return DLOPT_VERSION; }
