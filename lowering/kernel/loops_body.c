// Reading a dlopt.kernel for the loops family: every operation is one of which
// a thread can compute an element alone (at.h).
#include "dialect/dlopt_ops.h"
#include "lowering/base/diag.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/at.h"

/// Maps and casts, which the faster families take, do not count.
static bool is_own(MlirOperation op) {
  const char *reason;
  return !dl_map_is(op) && !dl_cast_is(op) && !dl_is_scalar_code(op) &&
         !dl_yield_is(op) && (dl_at_takes(op, &reason) || reason);
}

bool dl_is_for_loops(MlirOperation kernel) {
  for (MlirOperation op =
           mlirBlockGetFirstOperation(dl_region_block(kernel, 0));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (is_own(op))
      return true;
  return false;
}

/// What a region reads at computed places has to lie in memory.
static MlirLogicalResult check_op(dl_body *body, MlirOperation op) {
  const char *reason;
  if (dl_at_takes(op, &reason) || dl_is_scalar_code(op))
    return dl_check_op(body, op);
  if (reason)
    return dl_emit_error(op, "%s" DL_ELSEWHERE, reason);
  return dl_emit_error(
      op, "cannot be in one kernel with loops; split the kernel around it");
}

MlirLogicalResult dl_read_loops(MlirOperation kernel, dl_arena *arena,
                                dl_body *body) {
  (void)arena;
  if (mlirLogicalResultIsFailure(dl_begin_body(kernel, body)))
    return mlirLogicalResultFailure();
  MlirOperation yield = mlirBlockGetTerminator(body->block);
  for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
       !mlirOperationEqual(op, yield); op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(check_op(body, op)))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body->block); ++i) {
    MlirValue argument = mlirBlockGetArgument(body->block, i);
    if (dl_is_tensor(argument) &&
        mlirLogicalResultIsFailure(dl_need_sizes(body, argument)))
      return mlirLogicalResultFailure();
  }
  dl_space *space = &body->space;
  space->shape_of = dl_yield_values(yield, 0);
  space->rank = (int)dl_rank(space->shape_of);
  for (int i = 0; i < space->rank; ++i)
    space->sizes[i] = dl_static_size(space->shape_of, i);
  for (int i = 0; i < body->n_outputs; ++i)
    body->outputs[i] = (dl_output){.value = dl_yield_values(yield, i),
                                   .loops = dl_identity_loops(space)};
  return mlirLogicalResultSuccess();
}
