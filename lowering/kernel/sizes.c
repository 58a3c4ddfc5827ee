// Sizes of a kernel's tensors: from each operation to its operands.
#include "lowering/kernel/sizes.h"

#include "dialect/verify/shape.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/ir.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/Dialect/Linalg.h"

enum { MAX_OPERANDS = 8 };

MlirValue dl_structured_init_of(MlirOperation op, intptr_t result) {
  if (mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)))
    return (MlirValue){NULL};
  intptr_t first =
      mlirOperationGetNumOperands(op) - mlirOperationGetNumResults(op);
  return mlirOperationGetOperand(op, first + result);
}

/// Number of entries before `index` that are operands.
static intptr_t count_dynamic(MlirAttribute statics, intptr_t index) {
  intptr_t count = 0;
  for (intptr_t i = 0; i < index; ++i)
    count += mlirDenseI64ArrayGetElement(statics, i) ==
             mlirShapedTypeGetDynamicSize();
  return count;
}

MlirValue dl_pad_low(const dl_sizer *sizer, MlirOperation op, int64_t dim) {
  MlirAttribute statics = dl_tensor_pad_static_low(op);
  int64_t known = mlirDenseI64ArrayGetElement(statics, dim);
  if (known != mlirShapedTypeGetDynamicSize())
    return dl_constant_index(sizer->bld, known);
  return dl_body_scalar(sizer,
                        dl_tensor_pad_low(op, count_dynamic(statics, dim)));
}

static MlirValue pad_high(const dl_sizer *sizer, MlirOperation op,
                          int64_t dim) {
  MlirAttribute statics = dl_tensor_pad_static_high(op);
  int64_t known = mlirDenseI64ArrayGetElement(statics, dim);
  if (known != mlirShapedTypeGetDynamicSize())
    return dl_constant_index(sizer->bld, known);
  return dl_body_scalar(sizer,
                        dl_tensor_pad_high(op, count_dynamic(statics, dim)));
}

MlirValue dl_body_scalar(const dl_sizer *sizer, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return sizer->scalar(sizer->data, value);
  MlirOperation op = mlirOpResultGetOwner(value);
  int64_t dim;
  if (dl_tensor_dim_is(op) &&
      dl_is_constant(mlirOperationGetOperand(op, 1), &dim))
    return dl_body_size(sizer, mlirOperationGetOperand(op, 0), dim);
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue operands[MAX_OPERANDS];
  for (intptr_t i = 0; i < count && i < MAX_OPERANDS; ++i)
    operands[i] = dl_body_scalar(sizer, mlirOperationGetOperand(op, i));
  MlirOperation copy =
      mlirRewriterBaseInsert(sizer->bld->rewriter, mlirOperationClone(op));
  for (intptr_t i = 0; i < count && i < MAX_OPERANDS; ++i)
    mlirOperationSetOperand(copy, i, operands[i]);
  return dl_result(copy, mlirOpResultGetResultNumber(value));
}

static MlirValue window_size(const dl_sizer *sizer, const dl_size *size) {
  MlirValue extent = dl_body_size(sizer, size->value, size->dim);
  MlirValue window =
      mlirValueIsNull(size->window_value)
          ? dl_constant_index(sizer->bld, size->axis.window_size)
          : dl_body_size(sizer, size->window_value, size->window_dim);
  return dl_window_count(sizer->bld, &size->axis, extent, window);
}

static MlirValue padded_size(const dl_sizer *sizer, MlirOperation op,
                             int64_t dim) {
  MlirValue size = dl_body_size(sizer, dl_tensor_pad_source(op), dim);
  size = dl_int_add(sizer->bld, size, dl_pad_low(sizer, op, dim));
  return dl_int_add(sizer->bld, size, pad_high(sizer, op, dim));
}

static MlirValue joined_size(const dl_sizer *sizer, MlirOperation op,
                             int64_t dim) {
  int64_t along = mlirIntegerAttrGetValueInt(dl_tensor_concat_dim(op));
  MlirValue size = dl_body_size(sizer, mlirOperationGetOperand(op, 0), dim);
  for (intptr_t i = 1; dim == along && i < mlirOperationGetNumOperands(op); ++i)
    size = dl_int_add(sizer->bld, size,
                      dl_body_size(sizer, mlirOperationGetOperand(op, i), dim));
  return size;
}

/// Of tensor.generate and tensor.empty: an operand a dynamic dimension.
static MlirValue stated_size(const dl_sizer *sizer, MlirOperation op,
                             int64_t dim) {
  intptr_t operand = 0;
  for (int64_t i = 0; i < dim; ++i)
    operand += dl_static_size(dl_result(op, 0), i) < 0;
  return dl_body_scalar(sizer, mlirOperationGetOperand(op, operand));
}

MlirValue dl_body_size(const dl_sizer *sizer, MlirValue value, int64_t dim) {
  int64_t known = dl_static_size(value, dim);
  if (known >= 0)
    return dl_constant_index(sizer->bld, known);
  MlirValue at_hand = sizer->size(sizer->data, value, dim);
  if (!mlirValueIsNull(at_hand))
    return at_hand;
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirValue init =
      dl_structured_init_of(op, mlirOpResultGetResultNumber(value));
  if (!mlirValueIsNull(init))
    return dl_body_size(sizer, init, dim);
  if (dl_tensor_pad_is(op))
    return padded_size(sizer, op, dim);
  if (dl_tensor_concat_is(op))
    return joined_size(sizer, op, dim);
  if (dl_tensor_generate_is(op) || dl_tensor_empty_is(op))
    return stated_size(sizer, op, dim);
  dl_size size = dl_result_size(op, dl_shape_rule_of(op), dim);
  if (size.source == DL_SIZE_STATIC)
    return dl_constant_index(sizer->bld, size.size);
  if (size.source == DL_SIZE_VALUE)
    return dl_body_scalar(sizer, size.value);
  if (size.source == DL_SIZE_WINDOW)
    return window_size(sizer, &size);
  return dl_body_size(sizer, size.value, size.dim);
}
