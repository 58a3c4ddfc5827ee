// Remarks held back until a stage ends, then sorted by place.
#include "driver/remarks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct dl_remark {
  dl_diagnostic diagnostic; ///< its strings are owned
  size_t first;             ///< index of the remark that a note belongs to
  size_t order;             ///< as it came
};

bool dl_remarks_add(dl_remarks *remarks, const dl_diagnostic *diagnostic) {
  if (remarks->count == remarks->capacity) {
    size_t capacity = remarks->capacity ? remarks->capacity * 2 : 64;
    struct dl_remark *items =
        realloc(remarks->items, capacity * sizeof(*items));
    if (!items)
      return false;
    remarks->items = items;
    remarks->capacity = capacity;
  }
  char *file = strdup(diagnostic->file), *message = strdup(diagnostic->message);
  if (!file || !message) {
    free(file);
    free(message);
    return false;
  }
  size_t index = remarks->count++;
  bool is_note = diagnostic->severity == MlirDiagnosticNote && index > 0;
  struct dl_remark *item = &remarks->items[index];
  *item = (struct dl_remark){
      *diagnostic, is_note ? remarks->items[index - 1].first : index, index};
  item->diagnostic.file = file;
  item->diagnostic.message = message;
  return true;
}

/// What decides the place of an item: the remark, then the order.
struct key {
  const dl_diagnostic *place;
  const struct dl_remark *item;
};

static int compare(const void *one, const void *other) {
  const struct key *a = one, *b = other;
  int files = strcmp(a->place->file, b->place->file);
  if (files)
    return files;
  if (a->place->line != b->place->line)
    return a->place->line < b->place->line ? -1 : 1;
  if (a->place->column != b->place->column)
    return a->place->column < b->place->column ? -1 : 1;
  if (a->item->first != b->item->first)
    return a->item->first < b->item->first ? -1 : 1;
  return a->item->order < b->item->order ? -1 : 1;
}

void dl_remarks_flush(dl_remarks *remarks,
                      void (*take)(const dl_diagnostic *, void *user),
                      void *user) {
  struct key *keys = calloc(remarks->count + 1, sizeof(*keys));
  for (size_t i = 0; keys && i < remarks->count; ++i)
    keys[i] = (struct key){&remarks->items[remarks->items[i].first].diagnostic,
                           &remarks->items[i]};
  if (keys)
    qsort(keys, remarks->count, sizeof(*keys), compare);
  for (size_t i = 0; i < remarks->count; ++i)
    take(keys ? &keys[i].item->diagnostic : &remarks->items[i].diagnostic,
         user);
  for (size_t i = 0; i < remarks->count; ++i) {
    free((void *)(uintptr_t)remarks->items[i].diagnostic.file);
    free((void *)(uintptr_t)remarks->items[i].diagnostic.message);
  }
  free(keys);
  free(remarks->items);
  *remarks = (dl_remarks){NULL, 0, 0};
}
