// A CUDA driver for tests: the entry points of libcuda that the runtime uses,
// over the PTX emulator. What the machine is like, and what goes wrong, is in
// the environment, read by cuInit: FAKE_CUDA="gpus=1,cuda=13000,sm=90,...".
#include "runtime/device/chip.h"
#include "runtime/emulate/emulate.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum {
  ok = 0,
  invalid_value = 1,
  out_of_memory = 2,
  no_device = 100,
  no_binary = 209,
  invalid_ptx = 218,
  unsupported_ptx = 222,
  not_found = 500,
  illegal_address = 700,
};

typedef struct node node;
struct node {
  node *next;
  const dl_em_kernel *kernel; // null: a copy
  dl_em_launch_config config;
  void *arguments[64];
  uint64_t to, from;
  const void *host;
  size_t bytes;
};

typedef struct graph {
  node *nodes; // null: an instance has them
} graph;

typedef struct loaded {
  struct loaded *next;
  dl_em_module *module;
} loaded;

typedef struct allocation {
  struct allocation *next;
  uint64_t address;
  size_t bytes;
  void *data;
} allocation;

static struct {
  int gpus, cuda, sm, init, no_binary, registers, lost;
  size_t memory, used;
  int sticky; // an error that stays, as after a fault
  bool is_capturing, is_spoilt;
  node *first, **last;
  dl_em_device *device;
  allocation *allocations;
  loaded *modules; // the device refers to them until its end
  double clock;
} gpu;

static long setting(const char *name, long otherwise) {
  const char *text = getenv("FAKE_CUDA");
  size_t length = strlen(name);
  for (; text && *text; text = strchr(text, ',') ? strchr(text, ',') + 1 : "")
    if (strncmp(text, name, length) == 0 && text[length] == '=')
      return strtol(text + length + 1, NULL, 10);
  return otherwise;
}

EXPORT int cuInit(unsigned flags) {
  gpu.gpus = (int)setting("gpus", 1);
  gpu.cuda = (int)setting("cuda", 13000);
  gpu.sm = (int)setting("sm", 90);
  gpu.no_binary = (int)setting("no_binary", 0);
  gpu.registers = (int)setting("registers", 32);
  gpu.memory = (size_t)setting("memory", 1L << 30);
  gpu.lost = (int)setting("lost", 0);
  gpu.sticky = 0;
  return (int)setting("init", 0);
}

EXPORT int cuDriverGetVersion(int *version) {
  *version = gpu.cuda;
  return ok;
}

EXPORT int cuGetErrorName(int error, const char **text) {
  *text =
      error == illegal_address ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR";
  return ok;
}

EXPORT int cuGetErrorString(int error, const char **text) {
  *text = "words of the driver";
  return ok;
}

EXPORT int cuDeviceGetCount(int *count) {
  *count = gpu.gpus;
  return ok;
}

EXPORT int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal < gpu.gpus ? ok : 101;
}

EXPORT int cuDeviceGetName(char *name, int room, int device) {
  strncpy(name, "Fake GPU", (size_t)room);
  return ok;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75   ? gpu.sm / 10
           : attribute == 76 ? gpu.sm % 10
           : attribute == 97 ? 100 * 1024
                             : 4;
  return ok;
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  *bytes = gpu.memory;
  return ok;
}

EXPORT int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &gpu;
  dl_em_options options = {.sm = (uint32_t)gpu.sm};
  DloptStatus status = dl_em_device_create(&options, &gpu.device);
  return dl_status_is_ok(&status) ? ok : out_of_memory;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  dl_em_device_destroy(gpu.device);
  gpu.device = NULL;
  for (loaded *item = gpu.modules, *next; item; item = next) {
    next = item->next;
    dl_em_module_destroy(item->module);
    free(item);
  }
  gpu.modules = NULL;
  // Memory that is not given back is the runtime's leak: the sanitizer tells.
  return ok;
}

EXPORT int cuCtxSetCurrent(void *context) { return ok; }

EXPORT int cuStreamCreate(void **stream, unsigned flags) {
  *stream = &gpu;
  return ok;
}

EXPORT int cuStreamDestroy_v2(void *stream) { return ok; }

EXPORT int cuStreamSynchronize(void *stream) {
  if (gpu.is_capturing)
    gpu.is_spoilt = true;
  return gpu.sticky;
}

