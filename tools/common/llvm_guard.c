// LLVM's fatal-error handler.
#include "tools/common/llvm_guard.h"

#include "llvm-c/ErrorHandling.h"

static void on_llvm_error(const char *reason) {
  dl_guard_end("LLVM: ", reason);
}

void dl_llvm_guard_begin(const char *tool) {
  LLVMInstallFatalErrorHandler(on_llvm_error);
  dl_guard_begin(tool);
}
