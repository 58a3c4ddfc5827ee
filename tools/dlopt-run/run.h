// dlopt-run: what its files share.
#ifndef DLOPT_TOOLS_DLOPT_RUN_RUN_H
#define DLOPT_TOOLS_DLOPT_RUN_RUN_H

#include "driver/program.h"
#include "tools/call/call.h"

/// Calls the program. Makes its results, and after them one for each buffer
/// argument: what it holds after the call; the argument itself is left as it
/// was. (call.c)
DloptStatus dl_call(dl_program *program, const dl_tensors *arguments,
                    dl_tensors *results);

/// Times calls and prints median and spread. (bench.c)
DloptStatus dl_bench(const dl_options *options, dl_program *program,
                     const dl_tensors *arguments);

#endif // DLOPT_TOOLS_DLOPT_RUN_RUN_H
