// A GPU through the CUDA driver: its choice, memory, copies, launches. One
// stream in the GPU's primary context, which other libraries may share.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/cuda_state.h"

static void close_gpu(dl_backend *backend) {
  const dl_cuda_api *api = &backend->api;
  if (backend->has_context) {
    api->context_set(backend->context);
    for (int i = 0; i < 2; ++i)
      if (backend->moments[i])
        api->event_destroy(backend->moments[i]);
    if (backend->stream)
      api->stream_destroy(backend->stream);
    api->context_set(NULL);
    api->context_release(backend->device);
  }
  dl_cuda_api_finish(&backend->api);
  free(backend);
}

static DloptStatus choose_gpu(dl_backend *backend, int ordinal) {
  const dl_cuda_api *api = &backend->api;
  int count = 0;
  DL_CUDA_TRY(api, api->init(0), "cannot start the CUDA driver");
  DL_CUDA_TRY(api, api->driver_version(&backend->cuda_version),
              "cannot ask the CUDA driver");
  DL_CUDA_TRY(api, api->device_count(&count), "cannot count GPUs");
  if (count == 0)
    return dl_cuda_error(api, 100, "no GPU");
  if (ordinal < 0 || ordinal >= count)
    return dl_status_error(DL_STATUS_ENVIRONMENT,
                           "no GPU %d: there %s %d, counted from 0; "
                           "nvidia-smi -L lists them",
                           ordinal, count == 1 ? "is" : "are", count);
  DL_CUDA_TRY(api, api->device_get(&backend->device, ordinal),
              "cannot use the GPU");
  return dl_status_ok();
}

static DloptStatus ask_gpu(dl_backend *backend) {
  const dl_cuda_api *api = &backend->api;
  const struct {
    int attribute;
    int *value;
  } questions[] = {
      {DL_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &backend->major},
      {DL_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &backend->minor},
      {DL_CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
       &backend->shared_bytes},
  };
  for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); ++i)
    DL_CUDA_TRY(api,
                api->device_attribute(questions[i].value,
                                      questions[i].attribute, backend->device),
                "cannot ask the GPU");
  DL_CUDA_TRY(api,
              api->device_name(backend->gpu, (int)sizeof(backend->gpu) - 1,
                               backend->device),
              "cannot ask the GPU");
  char driver[32];
  dl_cuda_kernel_driver(driver);
  snprintf(backend->name, sizeof(backend->name), "%s (sm_%d%d%s%s, CUDA %d.%d)",
           backend->gpu, backend->major, backend->minor,
           driver[0] ? ", driver " : "", driver, backend->cuda_version / 1000,
           backend->cuda_version % 1000 / 10);
  return dl_status_ok();
}

static DloptStatus start_gpu(dl_backend *backend,
                             const dl_device_options *options) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_api_init(&backend->api, options->driver));
  DL_TRY(choose_gpu(backend, options->ordinal));
  DL_TRY(ask_gpu(backend));
  DL_CUDA_TRY(api, api->context_retain(&backend->context, backend->device),
              "cannot start the GPU");
  backend->has_context = true;
  DL_TRY(dl_cuda_enter(backend));
  DL_CUDA_TRY(api,
              api->stream_create(&backend->stream, DL_CU_STREAM_NON_BLOCKING),
              "cannot start the GPU");
  for (int i = 0; i < 2; ++i)
    DL_CUDA_TRY(api, api->event_create(&backend->moments[i], 0),
                "cannot start the GPU");
  return dl_status_ok();
}

static DloptStatus open_gpu(const dl_device_options *options,
                            dl_backend **backend) {
  dl_backend *made = calloc(1, sizeof(*made));
  *backend = NULL;
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a device");
  DloptStatus status = start_gpu(made, options);
  if (!dl_status_is_ok(&status)) {
    close_gpu(made);
    return status;
  }
  *backend = made;
  return status;
}

static const char *name_of(const dl_backend *backend) { return backend->name; }

static DloptStatus alloc(dl_backend *backend, size_t bytes, uint64_t *address) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  int error = api->memory_alloc(address, bytes);
  if (error != DL_CU_ERROR_OUT_OF_MEMORY) {
    DL_CUDA_TRY(api, error, "cannot take memory of the GPU");
    return dl_status_ok();
  }
  size_t left = 0, total = 0;
  api->memory_info(&left, &total);
  return dl_status_error(DL_STATUS_MEMORY, "%zu of its %zu MiB are free",
                         left >> 20, total >> 20);
}

static void free_memory(dl_backend *backend, uint64_t address) {
  DloptStatus status = dl_cuda_enter(backend);
  if (dl_status_is_ok(&status))
    backend->api.memory_free(address);
}

static DloptStatus copy(dl_backend *backend, uint64_t to, uint64_t from,
                        size_t bytes) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  DL_CUDA_TRY(api, api->copy_on_device(to, from, bytes, backend->stream),
              "copy on the GPU");
  return dl_status_ok();
}

