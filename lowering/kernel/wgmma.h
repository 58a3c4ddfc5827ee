// What planning and code of products by warpgroups share: shared memory.
#ifndef DLOPT_LOWERING_KERNEL_WGMMA_H
#define DLOPT_LOWERING_KERNEL_WGMMA_H

#include "lowering/kernel/gemm.h"

enum {
  DL_WGMMA_ROWS = 64,      ///< of a warpgroup's tile
  DL_WGMMA_DEPTH = 64,     ///< elements of 128 bytes, the widest swizzle
  DL_WGMMA_SLAB_COLS = 32, ///< of sums on their way to results
};

/// Byte offsets in shared memory: the ring's slots, each a left and a right
/// tile; a slab for each warp; barriers of slots that are full, and empty.
typedef struct dl_wgmma_layout {
  int left_bytes, slot_bytes;
  int slab_bytes, slabs, full, empty, bytes;
} dl_wgmma_layout;

dl_wgmma_layout dl_wgmma_layout_of(const dl_gemm_schedule *schedule,
                                   MlirType accumulator);

#endif // DLOPT_LOWERING_KERNEL_WGMMA_H
