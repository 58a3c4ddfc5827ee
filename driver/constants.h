// Large constants of a program, as memory that its compiled code reads.
#ifndef DLOPT_DRIVER_CONSTANTS_H
#define DLOPT_DRIVER_CONSTANTS_H

#include "lowering/cpu/constants.h"
#include "runtime/status.h"

typedef struct dl_constant_item {
  char *symbol;
  void *data; ///< row-major, aligned to 64 bytes
} dl_constant_item;

typedef struct dl_constant_data {
  dl_constant_item *items;
  size_t count;
} dl_constant_data;

/// Copies what `constants` refer to out of their context. Finish it with
/// dl_constant_data_finish, also after a failure.
DloptStatus dl_constant_data_init(dl_constant_data *data,
                                  const dl_cpu_constants *constants);
void dl_constant_data_finish(dl_constant_data *data);

#endif // DLOPT_DRIVER_CONSTANTS_H
