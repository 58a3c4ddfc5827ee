// Two threads that compile at once, and two that call one program at once.
#include "dlopt-c/Compile.h"
#include "dlopt-c/Run.h"

#include "test/capi/programs.h"
#include "test/unit/check.h"

#include <pthread.h>

enum { N_THREADS = 2, N_COMPILES = 4, N_CALLS = 500 };

/// One thread's work and what came of it; checks happen after the join.
struct worker {
  int number, right;
  const DloptProgram *program;
};

/// Each thread has a program of its own, and a wrong one.
static void compile_once(struct worker *worker, int round) {
  char text[256], wrong[256], name[32], wanted[64];
  int size = 8 * worker->number + round + 1;
  snprintf(text, sizeof(text),
           "func.func @f%d(%%x: tensor<%dxf32>) -> tensor<%dxf32> {\n"
           "  %%0 = math.exp %%x : tensor<%dxf32>\n"
           "  return %%0 : tensor<%dxf32>\n}\n",
           worker->number, size, size, size, size);
  snprintf(wrong, sizeof(wrong), "%sfunc.func @g() { return %%q : f32 }\n",
           text);
  snprintf(name, sizeof(name), "thread %d", worker->number);
  snprintf(wanted, sizeof(wanted), "tensor<%dxf32>", size);

  diagnostic_log log = {0};
  DloptCompileOptions options;
  dloptCompileOptionsInit(&options, sizeof(options));
  options.input_name = name;
  options.diagnostic = log_diagnostic;
  options.diagnostic_user = &log;
  DloptOutput *output;
  DloptStatus status = dloptCompile(text, strlen(text), &options, &output);
  worker->right += dloptStatusIsOk(&status) && log.count == 0 &&
                   strstr(dloptOutputGetData(output), wanted) != NULL;
  dloptOutputDestroy(output);
  status = dloptCompile(wrong, strlen(wrong), &options, &output);
  worker->right += status.code == DLOPT_STATUS_INPUT && log.count == 1 &&
                   strcmp(log.rows[0].file, name) == 0;
}

static void *compile(void *argument) {
  for (int i = 0; i < N_COMPILES; ++i)
    compile_once(argument, i);
  return NULL;
}

static void *call(void *argument) {
  struct worker *worker = argument;
  static const int64_t shape_a[] = {2, 3}, shape_b[] = {3, 4};
  for (int i = 0; i < N_CALLS; ++i) {
    float a[6], b[12], value = (float)(worker->number * N_CALLS + i);
    for (int j = 0; j < 12; ++j)
      b[j] = 1;
    for (int j = 0; j < 6; ++j)
      a[j] = value;
    DloptTensor arguments[] = {{DLOPT_ELEMENT_F32, 2, shape_a, NULL, a, NULL},
                               {DLOPT_ELEMENT_F32, 2, shape_b, NULL, b, NULL}};
    DloptTensor result = {0};
    DloptStatus status =
        dloptProgramCall(worker->program, 2, arguments, 1, &result);
    bool right = dloptStatusIsOk(&status);
    for (int j = 0; right && j < 8; ++j)
      right = ((float *)result.data)[j] == 3 * value;
    worker->right += right;
    dloptTensorRelease(&result);
  }
  return NULL;
}

static void run_threads(void *(*work)(void *), const DloptProgram *program,
                        int expected) {
  pthread_t threads[N_THREADS];
  struct worker workers[N_THREADS] = {{0}};
  for (int i = 0; i < N_THREADS; ++i) {
    workers[i].number = i;
    workers[i].program = program;
    CHECK_EQ(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < N_THREADS; ++i) {
    pthread_join(threads[i], NULL);
    CHECK_EQ(workers[i].right, expected);
  }
}

int main(void) {
  run_threads(compile, NULL, 2 * N_COMPILES);
  DloptProgram *program = NULL;
  CHECK_OK(
      dloptProgramCreate(matmul_text, strlen(matmul_text), NULL, &program));
  if (program)
    run_threads(call, program, N_CALLS);
  dloptProgramDestroy(program);
  return check_result();
}
