// Command lines of the tools: one table of options.
#ifndef DLOPT_TOOLS_COMMON_OPTIONS_H
#define DLOPT_TOOLS_COMMON_OPTIONS_H

#include "runtime/compare.h"
#include "runtime/shape_arg.h"

/// Which tool reads the command line; a row of the table names its readers.
typedef enum dl_tool {
  DL_TOOL_COMPILE = 1,
  DL_TOOL_RUN = 2,
  DL_TOOL_EXEC = 4
} dl_tool;

enum { DL_MAX_FILE_ARGS = 256 };

typedef struct dl_file_args {
  int count;
  dl_file_arg items[DL_MAX_FILE_ARGS];
} dl_file_args;

typedef struct dl_options {
  const char *input; ///< "-" for standard input; null with --doctor
  const char *target, *emit, *output, *report, *entry, *check;
  const char *chip;      ///< null for the CPU
  uint64_t emulate_seed; ///< of the order of warps
  bool emulate_fast;     ///< tensor cores add up in f32, not as the chip
  dl_file_args args, results, expects;
  int n_shapes;
  dl_shape_arg shapes[DL_MAX_FILE_ARGS];
  int n_libraries;
  const char *libraries[DL_MAX_FILE_ARGS];
  int64_t seed;
  int optimization;
  int repeats; ///< of --bench; 0 means chosen
  bool has_tolerance;
  dl_tolerance tolerance;
  int device;          ///< number of the GPU
  bool check_launches; ///< wait after each kernel
  bool no_import;
  bool with_reference;
  bool verify, bench, json, timing, quiet, explain, upgrade, doctor;
} dl_options;

/// True if passes shall say what they decide: for the user or for the report.
static inline bool dl_options_has_remarks(const dl_options *options) {
  return options->explain || options->report;
}

/// Reads the command line. Prints --help or --version and says so in *done;
/// then the tool ends with status 0.
DloptStatus dl_options_parse(dl_options *options, dl_tool tool, int argc,
                             char **argv, bool *done);

/// Flushes standard output, prints "tool: error: message" for a failure and
/// gives the exit status.
int dl_tool_exit(const char *tool, const DloptStatus *status);

#endif // DLOPT_TOOLS_COMMON_OPTIONS_H
