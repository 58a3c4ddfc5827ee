// Pass dlopt-memory-plan-arena: buffers that do not live at once share memory.
//
//   %a = memref.alloc() : memref<1024xf32>      used up to here
//   %b = memref.alloc() : memref<1024xf32>      made after that
//   ->  %arena = memref.alloc() : memref<4096xi8>
//       %a = memref.view %arena[0] : ... to memref<1024xf32>
//       %b = memref.view %arena[0] : ... to memref<1024xf32>
// One arena a function, for all its buffers of static size whose lifetime is
// known; the largest find their place first, each in the lowest gap among those
// that live with it. The function says what came of it: dlopt.memory_plan.
//
// Why here: after bufferization, before deallocation by ownership, which then
// has one buffer to free. Work runs in program order, so that memory is free to
// be reused where the program has passed its last use. Gives up when: a buffer
// escapes (lifetime.h), its size is open, or its block may run again by a
// branch; it stays as it is, in the pool.
#include <stdlib.h>

#include "lowering/base/element_bytes.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/memory/lifetime.h"
#include "lowering/pass/passes.h"

enum { ALIGNMENT = 256 };

/// A buffer to be placed.
struct buffer {
  MlirOperation op;
  int64_t bytes; ///< a multiple of ALIGNMENT
  int64_t offset;
  int start, end;
};

struct plan {
  dl_arena arena;
  dl_order *order;
  struct buffer *buffers;
  size_t count, capacity;
  int64_t n_left, left_bytes; ///< of static size, but not to be placed
  int64_t n_open;             ///< of open size
};

static bool has_one_block(MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  MlirRegion region = mlirBlockGetParentRegion(block);
  return mlirBlockEqual(block, mlirRegionGetFirstBlock(region)) &&
         mlirBlockIsNull(mlirBlockGetNextInRegion(block));
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  struct plan *plan = data;
  if (!dl_is(op, "memref.alloc"))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(dl_result(op, 0));
  int64_t bytes;
  if (!dl_shaped_bytes(type, &bytes) || bytes > INT64_MAX / 2) {
    ++plan->n_open;
    return MlirWalkResultAdvance;
  }
  // No two buffers have one address, also if they hold nothing.
  bytes = (bytes + (bytes == 0) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  dl_lifetime lifetime =
      dl_lifetime_of(plan->order, op, (MlirOperation){NULL}, &plan->arena);
  if (lifetime.escapes || !has_one_block(op) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type))) {
    ++plan->n_left;
    plan->left_bytes += bytes;
    return MlirWalkResultAdvance;
  }
  if (plan->count == plan->capacity) {
    plan->capacity = 2 * plan->capacity + 64;
    struct buffer *grown =
        DL_ARENA_ARRAY(&plan->arena, struct buffer, plan->capacity);
    for (size_t i = 0; i < plan->count; ++i)
      grown[i] = plan->buffers[i];
    plan->buffers = grown;
  }
  plan->buffers[plan->count++] = (struct buffer){
      .op = op, .bytes = bytes, .start = lifetime.start, .end = lifetime.end};
  return MlirWalkResultAdvance;
}

static int largest_first(const void *left, const void *right) {
  const struct buffer *const *a = left, *const *b = right;
  if ((*a)->bytes != (*b)->bytes)
    return (*a)->bytes < (*b)->bytes ? 1 : -1;
  return (*a)->start - (*b)->start;
}

static int lowest_first(const void *left, const void *right) {
  const struct buffer *const *a = left, *const *b = right;
  return ((*a)->offset > (*b)->offset) - ((*a)->offset < (*b)->offset);
}

/// Places `buffer` in the lowest gap among those of `placed` that live with it.
static void place(struct buffer *buffer, struct buffer *const *placed,
                  size_t n_placed, struct buffer **beside) {
  size_t count = 0;
  for (size_t i = 0; i < n_placed; ++i)
    if (placed[i]->start <= buffer->end && buffer->start <= placed[i]->end)
      beside[count++] = placed[i];
  qsort(beside, count, sizeof(struct buffer *), lowest_first);
  int64_t offset = 0;
  for (size_t i = 0; i < count && offset + buffer->bytes > beside[i]->offset;
       ++i)
    if (beside[i]->offset + beside[i]->bytes > offset)
      offset = beside[i]->offset + beside[i]->bytes;
  buffer->offset = offset;
}

