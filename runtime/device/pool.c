// The pool: segments taken from the device, split into blocks, which merge
// again when they are free. A device whose memory is cheap (the emulator, which
// finds uses after a free) gets a segment a block and back at once.
#include "runtime/device/pool.h"

#include <stdlib.h>

enum { ALIGNMENT = 256 };
static const size_t segment_bytes = (size_t)32 << 20;
static const size_t large_unit = (size_t)2 << 20;

typedef struct block block;
struct block {
  uint64_t address;
  size_t bytes;
  uint64_t serial; // of its allocation
  bool is_free;
  block *before, *after;  // neighbours in the segment
  block *previous, *next; // in the ring of free, or of used blocks
  block *chain;           // in the table of used blocks
};

struct dl_pool {
  const dl_backend_api *api;
  dl_backend *backend;
  block free_ring, used_ring;
  block **table; // of used blocks, by address
  size_t n_slots, n_used;
  uint64_t serial, mark;
  dl_device_memory memory;
};

static void ring_init(block *ring) { ring->previous = ring->next = ring; }

static void ring_add(block *ring, block *item) {
  item->previous = ring;
  item->next = ring->next;
  item->next->previous = ring->next = item;
}

static void ring_remove(block *item) {
  item->previous->next = item->next;
  item->next->previous = item->previous;
}

static size_t slot_of(const dl_pool *pool, uint64_t address) {
  return (size_t)((address / ALIGNMENT * 0x9E3779B97F4A7C15u) >> 32) &
         (pool->n_slots - 1);
}

DloptStatus dl_pool_create(const dl_backend_api *api, dl_backend *backend,
                           dl_pool **pool) {
  dl_pool *made = calloc(1, sizeof(*made));
  *pool = made;
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a pool");
  *made = (dl_pool){.api = api, .backend = backend};
  ring_init(&made->free_ring);
  ring_init(&made->used_ring);
  return dl_status_ok();
}

/// Doubles the table when it is full; a failure only makes chains longer.
static bool grow_table(dl_pool *pool) {
  if (pool->n_used < pool->n_slots)
    return true;
  size_t n_slots = pool->n_slots ? pool->n_slots * 2 : 64;
  block **table = calloc(n_slots, sizeof(*table));
  if (!table)
    return pool->table != NULL;
  free(pool->table);
  pool->table = table;
  pool->n_slots = n_slots;
  for (block *b = pool->used_ring.next; b != &pool->used_ring; b = b->next) {
    size_t slot = slot_of(pool, b->address);
    b->chain = table[slot];
    table[slot] = b;
  }
  return true;
}

static block *take_from_table(dl_pool *pool, uint64_t address) {
  if (!pool->table)
    return NULL;
  block **at = &pool->table[slot_of(pool, address)];
  while (*at && (*at)->address != address)
    at = &(*at)->chain;
  block *found = *at;
  if (found)
    *at = found->chain;
  return found;
}

/// The smallest free block that is large enough, or null.
static block *best_free(dl_pool *pool, size_t bytes) {
  block *best = NULL;
  for (block *b = pool->free_ring.next; b != &pool->free_ring; b = b->next)
    if (b->bytes >= bytes && (!best || b->bytes < best->bytes))
      best = b;
  return best;
}

static bool is_whole_segment(const block *b) { return !b->before && !b->after; }

static void release_segment(dl_pool *pool, block *b) {
  pool->api->free(pool->backend, b->address);
  pool->memory.reserved_bytes -= b->bytes;
  free(b);
}

/// Gives whole free segments back to the device; false if there are none.
static bool trim(dl_pool *pool) {
  bool is_synchronized = false;
  for (block *b = pool->free_ring.next, *next; b != &pool->free_ring;
       b = next) {
    next = b->next;
    if (!is_whole_segment(b))
      continue;
    DloptStatus status = dl_status_ok();
    if (!is_synchronized)
      status = pool->api->synchronize(pool->backend);
    if (!dl_status_is_ok(&status))
      return false; // the next call reports it
    is_synchronized = true;
    ring_remove(b);
    release_segment(pool, b);
  }
  return is_synchronized;
}

static size_t segment_size(const dl_pool *pool, size_t bytes) {
  if (!pool->api->is_pooled)
    return bytes;
  if (bytes <= segment_bytes)
    return segment_bytes;
  return (bytes + large_unit - 1) / large_unit * large_unit;
}