static DloptStatus synchronize(dl_backend *backend) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  if (backend->is_recording)
    return dl_status_error(DL_STATUS_USAGE,
                           "the program waits for the GPU: it cannot be "
                           "recorded as a graph");
  DL_CUDA_TRY(api, api->stream_wait(backend->stream), "on the GPU");
  return dl_status_ok();
}

static DloptStatus read_memory(dl_backend *backend, void *to, uint64_t from,
                               size_t bytes) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  if (backend->is_recording)
    return dl_status_error(DL_STATUS_USAGE,
                           "the program reads the GPU's memory on the host: it "
                           "cannot be recorded as a graph");
  DL_CUDA_TRY(api, api->copy_to_host(to, from, bytes, backend->stream),
              "copy from the GPU");
  return synchronize(backend);
}

/// A graph copies again at each replay, from a place of its own.
static DloptStatus stage(dl_backend *backend, const void **from, size_t bytes) {
  dl_cuda_staging *made = malloc(sizeof(*made) + bytes);
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a graph");
  made->next = backend->staging;
  backend->staging = made;
  *from = memcpy(made->bytes, *from, bytes);
  return dl_status_ok();
}

static DloptStatus write_memory(dl_backend *backend, uint64_t to,
                                const void *from, size_t bytes) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  if (backend->is_recording)
    DL_TRY(stage(backend, &from, bytes));
  // The driver has read pageable memory when this returns.
  DL_CUDA_TRY(api, api->copy_to_device(to, from, bytes, backend->stream),
              "copy to the GPU");
  return dl_status_ok();
}

static DloptStatus launch(dl_backend *backend, const dl_backend_kernel *kernel,
                          const uint32_t grid[3], void **arguments) {
  const dl_cuda_api *api = &backend->api;
  const dl_device_kernel *row = kernel->row;
  DL_TRY(dl_cuda_enter(backend));
  const uint32_t *block = row->block;
  int error;
  if (row->cluster[0] == 0) {
    error = api->launch(kernel->function, grid[0], grid[1], grid[2], block[0],
                        block[1], block[2], row->shared, backend->stream,
                        arguments, NULL);
  } else {
    dl_cuda_launch_attribute attribute = {
        .id = DL_CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    dl_cuda_launch launch = {.shared = row->shared,
                             .stream = backend->stream,
                             .attributes = &attribute,
                             .n_attributes = 1};
    memcpy(attribute.value.cluster, row->cluster, sizeof(row->cluster));
    memcpy(launch.grid, grid, sizeof(launch.grid));
    memcpy(launch.block, block, sizeof(launch.block));
    error = api->launch_with(&launch, kernel->function, arguments, NULL);
  }
  DL_CUDA_TRY(api, error, "launch");
  return dl_status_ok();
}

static DloptStatus tensor_map(dl_backend *backend, void *descriptor,
                              uint64_t address, int64_t type, int64_t rank,
                              const int64_t *sizes, const int64_t *strides,
                              const int64_t *box, int64_t swizzle) {
  enum { MOST = 5 };
  const dl_cuda_api *api = &backend->api;
  if (!api->tensor_map)
    return dl_status_error(DL_STATUS_ENVIRONMENT,
                           "TMA needs a driver for CUDA 12 or newer: update "
                           "it");
  if (rank < 1 || rank > MOST)
    return dl_status_error(DL_STATUS_INPUT,
                           "a TMA descriptor of %lld dimensions; 1 to 5",
                           (long long)rank);
  uint64_t wide_sizes[MOST], wide_strides[MOST];
  uint32_t narrow_box[MOST], steps[MOST];
  for (int64_t i = 0; i < rank; ++i) {
    wide_sizes[i] = (uint64_t)sizes[i];
    narrow_box[i] = (uint32_t)box[i];
    steps[i] = 1;
    if (i + 1 < rank)
      wide_strides[i] = (uint64_t)strides[i];
  }
  enum { NO_INTERLEAVE = 0, PROMOTE_256 = 3, FILL_ZERO = 0 };
  DL_TRY(dl_cuda_enter(backend));
  DL_CUDA_TRY(api,
              api->tensor_map(descriptor, (int)type, (uint32_t)rank,
                              (void *)(uintptr_t)address, wide_sizes,
                              wide_strides, narrow_box, steps, NO_INTERLEAVE,
                              (int)swizzle, PROMOTE_256, FILL_ZERO),
              "TMA descriptor");
  return dl_status_ok();
}

const dl_backend_api dl_backend_cuda = {
    .open = open_gpu,
    .close = close_gpu,
    .name = name_of,
    .load = dl_cuda_load,
    .unload = dl_cuda_unload,
    .find = dl_cuda_find,
    .alloc = alloc,
    .free = free_memory,
    .is_pooled = true,
    .copy = copy,
    .read = read_memory,
    .write = write_memory,
    .launch = launch,
    .synchronize = synchronize,
    .tensor_map = tensor_map,
    .record = dl_cuda_record,
    .end_record = dl_cuda_end_record,
    .replay = dl_cuda_replay,
    .destroy_graph = dl_cuda_destroy_graph,
    .mark = dl_cuda_mark,
    .elapsed = dl_cuda_elapsed,
};