/// Gives each its offset; the bytes of the arena.
static int64_t place_all(struct plan *plan) {
  size_t count = plan->count;
  struct buffer **sorted =
      DL_ARENA_ARRAY(&plan->arena, struct buffer *, count + 1);
  struct buffer **beside =
      DL_ARENA_ARRAY(&plan->arena, struct buffer *, count + 1);
  for (size_t i = 0; i < count; ++i)
    sorted[i] = &plan->buffers[i];
  qsort(sorted, count, sizeof(struct buffer *), largest_first);
  int64_t peak = 0;
  for (size_t i = 0; i < count; ++i) {
    place(sorted[i], sorted, i, beside);
    if (sorted[i]->offset + sorted[i]->bytes > peak)
      peak = sorted[i]->offset + sorted[i]->bytes;
  }
  return peak;
}

/// Replaces the buffers by views of an arena at the function's start.
static void rewrite(struct plan *plan, MlirOperation function,
                    MlirRewriterBase rewriter, int64_t bytes) {
  dl_builder bld = {mlirOperationGetContext(function),
                    mlirOperationGetLocation(function), rewriter};
  mlirRewriterBaseSetInsertionPointToStart(rewriter,
                                           dl_region_block(function, 0));
  MlirType type =
      mlirMemRefTypeGet(mlirIntegerTypeGet(bld.context, 8), 1, &bytes,
                        (MlirAttribute){NULL}, (MlirAttribute){NULL});
  MlirValue arena = dl_memref_alloc(
      &bld, type, 0, NULL, 0, NULL,
      (dl_memref_alloc_attrs){.alignment = dl_attr_i64(&bld, ALIGNMENT)});
  for (size_t i = 0; i < plan->count; ++i) {
    struct buffer *buffer = &plan->buffers[i];
    bld = dl_builder_before(rewriter, buffer->op);
    MlirValue view =
        dl_memref_view(&bld, mlirValueGetType(dl_result(buffer->op, 0)), arena,
                       dl_constant_index(&bld, buffer->offset), 0, NULL);
    mlirRewriterBaseReplaceOpWithValues(rewriter, buffer->op, 1, &view);
  }
}

static void set_plan(MlirOperation function, const struct plan *plan,
                     int64_t peak) {
  int64_t sum = 0;
  for (size_t i = 0; i < plan->count; ++i)
    sum += plan->buffers[i].bytes;
  MlirContext context = mlirOperationGetContext(function);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  const struct {
    const char *name;
    int64_t value;
  } rows[] = {
      {"arena_bytes", peak},           {"arena_buffers", (int64_t)plan->count},
      {"bytes_without_reuse", sum},    {"other_bytes", plan->left_bytes},
      {"other_buffers", plan->n_left}, {"open_buffers", plan->n_open}};
  enum { N_ROWS = sizeof(rows) / sizeof(rows[0]) };
  MlirNamedAttribute entries[N_ROWS];
  for (int i = 0; i < N_ROWS; ++i)
    entries[i] = mlirNamedAttributeGet(
        mlirIdentifierGet(context,
                          mlirStringRefCreateFromCString(rows[i].name)),
        mlirIntegerAttrGet(i64, rows[i].value));
  mlirOperationSetDiscardableAttributeByName(
      function, DL_STR("dlopt.memory_plan"),
      mlirDictionaryAttrGet(context, N_ROWS, entries));
}

static MlirLogicalResult plan_arena(MlirOperation function, const void *data) {
  if (mlirBlockIsNull(dl_region_block(function, 0)))
    return mlirLogicalResultSuccess();
  struct plan plan = {.count = 0};
  plan.order = dl_order_make(function, &plan.arena);
  mlirOperationWalk(function, collect, &plan, MlirWalkPreOrder);
  int64_t peak = place_all(&plan);
  set_plan(function, &plan, peak);
  if (plan.count > 1) {
    MlirRewriterBase rewriter =
        mlirIRRewriterCreate(mlirOperationGetContext(function));
    rewrite(&plan, function, rewriter, peak);
    mlirIRRewriterDestroy(rewriter);
  }
  dl_arena_reset(&plan.arena);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(memory_plan_arena, plan_arena)
