// dlopt-fusion-split-reductions: long reductions that leave few elements become
// two, the first of which has enough for all of a GPU to work on.
//   %s = dlopt.reduce add %x dims [0] : tensor<16384x4096xf32> ->
//   tensor<4096xf32>
//   ->  %e = tensor.expand_shape %x into tensor<64x256x4096xf32>
//       %p = dlopt.reduce add %e dims [1] : .. -> tensor<64x4096xf32>
//       %s = dlopt.reduce add %p dims [0] : .. -> tensor<4096xf32>
// Before kernels are formed, so that what comes before a reduction joins the
// first and what comes behind it the second; maps and casts that only the
// reduction reads are taken along. The op leaves the order of its sum open;
// partial results keep the accumulator's type. Gives up where sizes are dynamic
// or have no fitting divisor.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/map.h"
#include "dialect/verify/shape.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/pass/pass.h"
#include "lowering/pass/passes.h"

/// What fills a large GPU: CTAs that each have one row, or a column a thread.
enum {
  FULL_ROWS = 512,
  FULL_COLUMNS = 512 * 256,
  // Not worth a second kernel if a part is shorter.
  LEAST_ROW = 8192,
  LEAST_COLUMN = 64,
};

/// Dimension `dim` of size `parts` * rest becomes two.
struct split {
  int64_t dim, parts;
};

static MlirType ranked(int64_t rank, const int64_t *sizes, MlirType element) {
  return mlirRankedTensorTypeGet(rank, sizes, element, (MlirAttribute){NULL});
}

static MlirType split_type(MlirType type, const struct split *split) {
  int64_t sizes[DL_MAX_RANK + 1], rank = mlirShapedTypeGetRank(type), next = 0;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = mlirShapedTypeGetDimSize(type, i);
    if (i == split->dim) {
      sizes[next++] = split->parts;
      size /= split->parts;
    }
    sizes[next++] = size;
  }
  return ranked(next, sizes, mlirShapedTypeGetElementType(type));
}

static MlirValue expand_tensor(const dl_builder *bld, MlirValue tensor,
                               const struct split *split) {
  MlirType type = split_type(mlirValueGetType(tensor), split);
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  MlirAttribute groups[DL_MAX_RANK];
  int64_t sizes[DL_MAX_RANK + 1], rank = dl_rank(tensor), next = 0;
  for (int64_t i = 0; i < rank; ++i) {
    MlirAttribute group[2];
    intptr_t count = i == split->dim ? 2 : 1;
    for (intptr_t k = 0; k < count; ++k)
      group[k] = mlirIntegerAttrGet(i64, next++);
    groups[i] = mlirArrayAttrGet(bld->context, count, group);
  }
  for (int64_t i = 0; i < next; ++i)
    sizes[i] = mlirShapedTypeGetDimSize(type, i);
  return dl_tensor_expand_shape(
      bld, type, tensor, 0, NULL,
      (dl_tensor_expand_shape_attrs){
          .reassociation = mlirArrayAttrGet(bld->context, rank, groups),
          .static_output_shape = dl_attr_i64_array(bld, next, sizes)});
}

static bool is_static(MlirValue tensor) {
  for (int64_t i = 0; i < dl_rank(tensor); ++i)
    if (dl_static_size(tensor, i) < 0)
      return false;
  return true;
}

static MlirWalkResult find_index(MlirOperation op, void *data) {
  if (!dl_index_is(op))
    return MlirWalkResultAdvance;
  *(bool *)data = true;
  return MlirWalkResultInterrupt;
}

/// The dimension of a map's input that runs along `dim` of its result; -1 if
/// none does, -2 if several do.
static int64_t input_dim(MlirOperation map, intptr_t input, int64_t dim) {
  int64_t found = -1;
  for (int64_t i = 0; i < dl_rank(dl_map_inputs(map, input)); ++i)
    if (dl_map_dim(map, input, i) == dim)
      found = found == -1 ? i : -2;
  return found;
}

