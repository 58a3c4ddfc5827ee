// Gives each operation that writes a fresh tensor one of its own.
//
//   %e = tensor.empty()                    %e1 = tensor.empty()
//   %a = linalg.generic outs(%e)       ->  %a = linalg.generic outs(%e1)
//   %b = linalg.generic outs(%e)           %e2 = tensor.empty()
//                                          %b = linalg.generic outs(%e2)
//
// So too a tensor that one value fills: filling anew costs less than a copy of
// it. CSE has made one of all of a kind; then bufferization compares each
// operation that writes it with each other one, which takes the square of their
// number. Users in other blocks keep the first: in a loop theirs would be made
// again and again.
#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"

typedef struct found_ops {
  MlirOperation *items;
  size_t count;
} found_ops;

static bool is_empty(MlirOperation op) { return dl_is(op, "tensor.empty"); }

/// `linalg.generic outs(tensor.empty)` that yields a value from outside.
static bool is_fill(MlirOperation op) {
  if (!dl_is(op, "linalg.generic") || mlirOperationGetNumOperands(op) != 1 ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  MlirOperation target = dl_def(op, 0);
  MlirOperation yield = mlirBlockGetFirstOperation(dl_region_block(op, 0));
  if (mlirOperationIsNull(target) || !is_empty(target) ||
      !dl_is(yield, "linalg.yield"))
    return false;
  MlirValue value = mlirOperationGetOperand(yield, 0);
  return !mlirValueIsABlockArgument(value) ||
         !mlirBlockEqual(mlirBlockArgumentGetOwner(value),
                         dl_region_block(op, 0));
}

/// True if the operation writes to this operand (or, as far as is known, may).
static bool writes(MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  if (!dl_is(user, "linalg.generic"))
    return true;
  intptr_t n_inputs =
      mlirOperationGetNumOperands(user) - mlirOperationGetNumResults(user);
  return (intptr_t)mlirOpOperandGetOperandNumber(use) >= n_inputs;
}

static void split(MlirOperation op) {
  dl_arena arena = {NULL};
  MlirValue value = dl_result(op, 0);
  size_t count = 0, at = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    ++count;
  MlirOpOperand *uses = DL_ARENA_ARRAY(&arena, MlirOpOperand, count + 1);
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    uses[at++] = use;
  MlirBlock block = mlirOperationGetBlock(op);
  for (size_t i = 0; i < count; i++) {
    MlirOperation user = mlirOpOperandGetOwner(uses[i]);
    if (dl_value_has_one_use(value))
      break;
    if (!writes(uses[i]) || !mlirBlockEqual(mlirOperationGetBlock(user), block))
      continue;
    MlirOperation own = mlirOperationClone(op);
    intptr_t operand = (intptr_t)mlirOpOperandGetOperandNumber(uses[i]);
    mlirBlockInsertOwnedOperationBefore(block, user, own);
    mlirOperationSetOperand(user, operand, dl_result(own, 0));
  }
  dl_arena_reset(&arena);
}

/// Counts, and writes where there is room.
static MlirWalkResult collect(MlirOperation op, void *data) {
  found_ops *found = data;
  if (!is_empty(op) && !is_fill(op))
    return MlirWalkResultAdvance;
  if (found->items)
    found->items[found->count] = op;
  ++found->count;
  return MlirWalkResultAdvance;
}

/// Splits every operation that `is` finds, among those there are now.
static void split_all(MlirOperation module, bool (*is)(MlirOperation)) {
  dl_arena arena = {NULL};
  found_ops found = {NULL, 0};
  mlirOperationWalk(module, collect, &found, MlirWalkPreOrder);
  found.items = DL_ARENA_ARRAY(&arena, MlirOperation, found.count + 1);
  found.count = 0;
  mlirOperationWalk(module, collect, &found, MlirWalkPreOrder);
  for (size_t i = 0; i < found.count; i++)
    if (is(found.items[i]))
      split(found.items[i]);
  dl_arena_reset(&arena);
}

MlirLogicalResult dl_cpu_split_empties(MlirOperation module) {
  split_all(module, is_fill); // each then has a use of an empty tensor
  split_all(module, is_empty);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_split_empties(op);
}

DL_FUNCTION_PASS(cpu_split_empties, run)
