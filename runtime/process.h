// Other programs of the machine, such as a C compiler or ptxas.
#ifndef DLOPT_RUNTIME_PROCESS_H
#define DLOPT_RUNTIME_PROCESS_H

#include "runtime/status.h"

enum { DL_PROGRAM_PATH_BYTES = 1024 };

/// Finds `name` on PATH; a name with a slash is a path already. False if there
/// is no such program, and then *path is empty.
bool dl_program_find(const char *name, char path[DL_PROGRAM_PATH_BYTES]);

/// Finds ptxas: at $DLOPT_PTXAS and nowhere else; without that, on PATH, in
/// $CUDA_HOME and $CUDA_PATH, in /usr/local/cuda.
bool dl_program_find_ptxas(char path[DL_PROGRAM_PATH_BYTES]);

/// Runs the program `arguments[0]`, a path, with the arguments up to a null,
/// and nothing to read. Gives its exit status (-1: ended by a signal) and what
/// it printed on both outputs, cut at 4 MiB and ended by 0; the caller frees
/// it, it is null on failure.
DloptStatus dl_program_run(const char *const *arguments, int *exit_status,
                           char **output);

#endif // DLOPT_RUNTIME_PROCESS_H
