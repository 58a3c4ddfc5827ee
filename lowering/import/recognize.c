// The walk that all recognisers share.
#include "lowering/import/recognize.h"

#include "lowering/base/diag.h"

#include <stdarg.h>
#include <stdio.h>

/// Operations of a function, in order.
struct op_list {
  MlirOperation *ops;
  size_t count;
};

/// Counts, and writes where there is room. Bodies of maps hold scalars, which
/// the element view reads.
static MlirWalkResult collect(MlirOperation op, void *data) {
  struct op_list *list = data;
  if (dl_is(mlirOperationGetParentOperation(op), "dlopt.map"))
    return MlirWalkResultSkip;
  if (list->ops)
    list->ops[list->count] = op;
  ++list->count;
  return MlirWalkResultAdvance;
}

static bool is_unused(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(op, i))))
      return false;
  return mlirOperationGetNumResults(op) > 0;
}

static bool is_on_tensors(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return false;
  return true;
}

/// Pure whatever its operands; a body may hold an assertion.
static bool is_pure(MlirOperation op) {
  MlirStringRef name = dl_op_name(op);
  if (dl_is(op, "dlopt.map") || dl_is(op, "linalg.generic")) {
    if (!is_on_tensors(op))
      return false;
    for (MlirOperation at = mlirBlockGetFirstOperation(dl_region_block(op, 0));
         !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at))
      if (!is_pure(at))
        return false;
    return true;
  }
  static const char *const tensor_ops[] = {
      "linalg.index",         "linalg.yield", "tensor.empty",
      "tensor.splat",         "tensor.cast",  "tensor.expand_shape",
      "tensor.collapse_shape"};
  for (size_t i = 0; i < sizeof(tensor_ops) / sizeof(tensor_ops[0]); ++i)
    if (dl_string_is(name, tensor_ops[i]))
      return true;
  return dl_string_starts_with(name, "math.") ||
         (dl_string_starts_with(name, "dlopt.") &&
          !dl_string_is(name, "dlopt.kernel")) ||
         (dl_string_starts_with(name, "arith.") &&
          !dl_string_starts_with(name, "arith.div") &&
          !dl_string_starts_with(name, "arith.rem") &&
          !dl_string_starts_with(name, "arith.ceildiv") &&
          !dl_string_starts_with(name, "arith.floordiv")) ||
         dl_string_is(name, "arith.divf") || dl_string_is(name, "arith.remf");
}

static bool is_root(MlirOperation op) {
  if (mlirOperationGetNumResults(op) != 1)
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  return mlirTypeIsARankedTensor(mlirValueGetType(result)) &&
         mlirShapedTypeGetRank(mlirValueGetType(result)) <= DL_MAX_RANK;
}

/// The root and what it alone uses, which goes with it.
struct cone {
  MlirOperation ops[64];
  int count;
};

static bool is_in_cone(const struct cone *cone, MlirOperation op) {
  for (int i = 0; i < cone->count; ++i)
    if (mlirOperationEqual(cone->ops[i], op))
      return true;
  return false;
}

static bool is_used_in_cone_only(const struct cone *cone, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(op, i));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (!is_in_cone(cone, mlirOpOperandGetOwner(use)))
        return false;
  return true;
}

/// Adds producers until none is left; one whose users join later is met again
/// through the last of them.
static void grow(struct cone *cone) {
  const int room = sizeof(cone->ops) / sizeof(cone->ops[0]);
  for (int i = 0; i < cone->count; ++i)
    for (intptr_t j = 0; j < mlirOperationGetNumOperands(cone->ops[i]); ++j) {
      MlirValue value = mlirOperationGetOperand(cone->ops[i], j);
      if (!mlirValueIsAOpResult(value))
        continue;
      MlirOperation op = mlirOpResultGetOwner(value);
      if (cone->count < room && is_pure(op) && !is_in_cone(cone, op) &&
          is_used_in_cone_only(cone, op))
        cone->ops[cone->count++] = op;
    }
}

/// Writes "dlopt.map 2, dlopt.reduce 1": the operations of the cone by name, in
/// the order of the program, but for constants and shapes.
static void print_cone(const struct cone *cone, char *text, size_t room) {
  size_t used = 0;
  text[0] = 0;
  for (int i = cone->count; i-- > 0 && used < room;) {
    MlirStringRef name = dl_op_name(cone->ops[i]);
    int uses = 0;
    bool seen = false;
    for (int j = 0; j < cone->count; ++j) {
      bool same = mlirStringRefEqual(dl_op_name(cone->ops[j]), name);
      uses += same;
      seen |= same && j > i;
    }
    if (!seen && dl_string_starts_with(name, "dlopt."))
      used += (size_t)snprintf(text + used, room - used, "%s%.*s %d",
                               used ? ", " : "", DL_SV(name), uses);
  }
}

/// The root is still there; so is what replaces it, unless it stays.
static void tell_recognised(const dl_recognizer *rec, bool stays) {
  struct cone cone = {.ops = {rec->op}, .count = 1};
  if (!stays)
    grow(&cone);
  char parts[256];
  print_cone(&cone, parts, sizeof(parts));
  dl_emit_remark_at(mlirOperationGetLocation(rec->op),
                    "recognised: %s, from %s", rec->what, parts);
}

void dl_recognize(MlirOperation function, bool remarks, dl_recognize_fn fn) {
  dl_arena arena = {NULL};
  struct op_list list = {NULL, 0};
  mlirOperationWalk(function, collect, &list, MlirWalkPreOrder);
  list.ops = DL_ARENA_ARRAY(&arena, MlirOperation, list.count);
  list.count = 0;
  mlirOperationWalk(function, collect, &list, MlirWalkPreOrder);
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(function));
  dl_recognizer rec = {.remarks = remarks};
  for (size_t i = list.count; i-- > 0;) {
    MlirOperation op = list.ops[i];
    if (is_unused(op) && is_pure(op)) {
      mlirRewriterBaseEraseOp(rewriter, op);
      continue;
    }
    if (!is_root(op))
      continue;
    rec.op = op;
    rec.said = false;
    rec.what = NULL;
    rec.bld = dl_builder_before(rewriter, op);
    MlirValue value = fn(&rec);
    if (rec.what && remarks)
      tell_recognised(&rec, mlirValueIsNull(value));
    if (!mlirValueIsNull(value))
      mlirRewriterBaseReplaceOpWithValues(rewriter, op, 1, &value);
    dl_arena_reset(&rec.arena);
  }
  mlirIRRewriterDestroy(rewriter);
  dl_arena_reset(&arena);
}

void dl_recognized(dl_recognizer *rec, const char *what) {
  rec->what = what;
  rec->said = true;
}

MlirValue dl_near_miss(dl_recognizer *rec, const char *format, ...) {
  if (rec->remarks && !rec->said) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    dl_emit_remark(rec->op, "left as it is: %s", text);
  }
  rec->said = true;
  return (MlirValue){NULL};
}

bool dl_is_wider_than_statistics(MlirType type, MlirType input,
                                 MlirType result) {
  return mlirTypeIsAF64(type) && !mlirTypeIsAF64(input) &&
         !mlirTypeIsAF64(result);
}
