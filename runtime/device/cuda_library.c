// Finding the CUDA driver and its functions.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/device/cuda_api.h"

static const char proc_version[] = "/proc/driver/nvidia/version";

void dl_cuda_kernel_driver(char text[32]) {
  text[0] = 0;
  FILE *file = fopen(proc_version, "r");
  if (!file)
    return;
  // "NVRM version: NVIDIA UNIX ... Kernel Module  580.82.07  Release ...".
  char line[256];
  if (fgets(line, sizeof(line), file))
    for (const char *word = line; (word = strchr(word, ' ')) != NULL;) {
      word += strspn(word, " ");
      if (strspn(word, "0123456789") > 0 && strchr(word, '.') &&
          strspn(word, "0123456789.") >= 5) {
        snprintf(text, 32, "%.*s", (int)strspn(word, "0123456789."), word);
        break;
      }
    }
  fclose(file);
}

static DloptStatus no_library(const char *file, const char *reason) {
  if (access(proc_version, R_OK) == 0)
    return dl_status_error(
        DL_STATUS_ENVIRONMENT,
        "the NVIDIA kernel driver is here, its library is not: %s; in a "
        "container, start it with the GPU's libraries (--gpus all), else "
        "reinstall the driver",
        reason);
  return dl_status_error(DL_STATUS_ENVIRONMENT,
                         "no CUDA driver on this machine: %s; install NVIDIA's "
                         "driver, or use --target emulate",
                         reason ? reason : file);
}

struct symbol {
  const char *name;
  size_t offset; ///< of its pointer in dl_cuda_api
  int is_optional;
};

static const struct symbol symbols[] = {
#define DL_CUDA_FUNCTION(name, symbol, parameters)                             \
  {#symbol, offsetof(dl_cuda_api, name), 0},
#define DL_CUDA_OPTIONAL(name, symbol, parameters)                             \
  {#symbol, offsetof(dl_cuda_api, name), 1},
#include "runtime/device/cuda_api.def"
};

DloptStatus dl_cuda_api_init(dl_cuda_api *api, const char *file) {
  *api = (dl_cuda_api){0};
  if (!file)
    file = getenv("DLOPT_CUDA_DRIVER");
  if (!file || !*file)
    file = "libcuda.so.1";
  api->file = file;
  api->library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!api->library)
    return no_library(file, dlerror());
  for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); ++i) {
    void *address = dlsym(api->library, symbols[i].name);
    if (!address && !symbols[i].is_optional) {
      dl_cuda_api_finish(api);
      return dl_status_error(DL_STATUS_ENVIRONMENT,
                             "the CUDA driver %s is too old: it lacks %s; "
                             "install a driver for CUDA 11.8 or newer",
                             file, symbols[i].name);
    }
    memcpy((char *)api + symbols[i].offset, &address, sizeof(address));
  }
  return dl_status_ok();
}

void dl_cuda_api_finish(dl_cuda_api *api) {
  if (api->library)
    dlclose(api->library);
  *api = (dl_cuda_api){0};
}
