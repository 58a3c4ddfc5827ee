// Modules and kernels on a GPU: is this code for this chip and this driver, is
// there room for the kernel? Each refusal names both sides.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/chip.h"
#include "runtime/device/cuda_state.h"

enum { LOG_BYTES = 4096 };

/// Line breaks become "; ", so that a log fits a status.
static void flatten(char *log) {
  size_t length = strlen(log);
  while (length > 0 && (log[length - 1] == '\n' || log[length - 1] == ' '))
    log[--length] = 0;
  for (; *log; ++log)
    if (*log == '\n' || *log == '\r')
      *log = ';';
}

static DloptStatus refuse_chip(const dl_backend *backend,
                               const dl_device_module *code, const char *form) {
  dl_chip chip = dl_chip_of(code->target);
  char where[32];
  dl_chip_print_range(&chip, where, sizeof(where));
  return dl_status_error(
      DL_STATUS_ENVIRONMENT,
      "module '%s' is %s for %s, which runs on %s; this GPU is %s, sm_%d%d: "
      "compile with --target sm_%d%d",
      code->name, form, code->target, where, backend->gpu, backend->major,
      backend->minor, backend->major, backend->minor);
}

static DloptStatus refuse_ptx_version(const dl_backend *backend,
                                      const dl_device_module *code) {
  int version = dl_ptx_version_of(code->ptx);
  int needed = dl_ptx_version_cuda(version);
  return dl_status_error(
      DL_STATUS_ENVIRONMENT,
      "module '%s' is PTX %d.%d, which needs a driver for CUDA %d.%d; this one "
      "is for CUDA %d.%d: update the driver, or compile to a cubin (ptxas)",
      code->name, version / 10, version % 10, needed / 1000, needed % 1000 / 10,
      backend->cuda_version / 1000, backend->cuda_version % 1000 / 10);
}

static DloptStatus load_ptx(dl_backend *backend, const dl_device_module *code,
                            dl_cuda_module *module) {
  char *log = calloc(1, LOG_BYTES);
  if (!log)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a log");
  int options[] = {DL_CU_JIT_ERROR_LOG_BUFFER,
                   DL_CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)(uintptr_t)(LOG_BYTES - 1)};
  int error = backend->api.module_load(module, code->ptx, 2, options, values);
  DloptStatus status = dl_status_ok();
  if (error == DL_CU_ERROR_UNSUPPORTED_PTX_VERSION) {
    status = refuse_ptx_version(backend, code);
  } else if (error) {
    char doing[256];
    flatten(log);
    snprintf(doing, sizeof(doing), "PTX of module '%s'", code->name);
    status = dl_cuda_error(&backend->api, error, doing);
    if (log[0])
      status = dl_status_error(status.code, "%s: %s", status.message, log);
  }
  free(log);
  return status;
}

/// The cubin if it fits, else the PTX.
static DloptStatus load_image(dl_backend *backend, const dl_device_module *code,
                              dl_cuda_module *module) {
  dl_chip chip = dl_chip_of(code->target);
  int sm = backend->major * 10 + backend->minor;
  if (code->cubin && dl_chip_runs_cubin(&chip, sm)) {
    int error = backend->api.module_load(module, code->cubin, 0, NULL, NULL);
    if (!error)
      return dl_status_ok();
    char doing[256];
    snprintf(doing, sizeof(doing), "cubin of module '%s' for %s", code->name,
             code->target);
    if (error != DL_CU_ERROR_NO_BINARY_FOR_GPU || !code->ptx)
      return dl_cuda_error(&backend->api, error, doing);
  }
  if (!code->ptx)
    return refuse_chip(backend, code, "a cubin");
  if (!dl_chip_runs_ptx(&chip, sm))
    return refuse_chip(backend, code, "PTX");
  return load_ptx(backend, code, module);
}

DloptStatus dl_cuda_load(dl_backend *backend, const dl_device_module *code,
                         dl_backend_module **module) {
  *module = NULL;
  DL_TRY(dl_cuda_enter(backend));
  dl_backend_module *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a module");
  made->name = code->name;
  DloptStatus status = load_image(backend, code, &made->module);
  if (!dl_status_is_ok(&status)) {
    free(made);
    return status;
  }
  *module = made;
  return status;
}

void dl_cuda_unload(dl_backend *backend, dl_backend_module *module) {
  for (dl_backend_kernel *k = module->kernels, *next; k; k = next) {
    next = k->next;
    free(k);
  }
  DloptStatus status = dl_cuda_enter(backend);
  if (dl_status_is_ok(&status))
    backend->api.module_unload(module->module);
  free(module);
}

