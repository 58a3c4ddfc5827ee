// Why C++: ODS generates classes. They forward to the C hooks; here are only
// the conversions between the two worlds that all ops share.
#include "capi/seam/dialect.h"

#include "dialect/verify/hooks.h"
#include "dialect/verify/shape.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Rewrite.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace dlopt {

/// Calls a C fold function; see dl_fold_fn.
static OpFoldResult foldInC(Operation *op, ArrayRef<Attribute> operands,
                            dl_fold_fn fold) {
  SmallVector<MlirAttribute, 4> constants;
  for (Attribute operand : operands)
    constants.push_back(wrap(operand));
  MlirAttribute attr = {nullptr};
  MlirValue value = {nullptr};
  if (!fold(wrap(op), constants.data(), constants.size(), &attr, &value))
    return {};
  if (attr.ptr)
    return unwrap(attr);
  return unwrap(value);
}

static OpFoldResult sizeOf(OpBuilder &builder, Location loc,
                           const dl_size &size) {
  Value tensor = unwrap(size.value);
  switch (size.source) {
  case DL_SIZE_STATIC:
    return builder.getIndexAttr(size.size);
  case DL_SIZE_VALUE:
    return tensor;
  case DL_SIZE_DIM:
    return tensor::getMixedSize(builder, loc, tensor, size.dim);
  case DL_SIZE_WINDOW: {
    const dl_axis &axis = size.axis;
    AffineExpr in = builder.getAffineSymbolExpr(0);
    AffineExpr window = builder.getAffineSymbolExpr(1);
    AffineExpr span =
        in + (axis.pad_low + axis.pad_high) - (window - 1) * axis.dilation - 1;
    AffineExpr positions = span.floorDiv(axis.stride) + 1;
    OpFoldResult windowSize =
        size.window_value.ptr
            ? tensor::getMixedSize(builder, loc, unwrap(size.window_value),
                                   size.window_dim)
            : OpFoldResult(builder.getIndexAttr(axis.window_size));
    return affine::makeComposedFoldedAffineMax(
        builder, loc,
        AffineMap::get(0, 2, {positions, builder.getAffineConstantExpr(0)},
                       builder.getContext()),
        {tensor::getMixedSize(builder, loc, tensor, size.dim), windowSize});
  }
  case DL_SIZE_UNKNOWN:
    break;
  }
  return {};
}

/// Sizes of every result by the op's shape rule: attributes where the result
/// type is static and values where it is dynamic, as the interface asks.
static LogicalResult reifyInC(OpBuilder &builder, Operation *op,
                              ReifiedRankedShapedTypeDims &dims) {
  const dl_shape_rule *rule = dl_shape_rule_of(wrap(op));
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(builder.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    OpFoldResult size =
        sizeOf(builder, op->getLoc(), dl_result_size(wrap(op), rule, dim));
    if (size.isNull())
      return failure();
    sizes.push_back(
        getValueOrCreateConstantIndexOp(builder, op->getLoc(), size));
  }
  dims.assign(op->getNumResults(), sizes);
  return success();
}

} // namespace dlopt

#include "dialect/DloptDialect.cpp.inc"
#include "dialect/DloptEnums.cpp.inc"

#define GET_OP_CLASSES
#include "dialect/DloptOps.cpp.inc"

void dlopt::DloptDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialect/DloptOps.cpp.inc"
      >();
}

Operation *dlopt::DloptDialect::materializeConstant(OpBuilder &builder,
                                                    Attribute value, Type type,
                                                    Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
