// What a DloptProgram is.
#ifndef DLOPT_CAPI_PROGRAM_H
#define DLOPT_CAPI_PROGRAM_H

#include "dlopt-c/Run.h"

#include "capi/host.h"
#include "driver/program.h"

struct DloptProgram {
  dl_program program;
  dl_host_callback callback; ///< of the call that compiled it
  char *report;
};

#endif // DLOPT_CAPI_PROGRAM_H
