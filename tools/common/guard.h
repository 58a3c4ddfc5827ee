// What would end a tool without a word ends it with one line and status 1.
#ifndef DLOPT_TOOLS_COMMON_GUARD_H
#define DLOPT_TOOLS_COMMON_GUARD_H

/// From here on, a fault such as an access out of bounds prints "tool: error:
/// ..." and ends the process with status 1. `tool` must outlive the process.
void dl_guard_begin(const char *tool);

/// Prints "tool: error: " and the two texts, and ends the process with status
/// 1. May be called in a signal handler.
_Noreturn void dl_guard_end(const char *reason, const char *more);

/// Says whose code runs: the user's program, which a fault then blames, or
/// ours.
void dl_guard_program_runs(int runs);

#endif // DLOPT_TOOLS_COMMON_GUARD_H
