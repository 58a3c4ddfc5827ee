// What the doctor says of machines, over a driver made for tests, and how it
// finds programs.
#include "runtime/device/doctor.h"
#include "runtime/process.h"
#include "test/unit/check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char *ask(const char *machine, const char *driver, const char *llvm) {
  char *text;
  size_t size;
  setenv("FAKE_CUDA", machine, 1);
  FILE *stream = open_memstream(&text, &size);
  dl_doctor(stream, driver, llvm);
  fclose(stream);
  return text;
}

static void expect(const char *text, const char *words) {
  char what[2000];
  snprintf(what, sizeof(what), "'%s' in:\n%s", words, text);
  check_that(strstr(text, words) != NULL, __FILE__, __LINE__, what);
}

static void test_gpus(const char *driver) {
  char *text = ask("gpus=2,sm=90,cuda=12080", driver, "22.1.8");
  expect(text, "dlopt        " DLOPT_VERSION ", LLVM 22.1.8\n");
  expect(text, "for CUDA 12.8");
  expect(text,
         "GPU 1        Fake GPU, sm_90, 4 multiprocessors, 1024 MiB, 100 "
         "KiB shared memory a CTA\n             a kernel ran and gave the "
         "right numbers\n");
  expect(text, "emulator     a kernel ran and gave the right numbers\n");
  free(text);
  text = ask("gpus=0", driver, NULL);
  expect(text, "dlopt        " DLOPT_VERSION "\n");
  expect(text, "there is a CUDA driver, but no GPU");
  free(text);
  text = ask("cuda=10020", driver, NULL);
  expect(text, "             module 'dlopt_copy_r2_b32_i32' is PTX 7.0, which "
               "needs a driver for CUDA 11.0");
  free(text);
  text = ask("", "/nowhere/libcuda.so", NULL);
  expect(text, "CUDA driver  ");
  expect(text, "/nowhere/libcuda.so");
  expect(text, "use --target emulate");
  free(text);
}

/// A program that prints `output` and ends with `exit_status`.
static void write_program(const char *path, const char *output,
                          int exit_status) {
  FILE *file = fopen(path, "w");
  fprintf(file, "#!/bin/sh\necho '%s'\necho more >&2\nexit %d\n", output,
          exit_status);
  fclose(file);
  chmod(path, 0700);
}

static void test_programs(const char *driver) {
  char folder[] = "/tmp/dlopt-doctor-XXXXXX", bin[64], ptxas[128];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(bin, sizeof(bin), "%s/bin", folder);
  snprintf(ptxas, sizeof(ptxas), "%s/ptxas", bin);
  mkdir(bin, 0700);
  setenv("PATH", "", 1);
  unsetenv("CC");
  unsetenv("DLOPT_PTXAS");
  setenv("CUDA_HOME", folder, 1);
  char path[DL_PROGRAM_PATH_BYTES];
  CHECK(!dl_program_find("cc", path) && !path[0]);
  write_program(ptxas, "tools, release 12.4, V12", 3);
  CHECK(!dl_program_find("ptxas", path));
  CHECK(dl_program_find_ptxas(path));
  CHECK_STR(path, ptxas);
  setenv("PATH", "/nowhere", 1);
  char *text = ask("", driver, NULL);
  expect(text, "/bin/ptxas: release 12.4, V12\n");
  expect(text, "C compiler   no cc on PATH");
  free(text);
  char both[128];
  snprintf(both, sizeof(both), "/nowhere::%s", bin);
  setenv("PATH", both, 1);
  CHECK(dl_program_find("ptxas", path));
  CHECK(!dl_program_find("bin", path));
  setenv("DLOPT_PTXAS", "/nowhere/ptxas", 1);
  CHECK(!dl_program_find_ptxas(path));
  setenv("CC", ptxas, 1);
  text = ask("", driver, NULL);
  expect(text, "C compiler   ");
  expect(text, ": tools, release 12.4, V12\n");
  free(text);
  const char *const run[] = {ptxas, NULL}, *const no_run[] = {bin, NULL};
  int exit_status;
  CHECK_OK(dl_program_run(run, &exit_status, &text));
  CHECK_EQ(exit_status, 3);
  CHECK_STR(text, "tools, release 12.4, V12\nmore\n");
  free(text);
  CHECK_ERROR(dl_program_run(no_run, &exit_status, &text),
              DL_STATUS_ENVIRONMENT, "cannot run");
  unlink(ptxas);
  rmdir(bin);
  rmdir(folder);
}

int main(int argc, char **argv) {
  test_gpus(argv[1]);
  test_programs(argv[1]);
  return check_result();
}
