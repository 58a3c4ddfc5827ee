// What ended a guarded call, as a status.
#include "runtime/host/guarded.h"

#include <string.h>

#include "runtime/host/host.h"

DloptStatus dl_guarded_call(void (*body)(void *), void *data) {
  char message[256];
  if (!dlopt_runtime_guarded(body, data, message, sizeof(message)))
    return dl_status_ok();
  // The runtime's words tell memory from an assertion.
  bool is_memory = strncmp(message, "out of memory", 13) == 0;
  return dl_status_error(is_memory ? DL_STATUS_MEMORY : DL_STATUS_INPUT, "%s",
                         message);
}
