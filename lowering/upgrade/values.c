// What is known of SSA values: where each is defined, and constants already
// written in the current block.
#include <stdlib.h>
#include <string.h>

#include "lowering/upgrade/rewrite.h"

typedef enum { OF_OPERATION, OF_ARGUMENT, OF_EXPRESSION } entry_kind;

/// An entry hides older ones of the same key until its region ends.
typedef struct entry {
  dl_slice key, value;
  entry_kind kind;
  uint32_t token, block, hash;
  uint32_t next; ///< older entry of the bucket, index + 1
} entry;

struct dl_values {
  entry *entries; ///< a stack
  uint32_t n_entries, entry_capacity;
  uint32_t *buckets; ///< newest entry, index + 1
  uint32_t n_buckets;
  uint32_t *scopes; ///< n_entries where each open region began
  uint32_t n_scopes, scope_capacity;
  uint32_t block; ///< number of the current block
};

static void *checked(void *memory) {
  if (!memory) {
    fprintf(stderr, "dlopt: out of memory\n");
    exit(3);
  }
  return memory;
}

static uint32_t hash_of(dl_slice key) {
  uint64_t h = 1469598103934665603u;
  for (size_t i = 0; i < key.length; i++)
    h = (h ^ (unsigned char)key.data[i]) * 1099511628211u;
  return (uint32_t)(h ^ (h >> 32));
}

void dl_up_values_init(dl_upgrade *up) {
  up->values = checked(calloc(1, sizeof(*up->values)));
  up->values->n_buckets = 256;
  up->values->buckets = checked(calloc(256, sizeof(uint32_t)));
}

void dl_up_values_finish(dl_upgrade *up) {
  free(up->values->entries);
  free(up->values->buckets);
  free(up->values->scopes);
  free(up->values);
  up->values = NULL;
}

static void link_entry(struct dl_values *values, uint32_t index) {
  entry *linked = &values->entries[index];
  uint32_t *bucket = &values->buckets[linked->hash & (values->n_buckets - 1)];
  linked->next = *bucket;
  *bucket = index + 1;
}

static void put(dl_upgrade *up, entry added) {
  struct dl_values *values = up->values;
  if (values->n_entries == values->entry_capacity) {
    values->entry_capacity =
        values->entry_capacity ? values->entry_capacity * 2 : 128;
    values->entries = checked(
        realloc(values->entries, values->entry_capacity * sizeof(entry)));
  }
  added.hash = hash_of(added.key);
  added.block = values->block;
  values->entries[values->n_entries++] = added;
  if (values->n_entries <= values->n_buckets) {
    link_entry(values, values->n_entries - 1);
    return;
  }
  values->n_buckets *= 2;
  free(values->buckets);
  values->buckets = checked(calloc(values->n_buckets, sizeof(uint32_t)));
  for (uint32_t i = 0; i < values->n_entries; i++)
    link_entry(values, i);
}

static const entry *get(const struct dl_values *values, dl_slice key) {
  uint32_t hash = hash_of(key);
  uint32_t at = values->buckets[hash & (values->n_buckets - 1)];
  for (; at; at = values->entries[at - 1].next) {
    const entry *found = &values->entries[at - 1];
    if (found->hash == hash && dl_up_slice_equal(found->key, key))
      return found;
  }
  return NULL;
}

void dl_up_values_enter(dl_upgrade *up) {
  struct dl_values *values = up->values;
  if (values->n_scopes == values->scope_capacity) {
    values->scope_capacity =
        values->scope_capacity ? values->scope_capacity * 2 : 32;
    values->scopes = checked(
        realloc(values->scopes, values->scope_capacity * sizeof(uint32_t)));
  }
  values->scopes[values->n_scopes++] = values->n_entries;
  values->block++;
}

uint32_t dl_up_values_mark(dl_upgrade *up) { return up->values->n_entries; }

