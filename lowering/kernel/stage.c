// Bringing tiles of factors from memory into the ring of stages: by cp.async
// where a factor is stored as it is multiplied, else through registers, where
// maps and conversions are applied.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/at.h"
#include "lowering/kernel/gemm.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/Dialect/LLVM.h"

// Planning.

MlirType dl_stage_type(const dl_part *part, int product, int side,
                       const dl_matrix_atom *atom) {
  const dl_product *p = &part->products[product];
  MlirContext context = mlirOperationGetContext(p->op);
  const char *name = !atom ? "" : side ? atom->right : atom->left;
  switch (name[0]) {
  case 'f':
    return mlirF16TypeGet(context);
  case 'b':
    return mlirBF16TypeGet(context);
  case 't':
    return mlirF32TypeGet(context);
  case 's':
  case 'u':
    return mlirIntegerTypeGet(context, 8);
  case 'e': // as it is stored
    return mlirIntegerTypeGet(context, 8);
  default:
    return dl_sum_type(p, atom);
  }
}

int dl_part_cols(const dl_part *part, const dl_gemm_schedule *schedule) {
  int shares = 1;
  while (shares < part->n_products)
    shares *= 2;
  return schedule->cols / shares;
}

bool dl_inner_fits(const dl_factor *factor, int width) {
  int64_t product = 1;
  int rank = (int)dl_rank(factor->value);
  bool has_dynamic = false;
  // Maps are computed along one dimension.
  int n_inner =
      factor->n_inner > 1 && !factor->is_argument ? 1 : factor->n_inner;
  for (int dim = rank - n_inner; dim < rank; ++dim) {
    int64_t size = dl_static_size(factor->value, dim);
    has_dynamic |= size < 0;
    if (size >= 0)
      product *= size % (2 * DL_CHUNK_BYTES) == 0 ? 0 : size;
  }
  // A last dimension alone can be asked for.
  return factor->n_inner > 0 &&
         (product % width == 0 || (has_dynamic && n_inner == 1));
}

void dl_plan_stage(const dl_part *part, int product, int side,
                   const dl_gemm_schedule *schedule, const dl_matrix_atom *atom,
                   const dl_variant *variant, dl_stage *stage) {
  const dl_product *p = &part->products[product];
  const dl_factor *factor = &p->factors[side];
  MlirType type = dl_stage_type(part, product, side, atom);
  int bytes = (int)dl_type_width(type) / 8;
  *stage =
      (dl_stage){.factor = factor,
                 .product = product,
                 .side = side,
                 .type = type,
                 .bytes = bytes,
                 .extent = side ? dl_part_cols(part, schedule) : schedule->rows,
                 .depth = schedule->depth_bytes / bytes};
  // Matrices of 16-bit elements can be transposed on their way to registers.
  stage->is_depth_inner = atom && (bytes != 2 || factor->is_depth_last);
  MlirType element = dl_tensor_element(factor->value);
  int chunk = DL_CHUNK_BYTES / bytes;
  stage->width = 1;
  if (variant->needs_alignment)
    for (int width = chunk; width > 1 && stage->width == 1; width /= 2)
      if (dl_inner_fits(factor, width))
        stage->width = width;
  bool is_stored =
      mlirTypeEqual(element, type) || (atom && dl_atom_is(atom, side, element));
  stage->is_async = variant->needs_alignment && factor->is_argument &&
                    is_stored && stage->width == chunk &&
                    stage->is_depth_inner == factor->is_depth_last;
  int inner = stage->is_depth_inner ? stage->depth : stage->extent;
  stage->row_bytes = inner * bytes;
  stage->n_rows = stage->is_depth_inner ? stage->extent : stage->depth;
}

// Places.

/// A chunk of the tile as this thread takes it: where it is in memory's order.
struct place {
  MlirValue outer, inner; ///< of its first element in the tile, i32
  MlirValue first;        ///< `outer` of the thread's first chunk
  int ahead; ///< rows that `outer` is ahead of it; -1: another column
};

/// The tile in memory's order: rows and columns of elements.
static int tile_inner(const dl_stage *stage) {
  return stage->factor->is_depth_last ? stage->depth : stage->extent;
}

static int chunk_elements(const dl_stage *stage) {
  return DL_CHUNK_BYTES / stage->bytes;
}

static int n_iterations(const dl_gemm *gemm, const dl_stage *stage) {
  int chunks = stage->extent * stage->depth / chunk_elements(stage);
  return (chunks + gemm->threads - 1) / gemm->threads;
}

