// How long a function takes on its device: graphs replayed between two marks
// in the queue, which no work of the host comes between.
#include <stdlib.h>
#include <string.h>

#include "runtime/device/function.h"

enum { MAX_SETS = 16, WARM_UPS = 3, MAX_BATCH = 1000 };

/// A timing takes about this long, so that the clock's step is small in it.
static const double batch_seconds = 2e-3;

/// The calls that take turns: recorded, or to be queued one by one.
struct turns {
  const dl_device_function *function;
  int count;
  dl_device_arguments arguments[MAX_SETS];
  dl_packed_call calls[MAX_SETS];
  dl_device_graph *graphs[MAX_SETS]; ///< null: not recorded
};

static void free_result(void *allocated, void *device) {
  dl_device_free(device, allocated);
}

static DloptStatus queue_call(const dl_device_function *function,
                              dl_packed_call *call) {
  DL_TRY(dl_device_call(function->instance, dl_packed_call_run, call));
  dl_packed_call_release(call, free_result, function->device);
  return dl_status_ok();
}

static DloptStatus queue_turn(const struct turns *turns, int turn) {
  int i = turn % turns->count;
  return turns->graphs[i]
             ? dl_device_replay(turns->graphs[i])
             : queue_call(turns->function, (dl_packed_call *)&turns->calls[i]);
}

static DloptStatus time_batch(const struct turns *turns, int *turn, int calls,
                              double *seconds) {
  dl_device *device = turns->function->device;
  DL_TRY(dl_device_mark(device, 0));
  for (int i = 0; i < calls; ++i)
    DL_TRY(queue_turn(turns, (*turn)++));
  DL_TRY(dl_device_mark(device, 1));
  DL_TRY(dl_device_elapsed(device, seconds));
  *seconds /= calls;
  return dl_status_ok();
}

/// Records each call; if one can't be, none is.
static DloptStatus record_turns(struct turns *turns) {
  for (int i = 0; i < turns->count; ++i) {
    DloptStatus status =
        dl_device_record(turns->function->instance, dl_packed_call_run,
                         &turns->calls[i], &turns->graphs[i]);
    if (dl_status_is_ok(&status))
      continue;
    for (int j = 0; j < i; ++j) {
      dl_device_graph_destroy(turns->graphs[j]);
      turns->graphs[j] = NULL;
    }
    return status.code == DL_STATUS_USAGE ? dl_status_ok() : status;
  }
  return dl_status_ok();
}

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static int clamp(double value, int low, int high) {
  return value < low ? low : value > high ? high : (int)value;
}

static DloptStatus time_turns(const struct turns *turns, int repeats,
                              dl_device_timing *timing) {
  int turn = 0;
  double once = 0;
  // The first batch also pays for what happens once, such as graphs that go to
  // the GPU; the second tells how long a call takes.
  for (int i = 0; i < 2; ++i)
    DL_TRY(time_batch(turns, &turn, WARM_UPS * turns->count, &once));
  once = once > 1e-7 ? once : 1e-7;
  int batch = clamp(batch_seconds / once, 1, MAX_BATCH);
  int count = repeats ? repeats : clamp(1.0 / (once * batch), 5, 1000);
  double *times = calloc((size_t)count, sizeof(*times));
  if (!times)
    return dl_status_error(DL_STATUS_MEMORY, "%d timings", count);
  DloptStatus status = dl_status_ok();
  for (int i = 0; i < count && dl_status_is_ok(&status); ++i)
    status = time_batch(turns, &turn, batch, &times[i]);
  qsort(times, (size_t)count, sizeof(*times), by_value);
  *timing = (dl_device_timing){
      .calls = count * batch,
      .is_replay = turns->graphs[0] != NULL,
      .median = times[count / 2],
      .p10 = times[count / 10],
      .p90 = times[count - 1 - count / 10],
  };
  free(times);
  return status;
}

static DloptStatus prepare_turns(struct turns *turns,
                                 const dl_tensor *const *sets) {
  const dl_device_function *function = turns->function;
  for (int i = 0; i < turns->count; ++i) {
    DL_TRY(dl_device_arguments_init(&turns->arguments[i], function->device,
                                    sets[i], function->signature->n_arguments));
    DL_TRY(dl_packed_call_init(&turns->calls[i], function->entry,
                               function->signature,
                               turns->arguments[i].tensors));
  }
  // Kernels load, and the pool fills, in a call that is not recorded.
  DL_TRY(queue_call(function, &turns->calls[0]));
  DL_TRY(dl_device_synchronize(function->device));
  return record_turns(turns);
}

static void finish_turns(struct turns *turns) {
  for (int i = 0; i < turns->count; ++i) {
    dl_device_graph_destroy(turns->graphs[i]);
    dl_packed_call_finish(&turns->calls[i]);
    dl_device_arguments_finish(&turns->arguments[i]);
  }
  free(turns);
}

DloptStatus dl_device_function_time(const dl_device_function *function,
                                    const dl_tensor *const *sets, int n_sets,
                                    int repeats, dl_device_timing *timing) {
  memset(timing, 0, sizeof(*timing));
  DL_TRY(dl_device_mark(function->device, 0)); // is there a clock?
  struct turns *turns = calloc(1, sizeof(*turns));
  if (!turns)
    return dl_status_error(DL_STATUS_MEMORY, "timings");
  turns->function = function;
  turns->count = n_sets < MAX_SETS ? n_sets : MAX_SETS;
  DloptStatus status = prepare_turns(turns, sets);
  size_t peak = dl_device_memory_of(function->device).peak_bytes;
  if (dl_status_is_ok(&status))
    status = time_turns(turns, repeats, timing);
  timing->peak_bytes = peak;
  finish_turns(turns);
  return status;
}
