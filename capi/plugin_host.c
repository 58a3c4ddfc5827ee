// Does the program that loads the plugin run on the LLVM the plugin was built
// with? Two copies of MLIR in one process would each have their own registry,
// and our passes would be registered in the one nobody reads.
#define _GNU_SOURCE
#include "capi/seam/seam.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mlir_search {
  int major, minor;
  char other[64]; ///< version text of a libMLIR that is not ours
};

static int look_at_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct mlir_search *search = data;
  const char *name = strstr(info->dlpi_name, "/libMLIR.so.");
  if (!name)
    return 0;
  const char *version = name + strlen("/libMLIR.so.");
  char expected[32];
  snprintf(expected, sizeof(expected), "%d.%d", search->major, search->minor);
  size_t length = strlen(expected);
  if (strncmp(version, expected, length) != 0 ||
      (version[length] != 0 && version[length] != '.'))
    snprintf(search->other, sizeof(search->other), "%s", version);
  return 0;
}

bool dl_plugin_host_fits(int major, int minor) {
  struct mlir_search search = {major, minor, {0}};
  dl_iterate_phdr(look_at_library, &search);
  if (!search.other[0])
    return true;
  fprintf(stderr,
          "dlopt plugin: built for LLVM/MLIR %d.%d, but this program uses "
          "MLIR %s; use mlir-opt-%d, or rebuild dlopt with LLVM_PREFIX set to "
          "the other version\n",
          major, minor, search.other, major);
  return false;
}
