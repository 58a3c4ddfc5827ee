// Turns an operand of a reduction round, so that its loops can be vectorised.
//
//   %r = linalg.generic (m, n, k) ins(%a[m, k], %b[n, k]) outs(%c[m, n])
//   ->  %t = linalg.generic (k, n) ins(%b[n, k]) outs(%empty[k, n])   (a copy)
//       %r = linalg.generic (m, n, k) ins(%a[m, k], %t[k, n]) outs(%c[m, n])
//
// The loops want vectors along the last dimension of the result. An operand in
// which that dimension is not the last is copied into that order. Gives up
// where each element of the operand is used too rarely for the copy to pay.
#include "lowering/base/builder.h"
#include "lowering/cpu/ir.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"
#include "mlir-c/AffineExpr.h"

enum {
  MAX_DIMS = 16,
  MIN_USES = 8,   ///< of each element, for the copy to pay
  MIN_VECTOR = 16 ///< size of the dimension to vectorise
};

typedef struct reduction {
  MlirOperation op;
  int n_dims, n_inputs;
  bool parallel[MAX_DIMS];
  int64_t size[MAX_DIMS]; ///< -1 if dynamic or not known
  int row;                ///< last dimension of the result
} reduction;

static MlirAffineMap map_of(MlirOperation op, intptr_t operand) {
  MlirAttribute maps =
      mlirOperationGetAttributeByName(op, DL_STR("indexing_maps"));
  return mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, operand));
}

/// The dimension that a map's result is; -1 if it is an expression.
static int dim_at(MlirAffineMap map, intptr_t result) {
  MlirAffineExpr expr = mlirAffineMapGetResult(map, result);
  return mlirAffineExprIsADim(expr) ? (int)mlirAffineDimExprGetPosition(expr)
                                    : -1;
}

static void read_sizes(reduction *r, intptr_t operand) {
  MlirAffineMap map = map_of(r->op, operand);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(r->op, operand));
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++) {
    int dim = dim_at(map, i);
    if (dim >= 0 && mlirTypeIsAShaped(type) &&
        !mlirShapedTypeIsDynamicDim(type, i))
      r->size[dim] = mlirShapedTypeGetDimSize(type, i);
  }
}

static bool read_reduction(reduction *r, MlirOperation op) {
  if (!dl_is(op, "linalg.generic") || mlirOperationGetNumResults(op) != 1)
    return false;
  MlirAttribute kinds =
      mlirOperationGetAttributeByName(op, DL_STR("iterator_types"));
  MlirAttribute parallel = mlirAttributeParseGet(
      mlirOperationGetContext(op), DL_STR("#linalg.iterator_type<parallel>"));
  r->op = op;
  r->n_dims = (int)mlirArrayAttrGetNumElements(kinds);
  r->n_inputs = (int)mlirOperationGetNumOperands(op) - 1;
  if (r->n_dims > MAX_DIMS)
    return false;
  bool reduces = false;
  for (int dim = 0; dim < r->n_dims; dim++) {
    r->size[dim] = -1;
    r->parallel[dim] =
        mlirAttributeEqual(mlirArrayAttrGetElement(kinds, dim), parallel);
    reduces |= !r->parallel[dim];
  }
  for (int i = 0; i <= r->n_inputs; i++)
    read_sizes(r, i);
  MlirAffineMap result = map_of(op, r->n_inputs);
  intptr_t rank = mlirAffineMapGetNumResults(result);
  r->row = rank > 0 ? dim_at(result, rank - 1) : -1;
  return reduces && r->row >= 0 &&
         (r->size[r->row] < 0 || r->size[r->row] >= MIN_VECTOR);
}

/// Where the row dimension is in an operand that is worth turning; -1 if it is
/// not there, the last already, or the operand is too odd or too rarely used.
static int find_turn(const reduction *r, int operand) {
  MlirAffineMap map = map_of(r->op, operand);
  int rank = (int)mlirAffineMapGetNumResults(map), position = -1;
  bool moves[MAX_DIMS] = {false};
  for (int i = 0; i < rank; i++) {
    int dim = dim_at(map, i);
    if (dim < 0 || moves[dim])
      return -1;
    moves[dim] = true;
    if (dim == r->row)
      position = i;
  }
  int64_t uses = 1;
  for (int dim = 0; dim < r->n_dims && uses < MIN_USES; dim++)
    if (r->parallel[dim] && !moves[dim])
      uses *= r->size[dim] < 0 ? MIN_USES : r->size[dim];
  return position < rank - 1 && uses >= MIN_USES ? position : -1;
}

