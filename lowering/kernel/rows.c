// Kernels of softmax, norms and reductions with the maps around them: one row
// to some lanes, its elements in registers where they fit, else read again for
// each pass.
#include "lowering/kernel/generator.h"

#include <string.h>

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/lanes.h"
#include "lowering/reference/scalar.h"

struct schedule {
  const char *name;
  int64_t longest_row;
  bool in_registers;
  int lanes, threads, elements, vector_bytes, min_ctas, from_sm, to_sm;
};

static const struct schedule schedules[] = {
#define DL_ROW_SCHEDULE(...) {__VA_ARGS__},
#include "lowering/kernel/schedules/rows.inc"
#undef DL_ROW_SCHEDULE
};
enum { N_SCHEDULES = sizeof(schedules) / sizeof(schedules[0]) };

// Planning.

/// True if the reduced dimensions are the last ones.
static bool rows_are_trailing(const dl_space *space) {
  bool seen = false;
  for (int i = 0; i < space->rank; ++i) {
    if (seen && !space->is_reduced[i])
      return false;
    seen |= space->is_reduced[i];
  }
  return seen;
}

/// Elements of a row; -1 if not static.
static int64_t row_length(const dl_space *space) {
  int64_t length = 1;
  for (int i = 0; i < space->rank; ++i) {
    if (!space->is_reduced[i])
      continue;
    if (space->sizes[i] < 0 || length > INT32_MAX)
      return -1;
    length *= space->sizes[i];
  }
  return length;
}

/// How much of the registers a row takes: values kept for a later pass, in
/// units of 32 bits an element.
static int registers_per_element(const dl_body *body) {
  int count = 0;
  for (int i = 0; i < body->n_row_ops; ++i) {
    MlirType type = dl_tensor_element(dl_row_op_input(body->row_ops[i]));
    count += dl_type_width(type) > 32 ? 2 : 1;
  }
  return count;
}

static bool fits(const struct schedule *row, const dl_body *body,
                 const dl_gpu_target *target) {
  if (target->sm < row->from_sm || target->sm > row->to_sm)
    return false;
  bool is_trailing = rows_are_trailing(&body->space);
  if (strcmp(row->name, "lane") == 0)
    return !is_trailing;
  int64_t length = row_length(&body->space);
  if (!row->in_registers)
    return true;
  return length > 0 && length <= row->longest_row / registers_per_element(body);
}

static MlirType pass_type(MlirOperation op) {
  return dl_reduce_is(op) ? dl_acc_type(op) : dl_statistics_type(op);
}

static int passes_of(MlirOperation op) {
  return dl_softmax_is(op) || dl_layer_norm_is(op) ? 2 : 1;
}

/// Threads that share a row.
static int lanes_of(const struct schedule *row, int64_t length, int width) {
  int lanes = row->lanes;
  while (lanes > 1 && lanes <= 32 && (int64_t)lanes / 2 * width >= length)
    lanes /= 2;
  return lanes;
}

static int plan_width(const dl_body *body, const struct schedule *row) {
  const dl_space *space = &body->space;
  int64_t last = space->rank ? space->sizes[space->rank - 1] : 1;
  int64_t width = row->vector_bytes / dl_smallest_element(body);
  width = width > 8 ? 8 : width < 1 ? 1 : width;
  while (last >= 0 && width > 1 && last % width != 0)
    width /= 2;
  return last == 0 ? 1 : (int)width;
}

/// CTAs an SM that leave each thread enough registers: what it keeps of the
/// row, a vector of every other tensor along it, and some for indices.
static int plan_min_ctas(const dl_body *body, const struct schedule *row,
                         int width) {
  enum { SM_REGISTERS = 65536, OTHER_REGISTERS = 16 };
  MlirContext context = mlirOperationGetContext(body->op);
  int needed = row->elements + OTHER_REGISTERS;
  int64_t row_bytes = 0;
  for (int i = 0; i < body->n_accesses; ++i) {
    const dl_access *access = &body->accesses[i];
    bool is_along = false;
    for (int j = 0; j < access->loops.rank; ++j)
      is_along |= access->loops.loop[j] >= 0 &&
                  body->space.is_reduced[access->loops.loop[j]];
    if (!is_along)
      continue;
    int64_t bytes =
        width * dl_storage_bytes(context, dl_tensor_element(access->tensor));
    needed += (int)((bytes + 3) / 4);
    if (row_bytes == 0)
      row_bytes = bytes;
  }
  // The first read is the row itself, counted in full already.
  needed -= (int)((row_bytes + 3) / 4);
  int ctas = row->min_ctas;
  while (ctas > 1 && needed >= SM_REGISTERS / (row->threads * ctas))
    --ctas;
  return ctas;
}

