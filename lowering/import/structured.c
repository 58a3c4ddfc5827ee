// One view of every structured operation: reading maps, loops and splats.
#include "lowering/import/structured.h"

#include "lowering/base/strings.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

#include <math.h>

static bool is_tensor(MlirValue value) {
  return mlirTypeIsARankedTensor(mlirValueGetType(value));
}

static bool is_scalar(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAFloat(type) || mlirTypeIsAInteger(type) ||
         mlirTypeIsAIndex(type);
}

/// Inputs are tensors or scalars, inits are tensors, ranks are dlopt's.
static const char *check_operands(const dl_structured *view) {
  for (intptr_t i = 0; i < view->n_inputs + view->n_inits; ++i) {
    MlirValue value = mlirOperationGetOperand(view->op, i);
    if (is_tensor(value)) {
      if (mlirShapedTypeGetRank(mlirValueGetType(value)) >
          DL_MAX_STRUCTURED_RANK)
        return "a tensor has more than 16 dimensions";
    } else if (i >= view->n_inputs || !is_scalar(value)) {
      return "it does not work on ranked tensors";
    }
  }
  return NULL;
}

struct text {
  char data[64];
  size_t used;
};

static void append_text(MlirStringRef part, void *user_data) {
  struct text *text = user_data;
  for (size_t i = 0; i < part.length && text->used + 1 < sizeof(text->data);
       ++i)
    text->data[text->used++] = part.data[i];
}

/// The C API cannot look into `#linalg.iterator_type<parallel>`.
static bool is_parallel(MlirAttribute iterator) {
  struct text text = {.used = 0};
  mlirAttributePrint(iterator, append_text, &text);
  return strstr(text.data, "parallel") != NULL;
}

/// Named operations do not state their iterators: what no result runs along is
/// reduced.
static void read_iterators(dl_structured *view) {
  MlirAttribute iterators =
      mlirOperationGetAttributeByName(view->op, DL_STR("iterator_types"));
  for (intptr_t loop = 0; loop < view->n_loops; ++loop) {
    bool reduced = true;
    if (!mlirAttributeIsNull(iterators)) {
      reduced = !is_parallel(mlirArrayAttrGetElement(iterators, loop));
    } else {
      for (intptr_t i = 0; i < view->n_inits; ++i) {
        MlirAffineMap map = dl_structured_map(view, view->n_inputs + i);
        for (intptr_t j = 0; j < mlirAffineMapGetNumResults(map); ++j)
          if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, j),
                                            loop))
            reduced = false;
      }
    }
    view->is_reduction[loop] = reduced;
    view->n_reductions += reduced;
  }
}

bool dl_structured_read(MlirOperation op, dl_structured *view,
                        const char **reason) {
  *reason = NULL;
  *view = (dl_structured){.op = op};
  view->maps = mlirLinalgGetIndexingMapsAttribute(op);
  if (mlirAttributeIsNull(view->maps) || mlirOperationGetNumRegions(op) != 1)
    return false;
  view->n_inits = mlirOperationGetNumResults(op);
  view->n_inputs = mlirOperationGetNumOperands(op) - view->n_inits;
  view->body = dl_region_block(op, 0);
  *reason = "it works on memrefs, not on tensors";
  if (view->n_inits == 0 || mlirBlockIsNull(view->body) ||
      mlirArrayAttrGetNumElements(view->maps) != view->n_inputs + view->n_inits)
    return false;
  *reason = check_operands(view);
  if (*reason)
    return false;
  MlirAffineMap first = dl_structured_map(view, 0);
  view->n_loops = mlirAffineMapGetNumDims(first);
  *reason = "it has more than 32 loops";
  if (view->n_loops > DL_MAX_STRUCTURED_LOOPS)
    return false;
  *reason = NULL;
  read_iterators(view);
  return true;
}

MlirAffineMap dl_structured_map(const dl_structured *view, intptr_t operand) {
  return mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(view->maps, operand));
}

MlirValue dl_structured_operand(const dl_structured *view, intptr_t operand) {
  return mlirOperationGetOperand(view->op, operand);
}

MlirValue dl_structured_init(const dl_structured *view, intptr_t index) {
  return mlirOperationGetOperand(view->op, view->n_inputs + index);
}

MlirValue dl_structured_argument(const dl_structured *view, intptr_t operand) {
  return operand < mlirBlockGetNumArguments(view->body)
             ? mlirBlockGetArgument(view->body, operand)
             : (MlirValue){NULL};
}

MlirValue dl_structured_yielded(const dl_structured *view, intptr_t index) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(view->body), index);
}

