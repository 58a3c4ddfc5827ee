// The CUDA side of the runtime over a driver made for tests (fake_cuda.c):
// what it says about machines, chips and failures, its pool, its graphs. Given
// the real driver instead, the calls and faults, on a GPU.
#include "runtime/device/abi.h"
#include "runtime/device/chip.h"
#include "runtime/device/function.h"
#include "runtime/file.h"
#include "test/unit/check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *driver;
static bool is_gpu;
static char *add_ptx, *past_ptx;

static dl_device_module modules[2];
static dl_device_kernel kernels[2];
static const float half[80];
static const dl_device_constant constant = {half, sizeof(half)};
static dl_device_program program;

/// The program as it is before a test changes something.
static void reset_program(void) {
  modules[0] = (dl_device_module){.name = "add",
                                  .target = "sm_80",
                                  .ptx = add_ptx,
                                  .ptx_size = strlen(add_ptx)};
  modules[1] = (dl_device_module){.name = "past",
                                  .target = "sm_80",
                                  .ptx = past_ptx,
                                  .ptx_size = strlen(past_ptx)};
  kernels[0] = (dl_device_kernel){.name = "add",
                                  .what = "arith.addf at add.mlir:3:8",
                                  .module = 0,
                                  .block = {32, 1, 1},
                                  .n_arguments = 4};
  kernels[1] = (dl_device_kernel){
      .name = "past", .module = 1, .block = {32, 1, 1}, .n_arguments = 1};
  program = (dl_device_program){"test", 2, 2, 1, modules, kernels, &constant};
}

static DloptStatus open_fake(const char *machine, bool is_checked,
                             dl_device **device) {
  setenv("FAKE_CUDA", machine, 1);
  dl_device_options options = {
      .kind = DL_DEVICE_CUDA, .driver = driver, .is_checked = is_checked};
  return dl_device_open(&options, device);
}

static void test_machines(void) {
  dl_device *device;
  dl_device_options options = {.kind = DL_DEVICE_CUDA,
                               .driver = "/nowhere/libcuda.so.1"};
  CHECK_ERROR(dl_device_open(&options, &device), DL_STATUS_ENVIRONMENT,
              "/nowhere/libcuda.so.1");
  CHECK(device == NULL);
  options.driver = "libm.so.6"; // a library, but no driver
  CHECK_ERROR(dl_device_open(&options, &device), DL_STATUS_ENVIRONMENT,
              "the CUDA driver libm.so.6 is too old: it lacks cuInit");
  const struct {
    const char *machine, *words;
  } machines[] = {
      {"gpus=0", "there is a CUDA driver, but no GPU"},
      {"init=100", "there is a CUDA driver, but no GPU"},
      {"init=34", "the toolkit's stub"},
      {"init=803", "reboot after the driver's update"},
      {"init=802", "nvidia-fabricmanager"},
      {"init=999", "words of the driver (CUDA_ERROR, 999)"},
  };
  for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); ++i)
    CHECK_ERROR(open_fake(machines[i].machine, false, &device),
                DL_STATUS_ENVIRONMENT, machines[i].words);
  setenv("FAKE_CUDA", "gpus=2", 1);
  options.driver = driver;
  options.ordinal = 2;
  CHECK_ERROR(dl_device_open(&options, &device), DL_STATUS_ENVIRONMENT,
              "no GPU 2: there are 2, counted from 0");
  CHECK_OK(open_fake("sm=89,cuda=12040", false, &device));
  CHECK(strncmp(dl_device_name(device), "Fake GPU (sm_89", 15) == 0);
  CHECK(strstr(dl_device_name(device), "CUDA 12.4)") != NULL);
  dl_device_close(device);
}

/// Loads the program as it is now on a machine.
static DloptStatus try_load(const char *machine) {
  dl_device *device;
  dl_device_instance *instance;
  CHECK_OK(open_fake(machine, false, &device));
  DloptStatus status = dl_device_load(device, &program, &instance);
  dl_device_unload(instance);
  dl_device_close(device);
  return status;
}

