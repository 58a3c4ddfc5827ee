// Pass dlopt-reference-widen: arithmetic of narrow floats happens in f64.
//
//   func.func @f(%x: tensor<4xf16>) -> tensor<4xf16>     // adds in f16
// becomes
//   func.func @f(%x: tensor<4xf64>) -> tensor<4xf64>     // adds in f64
//
// Every value of f16, bf16, tf32 or f32 becomes one of f64, in functions,
// blocks and constants. What the source states stays: `arith.truncf` rounds to
// its type still, and 8-bit floats are stored as they are. Integers are
// untouched. Operations that need the bits of a number, or that this pass does
// not know, and calls of functions without a body, see the types they had,
// between casts.
//
// Why here: `--verify` compares a program with this version of itself. What it
// holds of dlopt becomes its definition in upstream operations first.
// Gives up when: an operation that must keep its types has a region or a buffer
// of a narrow float: its function is left out with a warning if nobody calls
// it, as the main function of a test that prints. Or a constant is of a kind
// without numbers in it.
#include "lowering/reference/widen.h"

#include "lowering/base/diag.h"
#include "lowering/reference/shared.h"

/// How the operation takes part.
typedef enum role {
  ROLE_FOLLOW,  ///< works in any float type
  ROLE_KEEP,    ///< sees the types it had
  ROLE_ROUND,   ///< arith.truncf
  ROLE_DECLARE, ///< a function without a body
} role;

/// An operation whose types or place need more than new types for its values.
struct special {
  MlirOperation op;
  role role;
  MlirType *operand_types, *result_types; ///< before widening
  struct special *next;
};

struct widening {
  MlirOperation module;
  dl_arena arena;
  struct special *specials;
  MlirOperation left_out; ///< function found to be impossible to widen
  MlirLogicalResult result;
};

static const char *const known_dialects[] = {
    "affine.", "arith.",      "bufferization.", "builtin.", "cf.",
    "func.",   "index.",      "linalg.",        "math.",    "memref.",
    "scf.",    "ml_program.", "shape.",         "tensor.",  "vector.",
};

/// Of those dialects, what looks at the bits of a number.
static const char *const bit_operations[] = {
    "arith.bitcast",        "arith.scaling_extf",
    "arith.scaling_truncf", "builtin.unrealized_conversion_cast",
    "memref.view",          "tensor.bitcast",
    "vector.bitcast",       "vector.type_cast",
};

static bool is_known(MlirOperation op) {
  for (size_t i = 0; i < sizeof(known_dialects) / sizeof(*known_dialects); ++i)
    if (dl_string_starts_with(dl_op_name(op), known_dialects[i]))
      return true;
  return false;
}

static bool needs_bits(MlirOperation op) {
  for (size_t i = 0; i < sizeof(bit_operations) / sizeof(*bit_operations); ++i)
    if (dl_is(op, bit_operations[i]))
      return true;
  return false;
}

static bool is_widened(MlirType type) {
  return !mlirTypeEqual(type, dl_wide_type(type));
}

