// The kernel's body, element by element: what a value is at one place. Bodies
// of maps are copied as scalar code; nothing goes through memory.
#include <math.h>

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/at.h"
#include "lowering/kernel/emit.h"
#include "lowering/kernel/scalar_code.h"
#include "lowering/reference/scalar.h"

/// Stages of one value at one place: itself, what was loaded for the whole
/// chunk, and the exponential that a softmax divides.
enum { STAGE_ITSELF, STAGE_LOADED, STAGE_EXPONENTIAL };

// What was computed already.

static MlirValue recall(const dl_memo *memo, MlirValue value,
                        const dl_loops *loops, int lane, int stage) {
  for (int i = 0; i < memo->count; ++i) {
    const dl_memo_entry *entry = &memo->entries[i];
    if (entry->lane == lane && entry->stage == stage &&
        mlirValueEqual(entry->value, value) &&
        dl_loops_equal(&entry->loops, loops))
      return entry->scalar;
  }
  return (MlirValue){NULL};
}

static void memorise(dl_emitter *emitter, dl_memo *memo, MlirValue value,
                     const dl_loops *loops, int lane, int stage,
                     MlirValue scalar) {
  if (memo->count == memo->capacity) {
    int capacity = memo->capacity ? 2 * memo->capacity : 32;
    dl_memo_entry *entries =
        DL_ARENA_ARRAY(emitter->arena, dl_memo_entry, (size_t)capacity);
    for (int i = 0; i < memo->count; ++i)
      entries[i] = memo->entries[i];
    memo->entries = entries;
    memo->capacity = capacity;
  }
  memo->entries[memo->count++] =
      (dl_memo_entry){value, *loops, lane, stage, scalar};
}

dl_memo_mark dl_memo_begin(const dl_emitter *emitter) {
  return (dl_memo_mark){emitter->row.memo.count};
}

void dl_memo_end(dl_emitter *emitter, dl_memo_mark mark) {
  emitter->row.memo.count = mark.count;
}

/// The chunk and lane that stand for all elements with the same value: those
/// of the row if `loops` leaves out the last group, lane 0 if it leaves out
/// the last dimension.
static dl_chunk *normalise(dl_emitter *emitter, dl_chunk *chunk,
                           const dl_loops *loops, int *lane) {
  int inner = emitter->n_groups - 1;
  int rank = emitter->group_rank[inner];
  bool uses_group = false, uses_last = false;
  for (int i = 0; i < loops->rank; ++i)
    for (int j = 0; j < rank; ++j)
      if (loops->loop[i] == emitter->groups[inner][j]) {
        uses_group = true;
        uses_last |= j == rank - 1;
      }
  if (!uses_group || (!uses_last && chunk->is_whole))
    *lane = 0;
  return uses_group ? chunk : &emitter->row;
}

const dl_statistics *dl_statistics_of(const dl_emitter *emitter,
                                      MlirOperation op) {
  for (int i = 0; i < emitter->n_statistics; ++i)
    if (mlirOperationEqual(emitter->statistics[i].op, op))
      return &emitter->statistics[i];
  return NULL;
}

// Arguments of the kernel.

/// Loads once for a chunk; null if its elements are not neighbours.
static MlirValue load_chunk(dl_emitter *emitter, dl_chunk *chunk,
                            MlirValue tensor, const dl_loops *loops) {
  if (chunk->width == 1 || !dl_is_contiguous(emitter, chunk, tensor, loops))
    return (MlirValue){NULL};
  MlirValue loaded = recall(&chunk->memo, tensor, loops, 0, STAGE_LOADED);
  if (!mlirValueIsNull(loaded))
    return loaded;
  intptr_t argument = mlirBlockArgumentGetArgNumber(tensor);
  loaded = dl_load_elements(&emitter->bld, emitter->inputs[argument],
                            dl_element_offset(emitter, chunk, tensor, loops, 0),
                            dl_tensor_element(tensor), chunk->width);
  memorise(emitter, &chunk->memo, tensor, loops, 0, STAGE_LOADED, loaded);
  return loaded;
}

static MlirValue argument_element(dl_emitter *emitter, dl_chunk *chunk,
                                  MlirValue argument, const dl_loops *loops,
                                  int lane) {
  MlirValue base = emitter->inputs[mlirBlockArgumentGetArgNumber(argument)];
  if (!dl_is_tensor(argument))
    return base;
  MlirType type = dl_tensor_element(argument);
  MlirValue loaded = load_chunk(emitter, chunk, argument, loops);
  if (!mlirValueIsNull(loaded))
    return dl_loaded_element(&emitter->bld, loaded, type, lane);
  loaded = dl_load_elements(
      &emitter->bld, base,
      dl_element_offset(emitter, chunk, argument, loops, lane), type, 1);
  return dl_loaded_element(&emitter->bld, loaded, type, 0);
}

void dl_give_element(dl_emitter *emitter, dl_chunk *chunk, MlirValue value,
                     int lane, MlirValue scalar) {
  dl_loops identity = dl_identity_loops(&emitter->body->space);
  chunk = normalise(emitter, chunk, &identity, &lane);
  memorise(emitter, &chunk->memo, value, &identity, lane, STAGE_ITSELF, scalar);
}

