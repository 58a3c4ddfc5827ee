// dlopt-opt: mlir-opt with our dialect, passes and pipelines.
#include "capi/seam/seam.h"

static void say_no_more(const char *path) { (void)path; }

int main(int argc, char **argv) {
  dl_opt_hooks hooks = {NULL, say_no_more};
  return dl_seam_opt_main(argc, argv, &hooks);
}