void dl_up_values_rollback(dl_upgrade *up, uint32_t mark) {
  struct dl_values *values = up->values;
  while (values->n_entries > mark) {
    const entry *last = &values->entries[--values->n_entries];
    values->buckets[last->hash & (values->n_buckets - 1)] = last->next;
  }
}

void dl_up_values_leave(dl_upgrade *up) {
  struct dl_values *values = up->values;
  if (values->n_scopes == 0)
    return;
  dl_up_values_rollback(up, values->scopes[--values->n_scopes]);
  values->block++;
}

void dl_up_values_new_block(dl_upgrade *up) { up->values->block++; }

void dl_up_values_define(dl_upgrade *up, dl_slice value, uint32_t name) {
  put(up, (entry){.key = value, .kind = OF_OPERATION, .token = name});
}

void dl_up_values_define_argument(dl_upgrade *up, dl_slice value,
                                  uint32_t type) {
  put(up, (entry){.key = value, .kind = OF_ARGUMENT, .token = type});
}

void dl_up_values_share(dl_upgrade *up, dl_slice expression, dl_slice value) {
  put(up, (entry){.key = expression, .value = value, .kind = OF_EXPRESSION});
}

dl_slice dl_up_values_shared(dl_upgrade *up, dl_slice expression) {
  const entry *found = get(up->values, expression);
  if (found && found->kind == OF_EXPRESSION &&
      found->block == up->values->block)
    return found->value;
  return (dl_slice){0};
}

/// `%x#1` -> `%x` and 1.
static dl_slice split_result(dl_slice value, uint32_t *result) {
  size_t hash = dl_up_slice_find(value, '#');
  *result = 0;
  for (size_t i = hash + 1; i < value.length && *result < 1000; i++)
    *result = *result * 10 + (uint32_t)(value.data[i] - '0');
  return (dl_slice){value.data, hash};
}

/// The dense<…> token of a constant whose name is token `name`: within a few
/// tokens, as in `arith.constant dense<…>` or `"tosa.const"() {value = dense<…`
static uint32_t literal_of(dl_upgrade *up, uint32_t name) {
  dl_slice op = dl_up_token_text(&up->tokens, name);
  if (op.length > 2 && op.data[0] == '"')
    op = (dl_slice){op.data + 1, op.length - 2};
  if (!dl_up_slice_is(op, "tosa.const") &&
      !dl_up_slice_is(op, "arith.constant") &&
      !dl_up_slice_is(op, "constant") && !dl_up_slice_is(op, "std.constant") &&
      !dl_up_slice_is(op, "tosa.const_shape"))
    return DL_NO_TOKEN;
  for (uint32_t t = name + 1; t < name + 12 && t < up->tokens.count; t++)
    if (up->tokens.items[t].kind == DL_TOKEN_LITERAL)
      return t;
  return DL_NO_TOKEN;
}

dl_slice dl_up_value_type(dl_upgrade *up, dl_slice value) {
  uint32_t result;
  const entry *found = get(up->values, split_result(value, &result));
  if (!found || found->kind == OF_EXPRESSION)
    return (dl_slice){0};
  if (found->kind == OF_ARGUMENT)
    return dl_up_token_range(&up->tokens, found->token,
                             dl_up_type_end(&up->tokens, found->token));
  uint32_t literal = literal_of(up, found->token);
  if (literal != DL_NO_TOKEN && dl_up_token_is(&up->tokens, literal + 1, ":"))
    return dl_up_token_range(&up->tokens, literal + 2,
                             dl_up_type_end(&up->tokens, literal + 2));
  const dl_form *form = dl_up_form_parse(up, found->token);
  return form && result < form->n_results ? form->result_types[result]
                                          : (dl_slice){0};
}

dl_slice dl_up_value_constant(dl_upgrade *up, dl_slice value) {
  const entry *found = get(up->values, value);
  if (!found || found->kind != OF_OPERATION)
    return (dl_slice){0};
  uint32_t literal = literal_of(up, found->token);
  return literal == DL_NO_TOKEN ? (dl_slice){0}
                                : dl_up_token_text(&up->tokens, literal);
}
