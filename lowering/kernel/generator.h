// What a family of kernels is to the outliner: it reads a dlopt.kernel, plans
// its launch, and writes its code.
#ifndef DLOPT_LOWERING_KERNEL_GENERATOR_H
#define DLOPT_LOWERING_KERNEL_GENERATOR_H

#include "lowering/kernel/emit.h"
#include "lowering/ptx/targets.h"

/// A size that must be a multiple of some number.
typedef struct dl_multiple {
  MlirValue value;
  int dim, of;
} dl_multiple;

enum {
  DL_MAX_VARIANTS = 2,
  DL_MAX_MULTIPLES = 8,
  DL_MAX_PARTS = 4,
  DL_MAX_LARGE = 16
};

/// What a dimension of a tensor is to the tiles that cover it.
typedef enum dl_tile_role { DL_BATCH, DL_ROW, DL_COL } dl_tile_role;

/// CTAs that cover a tensor with tiles: one for each `rows` x `cols` elements
/// of each place along the batch dimensions.
typedef struct dl_tiling {
  MlirValue tensor;
  int8_t roles[DL_MAX_RANK];
  int rows, cols;
} dl_tiling;

/// A matrix that a kernel's copies of whole boxes come from: the last
/// dimensions of an argument, and those before them.
typedef struct dl_tensor_map {
  MlirValue tensor; ///< argument of the kernel's body
  int n_inner;      ///< dimensions that are columns
  int box[2];       ///< elements, along columns and rows
  int64_t type;     ///< a CUtensorMapDataType
  int64_t swizzle;  ///< a CUtensorMapSwizzle
} dl_tensor_map;

/// One version of a kernel, and what the host must find true to launch it.
typedef struct dl_variant {
  int width;            ///< elements a vector access moves; 1: any layout
  bool is_wide;         ///< indices of 64 bits
  bool is_whole;        ///< a vector never crosses the last dimension's end
  bool needs_alignment; ///< every pointer is a multiple of 16
  bool needs_multiple;  ///< the last dimension is a multiple of `width`
  bool needs_small;     ///< all offsets fit in 31 bits
  int n_multiples;
  dl_multiple multiples[DL_MAX_MULTIPLES];
  int threads;      ///< a CTA
  int min_ctas;     ///< CTAs an SM that registers must leave room for
  int shared_bytes; ///< dynamic shared memory
  int n_tilings;    ///< if not 0: the CTAs are those of all tilings
  dl_tiling tilings[DL_MAX_PARTS];
  int max_ctas; ///< if not 0: a CTA takes tiles until none is left
  int n_maps;   ///< the last parameters, by value
  dl_tensor_map maps[DL_MAX_MAPS];
  const char *schedule; ///< name of its schedule row
  const void *row;      ///< that row, for the family's own use
} dl_variant;

/// How a kernel is launched.
typedef struct dl_plan {
  const char *schedule; ///< name of the schedule row
  int threads;          ///< a CTA
  int min_ctas;         ///< CTAs an SM that registers must leave room for
  int work_per_cta;     ///< rows, or vectors of a pointwise kernel
  bool counts_rows;     ///< work is rows (kept dimensions), else all elements
  bool counts_outputs;  ///< work is the elements of the largest result
  int n_variants;       ///< the last needs nothing
  dl_variant variants[DL_MAX_VARIANTS];
  int n_large; ///< tensors that offsets must reach; none: the space
  MlirValue large[DL_MAX_LARGE];
  int n_scratch;
  MlirType scratch[DL_MAX_SCRATCH];
  const void *row;    ///< the schedule row, for the family's own use
  const void *detail; ///< more for its own use
} dl_plan;

typedef struct dl_generator {
  const char *family;
  /// Reads the kernel, or fails with an error. What it keeps besides is in
  /// `arena`, and at body->detail.
  MlirLogicalResult (*read)(MlirOperation kernel, dl_arena *arena,
                            dl_body *body);
  /// Chooses a schedule, or fails with an error.
  MlirLogicalResult (*plan)(const dl_body *body, const dl_gpu_target *target,
                            dl_plan *plan);
  /// Writes the function's body; the builder is at its start.
  void (*emit)(dl_emitter *emitter, const dl_plan *plan,
               const dl_variant *variant);
} dl_generator;

extern const dl_generator dl_pointwise_generator; ///< pointwise.c
extern const dl_generator dl_rows_generator;      ///< rows.c
extern const dl_generator dl_loops_generator;     ///< loops.c
extern const dl_generator dl_gemm_generator;      ///< gemm.c
extern const dl_generator dl_attention_generator; ///< attention.c

/// Reads a kernel that holds pointwise and row operations only. Fails with an
/// error that says what cannot be done and what to do instead (body.c).
MlirLogicalResult dl_read_plain(MlirOperation kernel, dl_arena *arena,
                                dl_body *body);

/// The same of the loops family (loops_body.c).
MlirLogicalResult dl_read_loops(MlirOperation kernel, dl_arena *arena,
                                dl_body *body);

/// Fills in the variants: vectors of `width` elements where the host finds
/// operands aligned and sizes fit, else one element at a time (variants.c).
/// `multiple_of_last`: vectors must not cross the end of the last dimension.
void dl_plan_variants(const dl_body *body, int width, bool multiple_of_last,
                      dl_plan *plan);

/// Makes `gpu.module @name` behind `module`'s last operation, with one
/// function a variant (function.c).
void dl_make_gpu_module(MlirRewriterBase rewriter, MlirOperation module,
                        const char *name, const dl_gpu_target *target,
                        const dl_body *body, const dl_generator *generator,
                        const dl_plan *plan);
/// Name of the shared memory whose size the launch sets; 1024-byte aligned.
#define DL_SHARED_NAME "dlopt_shared"
/// Name of the function of a variant.
void dl_variant_name(const char *name, int variant, char *text, size_t size);

/// Attribute of a GPU function and of its launch: how many of the last
/// parameters are tensor maps.
#define DL_TENSOR_MAPS_NAME "dlopt.tensor_maps"

/// Makes the launcher of a variant, whose function takes `types`, then its
/// tensor maps (launcher.c).
void dl_make_launcher(const dl_builder *bld, MlirBlock module_body,
                      const char *name, int variant, const dl_body *body,
                      const dl_variant *launched, intptr_t count,
                      const MlirType *types);
/// A tensor map on the stack of a launcher whose arguments are `arguments`
/// (tensor_map.c).
MlirValue dl_make_tensor_map(const dl_builder *bld, MlirBlock module_body,
                             const dl_body *body, const dl_tensor_map *map,
                             const MlirValue *arguments);
void dl_launcher_name(const char *name, int variant, char *text, size_t size);

/// Replaces the kernel by its launch (host.c).
void dl_make_launch(MlirRewriterBase rewriter, const dl_body *body,
                    const dl_plan *plan, const char *name);

/// Text that two kernels share exactly if they compute the same from operands
/// of the same types; in `arena` (identical.c).
const char *dl_kernel_fingerprint(MlirOperation kernel, dl_arena *arena);

#endif // DLOPT_LOWERING_KERNEL_GENERATOR_H