static bool has_widened_values(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (is_widened(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (is_widened(mlirValueGetType(mlirOperationGetResult(op, i))))
      return true;
  return false;
}

static bool has_no_body(MlirOperation op) {
  return mlirOperationGetNumRegions(op) == 1 &&
         mlirBlockIsNull(dl_region_block(op, 0));
}

/// True for a call or an address of a function that has no body here.
static bool names_external(const struct widening *w, MlirOperation op) {
  MlirAttribute callee = mlirOperationGetAttributeByName(op, DL_STR("callee"));
  if (dl_is(op, "func.constant"))
    callee = mlirOperationGetAttributeByName(op, DL_STR("value"));
  if (mlirAttributeIsNull(callee) || !mlirAttributeIsAFlatSymbolRef(callee))
    return false;
  MlirSymbolTable table = mlirSymbolTableCreate(w->module);
  MlirOperation function =
      mlirSymbolTableLookup(table, mlirFlatSymbolRefAttrGetValue(callee));
  mlirSymbolTableDestroy(table);
  return !mlirOperationIsNull(function) && has_no_body(function);
}

static role role_of(const struct widening *w, MlirOperation op) {
  if (dl_is(op, "func.func"))
    return has_no_body(op) ? ROLE_DECLARE : ROLE_FOLLOW;
  if (!has_widened_values(op))
    return ROLE_FOLLOW;
  if (dl_is(op, "arith.truncf"))
    return is_widened(mlirValueGetType(dl_result(op, 0))) ? ROLE_ROUND
                                                          : ROLE_FOLLOW;
  if (!is_known(op) || needs_bits(op))
    return ROLE_KEEP;
  bool names = dl_is(op, "func.call") || dl_is(op, "func.constant");
  return names && names_external(w, op) ? ROLE_KEEP : ROLE_FOLLOW;
}

static bool is_castable(MlirType type) {
  return !is_widened(type) || mlirTypeIsAFloat(type) ||
         mlirTypeIsARankedTensor(type) || mlirTypeIsAVector(type);
}

/// Why an operation of this role cannot be widened around; null if it can.
static const char *refusal(MlirOperation op, role role) {
  if (role == ROLE_KEEP && mlirOperationGetNumRegions(op))
    return "is unknown to the widening and has a region: lower it to linalg, "
           "scf or func first";
  bool castable = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    castable &= is_castable(mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    castable &= is_castable(mlirValueGetType(mlirOperationGetResult(op, i)));
  return castable ? NULL
                  : "needs its types as they are, and a buffer, function or "
                    "unranked tensor of narrow floats cannot be cast to f64 "
                    "and back";
}

/// Records the types the operation has before anything changes.
static void record(struct widening *w, MlirOperation op, role role) {
  intptr_t n_operands = mlirOperationGetNumOperands(op);
  intptr_t n_results = mlirOperationGetNumResults(op);
  struct special *special = DL_ARENA_ARRAY(&w->arena, struct special, 1);
  *special = (struct special){
      op, role, DL_ARENA_ARRAY(&w->arena, MlirType, (size_t)n_operands + 1),
      DL_ARENA_ARRAY(&w->arena, MlirType, (size_t)n_results + 1), w->specials};
  w->specials = special;
  for (intptr_t i = 0; i < n_operands; ++i)
    special->operand_types[i] =
        mlirValueGetType(mlirOperationGetOperand(op, i));
  for (intptr_t i = 0; i < n_results; ++i)
    special->result_types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
}

/// The operation just inside the module that holds `op`.
static MlirOperation outermost(const struct widening *w, MlirOperation op) {
  for (;;) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    if (mlirOperationIsNull(parent) || mlirOperationEqual(parent, w->module))
      return op;
    op = parent;
  }
}

struct reference {
  MlirStringRef name;
  bool found;
};

static MlirWalkResult find_reference(MlirOperation op, void *user_data) {
  struct reference *reference = user_data;
  static const char *const names[] = {"callee", "value"};
  for (int i = 0; i < 2; ++i) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString(names[i]));
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAFlatSymbolRef(symbol) &&
        mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(symbol),
                           reference->name))
      reference->found = true;
  }
  return reference->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Leaves out the function around `op`, which cannot be widened, with a
/// warning. An error if others call it, or if there is no function.
static MlirLogicalResult leave_out(struct widening *w, MlirOperation op,
                                   const char *reason) {
  MlirOperation function = outermost(w, op);
  if (!dl_is(function, "func.func"))
    return dl_emit_error(op, "%s", reason);
  struct reference reference = {
      mlirStringAttrGetValue(
          mlirOperationGetAttributeByName(function, DL_STR("sym_name"))),
      false};
  mlirOperationWalk(w->module, find_reference, &reference, MlirWalkPreOrder);
  if (reference.found)
    return dl_emit_error(op, "%s", reason);
  dl_emit_warning(op, "%s; its function @%.*s is left out", reason,
                  DL_SV(reference.name));
  w->left_out = function;
  return mlirLogicalResultSuccess();
}

static MlirWalkResult find_special(MlirOperation op, void *user_data) {
  struct widening *w = user_data;
  role role = role_of(w, op);
  if (role == ROLE_FOLLOW)
    return MlirWalkResultAdvance;
  const char *reason = refusal(op, role);
  if (!reason) {
    record(w, op, role);
    return MlirWalkResultAdvance;
  }
  w->result = leave_out(w, op, reason);
  return MlirWalkResultInterrupt;
}

/// Finds the special operations of all functions, erasing functions that cannot
/// be widened.
static void find_all_specials(struct widening *w) {
  MlirBlock body = dl_region_block(w->module, 0);
  for (MlirOperation top = mlirBlockGetFirstOperation(body), next;
       !mlirOperationIsNull(top) && mlirLogicalResultIsSuccess(w->result);
       top = next) {
    next = mlirOperationGetNextInBlock(top);
    struct special *before = w->specials;
    mlirOperationWalk(top, find_special, w, MlirWalkPreOrder);
    if (mlirOperationIsNull(w->left_out))
      continue;
    mlirOperationDestroy(w->left_out);
    w->left_out = (MlirOperation){NULL};
    w->specials = before;
  }
}

