// dlopt.attention: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/rules.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

#include <stdio.h>

// Batch loops follow, from the left.
enum { LOOP_H, LOOP_HKV, LOOP_SQ, LOOP_SK, LOOP_D, LOOP_E, LOOP_BATCH };
enum { QUERY, KEY, VALUE, MASK };

static const char *const operand_names[] = {"query", "key", "value", "mask"};

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op;
  return operand_names[operand];
}

static void loop_name(MlirOperation op, int loop, char *name, size_t size) {
  static const char *const names[] = {"h", "hkv", "sq", "sk", "d", "e"};
  (void)op;
  if (loop < LOOP_BATCH)
    snprintf(name, size, "%s", names[loop]);
  else
    snprintf(name, size, "batch %d", loop - LOOP_BATCH);
}

static dl_axis axis(MlirOperation op, intptr_t operand, int64_t dim) {
  // Loops of the last three dimensions of query, key, value, mask, result.
  static const int last[5][3] = {{LOOP_H, LOOP_SQ, LOOP_D},
                                 {LOOP_HKV, LOOP_SK, LOOP_D},
                                 {LOOP_HKV, LOOP_SK, LOOP_E},
                                 {LOOP_H, LOOP_SQ, LOOP_SK},
                                 {LOOP_H, LOOP_SQ, LOOP_E}};
  int64_t rank = dl_rank(dl_attention_query(op));
  if (operand == MASK) {
    MlirValue mask = dl_attention_mask(op);
    if (dl_static_size(mask, dim) == 1)
      return dl_plain_axis(DL_LOOP_NONE);
    dim += rank - dl_rank(mask);
  }
  if (dim < rank - 3)
    return dl_plain_axis(LOOP_BATCH + (int)dim);
  int row = operand == DL_OF_RESULT ? 4 : (int)operand;
  return dl_plain_axis(last[row][dim - (rank - 3)]);
}

const dl_shape_rule dl_attention_shape_rule = {
    .axis = axis, .operand_name = operand_name, .loop_name = loop_name};

static MlirLogicalResult check_types(MlirOperation op) {
  MlirValue mask = dl_attention_mask(op);
  for (int i = QUERY; i <= VALUE; ++i)
    if (mlirLogicalResultIsFailure(dl_check_float(
            op, operand_names[i], mlirOperationGetOperand(op, i))))
      return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(
          dl_check_float(op, "result", mlirOperationGetResult(op, 0))))
    return mlirLogicalResultFailure();
  if (mlirValueIsNull(mask) || dl_type_is_float(dl_tensor_element(mask)))
    return mlirLogicalResultSuccess();
  MlirType element = dl_tensor_element(mask);
  if (dl_type_is_int(element) && dl_type_width(element) == 1)
    return mlirLogicalResultSuccess();
  char text[64];
  return dl_emit_error(op, "mask has element type %s, expected a float or i1",
                       dl_type_text(element, text, sizeof(text)));
}

static MlirLogicalResult check_all_ranks(MlirOperation op) {
  int64_t rank = dl_rank(dl_attention_query(op));
  MlirValue mask = dl_attention_mask(op);
  if (rank < 3)
    return dl_emit_error(op,
                         "query has rank %ld, expected at least 3: "
                         "heads, positions and features",
                         (long)rank);
  for (int i = KEY; i <= VALUE; ++i)
    if (mlirLogicalResultIsFailure(dl_check_rank(op, operand_names[i],
                                                 mlirOperationGetOperand(op, i),
                                                 rank, "that of query")))
      return mlirLogicalResultFailure();
  if (!mlirValueIsNull(mask) && dl_rank(mask) > rank)
    return dl_emit_error(op, "mask has rank %ld, expected at most %ld",
                         (long)dl_rank(mask), (long)rank);
  return dl_check_rank(op, "result", mlirOperationGetResult(op, 0), rank,
                       "that of query");
}

MlirLogicalResult dl_attention_verify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(check_types(op)) ||
      mlirLogicalResultIsFailure(check_all_ranks(op)) ||
      mlirLogicalResultIsFailure(dl_shape_check(op, &dl_attention_shape_rule)))
    return mlirLogicalResultFailure();
  int64_t head_dim = dl_rank(dl_attention_query(op)) - 3;
  int64_t heads = dl_static_size(dl_attention_query(op), head_dim);
  int64_t kv_heads = dl_static_size(dl_attention_key(op), head_dim);
  if (kv_heads < 0)
    kv_heads = dl_static_size(dl_attention_value(op), head_dim);
  if (heads > 0 && (kv_heads == 0 || (kv_heads > 0 && heads % kv_heads != 0)))
    return dl_emit_error(op,
                         "query has %ld heads, no multiple of the %ld heads "
                         "of key and value",
                         (long)heads, (long)kv_heads);
  return mlirLogicalResultSuccess();
}