static DloptStatus check_shared(dl_backend *backend,
                                const dl_device_kernel *row,
                                dl_cuda_function function) {
  const dl_cuda_api *api = &backend->api;
  int fixed = 0;
  DL_CUDA_TRY(api,
              api->function_get(&fixed, DL_CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                function),
              row->name);
  if ((int64_t)fixed + row->shared > backend->shared_bytes)
    return dl_status_error(
        DL_STATUS_ENVIRONMENT,
        "kernel '%s' needs %" PRId64 " bytes of shared memory a CTA; this GPU, "
        "%s, has %d: compile with --target sm_%d%d",
        row->name, (int64_t)fixed + row->shared, backend->gpu,
        backend->shared_bytes, backend->major, backend->minor);
  if (row->shared > 0)
    DL_CUDA_TRY(
        api,
        api->function_set(function,
                          DL_CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          (int)row->shared),
        row->name);
  return dl_status_ok();
}

static DloptStatus check_threads(dl_backend *backend,
                                 const dl_device_kernel *row,
                                 dl_cuda_function function) {
  const dl_cuda_api *api = &backend->api;
  int most = 0, registers = 0;
  DL_CUDA_TRY(api,
              api->function_get(
                  &most, DL_CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function),
              row->name);
  DL_CUDA_TRY(
      api,
      api->function_get(&registers, DL_CU_FUNC_ATTRIBUTE_NUM_REGS, function),
      row->name);
  uint64_t threads = (uint64_t)row->block[0] * row->block[1] * row->block[2];
  if (threads == 0 || threads > (uint64_t)most)
    return dl_status_error(DL_STATUS_ENVIRONMENT,
                           "kernel '%s' asks for %" PRIu64 " threads a CTA; "
                           "with its %d registers this GPU runs 1 to %d",
                           row->name, threads, registers, most);
  return dl_status_ok();
}

/// Drivers before 12.4 cannot say.
static DloptStatus check_parameters(dl_backend *backend,
                                    const dl_device_kernel *row,
                                    dl_cuda_function function) {
  const dl_cuda_api *api = &backend->api;
  size_t offset, size, n = row->n_arguments;
  if (!api->function_parameter)
    return dl_status_ok();
  bool has_all =
      n == 0 || api->function_parameter(function, n - 1, &offset, &size) == 0;
  bool has_more = api->function_parameter(function, n, &offset, &size) == 0;
  if (has_all && !has_more)
    return dl_status_ok();
  return dl_status_error(DL_STATUS_INPUT,
                         "kernel '%s' takes %s arguments than the %zu that the "
                         "program gives",
                         row->name, has_more ? "more" : "fewer", n);
}

static DloptStatus prepare(dl_backend *backend, const dl_device_kernel *row,
                           dl_cuda_function function) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(check_parameters(backend, row, function));
  DL_TRY(check_threads(backend, row, function));
  DL_TRY(check_shared(backend, row, function));
  uint32_t ctas = row->cluster[0] * row->cluster[1] * row->cluster[2];
  if (ctas > 8) // what every chip with clusters can do
    DL_CUDA_TRY(api,
                api->function_set(
                    function,
                    DL_CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
                row->name);
  if (ctas > 0 && !api->launch_with)
    return dl_status_error(DL_STATUS_ENVIRONMENT,
                           "kernel '%s' runs in clusters, which needs a driver "
                           "for CUDA 11.8 or newer: update it",
                           row->name);
  return dl_status_ok();
}

DloptStatus dl_cuda_find(dl_backend *backend, dl_backend_module *module,
                         const dl_device_kernel *row,
                         dl_backend_kernel **kernel) {
  *kernel = NULL;
  dl_cuda_function function;
  DL_TRY(dl_cuda_enter(backend));
  int error =
      backend->api.module_function(&function, module->module, row->name);
  if (error == DL_CU_ERROR_NOT_FOUND)
    return dl_status_error(DL_STATUS_INPUT, "module '%s' has no kernel '%s'",
                           module->name, row->name);
  DL_CUDA_TRY(&backend->api, error, row->name);
  DL_TRY(prepare(backend, row, function));
  dl_backend_kernel *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a kernel");
  *made = (dl_backend_kernel){module->kernels, function, row};
  *kernel = module->kernels = made;
  return dl_status_ok();
}
