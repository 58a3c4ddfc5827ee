// The picture, line by line: "what   where it is, which version".
#include "runtime/device/doctor.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/device/cuda_api.h"
#include "runtime/device/device.h"
#include "runtime/process.h"

static void row(FILE *stream, const char *name) {
  fprintf(stream, "%-12s ", name);
}

/// A copy of a transposed view: a kernel of the runtime's own, whose result is
/// known.
static DloptStatus transpose(dl_device *device, void *from, void *to) {
  enum { ROWS = 96, COLUMNS = 80, COUNT = ROWS * COLUMNS };
  static const int64_t sizes[] = {COLUMNS, ROWS}, to_strides[] = {ROWS, 1},
                       from_strides[] = {1, COLUMNS};
  static int32_t input[COUNT], output[COUNT];
  for (int i = 0; i < COUNT; ++i)
    input[i] = i * 7919;
  DL_TRY(dl_device_upload(device, from, input, sizeof(input)));
  DL_TRY(dl_device_copy_strided(device, to, to_strides, from, from_strides,
                                sizes, 2, sizeof(input[0])));
  DL_TRY(dl_device_download(device, output, to, sizeof(output)));
  for (int i = 0; i < COUNT; ++i)
    if (output[i % COLUMNS * ROWS + i / COLUMNS] != input[i])
      return dl_status_error(DL_STATUS_NUMBERS,
                             "a kernel ran and gave a wrong number");
  return dl_status_ok();
}

static DloptStatus try_device(const dl_device_options *options) {
  dl_device *device;
  void *from = NULL, *to = NULL;
  DL_TRY(dl_device_open(options, &device));
  DloptStatus status = dl_device_alloc(device, 1 << 16, &from);
  if (dl_status_is_ok(&status))
    status = dl_device_alloc(device, 1 << 16, &to);
  if (dl_status_is_ok(&status))
    status = transpose(device, from, to);
  dl_device_free(device, from);
  dl_device_free(device, to);
  dl_device_close(device);
  return status;
}

static void print_trial(FILE *stream, const dl_device_options *options) {
  DloptStatus status = try_device(options);
  fprintf(stream, "%s\n",
          dl_status_is_ok(&status) ? "a kernel ran and gave the right numbers"
                                   : status.message);
}

static DloptStatus print_gpu(FILE *stream, const dl_cuda_api *api,
                             int ordinal) {
  int device, major = 0, minor = 0, processors = 0, shared = 0;
  char name[96] = "";
  size_t bytes = 0;
  DL_CUDA_TRY(api, api->device_get(&device, ordinal), "cannot ask it");
  const struct {
    int attribute, *value;
  } questions[] = {
      {DL_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major},
      {DL_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor},
      {DL_CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &processors},
      {DL_CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &shared},
  };
  for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); ++i)
    DL_CUDA_TRY(api,
                api->device_attribute(questions[i].value,
                                      questions[i].attribute, device),
                "cannot ask it");
  DL_CUDA_TRY(api, api->device_name(name, (int)sizeof(name) - 1, device),
              "cannot ask it");
  DL_CUDA_TRY(api, api->device_memory(&bytes, device), "cannot ask it");
  fprintf(stream,
          "%s, sm_%d%d, %d multiprocessors, %zu MiB, %d KiB shared memory a "
          "CTA\n",
          name, major, minor, processors, bytes >> 20, shared >> 10);
  return dl_status_ok();
}

static DloptStatus ask_driver(const dl_cuda_api *api, int *version,
                              int *count) {
  DL_CUDA_TRY(api, api->init(0), "cannot start it");
  DL_CUDA_TRY(api, api->driver_version(version), "cannot ask it");
  DL_CUDA_TRY(api, api->device_count(count), "cannot count GPUs");
  return *count ? dl_status_ok() : dl_cuda_error(api, 100, "no GPU");
}

static void print_gpus(FILE *stream, const dl_cuda_api *api, int count,
                       const char *driver) {
  for (int i = 0; i < count; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "GPU %d", i);
    row(stream, name);
    DloptStatus status = print_gpu(stream, api, i);
    if (!dl_status_is_ok(&status))
      fprintf(stream, "%s\n", status.message);
    row(stream, "");
    dl_device_options options = {
        .kind = DL_DEVICE_CUDA, .ordinal = i, .driver = driver};
    print_trial(stream, &options);
  }
}

static void print_driver(FILE *stream, const char *driver) {
  dl_cuda_api api;
  int version = 0, count = 0;
  char kernel_driver[32];
  dl_cuda_kernel_driver(kernel_driver);
  row(stream, "CUDA driver");
  DloptStatus status = dl_cuda_api_init(&api, driver);
  if (!dl_status_is_ok(&status)) {
    fprintf(stream, "%s\n", status.message);
    return;
  }
  status = ask_driver(&api, &version, &count);
  fprintf(stream, "%s", api.file);
  if (version)
    fprintf(stream, ", for CUDA %d.%d", version / 1000, version % 1000 / 10);
  if (kernel_driver[0])
    fprintf(stream, ", kernel driver %s", kernel_driver);
  if (!dl_status_is_ok(&status))
    fprintf(stream, "; %s", status.message);
  fprintf(stream, "\n");
  if (dl_status_is_ok(&status))
    print_gpus(stream, &api, count, driver);
  dl_cuda_api_finish(&api);
}

/// The line of a program's --version that has a version in it.
static void print_version(FILE *stream, const char *path, const char *mark) {
  const char *const arguments[] = {path, "--version", NULL};
  char *output;
  int exit_status;
  DloptStatus status = dl_program_run(arguments, &exit_status, &output);
  if (!dl_status_is_ok(&status)) {
    fprintf(stream, "%s\n", status.message);
    return;
  }
  const char *line = mark ? strstr(output, mark) : output;
  line = line ? line : output;
  fprintf(stream, "%s: %.*s\n", path, (int)strcspn(line, "\n"), line);
  free(output);
}

static void print_programs(FILE *stream) {
  char path[DL_PROGRAM_PATH_BYTES];
  row(stream, "ptxas");
  if (dl_program_find_ptxas(path))
    print_version(stream, path, "release ");
  else
    fprintf(stream, "none at DLOPT_PTXAS, on PATH, in CUDA_HOME, in "
                    "/usr/local/cuda: kernels "
                    "go to the GPU as PTX, which its driver compiles; --emit "
                    "cubin needs a CUDA toolkit\n");
  row(stream, "C compiler");
  const char *chosen = getenv("CC");
  if (dl_program_find(chosen && *chosen ? chosen : "cc", path))
    print_version(stream, path, NULL);
  else
    fprintf(stream,
            "no %s on PATH: --emit package needs one; install gcc or "
            "clang, or set CC\n",
            chosen && *chosen ? chosen : "cc");
}

void dl_doctor(FILE *stream, const char *driver, const char *llvm) {
  row(stream, "dlopt");
  fprintf(stream, DLOPT_VERSION "%s%s\n", llvm ? ", LLVM " : "",
          llvm ? llvm : "");
  print_driver(stream, driver);
  row(stream, "emulator");
  print_trial(stream, &(dl_device_options){.kind = DL_DEVICE_EMULATED});
  print_programs(stream);
}
