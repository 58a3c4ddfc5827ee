// dlopt.map: verifier and shape rule.
#include "dialect/verify/map.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

#include <stdio.h>

int64_t dl_map_dim(MlirOperation op, intptr_t input, int64_t dim) {
  MlirAttribute dims = dl_map_dims(op);
  if (mlirAttributeIsNull(dims))
    return dim;
  MlirAttribute own = mlirArrayAttrGetElement(dims, input);
  return mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(own, dim));
}

bool dl_map_is_identity(MlirOperation op, intptr_t input) {
  int64_t rank = dl_rank(dl_map_inputs(op, input));
  if (rank != dl_rank(mlirOperationGetResult(op, 0)))
    return false;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dl_map_dim(op, input, dim) != dim)
      return false;
  return true;
}

bool dl_map_is_covered(MlirOperation op, int64_t dim) {
  for (intptr_t input = 0; input < dl_map_n_inputs(op); ++input)
    for (int64_t own = 0; own < dl_rank(dl_map_inputs(op, input)); ++own)
      if (dl_map_dim(op, input, own) == dim)
        return true;
  return false;
}

static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  return dl_plain_axis(
      (int)(operand == DL_OF_RESULT ? dim : dl_map_dim(op, operand, dim)));
}

/// The `sizes` operand of a dynamic result dimension without input.
static MlirValue loop_value(MlirOperation op, int loop) {
  MlirValue result = mlirOperationGetResult(op, 0);
  intptr_t index = 0;
  if (dl_static_size(result, loop) >= 0)
    return (MlirValue){NULL};
  for (int64_t dim = 0; dim < loop; ++dim)
    index += dl_static_size(result, dim) < 0 && !dl_map_is_covered(op, dim);
  return dl_map_sizes(op, index);
}

const dl_shape_rule dl_map_shape_rule = {.axis = axis,
                                         .loop_value = loop_value};