bool dl_structured_loops(const dl_structured *view, intptr_t operand,
                         dl_loops *loops) {
  MlirAffineMap map = dl_structured_map(view, operand);
  MlirType type = mlirValueGetType(dl_structured_operand(view, operand));
  bool seen[DL_MAX_STRUCTURED_LOOPS] = {false};
  loops->rank = mlirAffineMapGetNumResults(map);
  for (int64_t j = 0; j < loops->rank; ++j) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, j);
    if (mlirAffineExprIsADim(expr)) {
      intptr_t loop = mlirAffineDimExprGetPosition(expr);
      if (seen[loop])
        return false;
      seen[loop] = true;
      loops->loops[j] = (int)loop;
    } else if (mlirAffineExprIsAConstant(expr) &&
               mlirAffineConstantExprGetValue(expr) == 0 &&
               !mlirShapedTypeIsDynamicDim(type, j) &&
               mlirShapedTypeGetDimSize(type, j) == 1) {
      loops->loops[j] = -1;
    } else {
      return false;
    }
  }
  return true;
}

int64_t dl_structured_loop_size(const dl_structured *view, int loop) {
  int64_t dynamic = mlirShapedTypeGetDynamicSize();
  for (intptr_t n = view->n_inputs + view->n_inits; n-- > 0;) {
    dl_loops loops;
    if (!dl_structured_loops(view, n, &loops))
      continue;
    int64_t dim = dl_loops_find(&loops, loop);
    if (dim < 0)
      continue;
    MlirType type = mlirValueGetType(dl_structured_operand(view, n));
    int64_t size = mlirShapedTypeGetDimSize(type, dim);
    if (n >= view->n_inputs || size != dynamic)
      return size;
  }
  return dynamic;
}

int64_t dl_loops_find(const dl_loops *loops, int loop) {
  for (int64_t j = 0; j < loops->rank; ++j)
    if (loops->loops[j] == loop)
      return j;
  return -1;
}

bool dl_loops_are_permutation(const dl_loops *loops, intptr_t n_loops) {
  if (loops->rank != n_loops)
    return false;
  for (int64_t j = 0; j < loops->rank; ++j)
    if (loops->loops[j] < 0)
      return false;
  return true; // no loop appears twice, see dl_structured_loops
}

/// Adds `factor` times the expression.
static bool add_linear(MlirAffineExpr expr, int64_t factor, dl_linear *linear) {
  if (mlirAffineExprIsADim(expr)) {
    linear->factors[mlirAffineDimExprGetPosition(expr)] += factor;
    return true;
  }
  if (mlirAffineExprIsAConstant(expr)) {
    linear->constant += factor * mlirAffineConstantExprGetValue(expr);
    return true;
  }
  if (mlirAffineExprIsAAdd(expr))
    return add_linear(mlirAffineBinaryOpExprGetLHS(expr), factor, linear) &&
           add_linear(mlirAffineBinaryOpExprGetRHS(expr), factor, linear);
  if (!mlirAffineExprIsAMul(expr))
    return false;
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr);
  MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expr);
  if (mlirAffineExprIsAConstant(right))
    return add_linear(left, factor * mlirAffineConstantExprGetValue(right),
                      linear);
  return mlirAffineExprIsAConstant(left) &&
         add_linear(right, factor * mlirAffineConstantExprGetValue(left),
                    linear);
}

bool dl_linear_read(MlirAffineExpr expr, intptr_t n_loops, dl_linear *linear) {
  *linear = (dl_linear){.n_terms = 0};
  if (!add_linear(expr, 1, linear))
    return false;
  for (intptr_t i = 0; i < n_loops; ++i)
    linear->n_terms += linear->factors[i] != 0;
  return true;
}

MlirAttribute dl_constant_value(MlirValue scalar) {
  MlirOperation def = dl_value_def(scalar);
  return dl_arith_constant_is(def) ? dl_arith_constant_value(def)
                                   : (MlirAttribute){NULL};
}

static bool is_reshape(MlirOperation op) {
  return dl_tensor_cast_is(op) || dl_tensor_expand_shape_is(op) ||
         dl_tensor_collapse_shape_is(op) || dl_tensor_extract_slice_is(op);
}

MlirAttribute dl_splat_value(MlirValue tensor) {
  MlirOperation def = dl_value_def(tensor);
  while (is_reshape(def))
    def = dl_def(def, 0);
  if (dl_linalg_fill_is(def))
    return dl_constant_value(dl_linalg_fill_inputs(def, 0));
  if (!dl_arith_constant_is(def))
    return (MlirAttribute){NULL};
  MlirAttribute value = dl_arith_constant_value(def);
  if (!mlirAttributeIsADenseElements(value) ||
      !mlirDenseElementsAttrIsSplat(value))
    return (MlirAttribute){NULL};
  return mlirDenseElementsAttrGetSplatValue(value);
}

bool dl_is_positive_zero(MlirAttribute scalar) {
  if (mlirAttributeIsNull(scalar))
    return false;
  if (mlirAttributeIsAInteger(scalar))
    return mlirIntegerAttrGetValueInt(scalar) == 0;
  if (!mlirAttributeIsAFloat(scalar))
    return false;
  double value = mlirFloatAttrGetValueDouble(scalar);
  return value == 0 && !signbit(value);
}
