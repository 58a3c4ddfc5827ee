// Pass dlopt-memory-free-early: buffers are freed behind their last use.
//
//   bufferization.dealloc (%a : memref<?xf32>) if (%true)    at a block's end
//   ->  the same, behind the last operation of that block that may use %a
//
// Why here: after deallocation by ownership, which frees at the end of blocks.
// Upstream's pass of this kind looks at uses of memrefs only, and would free a
// buffer before the launch that takes its address. Gives up when: the buffer
// escapes, or it is freed only under a condition.
#include "lowering/base/builder.h"
#include "lowering/kernel/ir.h"
#include "lowering/memory/lifetime.h"
#include "lowering/pass/passes.h"

struct frees {
  dl_arena arena;
  MlirOperation *ops;
  size_t count, capacity;
};

/// A buffer that its own block makes and always frees.
static bool is_plain(MlirOperation op) {
  int64_t always;
  if (!dl_is(op, "bufferization.dealloc") ||
      mlirOperationGetNumOperands(op) != 2 ||
      mlirOperationGetNumResults(op) != 0 ||
      !dl_is_constant(mlirOperationGetOperand(op, 1), &always) || !always)
    return false;
  MlirOperation maker = dl_def(op, 0);
  return dl_is(maker, "memref.alloc") &&
         mlirBlockEqual(mlirOperationGetBlock(maker),
                        mlirOperationGetBlock(op));
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  struct frees *frees = data;
  if (!is_plain(op))
    return MlirWalkResultAdvance;
  if (frees->count == frees->capacity) {
    frees->capacity = 2 * frees->capacity + 64;
    MlirOperation *grown =
        DL_ARENA_ARRAY(&frees->arena, MlirOperation, frees->capacity);
    for (size_t i = 0; i < frees->count; ++i)
      grown[i] = frees->ops[i];
    frees->ops = grown;
  }
  frees->ops[frees->count++] = op;
  return MlirWalkResultAdvance;
}

static MlirLogicalResult free_early(MlirOperation function, const void *data) {
  if (mlirBlockIsNull(dl_region_block(function, 0)))
    return mlirLogicalResultSuccess();
  struct frees frees = {.count = 0};
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(function));
  dl_order *order = dl_order_make(function, &frees.arena);
  mlirOperationWalk(function, collect, &frees, MlirWalkPreOrder);
  for (size_t i = 0; i < frees.count; ++i) {
    MlirOperation op = frees.ops[i], maker = dl_def(op, 0);
    dl_lifetime lifetime = dl_lifetime_of(order, maker, op, &frees.arena);
    if (lifetime.escapes || mlirOperationIsNull(lifetime.last))
      continue;
    mlirOperationMoveAfter(op, lifetime.last);
    // The constant that said "always" may come later.
    dl_builder bld = dl_builder_before(rewriter, op);
    MlirType i1 = mlirIntegerTypeGet(bld.context, 1);
    mlirOperationSetOperand(op, 1, dl_constant_int(&bld, i1, 1));
  }
  mlirIRRewriterDestroy(rewriter);
  dl_arena_reset(&frees.arena);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(memory_free_early, free_early)