/// Types and constants that are attributes of `op`.
static MlirLogicalResult widen_attributes(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirNamedAttribute named = mlirOperationGetAttribute(op, i);
    MlirStringRef name = mlirIdentifierStr(named.name);
    MlirAttribute wide = named.attribute;
    if (mlirAttributeIsAType(wide))
      wide = mlirTypeAttrGet(dl_wide_type(mlirTypeAttrGetValue(wide)));
    else if (dl_string_is(name, "value") || dl_string_is(name, "initial_value"))
      wide = dl_wide_attribute(wide);
    if (mlirAttributeIsNull(wide))
      return dl_emit_error(op, "has a constant that cannot be widened: it is "
                               "neither a number, dense, nor a resource with "
                               "data");
    if (!mlirAttributeEqual(wide, named.attribute))
      mlirOperationSetAttributeByName(op, name, wide);
  }
  return mlirLogicalResultSuccess();
}

static void widen_value(MlirValue value) {
  MlirType type = mlirValueGetType(value), wide = dl_wide_type(type);
  if (!mlirTypeEqual(type, wide))
    mlirValueSetType(value, wide);
}

static void widen_arguments(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t j = 0; j < mlirBlockGetNumArguments(block); ++j)
        widen_value(mlirBlockGetArgument(block, j));
}

static MlirWalkResult widen_operation(MlirOperation op, void *user_data) {
  struct widening *w = user_data;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    widen_value(mlirOperationGetResult(op, i));
  widen_arguments(op);
  if (is_known(op) && !(dl_is(op, "func.func") && has_no_body(op)))
    w->result = widen_attributes(op);
  return mlirLogicalResultIsFailure(w->result) ? MlirWalkResultInterrupt
                                               : MlirWalkResultAdvance;
}

/// `value` as `type`, which differs in the float type only.
static MlirValue cast_value(const dl_builder *bld, MlirValue value,
                            MlirType type) {
  MlirType from = mlirValueGetType(value);
  if (mlirTypeEqual(from, type))
    return value;
  if (mlirTypeIsARankedTensor(type))
    return dl_tensor_to_type(bld, value, mlirShapedTypeGetElementType(type),
                             false);
  if (mlirTypeIsAFloat(type))
    return dl_to_type(bld, value, type, false);
  MlirType element = mlirShapedTypeGetElementType(type);
  return mlirTypeIsAF64(element)
             ? dl_arith_extf(bld, type, value, (dl_arith_extf_attrs){0})
             : dl_arith_truncf(bld, type, value, (dl_arith_truncf_attrs){0});
}

/// Makes `result`, now of the type `narrow`, and all of its uses see casts to
/// the type it had.
static void widen_result(dl_arena *arena, const dl_builder *bld,
                         MlirValue result, MlirType narrow) {
  MlirType wide = mlirValueGetType(result);
  intptr_t count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    ++count;
  // The casts use the result themselves: remember who did before.
  MlirOperation *users =
      DL_ARENA_ARRAY(arena, MlirOperation, (size_t)count + 1);
  unsigned *indices = DL_ARENA_ARRAY(arena, unsigned, (size_t)count + 1);
  intptr_t at = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use), ++at) {
    users[at] = mlirOpOperandGetOwner(use);
    indices[at] = mlirOpOperandGetOperandNumber(use);
  }
  mlirValueSetType(result, narrow);
  MlirValue cast = cast_value(bld, result, wide);
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetOperand(users[i], indices[i], cast);
}

