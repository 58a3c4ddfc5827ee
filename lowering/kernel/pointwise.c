// Kernels of maps and casts: each thread computes a few vectors of neighbouring
// elements; a tile at the end goes element by element.
#include "lowering/kernel/generator.h"

struct schedule {
  const char *name;
  int threads, vectors, vector_bytes, min_ctas, from_sm, to_sm;
};

static const struct schedule schedules[] = {
#define DL_POINTWISE_SCHEDULE(...) {__VA_ARGS__},
#include "lowering/kernel/schedules/pointwise.inc"
#undef DL_POINTWISE_SCHEDULE
};

/// True if every tensor runs along all dimensions in order, so that vectors may
/// cross the end of the last.
static bool is_flat(const dl_body *body) {
  dl_loops identity = dl_identity_loops(&body->space);
  for (int i = 0; i < body->n_accesses; ++i)
    if (!dl_loops_equal(&body->accesses[i].loops, &identity))
      return false;
  return true;
}

static MlirLogicalResult plan_pointwise(const dl_body *body,
                                        const dl_gpu_target *target,
                                        dl_plan *plan) {
  const struct schedule *row = schedules;
  while (target->sm < row->from_sm || target->sm > row->to_sm)
    ++row;
  *plan = (dl_plan){.schedule = row->name,
                    .threads = row->threads,
                    .min_ctas = row->min_ctas,
                    .row = row};
  // A vector holds 16 bytes of the smallest type, but no more than 8 elements.
  int64_t width = row->vector_bytes / dl_smallest_element(body);
  width = width > 8 ? 8 : width;
  if (body->space.rank == 0)
    width = 1;
  plan->work_per_cta = row->threads * row->vectors;
  dl_plan_variants(body, (int)width, !is_flat(body), plan);
  return mlirLogicalResultSuccess();
}

static void store_all(dl_emitter *emitter, dl_chunk *chunk) {
  for (int i = 0; i < emitter->body->n_outputs; ++i)
    dl_store_output(emitter, chunk, i);
}

/// A tile that is all there: loads first, so that all are under way.
static void emit_tile(dl_emitter *emitter, const struct schedule *schedule,
                      const dl_variant *variant, MlirValue start,
                      MlirValue thread) {
  const dl_builder *bld = &emitter->bld;
  dl_chunk *chunks =
      DL_ARENA_ARRAY(emitter->arena, dl_chunk, (size_t)schedule->vectors);
  for (int i = 0; i < schedule->vectors; ++i) {
    MlirValue place = dl_int_add(
        bld, thread, dl_index_constant(emitter, i * schedule->threads));
    place = dl_int_mul(bld, place, dl_index_constant(emitter, variant->width));
    chunks[i] = (dl_chunk){.linear = {dl_int_add(bld, start, place)},
                           .width = variant->width,
                           .is_whole = variant->is_whole};
    dl_load_ahead(emitter, &chunks[i]);
  }
  for (int i = 0; i < schedule->vectors; ++i)
    store_all(emitter, &chunks[i]);
}

static void emit_rest(dl_emitter *emitter, const struct schedule *schedule,
                      MlirValue from, MlirValue count) {
  const dl_builder *bld = &emitter->bld;
  dl_region_op loop = dl_for_open(
      bld, from, count, dl_index_constant(emitter, schedule->threads), 0, NULL);
  dl_chunk chunk = {.linear = {mlirBlockGetArgument(loop.block, 0)},
                    .width = 1,
                    .is_whole = true};
  store_all(emitter, &chunk);
  dl_for_close(bld, &loop, 0, NULL);
}

static void emit_pointwise(dl_emitter *emitter, const dl_plan *plan,
                           const dl_variant *variant) {
  const struct schedule *schedule = plan->row;
  const dl_builder *bld = &emitter->bld;
  dl_group_dims(emitter, false);
  int tile = schedule->threads * schedule->vectors * variant->width;
  MlirValue count = dl_group_size(emitter, 0);
  MlirValue tile_size = dl_index_constant(emitter, tile);
  MlirValue thread = dl_thread(bld, emitter->index, schedule->threads);
  MlirValue start = dl_int_mul(bld, dl_block(bld, emitter->index), tile_size);
  int64_t known;
  bool is_exact = dl_is_constant(count, &known) && known % tile == 0;
  if (is_exact) {
    emit_tile(emitter, schedule, variant, start, thread);
    return;
  }
  MlirValue is_over =
      dl_int_less(bld, count, dl_int_add(bld, start, tile_size));
  dl_region_op branch = dl_if_open(bld, is_over);
  dl_memo_mark mark = dl_memo_begin(emitter);
  emit_rest(emitter, schedule, dl_int_add(bld, start, thread), count);
  dl_memo_end(emitter, mark);
  dl_if_else(bld, &branch);
  emit_tile(emitter, schedule, variant, start, thread);
  dl_memo_end(emitter, mark);
  dl_if_close(bld, &branch);
}

const dl_generator dl_pointwise_generator = {"pointwise", dl_read_plain,
                                             plan_pointwise, emit_pointwise};
