// The input file of a tool.
#ifndef DLOPT_TOOLS_COMMON_INPUT_H
#define DLOPT_TOOLS_COMMON_INPUT_H

#include "tools/common/options.h"

/// Says before the work what could not be written after it.
DloptStatus dl_check_outputs(const dl_options *options);

/// Reads the input ("-" is standard input) and, with --upgrade, mends it,
/// saying on stderr what it did. The caller frees *text.
DloptStatus dl_read_input(const dl_options *options, char **text, size_t *size);

#endif // DLOPT_TOOLS_COMMON_INPUT_H
