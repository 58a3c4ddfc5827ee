// Shared memory whose size the launch sets: places in it are byte offsets, i32.
// Rows are stored with their 16-byte chunks exchanged, so that neither rows nor
// columns of chunks fall on one bank.
#ifndef DLOPT_LOWERING_KERNEL_SHARED_H
#define DLOPT_LOWERING_KERNEL_SHARED_H

#include "lowering/kernel/ir.h"

enum { DL_CHUNK_BYTES = 16 };

/// The memory's start, a pointer into shared memory; once a function.
MlirValue dl_shared_base(const dl_builder *bld);
MlirValue dl_shared_pointer(const dl_builder *bld, MlirValue base,
                            MlirValue offset);
/// `count` elements of `type` as a vector, or one element.
MlirValue dl_shared_load(const dl_builder *bld, MlirValue base,
                         MlirValue offset, MlirType type, int count);
void dl_shared_store(const dl_builder *bld, MlirValue base, MlirValue offset,
                     int count, const MlirValue *elements);

/// Where 16-byte chunk `chunk` of row `row` lies, rows of `row_bytes` (a power
/// of two, at least 16).
MlirValue dl_swizzled(const dl_builder *bld, MlirValue row, MlirValue chunk,
                      int row_bytes);
/// How many low bits of a chunk's number depend on its row.
int dl_swizzle_bits(int row_bytes);

/// Rows after which the exchange of chunks repeats.
int dl_swizzle_rows(int row_bytes);

#endif // DLOPT_LOWERING_KERNEL_SHARED_H
