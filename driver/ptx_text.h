// PTX as text.
#ifndef DLOPT_DRIVER_PTX_TEXT_H
#define DLOPT_DRIVER_PTX_TEXT_H

#include "runtime/device/device.h"

/// The kernels of all modules as one text that ptxas takes. The caller frees
/// it; null if memory runs out.
char *dl_ptx_merge(const dl_device_module *modules, size_t count);

#endif // DLOPT_DRIVER_PTX_TEXT_H
