// What dlopt-compile writes, for the CPU and for a GPU.
#ifndef DLOPT_TOOLS_DLOPT_COMPILE_EMIT_H
#define DLOPT_TOOLS_DLOPT_COMPILE_EMIT_H

#include "driver/session.h"
#include "tools/common/options.h"

#include <jansson.h>

/// Takes an imported module the rest of the way that `options->emit` asks for,
/// and writes the output. Adds to `report` what a GPU's kernels take.
DloptStatus dl_emit(dl_session *session, MlirModule module,
                    const dl_options *options, json_t *report);

#endif // DLOPT_TOOLS_DLOPT_COMPILE_EMIT_H
