// Small device code: loops, branches, index arithmetic, memory, shuffles.
#ifndef DLOPT_LOWERING_KERNEL_IR_H
#define DLOPT_LOWERING_KERNEL_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "lowering/base/builder.h"

/// An operation with regions under construction: between open and close, ops
/// go into its region.
typedef struct dl_region_op {
  MlirOperation op;
  MlirBlock block;
} dl_region_op;

/// `scf.if condition`, the builder inside its then-branch.
dl_region_op dl_if_open(const dl_builder *bld, MlirValue condition);
/// Moves the builder from the then-branch to an else-branch.
void dl_if_else(const dl_builder *bld, dl_region_op *branch);
/// Ends it; the builder goes behind it.
void dl_if_close(const dl_builder *bld, const dl_region_op *branch);

/// `scf.if` that gives `count` values of `types`, the builder inside its
/// then-branch; each branch ends with its values.
dl_region_op dl_choice_open(const dl_builder *bld, MlirValue condition,
                            intptr_t count, const MlirType *types);
void dl_choice_else(const dl_builder *bld, dl_region_op *branch, intptr_t count,
                    const MlirValue *values);
void dl_choice_close(const dl_builder *bld, const dl_region_op *branch,
                     intptr_t count, const MlirValue *values);

/// `scf.for` from `from` to `to`, integers of one type; `carried` values are
/// arguments 1.. of the block, the induction variable is argument 0. At most
/// DL_MAX_CARRIED.
enum { DL_MAX_CARRIED = 512 };
dl_region_op dl_for_open(const dl_builder *bld, MlirValue from, MlirValue to,
                         MlirValue step, intptr_t n_carried,
                         const MlirValue *carried);
void dl_for_close(const dl_builder *bld, const dl_region_op *loop,
                  intptr_t n_carried, const MlirValue *carried);

// Integers. Constants fold on the way, so that static sizes stay visible.
/// True and `*constant` if `value` is an integer constant.
bool dl_is_constant(MlirValue value, int64_t *constant);
MlirValue dl_int_add(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_int_mul(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_int_div(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_int_rem(const dl_builder *bld, MlirValue a, MlirValue b);
/// Smallest integer not below a / b.
MlirValue dl_int_ceil_div(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_int_max(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_int_min(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_int_less(const dl_builder *bld, MlirValue a, MlirValue b);
/// 0 <= a < b, for b that is not negative.
MlirValue dl_int_below(const dl_builder *bld, MlirValue a, MlirValue b);
MlirValue dl_int_is(const dl_builder *bld, MlirValue a, int64_t constant);
/// Constant of the type of `like`.
MlirValue dl_int_like(const dl_builder *bld, MlirValue like, int64_t constant);
/// An integer or index as an integer or index of another type, not negative.
MlirValue dl_int_cast(const dl_builder *bld, MlirType type, MlirValue value);

// The GPU.
/// Thread or block number along x, of integer type `type`.
MlirValue dl_thread(const dl_builder *bld, MlirType type, int64_t n_threads);
MlirValue dl_block(const dl_builder *bld, MlirType type);
/// Number of blocks along x.
MlirValue dl_n_blocks(const dl_builder *bld, MlirType type);
/// The value that the thread `distance` away (xor) holds; any number type.
MlirValue dl_shuffle_xor(const dl_builder *bld, MlirValue value, int distance);

// Memory.
/// Type that elements of `type` have in memory.
MlirType dl_storage_type(MlirContext context, MlirType type);
MlirValue dl_to_storage(const dl_builder *bld, MlirValue element);
MlirValue dl_from_storage(const dl_builder *bld, MlirValue loaded,
                          MlirType type);
int64_t dl_storage_bytes(MlirContext context, MlirType type);
/// Loads `count` elements of `type` from element `offset` of `base`: a vector
/// of their storage type, or one element.
MlirValue dl_load_elements(const dl_builder *bld, MlirValue base,
                           MlirValue offset, MlirType type, int count);
/// Element `index` of what dl_load_elements gave, as `type`.
MlirValue dl_loaded_element(const dl_builder *bld, MlirValue loaded,
                            MlirType type, int index);
/// Stores `count` elements at element `offset` of `base`, as one access.
void dl_store_elements(const dl_builder *bld, MlirValue base, MlirValue offset,
                       int count, const MlirValue *elements);

#endif // DLOPT_LOWERING_KERNEL_IR_H
