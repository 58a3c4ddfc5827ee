// Kernels of products: which schedule, which versions, and where a CTA's tile
// lies. What it does there is in matrix_tile.c and fma_tile.c.
#include "lowering/kernel/gemm.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/at.h"
#include "lowering/reference/scalar.h"

static const dl_gemm_schedule schedules[] = {
#define DL_GEMM_SCHEDULE(...) {__VA_ARGS__},
#include "lowering/kernel/schedules/gemm.inc"
#undef DL_GEMM_SCHEDULE
};
enum { N_SCHEDULES = sizeof(schedules) / sizeof(schedules[0]) };

// Types.

/// True if `type` holds all numbers of `element`.
static bool holds(MlirType type, MlirType element) {
  return mlirTypeEqual(type, element) || dl_type_width(element) == 8 ||
         dl_type_width(type) > 16;
}

/// What a factor's elements are multiplied as by matrix instructions; false if
/// none multiplies them exactly.
static bool atom_type(const dl_product *product, int side, MlirType *type) {
  MlirType element = dl_tensor_element(product->factors[side].value);
  MlirContext context = mlirOperationGetContext(product->op);
  if (dl_type_is_int(element)) {
    *type = mlirIntegerTypeGet(context, 8);
    return dl_type_width(element) <= 8;
  }
  // By definition, factors are first converted to the accumulator's type.
  *type = element =
      holds(product->accumulator, element) ? element : product->accumulator;
  return mlirTypeIsAF16(element) || mlirTypeIsABF16(element) ||
         dl_type_width(element) == 8 ||
         (mlirTypeIsAF32(element) && product->rounds_to_tf32);
}

/// The instruction that multiplies a product's factors; null: multiply-adds.
static const dl_matrix_atom *find_atom(const dl_product *product,
                                       const dl_gpu_target *target) {
  MlirType types[2];
  MlirType acc = product->accumulator;
  bool is_float = dl_type_is_float(acc);
  if (!atom_type(product, 0, &types[0]) || !atom_type(product, 1, &types[1]) ||
      dl_type_width(acc) > 32)
    return NULL;
  const dl_matrix_atom *atom =
      dl_matrix_atom_for(types[0], types[1], product->rounds_to_tf32,
                         product->is_unsigned, target);
  if (atom || !is_float)
    return atom;
  // Types that differ, or that the target lacks: f16 holds 8-bit floats, tf32
  // all others.
  MlirContext context = mlirOperationGetContext(product->op);
  bool fit_f16 = true;
  for (int i = 0; i < 2; ++i)
    fit_f16 &= mlirTypeIsAF16(types[i]) || dl_type_width(types[i]) == 8;
  MlirType common = fit_f16 ? mlirF16TypeGet(context) : mlirF32TypeGet(context);
  return dl_matrix_atom_for(common, common, !fit_f16, false, target);
}

MlirType dl_sum_type(const dl_product *product, const dl_matrix_atom *atom) {
  MlirContext context = mlirOperationGetContext(product->op);
  MlirType acc = product->accumulator;
  // Integers wrap: what a wider sum's low bits are does not depend on the rest.
  if (dl_type_is_int(acc))
    return mlirIntegerTypeGet(context, dl_type_width(acc) <= 32 ? 32 : 64);
  return atom ? mlirF32TypeGet(context) : acc;
}

// Planning.

static const dl_contraction *contraction_of(const dl_body *body) {
  return body->detail;
}

int dl_gemm_shared_bytes(const dl_part *part, const dl_gemm_schedule *schedule,
                         const dl_matrix_atom *atom,
                         const dl_variant *variant) {
  if (schedule->kind == DL_WGMMA)
    return dl_wgmma_shared_bytes(schedule,
                                 dl_sum_type(&part->products[0], atom));
  int slot = 0;
  for (int i = 0; i <= part->n_products; ++i) {
    dl_stage stage;
    dl_plan_stage(part, i ? i - 1 : 0, i > 0, schedule, atom, variant, &stage);
    slot += stage.row_bytes * stage.n_rows;
  }
  int warps = schedule->warps_down * schedule->warps_along;
  int slabs =
      warps *
      dl_slab_bytes(DL_ATOM_ROWS,
                    dl_part_cols(part, schedule) / schedule->warps_along,
                    part->n_products, dl_sum_type(&part->products[0], atom));
  int ring = slot * schedule->stages;
  return ring > slabs ? ring : slabs;
}