EXPORT int cuModuleLoadDataEx(void **module, const char *image, unsigned n,
                              int *options, void **values) {
  // A cubin of this fake is PTX behind a word; it takes no real ones.
  bool is_cubin = memcmp(image, "\177ELF", 4) == 0;
  if (is_cubin && (gpu.no_binary || image[4] < ' '))
    return no_binary;
  const char *ptx = is_cubin ? image + 4 : image;
  if (!is_cubin && dl_ptx_version_cuda(dl_ptx_version_of(ptx)) > gpu.cuda)
    return unsupported_ptx;
  dl_em_module *made;
  DloptStatus status = dl_em_module_create(ptx, strlen(ptx), "ptx", &made);
  if (dl_status_is_ok(&status)) {
    loaded *item = malloc(sizeof(*item));
    *item = (loaded){gpu.modules, made};
    gpu.modules = item;
    status = dl_em_device_load(gpu.device, made);
  }
  *module = made;
  for (unsigned i = 0; !dl_status_is_ok(&status) && i < n; ++i)
    if (options[i] == 5)
      strcpy(values[i], status.message);
  return dl_status_is_ok(&status) ? ok : invalid_ptx;
}

EXPORT int cuModuleUnload(void *module) { return ok; }

EXPORT int cuModuleGetFunction(const dl_em_kernel **function, void *module,
                               const char *name) {
  *function = dl_em_module_find(module, name);
  return *function ? ok : not_found;
}

EXPORT int cuFuncSetAttribute(void *function, int attribute, int value) {
  return ok;
}

EXPORT int cuFuncGetAttribute(int *value, int attribute, void *function) {
  *value = attribute == 0
               ? 65536 / gpu.registers > 1024 ? 1024 : 65536 / gpu.registers
           : attribute == 4 ? gpu.registers
                            : 0;
  return ok;
}

EXPORT int cuFuncGetParamInfo(const dl_em_kernel *function, size_t index,
                              size_t *offset, size_t *size) {
  uint32_t n;
  dl_em_kernel_params(function, &n);
  return index < n ? ok : invalid_value;
}

static void run(const node *work) {
  if (gpu.sticky)
    return;
  DloptStatus status = dl_status_ok();
  gpu.clock += 0.5;
  if (work->kernel)
    status = dl_em_launch(gpu.device, work->kernel, &work->config,
                          (const void *const *)(const void *)work->arguments);
  else if (work->host)
    status = dl_em_device_write(gpu.device, work->to, work->host, work->bytes);
  else
    status = dl_em_device_copy(gpu.device, work->to, work->from, work->bytes);
  size_t n;
  dl_em_device_reports(gpu.device, &n);
  if (n > 0 || !dl_status_is_ok(&status))
    gpu.sticky = illegal_address;
  if (gpu.lost > 0 && --gpu.lost == 0)
    gpu.sticky = 999;
}

/// Runs the work, or records it.
static int submit(const node *work) {
  if (gpu.sticky)
    return gpu.sticky;
  if (!gpu.is_capturing) {
    run(work);
    return ok;
  }
  node *kept = malloc(sizeof(*kept));
  *kept = *work;
  kept->next = NULL;
  uint32_t n = 0;
  const dl_em_param *params =
      work->kernel ? dl_em_kernel_params(work->kernel, &n) : NULL;
  for (uint32_t i = 0; i < n; ++i) {
    kept->arguments[i] = malloc(params[i].n_bytes);
    memcpy(kept->arguments[i], work->arguments[i], params[i].n_bytes);
  }
  *gpu.last = kept;
  gpu.last = &kept->next;
  return ok;
}

static int launch(const dl_em_kernel *kernel, const uint32_t *grid,
                  const uint32_t *block, const uint32_t *cluster,
                  uint32_t shared, void **arguments) {
  node work = {.kernel = kernel};
  uint32_t n;
  dl_em_kernel_params(kernel, &n);
  memcpy(work.config.grid, grid, sizeof(work.config.grid));
  memcpy(work.config.block, block, sizeof(work.config.block));
  memcpy(work.config.cluster, cluster, sizeof(work.config.cluster));
  work.config.dynamic_shared = shared;
  memcpy(work.arguments, arguments, n * sizeof(*arguments));
  return submit(&work);
}

EXPORT int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
                          unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, void *stream, void **arguments,
                          void **extra) {
  const uint32_t grid[] = {gx, gy, gz}, block[] = {bx, by, bz};
  const uint32_t none[] = {0, 0, 0};
  return launch(function, grid, block, none, shared, arguments);
}

