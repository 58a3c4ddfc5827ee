// What the CPU cannot do in an instruction becomes a call of the runtime:
// assertions that reach the host, conversions of 8-bit floats. So does expm1,
// which upstream would expand to exp(x) - 1, wrong for small x. Maxima and
// minima become LLVM's: upstream would expand them to comparisons, for which
// -0 and +0 are equal.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lowering/base/diag.h"
#include "lowering/base/location.h"
#include "lowering/cpu/ir.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"
#include "mlir-c/Dialect/LLVM.h"

typedef struct rewriting {
  MlirOperation module;
  MlirRewriterBase rewriter;
  MlirOperation *ops;
  size_t count, capacity;
  int n_messages;
} rewriting;

/// Name of an 8-bit float type as its runtime functions spell it, which is
/// MLIR's in small letters; null if the type has none.
static const char *float8_name(MlirType type, char *buffer, size_t size) {
  if (!mlirTypeIsAFloat8E5M2(type) && !mlirTypeIsAFloat8E4M3(type) &&
      !mlirTypeIsAFloat8E4M3FN(type) && !mlirTypeIsAFloat8E5M2FNUZ(type) &&
      !mlirTypeIsAFloat8E4M3FNUZ(type) && !mlirTypeIsAFloat8E4M3B11FNUZ(type) &&
      !mlirTypeIsAFloat8E3M4(type))
    return NULL;
  dl_type_text(type, buffer, size);
  for (char *c = buffer; *c; c++)
    if (*c >= 'A' && *c <= 'Z')
      *c += 'a' - 'A';
  return buffer;
}

/// The float type of a value that is one, or a vector of them; else the type.
static MlirType scalar_type(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

static bool is_narrow_float(MlirType type) {
  return mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) <= 8;
}

/// The type, if `op` computes in a narrow float, which upstream's emulation
/// then has left; null otherwise. Moving bits about is not computing.
static MlirType computes_in(MlirOperation op) {
  static const char *const moves[] = {"arith.bitcast", "arith.constant",
                                      "arith.select"};
  MlirStringRef name = dl_op_name(op);
  bool scalar_op = dl_string_starts_with(name, "arith.") ||
                   dl_string_starts_with(name, "math.");
  for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
    scalar_op &= !dl_string_is(name, moves[i]);
  for (intptr_t i = 0; scalar_op && i < mlirOperationGetNumOperands(op); i++)
    if (is_narrow_float(scalar_type(mlirOperationGetOperand(op, i))))
      return mlirValueGetType(mlirOperationGetOperand(op, i));
  for (intptr_t i = 0; scalar_op && i < mlirOperationGetNumResults(op); i++)
    if (is_narrow_float(scalar_type(dl_result(op, i))))
      return mlirValueGetType(dl_result(op, i));
  return (MlirType){NULL};
}

static bool converts(MlirOperation op) {
  return dl_is(op, "arith.extf") || dl_is(op, "arith.truncf");
}

/// LLVM's operation for one of arith of which NaN and the sign of zero are the
/// same; null if `op` is none.
static const char *intrinsic_of(MlirOperation op) {
  return dl_is(op, "arith.maximumf")   ? "llvm.intr.maximum"
         : dl_is(op, "arith.minimumf") ? "llvm.intr.minimum"
                                       : NULL;
}

/// Bits of `llvm.is.fpclass` that a class test of `math` stands for; 0 if `op`
/// is none. Upstream's conversion lacks some of them.
static int32_t class_bits(MlirOperation op) {
  static const struct {
    const char *name;
    int32_t bits;
  } tests[] = {{"math.isnan", 0x003},
               {"math.isinf", 0x204},
               {"math.isnormal", 0x108},
               {"math.isfinite", 0x1f8}};
  for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
    if (dl_is(op, tests[i].name))
      return tests[i].bits;
  return 0;
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  rewriting *r = data;
  if (!dl_is(op, "cf.assert") && !dl_is(op, "math.expm1") &&
      mlirTypeIsNull(computes_in(op)) && !intrinsic_of(op) &&
      class_bits(op) == 0)
    return MlirWalkResultAdvance;
  if (r->count == r->capacity) {
    r->capacity = r->capacity ? 2 * r->capacity : 64;
    r->ops = realloc(r->ops, r->capacity * sizeof *r->ops);
    if (!r->ops)
      abort();
  }
  r->ops[r->count++] = op;
  return MlirWalkResultAdvance;
}

static MlirValue convert(const dl_builder *bld, const char *name,
                         MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  return dl_result(dl_cpu_op(bld, name, 1, &value, 1, &type, 0, NULL, NULL), 0);
}

static MlirValue call(const dl_builder *bld, MlirOperation module,
                      const char *callee, MlirValue operand, MlirType result) {
  MlirType input = mlirValueGetType(operand);
  dl_cpu_declare(module, callee, 1, &input, 1, &result);
  const char *names[] = {"callee"};
  MlirAttribute attributes[] = {mlirFlatSymbolRefAttrGet(
      bld->context, mlirStringRefCreateFromCString(callee))};
  return dl_result(dl_cpu_op(bld, "func.call", 1, &operand, 1, &result, 1,
                             names, attributes),
                   0);
}

