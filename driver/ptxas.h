// PTX to cubin through NVIDIA's ptxas, if the machine has it.
#ifndef DLOPT_DRIVER_PTXAS_H
#define DLOPT_DRIVER_PTXAS_H

#include <stddef.h>

#include "runtime/status.h"

/// What ptxas says a kernel takes.
typedef struct dl_ptxas_usage {
  char name[128]; ///< of the kernel, cut if it is longer
  int registers;  ///< a thread
  int stack_bytes, spill_store_bytes, spill_load_bytes; ///< a thread
  int shared_bytes;                                     ///< static, a CTA
} dl_ptxas_usage;

typedef struct dl_ptxas_result {
  char *cubin;
  size_t size;
  dl_ptxas_usage *usage;
  size_t n_usage;
} dl_ptxas_result;

/// Assembles `ptx` (ended by 0) for `chip`. Without a ptxas, or with one older
/// than the chip or the PTX: DLOPT_STATUS_ENVIRONMENT, with the way out. Finish
/// the result with dl_ptxas_finish, also after a failure.
DloptStatus dl_ptxas(const char *ptx, const char *chip,
                     dl_ptxas_result *result);
void dl_ptxas_finish(dl_ptxas_result *result);

#endif // DLOPT_DRIVER_PTXAS_H
