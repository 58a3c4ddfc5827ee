// Chips and PTX versions (PTX ISA, "Release notes"; CUDA's compatibility
// rules).
#include "runtime/device/chip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dl_chip dl_chip_of(const char *target) {
  dl_chip chip = {0, 0};
  if (!target || strncmp(target, "sm_", 3) != 0)
    return chip;
  char *end;
  long sm = strtol(target + 3, &end, 10);
  bool is_known = sm >= 20 && sm < 1000 &&
                  (*end == 0 || ((*end == 'a' || *end == 'f') && end[1] == 0));
  if (is_known)
    chip = (dl_chip){(int)sm, *end};
  return chip;
}

bool dl_chip_runs_ptx(const dl_chip *chip, int sm) {
  if (chip->suffix == 'a')
    return sm == chip->sm;
  if (chip->suffix == 'f')
    return sm / 10 == chip->sm / 10 && sm >= chip->sm;
  return sm >= chip->sm;
}

bool dl_chip_runs_cubin(const dl_chip *chip, int sm) {
  if (chip->suffix == 'a')
    return sm == chip->sm;
  return sm / 10 == chip->sm / 10 && sm >= chip->sm;
}

void dl_chip_print_range(const dl_chip *chip, char *text, size_t room) {
  static const char *const endings[] = {" and newer", " only",
                                        " and newer of its family"};
  int which = chip->suffix == 'a' ? 1 : chip->suffix == 'f' ? 2 : 0;
  snprintf(text, room, "sm_%d%s", chip->sm, endings[which]);
}

int dl_ptx_version_of(const char *ptx) {
  const char *at = ptx ? strstr(ptx, ".version") : NULL;
  int major, minor;
  if (!at || sscanf(at, ".version %d.%d", &major, &minor) != 2)
    return 0;
  return major * 10 + minor;
}

int dl_ptx_version_cuda(int version) {
  // From 7.0 to 8.5 the minor versions run along; then CUDA 12.6 came without
  // a PTX version of its own.
  if (version <= 78)
    return 11000 + (version - 70) * 10;
  if (version <= 85)
    return 12000 + (version - 80) * 10;
  if (version <= 88)
    return 12000 + (version - 79) * 10;
  return 13000 + (version - 90) * 10;
}
