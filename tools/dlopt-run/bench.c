// Times calls of a program: warm-up, then single calls; median and spread.
#include "tools/dlopt-run/run.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
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

DloptStatus dl_bench(const dl_options *options, dl_program *program,
                     const dl_tensors *arguments) {
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
  double median = times[count / 2], low = times[count / 10],
         high = times[count - 1 - count / 10];
  free(times);
  DL_TRY(status);
  if (options->json) {
    json_t *row = json_pack(
        "{s:s, s:s, s:s, s:i, s:f, s:f, s:f}", "input", options->input, "entry",
        program->signature.name, "target", options->target, "calls", count,
        "median_us", median * 1e6, "p10_us", low * 1e6, "p90_us", high * 1e6);
    json_dumpf(row, stdout, JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(row);
  } else {
    printf("bench: @%s on %s: median %.3f ms of %d calls (10%% %.3f, 90%% "
           "%.3f)\n",
           program->signature.name, options->target, median * 1e3, count,
           low * 1e3, high * 1e3);
  }
  return dl_status_ok();
}
