// Kernels of what has no family of its own: structured operations that the
// import left as they are, pools, padding, joining. A thread computes an
// element of each result, its sums in the program's order.
#include "lowering/kernel/at.h"
#include "lowering/kernel/generator.h"

#include "lowering/reference/scalar.h"

enum { THREADS = 128, MIN_CTAS = 4 };

/// Elements of a tensor's type if static, else -1.
static int64_t count_elements(MlirValue tensor) {
  int64_t count = 1;
  for (int64_t i = 0; i < dl_rank(tensor); ++i) {
    int64_t size = dl_static_size(tensor, i);
    if (size < 0)
      return -1;
    if (__builtin_mul_overflow(count, size, &count))
      return INT64_MAX;
  }
  return count;
}

static void note_largest(MlirValue value, int64_t *largest) {
  int64_t count = dl_is_tensor(value) ? count_elements(value) : 0;
  if (*largest >= 0)
    *largest = count < 0 || count > *largest ? count : *largest;
}

/// Elements of the largest tensor of the body; -1 if one is dynamic.
static int64_t largest_tensor(const dl_body *body) {
  int64_t largest = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body->block); ++i)
    note_largest(mlirBlockGetArgument(body->block, i), &largest);
  for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      note_largest(dl_result(op, i), &largest);
  return largest;
}

static MlirLogicalResult
plan_loops(const dl_body *body, const dl_gpu_target *target, dl_plan *plan) {
  (void)target;
  // A margin keeps indices beyond the end in range.
  const int64_t small = INT32_MAX - (1 << 20);
  int64_t largest = largest_tensor(body);
  *plan = (dl_plan){.schedule = "element",
                    .threads = THREADS,
                    .min_ctas = MIN_CTAS,
                    .work_per_cta = THREADS,
                    .counts_outputs = true,
                    .n_variants = 1};
  plan->variants[0] = (dl_variant){.width = 1,
                                   .is_wide = largest < 0 || largest > small,
                                   .is_whole = true,
                                   .schedule = plan->schedule,
                                   .threads = THREADS,
                                   .min_ctas = MIN_CTAS};
  return mlirLogicalResultSuccess();
}

/// True if two results surely have the same elements.
static bool same_shape(MlirValue one, MlirValue other) {
  if (dl_at_beside(one, other))
    return true;
  if (dl_rank(one) != dl_rank(other))
    return false;
  for (int64_t i = 0; i < dl_rank(one); ++i)
    if (dl_static_size(one, i) < 0 ||
        dl_static_size(one, i) != dl_static_size(other, i))
      return false;
  return true;
}

static void store_outputs(dl_emitter *emitter, int first, const bool *is_here,
                          MlirValue linear) {
  const dl_builder *bld = &emitter->bld;
  MlirValue shape = emitter->body->outputs[first].value;
  MlirValue indices[DL_MAX_RANK], rest = linear;
  for (int64_t i = dl_rank(shape); i-- > 0;) {
    MlirValue size = dl_device_size(emitter, shape, i);
    indices[i] = i ? dl_int_rem(bld, rest, size) : rest;
    rest = i ? dl_int_div(bld, rest, size) : rest;
  }
  dl_at_mark mark = dl_at_begin(emitter);
  for (int i = first; i < emitter->body->n_outputs; ++i) {
    if (!is_here[i])
      continue;
    MlirValue value = dl_at(emitter, emitter->body->outputs[i].value, indices);
    dl_store_elements(bld, emitter->outputs[i], linear, 1, &value);
  }
  dl_at_end(emitter, mark);
}

/// All results that have the shape of result `first`.
static void emit_shape(dl_emitter *emitter, int first, const bool *is_here,
                       MlirValue thread) {
  const dl_builder *bld = &emitter->bld;
  MlirValue shape = emitter->body->outputs[first].value;
  MlirValue count = dl_index_constant(emitter, 1);
  for (int64_t i = 0; i < dl_rank(shape); ++i)
    count = dl_int_mul(bld, count, dl_device_size(emitter, shape, i));
  dl_region_op branch = dl_if_open(bld, dl_int_less(bld, thread, count));
  store_outputs(emitter, first, is_here, thread);
  dl_if_close(bld, &branch);
}

static void emit_loops(dl_emitter *emitter, const dl_plan *plan,
                       const dl_variant *variant) {
  (void)variant;
  const dl_builder *bld = &emitter->bld;
  const dl_body *body = emitter->body;
  MlirValue threads = dl_index_constant(emitter, plan->threads);
  MlirValue thread =
      dl_int_add(bld, dl_int_mul(bld, dl_block(bld, emitter->index), threads),
                 dl_thread(bld, emitter->index, plan->threads));
  bool is_done[DL_MAX_OUTPUTS] = {false};
  for (int first = 0; first < body->n_outputs; ++first) {
    bool is_here[DL_MAX_OUTPUTS] = {false};
    MlirValue shape = body->outputs[first].value;
    if (is_done[first])
      continue;
    for (int i = first; i < body->n_outputs; ++i) {
      MlirValue value = body->outputs[i].value;
      is_here[i] = !is_done[i] && (i == first || same_shape(shape, value));
      is_done[i] |= is_here[i];
    }
    emit_shape(emitter, first, is_here, thread);
  }
}

const dl_generator dl_loops_generator = {"loops", dl_read_loops, plan_loops,
                                         emit_loops};
