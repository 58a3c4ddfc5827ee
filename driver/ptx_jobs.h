// Kernels become PTX on all cores, while the host code goes on without them.
#ifndef DLOPT_DRIVER_PTX_JOBS_H
#define DLOPT_DRIVER_PTX_JOBS_H

#include "driver/session.h"

typedef struct dl_ptx_jobs dl_ptx_jobs;

/// Takes the body of each gpu.module out of `module`, whose GPU functions are
/// empty from then on, and starts to compile them. End it with
/// dl_ptx_jobs_destroy, before the session, also after a failure.
DloptStatus dl_ptx_jobs_start(dl_session *session, MlirModule module,
                              dl_ptx_jobs **jobs);

/// Waits for all. What went wrong was diagnosed.
DloptStatus dl_ptx_jobs_wait(dl_ptx_jobs *jobs);

/// The modules, in the order of the program, each with a gpu.binary once the
/// wait is over; owned by the jobs.
size_t dl_ptx_jobs_count(const dl_ptx_jobs *jobs);
MlirModule dl_ptx_jobs_module(const dl_ptx_jobs *jobs, size_t index);

/// Waits, then frees everything. Null is fine.
void dl_ptx_jobs_destroy(dl_ptx_jobs *jobs);

#endif // DLOPT_DRIVER_PTX_JOBS_H
