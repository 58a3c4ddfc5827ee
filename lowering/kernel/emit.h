// Building the code of one thread: where its elements lie, and what the
// kernel's body makes of them, at register level. Generators decide which
// elements a thread has and when; all else is here, for epilogues too.
#ifndef DLOPT_LOWERING_KERNEL_EMIT_H
#define DLOPT_LOWERING_KERNEL_EMIT_H

#include "lowering/kernel/body.h"
#include "lowering/kernel/ir.h"

/// A value computed already: of `value` at `loops`, element `lane` of a chunk.
typedef struct dl_memo_entry {
  MlirValue value;
  dl_loops loops;
  int lane, stage;
  MlirValue scalar;
} dl_memo_entry;

typedef struct dl_memo {
  dl_memo_entry *entries;
  int count, capacity;
} dl_memo;

/// Neighbouring elements of the space that a thread handles together. The
/// space's dimensions form groups, each counted by one linear index: all of
/// them for pointwise kernels; those kept, then those reduced, for rows.
typedef struct dl_chunk {
  MlirValue linear[2]; ///< of element 0, a group each
  int width;           ///< elements along the last dimension
  bool is_whole;       ///< never crosses the end of the last dimension
  MlirValue is_valid;  ///< null: always; else computed but not to be used
  dl_memo memo;
} dl_chunk;

enum { DL_MAX_MAPS = 2 };
enum { DL_MAX_STATISTICS = 2, DL_MAX_SCRATCH = 2 * DL_MAX_ROW_OPS };

/// Numbers of a row that the elements of a row operation's result depend on.
typedef struct dl_statistics {
  MlirOperation op;
  MlirValue values[DL_MAX_STATISTICS];
} dl_statistics;

/// An element computed already (at.h).
typedef struct dl_at_entry {
  MlirValue value, scalar;
  MlirValue indices[DL_MAX_RANK];
} dl_at_entry;

typedef struct dl_at_memo {
  dl_at_entry *entries;
  int count, capacity;
} dl_at_memo;

typedef struct dl_emitter {
  dl_builder bld;
  const dl_body *kernel; ///< as the function's parameters say
  const dl_body *body;   ///< what is computed: all of it, or a part
  dl_arena *arena;
  MlirType index;               ///< i32 where every offset fits, else i64
  MlirValue sizes[DL_MAX_RANK]; ///< of the space, of type `index`
  MlirValue size_values[DL_MAX_SIZES]; ///< of the kernel's sizes, as `index`
  MlirValue *inputs; ///< function argument for each body argument
  MlirValue outputs[DL_MAX_OUTPUTS];
  MlirValue maps[DL_MAX_MAPS]; ///< tensor maps of the variant
  int n_groups, group_rank[2], groups[2][DL_MAX_RANK];
  dl_chunk row;                      ///< what does not depend on the last group
  MlirValue scratch[DL_MAX_SCRATCH]; ///< buffers in shared memory
  int n_statistics;
  dl_statistics statistics[DL_MAX_ROW_OPS];
  dl_at_memo at;
} dl_emitter;

/// Groups the dimensions: one group, or (`has_rows`) kept and reduced ones.
void dl_group_dims(dl_emitter *emitter, bool has_rows);
/// Number of elements of a group.
MlirValue dl_group_size(const dl_emitter *emitter, int group);

MlirValue dl_index_constant(const dl_emitter *emitter, int64_t value);

/// Offset, in elements, of what `loops` reads for element `lane` of a chunk in
/// a row-major tensor. `tensor` tells which of its dimensions have size 1.
MlirValue dl_element_offset(const dl_emitter *emitter, const dl_chunk *chunk,
                            MlirValue tensor, const dl_loops *loops, int lane);
/// The index along dimension `dim` of the space, as type index.
MlirValue dl_element_index(const dl_emitter *emitter, const dl_chunk *chunk,
                           int dim, int lane);
/// True if the chunk's elements are neighbours in a tensor walked so.
bool dl_is_contiguous(const dl_emitter *emitter, const dl_chunk *chunk,
                      MlirValue tensor, const dl_loops *loops);

/// `value` of the body for element `lane` of a chunk, dimension i of it running
/// along `loops`; computed once for each chunk. Row operations take their
/// numbers from the emitter's statistics.
MlirValue dl_element(dl_emitter *emitter, dl_chunk *chunk, MlirValue value,
                     const dl_loops *loops, int lane);
/// `value` converted to `type`, by the rules of dl_to_type.
MlirValue dl_element_as(dl_emitter *emitter, dl_chunk *chunk, MlirValue value,
                        const dl_loops *loops, int lane, MlirType type);
/// exp(x - maximum) of a softmax whose maximum is known.
MlirValue dl_softmax_exponential(dl_emitter *emitter, dl_chunk *chunk,
                                 MlirOperation op, MlirValue maximum, int lane);
/// Makes `scalar` known as element `lane` of `value`, which the body does not
/// compute.
void dl_give_element(dl_emitter *emitter, dl_chunk *chunk, MlirValue value,
                     int lane, MlirValue scalar);
/// Loads, without using yet, all arguments that run along the last group.
void dl_load_ahead(dl_emitter *emitter, dl_chunk *chunk);
/// Computes and stores output `index` for all elements of a chunk.
void dl_store_output(dl_emitter *emitter, dl_chunk *chunk, int index);

/// Statistics of a row operation; null if there are none yet.
const dl_statistics *dl_statistics_of(const dl_emitter *emitter,
                                      MlirOperation op);

/// Values computed inside a loop or branch must not be used behind it: forgets
/// what was memorised since `mark`.
typedef struct dl_memo_mark {
  int count;
} dl_memo_mark;
dl_memo_mark dl_memo_begin(const dl_emitter *emitter);
void dl_memo_end(dl_emitter *emitter, dl_memo_mark mark);

#endif // DLOPT_LOWERING_KERNEL_EMIT_H
