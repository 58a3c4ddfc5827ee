// Kernels become PTX on all cores.
#include "driver/ptx_jobs.h"

#include "lowering/base/builder.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static const char pipeline[] = "dlopt-to-ptx";

enum { MAX_THREADS = 64 };

struct dl_ptx_jobs {
  MlirModule *modules;
  size_t count;
  atomic_size_t next;
  atomic_bool failed;
  int n_threads; ///< that are to be joined
  pthread_t threads[MAX_THREADS];
};

static MlirOperation body_operation(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

static size_t count_modules(MlirModule module) {
  size_t count = 0;
  for (MlirOperation op = body_operation(module); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    count += dl_is(op, "gpu.module");
  return count;
}

/// An operation like `op`, with `region` for its only one.
static MlirOperation shell_of(MlirOperation op, MlirRegion region) {
  MlirOperationState state =
      mlirOperationStateGet(dl_op_name(op), mlirOperationGetLocation(op));
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

/// A gpu.func that does nothing, with the signature and attributes of `op`.
static MlirOperation empty_function(MlirOperation op) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirBlock from = dl_region_block(op, 0);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(from); ++i)
    mlirBlockAddArgument(block, mlirValueGetType(mlirBlockGetArgument(from, i)),
                         location);
  MlirOperationState state =
      mlirOperationStateGet(DL_STR("gpu.return"), location);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&state));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return shell_of(op, region);
}

/// Moves `gpu_module` to a module of its own; an empty one takes its place.
static MlirModule move_out(MlirOperation gpu_module) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (MlirOperation op =
           mlirBlockGetFirstOperation(dl_region_block(gpu_module, 0));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (dl_is(op, "gpu.func"))
      mlirBlockAppendOwnedOperation(block, empty_function(op));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(gpu_module),
                                      gpu_module, shell_of(gpu_module, region));
  MlirModule module =
      mlirModuleCreateEmpty(mlirOperationGetLocation(gpu_module));
  mlirOperationSetDiscardableAttributeByName(
      mlirModuleGetOperation(module), DL_STR("gpu.container_module"),
      mlirUnitAttrGet(mlirModuleGetContext(module)));
  mlirOperationRemoveFromParent(gpu_module);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), gpu_module);
  return module;
}

static void *work(void *data) {
  dl_ptx_jobs *jobs = data;
  for (;;) {
    size_t index = atomic_fetch_add(&jobs->next, 1);
    if (index >= jobs->count)
      return NULL;
    DloptStatus status = dl_run_pipeline(jobs->modules[index], pipeline);
    if (!dl_status_is_ok(&status))
      atomic_store(&jobs->failed, true);
  }
}

/// A context must not load dialects while passes run in several threads: an
/// empty module makes the pipeline load those that it needs.
static DloptStatus load_dialects(dl_session *session) {
  MlirModule empty =
      mlirModuleCreateEmpty(mlirLocationUnknownGet(session->context));
  static const char *const pipelines[] = {pipeline, "dlopt-host-to-device",
                                          "dlopt-host-to-llvm"};
  DloptStatus status = dl_status_ok();
  for (size_t i = 0;
       i < sizeof(pipelines) / sizeof(pipelines[0]) && dl_status_is_ok(&status);
       ++i)
    status = dl_run_pipeline(empty, pipelines[i]);
  mlirModuleDestroy(empty);
  return status;
}

static void start_threads(dl_ptx_jobs *jobs) {
  long n_cores = sysconf(_SC_NPROCESSORS_ONLN);
  for (long i = 0; i < n_cores && i < MAX_THREADS && (size_t)i < jobs->count;
       ++i)
    if (pthread_create(&jobs->threads[jobs->n_threads], NULL, work, jobs) == 0)
      ++jobs->n_threads;
}

DloptStatus dl_ptx_jobs_start(dl_session *session, MlirModule module,
                              dl_ptx_jobs **jobs) {
  dl_ptx_jobs *made = *jobs = calloc(1, sizeof(*made));
  size_t count = count_modules(module);
  if (made)
    made->modules = calloc(count + 1, sizeof(*made->modules));
  if (!made || !made->modules)
    return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
  DL_TRY(load_dialects(session));
  MlirOperation op = body_operation(module);
  while (!mlirOperationIsNull(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    if (dl_is(op, "gpu.module"))
      made->modules[made->count++] = move_out(op);
    op = next;
  }
  start_threads(made);
  return dl_status_ok();
}

static void join(dl_ptx_jobs *jobs) {
  for (int i = 0; i < jobs->n_threads; ++i)
    pthread_join(jobs->threads[i], NULL);
  jobs->n_threads = 0;
}

DloptStatus dl_ptx_jobs_wait(dl_ptx_jobs *jobs) {
  work(jobs); // what is left, also if no thread could be made
  join(jobs);
  return atomic_load(&jobs->failed)
             ? dl_status_error(DLOPT_STATUS_INPUT, "stage ptx failed")
             : dl_status_ok();
}

size_t dl_ptx_jobs_count(const dl_ptx_jobs *jobs) { return jobs->count; }

MlirModule dl_ptx_jobs_module(const dl_ptx_jobs *jobs, size_t index) {
  return jobs->modules[index];
}

void dl_ptx_jobs_destroy(dl_ptx_jobs *jobs) {
  if (!jobs)
    return;
  atomic_store(&jobs->next, jobs->count); // nobody needs the rest
  join(jobs);
  for (size_t i = 0; i < jobs->count; ++i)
    mlirModuleDestroy(jobs->modules[i]);
  free(jobs->modules);
  free(jobs);
}
