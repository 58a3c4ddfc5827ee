// Times calls of a program: warm-up, then single calls; median and spread.
#include "tools/dlopt-run/run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static DloptStatus time_call(dl_program *program, const dl_tensors *arguments,
                             double *seconds) {
  dl_tensors results;
  double start = now();
  DloptStatus status = dl_call(program, arguments, &results);
  *seconds = now() - start;
  dl_tensors_finish(&results);
  return status;
}

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/// About three seconds of calls, at least five.
static int choose_repeats(double seconds) {
  if (seconds <= 0)
    return 1000;
  double count = 3.0 / seconds;
  return count < 5 ? 5 : count > 1000 ? 1000 : (int)count;
}

/// Whole calls by the host's clock, copies to a device included.
static DloptStatus time_calls(const dl_options *options, dl_program *program,
                              const dl_tensors *arguments, dl_timing *timing) {
  double warm = 0;
  DL_TRY(time_call(program, arguments, &warm));
  DL_TRY(time_call(program, arguments, &warm));
  int count = options->repeats ? options->repeats : choose_repeats(warm);
  double *times = calloc((size_t)count, sizeof(*times));
  if (!times)
    return dl_status_error(DLOPT_STATUS_MEMORY, "%d timings", count);
  DloptStatus status = dl_status_ok();
  for (int i = 0; i < count && dl_status_is_ok(&status); ++i)
    status = time_call(program, arguments, &times[i]);
  qsort(times, (size_t)count, sizeof(*times), by_value);
  timing->calls = count;
  timing->median = times[count / 2];
  timing->p10 = times[count / 10];
  timing->p90 = times[count - 1 - count / 10];
  free(times);
  return status;
}

/// By the GPU's clock, arguments and results staying there.
static DloptStatus time_on_device(const dl_options *options,
                                  dl_program *program,
                                  const dl_tensors *arguments,
                                  dl_timing *timing) {
  dl_device_function function = dl_program_device_function(program);
  dl_timing_sets sets;
  dl_device_timing measured;
  DloptStatus status =
      dl_timing_sets_init(&sets, options, &program->signature, arguments);
  if (dl_status_is_ok(&status))
    status = dl_device_function_time(&function, sets.sets, DL_TIMING_SETS,
                                     options->repeats, &measured);
  dl_timing_sets_finish(&sets);
  DL_TRY(status);
  dl_timing_of_device(timing, dl_device_name(program->device), &measured);
  return status;
}

DloptStatus dl_bench(const dl_options *options, dl_program *program,
                     const dl_tensors *arguments) {
  dl_timing timing = {.function = program->signature.name};
  bool has_clock = program->device && strcmp(options->target, "cuda") == 0;
  DL_TRY((has_clock ? time_on_device : time_calls)(options, program, arguments,
                                                   &timing));
  dl_print_timing(options, &timing);
  return dl_status_ok();
}