static void test_code(void) {
  reset_program();
  CHECK_OK(try_load("sm=80"));
  CHECK_OK(try_load("sm=120"));
  CHECK_ERROR(try_load("sm=75"), DL_STATUS_ENVIRONMENT,
              "module 'add' is PTX for sm_80, which runs on sm_80 and newer; "
              "this GPU is Fake GPU, sm_75: compile with --target sm_75");
  CHECK_ERROR(try_load("sm=80,cuda=10020"), DL_STATUS_ENVIRONMENT,
              "module 'add' is PTX 7.0, which needs a driver for CUDA 11.0; "
              "this one is for CUDA 10.2: update the driver");
  modules[0].target = "sm_90a";
  CHECK_OK(try_load("sm=90"));
  CHECK_ERROR(try_load("sm=100"), DL_STATUS_ENVIRONMENT,
              "is PTX for sm_90a, which runs on sm_90 only");
  reset_program();
  modules[0].ptx = ".version 7.0\n.target sm_80\nwrong";
  CHECK_ERROR(try_load("sm=80"), DL_STATUS_INPUT,
              "program 'test': PTX of module 'add': the driver does not accept "
              "the PTX (CUDA_ERROR, 218): ptx:3: ");
}

static void test_cubins(void) {
  reset_program();
  char *cubin = malloc(strlen(add_ptx) + 5);
  sprintf(cubin, "\177ELF%s", add_ptx);
  modules[0].cubin = cubin;
  modules[0].ptx = "is not looked at";
  CHECK_OK(try_load("sm=80"));
  CHECK_OK(try_load("sm=86")); // a newer one of the same generation
  CHECK_ERROR(try_load("sm=90"), DL_STATUS_INPUT, "PTX of module 'add'");
  modules[0].ptx = add_ptx;
  CHECK_OK(try_load("sm=90"));
  CHECK_OK(try_load("sm=80,no_binary=1"));
  modules[0].ptx = NULL;
  CHECK_ERROR(try_load("sm=90"), DL_STATUS_ENVIRONMENT,
              "module 'add' is a cubin for sm_80");
  CHECK_ERROR(try_load("sm=80,no_binary=1"), DL_STATUS_ENVIRONMENT,
              "there is no code for this GPU's chip in it");
  free(cubin);
}

static void test_kernels(void) {
  reset_program();
  kernels[0].name = "sub";
  CHECK_ERROR(try_load(""), DL_STATUS_INPUT,
              "module 'add' has no kernel 'sub'");
  reset_program();
  kernels[0].n_arguments = 3;
  CHECK_ERROR(try_load(""), DL_STATUS_INPUT, "takes more arguments than the 3");
  kernels[0].n_arguments = 5;
  CHECK_ERROR(try_load(""), DL_STATUS_INPUT,
              "takes fewer arguments than the 5");
  reset_program();
  kernels[0].shared = 200 * 1024;
  CHECK_ERROR(try_load(""), DL_STATUS_ENVIRONMENT,
              "kernel 'add' needs 204800 bytes of shared memory a CTA; this "
              "GPU, Fake GPU, has 102400");
  reset_program();
  kernels[0].block[0] = 512;
  CHECK_OK(try_load("registers=128"));
  CHECK_ERROR(try_load("registers=200"), DL_STATUS_ENVIRONMENT,
              "kernel 'add' asks for 512 threads a CTA; with its 200 registers "
              "this GPU runs 1 to 327");
}

struct job {
  void *input, *result;
  int n;
  float value;
};

static void add_twice(void *data) {
  struct job *job = data;
  int32_t n = 80;
  float ones[80];
  for (int i = 0; i < 80; ++i)
    ones[i] = 1;
  void *b = dlopt_device_alloc(320), *once = dlopt_device_alloc(320),
       *twice = dlopt_device_alloc(320);
  dlopt_device_write(b, ones, 320);
  memset(ones, 0, sizeof(ones)); // which the program may do
  void *first[] = {&job->input, &b, &n, &once};
  dlopt_device_launch(0, 3, 1, 1, first);
  void *second[] = {&once, &b, &n, &twice};
  dlopt_device_launch(0, 3, 1, 1, second);
  dlopt_device_free(b);
  dlopt_device_free(once);
  job->result = twice;
}

static void read_back(void *data) {
  struct job *job = data;
  add_twice(data);
  dlopt_device_read(&job->value, job->result, 4);
}

