// What the kernels of products share: tiles, the ring of stages in shared
// memory, the way from accumulators to results.
#ifndef DLOPT_LOWERING_KERNEL_GEMM_H
#define DLOPT_LOWERING_KERNEL_GEMM_H

#include "lowering/kernel/contraction.h"
#include "lowering/kernel/matrix_atoms.h"
#include "lowering/kernel/shared.h"

/// How a tile is multiplied: by multiply-adds, by matrix instructions of warps,
/// or of warpgroups.
typedef enum dl_tile_kind { DL_FMA, DL_MMA, DL_WGMMA } dl_tile_kind;

/// A line of schedules/gemm.inc.
typedef struct dl_gemm_schedule {
  const char *name;
  dl_tile_kind kind;
  int rows, cols;  ///< of a CTA's tile
  int depth_bytes; ///< of a stage's row along the depth
  int warps_down, warps_along;
  int stages;
  int min_ctas;
  int from_sm, to_sm;
  int64_t min_tiles; ///< fewer, and the next line is looked at
  int max_sum_bytes; ///< of an accumulator
} dl_gemm_schedule;

enum { DL_WARPGROUP = 128 }; ///< threads

static inline int dl_gemm_threads(const dl_gemm_schedule *schedule) {
  int loading = schedule->kind == DL_WGMMA ? DL_WARPGROUP : 0;
  return 32 * schedule->warps_down * schedule->warps_along + loading;
}

enum { DL_FACTORS = 1 + DL_MAX_GIVEN, DL_MAX_ITERATIONS = 64 };

/// How a factor's tile comes into shared memory, and how it lies there.
typedef struct dl_stage {
  const dl_factor *factor;
  int product, side;   ///< of the part; 0: left
  MlirType type;       ///< of an element in shared memory
  int bytes;           ///< an element
  int extent, depth;   ///< of the tile, in elements
  bool is_depth_inner; ///< rows run along the depth, else across it
  bool is_async;       ///< copied as it is, by cp.async
  int width;           ///< elements a load of memory takes
  int row_bytes, n_rows;
  int offset; ///< in a slot of the ring
  // Of one thread:
  dl_emitter *view; ///< over the factor's dimensions
  MlirValue batch;  ///< linear, over the factor's batch dimensions
  MlirValue origin; ///< of the tile, across the depth
  MlirValue across; ///< rows or columns of the matrices
  bool may_overrun, may_overrun_depth;
  int n_loaded;
  MlirValue loaded[512]; ///< under way to shared memory
} dl_stage;

/// A tile's worth of work under construction.
typedef struct dl_gemm {
  dl_emitter *emitter; ///< over the products' dimensions
  const dl_gemm_schedule *schedule;
  const dl_variant *variant;
  const dl_part *part;
  const dl_matrix_atom *atom; ///< null: multiply-adds
  int threads;
  int part_cols; ///< columns of a tile that each product has
  MlirType accumulator;
  MlirValue thread, lane, warp; ///< i32
  MlirValue shared;             ///< start of shared memory
  MlirValue batch, row, col;    ///< of the tile
  MlirValue rows, cols, depth;  ///< of the matrices
  MlirValue batches;
  int slot_bytes;
  int n_stages; ///< factors: the left one, then the right ones
  dl_stage *stages;
} dl_gemm;

/// Types and layout of a part's stages, from types and schedule alone
/// (stage.c).
void dl_plan_stage(const dl_part *part, int product, int side,
                   const dl_gemm_schedule *schedule, const dl_matrix_atom *atom,
                   const dl_variant *variant, dl_stage *stage);
/// Type that a factor is multiplied in.
MlirType dl_stage_type(const dl_part *part, int product, int side,
                       const dl_matrix_atom *atom);
/// Type that a product sums in: no narrower than what was asked for.
MlirType dl_sum_type(const dl_product *product, const dl_matrix_atom *atom);
/// Bytes of shared memory that a tile of a part needs.
int dl_gemm_shared_bytes(const dl_part *part, const dl_gemm_schedule *schedule,
                         const dl_matrix_atom *atom, const dl_variant *variant);
/// True if vectors of `width` elements may run along a factor's last
/// dimensions, if need be after a look at the last.
bool dl_inner_fits(const dl_factor *factor, int width);
/// Columns of a tile for each of a part's products.
int dl_part_cols(const dl_part *part, const dl_gemm_schedule *schedule);