static MlirLogicalResult plan_rows(const dl_body *body,
                                   const dl_gpu_target *target, dl_plan *plan) {
  const struct schedule *row = schedules;
  while (!fits(row, body, target))
    ++row;
  *plan = (dl_plan){.schedule = row->name,
                    .threads = row->threads,
                    .counts_rows = true,
                    .row = row};
  int width = plan_width(body, row);
  plan->min_ctas = plan_min_ctas(body, row, width);
  // All versions share a grid, so the fast one's width decides.
  int lanes = row->in_registers ? lanes_of(row, row_length(&body->space), width)
                                : row->lanes;
  plan->work_per_cta = row->threads / lanes;
  MlirContext context = mlirOperationGetContext(body->op);
  for (int i = 0; lanes > 32 && i < body->n_row_ops; ++i)
    for (int j = 0; j < passes_of(body->row_ops[i]); ++j)
      plan->scratch[plan->n_scratch++] =
          dl_lanes_scratch(context, pass_type(body->row_ops[i]), lanes);
  dl_plan_variants(body, width, true, plan);
  return mlirLogicalResultSuccess();
}

// Code.

struct rows {
  dl_emitter *emitter;
  const struct schedule *schedule;
  const dl_variant *variant;
  int lanes;
  MlirValue thread; ///< i32
  MlirValue lane;   ///< within the row
  MlirValue length; ///< of the row
  MlirValue is_row; ///< null: always; else false for lanes beyond the last row
  int n_chunks;     ///< in registers
  dl_chunk *chunks;
  int n_passes; ///< so far
};

/// What a pass combines: the term of one element.
typedef MlirValue (*term_fn)(struct rows *rows, dl_chunk *chunk, int lane,
                             MlirOperation op, MlirValue statistic);

struct pass {
  dl_combine kind;
  bool is_unsigned;
  MlirType type;
  term_fn term;
  MlirOperation op;
  MlirValue statistic; ///< of an earlier pass
};

static MlirValue input_as(struct rows *rows, dl_chunk *chunk, int lane,
                          MlirOperation op, MlirType type, bool is_unsigned) {
  dl_emitter *emitter = rows->emitter;
  dl_loops identity = dl_identity_loops(&emitter->body->space);
  return dl_to_type(
      &emitter->bld,
      dl_element(emitter, chunk, dl_row_op_input(op), &identity, lane), type,
      is_unsigned);
}

static MlirValue plain_term(struct rows *rows, dl_chunk *chunk, int lane,
                            MlirOperation op, MlirValue statistic) {
  return input_as(rows, chunk, lane, op, pass_type(op),
                  dl_reduce_is(op) && dl_reduce_is_unsigned(op));
}

static MlirValue exponential_term(struct rows *rows, dl_chunk *chunk, int lane,
                                  MlirOperation op, MlirValue maximum) {
  return dl_softmax_exponential(rows->emitter, chunk, op, maximum, lane);
}

/// Square of the element, or of its difference to the mean.
static MlirValue square_term(struct rows *rows, dl_chunk *chunk, int lane,
                             MlirOperation op, MlirValue mean) {
  const dl_builder *bld = &rows->emitter->bld;
  MlirValue value = input_as(rows, chunk, lane, op, pass_type(op), false);
  if (!mlirValueIsNull(mean))
    value = dl_sub(bld, value, mean);
  return dl_mul(bld, value, value);
}

