// Pages of shadow memory.
#include "runtime/emulate/shadow.h"

#include <stdlib.h>

static size_t n_cells(const dl_em_page *page) {
  return (size_t)DL_EM_PAGE_BYTES >> page->shift;
}

static void finish_plane(dl_em_plane *plane) {
  free(plane->epoch);
  *plane = (dl_em_plane){0};
}

bool dl_em_page_want(dl_em_page *page, dl_em_plane_kind kind) {
  dl_em_plane *plane = &page->planes[kind];
  if (plane->epoch)
    return true;
  // Both arrays in one piece.
  plane->epoch = calloc(n_cells(page), sizeof(dl_em_epoch) + sizeof(uint32_t));
  if (plane->epoch)
    plane->info = (uint32_t *)(plane->epoch + n_cells(page));
  return plane->epoch;
}

// Smaller cells from now on: each says what the larger one said.
static bool split_cells(dl_em_page *page, uint8_t shift) {
  dl_em_page finer = {.shift = shift};
  for (int kind = 0; kind < DL_EM_N_PLANES; ++kind) {
    const dl_em_plane *from = &page->planes[kind];
    if (!from->epoch)
      continue;
    if (!dl_em_page_want(&finer, (dl_em_plane_kind)kind)) {
      while (kind-- > 0)
        finish_plane(&finer.planes[kind]);
      return false;
    }
    for (size_t i = 0; i < n_cells(&finer); ++i) {
      size_t coarse = i >> (page->shift - shift);
      finer.planes[kind].epoch[i] = from->epoch[coarse];
      finer.planes[kind].info[i] = from->info[coarse];
    }
  }
  for (int kind = 0; kind < DL_EM_N_PLANES; ++kind)
    finish_plane(&page->planes[kind]);
  *page = finer;
  return true;
}

dl_em_page *dl_em_shadow_page(dl_em_shadow *shadow, uint64_t n_memory_bytes,
                              uint64_t at, uint32_t n_bytes) {
  if (!shadow->pages) {
    uint64_t n = (n_memory_bytes + DL_EM_PAGE_BYTES - 1) >> DL_EM_PAGE_SHIFT;
    shadow->pages = calloc(n, sizeof(*shadow->pages));
    if (!shadow->pages)
      return NULL;
    shadow->n_pages = (uint32_t)n;
    for (uint64_t i = 0; i < n; ++i)
      shadow->pages[i].shift = 2;
  }
  dl_em_page *page = &shadow->pages[at >> DL_EM_PAGE_SHIFT];
  uint8_t shift = (uint8_t)(n_bytes >= 4 ? 2 : n_bytes == 2 ? 1 : 0);
  if (shift < page->shift && !split_cells(page, shift))
    return NULL;
  return page;
}

void dl_em_shadow_clear(dl_em_shadow *shadow) {
  for (uint32_t i = 0; i < shadow->n_pages; ++i)
    for (int kind = 0; kind < DL_EM_N_PLANES; ++kind)
      finish_plane(&shadow->pages[i].planes[kind]);
  free(shadow->pages);
  shadow->pages = NULL;
  shadow->n_pages = 0;
}