/// True if `op`, whose result only a reduction reads, can work on split
/// tensors.
static bool can_split(MlirOperation op, int64_t dim) {
  if (!mlirOperationIsNull(op) && dl_cast_is(op))
    return true;
  if (mlirOperationIsNull(op) || !dl_map_is(op) ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  bool has_index = false;
  mlirOperationWalk(op, find_index, &has_index, MlirWalkPreOrder);
  for (intptr_t i = 0; i < dl_map_n_inputs(op); ++i) {
    int64_t along = input_dim(op, i, dim);
    MlirValue input = dl_map_inputs(op, i);
    if (along == -2 || !is_static(input) || dl_rank(input) == DL_MAX_RANK ||
        (along >= 0 &&
         dl_static_size(input, along) != dl_static_size(dl_result(op, 0), dim)))
      return false;
  }
  return !has_index;
}

static bool has_one_use(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

static MlirValue split_value(const dl_builder *bld, MlirValue value,
                             const struct split *split);

static MlirAttribute split_row(const dl_builder *bld, MlirOperation map,
                               intptr_t input, const struct split *split) {
  MlirAttribute row[DL_MAX_RANK + 1];
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  intptr_t next = 0;
  for (int64_t i = 0; i < dl_rank(dl_map_inputs(map, input)); ++i) {
    int64_t dim = dl_map_dim(map, input, i);
    if (dim == split->dim)
      row[next++] = mlirIntegerAttrGet(i64, dim);
    row[next++] = mlirIntegerAttrGet(i64, dim < split->dim ? dim : dim + 1);
  }
  return mlirArrayAttrGet(bld->context, next, row);
}

/// `op` once more, on split tensors.
static MlirValue split_op(const dl_builder *bld, MlirOperation op,
                          const struct split *split) {
  intptr_t count = mlirOperationGetNumOperands(op);
  dl_arena arena = {NULL};
  MlirValue *operands = DL_ARENA_ARRAY(&arena, MlirValue, (size_t)count + 1);
  MlirAttribute *rows =
      DL_ARENA_ARRAY(&arena, MlirAttribute, (size_t)count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    struct split inner = {split->dim, split->parts};
    if (dl_map_is(op)) {
      inner.dim = input_dim(op, i, split->dim);
      rows[i] = split_row(bld, op, i, split);
    }
    operands[i] = inner.dim < 0 ? operand : split_value(bld, operand, &inner);
  }
  MlirOperation copy =
      mlirRewriterBaseInsert(bld->rewriter, mlirOperationClone(op));
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetOperand(copy, i, operands[i]);
  if (dl_map_is(op))
    mlirOperationSetAttributeByName(
        copy, DL_STR("dims"), mlirArrayAttrGet(bld->context, count, rows));
  dl_arena_reset(&arena);
  MlirValue result = dl_result(copy, 0);
  mlirValueSetType(result, split_type(mlirValueGetType(result), split));
  return result;
}

static MlirValue split_value(const dl_builder *bld, MlirValue value,
                             const struct split *split) {
  MlirOperation op = dl_value_def(value);
  return can_split(op, split->dim) && has_one_use(value)
             ? split_op(bld, op, split)
             : expand_tensor(bld, value, split);
}

// How to split.

static bool is_reduced(MlirOperation reduce, int64_t dim) {
  MlirAttribute dims = dl_reduce_dims(reduce);
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dims); ++i)
    if (mlirDenseI64ArrayGetElement(dims, i) == dim)
      return true;
  return false;
}

/// The largest divisor of `size` up to `limit`.
static int64_t divisor_up_to(int64_t size, int64_t limit) {
  for (int64_t parts = limit < size ? limit : size; parts > 1; --parts)
    if (size % parts == 0)
      return parts;
  return 1;
}

/// Chooses the outermost reduced dimension; false if nothing is to gain.
static bool choose(MlirOperation reduce, struct split *split) {
  MlirValue input = dl_reduce_input(reduce);
  int64_t kept = 1, reduced = 1, rank = dl_rank(input);
  split->dim = -1;
  bool is_trailing = true;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = dl_static_size(input, i);
    if (size == 0 || kept > INT32_MAX || reduced > INT64_MAX / (size + 1))
      return false;
    if (is_reduced(reduce, i)) {
      reduced *= size;
      if (split->dim < 0 && size > 1)
        split->dim = i;
    } else {
      kept *= size;
      is_trailing &= split->dim < 0;
    }
  }
  if (split->dim < 0)
    return false;
  int64_t wanted = (is_trailing ? FULL_ROWS : FULL_COLUMNS) / kept;
  int64_t possible = reduced / (is_trailing ? LEAST_ROW : LEAST_COLUMN);
  split->parts = divisor_up_to(dl_static_size(input, split->dim),
                               wanted < possible ? wanted : possible);
  return split->parts > 1;
}

static MlirLogicalResult split_reduce(dl_rewrite *rewrite) {
  MlirOperation op = rewrite->op;
  MlirValue input = dl_reduce_input(op);
  struct split split;
  if (!is_static(input))
    return DL_NO_MATCH(rewrite, "its sizes are not static");
  if (dl_rank(input) == DL_MAX_RANK)
    return DL_NO_MATCH(rewrite, "it has as many dimensions as there can be");
  if (!choose(op, &split))
    return DL_NO_MATCH(rewrite, "it fills a GPU, or is short");
  const dl_builder *bld = &rewrite->bld;
  int64_t dims[DL_MAX_RANK], sizes[DL_MAX_RANK], n_dims = 0, n_kept = 0;
  int64_t place = 0; // of the parts among what the first keeps
  MlirValue expanded = split_value(bld, input, &split);
  for (int64_t i = 0; i < dl_rank(expanded); ++i) {
    bool is_parts = i == split.dim;
    if (!is_parts && is_reduced(op, i < split.dim ? i : i - 1)) {
      dims[n_dims++] = i;
      continue;
    }
    if (is_parts)
      place = n_kept;
    sizes[n_kept++] = dl_static_size(expanded, i);
  }
  MlirType accumulator = dl_acc_type(op);
  dl_reduce_attrs attrs = {.kind = dl_reduce_kind(op),
                           .dims = dl_attr_i64_array(bld, n_dims, dims),
                           .acc_type = mlirTypeAttrGet(accumulator),
                           .is_unsigned = dl_reduce_is_unsigned(op)};
  MlirValue partial = dl_reduce(bld, ranked(n_kept, sizes, accumulator),
                                expanded, (MlirValue){NULL}, attrs);
  attrs.dims = dl_attr_i64_array(bld, 1, &place);
  return dl_replace_one(rewrite,
                        dl_reduce(bld, mlirValueGetType(dl_result(op, 0)),
                                  partial, dl_reduce_init(op), attrs));
}

static const dl_pattern patterns[] = {
    DL_PATTERN("dlopt.reduce", 1, split_reduce),
};

DL_PATTERN_PASS(fusion_split_reductions, patterns)
