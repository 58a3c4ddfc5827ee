// Loops shared among threads: a pool that sleeps between loops. One loop at a
// time uses it; a loop that finds it busy, or runs within another, runs alone.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "runtime/host/fault.h"
#include "runtime/host/host.h"

enum {
  MAX_THREADS = 256,
  /// Scalar operations below which waking a thread costs more than it gives.
  MIN_WORK = 1 << 18,
  CHUNKS_PER_THREAD = 4
};

typedef struct loop {
  void (*blocks)(void *context, int64_t from, int64_t to);
  void *context;
  int64_t count, chunk;
  atomic_llong next;
  atomic_bool failed;
  char message[DL_FAULT_MESSAGE_SIZE];
} loop;

static struct {
  pthread_mutex_t busy; ///< held by the thread whose loop uses the pool
  pthread_mutex_t lock; ///< guards what follows
  pthread_cond_t start, done;
  loop *current;
  uint64_t generation; ///< counts loops, so that a thread joins each once
  int n_workers, n_wanted, n_running;
} pool = {.busy = PTHREAD_MUTEX_INITIALIZER,
          .lock = PTHREAD_MUTEX_INITIALIZER,
          .start = PTHREAD_COND_INITIALIZER,
          .done = PTHREAD_COND_INITIALIZER};

static atomic_int thread_limit;
static _Thread_local bool inside_loop;

void dlopt_runtime_set_threads(int count) {
  atomic_store(&thread_limit, count < 0 ? 0 : count);
}

static int wanted_threads(void) {
  int count = atomic_load(&thread_limit);
  if (count == 0)
    count = (int)sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : count;
}

static void take_chunks(void *data) {
  loop *l = data;
  while (!atomic_load(&l->failed)) {
    int64_t from = atomic_fetch_add(&l->next, l->chunk);
    if (from >= l->count)
      return;
    int64_t to = l->count - from < l->chunk ? l->count : from + l->chunk;
    l->blocks(l->context, from, to);
  }
}

/// Works on the loop; a fault stops all threads and is kept for the caller.
static void work_on(loop *l) {
  char message[DL_FAULT_MESSAGE_SIZE];
  inside_loop = true;
  bool failed = dlopt_runtime_guarded(take_chunks, l, message, sizeof message);
  inside_loop = false;
  if (failed && !atomic_exchange(&l->failed, true))
    snprintf(l->message, sizeof l->message, "%s", message);
}

static void *worker(void *argument) {
  int number = (int)(intptr_t)argument;
  uint64_t seen = 0;
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    while (!pool.current || pool.generation == seen || number >= pool.n_wanted)
      pthread_cond_wait(&pool.start, &pool.lock);
    seen = pool.generation;
    loop *l = pool.current;
    pool.n_running++;
    pthread_mutex_unlock(&pool.lock);
    work_on(l);
    pthread_mutex_lock(&pool.lock);
    if (--pool.n_running == 0)
      pthread_cond_signal(&pool.done);
  }
  return NULL;
}

/// Starts threads that are missing; fewer will do if the system gives no more.
static void start_workers(int count) {
  while (pool.n_workers < count) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, worker,
                       (void *)(intptr_t)pool.n_workers) != 0)
      return;
    pthread_detach(thread);
    pool.n_workers++;
  }
}

static void run_shared(loop *l, int n_threads) {
  pthread_mutex_lock(&pool.lock);
  start_workers(n_threads - 1);
  pool.current = l;
  pool.n_wanted = n_threads - 1;
  pool.generation++;
  pthread_cond_broadcast(&pool.start);
  pthread_mutex_unlock(&pool.lock);
  work_on(l);
  pthread_mutex_lock(&pool.lock);
  pool.current = NULL; // a thread that wakes up late finds nothing to do
  while (pool.n_running > 0)
    pthread_cond_wait(&pool.done, &pool.lock);
  pthread_mutex_unlock(&pool.lock);
}

void dlopt_runtime_parallel_for(void (*blocks)(void *context, int64_t from,
                                               int64_t to),
                                void *context, int64_t count, int64_t work) {
  if (count <= 0)
    return;
  int64_t n_threads = work < MIN_WORK || inside_loop ? 1 : wanted_threads();
  if (n_threads > count)
    n_threads = count;
  if (n_threads <= 1 || pthread_mutex_trylock(&pool.busy) != 0) {
    blocks(context, 0, count);
    return;
  }
  loop l = {.blocks = blocks, .context = context, .count = count};
  l.chunk = count / (n_threads * CHUNKS_PER_THREAD);
  if (l.chunk < 1)
    l.chunk = 1;
  run_shared(&l, (int)n_threads);
  pthread_mutex_unlock(&pool.busy);
  if (atomic_load(&l.failed))
    dl_fault_raise(l.message);
}
