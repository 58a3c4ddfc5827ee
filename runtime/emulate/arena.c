// The arena of a module.
#include "runtime/emulate/arena.h"

#include <stdint.h>
#include <stdlib.h>

struct dl_em_arena_block {
  struct dl_em_arena_block *next;
  void *padding; // keeps what follows 16-byte aligned
};

enum { block_bytes = 16384 };
static const size_t limit_bytes = (size_t)1 << 30;

void *dl_em_arena_take(dl_em_arena *arena, size_t bytes) {
  if (bytes > limit_bytes)
    return NULL;
  bytes = (bytes + 15) & ~(size_t)15;
  if (arena->room - arena->used < bytes) {
    size_t room = bytes > block_bytes ? bytes : block_bytes;
    if (arena->total + room > limit_bytes)
      return NULL;
    struct dl_em_arena_block *block = calloc(1, sizeof(*block) + room);
    if (!block)
      return NULL;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->used = 0;
    arena->room = room;
    arena->total += room;
  }
  void *result = (char *)(arena->blocks + 1) + arena->used;
  arena->used += bytes;
  return result;
}

void dl_em_arena_finish(dl_em_arena *arena) {
  while (arena->blocks) {
    struct dl_em_arena_block *next = arena->blocks->next;
    free(arena->blocks);
    arena->blocks = next;
  }
  *arena = (dl_em_arena){0};
}
