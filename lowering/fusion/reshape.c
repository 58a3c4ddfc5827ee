// Reshapes that only add or drop dimensions of size 1: a map reads through
// them.
//
//   %y = tensor.expand_shape %x [[0, 1], [2]] : tensor<4x8> into tensor<1x4x8>
//   %z = dlopt.map %y, %b
//   ->  %z = dlopt.map %x, %b dims [[1, 2], [0, 1, 2]]
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/map.h"
#include "lowering/base/strings.h"

#include "mlir-c/BuiltinAttributes.h"

static int64_t group_entry(MlirAttribute groups, int64_t group, intptr_t at) {
  return mlirIntegerAttrGetValueInt(
      mlirArrayAttrGetElement(mlirArrayAttrGetElement(groups, group), at));
}

/// Matches one dimension of the small side with the one in its group that is
/// as large, the others being 1. Sets `*match` to that one, or -1 if all are 1.
static bool match_group(MlirValue small, int64_t dim, MlirValue large,
                        MlirAttribute groups, int64_t *match) {
  intptr_t count =
      mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, dim));
  *match = -1;
  for (intptr_t i = 0; i < count; ++i) {
    int64_t at = group_entry(groups, dim, i);
    if (dl_static_size(large, at) == 1)
      continue;
    if (*match >= 0)
      return false;
    *match = at;
  }
  return *match < 0
             ? dl_static_size(small, dim) == 1
             : dl_static_size(small, dim) == dl_static_size(large, *match);
}

/// For each dimension of the reshape's source the one of its result that it is,
/// or -1.
static bool match_dims(MlirOperation reshape, int64_t *to_result) {
  MlirValue source = mlirOperationGetOperand(reshape, 0),
            result = dl_result(reshape, 0);
  bool expands = dl_is(reshape, "tensor.expand_shape");
  MlirValue small = expands ? source : result,
            large = expands ? result : source;
  if (!dl_is_tensor(source) || dl_rank(source) > DL_MAX_RANK ||
      dl_rank(result) > DL_MAX_RANK)
    return false;
  MlirAttribute groups =
      mlirOperationGetAttributeByName(reshape, DL_STR("reassociation"));
  for (int64_t dim = 0; dim < dl_rank(source); ++dim)
    to_result[dim] = -1;
  for (int64_t dim = 0; dim < mlirArrayAttrGetNumElements(groups); ++dim) {
    int64_t match;
    if (!match_group(small, dim, large, groups, &match))
      return false;
    if (match >= 0)
      to_result[expands ? dim : match] = expands ? match : dim;
  }
  // A reshape to or from rank 0 has no groups.
  for (int64_t dim = 0; dim < dl_rank(source); ++dim)
    if (to_result[dim] < 0 && dl_static_size(source, dim) != 1)
      return false;
  return true;
}

/// The new row of dims; false if a dynamic result dimension would lose the only
/// input that says its size.
static bool compose(MlirOperation map, intptr_t input, MlirOperation reshape,
                    int64_t *dims) {
  int64_t to_result[DL_MAX_RANK];
  if (!match_dims(reshape, to_result))
    return false;
  MlirValue source = mlirOperationGetOperand(reshape, 0),
            reshaped = dl_result(reshape, 0), result = dl_result(map, 0);
  for (int64_t dim = 0; dim < dl_rank(reshaped); ++dim) {
    int64_t along = dl_map_dim(map, input, dim);
    if (dl_static_size(reshaped, dim) == 1 && along >= 0 &&
        dl_static_size(result, along) != 1)
      return false;
  }
  for (int64_t dim = 0; dim < dl_rank(source); ++dim)
    dims[dim] =
        to_result[dim] < 0 ? -1 : dl_map_dim(map, input, to_result[dim]);
  return true;
}

static MlirAttribute row_of(MlirContext context, int64_t rank,
                            const int64_t *dims) {
  MlirAttribute row[DL_MAX_RANK];
  for (int64_t dim = 0; dim < rank; ++dim)
    row[dim] = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), dims[dim]);
  return mlirArrayAttrGet(context, rank, row);
}

static MlirAttribute current_row(MlirContext context, MlirOperation map,
                                 intptr_t input) {
  int64_t dims[DL_MAX_RANK], rank = dl_rank(dl_map_inputs(map, input));
  for (int64_t dim = 0; dim < rank; ++dim)
    dims[dim] = dl_map_dim(map, input, dim);
  return row_of(context, rank, dims);
}

static void read_through(MlirRewriterBase rewriter, dl_arena *arena,
                         MlirOperation map, intptr_t input,
                         MlirOperation reshape, const int64_t *dims) {
  MlirContext context = mlirOperationGetContext(map);
  MlirValue source = mlirOperationGetOperand(reshape, 0);
  intptr_t count = dl_map_n_inputs(map);
  MlirAttribute *rows = DL_ARENA_ARRAY(arena, MlirAttribute, (size_t)count);
  for (intptr_t i = 0; i < count; ++i)
    rows[i] = i == input ? row_of(context, dl_rank(source), dims)
                         : current_row(context, map, i);
  mlirOperationSetAttributeByName(map, DL_STR("dims"),
                                  mlirArrayAttrGet(context, count, rows));
  mlirOperationSetOperand(map, input, source);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(dl_result(reshape, 0))))
    mlirRewriterBaseEraseOp(rewriter, reshape);
}

void dl_fusion_read_through_reshapes(MlirRewriterBase rewriter,
                                     MlirBlock block) {
  dl_arena arena = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!dl_map_is(op))
      continue;
    for (intptr_t input = 0; input < dl_map_n_inputs(op); ++input) {
      MlirOperation reshape = dl_value_def(dl_map_inputs(op, input));
      int64_t dims[DL_MAX_RANK];
      while ((dl_is(reshape, "tensor.expand_shape") ||
              dl_is(reshape, "tensor.collapse_shape")) &&
             compose(op, input, reshape, dims)) {
        read_through(rewriter, &arena, op, input, reshape, dims);
        reshape = dl_value_def(dl_map_inputs(op, input));
      }
    }
  }
  dl_arena_reset(&arena);
}
