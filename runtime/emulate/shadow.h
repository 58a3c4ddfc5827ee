// Shadow memory: who accessed a piece of memory last, in pages that come into
// being as they are used. A cell stands for 4 bytes, or, in a page where
// narrower accesses happened, for 2 or 1.
#ifndef DLOPT_RUNTIME_EMULATE_SHADOW_H
#define DLOPT_RUNTIME_EMULATE_SHADOW_H

#include "runtime/emulate/clock.h"

enum { DL_EM_PAGE_SHIFT = 12, DL_EM_PAGE_BYTES = 1 << DL_EM_PAGE_SHIFT };

// What is known of each cell: the last write, the last read since, and the
// first of those reads that another agent made.
typedef enum dl_em_plane_kind {
  DL_EM_PLANE_WRITE,
  DL_EM_PLANE_READ,
  DL_EM_PLANE_OTHER_READ,
  DL_EM_N_PLANES,
} dl_em_plane_kind;

// An access: epoch 0 is none.
typedef struct dl_em_plane {
  dl_em_epoch *epoch;
  uint32_t *info; // of race.c
} dl_em_plane;

typedef struct dl_em_page {
  uint8_t shift; // a cell is 1 << shift bytes
  dl_em_plane planes[DL_EM_N_PLANES];
} dl_em_page;

typedef struct dl_em_shadow {
  uint32_t n_pages;
  dl_em_page *pages; // null: no access so far
  bool is_global;    // reads keep one reader
} dl_em_shadow;

/// The page of a byte, with cells of at most n_bytes bytes; null if there is
/// no memory. `n_bytes` is a power of two.
dl_em_page *dl_em_shadow_page(dl_em_shadow *shadow, uint64_t n_memory_bytes,
                              uint64_t at, uint32_t n_bytes);
/// A plane, made if need be; false if there is no memory.
bool dl_em_page_want(dl_em_page *page, dl_em_plane_kind kind);
/// Frees all pages.
void dl_em_shadow_clear(dl_em_shadow *shadow);

#endif
