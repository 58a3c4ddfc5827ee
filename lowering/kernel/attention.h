// What the files of the attention family share: the kernel as read, a CTA's
// tile under construction.
//
// A CTA has some rows of queries of one head, a warp 16 or 32 of them. It walks
// blocks of keys and values, which come through a ring of stages in shared
// memory, with the maximum, the sum and the weighted values of the keys so far
// in registers. Scores, weights and sums lie as matrix instructions leave them:
// lane l has rows l / 4 and l / 4 + 8 of 16, columns 2 * (l % 4) and the next
// of 8.
#ifndef DLOPT_LOWERING_KERNEL_ATTENTION_H
#define DLOPT_LOWERING_KERNEL_ATTENTION_H

#include "lowering/kernel/at.h"
#include "lowering/kernel/gemm.h"

/// A line of schedules/attention.inc.
typedef struct dl_attention_schedule {
  const char *name;
  bool has_atoms;     ///< matrix instructions, else multiply-adds
  int largest_head;   ///< elements of a query at most
  int largest_cols;   ///< of a tile, along a value; more tiles do the rest
  int warps, atoms;   ///< of a CTA; blocks of 16 rows that a warp has
  int keys;           ///< of a block
  int stages;         ///< blocks in shared memory
  bool holds_queries; ///< in registers, else in shared memory
  int min_ctas, from_sm, to_sm;
} dl_attention_schedule;

/// A kernel with one dlopt.attention (dl_body.detail).
typedef struct dl_attention_kernel {
  MlirOperation op;
  dl_part part;         ///< body: what is computed of the result
  dl_factor factors[3]; ///< query, key, value
  MlirValue mask;       ///< null: none
  const dl_body *mask_body;
  MlirType type; ///< of scores and sums
} dl_attention_kernel;

enum { DL_QUERY, DL_KEY, DL_VALUE };
enum { DL_MAX_ROW_ATOMS = 2, DL_MAX_COL_ATOMS = 32, DL_MAX_KEY_ATOMS = 16 };

/// A tile of the result.
typedef struct dl_attend {
  const dl_attention_kernel *attention;
  const dl_attention_schedule *schedule;
  const dl_matrix_atom *atom; ///< null: multiply-adds
  dl_gemm queries;            ///< its stage, and the way to results
  dl_gemm blocks;             ///< the ring of keys and values
  int n_atoms;                ///< of 16 rows
  int key_atoms, value_atoms; ///< of 8 columns
  int query_depth;            ///< elements in shared memory, a power of two
  int weights;                ///< byte offset of weights in shared memory
  MlirValue warp_row;         ///< first row of the warp in the tile, i32
  MlirValue n_queries, n_keys;
  MlirValue scores[DL_MAX_ROW_ATOMS][DL_MAX_KEY_ATOMS][4];
  MlirValue sums[DL_MAX_ROW_ATOMS][DL_MAX_COL_ATOMS][4];
  MlirValue maxima[DL_MAX_ROW_ATOMS][2];   ///< of scores, before the scale
  MlirValue totals[DL_MAX_ROW_ATOMS][2];   ///< this lane's share
  MlirValue held[DL_MAX_ROW_ATOMS][16][4]; ///< queries in registers
  dl_emitter *mask_view;
  MlirValue mask_place; ///< linear, of the head's mask
} dl_attend;

MlirValue dl_attend_i32(const dl_attend *attend, int64_t value);

/// Size in shared memory: a power of two, at least 16.
int dl_padded_head(int64_t size);

/// scores = queries * keys of the block in slot `slot`; sums += weights (in
/// scores) * values. With matrix instructions, and with multiply-adds.
void dl_matrix_scores(dl_attend *attend, MlirValue slot);
void dl_matrix_values(dl_attend *attend, MlirValue slot);
void dl_fma_scores(dl_attend *attend, MlirValue slot);
void dl_fma_values(dl_attend *attend, MlirValue slot);
/// Bytes of shared memory for a CTA's weights of elements of `bytes`.
int dl_fma_weight_bytes(const dl_attention_schedule *schedule, int bytes);
/// Brings the warp's queries from shared memory into registers.
void dl_hold_queries(dl_attend *attend);

/// Masks the scores of the block of keys that starts at `first` where the tile
/// overruns the keys, or the operation masks (attention_softmax.c).
void dl_mask_scores(dl_attend *attend, MlirValue first);
/// Scores to weights; what was summed so far is scaled to the new maximum.
void dl_weigh_scores(dl_attend *attend);
/// Sums to results: divided by the totals, masked rows as the operation says.
void dl_finish_sums(dl_attend *attend);

/// The tile, from its place to its results (attention_tile.c).
void dl_emit_attention_tile(dl_attend *attend);

/// Makes the mask ready to be read.
void dl_open_mask(dl_attend *attend);

#endif // DLOPT_LOWERING_KERNEL_ATTENTION_H