/// Tiles of a schedule; sizes that are not static count as large ones.
static int64_t estimate_tiles(const dl_part *part,
                              const dl_gemm_schedule *schedule) {
  enum { LARGE = 4096 };
  const int64_t limit = INT32_MAX;
  const dl_space *space = &part->body->space;
  int64_t sizes[] = {1, 1, 1};
  for (int i = 0; i < space->rank; ++i) {
    int64_t *size = &sizes[part->roles[i]];
    *size *= space->sizes[i] < 0 ? LARGE : space->sizes[i];
    *size = *size > limit ? limit : *size;
  }
  int64_t cols = dl_part_cols(part, schedule);
  int64_t tiles = (sizes[DL_ROW] + schedule->rows - 1) / schedule->rows *
                  ((sizes[DL_COL] + cols - 1) / cols);
  return tiles > limit / (sizes[DL_BATCH] + 1) ? limit
                                               : tiles * sizes[DL_BATCH];
}

enum { MAX_REGISTERS = 255, SM_REGISTERS = 65536 };

/// Registers of a thread, roughly: sums, two sets of fragments, what is on its
/// way through registers, addresses.
static int estimate_registers(const dl_part *part,
                              const dl_gemm_schedule *schedule,
                              const dl_matrix_atom *atom,
                              const dl_variant *variant) {
  // The warpgroups that multiply take what the one that loads gives up.
  if (schedule->kind == DL_WGMMA)
    return SM_REGISTERS / dl_gemm_threads(schedule);
  int threads = dl_gemm_threads(schedule);
  int words =
      (int)dl_type_width(dl_sum_type(&part->products[0], atom)) > 32 ? 2 : 1;
  int cols = dl_part_cols(part, schedule) * part->n_products;
  int sums = schedule->rows * cols / threads * words;
  int down = schedule->rows / schedule->warps_down;
  int along = cols / schedule->warps_along;
  int fragments = atom ? 2 * (down / 4 + along / 4) : 16 * words;
  // Of 8-bit floats, instructions are made of others on some chips.
  if (atom && !atom->has_op)
    fragments *= 2;
  int staged = 0;
  for (int i = 0; i <= part->n_products; ++i) {
    dl_stage stage;
    dl_plan_stage(part, i ? i - 1 : 0, i > 0, schedule, atom, variant, &stage);
    if (!stage.is_async)
      staged +=
          stage.extent * stage.depth / threads * (stage.bytes > 4 ? 2 : 1);
  }
  int addresses = (variant->is_wide ? 96 : 48) + (staged ? 32 : 0);
  return sums + fragments + staged + addresses;
}

static const dl_gemm_schedule *choose(const dl_contraction *contraction,
                                      const dl_matrix_atom *atom,
                                      const dl_gpu_target *target,
                                      const dl_variant *variant) {
  const dl_gemm_schedule *last = NULL;
  const dl_product *first = &contraction->parts[0].products[0];
  int sum_bytes = (int)dl_type_width(dl_sum_type(first, atom)) / 8;
  for (int i = 0; i < N_SCHEDULES; ++i) {
    const dl_gemm_schedule *row = &schedules[i];
    if ((row->kind != DL_FMA) != (atom != NULL) || target->sm < row->from_sm ||
        target->sm > row->to_sm || sum_bytes > row->max_sum_bytes)
      continue;
    if (row->kind == DL_WGMMA &&
        !dl_wgmma_takes(contraction, row, atom, target, variant))
      continue;
    int64_t tiles = 0;
    bool fits = true;
    int registers = 0;
    for (int p = 0; p < contraction->n_parts; ++p) {
      const dl_part *part = &contraction->parts[p];
      tiles += estimate_tiles(part, row);
      int needed = estimate_registers(part, row, atom, variant);
      registers = needed > registers ? needed : registers;
      fits &= dl_gemm_shared_bytes(part, row, atom, variant) <=
              target->shared_bytes;
      // A warp takes fragments of the right factor in pairs.
      fits &= !atom ||
              dl_part_cols(part, row) / row->warps_along >= 2 * DL_ATOM_COLS;
    }
    if (!fits)
      continue;
    if (row->kind != DL_WGMMA)
      last = row;
    if (tiles >= row->min_tiles && registers <= MAX_REGISTERS)
      return row;
  }
  return last;
}

/// Elements of a vector of results: up to 16 bytes of the smallest type, as far
/// as they are sure, or can be asked, to lie within the last dimension.
static int result_width(const dl_contraction *contraction) {
  int64_t width = 8;
  for (int p = 0; p < contraction->n_parts; ++p) {
    const dl_body *body = contraction->parts[p].body;
    int64_t fitting = DL_CHUNK_BYTES / dl_smallest_element(body);
    width = width > fitting ? fitting : width;
    int64_t cols = body->space.sizes[body->space.rank - 1];
    while (cols >= 0 && cols % width != 0)
      width /= 2;
  }
  return (int)width;
}

