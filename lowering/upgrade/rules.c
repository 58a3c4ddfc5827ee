// The rule tables of all families, indexed by operation.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

static const dl_rule *const tables[] = {
    dl_up_rules_arith,
    dl_up_rules_bufferization,
    dl_up_rules_func,
    dl_up_rules_std,
    dl_up_rules_linalg,
    dl_up_rules_scf,
    dl_up_rules_tensor,
    dl_up_rules_tosa_attributes,
    dl_up_rules_tosa_zero_points,
    dl_up_rules_tosa_conv,
    dl_up_rules_tosa_flow,
    dl_up_rules_tosa_rank,
    dl_up_rules_vector,
    dl_up_rules_tosa_names,
};

enum { N_TABLES = sizeof(tables) / sizeof(*tables), N_SLOTS = 1024 };

/// Rows in the order of the tables, chained by operation.
struct dl_rule_index {
  const dl_rule **rows;
  uint32_t *next; ///< index + 1 of the next row of the same slot
  uint32_t first[N_SLOTS], last[N_SLOTS];
};

static uint32_t slot_of(const char *name, size_t length) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char)name[i]) * 16777619u;
  return (h ^ (h >> 16)) % N_SLOTS;
}

const dl_rule_index *dl_up_rule_index_make(dl_arena *arena) {
  uint32_t count = 0;
  for (size_t t = 0; t < N_TABLES; t++)
    for (const dl_rule *rule = tables[t]; rule->op; rule++)
      count++;
  dl_rule_index *index = DL_ARENA_ARRAY(arena, dl_rule_index, 1);
  index->rows = DL_ARENA_ARRAY(arena, const dl_rule *, count);
  index->next = DL_ARENA_ARRAY(arena, uint32_t, count);
  count = 0;
  for (size_t t = 0; t < N_TABLES; t++)
    for (const dl_rule *rule = tables[t]; rule->op; rule++) {
      uint32_t slot = slot_of(rule->op, strlen(rule->op));
      index->rows[count++] = rule;
      if (index->last[slot])
        index->next[index->last[slot] - 1] = count;
      else
        index->first[slot] = count;
      index->last[slot] = count;
    }
  return index;
}

const dl_rule *dl_up_rule_for(const dl_rule_index *index, dl_slice op,
                              size_t n) {
  uint32_t at = index->first[slot_of(op.data, op.length)];
  for (; at; at = index->next[at - 1])
    if (dl_up_slice_is(op, index->rows[at - 1]->op) && n-- == 0)
      return index->rows[at - 1];
  return NULL;
}

dl_mend dl_up_mend_rename(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)up;
  op->new_name = (dl_slice){rule->arg, strlen(rule->arg)};
  return DL_MEND_DONE;
}