/// Chunk `iteration` of this thread; `*is_there` is null if there surely is
/// one.
static struct place place_of(const dl_gemm *gemm, const dl_stage *stage,
                             int iteration, MlirValue *is_there) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  int elements = chunk_elements(stage);
  int a_row = tile_inner(stage) / elements;
  int chunks = stage->extent * stage->depth / elements;
  int ahead = iteration * gemm->threads;
  MlirValue count = dl_constant_int(bld, i32, a_row);
  MlirValue index =
      dl_int_add(bld, gemm->thread, dl_constant_int(bld, i32, ahead));
  *is_there = (MlirValue){NULL};
  if (ahead + gemm->threads > chunks)
    *is_there = dl_int_less(bld, index, dl_constant_int(bld, i32, chunks));
  // Whole rows ahead: places of all iterations differ by constants.
  bool is_whole = ahead % a_row == 0;
  MlirValue within = is_whole ? gemm->thread : index;
  struct place place;
  place.ahead = is_whole ? ahead / a_row : -1;
  place.first = place.outer = dl_int_div(bld, within, count);
  place.inner = dl_int_mul(bld, dl_int_rem(bld, within, count),
                           dl_constant_int(bld, i32, elements));
  if (is_whole)
    place.outer =
        dl_int_add(bld, place.outer, dl_constant_int(bld, i32, place.ahead));
  return place;
}

static MlirValue both(const dl_builder *bld, MlirValue a, MlirValue b) {
  if (mlirValueIsNull(a))
    return b;
  return mlirValueIsNull(b) ? a : dl_arith_andi(bld, a, b);
}

/// Index of a factor's element where it is no plain matrix, from those of its
/// dimensions; `*is_valid` is false outside, where padding lies.
static MlirValue gathered(dl_gemm *gemm, const dl_stage *stage,
                          MlirValue across, MlirValue depth,
                          MlirValue *is_valid) {
  dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  const dl_factor *factor = stage->factor;
  MlirOperation op = gemm->part->products[stage->product].op;
  MlirValue linear = dl_index_constant(emitter, 0);
  for (int dim = 0; dim < dl_rank(factor->value); ++dim) {
    dl_axis axis = dl_shape_rule_of(op)->axis(op, factor->operand, dim);
    MlirValue size = dl_device_size(emitter, factor->value, dim);
    MlirValue index = dl_index_constant(emitter, 0);
    if (axis.loop != DL_LOOP_NONE)
      index = dl_factor_index(gemm, axis.loop, across, depth);
    if (axis.has_window) {
      MlirValue window = dl_factor_index(gemm, axis.window_loop, across, depth);
      index = dl_int_mul(bld, index, dl_index_constant(emitter, axis.stride));
      index = dl_int_add(
          bld, index,
          dl_int_mul(bld, window, dl_index_constant(emitter, axis.dilation)));
      if (axis.pad_low)
        index =
            dl_int_add(bld, index, dl_index_constant(emitter, -axis.pad_low));
      if (axis.pad_low || axis.pad_high)
        *is_valid = both(bld, *is_valid, dl_int_below(bld, index, size));
    }
    linear = dl_int_add(bld, dl_int_mul(bld, linear, size), index);
  }
  return linear;
}

/// Linear index, in the factor's tensor, of element `lane` of a chunk of tile
/// `step`; `*is_valid` tells whether the tensor has it (null: surely).
static MlirValue element_of(dl_gemm *gemm, const dl_stage *stage,
                            struct place place, int lane, MlirValue step,
                            MlirValue *is_valid) {
  const dl_builder *bld = &gemm->emitter->bld;
  const dl_emitter *emitter = gemm->emitter;
  bool is_depth_last = stage->factor->is_depth_last;
  MlirValue outer = dl_int_cast(bld, emitter->index, place.outer);
  MlirValue inner = dl_int_cast(bld, emitter->index, place.inner);
  inner = dl_int_add(bld, inner, dl_index_constant(emitter, lane));
  MlirValue across =
      dl_int_add(bld, stage->origin, is_depth_last ? outer : inner);
  MlirValue depth = dl_int_add(
      bld, dl_int_mul(bld, step, dl_index_constant(emitter, stage->depth)),
      is_depth_last ? inner : outer);
  if (stage->may_overrun)
    *is_valid = both(bld, *is_valid, dl_int_less(bld, across, stage->across));
  if (stage->may_overrun_depth)
    *is_valid = both(bld, *is_valid, dl_int_less(bld, depth, gemm->depth));
  if (!stage->factor->is_plain)
    return gathered(gemm, stage, across, depth, is_valid);
  outer = is_depth_last ? across : depth;
  inner = is_depth_last ? depth : across;
  MlirValue rows = is_depth_last ? stage->across : gemm->depth;
  MlirValue cols = is_depth_last ? gemm->depth : stage->across;
  MlirValue row = dl_int_add(bld, dl_int_mul(bld, stage->batch, rows), outer);
  return dl_int_add(bld, dl_int_mul(bld, row, cols), inner);
}