/// Adds to `variant` that a size be a multiple; false if it never is.
static bool need_multiple(dl_variant *variant, MlirValue value, int dim,
                          int of) {
  int64_t size = dl_static_size(value, dim);
  if (size >= 0)
    return size % of == 0;
  for (int i = 0; i < variant->n_multiples; ++i)
    if (mlirValueEqual(variant->multiples[i].value, value) &&
        variant->multiples[i].dim == dim) {
      if (variant->multiples[i].of < of)
        variant->multiples[i].of = of;
      return true;
    }
  if (variant->n_multiples == DL_MAX_MULTIPLES)
    return false;
  variant->multiples[variant->n_multiples++] = (dl_multiple){value, dim, of};
  return true;
}

static void plan_fast(const dl_contraction *contraction,
                      const dl_matrix_atom *atom,
                      const dl_gemm_schedule *schedule, dl_variant *variant) {
  for (int p = 0; p < contraction->n_parts; ++p) {
    const dl_part *part = &contraction->parts[p];
    MlirValue shape = part->body->space.shape_of;
    if (variant->width > 1)
      need_multiple(variant, shape, (int)dl_rank(shape) - 1, variant->width);
    for (int i = 0; i <= part->n_products; ++i) {
      dl_stage stage;
      dl_plan_stage(part, i ? i - 1 : 0, i > 0, schedule, atom, variant,
                    &stage);
      MlirValue value = stage.factor->value;
      if (stage.width > 1 &&
          (stage.factor->n_inner == 1 || !stage.factor->is_argument))
        need_multiple(variant, value, (int)dl_rank(value) - 1, stage.width);
    }
  }
}

static void set_launch(const dl_contraction *contraction,
                       const dl_matrix_atom *atom,
                       const dl_gemm_schedule *schedule, dl_variant *variant) {
  variant->row = schedule;
  variant->schedule = schedule->name;
  variant->threads = dl_gemm_threads(schedule);
  variant->min_ctas = schedule->min_ctas;
  variant->n_tilings = contraction->n_parts;
  if (schedule->kind == DL_WGMMA)
    dl_wgmma_set_launch(&contraction->parts[0], schedule, variant);
  for (int p = 0; p < contraction->n_parts; ++p) {
    const dl_part *part = &contraction->parts[p];
    dl_tiling *tiling = &variant->tilings[p];
    *tiling = (dl_tiling){.tensor = part->body->space.shape_of,
                          .rows = schedule->rows,
                          .cols = dl_part_cols(part, schedule)};
    int rank = part->body->space.rank;
    for (int i = 0; i < rank; ++i)
      tiling->roles[i] = part->roles[i];
    int registers = estimate_registers(part, schedule, atom, variant);
    while (variant->min_ctas > 1 &&
           variant->min_ctas * variant->threads * registers > SM_REGISTERS)
      variant->min_ctas--;
    int bytes = dl_gemm_shared_bytes(part, schedule, atom, variant);
    if (bytes > variant->shared_bytes)
      variant->shared_bytes = bytes;
  }
}

/// Elements of a tensor if static, else -1; no more than fit.
static int64_t static_elements(MlirValue tensor) {
  int64_t count = 1;
  for (int64_t i = 0; i < dl_rank(tensor); ++i) {
    int64_t size = dl_static_size(tensor, i);
    if (size < 0)
      return -1;
    if (size > 0 && count > INT64_MAX / 8 / size)
      return INT64_MAX / 8;
    count *= size;
  }
  return count;
}

void dl_add_large(dl_plan *plan, MlirValue tensor, bool *is_dynamic,
                  bool *is_large) {
  // A margin of a CTA's work keeps indices beyond the end in range.
  const int64_t small = INT32_MAX - (1 << 20);
  int64_t elements = static_elements(tensor);
  *is_dynamic |= elements < 0;
  *is_large |= elements > small;
  if (elements < 0 && plan->n_large < DL_MAX_LARGE)
    plan->large[plan->n_large++] = tensor;
}

