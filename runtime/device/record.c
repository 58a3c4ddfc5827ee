// Graphs: work recorded once and replayed. The memory that is allocated in a
// recording comes from a pool of the graph's own, so that its addresses stay.
#include <stdlib.h>

#include "runtime/device/state.h"

struct dl_device_graph {
  dl_device *device;
  dl_pool *pool;
  dl_backend_graph *graph;
};

void dl_device_graph_destroy(dl_device_graph *graph) {
  if (!graph)
    return;
  dl_device *device = graph->device;
  DloptStatus status = device->api->synchronize(device->backend);
  (void)status; // the next call tells
  if (graph->graph)
    device->api->destroy_graph(device->backend, graph->graph);
  dl_pool_destroy(graph->pool);
  free(graph);
}

static DloptStatus record(dl_device_instance *instance, void (*body)(void *),
                          void *data, dl_device_graph *graph) {
  dl_device *device = graph->device;
  DL_TRY(device->api->record(device->backend));
  device->pool = graph->pool;
  DloptStatus status = dl_device_call(instance, body, data);
  device->pool = device->own_pool;
  bool is_ok = dl_status_is_ok(&status);
  DloptStatus end =
      device->api->end_record(device->backend, is_ok ? &graph->graph : NULL);
  device->n_launched = 0;
  return is_ok ? end : status;
}

DloptStatus dl_device_record(dl_device_instance *instance, void (*body)(void *),
                             void *data, dl_device_graph **graph) {
  *graph = NULL;
  dl_device *device = instance->device;
  if (!device->api->record)
    return dl_status_error(DL_STATUS_USAGE, "the %s has no graphs",
                           dl_device_name(device));
  dl_device_graph *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a graph");
  made->device = device;
  DloptStatus status =
      dl_pool_create(device->api, device->backend, &made->pool);
  if (dl_status_is_ok(&status))
    status = record(instance, body, data, made);
  if (!dl_status_is_ok(&status)) {
    dl_device_graph_destroy(made);
    return status;
  }
  *graph = made;
  return status;
}

DloptStatus dl_device_replay(dl_device_graph *graph) {
  return graph->device->api->replay(graph->device->backend, graph->graph);
}