/// Gives a kept operation the types it had, between casts.
static void restore_types(dl_arena *arena, MlirRewriterBase rewriter,
                          const struct special *special) {
  MlirOperation op = special->op;
  dl_builder bld = dl_builder_before(rewriter, op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    mlirOperationSetOperand(op, i,
                            cast_value(&bld, mlirOperationGetOperand(op, i),
                                       special->operand_types[i]));
  mlirRewriterBaseSetInsertionPointAfter(rewriter, op);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (is_widened(special->result_types[i]))
      widen_result(arena, &bld, mlirOperationGetResult(op, i),
                   special->result_types[i]);
}

/// The direction that an arith.truncf states; `arith` numbers them its own way.
static dl_rounding stated_rounding(MlirOperation op) {
  static const dl_rounding directions[] = {
      DL_ROUND_NEAREST_EVEN, DL_ROUND_DOWNWARD, DL_ROUND_UPWARD,
      DL_ROUND_TOWARD_ZERO, DL_ROUND_NEAREST_AWAY};
  int stated = dl_enum_value(
      mlirOperationGetAttributeByName(op, DL_STR("roundingmode")), 0);
  return directions[stated];
}

/// arith.truncf rounds its f64 operand to the type it stated, once, and the
/// rounded number goes on as f64.
static void keep_rounding(MlirRewriterBase rewriter,
                          const struct special *special) {
  MlirOperation op = special->op;
  dl_builder bld = dl_builder_before(rewriter, op);
  MlirValue value = mlirOperationGetOperand(op, 0);
  MlirType narrow = special->result_types[0], wide = mlirValueGetType(value);
  dl_conversion conversion = {.rounding = stated_rounding(op)};
  MlirValue rounded;
  if (mlirTypeIsARankedTensor(narrow)) {
    dl_dims dims = dl_tensor_dims(&bld, value);
    dl_generic loop = dl_pointwise_begin(&bld, &dims, 1, &value,
                                         mlirShapedTypeGetElementType(wide));
    MlirValue element =
        dl_convert_scalar(&bld, dl_generic_input(&loop, 0),
                          mlirShapedTypeGetElementType(narrow), conversion);
    element =
        dl_to_type(&bld, element, mlirShapedTypeGetElementType(wide), false);
    rounded = dl_generic_end(&bld, &loop, 1, &element);
  } else if (mlirTypeIsAFloat(narrow)) {
    rounded = cast_value(
        &bld, dl_convert_scalar(&bld, value, narrow, conversion), wide);
  } else {
    rounded = cast_value(&bld, cast_value(&bld, value, narrow), wide);
  }
  mlirRewriterBaseReplaceOpWithValues(rewriter, op, 1, &rounded);
}

/// An extension between types that are both f64 now says nothing.
static MlirWalkResult drop_extension(MlirOperation op, void *user_data) {
  MlirRewriterBase rewriter = *(MlirRewriterBase *)user_data;
  if (!dl_is(op, "arith.extf"))
    return MlirWalkResultAdvance;
  MlirValue operand = mlirOperationGetOperand(op, 0);
  if (mlirTypeEqual(mlirValueGetType(operand),
                    mlirValueGetType(dl_result(op, 0))))
    mlirRewriterBaseReplaceOpWithValues(rewriter, op, 1, &operand);
  return MlirWalkResultAdvance;
}

static MlirWalkResult find_dlopt(MlirOperation op, void *user_data) {
  if (!dl_string_starts_with(dl_op_name(op), "dlopt."))
    return MlirWalkResultAdvance;
  *(bool *)user_data = true;
  return MlirWalkResultInterrupt;
}

/// Lowers what there is of dlopt. A program without any is left alone: the
/// greedy driver would fold its arithmetic in the narrow types.
static MlirLogicalResult lower_definitions(MlirOperation module) {
  bool has_dlopt = false;
  mlirOperationWalk(module, find_dlopt, &has_dlopt, MlirWalkPreOrder);
  return has_dlopt ? dl_reference_lower(module, NULL)
                   : mlirLogicalResultSuccess();
}

static MlirLogicalResult widen_module(MlirOperation module,
                                      const void *options) {
  (void)options;
  struct widening w = {.module = module, .result = lower_definitions(module)};
  if (mlirLogicalResultIsSuccess(w.result))
    find_all_specials(&w);
  if (mlirLogicalResultIsSuccess(w.result))
    mlirOperationWalk(module, widen_operation, &w, MlirWalkPreOrder);
  if (mlirLogicalResultIsSuccess(w.result)) {
    MlirRewriterBase rewriter = mlirIRRewriterCreateFromOp(module);
    for (const struct special *s = w.specials; s; s = s->next) {
      if (s->role == ROLE_KEEP)
        restore_types(&w.arena, rewriter, s);
      else if (s->role == ROLE_ROUND)
        keep_rounding(rewriter, s);
    }
    mlirOperationWalk(module, drop_extension, &rewriter, MlirWalkPostOrder);
    mlirIRRewriterDestroy(rewriter);
  }
  dl_arena_reset(&w.arena);
  return w.result;
}

DL_FUNCTION_PASS(reference_widen, widen_module)