static void launch_past(void *data) {
  add_twice(data);
  void *out = dlopt_device_alloc(128), *arguments[] = {&out};
  dlopt_device_launch(1, 1, 1, 1, arguments);
  dlopt_device_alloc(1);
}

static void check_result_of(dl_device *device, const struct job *job,
                            float first) {
  float output[80];
  CHECK_OK(dl_device_download(device, output, job->result, sizeof(output)));
  for (int i = 0; i < 80; ++i)
    CHECK(output[i] == first + (float)i + 2);
}

static void upload_input(dl_device *device, struct job *job, float first) {
  float input[80];
  for (int i = 0; i < 80; ++i)
    input[i] = first + (float)i;
  CHECK_OK(dl_device_upload(device, job->input, input, sizeof(input)));
}

static void test_calls(void) {
  dl_device *device;
  dl_device_instance *instance;
  reset_program();
  CHECK_OK(open_fake("", false, &device));
  CHECK_OK(dl_device_load(device, &program, &instance));
  struct job job = {.n = 0};
  CHECK_OK(dl_device_alloc(device, 320, &job.input));
  upload_input(device, &job, 0);
  size_t reserved = 0;
  for (int i = 0; i < 3; ++i) {
    CHECK_OK(dl_device_call(instance, read_back, &job));
    CHECK(job.value == 2);
    check_result_of(device, &job, 0);
    dl_device_free(device, job.result);
    size_t now = dl_device_memory_of(device).reserved_bytes;
    CHECK(i == 0 || now == reserved); // memory is used again
    reserved = now;
  }
  dl_device_graph *graph;
  CHECK_ERROR(dl_device_record(instance, read_back, &job, &graph),
              DL_STATUS_USAGE, "cannot be recorded as a graph");
  CHECK_OK(dl_device_call(instance, add_twice, &job)); // it works on
  CHECK_OK(dl_device_record(instance, add_twice, &job, &graph));
  upload_input(device, &job, 100);
  CHECK_OK(dl_device_replay(graph));
  check_result_of(device, &job, 100);
  upload_input(device, &job, 200);
  CHECK_OK(dl_device_mark(device, 0));
  CHECK_OK(dl_device_replay(graph));
  CHECK_OK(dl_device_mark(device, 1));
  double seconds;
  CHECK_OK(dl_device_elapsed(device, &seconds));
  // A copy and two kernels, by the clock of the fake.
  CHECK(is_gpu ? seconds > 0 : seconds == 3 * 0.5e-3);
  check_result_of(device, &job, 200);
  dl_device_graph_destroy(graph);
  CHECK_EQ(dl_device_memory_of(device).reserved_bytes, reserved);
  dl_device_unload(instance);
  dl_device_close(device);
}

static void test_fault(bool is_checked) {
  dl_device *device;
  dl_device_instance *instance;
  reset_program();
  struct job job = {.n = 0};
  static const char *const words[] = {
      // The kernel is known when launches are checked; else those that may be.
      "one of 3 kernels since the last wait (the last 'past', before it 'add' "
      "(arith.addf at add.mlir:3:8)",
      "kernel 'past': on the GPU: access to memory out of bounds "
      "(CUDA_ERROR_ILLEGAL_ADDRESS, 700)"};
  CHECK_OK(open_fake("", is_checked, &device));
  CHECK_OK(dl_device_load(device, &program, &instance));
  CHECK_OK(dl_device_alloc(device, 320, &job.input));
  upload_input(device, &job, 0);
  DloptStatus status = dl_device_call(instance, launch_past, &job);
  if (dl_status_is_ok(&status))
    status = dl_device_synchronize(device);
  CHECK_ERROR(status, DL_STATUS_INPUT, words[is_checked]);
  CHECK_ERROR(dl_device_synchronize(device), DL_STATUS_INPUT,
              "access to memory out of bounds");
  dl_device_unload(instance);
  dl_device_close(device);
}

static void test_fault_of_one_of_many(void) { test_fault(false); }
static void test_fault_of_known_kernel(void) { test_fault(true); }

