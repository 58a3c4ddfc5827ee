// A fatal error of LLVM ends a tool as guard.h has it.
#ifndef DLOPT_TOOLS_COMMON_LLVM_GUARD_H
#define DLOPT_TOOLS_COMMON_LLVM_GUARD_H

#include "tools/common/guard.h"

/// dl_guard_begin, and from here on for fatal errors of LLVM too.
void dl_llvm_guard_begin(const char *tool);

#endif // DLOPT_TOOLS_COMMON_LLVM_GUARD_H