static MlirValue emit_turned(const dl_builder *bld, MlirValue value,
                             int position) {
  MlirType type = mlirValueGetType(value);
  int rank = (int)mlirShapedTypeGetRank(type);
  int64_t shape[MAX_DIMS];
  MlirValue sizes[MAX_DIMS];
  MlirAffineExpr exprs[MAX_DIMS];
  intptr_t n_sizes = 0;
  MlirType index = mlirIndexTypeGet(bld->context);
  for (int i = 0; i < rank; i++) {
    // Dimension i of the result is this one of the operand.
    int from = i == rank - 1 ? position : i < position ? i : i + 1;
    exprs[from] = mlirAffineDimExprGet(bld->context, i);
    shape[i] = mlirShapedTypeGetDimSize(type, from);
    if (!mlirShapedTypeIsDynamicDim(type, from))
      continue;
    MlirValue operands[] = {value, dl_constant_index(bld, from)};
    sizes[n_sizes++] = dl_result(
        dl_cpu_op(bld, "tensor.dim", 2, operands, 1, &index, 0, NULL, NULL), 0);
  }
  MlirType turned = mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
  MlirOperation empty =
      dl_cpu_op(bld, "tensor.empty", n_sizes, sizes, 1, &turned, 0, NULL, NULL);
  MlirAffineMap map = mlirAffineMapGet(bld->context, rank, 0, rank, exprs);
  return dl_result(dl_cpu_copy(bld, value, dl_result(empty, 0), map), 0);
}

/// Makes the operation read a turned copy.
static void turn(const dl_builder *bld, const reduction *r, int operand,
                 int position) {
  MlirValue value = mlirOperationGetOperand(r->op, operand);
  mlirOperationSetOperand(r->op, operand, emit_turned(bld, value, position));
  MlirAffineMap map = map_of(r->op, operand);
  int rank = (int)mlirAffineMapGetNumResults(map);
  MlirAffineExpr exprs[MAX_DIMS];
  for (int i = 0; i < rank; i++)
    exprs[i] = mlirAffineMapGetResult(map, i == rank - 1  ? position
                                           : i < position ? i
                                                          : i + 1);
  MlirAttribute old =
      mlirOperationGetAttributeByName(r->op, DL_STR("indexing_maps"));
  dl_arena arena = {NULL};
  intptr_t count = mlirArrayAttrGetNumElements(old);
  MlirAttribute *maps = DL_ARENA_ARRAY(&arena, MlirAttribute, (size_t)count);
  for (intptr_t i = 0; i < count; i++)
    maps[i] = mlirArrayAttrGetElement(old, i);
  maps[operand] = mlirAffineMapAttrGet(
      mlirAffineMapGet(bld->context, r->n_dims, 0, rank, exprs));
  mlirOperationSetAttributeByName(r->op, DL_STR("indexing_maps"),
                                  mlirArrayAttrGet(bld->context, count, maps));
  dl_arena_reset(&arena);
}

static MlirWalkResult pack(MlirOperation op, void *data) {
  MlirRewriterBase rewriter = *(MlirRewriterBase *)data;
  reduction r;
  if (!read_reduction(&r, op))
    return MlirWalkResultAdvance;
  dl_builder bld = dl_builder_before(rewriter, op);
  for (int i = 0; i < r.n_inputs; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    int position = mlirTypeIsARankedTensor(type) ? find_turn(&r, i) : -1;
    if (position >= 0) {
      mlirRewriterBaseSetInsertionPointBefore(rewriter, op);
      turn(&bld, &r, i, position);
    }
  }
  return MlirWalkResultAdvance;
}

MlirLogicalResult dl_cpu_pack_operands(MlirOperation module) {
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(module));
  mlirOperationWalk(module, pack, &rewriter, MlirWalkPostOrder);
  mlirIRRewriterDestroy(rewriter);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_pack_operands(op);
}

DL_FUNCTION_PASS(cpu_pack_operands, run)
