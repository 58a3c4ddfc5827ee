// Chips and PTX versions: what runs where.
#ifndef DLOPT_RUNTIME_DEVICE_CHIP_H
#define DLOPT_RUNTIME_DEVICE_CHIP_H

#include <stdbool.h>
#include <stddef.h>

/// "sm_90a" taken apart.
typedef struct dl_chip {
  int sm;      ///< 90; 0 if the name is no chip's
  char suffix; ///< 'a': this chip only; 'f': its family; 0: it and newer ones
} dl_chip;

dl_chip dl_chip_of(const char *target);

/// Whether PTX, or a cubin, made for `chip` runs on a GPU of capability `sm`.
bool dl_chip_runs_ptx(const dl_chip *chip, int sm);
bool dl_chip_runs_cubin(const dl_chip *chip, int sm);

/// Where PTX for `chip` runs: "sm_90 only", "sm_80 and newer".
void dl_chip_print_range(const dl_chip *chip, char *text, size_t room);

/// The `.version` of PTX text: 80 for 8.0; 0 if it has none.
int dl_ptx_version_of(const char *ptx);

/// The first CUDA whose driver reads a PTX version: 12000 for 8.0.
int dl_ptx_version_cuda(int version);

#endif // DLOPT_RUNTIME_DEVICE_CHIP_H
