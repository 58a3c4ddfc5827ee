// Kernels of attention: reading, which schedule, where a CTA's tile lies. What
// it does there is in attention_tile.c.
#include "lowering/kernel/attention.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/reference/scalar.h"

static const dl_attention_schedule schedules[] = {
#define DL_ATTENTION_SCHEDULE(...) {__VA_ARGS__},
#include "lowering/kernel/schedules/attention.inc"
#undef DL_ATTENTION_SCHEDULE
};
enum {
  N_SCHEDULES = sizeof(schedules) / sizeof(schedules[0]),
  MOST_KEYS_IN_REGISTERS = 16
};

// Reading.

static MlirLogicalResult find_attention(dl_body *kernel, MlirOperation *found) {
  *found = (MlirOperation){NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(kernel->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (dl_yield_is(op))
      continue;
    if (!dl_attention_is(op)) {
      if (mlirLogicalResultIsFailure(dl_check_code(kernel, op)))
        return mlirLogicalResultFailure();
      continue;
    }
    if (!mlirOperationIsNull(*found))
      return dl_emit_error_with_note(
          op, "is the second of its kernel; split the kernel between them",
          *found, "the first is here");
    *found = op;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_heads(const dl_attention_kernel *attention) {
  static const char *const names[] = {"query", "key", "value"};
  for (int i = 0; i < 3; ++i) {
    MlirValue value = attention->factors[i].value;
    int64_t size = dl_static_size(value, dl_rank(value) - 1);
    if (size < 0)
      return dl_emit_error(attention->op,
                           "has a %s whose last dimension is not static, for "
                           "which there is no GPU code; make it static",
                           names[i]);
    if (size == 0)
      return dl_emit_error(attention->op,
                           "has a %s whose last dimension is 0, for which "
                           "there is no GPU code; compile for the CPU",
                           names[i]);
  }
  MlirValue query = attention->factors[DL_QUERY].value;
  int64_t depth = dl_static_size(query, dl_rank(query) - 1);
  int largest = schedules[N_SCHEDULES - 1].largest_head;
  if (depth > largest)
    return dl_emit_error(attention->op,
                         "has queries of %ld elements, but there is GPU code "
                         "for at most %d; compile for the CPU",
                         (long)depth, largest);
  return mlirLogicalResultSuccess();
}

/// What is computed before an operand, over its own dimensions.
static MlirLogicalResult read_operand(dl_body *kernel, dl_arena *arena,
                                      MlirValue value, const dl_body **body) {
  dl_body *own = DL_ARENA_ARRAY(arena, dl_body, 1);
  *own = (dl_body){.op = kernel->op, .block = kernel->block, .n_outputs = 1};
  own->outputs[0].value = value;
  *body = own;
  if (mlirLogicalResultIsFailure(dl_need_sizes(kernel, value)))
    return mlirLogicalResultFailure();
  return dl_read_part(own, value);
}

static MlirLogicalResult read_factors(dl_body *kernel, dl_arena *arena,
                                      dl_attention_kernel *attention) {
  MlirOperation op = attention->op;
  const MlirValue values[] = {dl_attention_query(op), dl_attention_key(op),
                              dl_attention_value(op)};
  for (int i = 0; i < 3; ++i) {
    dl_factor *factor = &attention->factors[i];
    // Keys and values come in blocks of rows: those are the depth.
    bool is_query = i == DL_QUERY;
    *factor = (dl_factor){.value = values[i],
                          .operand = i,
                          .is_argument = !mlirValueIsAOpResult(values[i]),
                          .is_plain = true,
                          .is_depth_last = is_query,
                          .n_inner = 1};
    if (mlirLogicalResultIsFailure(
            read_operand(kernel, arena, values[i], &factor->body)))
      return mlirLogicalResultFailure();
  }
  attention->mask = dl_attention_mask(op);
  if (mlirValueIsNull(attention->mask))
    return mlirLogicalResultSuccess();
  return read_operand(kernel, arena, attention->mask, &attention->mask_body);
}

static int8_t role_of(int dim, int rank) {
  return dim == rank - 1 ? DL_COL : dim == rank - 2 ? DL_ROW : DL_BATCH;
}

static MlirLogicalResult read_attention(MlirOperation kernel, dl_arena *arena,
                                        dl_body *body) {
  MlirOperation op;
  if (mlirLogicalResultIsFailure(dl_begin_body(kernel, body)) ||
      mlirLogicalResultIsFailure(find_attention(body, &op)))
    return mlirLogicalResultFailure();
  dl_attention_kernel *attention =
      DL_ARENA_ARRAY(arena, dl_attention_kernel, 1);
  attention->op = op;
  attention->type = dl_statistics_type(op);
  body->detail = attention;
  if (mlirLogicalResultIsFailure(read_factors(body, arena, attention)) ||
      mlirLogicalResultIsFailure(check_heads(attention)))
    return mlirLogicalResultFailure();
  dl_part *part = &attention->part;
  part->body = DL_ARENA_ARRAY(arena, dl_body, 1);
  *part->body = (dl_body){.op = kernel,
                          .block = body->block,
                          .n_outputs = body->n_outputs,
                          .n_given = 1,
                          .given = {dl_result(op, 0)}};
  for (int i = 0; i < body->n_outputs; ++i) {
    part->outputs[i] = i;
    part->body->outputs[i].value = body->outputs[i].value;
  }
  part->n_products = 1;
  part->products[0] = (dl_product){.op = op, .accumulator = attention->type};
  int rank = (int)dl_rank(dl_result(op, 0));
  for (int i = 0; i < rank; ++i) {
    part->loops[i] = i;
    part->roles[i] = role_of(i, rank);
  }
  if (mlirLogicalResultIsFailure(dl_read_part(part->body, dl_result(op, 0))))
    return mlirLogicalResultFailure();
  return dl_need_sizes(body, dl_result(op, 0));
}

// Planning.

int dl_padded_head(int64_t size) {
  int padded = 16;
  while (padded < size)
    padded *= 2;
  return padded;
}

static int64_t head_size(const dl_attention_kernel *attention, int factor) {
  MlirValue value = attention->factors[factor].value;
  return dl_static_size(value, dl_rank(value) - 1);
}

/// The instruction for both products: all factors of one 16-bit type.
static const dl_matrix_atom *find_atom(const dl_attention_kernel *attention,
                                       const dl_gpu_target *target) {
  MlirType type = dl_tensor_element(attention->factors[0].value);
  for (int i = 0; i < 3; ++i)
    if (!mlirTypeEqual(dl_tensor_element(attention->factors[i].value), type))
      return NULL;
  if (!mlirTypeIsAF16(type) && !mlirTypeIsABF16(type))
    return NULL;
  if (mlirTypeIsAF64(attention->type))
    return NULL;
  return dl_matrix_atom_for(type, type, false, false, target);
}

static MlirType stage_type(const dl_attention_kernel *attention,
                           const dl_matrix_atom *atom) {
  return atom ? dl_tensor_element(attention->factors[0].value)
              : attention->type;
}

static int tile_cols(const dl_attention_kernel *attention,
                     const dl_attention_schedule *schedule) {
  int cols = dl_padded_head(head_size(attention, DL_VALUE));
  return cols < schedule->largest_cols ? cols : schedule->largest_cols;
}

static int tile_rows(const dl_attention_schedule *schedule) {
  return DL_ATOM_ROWS * schedule->atoms * schedule->warps;
}

static void plan_stage(const dl_attention_kernel *attention, int factor,
                       const dl_attention_schedule *schedule,
                       const dl_matrix_atom *atom, const dl_variant *variant,
                       dl_stage *stage) {
  MlirType type = stage_type(attention, atom);
  int bytes = (int)dl_type_width(type) / 8;
  MlirValue value = attention->factors[factor].value;
  int64_t last = dl_static_size(value, dl_rank(value) - 1);
  bool is_query = factor == DL_QUERY;
  int inner = factor == DL_VALUE ? tile_cols(attention, schedule)
                                 : dl_padded_head(last);
  int outer = is_query ? tile_rows(schedule) : schedule->keys;
  *stage = (dl_stage){.factor = &attention->factors[factor],
                      .type = type,
                      .bytes = bytes,
                      .extent = is_query ? outer : inner,
                      .depth = is_query ? inner : outer,
                      .is_depth_inner = is_query,
                      .width = 1,
                      .row_bytes = inner * bytes,
                      .n_rows = outer};
  int chunk = DL_CHUNK_BYTES / bytes;
  if (variant->needs_alignment)
    for (int width = chunk; width > 1 && stage->width == 1; width /= 2)
      if (last % width == 0)
        stage->width = width;
  stage->is_async = variant->needs_alignment && stage->factor->is_argument &&
                    mlirTypeEqual(dl_tensor_element(value), type) &&
                    stage->width == chunk;
}

static int shared_bytes(const dl_attention_kernel *attention,
                        const dl_attention_schedule *schedule,
                        const dl_matrix_atom *atom, const dl_variant *variant) {
  int bytes = 0;
  for (int i = 0; i < 3; ++i) {
    dl_stage stage;
    plan_stage(attention, i, schedule, atom, variant, &stage);
    bytes +=
        stage.row_bytes * stage.n_rows * (i == DL_QUERY ? 1 : schedule->stages);
  }
  if (!atom)
    bytes +=
        dl_fma_weight_bytes(schedule, (int)dl_type_width(attention->type) / 8);
  int slabs = schedule->warps * dl_slab_bytes(DL_ATOM_ROWS,
                                              tile_cols(attention, schedule), 1,
                                              attention->type);
  return bytes > slabs ? bytes : slabs;
}

static const dl_attention_schedule *choose(const dl_attention_kernel *attention,
                                           const dl_matrix_atom *atom,
                                           const dl_gpu_target *target,
                                           const dl_variant *variant) {
  int64_t depth = head_size(attention, DL_QUERY);
  int64_t cols = head_size(attention, DL_VALUE);
  const dl_attention_schedule *last = NULL;
  for (int i = 0; i < N_SCHEDULES; ++i) {
    const dl_attention_schedule *row = &schedules[i];
    if (row->has_atoms != (atom != NULL) || depth > row->largest_head ||
        target->sm < row->from_sm || target->sm > row->to_sm ||
        shared_bytes(attention, row, atom, variant) > target->shared_bytes)
      continue;
    // What goes through registers leaves less room for large blocks.
    if (!variant->needs_alignment && row->keys > MOST_KEYS_IN_REGISTERS)
      continue;
    last = row;
    if (cols <= row->largest_cols)
      return row;
  }
  return last;
}

static void set_launch(const dl_attention_kernel *attention,
                       const dl_attention_schedule *schedule,
                       const dl_matrix_atom *atom, dl_variant *variant) {
  variant->schedule = schedule->name;
  variant->row = schedule;
  variant->threads = 32 * schedule->warps;
  variant->min_ctas = schedule->min_ctas;
  variant->shared_bytes = shared_bytes(attention, schedule, atom, variant);
  variant->n_tilings = 1;
  dl_tiling *tiling = &variant->tilings[0];
  *tiling = (dl_tiling){.tensor = dl_result(attention->op, 0),
                        .rows = tile_rows(schedule),
                        .cols = tile_cols(attention, schedule)};
  int rank = (int)dl_rank(tiling->tensor);
  for (int i = 0; i < rank; ++i)
    tiling->roles[i] = attention->part.roles[i];
}

static int result_width(const dl_attention_kernel *attention) {
  const dl_body *body = attention->part.body;
  int64_t width = DL_CHUNK_BYTES / dl_smallest_element(body);
  width = width > 8 ? 8 : width;
  while (head_size(attention, DL_VALUE) % width != 0)
    width /= 2;
  return (int)width;
}

static MlirLogicalResult plan_attention(const dl_body *body,
                                        const dl_gpu_target *target,
                                        dl_plan *plan) {
  const dl_attention_kernel *attention = body->detail;
  const dl_matrix_atom *atom = find_atom(attention, target);
  *plan = (dl_plan){.detail = atom};
  bool is_dynamic = false, is_large = false;
  dl_add_large(plan, dl_result(attention->op, 0), &is_dynamic, &is_large);
  for (int i = 0; i < 3; ++i)
    dl_add_large(plan, attention->factors[i].value, &is_dynamic, &is_large);
  if (!mlirValueIsNull(attention->mask))
    dl_add_large(plan, attention->mask, &is_dynamic, &is_large);
  dl_variant fast = {.width = result_width(attention),
                     .is_whole = true,
                     .is_wide = is_large,
                     .needs_alignment = true,
                     .needs_small = is_dynamic && !is_large};
  dl_variant any = {
      .width = 1, .is_whole = true, .is_wide = is_dynamic || is_large};
  const dl_attention_schedule *schedules_of[] = {
      choose(attention, atom, target, &fast),
      choose(attention, atom, target, &any)};
  if (!schedules_of[0] && atom) {
    // Heads that are too large for matrix instructions.
    plan->detail = atom = NULL;
    schedules_of[0] = choose(attention, atom, target, &fast);
    schedules_of[1] = choose(attention, atom, target, &any);
  }
  if (!schedules_of[0] || !schedules_of[1])
    return dl_emit_error(attention->op,
                         "has heads that are too large for the shared memory "
                         "of %s; compile for another GPU, or for the CPU",
                         target->chip);
  set_launch(attention, schedules_of[0], atom, &fast);
  set_launch(attention, schedules_of[1], atom, &any);
  plan->variants[plan->n_variants++] = fast;
  plan->variants[plan->n_variants++] = any;
  return mlirLogicalResultSuccess();
}

// Code.

/// Places the tile with number `number`: all rows of some heads, then the next
/// heads, so that the keys and values of what runs together stay near. Of
/// causal tiles the longest come first.
static void place_tile(dl_attend *attend, MlirValue number) {
  enum { HEADS = 16 };
  dl_gemm *gemm = &attend->queries;
  const dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue rows = dl_index_constant(emitter, gemm->schedule->rows);
  MlirValue cols = dl_index_constant(emitter, gemm->part_cols);
  MlirValue down = dl_int_ceil_div(bld, gemm->rows, rows);
  MlirValue along = dl_int_ceil_div(bld, gemm->cols, cols);
  MlirValue heads = dl_index_constant(emitter, 1);
  for (int i = 0; i < emitter->body->space.rank - 2; ++i)
    heads = dl_int_mul(bld, heads, emitter->sizes[i]);
  MlirValue col = dl_int_rem(bld, number, along);
  number = dl_int_div(bld, number, along);
  MlirValue group = dl_index_constant(emitter, HEADS);
  MlirValue a_group = dl_int_mul(bld, down, group);
  MlirValue first = dl_int_mul(bld, dl_int_div(bld, number, a_group), group);
  MlirValue in_group = dl_int_rem(bld, number, a_group);
  int64_t known;
  if (!dl_is_constant(heads, &known) || known % HEADS != 0)
    group = dl_arith_minui(bld, dl_sub(bld, heads, first), group);
  gemm->batch = dl_int_add(bld, first, dl_int_rem(bld, in_group, group));
  MlirValue row = dl_int_div(bld, in_group, group);
  if (dl_attention_causal(attend->attention->op))
    row = dl_sub(bld, dl_sub(bld, down, dl_index_constant(emitter, 1)), row);
  gemm->row = dl_int_mul(bld, row, rows);
  gemm->col = dl_int_mul(bld, col, cols);
}

/// The head of keys for a head of queries, both counted over all batches.
static MlirValue key_head(const dl_attend *attend) {
  dl_emitter *emitter = attend->queries.emitter;
  const dl_builder *bld = &emitter->bld;
  MlirValue key = attend->attention->factors[DL_KEY].value;
  int head = (int)dl_rank(key) - 3;
  MlirValue heads = emitter->sizes[head];
  MlirValue key_heads = dl_device_size(emitter, key, head);
  MlirValue shared = dl_int_div(bld, heads, key_heads);
  // A batch has a whole number of groups of heads.
  return dl_int_div(bld, attend->queries.batch, shared);
}

static bool is_multiple(MlirValue size, int64_t of) {
  int64_t known;
  return dl_is_constant(size, &known) && known % of == 0;
}

static void begin_stage(dl_attend *attend, int factor,
                        const dl_variant *variant, dl_stage *stage) {
  dl_emitter *emitter = attend->queries.emitter;
  const dl_attention_kernel *attention = attend->attention;
  plan_stage(attention, factor, attend->schedule, attend->atom, variant, stage);
  MlirValue value = stage->factor->value;
  int rank = (int)dl_rank(value);
  stage->view = dl_open_view(emitter, stage->factor->body);
  stage->batch = factor == DL_QUERY ? attend->queries.batch : key_head(attend);
  stage->origin = factor == DL_QUERY   ? attend->queries.row
                  : factor == DL_VALUE ? attend->queries.col
                                       : dl_index_constant(emitter, 0);
  bool is_query = factor == DL_QUERY;
  stage->across =
      dl_device_size(emitter, value, is_query ? rank - 2 : rank - 1);
  MlirValue depth =
      dl_device_size(emitter, value, is_query ? rank - 1 : rank - 2);
  stage->may_overrun = !is_multiple(stage->across, stage->extent);
  stage->may_overrun_depth = !is_multiple(depth, stage->depth);
}

static void begin_stages(dl_attend *attend, const dl_variant *variant) {
  dl_arena *arena = attend->queries.emitter->arena;
  dl_stage *stages = DL_ARENA_ARRAY(arena, dl_stage, 3);
  for (int i = 0; i < 3; ++i)
    begin_stage(attend, i, variant, &stages[i]);
  dl_gemm *blocks = &attend->blocks, *queries = &attend->queries;
  blocks->n_stages = 2;
  blocks->stages = stages + DL_KEY;
  stages[DL_VALUE].offset = stages[DL_KEY].row_bytes * stages[DL_KEY].n_rows;
  blocks->slot_bytes = stages[DL_VALUE].offset +
                       stages[DL_VALUE].row_bytes * stages[DL_VALUE].n_rows;
  queries->n_stages = 1;
  queries->stages = stages;
  stages[DL_QUERY].offset = blocks->slot_bytes * attend->schedule->stages;
  attend->weights = stages[DL_QUERY].offset +
                    stages[DL_QUERY].row_bytes * stages[DL_QUERY].n_rows;
}

/// An emitter over the result's dimensions: rows of all heads, then columns.
static dl_gemm begin_gemm(dl_emitter *emitter,
                          const dl_attention_kernel *attention,
                          const dl_variant *variant) {
  const dl_attention_schedule *schedule = variant->row;
  dl_gemm_schedule *tile = DL_ARENA_ARRAY(emitter->arena, dl_gemm_schedule, 1);
  *tile = (dl_gemm_schedule){.name = schedule->name,
                             .rows = tile_rows(schedule),
                             .cols = tile_cols(attention, schedule),
                             .stages = schedule->stages};
  dl_emitter *own = dl_part_emitter(emitter, &attention->part);
  const dl_builder *bld = &own->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  MlirValue warp_size = dl_constant_int(bld, i32, 32);
  dl_gemm gemm = {.emitter = own,
                  .schedule = tile,
                  .variant = variant,
                  .part = &attention->part,
                  .threads = variant->threads,
                  .part_cols = tile->cols,
                  .accumulator = attention->type};
  int rank = attention->part.body->space.rank;
  gemm.cols = own->sizes[rank - 1];
  gemm.rows = own->sizes[rank - 2];
  gemm.thread = dl_thread(bld, i32, gemm.threads);
  gemm.lane = dl_int_rem(bld, gemm.thread, warp_size);
  gemm.warp = dl_int_div(bld, gemm.thread, warp_size);
  gemm.shared = dl_shared_base(bld);
  return gemm;
}

static void emit_attention(dl_emitter *emitter, const dl_plan *plan,
                           const dl_variant *variant) {
  const dl_attention_kernel *attention = emitter->kernel->detail;
  const dl_builder *bld = &emitter->bld;
  dl_attend *attend = DL_ARENA_ARRAY(emitter->arena, dl_attend, 1);
  attend->attention = attention;
  attend->schedule = variant->row;
  attend->atom = plan->detail;
  attend->queries = begin_gemm(emitter, attention, variant);
  place_tile(attend, dl_block(bld, emitter->index));
  attend->blocks = attend->queries;
  attend->n_atoms = attend->schedule->atoms;
  attend->key_atoms = attend->schedule->keys / DL_ATOM_COLS;
  attend->value_atoms = attend->queries.part_cols / DL_ATOM_COLS;
  attend->query_depth = dl_padded_head(head_size(attention, DL_QUERY));
  attend->warp_row =
      dl_int_mul(bld, attend->queries.warp,
                 dl_attend_i32(attend, DL_ATOM_ROWS * attend->n_atoms));
  MlirValue key = attention->factors[DL_KEY].value;
  attend->n_queries = attend->queries.rows;
  attend->n_keys = dl_device_size(emitter, key, (int)dl_rank(key) - 2);
  attend->queries.depth = dl_index_constant(attend->queries.emitter,
                                            head_size(attention, DL_QUERY));
  attend->blocks.depth = attend->n_keys;
  begin_stages(attend, variant);
  dl_emit_attention_tile(attend);
}

const dl_generator dl_attention_generator = {"attention", read_attention,
                                             plan_attention, emit_attention};