static MlirLogicalResult check_input_dims(MlirOperation op, intptr_t input,
                                          MlirAttribute own) {
  MlirValue tensor = dl_map_inputs(op, input);
  int64_t rank = dl_rank(mlirOperationGetResult(op, 0));
  bool seen[DL_MAX_RANK] = {false};
  if (mlirArrayAttrGetNumElements(own) != dl_rank(tensor))
    return dl_emit_error(
        op, "dims of input #%ld has %ld entries, but the input has rank %ld",
        (long)input, (long)mlirArrayAttrGetNumElements(own),
        (long)dl_rank(tensor));
  for (int64_t dim = 0; dim < dl_rank(tensor); ++dim) {
    int64_t loop =
        mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(own, dim));
    if (loop < -1 || loop >= rank)
      return dl_emit_error(op,
                           "dims of input #%ld names result dimension %ld, but "
                           "the results have rank %ld",
                           (long)input, (long)loop, (long)rank);
    if (loop == -1 && dl_static_size(tensor, dim) != 1)
      return dl_emit_error(
          op,
          "input #%ld dimension %ld is read at 0 only (-1), so its size "
          "must be 1",
          (long)input, (long)dim);
    if (loop >= 0 && seen[loop])
      return dl_emit_error(
          op, "dims of input #%ld names result dimension %ld twice",
          (long)input, (long)loop);
    if (loop >= 0)
      seen[loop] = true;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_dims(MlirOperation op) {
  MlirAttribute dims = dl_map_dims(op);
  intptr_t n_inputs = dl_map_n_inputs(op);
  int64_t rank = dl_rank(mlirOperationGetResult(op, 0));
  if (!mlirAttributeIsNull(dims)) {
    if (mlirArrayAttrGetNumElements(dims) != n_inputs)
      return dl_emit_error(op, "dims has %ld entries for %ld inputs",
                           (long)mlirArrayAttrGetNumElements(dims),
                           (long)n_inputs);
    for (intptr_t input = 0; input < n_inputs; ++input)
      if (mlirLogicalResultIsFailure(check_input_dims(
              op, input, mlirArrayAttrGetElement(dims, input))))
        return mlirLogicalResultFailure();
    return mlirLogicalResultSuccess();
  }
  for (intptr_t input = 0; input < n_inputs; ++input)
    if (dl_rank(dl_map_inputs(op, input)) != rank)
      return dl_emit_error(op,
                           "input #%ld has rank %ld, but the results have rank "
                           "%ld; say by dims how it is repeated",
                           (long)input, (long)dl_rank(dl_map_inputs(op, input)),
                           (long)rank);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_results(MlirOperation op) {
  if (mlirOperationGetNumResults(op) == 0)
    return dl_emit_error(op, "has no result");
  MlirValue first = mlirOperationGetResult(op, 0);
  for (intptr_t i = 1; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue other = mlirOperationGetResult(op, i);
    if (dl_rank(other) != dl_rank(first))
      return dl_emit_error(op,
                           "result #%ld has rank %ld, but result #0 has %ld",
                           (long)i, (long)dl_rank(other), (long)dl_rank(first));
    for (int64_t dim = 0; dim < dl_rank(first); ++dim) {
      int64_t size = dl_static_size(other, dim);
      if (size == dl_static_size(first, dim))
        continue;
      return dl_emit_error(op,
                           "result #%ld dimension %ld (%ld) does not match "
                           "result #0 dimension %ld (%ld); -1 is dynamic",
                           (long)i, (long)dim, (long)size, (long)dim,
                           (long)dl_static_size(first, dim));
    }
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_sizes(MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  intptr_t needed = 0;
  for (int64_t dim = 0; dim < dl_rank(result); ++dim)
    needed += dl_static_size(result, dim) < 0 && !dl_map_is_covered(op, dim);
  if (dl_map_n_sizes(op) == needed)
    return mlirLogicalResultSuccess();
  return dl_emit_error(op,
                       "has %ld sizes, expected %ld: one for each dynamic "
                       "result dimension that no input runs along",
                       (long)dl_map_n_sizes(op), (long)needed);
}

MlirLogicalResult dl_map_verify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(check_results(op)) ||
      mlirLogicalResultIsFailure(check_dims(op)) ||
      mlirLogicalResultIsFailure(check_sizes(op)))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_map_shape_rule);
}

static MlirLogicalResult check_body_arguments(MlirOperation op,
                                              MlirBlock body) {
  intptr_t count = mlirBlockGetNumArguments(body);
  if (count != dl_map_n_inputs(op))
    return dl_emit_error(op, "body has %ld arguments for %ld inputs",
                         (long)count, (long)dl_map_n_inputs(op));
  for (intptr_t i = 0; i < count; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    MlirType element = dl_tensor_element(dl_map_inputs(op, i));
    char text[64], expected[64];
    if (!mlirTypeEqual(type, element))
      return dl_emit_error(
          op,
          "body argument #%ld has type %s, but input #%ld has element "
          "type %s",
          (long)i, dl_type_text(type, text, sizeof(text)), (long)i,
          dl_type_text(element, expected, sizeof(expected)));
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_yield(MlirOperation op, MlirOperation yield) {
  if (!dl_yield_is(yield))
    return dl_emit_error(op, "body ends in '%.*s', expected 'dlopt.yield'",
                         DL_SV(dl_op_name(yield)));
  intptr_t count = mlirOperationGetNumOperands(yield);
  if (count != mlirOperationGetNumResults(op))
    return dl_emit_error(yield, "gives %ld values, but the map has %ld results",
                         (long)count, (long)mlirOperationGetNumResults(op));
  for (intptr_t i = 0; i < count; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(yield, i));
    MlirType element = dl_tensor_element(mlirOperationGetResult(op, i));
    char text[64], expected[64];
    if (!mlirTypeEqual(type, element))
      return dl_emit_error(
          yield, "value #%ld has type %s, but result #%ld has element type %s",
          (long)i, dl_type_text(type, text, sizeof(text)), (long)i,
          dl_type_text(element, expected, sizeof(expected)));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_map_verify_regions(MlirOperation op) {
  MlirBlock body = dl_region_block(op, 0);
  if (mlirLogicalResultIsFailure(check_body_arguments(op, body)))
    return mlirLogicalResultFailure();
  for (MlirOperation inner = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(inner); inner = mlirOperationGetNextInBlock(inner))
    if (mlirOperationGetNumRegions(inner) != 0)
      return dl_emit_error(inner, "has a region, which the body of 'dlopt.map' "
                                  "may not hold");
  return check_yield(op, mlirBlockGetTerminator(body));
}
