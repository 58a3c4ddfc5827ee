// The emulator as a device. Each allocation is a buffer of its own with a gap
// around it, filled with ones (NaN in every float type); whatever the emulator
// reports about a kernel ends the launch as an error.
#include "runtime/device/backend.h"

#include "runtime/emulate/emulate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Memory of one allocation.
typedef struct buffer {
  uint64_t address;
  void *data;
} buffer;

struct dl_backend {
  dl_em_device *device;
  dl_em_options options;
  size_t n_buffers, room;
  buffer *buffers; // by address: addresses only grow
  size_t n_modules;
  dl_em_module **modules; // the device refers to them until its end
  char name[96];
};

struct dl_backend_kernel {
  dl_backend_kernel *next; // of its module
  const dl_em_kernel *kernel;
  const dl_device_kernel *row;
};

struct dl_backend_module {
  dl_em_module *module;
  const char *name;
  dl_backend_kernel *kernels;
};

static void close_backend(dl_backend *backend) {
  dl_em_device_destroy(backend->device);
  for (size_t i = 0; i < backend->n_buffers; ++i)
    free(backend->buffers[i].data);
  for (size_t i = 0; i < backend->n_modules; ++i)
    dl_em_module_destroy(backend->modules[i]);
  free(backend->buffers);
  free(backend->modules);
  free(backend);
}

static DloptStatus open_backend(const dl_device_options *options,
                                dl_backend **backend) {
  dl_backend *made = calloc(1, sizeof(*made));
  *backend = NULL;
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a device");
  made->options = (dl_em_options){
      .sm = options->sm,
      .seed = options->seed,
      .max_bytes = options->max_bytes,
      .accumulate =
          options->is_fast ? DL_EM_ACCUMULATE_FMA : DL_EM_ACCUMULATE_EXACT,
      .completion = options->is_random_completion ? DL_EM_COMPLETE_RANDOM
                                                  : DL_EM_COMPLETE_LATE,
      .is_uncounted = true,
  };
  DloptStatus status = dl_em_device_create(&made->options, &made->device);
  if (!dl_status_is_ok(&status)) {
    close_backend(made);
    return status;
  }
  if (options->sm)
    snprintf(made->name, sizeof(made->name), "emulated sm_%" PRIu32,
             options->sm);
  else
    snprintf(made->name, sizeof(made->name), "emulated GPU");
  *backend = made;
  return status;
}

static const char *name_of(const dl_backend *backend) { return backend->name; }

static DloptStatus keep_module(dl_backend *backend, dl_em_module *module) {
  dl_em_module **grown = realloc(
      backend->modules, (backend->n_modules + 1) * sizeof(*backend->modules));
  if (!grown) {
    dl_em_module_destroy(module);
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a module");
  }
  backend->modules = grown;
  backend->modules[backend->n_modules++] = module;
  return dl_status_ok();
}

static DloptStatus load(dl_backend *backend, const dl_device_module *code,
                        dl_backend_module **module) {
  *module = NULL;
  if (!code->ptx)
    return dl_status_error(DL_STATUS_USAGE,
                           "module '%s' has no PTX, which is what the emulator "
                           "runs: compile it with PTX in it",
                           code->name);
  dl_em_module *loaded;
  DL_TRY(dl_em_module_create(code->ptx, code->ptx_size, code->name, &loaded));
  DL_TRY(keep_module(backend, loaded));
  DL_TRY(dl_em_device_load(backend->device, loaded));
  dl_backend_module *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a module");
  *made = (dl_backend_module){.module = loaded, .name = code->name};
  *module = made;
  return dl_status_ok();
}

static void unload(dl_backend *backend, dl_backend_module *module) {
  for (dl_backend_kernel *k = module->kernels, *next; k; k = next) {
    next = k->next;
    free(k);
  }
  free(module);
}

static DloptStatus find(dl_backend *backend, dl_backend_module *module,
                        const dl_device_kernel *row,
                        dl_backend_kernel **kernel) {
  *kernel = NULL;
  const dl_em_kernel *found = dl_em_module_find(module->module, row->name);
  if (!found)
    return dl_status_error(DL_STATUS_INPUT, "module '%s' has no kernel '%s'",
                           module->name, row->name);
  uint32_t n_params;
  dl_em_kernel_params(found, &n_params);
  if (n_params != row->n_arguments)
    return dl_status_error(DL_STATUS_INPUT,
                           "kernel '%s' takes %" PRIu32 " arguments, the "
                           "program gives %" PRIu32,
                           row->name, n_params, row->n_arguments);
  *kernel = calloc(1, sizeof(**kernel));
  if (!*kernel)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a kernel");
  **kernel = (dl_backend_kernel){module->kernels, found, row};
  module->kernels = *kernel;
  return dl_status_ok();
}