static void test_lost_gpu(void) {
  dl_device *device;
  dl_device_instance *instance;
  reset_program();
  struct job job = {.n = 0};
  CHECK_OK(open_fake("lost=4", false, &device));
  CHECK_OK(dl_device_load(device, &program, &instance));
  CHECK_OK(dl_device_alloc(device, 320, &job.input));
  upload_input(device, &job, 0);
  CHECK_ERROR(dl_device_call(instance, read_back, &job), DL_STATUS_ENVIRONMENT,
              "words of the driver (CUDA_ERROR, 999)");
  dl_device_unload(instance);
  dl_device_close(device);
}

static void test_memory(void) {
  dl_device *device;
  void *blocks[4];
  CHECK_OK(open_fake("memory=104857600", false, &device)); // 100 MiB
  for (int i = 0; i < 2; ++i)
    CHECK_OK(dl_device_alloc(device, 40 << 20, &blocks[i]));
  CHECK_ERROR(dl_device_alloc(device, 40 << 20, &blocks[2]), DL_STATUS_MEMORY,
              "out of memory on the Fake GPU");
  CHECK_ERROR(
      dl_device_alloc(device, 40 << 20, &blocks[2]), DL_STATUS_MEMORY,
      "41943040 bytes asked for, 83886080 in use by this program: 20 of "
      "its 100 MiB are free");
  CHECK_OK(dl_device_alloc(device, 20 << 20, &blocks[2])); // no more than that
  dl_device_free(device, blocks[0]);
  dl_device_free(device, blocks[1]);
  // Two free segments give their memory back for a larger one.
  CHECK_OK(dl_device_alloc(device, 70 << 20, &blocks[0]));
  CHECK_ERROR(dl_device_alloc(device, SIZE_MAX, &blocks[1]), DL_STATUS_MEMORY,
              "fits no device");
  dl_device_close(device);
}

static void test_chips(void) {
  const struct {
    const char *target;
    int sm;
    bool runs_ptx, runs_cubin;
  } rows[] = {
      {"sm_80", 80, true, true},    {"sm_80", 89, true, true},
      {"sm_80", 90, true, false},   {"sm_86", 80, false, false},
      {"sm_90a", 90, true, true},   {"sm_90a", 100, false, false},
      {"sm_100f", 103, true, true}, {"sm_100f", 120, false, false},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    dl_chip chip = dl_chip_of(rows[i].target);
    CHECK_EQ(dl_chip_runs_ptx(&chip, rows[i].sm), rows[i].runs_ptx);
    CHECK_EQ(dl_chip_runs_cubin(&chip, rows[i].sm), rows[i].runs_cubin);
  }
  static const char *const wrong[] = {"",      "cpu",     "sm_",
                                      "sm_9x", "sm_90ab", "sm_99999"};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i)
    CHECK_EQ(dl_chip_of(wrong[i]).sm, 0);
  static const int versions[][2] = {{70, 11000}, {78, 11080}, {80, 12000},
                                    {85, 12050}, {86, 12070}, {88, 12090},
                                    {90, 13000}};
  for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); ++i)
    CHECK_EQ(dl_ptx_version_cuda(versions[i][0]), versions[i][1]);
}

/// A fault ends a GPU's context: each test has a process of its own.
static void run_alone(void (*test)(void)) {
  pid_t child = fork();
  if (child == 0) {
    test();
    _exit(check_failures > 0);
  }
  int state;
  waitpid(child, &state, 0);
  CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);
}

static void test_on_gpu(void) {
  run_alone(test_calls);
  run_alone(test_fault_of_one_of_many);
  run_alone(test_fault_of_known_kernel);
}

static void test_on_fake(void) {
  test_machines();
  test_chips();
  test_code();
  test_cubins();
  test_kernels();
  test_calls();
  test_fault_of_one_of_many();
  test_fault_of_known_kernel();
  test_lost_gpu();
  test_memory();
}

int main(int argc, char **argv) {
  size_t size;
  driver = argv[1];
  is_gpu = strstr(driver, "fake") == NULL;
  CHECK_OK(dl_file_read(argv[2], 1 << 20, &add_ptx, &size));
  CHECK_OK(dl_file_read(argv[3], 1 << 20, &past_ptx, &size));
  (is_gpu ? test_on_gpu : test_on_fake)();
  free(add_ptx);
  free(past_ptx);
  return check_result();
}
