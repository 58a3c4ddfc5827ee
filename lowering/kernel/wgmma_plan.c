// Products by warpgroups of sm_90a: which they take, and how they are launched.
#include "dialect/verify/types.h"
#include "lowering/kernel/gemm.h"
#include "lowering/kernel/wgmma.h"

// Values of CUtensorMapDataType and CUtensorMapSwizzle.
enum { MAP_F16 = 6, MAP_BF16 = 9, MAP_SWIZZLE_128B = 3 };

/// Streaming multiprocessors of the largest chip of the kind.
enum { MAX_CTAS = 132 };

static bool has_batches(const dl_part *part) {
  const dl_space *space = &part->body->space;
  for (int dim = 0; dim < space->rank; ++dim)
    if (part->roles[dim] == DL_BATCH && space->sizes[dim] != 1)
      return true;
  return false;
}

/// Rows that surely leave half of a tile empty: the smaller tiles of warps read
/// the right factor at the same rate with less else to do.
static bool has_few_rows(const dl_part *part,
                         const dl_gemm_schedule *schedule) {
  const dl_space *space = &part->body->space;
  int64_t rows = 1;
  for (int dim = 0; dim < space->rank && rows <= schedule->rows; ++dim)
    if (part->roles[dim] == DL_ROW)
      rows = space->sizes[dim] < 0 ? INT32_MAX : rows * space->sizes[dim];
  return rows <= schedule->rows / 2;
}

/// A factor that boxes can be copied from as they are multiplied: rows of whole
/// 16 bytes of 16-bit elements.
static bool is_matrix(const dl_part *part, int side,
                      const dl_gemm_schedule *schedule,
                      const dl_matrix_atom *atom, const dl_variant *variant) {
  dl_stage stage;
  dl_plan_stage(part, 0, side, schedule, atom, variant, &stage);
  return stage.is_async && stage.factor->is_plain && stage.bytes == 2 &&
         mlirTypeEqual(stage.type, dl_tensor_element(stage.factor->value));
}

bool dl_wgmma_takes(const dl_contraction *contraction,
                    const dl_gemm_schedule *schedule,
                    const dl_matrix_atom *atom, const dl_gpu_target *target,
                    const dl_variant *variant) {
  const dl_part *part = &contraction->parts[0];
  if (!target->has_wgmma || !atom || variant->is_wide ||
      contraction->n_parts > 1 || part->n_products > 1 || has_batches(part) ||
      has_few_rows(part, schedule))
    return false;
  return is_matrix(part, 0, schedule, atom, variant) &&
         is_matrix(part, 1, schedule, atom, variant) &&
         part->products[0].factors[0].is_depth_last &&
         mlirTypeEqual(dl_stage_type(part, 0, 0, atom),
                       dl_stage_type(part, 0, 1, atom)) &&
         mlirTypeIsAF32(dl_sum_type(&part->products[0], atom));
}

dl_wgmma_layout dl_wgmma_layout_of(const dl_gemm_schedule *schedule,
                                   MlirType accumulator) {
  dl_wgmma_layout layout = {
      .left_bytes = schedule->rows * schedule->depth_bytes,
      .slot_bytes = (schedule->rows + schedule->cols) * schedule->depth_bytes};
  layout.slab_bytes =
      dl_slab_bytes(DL_ATOM_ROWS, DL_WGMMA_SLAB_COLS, 1, accumulator);
  layout.slabs = layout.slot_bytes * schedule->stages;
  layout.full = layout.slabs + schedule->warps_down * layout.slab_bytes;
  layout.empty = layout.full + 8 * schedule->stages;
  layout.bytes = layout.empty + 8 * schedule->stages;
  return layout;
}

int dl_wgmma_shared_bytes(const dl_gemm_schedule *schedule,
                          MlirType accumulator) {
  return dl_wgmma_layout_of(schedule, accumulator).bytes;
}

void dl_wgmma_set_launch(const dl_part *part, const dl_gemm_schedule *schedule,
                         dl_variant *variant) {
  variant->max_ctas = MAX_CTAS;
  variant->n_maps = 2;
  for (int side = 0; side < 2; ++side) {
    const dl_factor *factor = &part->products[0].factors[side];
    int extent = side ? schedule->cols : schedule->rows;
    MlirType type = dl_tensor_element(factor->value);
    variant->maps[side] = (dl_tensor_map){
        .tensor = factor->value,
        .n_inner = factor->n_inner,
        .box = {DL_WGMMA_DEPTH,
                factor->is_depth_last ? extent : DL_WGMMA_DEPTH},
        .type = mlirTypeIsAF16(type) ? MAP_F16 : MAP_BF16,
        .swizzle = MAP_SWIZZLE_128B};
  }
}