void dl_load_ahead(dl_emitter *emitter, dl_chunk *chunk) {
  for (int i = 0; i < emitter->body->n_accesses; ++i) {
    const dl_access *access = &emitter->body->accesses[i];
    int lane = 0;
    if (normalise(emitter, chunk, &access->loops, &lane) != chunk)
      continue;
    bool is_vector =
        chunk->width > 1 &&
        dl_is_contiguous(emitter, chunk, access->tensor, &access->loops);
    for (lane = 0; lane < (is_vector ? 1 : chunk->width); ++lane)
      dl_element(emitter, chunk, access->tensor, &access->loops, lane);
  }
}

// Maps.

struct place {
  dl_emitter *emitter;
  dl_chunk *chunk;
  const dl_loops *loops;
  int lane;
};

static MlirValue index_of(void *data, int64_t dim) {
  const struct place *place = data;
  int loop = place->loops->loop[dim];
  return loop < 0 ? dl_constant_index(&place->emitter->bld, 0)
                  : dl_element_index(place->emitter, place->chunk, loop,
                                     place->lane);
}

static void map_elements(dl_emitter *emitter, dl_chunk *chunk,
                         MlirOperation map, const dl_loops *loops, int lane) {
  MlirBlock block = dl_region_block(map, 0);
  struct place place = {emitter, chunk, loops, lane};
  dl_scope scope = {.emitter = emitter, .index = index_of, .data = &place};
  for (intptr_t i = 0; i < dl_map_n_inputs(map); ++i) {
    dl_loops input = dl_map_input_loops(map, i, loops);
    dl_scope_bind(
        &scope, mlirBlockGetArgument(block, i),
        dl_element(emitter, chunk, dl_map_inputs(map, i), &input, lane));
  }
  dl_at_mark mark = dl_at_begin(emitter);
  dl_scope_copy_block(&scope, block);
  dl_at_end(emitter, mark);
  MlirOperation yield = mlirBlockGetTerminator(block);
  for (intptr_t i = 0; i < dl_yield_n_values(yield); ++i)
    memorise(emitter, &chunk->memo, dl_result(map, i), loops, lane,
             STAGE_ITSELF, dl_scope_value(&scope, dl_yield_values(yield, i)));
}

// Row operations, their statistics given.

static MlirValue shifted(dl_emitter *emitter, dl_chunk *chunk, MlirValue input,
                         MlirValue shift, int lane) {
  dl_loops identity = dl_identity_loops(&emitter->body->space);
  return dl_sub(&emitter->bld,
                dl_element_as(emitter, chunk, input, &identity, lane,
                              mlirValueGetType(shift)),
                shift);
}

MlirValue dl_softmax_exponential(dl_emitter *emitter, dl_chunk *chunk,
                                 MlirOperation op, MlirValue maximum,
                                 int lane) {
  dl_loops identity = dl_identity_loops(&emitter->body->space);
  MlirValue value = recall(&chunk->memo, dl_result(op, 0), &identity, lane,
                           STAGE_EXPONENTIAL);
  if (!mlirValueIsNull(value))
    return value;
  value = dl_exp(&emitter->bld,
                 shifted(emitter, chunk, dl_softmax_input(op), maximum, lane));
  memorise(emitter, &chunk->memo, dl_result(op, 0), &identity, lane,
           STAGE_EXPONENTIAL, value);
  return value;
}

/// Statistics: maximum; reciprocal (log: logarithm) of the sum.
static MlirValue softmax_element(dl_emitter *emitter, dl_chunk *chunk,
                                 MlirOperation op, const MlirValue *statistics,
                                 int lane) {
  const dl_builder *bld = &emitter->bld;
  MlirValue maximum = statistics[0];
  if (dl_softmax_log(op))
    return dl_sub(bld,
                  shifted(emitter, chunk, dl_softmax_input(op), maximum, lane),
                  statistics[1]);
  MlirValue value =
      dl_mul(bld, dl_softmax_exponential(emitter, chunk, op, maximum, lane),
             statistics[1]);
  if (dl_enum_value(dl_softmax_masked_rows(op), 0) != DL_MASKED_ROWS_ZERO)
    return value;
  MlirType type = mlirValueGetType(maximum);
  MlirValue is_masked = dl_scalar_compare(
      bld, DL_EQUAL, maximum, dl_constant_float(bld, type, -INFINITY));
  return dl_arith_select(bld, is_masked, dl_zero(bld, type), value);
}

