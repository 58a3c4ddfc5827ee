// Graphs and clocks of a GPU.
#include <stdlib.h>

#include "runtime/device/cuda_state.h"

struct dl_backend_graph {
  dl_cuda_graph_exec exec;
  dl_cuda_staging *staging;
};

static void free_staging(dl_cuda_staging *staging) {
  while (staging) {
    dl_cuda_staging *next = staging->next;
    free(staging);
    staging = next;
  }
}

DloptStatus dl_cuda_record(dl_backend *backend) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  DL_CUDA_TRY(
      api,
      api->capture_begin(backend->stream, DL_CU_STREAM_CAPTURE_MODE_RELAXED),
      "cannot record a graph");
  backend->is_recording = true;
  return dl_status_ok();
}

static DloptStatus instantiate(dl_backend *backend, dl_cuda_graph graph,
                               dl_backend_graph **out) {
  const dl_cuda_api *api = &backend->api;
  dl_backend_graph *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a graph");
  int error = api->graph_instantiate(&made->exec, graph, 0);
  if (error) {
    free(made);
    return dl_cuda_error(api, error, "cannot record a graph");
  }
  *out = made;
  return dl_status_ok();
}

DloptStatus dl_cuda_end_record(dl_backend *backend, dl_backend_graph **graph) {
  const dl_cuda_api *api = &backend->api;
  dl_cuda_graph recorded = NULL;
  backend->is_recording = false;
  dl_cuda_staging *staging = backend->staging;
  backend->staging = NULL;
  DloptStatus status = dl_cuda_enter(backend);
  if (dl_status_is_ok(&status)) {
    int error = api->capture_end(backend->stream, &recorded);
    if (error)
      status = dl_cuda_error(api, error, "cannot record a graph");
  }
  if (graph && dl_status_is_ok(&status))
    status = instantiate(backend, recorded, graph);
  if (graph && dl_status_is_ok(&status))
    (*graph)->staging = staging;
  else
    free_staging(staging);
  if (recorded)
    api->graph_destroy(recorded);
  return status;
}

DloptStatus dl_cuda_replay(dl_backend *backend, dl_backend_graph *graph) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  DL_CUDA_TRY(api, api->graph_launch(graph->exec, backend->stream),
              "replay of a graph");
  return dl_status_ok();
}

void dl_cuda_destroy_graph(dl_backend *backend, dl_backend_graph *graph) {
  backend->api.graph_exec_destroy(graph->exec);
  free_staging(graph->staging);
  free(graph);
}

DloptStatus dl_cuda_mark(dl_backend *backend, int moment) {
  const dl_cuda_api *api = &backend->api;
  DL_TRY(dl_cuda_enter(backend));
  DL_CUDA_TRY(api, api->event_record(backend->moments[moment], backend->stream),
              "clock of the GPU");
  return dl_status_ok();
}

DloptStatus dl_cuda_elapsed(dl_backend *backend, double *seconds) {
  const dl_cuda_api *api = &backend->api;
  float milliseconds = 0;
  DL_TRY(dl_cuda_enter(backend));
  DL_CUDA_TRY(api, api->event_wait(backend->moments[1]), "on the GPU");
  DL_CUDA_TRY(api,
              api->event_elapsed(&milliseconds, backend->moments[0],
                                 backend->moments[1]),
              "clock of the GPU");
  *seconds = milliseconds * 1e-3;
  return dl_status_ok();
}
