// The table of GPUs, and how one is found in it.
#include "lowering/ptx/target_table.h"

#include <stdio.h>
#include <string.h>

static const dl_gpu_target targets[] = {
    /* chip      sm  features  shared  fp8    tma    wgmma */
    {"sm_80", 80, "+ptx80", 166912, false, false, false},
    {"sm_86", 86, "+ptx80", 101376, false, false, false},
    {"sm_89", 89, "+ptx84", 101376, true, false, false},
    {"sm_90", 90, "+ptx84", 232448, true, true, false},
    {"sm_90a", 90, "+ptx84", 232448, true, true, true},
};
enum { N_TARGETS = sizeof(targets) / sizeof(targets[0]) };

const dl_gpu_target *dl_gpu_target_of(const char *chip) {
  for (int i = 0; i < N_TARGETS; ++i)
    if (strcmp(targets[i].chip, chip) == 0)
      return &targets[i];
  return NULL;
}

const char *dl_gpu_target_names(char *buffer, size_t size) {
  size_t at = 0;
  buffer[0] = 0;
  for (int i = 0; i < N_TARGETS && at < size; ++i)
    at += (size_t)snprintf(buffer + at, size - at, "%s%s", i ? ", " : "",
                           targets[i].chip);
  return buffer;
}
