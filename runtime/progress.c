// A thread that waits on a condition variable with a deadline: no signals, so
// nothing interrupts the system calls of the work it watches.

#include "runtime/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { quiet_seconds = 1, text_bytes = 120 };

struct dl_progress {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  // All below are under the mutex.
  char tool[text_bytes];
  char step[text_bytes];
  struct timespec started;
  bool is_running;   // a step runs
  bool is_announced; // its line is out
  bool must_end;
};

static double seconds_since(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start->tv_sec) +
         (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

static void *watch(void *argument) {
  dl_progress *progress = argument;
  pthread_mutex_lock(&progress->mutex);
  while (!progress->must_end) {
    if (!progress->is_running || progress->is_announced) {
      pthread_cond_wait(&progress->changed, &progress->mutex);
      continue;
    }
    struct timespec deadline = progress->started;
    deadline.tv_sec += quiet_seconds;
    pthread_cond_timedwait(&progress->changed, &progress->mutex, &deadline);
    // A wake-up may also mean another step: judge by the clock alone.
    if (progress->is_running && !progress->must_end &&
        seconds_since(&progress->started) >= quiet_seconds) {
      progress->is_announced = true;
      fprintf(stderr, "%s: %s ...\n", progress->tool, progress->step);
    }
  }
  pthread_mutex_unlock(&progress->mutex);
  return NULL;
}

static bool init_condition(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes) != 0)
    return false;
  bool ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
            pthread_cond_init(condition, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  return ok;
}

dl_progress *dl_progress_create(const char *tool, bool enabled) {
  dl_progress *progress = enabled ? calloc(1, sizeof(*progress)) : NULL;
  if (progress == NULL)
    return NULL;
  snprintf(progress->tool, sizeof(progress->tool), "%s", tool);
  if (pthread_mutex_init(&progress->mutex, NULL) != 0)
    goto no_mutex;
  if (!init_condition(&progress->changed))
    goto no_condition;
  if (pthread_create(&progress->thread, NULL, watch, progress) != 0)
    goto no_thread;
  return progress;

no_thread:
  pthread_cond_destroy(&progress->changed);
no_condition:
  pthread_mutex_destroy(&progress->mutex);
no_mutex:
  free(progress);
  return NULL;
}

void dl_progress_step(dl_progress *progress, const char *step) {
  if (progress == NULL)
    return;
  pthread_mutex_lock(&progress->mutex);
  if (progress->is_running && progress->is_announced)
    fprintf(stderr, "%s: %s took %.1f s\n", progress->tool, progress->step,
            seconds_since(&progress->started));
  progress->is_running = step != NULL;
  progress->is_announced = false;
  snprintf(progress->step, sizeof(progress->step), "%s",
           step != NULL ? step : "");
  clock_gettime(CLOCK_MONOTONIC, &progress->started);
  pthread_cond_signal(&progress->changed);
  pthread_mutex_unlock(&progress->mutex);
}

void dl_progress_destroy(dl_progress *progress) {
  if (progress == NULL)
    return;
  dl_progress_step(progress, NULL);
  pthread_mutex_lock(&progress->mutex);
  progress->must_end = true;
  pthread_cond_signal(&progress->changed);
  pthread_mutex_unlock(&progress->mutex);
  pthread_join(progress->thread, NULL);
  pthread_cond_destroy(&progress->changed);
  pthread_mutex_destroy(&progress->mutex);
  free(progress);
}
