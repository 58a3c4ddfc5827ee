// Element types: classes, checks and default accumulators.
#include "dialect/verify/types.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/shape.h"
#include "lowering/base/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>

enum { TYPE_TEXT_SIZE = 96 };

int dl_enum_value(MlirAttribute attribute, int absent) {
  return mlirAttributeIsNull(attribute)
             ? absent
             : (int)mlirIntegerAttrGetValueInt(attribute);
}

MlirType dl_tensor_element(MlirValue tensor) {
  return mlirShapedTypeGetElementType(mlirValueGetType(tensor));
}

bool dl_type_is_float(MlirType type) { return mlirTypeIsAFloat(type); }

bool dl_type_is_int(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type);
}

unsigned dl_type_width(MlirType type) {
  return mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type)
                                  : mlirFloatTypeGetWidth(type);
}

static MlirLogicalResult refuse(MlirOperation op, const char *name,
                                MlirType element, const char *expected) {
  char text[TYPE_TEXT_SIZE];
  return dl_emit_error(op, "%s has element type %s, expected %s", name,
                       dl_type_text(element, text, sizeof(text)), expected);
}

MlirLogicalResult dl_check_float(MlirOperation op, const char *name,
                                 MlirValue tensor) {
  MlirType element = dl_tensor_element(tensor);
  return dl_type_is_float(element) ? mlirLogicalResultSuccess()
                                   : refuse(op, name, element, "a float");
}

MlirLogicalResult dl_check_number(MlirOperation op, const char *name,
                                  MlirValue tensor) {
  MlirType element = dl_tensor_element(tensor);
  return dl_type_is_float(element) || dl_type_is_int(element)
             ? mlirLogicalResultSuccess()
             : refuse(op, name, element, "a float or a signless integer");
}

static MlirLogicalResult check_class(MlirOperation op, const char *name,
                                     MlirType type, const char *like_name,
                                     MlirType like) {
  bool is_float = dl_type_is_float(like);
  if (is_float ? dl_type_is_float(type) : dl_type_is_int(type))
    return mlirLogicalResultSuccess();
  char text[TYPE_TEXT_SIZE], like_text[TYPE_TEXT_SIZE];
  return dl_emit_error(op, "%s %s, expected %s as %s has element type %s", name,
                       dl_type_text(type, text, sizeof(text)),
                       is_float ? "a float" : "a signless integer", like_name,
                       dl_type_text(like, like_text, sizeof(like_text)));
}

MlirLogicalResult dl_check_same_class(MlirOperation op, const char *name,
                                      MlirValue tensor, const char *like_name,
                                      MlirValue like) {
  if (mlirValueIsNull(tensor))
    return mlirLogicalResultSuccess();
  char what[TYPE_TEXT_SIZE];
  snprintf(what, sizeof(what), "%s has element type", name);
  return check_class(op, what, dl_tensor_element(tensor), like_name,
                     dl_tensor_element(like));
}

MlirLogicalResult dl_check_acc_type(MlirOperation op, MlirAttribute acc_type,
                                    const char *like_name, MlirValue like) {
  if (mlirAttributeIsNull(acc_type))
    return mlirLogicalResultSuccess();
  return check_class(op, "accumulator type is", mlirTypeAttrGetValue(acc_type),
                     like_name, dl_tensor_element(like));
}

/// The wider of two types of one class; the first if they are as wide.
static MlirType wider(MlirType first, MlirType second) {
  return dl_type_width(second) > dl_type_width(first) ? second : first;
}

static MlirType widest_of_rest(MlirType start, MlirOperation op,
                               MlirValue init) {
  MlirType type =
      wider(start, dl_tensor_element(mlirOperationGetResult(op, 0)));
  return mlirValueIsNull(init) ? type : wider(type, dl_tensor_element(init));
}

/// Default accumulator over `factors` (one or two tensors).
static MlirType default_acc_type(MlirOperation op, int n_factors,
                                 const MlirValue *factors, MlirValue init,
                                 bool widens) {
  MlirContext context = mlirOperationGetContext(op);
  MlirType widest = dl_tensor_element(factors[0]);
  for (int i = 1; i < n_factors; ++i)
    widest = wider(widest, dl_tensor_element(factors[i]));
  if (dl_type_is_float(widest))
    return widest_of_rest(wider(mlirF32TypeGet(context), widest), op, init);
  if (!widens)
    return widest_of_rest(widest, op, init);
  MlirType start = dl_type_width(widest) <= 8 ? mlirIntegerTypeGet(context, 32)
                                              : mlirIntegerTypeGet(context, 1);
  return widest_of_rest(start, op, init);
}

MlirType dl_acc_type(MlirOperation op) {
  MlirAttribute stated =
      mlirOperationGetAttributeByName(op, DL_STR("acc_type"));
  if (!mlirAttributeIsNull(stated))
    return mlirTypeAttrGetValue(stated);
  if (dl_matmul_is(op)) {
    MlirValue factors[] = {dl_matmul_lhs(op), dl_matmul_rhs(op)};
    return default_acc_type(op, 2, factors, dl_matmul_init(op), true);
  }
  if (dl_conv_is(op)) {
    MlirValue factors[] = {dl_conv_input(op), dl_conv_filter(op)};
    return default_acc_type(op, 2, factors, dl_conv_init(op), true);
  }
  bool is_pool = dl_pool_is(op);
  MlirValue input = is_pool ? dl_pool_input(op) : dl_reduce_input(op);
  MlirValue init = is_pool ? dl_pool_init(op) : dl_reduce_init(op);
  int kind = dl_enum_value(is_pool ? dl_pool_kind(op) : dl_reduce_kind(op), 0);
  return default_acc_type(op, 1, &input, init,
                          kind == DL_REDUCE_ADD || kind == DL_REDUCE_MUL);
}

MlirType dl_statistics_type(MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  unsigned width =
      dl_type_width(dl_tensor_element(mlirOperationGetResult(op, 0)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType element = dl_tensor_element(mlirOperationGetOperand(op, i));
    if (dl_type_is_float(element) && dl_type_width(element) > width)
      width = dl_type_width(element);
  }
  return width > 32 ? mlirF64TypeGet(context) : mlirF32TypeGet(context);
}
