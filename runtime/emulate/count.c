// Counts: bytes per space, sectors of global requests, conflicts of shared
// ones.
#include "runtime/emulate/machine.h"

#include <string.h>

// Distinct values among the first n, by a small hash set.
static uint32_t count_distinct(const uint64_t *values, uint32_t n) {
  uint64_t table[128];
  uint32_t found = 0;
  memset(table, 0xFF, sizeof(table));
  for (uint32_t i = 0; i < n; ++i) {
    if (i > 0 && values[i] == values[i - 1])
      continue;
    uint32_t at = (uint32_t)(values[i] * 0x9E3779B97F4A7C15u >> 57);
    while (table[at] != UINT64_MAX && table[at] != values[i])
      at = (at + 1) & 127;
    found += table[at] == UINT64_MAX;
    table[at] = values[i];
  }
  return found;
}

// 32-byte sectors that a warp's global access touches. An access of one lane
// lies within one sector, or is 32 bytes, because it is aligned.
static uint32_t count_sectors(const dl_em_access *access) {
  uint64_t sectors[DL_EM_LANES];
  uint32_t n = 0;
  for (uint32_t m = access->mask; m; m &= m - 1)
    sectors[n++] = access->address[__builtin_ctz(m)] >> 5;
  return count_distinct(sectors, n);
}

// Passes of shared memory: lanes go together while 4-byte words of one bank
// are the same. 8-byte accesses go in halves of the warp, 16-byte in quarters.
static uint32_t count_wavefronts(const dl_em_access *access) {
  uint32_t words = access->n_bytes <= 4 ? 1 : access->n_bytes / 4;
  uint32_t group = DL_EM_LANES / words, total = 0;
  for (uint32_t first = 0; first < DL_EM_LANES; first += group) {
    uint64_t seen[DL_EM_LANES][DL_EM_LANES];
    uint8_t n_seen[DL_EM_LANES] = {0};
    uint32_t most = 0;
    for (uint32_t l = first; l < first + group; ++l) {
      if (!(access->mask >> l & 1))
        continue;
      for (uint32_t k = 0; k < words; ++k) {
        uint64_t word = access->address[l] / 4 + k;
        uint32_t bank = word % DL_EM_LANES, i = 0;
        while (i < n_seen[bank] && seen[bank][i] != word)
          ++i;
        if (i == n_seen[bank])
          seen[bank][n_seen[bank]++] = word;
        most = n_seen[bank] > most ? n_seen[bank] : most;
      }
    }
    total += most;
  }
  return total;
}

static bool is_global(dl_em_space space) {
  return space == DL_EM_SPACE_GLOBAL || space == DL_EM_SPACE_GENERIC;
}

void dl_em_count_access(dl_em_warp *warp, const dl_em_access *access,
                        bool is_shared) {
  dl_em_counts *counts = &warp->run->device->counts;
  uint64_t bytes = (uint64_t)__builtin_popcount(access->mask) * access->n_bytes;
  if (bytes == 0)
    return;
  if (access->kind & DL_EM_ATOMIC)
    counts->atomic_bytes += bytes;
  if (is_shared) {
    if (access->kind & DL_EM_READ)
      counts->shared_read_bytes += bytes;
    if (access->kind & DL_EM_WRITE)
      counts->shared_written_bytes += bytes;
    uint32_t passes = count_wavefronts(access);
    uint32_t ideal = access->n_bytes <= 4 ? 1 : access->n_bytes / 4;
    ++counts->shared_requests;
    // Relative to what the width needs in any case.
    counts->shared_wavefronts += passes > ideal ? passes - ideal + 1 : 1;
  } else if (access->space == DL_EM_SPACE_LOCAL) {
    counts->local_bytes += bytes;
  } else if (is_global(access->space)) {
    if (access->kind & DL_EM_READ)
      counts->global_read_bytes += bytes;
    if (access->kind & DL_EM_WRITE)
      counts->global_written_bytes += bytes;
    ++counts->global_requests;
    counts->global_sectors += count_sectors(access);
  }
}

dl_em_counts dl_em_device_counts(const dl_em_device *device) {
  dl_em_counts counts = device->counts;
  for (uint32_t r = 0; r < dl_em_n_rows(); ++r)
    counts.warp_insns += device->mix[r];
  return counts;
}

void dl_em_device_mix(const dl_em_device *device,
                      void (*row)(void *data, const char *mnemonic,
                                  uint64_t warp_insns),
                      void *data) {
  // Rows of one base are neighbours but for a few; add up over all of them.
  uint32_t n = dl_em_n_rows();
  for (uint32_t r = 0; r < n; ++r) {
    const char *base = dl_em_row_of((uint16_t)r)->base;
    uint64_t sum = 0;
    bool is_first = true;
    for (uint32_t k = 0; k < n; ++k) {
      if (strcmp(dl_em_row_of((uint16_t)k)->base, base) != 0)
        continue;
      is_first &= k >= r;
      sum += device->mix[k];
    }
    if (is_first && sum > 0)
      row(data, base, sum);
  }
}

void dl_em_device_clear_counts(dl_em_device *device) {
  device->counts = (dl_em_counts){0};
  memset(device->mix, 0, dl_em_n_rows() * sizeof(*device->mix));
}
