// Hides from `linalg-fuse-elementwise-ops` what it must not fuse, and takes the
// guards out again.
//
//   %y = linalg.generic {...} ins(%x)          (%x computed by a generic)
//   ->  %g = builtin.unrealized_conversion_cast %x
//              : tensor<4xf32> to tensor<4xf32, "dlopt.fusion_guard">
//       %y = linalg.generic {...} ins(%g)
//
// Upstream fuses a producer of one use even where its consumer reads each
// element many times: the producer's work would then be repeated. A contraction
// also keeps its operands as they lie in memory, which its loops rely on.
#include "lowering/cpu/steps.h"

#include "lowering/base/builder.h"
#include "lowering/cpu/ir.h"
#include "lowering/pass/pass.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"

/// Encoding of a guarded tensor type: the cast to it is opaque to every
/// pattern.
#define GUARD "dlopt.fusion_guard"
#define CAST "builtin.unrealized_conversion_cast"

static bool has_reduction(MlirOperation generic) {
  MlirAttribute kinds =
      mlirOperationGetAttributeByName(generic, DL_STR("iterator_types"));
  MlirAttribute parallel =
      mlirAttributeParseGet(mlirOperationGetContext(generic),
                            DL_STR("#linalg.iterator_type<parallel>"));
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(kinds); i++)
    if (!mlirAttributeEqual(mlirArrayAttrGetElement(kinds, i), parallel))
      return true;
  return false;
}

/// True if the map reads each element exactly once over the loops.
static bool reads_once(MlirAffineMap map, bool *in_order) {
  intptr_t n_results = mlirAffineMapGetNumResults(map);
  *in_order = true;
  if (n_results != mlirAffineMapGetNumDims(map))
    return false;
  for (intptr_t i = 0; i < n_results; i++) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, i);
    if (!mlirAffineExprIsADim(expr))
      return false;
    *in_order &= mlirAffineDimExprGetPosition(expr) == i;
  }
  return true;
}

/// True if computing an element of `producer` again costs nothing to speak of.
static bool is_free(MlirOperation producer) {
  MlirOperation op = mlirBlockGetFirstOperation(dl_region_block(producer, 0));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!dl_is(op, "linalg.yield") && !dl_is(op, "arith.extf") &&
        !dl_is(op, "arith.extsi") && !dl_is(op, "arith.extui"))
      return false;
  return true;
}

/// The operation that computes an operand, seen through changes of shape, as
/// fusion moves them out of its way.
static MlirOperation find_producer(MlirOperation consumer, intptr_t operand) {
  MlirOperation producer = dl_def(consumer, operand);
  while (dl_is(producer, "tensor.expand_shape") ||
         dl_is(producer, "tensor.collapse_shape"))
    producer = dl_def(producer, 0);
  return producer;
}

static bool must_guard(MlirOperation consumer, intptr_t operand) {
  MlirOperation producer = find_producer(consumer, operand);
  if (!dl_is(producer, "linalg.generic"))
    return false;
  MlirAttribute maps =
      mlirOperationGetAttributeByName(consumer, DL_STR("indexing_maps"));
  bool in_order;
  bool once = reads_once(
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, operand)),
      &in_order);
  if (has_reduction(consumer))
    return !(once && in_order);
  return !once && !is_free(producer);
}

static void guard(const dl_builder *bld, MlirOperation op, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(op, operand);
  MlirType type = mlirValueGetType(value);
  int64_t shape[32];
  int64_t rank = mlirShapedTypeGetRank(type);
  if (rank > 32)
    return;
  for (int64_t i = 0; i < rank; i++)
    shape[i] = mlirShapedTypeGetDimSize(type, i);
  MlirType guarded =
      mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(type),
                              dl_attr_string(bld, GUARD));
  MlirOperation cast =
      dl_cpu_op(bld, CAST, 1, &value, 1, &guarded, 0, NULL, NULL);
  mlirOperationSetOperand(op, operand, dl_result(cast, 0));
}

static MlirWalkResult guard_op(MlirOperation op, void *data) {
  MlirRewriterBase rewriter = *(MlirRewriterBase *)data;
  if (!dl_is(op, "linalg.generic") || mlirOperationGetNumResults(op) == 0)
    return MlirWalkResultAdvance;
  MlirAttribute segments =
      mlirOperationGetAttributeByName(op, DL_STR("operandSegmentSizes"));
  int32_t n_inputs = mlirDenseI32ArrayGetElement(segments, 0);
  dl_builder bld = dl_builder_before(rewriter, op);
  for (int32_t i = 0; i < n_inputs; i++)
    if (must_guard(op, i))
      guard(&bld, op, i);
  return MlirWalkResultAdvance;
}

MlirLogicalResult dl_cpu_guard_fusion(MlirOperation module) {
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(module));
  mlirOperationWalk(module, guard_op, &rewriter, MlirWalkPreOrder);
  mlirIRRewriterDestroy(rewriter);
  return mlirLogicalResultSuccess();
}

static MlirWalkResult unguard_op(MlirOperation op, void *data) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirOperation cast = dl_def(op, i);
    if (!dl_is(cast, CAST) || mlirOperationGetNumOperands(cast) != 1)
      continue;
    MlirType type = mlirValueGetType(dl_result(cast, 0));
    MlirAttribute encoding = mlirTypeIsARankedTensor(type)
                                 ? mlirRankedTensorTypeGetEncoding(type)
                                 : mlirAttributeGetNull();
    if (!mlirAttributeIsNull(encoding) && mlirAttributeIsAString(encoding) &&
        dl_string_is(mlirStringAttrGetValue(encoding), GUARD))
      mlirOperationSetOperand(op, i, mlirOperationGetOperand(cast, 0));
  }
  return MlirWalkResultAdvance;
}

MlirLogicalResult dl_cpu_unguard_fusion(MlirOperation module) {
  mlirOperationWalk(module, unguard_op, NULL, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run_guard(MlirOperation op, const void *options) {
  return dl_cpu_guard_fusion(op);
}

static MlirLogicalResult run_unguard(MlirOperation op, const void *options) {
  return dl_cpu_unguard_fusion(op);
}

DL_FUNCTION_PASS(cpu_guard_fusion, run_guard)
DL_FUNCTION_PASS(cpu_unguard_fusion, run_unguard)