/// Combination of a chunk's elements, pairs first.
static MlirValue chunk_value(struct rows *rows, dl_chunk *chunk,
                             const struct pass *pass) {
  const dl_builder *bld = &rows->emitter->bld;
  MlirValue values[16];
  int count = chunk->width;
  for (int i = 0; i < count; ++i)
    values[i] = pass->term(rows, chunk, i, pass->op, pass->statistic);
  for (; count > 1; count /= 2)
    for (int i = 0; i < count / 2; ++i)
      values[i] = dl_combine_scalars(bld, pass->kind, pass->is_unsigned,
                                     values[2 * i], values[2 * i + 1]);
  if (mlirValueIsNull(chunk->is_valid))
    return values[0];
  return dl_arith_select(
      bld, chunk->is_valid, values[0],
      dl_neutral(bld, pass->kind, pass->is_unsigned, pass->type));
}

static dl_region_op open_stream(struct rows *rows, intptr_t n_carried,
                                const MlirValue *carried, dl_chunk *chunk) {
  dl_emitter *emitter = rows->emitter;
  int width = rows->variant->width;
  MlirValue from =
      dl_int_mul(&emitter->bld, rows->lane, dl_index_constant(emitter, width));
  dl_region_op loop =
      dl_for_open(&emitter->bld, from, rows->length,
                  dl_index_constant(emitter, (int64_t)width * rows->lanes),
                  n_carried, carried);
  *chunk = (dl_chunk){
      .linear = {emitter->row.linear[0], mlirBlockGetArgument(loop.block, 0)},
      .width = width,
      .is_whole = rows->variant->is_whole};
  return loop;
}

/// This lane's share of a pass.
static MlirValue lane_value(struct rows *rows, const struct pass *pass) {
  dl_emitter *emitter = rows->emitter;
  const dl_builder *bld = &emitter->bld;
  if (rows->chunks) {
    MlirValue sum = chunk_value(rows, &rows->chunks[0], pass);
    for (int i = 1; i < rows->n_chunks; ++i)
      sum = dl_combine_scalars(bld, pass->kind, pass->is_unsigned, sum,
                               chunk_value(rows, &rows->chunks[i], pass));
    return sum;
  }
  MlirValue start = dl_neutral(bld, pass->kind, pass->is_unsigned, pass->type);
  dl_chunk chunk;
  dl_memo_mark mark = dl_memo_begin(emitter);
  dl_region_op loop = open_stream(rows, 1, &start, &chunk);
  MlirValue sum = dl_combine_scalars(bld, pass->kind, pass->is_unsigned,
                                     mlirBlockGetArgument(loop.block, 1),
                                     chunk_value(rows, &chunk, pass));
  dl_for_close(bld, &loop, 1, &sum);
  dl_memo_end(emitter, mark);
  return dl_result(loop.op, 0);
}

static MlirValue run_pass(struct rows *rows, const struct pass *pass) {
  const dl_lanes lanes = {.kind = pass->kind,
                          .is_unsigned = pass->is_unsigned,
                          .lanes = rows->lanes,
                          .thread = rows->thread,
                          .scratch = rows->emitter->scratch[rows->n_passes]};
  rows->n_passes++;
  return dl_combine_lanes(&rows->emitter->bld, &lanes, lane_value(rows, pass));
}

static void run_reduce(struct rows *rows, MlirOperation op, MlirValue *out) {
  dl_emitter *emitter = rows->emitter;
  const dl_builder *bld = &emitter->bld;
  struct pass pass = {.kind = (dl_combine)dl_enum_value(dl_reduce_kind(op), 0),
                      .is_unsigned = dl_reduce_is_unsigned(op),
                      .type = pass_type(op),
                      .term = plain_term,
                      .op = op};
  MlirValue value = run_pass(rows, &pass), init = dl_reduce_init(op);
  MlirValue start;
  if (mlirValueIsNull(init)) {
    start = dl_start_value(bld, pass.kind, pass.is_unsigned, pass.type);
  } else {
    dl_loops kept = dl_part_loops(&emitter->body->space, false);
    start = dl_to_type(bld, dl_element(emitter, &emitter->row, init, &kept, 0),
                       pass.type, pass.is_unsigned);
  }
  value = dl_combine_scalars(bld, pass.kind, pass.is_unsigned, start, value);
  out[0] = dl_to_type(bld, value, dl_tensor_element(dl_result(op, 0)),
                      pass.is_unsigned);
}

