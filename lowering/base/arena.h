// Scratch memory of one rewrite or one pass run, freed all at once.
#ifndef DLOPT_LOWERING_BASE_ARENA_H
#define DLOPT_LOWERING_BASE_ARENA_H

#include <stddef.h>

typedef struct dl_arena {
  struct dl_arena_block *newest;
} dl_arena;

/// Zeroed memory for `count` items of `size` bytes, aligned for any type, owned
/// by the arena. Never null: out of memory ends the process with a message, as
/// MLIR itself does.
void *dl_arena_alloc(dl_arena *arena, size_t count, size_t size);

#define DL_ARENA_ARRAY(arena, type, count)                                     \
  ((type *)dl_arena_alloc((arena), (count), sizeof(type)))

/// Frees everything; the arena can be used again.
void dl_arena_reset(dl_arena *arena);

#endif // DLOPT_LOWERING_BASE_ARENA_H
