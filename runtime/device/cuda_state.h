// An open GPU. Private to the cuda_*.c files.
#ifndef DLOPT_RUNTIME_DEVICE_CUDA_STATE_H
#define DLOPT_RUNTIME_DEVICE_CUDA_STATE_H

#include "runtime/device/backend.h"
#include "runtime/device/cuda_api.h"

/// Host memory that a recorded graph copies from.
typedef struct dl_cuda_staging {
  struct dl_cuda_staging *next;
  unsigned char bytes[];
} dl_cuda_staging;

struct dl_backend {
  dl_cuda_api api;
  int device;
  bool has_context;
  dl_cuda_context context;
  dl_cuda_stream stream;
  dl_cuda_event moments[2];
  int cuda_version; ///< 13000 for CUDA 13.0: the newest the driver knows
  int major, minor; ///< compute capability
  int shared_bytes; ///< that one CTA can ask for
  char gpu[96];     ///< its name
  char name[192];   ///< with chip and driver
  bool is_recording;
  dl_cuda_staging *staging; ///< of the recording
};

struct dl_backend_kernel {
  dl_backend_kernel *next; ///< of its module
  dl_cuda_function function;
  const dl_device_kernel *row;
};

struct dl_backend_module {
  dl_cuda_module module;
  const char *name;
  dl_backend_kernel *kernels;
};

/// Makes the GPU current on this thread.
static inline DloptStatus dl_cuda_enter(dl_backend *backend) {
  DL_CUDA_TRY(&backend->api, backend->api.context_set(backend->context),
              "cannot use the GPU");
  return dl_status_ok();
}

// cuda_module.c
DloptStatus dl_cuda_load(dl_backend *backend, const dl_device_module *code,
                         dl_backend_module **module);
void dl_cuda_unload(dl_backend *backend, dl_backend_module *module);
DloptStatus dl_cuda_find(dl_backend *backend, dl_backend_module *module,
                         const dl_device_kernel *row,
                         dl_backend_kernel **kernel);

// cuda_graph.c
DloptStatus dl_cuda_record(dl_backend *backend);
DloptStatus dl_cuda_end_record(dl_backend *backend, dl_backend_graph **graph);
DloptStatus dl_cuda_replay(dl_backend *backend, dl_backend_graph *graph);
void dl_cuda_destroy_graph(dl_backend *backend, dl_backend_graph *graph);
DloptStatus dl_cuda_mark(dl_backend *backend, int moment);
DloptStatus dl_cuda_elapsed(dl_backend *backend, double *seconds);

#endif // DLOPT_RUNTIME_DEVICE_CUDA_STATE_H