static void run_softmax(struct rows *rows, MlirOperation op, MlirValue *out) {
  const dl_builder *bld = &rows->emitter->bld;
  struct pass pass = {.kind = DL_REDUCE_MAX,
                      .type = pass_type(op),
                      .term = plain_term,
                      .op = op};
  out[0] = pass.statistic = run_pass(rows, &pass);
  pass.kind = DL_REDUCE_ADD;
  pass.term = exponential_term;
  MlirValue sum = run_pass(rows, &pass);
  out[1] = dl_softmax_log(op)
               ? dl_math_log(bld, sum, (dl_math_log_attrs){0})
               : dl_div(bld, dl_constant_float(bld, pass.type, 1.0), sum);
}

static void run_norm(struct rows *rows, MlirOperation op, MlirValue *out) {
  const dl_builder *bld = &rows->emitter->bld;
  bool is_layer = dl_layer_norm_is(op);
  struct pass pass = {.kind = DL_REDUCE_ADD,
                      .type = pass_type(op),
                      .term = plain_term,
                      .op = op};
  int64_t known;
  MlirValue count = dl_is_constant(rows->length, &known)
                        ? dl_constant_float(bld, pass.type, (double)known)
                        : dl_arith_sitofp(bld, pass.type, rows->length);
  if (is_layer)
    out[1] = pass.statistic = dl_div(bld, run_pass(rows, &pass), count);
  pass.term = square_term;
  MlirValue variance = dl_div(bld, run_pass(rows, &pass), count);
  MlirAttribute epsilon =
      is_layer ? dl_layer_norm_epsilon(op) : dl_rms_norm_epsilon(op);
  MlirValue deviation = dl_math_sqrt(
      bld,
      dl_add(bld, variance,
             dl_constant_float(bld, pass.type,
                               mlirFloatAttrGetValueDouble(epsilon))),
      (dl_math_sqrt_attrs){0});
  out[0] = dl_div(bld, dl_constant_float(bld, pass.type, 1.0), deviation);
}

static void run_row_ops(struct rows *rows) {
  dl_emitter *emitter = rows->emitter;
  MlirLocation outer = emitter->bld.location;
  for (int i = 0; i < emitter->body->n_row_ops; ++i) {
    MlirOperation op = emitter->body->row_ops[i];
    emitter->bld.location = mlirOperationGetLocation(op);
    dl_statistics statistics = {.op = op};
    if (dl_reduce_is(op))
      run_reduce(rows, op, statistics.values);
    else if (dl_softmax_is(op))
      run_softmax(rows, op, statistics.values);
    else
      run_norm(rows, op, statistics.values);
    emitter->statistics[emitter->n_statistics++] = statistics;
  }
  emitter->bld.location = outer;
}

/// True if an output has an element for each element of the row.
static bool is_full(const dl_emitter *emitter, int output) {
  const dl_loops *loops = &emitter->body->outputs[output].loops;
  for (int i = 0; i < loops->rank; ++i)
    if (loops->loop[i] >= 0 && emitter->body->space.is_reduced[loops->loop[i]])
      return true;
  return emitter->group_rank[1] == 0;
}

static void store_elements(struct rows *rows, dl_chunk *chunk) {
  const dl_builder *bld = &rows->emitter->bld;
  bool is_guarded = !mlirValueIsNull(chunk->is_valid);
  dl_memo_mark mark = dl_memo_begin(rows->emitter);
  dl_region_op branch = {0};
  if (is_guarded)
    branch = dl_if_open(bld, chunk->is_valid);
  for (int i = 0; i < rows->emitter->body->n_outputs; ++i)
    if (is_full(rows->emitter, i))
      dl_store_output(rows->emitter, chunk, i);
  if (is_guarded) {
    dl_if_close(bld, &branch);
    dl_memo_end(rows->emitter, mark);
  }
}

static void store_row_values(struct rows *rows) {
  dl_emitter *emitter = rows->emitter;
  const dl_builder *bld = &emitter->bld;
  dl_region_op branch = dl_if_open(bld, dl_int_is(bld, rows->lane, 0));
  for (int i = 0; i < emitter->body->n_outputs; ++i)
    if (!is_full(emitter, i))
      dl_store_output(emitter, &emitter->row, i);
  dl_if_close(bld, &branch);
}