/// Byte offset of an element of the tile in its stage.
static MlirValue shared_place(const dl_builder *bld, const dl_stage *stage,
                              MlirValue row, MlirValue element) {
  int elements = chunk_elements(stage);
  MlirValue count = dl_int_like(bld, element, elements);
  MlirValue place =
      dl_swizzled(bld, row, dl_int_div(bld, element, count), stage->row_bytes);
  int64_t known;
  if (!dl_is_constant(dl_int_rem(bld, element, count), &known) || known != 0)
    place = dl_int_add(bld, place,
                       dl_int_mul(bld, dl_int_rem(bld, element, count),
                                  dl_int_like(bld, element, stage->bytes)));
  return place;
}

// Asynchronous copies.

/// `count` elements of `type` behind `pointer`, of address space `space`.
static MlirValue step_pointer(const dl_builder *bld, int space,
                              MlirValue pointer, MlirType type,
                              MlirValue count) {
  const int32_t dynamic = INT32_MIN;
  return dl_llvm_getelementptr(
      bld, mlirLLVMPointerTypeGet(bld->context, (unsigned)space), pointer, 1,
      &count,
      (dl_llvm_getelementptr_attrs){
          .rawConstantIndices = mlirDenseI32ArrayGet(bld->context, 1, &dynamic),
          .elem_type = mlirTypeAttrGet(type)});
}

/// Where a chunk comes from. Pointers of later chunks are those of the first
/// and a constant, which instructions add themselves.
static MlirValue copied_from(dl_gemm *gemm, const dl_stage *stage,
                             struct place place, MlirValue step,
                             MlirValue *is_valid) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue linear = element_of(gemm, stage, place, 0, step, is_valid);
  MlirValue argument =
      stage->view->inputs[mlirBlockArgumentGetArgNumber(stage->factor->value)];
  if (place.ahead <= 0 || !stage->factor->is_plain)
    return step_pointer(bld, 0, argument, stage->type, linear);
  struct place first = place;
  MlirValue unused = {NULL};
  first.outer = place.first;
  linear = element_of(gemm, stage, first, 0, step, &unused);
  MlirValue rows =
      dl_int_mul(bld, dl_index_constant(gemm->emitter, place.ahead),
                 stage->factor->is_depth_last ? gemm->depth : stage->across);
  return step_pointer(bld, 0,
                      step_pointer(bld, 0, argument, stage->type, linear),
                      stage->type, rows);
}

/// Where a chunk goes; the swizzle's pattern returns after some rows.
static MlirValue copied_to(const dl_gemm *gemm, const dl_stage *stage,
                           struct place place, MlirValue slot) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  MlirType byte = mlirIntegerTypeGet(bld->context, 8);
  MlirValue chunk = dl_int_div(
      bld, place.inner, dl_constant_int(bld, i32, chunk_elements(stage)));
  bool is_ahead =
      place.ahead > 0 && place.ahead % dl_swizzle_rows(stage->row_bytes) == 0;
  MlirValue to = dl_swizzled(bld, is_ahead ? place.first : place.outer, chunk,
                             stage->row_bytes);
  to = dl_shared_pointer(bld, gemm->shared, dl_int_add(bld, to, slot));
  int64_t constant = stage->offset;
  if (is_ahead)
    constant += (int64_t)place.ahead * stage->row_bytes;
  return step_pointer(bld, 3, to, byte, dl_constant_int(bld, i32, constant));
}

static void copy_chunk(dl_gemm *gemm, dl_stage *stage, struct place place,
                       MlirValue step, MlirValue slot, MlirValue is_live) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  MlirValue is_valid = is_live;
  MlirValue from = copied_from(gemm, stage, place, step, &is_valid);
  from =
      dl_llvm_addrspacecast(bld, mlirLLVMPointerTypeGet(bld->context, 1), from);
  MlirValue size = {NULL};
  if (!mlirValueIsNull(is_valid))
    size = dl_arith_select(bld, is_valid,
                           dl_constant_int(bld, i32, DL_CHUNK_BYTES),
                           dl_constant_int(bld, i32, 0));
  dl_nvvm_cp_async_shared_global(
      bld, copied_to(gemm, stage, place, slot), from, size,
      (dl_nvvm_cp_async_shared_global_attrs){
          .size = dl_attr_i32(bld, DL_CHUNK_BYTES),
          .modifier = mlirAttributeParseGet(
              bld->context, DL_STR("#nvvm<load_cache_modifier cg>"))});
}