/// f8 -> T: the bits as i32 to the runtime, which gives f32 (exact), to T.
static MlirValue lower_extend(rewriting *r, const dl_builder *bld,
                              MlirOperation op, const char *type_name) {
  char callee[64];
  snprintf(callee, sizeof callee, "dlopt_runtime_%s_to_f32", type_name);
  MlirContext context = bld->context;
  MlirValue bits = convert(bld, "arith.bitcast", mlirOperationGetOperand(op, 0),
                           mlirIntegerTypeGet(context, 8));
  bits = convert(bld, "arith.extui", bits, mlirIntegerTypeGet(context, 32));
  MlirValue value = call(bld, r->module, callee, bits, mlirF32TypeGet(context));
  MlirType type = mlirValueGetType(dl_result(op, 0));
  bool wider = mlirTypeIsAF64(type);
  return convert(bld, wider ? "arith.extf" : "arith.truncf", value, type);
}

/// T -> f8: through f64, to which every T converts exactly.
static MlirValue lower_truncate(rewriting *r, const dl_builder *bld,
                                MlirOperation op, const char *type_name) {
  char callee[64];
  snprintf(callee, sizeof callee, "dlopt_runtime_%s_from_f64", type_name);
  MlirContext context = bld->context;
  MlirValue value = convert(bld, "arith.extf", mlirOperationGetOperand(op, 0),
                            mlirF64TypeGet(context));
  MlirValue bits =
      call(bld, r->module, callee, value, mlirIntegerTypeGet(context, 32));
  bits = convert(bld, "arith.trunci", bits, mlirIntegerTypeGet(context, 8));
  return convert(bld, "arith.bitcast", bits,
                 mlirValueGetType(dl_result(op, 0)));
}

static MlirLogicalResult lower_conversion(rewriting *r, const dl_builder *bld,
                                          MlirOperation op) {
  bool extends = dl_is(op, "arith.extf");
  MlirType narrow = mlirValueGetType(extends ? mlirOperationGetOperand(op, 0)
                                             : dl_result(op, 0));
  char text[64];
  const char *name = float8_name(narrow, text, sizeof text);
  if (!name)
    return dl_emit_error(op,
                         "the CPU has no conversion for %s; it has those of "
                         "scalars of 8-bit floats with a sign",
                         dl_type_text(narrow, text, sizeof text));
  MlirValue value = extends ? lower_extend(r, bld, op, name)
                            : lower_truncate(r, bld, op, name);
  mlirRewriterBaseReplaceOpWithValues(r->rewriter, op, 1, &value);
  return mlirLogicalResultSuccess();
}

/// "file:line:column: message", or the message alone; malloc owns it.
static char *assert_text(MlirOperation op) {
  MlirStringRef message = mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, DL_STR("msg")));
  dl_position at = dl_location_position(mlirOperationGetLocation(op));
  size_t room = strlen(at.file) + message.length + 64;
  char *text = malloc(room);
  if (!text)
    abort();
  int used = at.line > 0 ? snprintf(text, room, "%s:%d:%d: ", at.file, at.line,
                                    at.column)
                         : 0;
  snprintf(text + used, room - (size_t)used, "%.*s", DL_SV(message));
  return text;
}

/// The message as a zero-terminated global; its address.
static MlirValue emit_message(rewriting *r, const dl_builder *bld,
                              MlirOperation assert) {
  char name[64];
  snprintf(name, sizeof name, "dlopt_assert_message_%d", r->n_messages++);
  char *data = assert_text(assert);
  size_t size = strlen(data) + 1;
  MlirContext context = bld->context;
  MlirOperationState state =
      mlirOperationStateGet(DL_STR("llvm.mlir.global"), bld->location);
  dl_op_attr(bld, &state, "sym_name", dl_attr_string(bld, name));
  dl_op_attr(bld, &state, "global_type",
             mlirTypeAttrGet(mlirLLVMArrayTypeGet(
                 mlirIntegerTypeGet(context, 8), (unsigned)size)));
  dl_op_attr(bld, &state, "linkage",
             mlirAttributeParseGet(context, DL_STR("#llvm.linkage<internal>")));
  dl_op_unit_attr(bld, &state, "constant", true);
  dl_op_attr(bld, &state, "value",
             mlirStringAttrGet(context, mlirStringRefCreate(data, size)));
  free(data);
  MlirRegion region = mlirRegionCreate();
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(r->module, 0));
  mlirBlockInsertOwnedOperation(block, 0, mlirOperationCreate(&state));

  MlirType pointer = mlirLLVMPointerTypeGet(context, 0);
  const char *names[] = {"global_name"};
  MlirAttribute attributes[] = {
      mlirFlatSymbolRefAttrGet(context, mlirStringRefCreateFromCString(name))};
  return dl_result(dl_cpu_op(bld, "llvm.mlir.addressof", 0, NULL, 1, &pointer,
                             1, names, attributes),
                   0);
}

