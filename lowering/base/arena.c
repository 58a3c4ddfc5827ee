// Scratch memory: a list of blocks, bump-allocated.
#include "lowering/base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 4096 };

struct dl_arena_block {
  struct dl_arena_block *older;
  size_t used, size;
  _Alignas(max_align_t) unsigned char data[];
};

static struct dl_arena_block *add_block(dl_arena *arena, size_t bytes) {
  size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
  struct dl_arena_block *block = malloc(sizeof(*block) + size);
  if (!block) {
    fprintf(stderr, "dlopt: out of memory (%zu bytes)\n", size);
    exit(3);
  }
  block->older = arena->newest;
  block->used = 0;
  block->size = size;
  arena->newest = block;
  return block;
}

void *dl_arena_alloc(dl_arena *arena, size_t count, size_t size) {
  size_t align = _Alignof(max_align_t);
  if (size != 0 && count > (SIZE_MAX / 2) / size) {
    fprintf(stderr, "dlopt: out of memory (%zu items)\n", count);
    exit(3);
  }
  size_t bytes = (count * size + align - 1) / align * align;
  struct dl_arena_block *block = arena->newest;
  if (!block || block->size - block->used < bytes)
    block = add_block(arena, bytes);
  void *memory = block->data + block->used;
  block->used += bytes;
  return memset(memory, 0, bytes);
}

void dl_arena_reset(dl_arena *arena) {
  while (arena->newest) {
    struct dl_arena_block *older = arena->newest->older;
    free(arena->newest);
    arena->newest = older;
  }
}