// Through registers.

/// The factor's elements from `linear` on, as they lie in memory or as maps
/// make them.
static void load_vector(dl_stage *stage, MlirValue linear,
                        MlirValue *elements) {
  const dl_factor *factor = stage->factor;
  dl_emitter *view = stage->view;
  MlirType type = dl_tensor_element(factor->value);
  if (factor->is_argument) {
    intptr_t argument = mlirBlockArgumentGetArgNumber(factor->value);
    MlirValue loaded = dl_load_elements(&view->bld, view->inputs[argument],
                                        linear, type, stage->width);
    for (int lane = 0; lane < stage->width; ++lane)
      elements[lane] = dl_loaded_element(&view->bld, loaded, type, lane);
    return;
  }
  dl_memo_mark mark = dl_memo_begin(view);
  dl_loops identity = dl_identity_loops(&factor->body->space);
  dl_chunk chunk = {
      .linear = {linear}, .width = stage->width, .is_whole = true};
  dl_load_ahead(view, &chunk);
  for (int lane = 0; lane < stage->width; ++lane)
    elements[lane] = dl_element(view, &chunk, factor->value, &identity, lane);
  dl_memo_end(view, mark);
}

/// A factor's element as it is multiplied.
static MlirValue staged_element(dl_gemm *gemm, const dl_stage *stage,
                                MlirValue element) {
  const dl_builder *bld = &gemm->emitter->bld;
  const dl_product *product = &gemm->part->products[stage->product];
  if (gemm->atom &&
      dl_atom_is(gemm->atom, stage->side, mlirValueGetType(element)))
    return dl_to_storage(bld, element);
  // The definition converts to the accumulator's type, which may be narrower.
  if (!mlirTypeEqual(mlirValueGetType(element), stage->type) &&
      dl_type_is_float(stage->type) && dl_type_width(product->accumulator) < 32)
    element = dl_to_type(bld, element, product->accumulator, false);
  element = dl_to_type(bld, element, stage->type, product->is_unsigned);
  // Instructions ignore the low bits of a tf32 number.
  return product->rounds_to_tf32 ? dl_round_to_tf32(bld, element) : element;
}

static void load_chunk(dl_gemm *gemm, dl_stage *stage, struct place place,
                       MlirValue step, MlirValue is_live) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue zero = dl_zero(bld, stage->type);
  for (int at = 0; at < chunk_elements(stage); at += stage->width) {
    MlirValue is_valid = is_live, elements[DL_CHUNK_BYTES];
    MlirValue linear = element_of(gemm, stage, place, at, step, &is_valid);
    bool is_sure = mlirValueIsNull(is_valid);
    // What is not there is read at the start, which is, and not used.
    if (!is_sure)
      linear = dl_arith_select(bld, is_valid, linear,
                               dl_index_constant(gemm->emitter, 0));
    load_vector(stage, linear, elements);
    for (int lane = 0; lane < stage->width; ++lane) {
      MlirValue element = staged_element(gemm, stage, elements[lane]);
      if (!is_sure)
        element = dl_arith_select(bld, is_valid, element, zero);
      stage->loaded[stage->n_loaded++] = element;
    }
  }
}

static void land_chunk(dl_gemm *gemm, dl_stage *stage, struct place place,
                       const MlirValue *elements, MlirValue slot) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  int count = chunk_elements(stage);
  MlirValue base =
      dl_int_add(bld, slot, dl_constant_int(bld, i32, stage->offset));
  if (stage->is_depth_inner == stage->factor->is_depth_last) {
    MlirValue to = shared_place(bld, stage, place.outer, place.inner);
    dl_shared_store(bld, gemm->shared, dl_int_add(bld, base, to), count,
                    elements);
    return;
  }
  for (int i = 0; i < count; ++i) {
    MlirValue row = dl_int_add(bld, place.inner, dl_constant_int(bld, i32, i));
    MlirValue to = shared_place(bld, stage, row, place.outer);
    dl_shared_store(bld, gemm->shared, dl_int_add(bld, base, to), 1,
                    elements + i);
  }
}

// All stages.