static void store_outputs(struct rows *rows) {
  dl_emitter *emitter = rows->emitter;
  const dl_builder *bld = &emitter->bld;
  int n_full = 0;
  for (int i = 0; i < emitter->body->n_outputs; ++i)
    n_full += is_full(emitter, i);
  dl_region_op branch = {0};
  if (!mlirValueIsNull(rows->is_row))
    branch = dl_if_open(bld, rows->is_row);
  dl_memo_mark mark = dl_memo_begin(emitter);
  if (n_full > 0 && rows->chunks) {
    for (int i = 0; i < rows->n_chunks; ++i)
      store_elements(rows, &rows->chunks[i]);
  } else if (n_full > 0) {
    dl_chunk chunk;
    dl_region_op loop = open_stream(rows, 0, NULL, &chunk);
    store_elements(rows, &chunk);
    dl_for_close(bld, &loop, 0, NULL);
    dl_memo_end(emitter, mark);
  }
  if (n_full < emitter->body->n_outputs)
    store_row_values(rows);
  if (!mlirValueIsNull(rows->is_row))
    dl_if_close(bld, &branch);
}

/// The row's elements that this lane keeps; lanes beyond the end read the
/// row's start, which is valid memory, and take no part.
static void make_chunks(struct rows *rows, int64_t length) {
  dl_emitter *emitter = rows->emitter;
  const dl_builder *bld = &emitter->bld;
  int width = rows->variant->width;
  int64_t step = (int64_t)width * rows->lanes;
  rows->n_chunks = (int)((length + step - 1) / step);
  rows->chunks =
      DL_ARENA_ARRAY(emitter->arena, dl_chunk, (size_t)rows->n_chunks);
  MlirValue place =
      dl_int_mul(bld, rows->lane, dl_index_constant(emitter, width));
  for (int i = 0; i < rows->n_chunks; ++i) {
    dl_chunk *chunk = &rows->chunks[i];
    MlirValue at = dl_int_add(bld, place, dl_index_constant(emitter, i * step));
    *chunk = (dl_chunk){.linear = {emitter->row.linear[0], at},
                        .width = width,
                        .is_whole = rows->variant->is_whole};
    if ((i + 1) * step <= length)
      continue;
    chunk->is_valid = dl_int_less(bld, at, rows->length);
    chunk->linear[1] = dl_arith_select(bld, chunk->is_valid, at,
                                       dl_index_constant(emitter, 0));
  }
}

static void emit_rows(dl_emitter *emitter, const dl_plan *plan,
                      const dl_variant *variant) {
  const struct schedule *schedule = plan->row;
  const dl_builder *bld = &emitter->bld;
  dl_group_dims(emitter, true);
  struct rows rows = {.emitter = emitter,
                      .schedule = schedule,
                      .variant = variant,
                      .lanes = plan->threads / plan->work_per_cta};
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  rows.thread = dl_thread(bld, i32, plan->threads);
  MlirValue thread = dl_int_cast(bld, emitter->index, rows.thread);
  MlirValue lanes = dl_index_constant(emitter, rows.lanes);
  rows.lane =
      rows.lanes == plan->threads ? thread : dl_int_rem(bld, thread, lanes);
  rows.length = dl_group_size(emitter, 1);
  MlirValue row = dl_block(bld, emitter->index);
  if (plan->work_per_cta > 1) {
    MlirValue count = dl_group_size(emitter, 0);
    row = dl_int_mul(bld, row, dl_index_constant(emitter, plan->work_per_cta));
    row = dl_int_add(bld, row, dl_int_div(bld, thread, lanes));
    int64_t known;
    if (!dl_is_constant(count, &known) || known % plan->work_per_cta != 0) {
      // Lanes beyond the last row repeat it, because shuffles need them all.
      rows.is_row = dl_int_less(bld, row, count);
      row = dl_arith_select(bld, rows.is_row, row,
                            dl_sub(bld, count, dl_index_constant(emitter, 1)));
    }
  }
  emitter->row = (dl_chunk){.linear = {row}, .width = 1, .is_whole = true};
  if (schedule->in_registers)
    make_chunks(&rows, row_length(&emitter->body->space));
  run_row_ops(&rows);
  store_outputs(&rows);
}

const dl_generator dl_rows_generator = {"rows", dl_read_plain, plan_rows,
                                        emit_rows};
