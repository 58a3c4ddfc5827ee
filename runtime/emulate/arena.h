// Memory that is freed all at once: a module and all it holds.
#ifndef DLOPT_RUNTIME_EMULATE_ARENA_H
#define DLOPT_RUNTIME_EMULATE_ARENA_H

#include <stddef.h>

typedef struct dl_em_arena {
  struct dl_em_arena_block *blocks;
  size_t used, room; // of the newest block
  size_t total;
} dl_em_arena;

/// Zeroed memory, 16-byte aligned, or null when the machine or the arena's
/// limit (1 GiB, against hostile input) has no more.
void *dl_em_arena_take(dl_em_arena *arena, size_t bytes);

/// Frees everything. An all-zero arena is an empty one.
void dl_em_arena_finish(dl_em_arena *arena);

#endif
