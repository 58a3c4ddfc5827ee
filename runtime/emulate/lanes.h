// Arithmetic on whole registers of 32 lanes.
//
// A lane function always computes all 32 (packed halves: 64) results; the
// handler blends them under the mask, so inactive lanes must be harmless too.
// The destination may be one of the sources, never overlap one otherwise.
#ifndef DLOPT_RUNTIME_EMULATE_LANES_H
#define DLOPT_RUNTIME_EMULATE_LANES_H

#include <stdint.h>

/// Result register from source registers.
typedef void dl_em_lanes_fn(void *result, const void *const *sources);

/// Three masks of lanes: a < b, a == b, unordered.
typedef struct dl_em_order {
  uint32_t less, equal, unordered;
} dl_em_order;

/// Compares lane l * stride + offset of two registers.
typedef dl_em_order dl_em_compare_fn(const void *a, const void *b,
                                     uint32_t stride, uint32_t offset);

enum { DL_EM_LANES = 32 };

#define DL_EM_FOR_LANES(n)                                                     \
  _Pragma("clang loop vectorize(assume_safety)") for (int l = 0; l < (n); ++l)

#endif
