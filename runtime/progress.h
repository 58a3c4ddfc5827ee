// Tells on stderr what takes long: quiet for a second, then a line a step.
#ifndef DLOPT_RUNTIME_PROGRESS_H
#define DLOPT_RUNTIME_PROGRESS_H

#include <stdbool.h>

/// A running watch over the steps of a tool.
typedef struct dl_progress dl_progress;

/// Starts the watch for a tool named `tool`. Returns null when `enabled` is
/// false or a thread cannot be had; every function here takes null and then
/// does nothing. End it with dl_progress_destroy.
dl_progress *dl_progress_create(const char *tool, bool enabled);

/// Says that a step begins ("compiling", "running on the CPU"), which ends
/// the one before; null means that nothing runs. The text is copied.
void dl_progress_step(dl_progress *progress, const char *step);

/// Ends the last step and the watch.
void dl_progress_destroy(dl_progress *progress);

#endif