static void lower_assert(rewriting *r, const dl_builder *bld,
                         MlirOperation op) {
  MlirType i1 = mlirIntegerTypeGet(bld->context, 1);
  MlirValue wrong =
      dl_cpu_binary(bld, "arith.xori", mlirOperationGetOperand(op, 0),
                    dl_constant_int(bld, i1, 1));
  MlirRegion regions[] = {mlirRegionCreate(), mlirRegionCreate()};
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(regions[0], body);
  MlirOperationState state = dl_op_begin(bld, "scf.if");
  mlirOperationStateAddOperands(&state, 1, &wrong);
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  dl_op_end(bld, &state);
  mlirRewriterBaseSetInsertionPointToEnd(r->rewriter, body);
  MlirValue message = emit_message(r, bld, op);
  MlirType pointer = mlirValueGetType(message);
  dl_cpu_declare(r->module, "dlopt_runtime_assert_failed", 1, &pointer, 0,
                 NULL);
  dl_cpu_call(bld, "dlopt_runtime_assert_failed", 1, &message);
  dl_cpu_op(bld, "scf.yield", 0, NULL, 0, NULL, 0, NULL, NULL);
  mlirRewriterBaseEraseOp(r->rewriter, op);
}

static MlirLogicalResult lower_expm1(rewriting *r, const dl_builder *bld,
                                     MlirOperation op) {
  MlirValue operand = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(operand);
  if (!mlirTypeIsAF32(type) && !mlirTypeIsAF64(type)) {
    char text[64];
    return dl_emit_error(op, "has no CPU lowering for %s, only for f32 and f64",
                         dl_type_text(type, text, sizeof text));
  }
  const char *callee = mlirTypeIsAF32(type) ? "expm1f" : "expm1";
  MlirValue value = call(bld, r->module, callee, operand, type);
  mlirRewriterBaseReplaceOpWithValues(r->rewriter, op, 1, &value);
  return mlirLogicalResultSuccess();
}

/// LLVM's maximum takes vectors of one dimension: others are laid out as one.
static void lower_extremum(rewriting *r, const dl_builder *bld,
                           MlirOperation op) {
  MlirValue operands[] = {mlirOperationGetOperand(op, 0),
                          mlirOperationGetOperand(op, 1)};
  MlirType type = mlirValueGetType(operands[0]), flat = type;
  if (mlirTypeIsAVector(type) && mlirShapedTypeGetRank(type) != 1) {
    int64_t size = 1;
    for (int64_t i = 0; i < mlirShapedTypeGetRank(type); i++)
      size *= mlirShapedTypeGetDimSize(type, i);
    flat = mlirVectorTypeGet(1, &size, mlirShapedTypeGetElementType(type));
  }
  for (int i = 0; i < 2; i++)
    operands[i] = convert(bld, "vector.shape_cast", operands[i], flat);
  MlirValue value =
      dl_cpu_binary(bld, intrinsic_of(op), operands[0], operands[1]);
  value = convert(bld, "vector.shape_cast", value, type);
  mlirRewriterBaseReplaceOpWithValues(r->rewriter, op, 1, &value);
}

static void lower_class_test(rewriting *r, const dl_builder *bld,
                             MlirOperation op) {
  MlirValue operand = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(dl_result(op, 0));
  const char *names[] = {"bit"};
  MlirAttribute attributes[] = {dl_attr_i32(bld, class_bits(op))};
  MlirValue value =
      dl_result(dl_cpu_op(bld, "llvm.intr.is.fpclass", 1, &operand, 1, &type, 1,
                          names, attributes),
                0);
  mlirRewriterBaseReplaceOpWithValues(r->rewriter, op, 1, &value);
}

static MlirLogicalResult lower(rewriting *r, MlirOperation op) {
  dl_builder bld = dl_builder_before(r->rewriter, op);
  if (dl_is(op, "math.expm1"))
    return lower_expm1(r, &bld, op);
  MlirType narrow = computes_in(op);
  if (!mlirTypeIsNull(narrow) && converts(op))
    return lower_conversion(r, &bld, op);
  char text[64];
  if (!mlirTypeIsNull(narrow))
    return dl_emit_error(op, "the CPU does not compute in %s; widen it to f32",
                         dl_type_text(narrow, text, sizeof text));
  if (intrinsic_of(op))
    lower_extremum(r, &bld, op);
  else if (dl_is(op, "cf.assert"))
    lower_assert(r, &bld, op);
  else
    lower_class_test(r, &bld, op);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_cpu_runtime_calls(MlirOperation module) {
  rewriting r = {.module = module,
                 .rewriter =
                     mlirIRRewriterCreate(mlirOperationGetContext(module))};
  mlirOperationWalk(module, collect, &r, MlirWalkPreOrder);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0; i < r.count; i++)
    if (mlirLogicalResultIsFailure(lower(&r, r.ops[i])))
      result = mlirLogicalResultFailure();
  mlirIRRewriterDestroy(r.rewriter);
  free(r.ops);
  return result;
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_runtime_calls(op);
}

DL_FUNCTION_PASS(cpu_runtime_calls, run)