/// Linear batch of a plain factor: its dimensions along batches.
static MlirValue factor_batch(dl_gemm *gemm, const dl_factor *factor,
                              MlirOperation op) {
  dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue linear = dl_index_constant(emitter, 0);
  for (int dim = 0; dim < dl_rank(factor->value); ++dim) {
    dl_axis axis = dl_shape_rule_of(op)->axis(op, factor->operand, dim);
    if (dl_static_size(factor->value, dim) == 1 ||
        !dl_is_batch_loop(gemm->part, axis.loop))
      continue;
    linear =
        dl_int_mul(bld, linear, dl_device_size(emitter, factor->value, dim));
    linear =
        dl_int_add(bld, linear, dl_loop_index(gemm, axis.loop, gemm->batch));
  }
  return linear;
}

static bool is_multiple(MlirValue size, int64_t of) {
  int64_t known;
  return dl_is_constant(size, &known) && known % of == 0;
}

dl_emitter *dl_open_view(dl_emitter *emitter, const dl_body *body) {
  dl_emitter *view = DL_ARENA_ARRAY(emitter->arena, dl_emitter, 1);
  *view = *emitter;
  view->body = body;
  view->group_rank[0] = view->group_rank[1] = 0;
  for (int i = 0; i < body->space.rank; ++i)
    view->sizes[i] = dl_device_size(emitter, body->space.shape_of, i);
  dl_group_dims(view, false);
  return view;
}

static void begin_stage(dl_gemm *gemm, dl_stage *stage, int side) {
  dl_emitter *emitter = gemm->emitter;
  const dl_factor *factor = stage->factor;
  const dl_product *product = &gemm->part->products[stage->product];
  stage->view = dl_open_view(emitter, factor->body);
  if (factor->is_plain)
    stage->batch = factor_batch(gemm, factor, product->op);
  stage->origin = side ? gemm->col : gemm->row;
  MlirValue across = side ? gemm->cols : gemm->rows;
  stage->across = across;
  stage->may_overrun = !is_multiple(across, stage->extent);
  stage->may_overrun_depth = !is_multiple(gemm->depth, stage->depth);
}

void dl_begin_stages(dl_gemm *gemm) {
  const dl_part *part = gemm->part;
  gemm->n_stages = 1 + part->n_products;
  gemm->stages =
      DL_ARENA_ARRAY(gemm->emitter->arena, dl_stage, (size_t)gemm->n_stages);
  gemm->slot_bytes = 0;
  for (int i = 0; i < gemm->n_stages; ++i) {
    dl_stage *stage = &gemm->stages[i];
    dl_plan_stage(part, i ? i - 1 : 0, i > 0, gemm->schedule, gemm->atom,
                  gemm->variant, stage);
    stage->offset = gemm->slot_bytes;
    gemm->slot_bytes += stage->row_bytes * stage->n_rows;
    begin_stage(gemm, stage, i > 0);
  }
}

void dl_load_stages(dl_gemm *gemm, MlirValue step, MlirValue slot,
                    MlirValue is_live) {
  const dl_builder *bld = &gemm->emitter->bld;
  for (int i = 0; i < gemm->n_stages; ++i) {
    dl_stage *stage = &gemm->stages[i];
    stage->n_loaded = 0;
    for (int it = 0; it < n_iterations(gemm, stage); ++it) {
      MlirValue is_there;
      struct place place = place_of(gemm, stage, it, &is_there);
      if (!stage->is_async) {
        load_chunk(gemm, stage, place, step, both(bld, is_live, is_there));
        continue;
      }
      dl_region_op branch = {0};
      if (!mlirValueIsNull(is_there))
        branch = dl_if_open(bld, is_there);
      copy_chunk(gemm, stage, place, step, slot, is_live);
      if (!mlirValueIsNull(is_there))
        dl_if_close(bld, &branch);
    }
  }
}

void dl_land_stages(dl_gemm *gemm, MlirValue slot) {
  const dl_builder *bld = &gemm->emitter->bld;
  for (int i = 0; i < gemm->n_stages; ++i) {
    dl_stage *stage = &gemm->stages[i];
    if (stage->is_async)
      continue;
    for (int it = 0; it < n_iterations(gemm, stage); ++it) {
      MlirValue is_there;
      struct place place = place_of(gemm, stage, it, &is_there);
      dl_region_op branch = {0};
      if (!mlirValueIsNull(is_there))
        branch = dl_if_open(bld, is_there);
      land_chunk(gemm, stage, place, stage->loaded + it * chunk_elements(stage),
                 slot);
      if (!mlirValueIsNull(is_there))
        dl_if_close(bld, &branch);
    }
  }
}
