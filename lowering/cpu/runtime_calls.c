// What the CPU cannot do in an instruction becomes a call of the runtime:
// assertions that reach the host, conversions of 8-bit floats. So does expm1,
// which upstream would expand to exp(x) - 1, wrong for small x.

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

/// Name of an 8-bit float type as its runtime functions spell it; null if the
/// type is none of them.
static const char *float8_name(MlirType type) {
  if (mlirTypeIsAFloat8E4M3FN(type))
    return "f8e4m3fn";
  if (mlirTypeIsAFloat8E5M2(type))
    return "f8e5m2";
  return NULL;
}

static bool is_narrow_float(MlirType type) {
  return mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) <= 8;
}

static bool converts_narrow(MlirOperation op) {
  bool extends = dl_is(op, "arith.extf"), truncates = dl_is(op, "arith.truncf");
  return (extends &&
          is_narrow_float(mlirValueGetType(mlirOperationGetOperand(op, 0)))) ||
         (truncates && is_narrow_float(mlirValueGetType(dl_result(op, 0))));
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
      !converts_narrow(op) && class_bits(op) == 0)
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
  const char *name = float8_name(narrow);
  if (!name) {
    char text[64];
    return dl_emit_error(op,
                         "the CPU has no conversion for %s; f8E4M3FN and "
                         "f8E5M2 are supported",
                         dl_type_text(narrow, text, sizeof text));
  }
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
  if (converts_narrow(op))
    return lower_conversion(r, &bld, op);
  if (dl_is(op, "cf.assert"))
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
