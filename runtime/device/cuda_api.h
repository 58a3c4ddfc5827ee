// The CUDA driver as a table of functions, filled by dlopen: its header is not
// needed to build, its library not to start. Private to runtime/device.
#ifndef DLOPT_RUNTIME_DEVICE_CUDA_API_H
#define DLOPT_RUNTIME_DEVICE_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/status.h"

typedef struct dl_cuda_context_object *dl_cuda_context;
typedef struct dl_cuda_stream_object *dl_cuda_stream;
typedef struct dl_cuda_module_object *dl_cuda_module;
typedef struct dl_cuda_function_object *dl_cuda_function;
typedef struct dl_cuda_event_object *dl_cuda_event;
typedef struct dl_cuda_graph_object *dl_cuda_graph;
typedef struct dl_cuda_graph_exec_object *dl_cuda_graph_exec;

/// CUlaunchAttribute.
typedef struct dl_cuda_launch_attribute {
  int id;
  int padding;
  union {
    char bytes[64];
    uint32_t cluster[3];
  } value;
} dl_cuda_launch_attribute;

/// CUlaunchConfig.
typedef struct dl_cuda_launch {
  uint32_t grid[3], block[3];
  uint32_t shared;
  dl_cuda_stream stream;
  dl_cuda_launch_attribute *attributes;
  uint32_t n_attributes;
} dl_cuda_launch;

// Numbers of the driver's enumerations, by their names in cuda.h.
enum {
  DL_CU_STREAM_NON_BLOCKING = 1,
  DL_CU_STREAM_CAPTURE_MODE_RELAXED = 2,
  DL_CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  DL_CU_JIT_ERROR_LOG_BUFFER = 5,
  DL_CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  DL_CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  DL_CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  DL_CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  DL_CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  DL_CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
  DL_CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  DL_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  DL_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  DL_CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  DL_CU_ERROR_OUT_OF_MEMORY = 2,
  DL_CU_ERROR_NO_BINARY_FOR_GPU = 209,
  DL_CU_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  DL_CU_ERROR_NOT_FOUND = 500,
};

typedef struct dl_cuda_api {
#define DL_CUDA_FUNCTION(name, symbol, parameters) int(*name) parameters;
#include "runtime/device/cuda_api.def"
  void *library;
  const char *file; ///< what was loaded, for messages
} dl_cuda_api;

/// Loads the driver's library: `file`, or $DLOPT_CUDA_DRIVER, or libcuda.so.1.
/// Does not start the driver.
DloptStatus dl_cuda_api_init(dl_cuda_api *api, const char *file);
void dl_cuda_api_finish(dl_cuda_api *api);

/// The version of the kernel driver, such as "580.82.07", from the operating
/// system; "" if it does not say.
void dl_cuda_kernel_driver(char text[32]);

/// The failure `error` of the driver at `doing`, in one line with a way out.
DloptStatus dl_cuda_error(const dl_cuda_api *api, int error, const char *doing);

/// A failure of an expression as a status.
#define DL_CUDA_TRY(api, expression, doing)                                    \
  do {                                                                         \
    int dl_cuda_try_error = (expression);                                      \
    if (dl_cuda_try_error)                                                     \
      return dl_cuda_error(api, dl_cuda_try_error, doing);                     \
  } while (0)

#endif // DLOPT_RUNTIME_DEVICE_CUDA_API_H
