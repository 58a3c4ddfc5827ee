// What a kind of device must be able to do: the CUDA driver and the emulator
// implement this, the rest of runtime/device is written on it. Private.
#ifndef DLOPT_RUNTIME_DEVICE_BACKEND_H
#define DLOPT_RUNTIME_DEVICE_BACKEND_H

#include "runtime/device/device.h"

/// State of an open device, and of a module, kernel or graph on it.
typedef struct dl_backend dl_backend;
typedef struct dl_backend_module dl_backend_module;
typedef struct dl_backend_kernel dl_backend_kernel;
typedef struct dl_backend_graph dl_backend_graph;

/// Kernels and copies go to one queue, in order. Functions that queue work
/// report what is wrong with the call; what goes wrong in the work may be
/// reported by a later one, at the latest by synchronize.
typedef struct dl_backend_api {
  DloptStatus (*open)(const dl_device_options *options, dl_backend **backend);
  void (*close)(dl_backend *backend);
  const char *(*name)(const dl_backend *backend);

  DloptStatus (*load)(dl_backend *backend, const dl_device_module *code,
                      dl_backend_module **module);
  void (*unload)(dl_backend *backend, dl_backend_module *module);
  /// `row` must outlive the kernel, which lives as long as its module.
  DloptStatus (*find)(dl_backend *backend, dl_backend_module *module,
                      const dl_device_kernel *row, dl_backend_kernel **kernel);

  /// `bytes` > 0. DL_STATUS_MEMORY if there is not enough; then the queue is
  /// unharmed.
  DloptStatus (*alloc)(dl_backend *backend, size_t bytes, uint64_t *address);
  /// The queue is done with it.
  void (*free)(dl_backend *backend, uint64_t address);
  /// Memory is dear to take and give back: it is kept for reuse.
  bool is_pooled;

  DloptStatus (*copy)(dl_backend *backend, uint64_t to, uint64_t from,
                      size_t bytes);
  DloptStatus (*read)(dl_backend *backend, void *to, uint64_t from,
                      size_t bytes);
  DloptStatus (*write)(dl_backend *backend, uint64_t to, const void *from,
                       size_t bytes);
  DloptStatus (*launch)(dl_backend *backend, const dl_backend_kernel *kernel,
                        const uint32_t grid[3], void **arguments);
  DloptStatus (*synchronize)(dl_backend *backend);
  DloptStatus (*tensor_map)(dl_backend *backend, void *descriptor,
                            uint64_t address, int64_t type, int64_t rank,
                            const int64_t *sizes, const int64_t *strides,
                            const int64_t *box, int64_t swizzle);

  // Null where there is no such thing.
  DloptStatus (*record)(dl_backend *backend);
  /// Ends a recording; a null `graph` throws it away.
  DloptStatus (*end_record)(dl_backend *backend, dl_backend_graph **graph);
  DloptStatus (*replay)(dl_backend *backend, dl_backend_graph *graph);
  void (*destroy_graph)(dl_backend *backend, dl_backend_graph *graph);
  DloptStatus (*mark)(dl_backend *backend, int moment);
  DloptStatus (*elapsed)(dl_backend *backend, double *seconds);
} dl_backend_api;

extern const dl_backend_api dl_backend_cuda, dl_backend_emulated;

#endif // DLOPT_RUNTIME_DEVICE_BACKEND_H
