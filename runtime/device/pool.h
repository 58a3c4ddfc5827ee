// Device memory: what is allocated, and what is kept for reuse. Work is done in
// program order, so memory given back may be handed out again at once.
#ifndef DLOPT_RUNTIME_DEVICE_POOL_H
#define DLOPT_RUNTIME_DEVICE_POOL_H

#include "runtime/device/backend.h"

typedef struct dl_pool dl_pool;

/// An empty pool on an open device.
DloptStatus dl_pool_create(const dl_backend_api *api, dl_backend *backend,
                           dl_pool **pool);

/// Frees all memory; the queue must be done with it.
void dl_pool_destroy(dl_pool *pool);

/// `bytes` > 0; 256-byte aligned. Blocks carry the mark of the moment.
DloptStatus dl_pool_alloc(dl_pool *pool, size_t bytes, uint64_t *address);

/// False if `address` is no block of this pool.
bool dl_pool_free(dl_pool *pool, uint64_t address);

/// Blocks allocated from now on can be freed together by dl_pool_rewind.
void dl_pool_mark(dl_pool *pool);

/// Frees the blocks allocated since the mark.
void dl_pool_rewind(dl_pool *pool);

dl_device_memory dl_pool_memory(const dl_pool *pool);

#endif // DLOPT_RUNTIME_DEVICE_POOL_H