/// Statistics: reciprocal of the deviation; mean, for layer_norm.
static MlirValue norm_element(dl_emitter *emitter, dl_chunk *chunk,
                              MlirOperation op, const MlirValue *statistics,
                              int lane) {
  const dl_builder *bld = &emitter->bld;
  bool is_layer = dl_layer_norm_is(op);
  MlirType type = mlirValueGetType(statistics[0]);
  dl_loops identity = dl_identity_loops(&emitter->body->space);
  dl_loops row = dl_part_loops(&emitter->body->space, true);
  MlirValue scale = is_layer ? dl_layer_norm_scale(op) : dl_rms_norm_scale(op);
  MlirValue value = is_layer
                        ? shifted(emitter, chunk, dl_layer_norm_input(op),
                                  statistics[1], lane)
                        : dl_element_as(emitter, chunk, dl_rms_norm_input(op),
                                        &identity, lane, type);
  value = dl_mul(bld, value, statistics[0]);
  if (!mlirValueIsNull(scale))
    value = dl_mul(bld, value,
                   dl_element_as(emitter, chunk, scale, &row, lane, type));
  if (is_layer && !mlirValueIsNull(dl_layer_norm_bias(op)))
    value = dl_add(bld, value,
                   dl_element_as(emitter, chunk, dl_layer_norm_bias(op), &row,
                                 lane, type));
  return value;
}

static MlirValue row_op_element(dl_emitter *emitter, dl_chunk *chunk,
                                MlirOperation op, int lane) {
  const MlirValue *statistics = dl_statistics_of(emitter, op)->values;
  if (dl_reduce_is(op))
    return statistics[0];
  MlirValue value = dl_softmax_is(op)
                        ? softmax_element(emitter, chunk, op, statistics, lane)
                        : norm_element(emitter, chunk, op, statistics, lane);
  return dl_to_type(&emitter->bld, value, dl_tensor_element(dl_result(op, 0)),
                    false);
}

// All of them.

static MlirValue splat(dl_emitter *emitter, MlirOperation constant) {
  MlirAttribute value = dl_arith_constant_value(constant);
  return dl_arith_constant(
      &emitter->bld, dl_tensor_element(dl_result(constant, 0)),
      (dl_arith_constant_attrs){.value =
                                    mlirDenseElementsAttrGetSplatValue(value)});
}

static MlirValue compute(dl_emitter *emitter, dl_chunk *chunk, MlirValue value,
                         const dl_loops *loops, int lane) {
  if (!mlirValueIsAOpResult(value))
    return argument_element(emitter, chunk, value, loops, lane);
  MlirOperation op = mlirOpResultGetOwner(value);
  const dl_builder *bld = &emitter->bld;
  if (dl_map_is(op)) {
    map_elements(emitter, chunk, op, loops, lane);
    return recall(&chunk->memo, value, loops, lane, STAGE_ITSELF);
  }
  if (dl_cast_is(op))
    return dl_convert_scalar(
        bld, dl_element(emitter, chunk, dl_cast_input(op), loops, lane),
        dl_tensor_element(value), dl_cast_conversion(op));
  if (dl_arith_constant_is(op))
    return splat(emitter, op);
  return row_op_element(emitter, chunk, op, lane);
}

MlirValue dl_element(dl_emitter *emitter, dl_chunk *chunk, MlirValue value,
                     const dl_loops *loops, int lane) {
  const dl_loops canonical = dl_canonical_loops(&emitter->body->space, loops);
  loops = &canonical;
  chunk = normalise(emitter, chunk, loops, &lane);
  MlirValue known = recall(&chunk->memo, value, loops, lane, STAGE_ITSELF);
  if (!mlirValueIsNull(known))
    return known;
  MlirLocation outer = emitter->bld.location;
  if (mlirValueIsAOpResult(value))
    emitter->bld.location =
        mlirOperationGetLocation(mlirOpResultGetOwner(value));
  MlirValue scalar = compute(emitter, chunk, value, loops, lane);
  emitter->bld.location = outer;
  if (mlirValueIsNull(recall(&chunk->memo, value, loops, lane, STAGE_ITSELF)))
    memorise(emitter, &chunk->memo, value, loops, lane, STAGE_ITSELF, scalar);
  return scalar;
}

MlirValue dl_element_as(dl_emitter *emitter, dl_chunk *chunk, MlirValue value,
                        const dl_loops *loops, int lane, MlirType type) {
  return dl_to_type(&emitter->bld,
                    dl_element(emitter, chunk, value, loops, lane), type,
                    false);
}

void dl_store_output(dl_emitter *emitter, dl_chunk *chunk, int index) {
  const dl_output *output = &emitter->body->outputs[index];
  MlirValue elements[16];
  for (int i = 0; i < chunk->width; ++i)
    elements[i] = dl_element(emitter, chunk, output->value, &output->loops, i);
  MlirLocation outer = emitter->bld.location;
  if (mlirValueIsAOpResult(output->value))
    emitter->bld.location =
        mlirOperationGetLocation(mlirOpResultGetOwner(output->value));
  bool is_vector =
      dl_is_contiguous(emitter, chunk, output->value, &output->loops);
  int width = is_vector ? chunk->width : 1;
  for (int i = 0; i < chunk->width; i += width)
    dl_store_elements(
        &emitter->bld, emitter->outputs[index],
        dl_element_offset(emitter, chunk, output->value, &output->loops, i),
        width, elements + i);
  emitter->bld.location = outer;
}