struct launch_config {
  uint32_t grid[3], block[3], shared;
  void *stream;
  struct {
    int id, padding;
    uint32_t cluster[16];
  } *attributes;
  uint32_t n_attributes;
};

EXPORT int cuLaunchKernelEx(const struct launch_config *config, void *function,
                            void **arguments, void **extra) {
  if (config->n_attributes != 1 || config->attributes->id != 4)
    return invalid_value;
  return launch(function, config->grid, config->block,
                config->attributes->cluster, config->shared, arguments);
}

EXPORT int cuMemGetInfo_v2(size_t *left, size_t *total) {
  *left = gpu.memory - gpu.used;
  *total = gpu.memory;
  return ok;
}

EXPORT int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  if (gpu.sticky)
    return gpu.sticky;
  if (bytes > gpu.memory - gpu.used)
    return out_of_memory;
  allocation *made = malloc(sizeof(*made));
  *made = (allocation){gpu.allocations, 0, bytes, calloc(1, bytes)};
  DloptStatus status = dl_em_device_bind(gpu.device, "memory", made->data,
                                         bytes, true, &made->address);
  if (!dl_status_is_ok(&status))
    return out_of_memory;
  gpu.used += bytes;
  gpu.allocations = made;
  *address = made->address;
  return ok;
}

EXPORT int cuMemFree_v2(uint64_t address) {
  for (allocation **at = &gpu.allocations; *at; at = &(*at)->next)
    if ((*at)->address == address) {
      allocation *gone = *at;
      *at = gone->next;
      dl_em_device_unbind(gpu.device, address);
      gpu.used -= gone->bytes;
      free(gone->data);
      free(gone);
      return ok;
    }
  return invalid_value;
}

EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes,
                                void *stream) {
  node work = {.to = to, .host = from, .bytes = bytes};
  return submit(&work);
}

EXPORT int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes,
                                void *stream) {
  if (gpu.sticky)
    return gpu.sticky;
  DloptStatus status = dl_em_device_read(gpu.device, to, from, bytes);
  return dl_status_is_ok(&status) ? ok : invalid_value;
}

EXPORT int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes,
                                void *stream) {
  node work = {.to = to, .from = from, .bytes = bytes};
  return submit(&work);
}

// Events are the time they were recorded at.
EXPORT int cuEventCreate(double **event, unsigned flags) {
  *event = calloc(1, sizeof(**event));
  return ok;
}

EXPORT int cuEventDestroy_v2(double *event) {
  free(event);
  return ok;
}

EXPORT int cuEventRecord(double *event, void *stream) {
  *event = gpu.clock;
  return gpu.sticky;
}

EXPORT int cuEventSynchronize(double *event) { return gpu.sticky; }

EXPORT int cuEventElapsedTime(float *milliseconds, double *start, double *end) {
  *milliseconds = (float)(*end - *start);
  return gpu.sticky;
}

EXPORT int cuStreamBeginCapture_v2(void *stream, int mode) {
  if (mode != 2)
    return invalid_value; // memory may be taken meanwhile
  gpu.is_capturing = true;
  gpu.is_spoilt = false;
  gpu.first = NULL;
  gpu.last = &gpu.first;
  return ok;
}

static void free_nodes(node *nodes) {
  while (nodes) {
    node *next = nodes->next;
    for (int i = 0; nodes->kernel && i < 64 && nodes->arguments[i]; ++i)
      free(nodes->arguments[i]);
    free(nodes);
    nodes = next;
  }
}

EXPORT int cuStreamEndCapture(void *stream, graph **out) {
  gpu.is_capturing = false;
  *out = NULL;
  if (gpu.is_spoilt) {
    free_nodes(gpu.first);
    return 901;
  }
  *out = malloc(sizeof(**out));
  (*out)->nodes = gpu.first;
  return ok;
}

EXPORT int cuGraphInstantiateWithFlags(node **exec, graph *from,
                                       unsigned long long flags) {
  *exec = from->nodes;
  from->nodes = NULL;
  return ok;
}

EXPORT int cuGraphLaunch(node *exec, void *stream) {
  for (; exec; exec = exec->next)
    run(exec);
  return ok;
}

EXPORT int cuGraphExecDestroy(node *exec) {
  free_nodes(exec);
  return ok;
}

EXPORT int cuGraphDestroy(graph *gone) {
  free_nodes(gone->nodes);
  free(gone);
  return ok;
}