static MlirLogicalResult plan_gemm(const dl_body *body,
                                   const dl_gpu_target *target, dl_plan *plan) {
  const dl_contraction *contraction = contraction_of(body);
  *plan = (dl_plan){0};
  const dl_product *first = &contraction->parts[0].products[0];
  const dl_matrix_atom *atom = find_atom(first, target);
  bool is_dynamic = false, is_large = false;
  for (int p = 0; p < contraction->n_parts; ++p) {
    const dl_part *part = &contraction->parts[p];
    dl_add_large(plan, part->body->space.shape_of, &is_dynamic, &is_large);
    for (int i = 0; i < part->n_products; ++i)
      for (int side = 0; side < 2; ++side)
        dl_add_large(plan, part->products[i].factors[side].value, &is_dynamic,
                     &is_large);
  }
  plan->detail = atom;
  int width = result_width(contraction);
  dl_variant fast = {.width = width,
                     .is_whole = true,
                     .is_wide = is_large,
                     .needs_alignment = true,
                     .needs_small = is_dynamic && !is_large};
  dl_variant any = {
      .width = 1, .is_whole = true, .is_wide = is_dynamic || is_large};
  const dl_gemm_schedule *schedule = choose(contraction, atom, target, &fast);
  plan_fast(contraction, atom, schedule, &fast);
  set_launch(contraction, atom, schedule, &fast);
  set_launch(contraction, atom, choose(contraction, atom, target, &any), &any);
  plan->variants[plan->n_variants++] = fast;
  plan->variants[plan->n_variants++] = any;
  return mlirLogicalResultSuccess();
}

// Code.

/// An emitter over a part's dimensions: rows of all batches, then columns.
dl_emitter *dl_part_emitter(dl_emitter *emitter, const dl_part *part) {
  dl_emitter *own = DL_ARENA_ARRAY(emitter->arena, dl_emitter, 1);
  *own = *emitter;
  own->body = part->body;
  int rank = part->body->space.rank;
  for (int i = 0; i < rank; ++i) {
    own->sizes[i] = dl_device_size(emitter, part->body->space.shape_of, i);
    int group = part->roles[i] == DL_COL;
    own->groups[group][own->group_rank[group]++] = i;
  }
  own->n_groups = 2;
  own->row = (dl_chunk){.width = 1, .is_whole = true};
  for (int i = 0; i < part->body->n_outputs; ++i)
    own->outputs[i] = emitter->outputs[part->outputs[i]];
  return own;
}

static dl_gemm *begin_part(dl_emitter *emitter, const dl_plan *plan,
                           const dl_variant *variant, const dl_part *part) {
  dl_gemm *gemm = DL_ARENA_ARRAY(emitter->arena, dl_gemm, 1);
  const dl_gemm_schedule *schedule = variant->row;
  const dl_matrix_atom *atom = plan->detail;
  *gemm = (dl_gemm){.emitter = dl_part_emitter(emitter, part),
                    .schedule = schedule,
                    .variant = variant,
                    .part = part,
                    .atom = atom,
                    .threads = variant->threads,
                    .part_cols = dl_part_cols(part, schedule),
                    .accumulator = dl_sum_type(&part->products[0], atom)};
  dl_size_matrices(gemm);
  return gemm;
}

static void emit_part(dl_gemm *gemm, MlirValue number) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  MlirValue warp_size = dl_constant_int(bld, i32, 32);
  gemm->thread = dl_thread(bld, i32, gemm->threads);
  gemm->lane = dl_int_rem(bld, gemm->thread, warp_size);
  gemm->warp = dl_int_div(bld, gemm->thread, warp_size);
  gemm->shared = dl_shared_base(bld);
  dl_place_tile(gemm, number);
  dl_begin_stages(gemm);
  if (gemm->atom)
    dl_emit_matrix_tile(gemm);
  else
    dl_emit_fma_tile(gemm);
}

static void emit_gemm(dl_emitter *emitter, const dl_plan *plan,
                      const dl_variant *variant) {
  const dl_contraction *contraction = contraction_of(emitter->kernel);
  const dl_builder *bld = &emitter->bld;
  const dl_gemm_schedule *schedule = variant->row;
  if (schedule->kind == DL_WGMMA) {
    dl_emit_wgmma_tiles(
        begin_part(emitter, plan, variant, &contraction->parts[0]));
    return;
  }
  MlirValue number = dl_block(bld, emitter->index);
  dl_region_op branches[DL_MAX_PARTS];
  int last = contraction->n_parts - 1;
  for (int p = 0; p <= last; ++p) {
    dl_gemm *gemm = begin_part(emitter, plan, variant, &contraction->parts[p]);
    MlirValue tiles = {NULL};
    if (p < last) {
      tiles = dl_count_tiles(gemm);
      branches[p] = dl_if_open(bld, dl_int_less(bld, number, tiles));
    }
    emit_part(gemm, number);
    if (p < last) {
      dl_if_else(bld, &branches[p]);
      number = dl_sub(bld, number, tiles);
    }
  }
  for (int p = last - 1; p >= 0; --p)
    dl_if_close(bld, &branches[p]);
}

const dl_generator dl_gemm_generator = {"gemm", dl_read_contraction, plan_gemm,
                                        emit_gemm};