// Places (gemm_places.c).
/// Sizes of a part's matrices.
void dl_size_matrices(dl_gemm *gemm);
/// Places the tile with number `number` among a part's.
void dl_place_tile(dl_gemm *gemm, MlirValue number);
/// Number of a part's tiles.
MlirValue dl_count_tiles(dl_gemm *gemm);
bool dl_is_batch_loop(const dl_part *part, int loop);
/// Index along a loop of the result that has the role of `linear`, which
/// counts that role's dimensions.
MlirValue dl_loop_index(const dl_gemm *gemm, int loop, MlirValue linear);
/// Index along any loop.
MlirValue dl_factor_index(dl_gemm *gemm, int loop, MlirValue across,
                          MlirValue depth);
/// Row of the results' dimensions but for the columns.
MlirValue dl_result_row(const dl_gemm *gemm, MlirValue row);

/// Adds a tensor to those that offsets must reach; sets the flags for one of
/// dynamic size, or of more elements than 31 bits count (gemm.c).
void dl_add_large(dl_plan *plan, MlirValue tensor, bool *is_dynamic,
                  bool *is_large);
/// An emitter over a part's dimensions: rows of all batches, then columns.
dl_emitter *dl_part_emitter(dl_emitter *emitter, const dl_part *part);
/// An emitter over the dimensions of what `body` computes, for elements by
/// their linear index (stage.c).
dl_emitter *dl_open_view(dl_emitter *emitter, const dl_body *body);

/// Makes the part's stages ready to load.
void dl_begin_stages(dl_gemm *gemm);
/// Starts to bring tile `step` along the depth into the slot at byte `slot`;
/// it is not read from memory unless `is_live`.
void dl_load_stages(dl_gemm *gemm, MlirValue step, MlirValue slot,
                    MlirValue is_live);
/// Writes to the slot what did not go there by itself.
void dl_land_stages(dl_gemm *gemm, MlirValue slot);

/// A warp's accumulators on their way to results (gemm_epilogue.c).
typedef struct dl_slab {
  int rows, cols;     ///< of the warp's tile, for each product
  MlirValue row, col; ///< of the warp's tile within the CTA's, i32
  int pass_rows;      ///< rows in shared memory at a time
  MlirValue base;     ///< byte offset of the warp's memory, i32
} dl_slab;

int dl_slab_bytes(int rows, int cols, int n_products, MlirType accumulator);
/// Byte offset of an accumulator at a place in the warp's pass.
MlirValue dl_slab_place(const dl_gemm *gemm, const dl_slab *slab, int product,
                        MlirValue row, MlirValue col);
/// Computes and stores the outputs of the pass that starts at row `from` of the
/// warp's tile.
void dl_store_slab(dl_gemm *gemm, const dl_slab *slab, int from);

/// What the sums of a product start from: what changes no init, or +0.
MlirValue dl_first_sum(const dl_gemm *gemm, int product);

/// The tile loop with matrix instructions, and with multiply-adds.
void dl_emit_matrix_tile(dl_gemm *gemm);
void dl_emit_fma_tile(dl_gemm *gemm);

// Tiles of warpgroups (wgmma_plan.c, wgmma_tile.c).
/// True if a schedule of warpgroups takes the products as they are in memory.
bool dl_wgmma_takes(const dl_contraction *contraction,
                    const dl_gemm_schedule *schedule,
                    const dl_matrix_atom *atom, const dl_gpu_target *target,
                    const dl_variant *variant);
int dl_wgmma_shared_bytes(const dl_gemm_schedule *schedule,
                          MlirType accumulator);
/// Sets a variant's tensor maps and its grid.
void dl_wgmma_set_launch(const dl_part *part, const dl_gemm_schedule *schedule,
                         dl_variant *variant);
/// All tiles of this CTA.
void dl_emit_wgmma_tiles(dl_gemm *gemm);

// The ring of stages (ring.c). Steps are tiles along the depth, of type index.
/// Byte offset of the slot behind one.
MlirValue dl_next_slot(const dl_gemm *gemm, MlirValue slot);
MlirValue dl_n_steps(const dl_gemm *gemm);
/// Whether a step is below `count`; null where it surely is.
MlirValue dl_is_step(const dl_gemm *gemm, MlirValue step, MlirValue count);
/// Starts the first steps, and waits for step 0.
void dl_fill_ring(dl_gemm *gemm, MlirValue count);
/// Waits, with all threads, for the step behind the one being read.
void dl_wait_for_stage(const dl_gemm *gemm);
/// Waits for all: the memory is used for something else.
void dl_drain_ring(const dl_gemm *gemm);

#endif // DLOPT_LOWERING_KERNEL_GEMM_H