static bool make_room(dl_backend *backend) {
  if (backend->n_buffers < backend->room)
    return true;
  size_t room = backend->room * 2 + 16;
  buffer *grown = realloc(backend->buffers, room * sizeof(*grown));
  if (!grown)
    return false;
  backend->buffers = grown;
  backend->room = room;
  return true;
}

static DloptStatus alloc(dl_backend *backend, size_t bytes, uint64_t *address) {
  void *data = make_room(backend) ? malloc(bytes) : NULL;
  if (!data)
    return dl_status_error(DL_STATUS_MEMORY,
                           "the host has no %zu bytes for the emulated GPU",
                           bytes);
  DloptStatus status = dl_em_device_bind(backend->device, "a buffer", data,
                                         bytes, false, address);
  if (!dl_status_is_ok(&status)) {
    free(data);
    status.code = DL_STATUS_MEMORY; // the one way a binding fails
    return status;
  }
  memset(data, 0xFF, bytes);
  backend->buffers[backend->n_buffers++] = (buffer){*address, data};
  return status;
}

static void free_memory(dl_backend *backend, uint64_t address) {
  size_t low = 0, high = backend->n_buffers;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (backend->buffers[middle].address < address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == backend->n_buffers || backend->buffers[low].address != address)
    return;
  dl_em_device_unbind(backend->device, address);
  free(backend->buffers[low].data);
  memmove(&backend->buffers[low], &backend->buffers[low + 1],
          (--backend->n_buffers - low) * sizeof(*backend->buffers));
}

static DloptStatus copy(dl_backend *backend, uint64_t to, uint64_t from,
                        size_t bytes) {
  return dl_em_device_copy(backend->device, to, from, bytes);
}

static DloptStatus read_memory(dl_backend *backend, void *to, uint64_t from,
                               size_t bytes) {
  return dl_em_device_read(backend->device, to, from, bytes);
}

static DloptStatus write_memory(dl_backend *backend, uint64_t to,
                                const void *from, size_t bytes) {
  return dl_em_device_write(backend->device, to, from, bytes);
}

/// The first report as an error, and how many others there are.
static DloptStatus check_reports(dl_backend *backend) {
  size_t n;
  const dl_em_report *reports = dl_em_device_reports(backend->device, &n);
  if (n == 0)
    return dl_status_ok();
  char text[768], others[48] = "";
  dl_em_report_format(&reports[0], text, sizeof(text));
  if (n > 1)
    snprintf(others, sizeof(others), "; and %zu more report%s", n - 1,
             n > 2 ? "s" : "");
  DloptStatus status = dl_status_error(DL_STATUS_INPUT, "%s%s", text, others);
  dl_em_device_clear_reports(backend->device);
  return status;
}

static DloptStatus launch(dl_backend *backend, const dl_backend_kernel *kernel,
                          const uint32_t grid[3], void **arguments) {
  dl_em_launch_config config = {.dynamic_shared = kernel->row->shared};
  memcpy(config.grid, grid, sizeof(config.grid));
  memcpy(config.block, kernel->row->block, sizeof(config.block));
  memcpy(config.cluster, kernel->row->cluster, sizeof(config.cluster));
  DloptStatus status = dl_em_launch(backend->device, kernel->kernel, &config,
                                    (const void *const *)(void *)arguments);
  // A launch that could not go on was mostly told why before.
  DloptStatus reported = check_reports(backend);
  return dl_status_is_ok(&reported) ? status : reported;
}

static DloptStatus synchronize(dl_backend *backend) { return dl_status_ok(); }

static DloptStatus tensor_map(dl_backend *backend, void *descriptor,
                              uint64_t address, int64_t type, int64_t rank,
                              const int64_t *sizes, const int64_t *strides,
                              const int64_t *box, int64_t swizzle) {
  return dl_em_tensor_map_encode(descriptor, address, type, rank, sizes,
                                 strides, box, swizzle);
}

const dl_backend_api dl_backend_emulated = {
    .open = open_backend,
    .close = close_backend,
    .name = name_of,
    .load = load,
    .unload = unload,
    .find = find,
    .alloc = alloc,
    .free = free_memory,
    .copy = copy,
    .read = read_memory,
    .write = write_memory,
    .launch = launch,
    .synchronize = synchronize,
    .tensor_map = tensor_map,
};