/// A new free block, not yet in the ring, of a segment of its own.
static DloptStatus new_segment(dl_pool *pool, size_t bytes, block **made) {
  block *b = calloc(1, sizeof(*b));
  if (!b)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a block");
  b->bytes = segment_size(pool, bytes);
  DloptStatus status = pool->api->alloc(pool->backend, b->bytes, &b->address);
  if (status.code == DL_STATUS_MEMORY && pool->api->is_pooled) {
    trim(pool);
    b->bytes = bytes; // what is asked for, and no more
    status = pool->api->alloc(pool->backend, b->bytes, &b->address);
  }
  if (!dl_status_is_ok(&status)) {
    free(b);
    return status;
  }
  pool->memory.reserved_bytes += b->bytes;
  *made = b;
  return status;
}

/// Cuts what `b` has too much off into a free block of its own.
static void split(dl_pool *pool, block *b, size_t bytes) {
  block *rest = b->bytes > bytes ? calloc(1, sizeof(*rest)) : NULL;
  if (!rest)
    return;
  *rest = (block){.address = b->address + bytes,
                  .bytes = b->bytes - bytes,
                  .is_free = true,
                  .before = b,
                  .after = b->after};
  if (rest->after)
    rest->after->before = rest;
  b->after = rest;
  b->bytes = bytes;
  ring_add(&pool->free_ring, rest);
}

static void note_use(dl_pool *pool, block *b) {
  size_t slot = slot_of(pool, b->address);
  b->is_free = false;
  b->serial = ++pool->serial;
  b->chain = pool->table[slot];
  pool->table[slot] = b;
  ++pool->n_used;
  ring_add(&pool->used_ring, b);
  dl_device_memory *memory = &pool->memory;
  memory->bytes += b->bytes;
  if (memory->bytes > memory->peak_bytes)
    memory->peak_bytes = memory->bytes;
}

DloptStatus dl_pool_alloc(dl_pool *pool, size_t bytes, uint64_t *address) {
  *address = 0;
  if (bytes > SIZE_MAX / 2)
    return dl_status_error(DL_STATUS_MEMORY,
                           "a buffer of %zu bytes fits no device", bytes);
  if (!grow_table(pool))
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a table");
  if (pool->api->is_pooled)
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  block *b = best_free(pool, bytes);
  if (b)
    ring_remove(b);
  else
    DL_TRY(new_segment(pool, bytes, &b));
  split(pool, b, bytes);
  note_use(pool, b);
  *address = b->address;
  return dl_status_ok();
}

/// `second` becomes a part of `first`, which lies before it.
static void merge(block *first, block *second) {
  first->bytes += second->bytes;
  first->after = second->after;
  if (first->after)
    first->after->before = first;
  free(second);
}

static void free_block(dl_pool *pool, block *b) {
  ring_remove(b);
  --pool->n_used;
  pool->memory.bytes -= b->bytes;
  if (!pool->api->is_pooled) {
    release_segment(pool, b);
    return;
  }
  b->is_free = true;
  if (b->after && b->after->is_free) {
    ring_remove(b->after);
    merge(b, b->after);
  }
  if (b->before && b->before->is_free) {
    b = b->before;
    ring_remove(b);
    merge(b, b->after);
  }
  ring_add(&pool->free_ring, b);
}

bool dl_pool_free(dl_pool *pool, uint64_t address) {
  block *b = take_from_table(pool, address);
  if (b)
    free_block(pool, b);
  return b != NULL;
}

void dl_pool_mark(dl_pool *pool) { pool->mark = pool->serial; }

void dl_pool_rewind(dl_pool *pool) {
  // The ring holds the newest first.
  while (pool->used_ring.next != &pool->used_ring &&
         pool->used_ring.next->serial > pool->mark)
    dl_pool_free(pool, pool->used_ring.next->address);
}

dl_device_memory dl_pool_memory(const dl_pool *pool) { return pool->memory; }

void dl_pool_destroy(dl_pool *pool) {
  if (!pool)
    return;
  pool->mark = 0;
  dl_pool_rewind(pool);
  for (block *b = pool->free_ring.next, *next; b != &pool->free_ring;
       b = next) {
    next = b->next;
    release_segment(pool, b); // all is free: each block is a segment
  }
  free(pool->table);
  free(pool);
}
