// Nodes by operation: a hash table with open addressing, in the arena.
#include "lowering/fusion/table.h"

static size_t slot_of(const dl_node_table *table, const void *key) {
  size_t hash = (size_t)(((uintptr_t)key >> 4) * UINT64_C(0x9e3779b97f4a7c15));
  size_t at = hash & (table->size - 1);
  while (table->slots[at].key && table->slots[at].key != key)
    at = (at + 1) & (table->size - 1);
  return at;
}

static void grow(dl_arena *arena, dl_node_table *table) {
  dl_node_table old = *table;
  table->size = old.size ? 2 * old.size : 64;
  table->slots = dl_arena_alloc(arena, table->size, sizeof(*table->slots));
  for (size_t i = 0; i < old.size; ++i)
    if (old.slots[i].key)
      table->slots[slot_of(table, old.slots[i].key)] = old.slots[i];
}

void dl_node_table_put(dl_arena *arena, dl_node_table *table, const void *key,
                       int node) {
  if (2 * (table->count + 1) > table->size)
    grow(arena, table);
  size_t at = slot_of(table, key);
  table->count += !table->slots[at].key;
  table->slots[at].key = key;
  table->slots[at].node = node;
}

int dl_node_table_get(const dl_node_table *table, const void *key) {
  if (!table->size)
    return -1;
  size_t at = slot_of(table, key);
  return table->slots[at].key ? table->slots[at].node : -1;
}
