// A hash table from pointers to node numbers.
#ifndef DLOPT_LOWERING_FUSION_TABLE_H
#define DLOPT_LOWERING_FUSION_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "lowering/base/arena.h"

typedef struct dl_node_slot {
  const void *key;
  int node;
} dl_node_slot;

/// Zeroed means empty; the slots belong to the arena.
typedef struct dl_node_table {
  dl_node_slot *slots;
  size_t size, count;
} dl_node_table;

void dl_node_table_put(dl_arena *arena, dl_node_table *table, const void *key,
                       int node);
/// The number put for `key`, or -1.
int dl_node_table_get(const dl_node_table *table, const void *key);

#endif // DLOPT_LOWERING_FUSION_TABLE_H
