// Bringing operands into shape: sizes, transposes and reshapes.
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_RANK = 16 };

MlirValue dl_size_value(const dl_builder *bld, MlirValue tensor, int64_t dim) {
  MlirType type = mlirValueGetType(tensor);
  if (!mlirShapedTypeIsDynamicDim(type, dim))
    return dl_constant_index(bld, mlirShapedTypeGetDimSize(type, dim));
  MlirOperation def = dl_value_def(tensor);
  if (dl_linalg_fill_is(def))
    return dl_size_value(bld, dl_linalg_fill_outputs(def, 0), dim);
  if (!dl_tensor_empty_is(def))
    return dl_tensor_dim(bld, tensor, dl_constant_index(bld, dim));
  intptr_t index = 0;
  for (int64_t i = 0; i < dim; ++i)
    index += mlirShapedTypeIsDynamicDim(type, i);
  return dl_tensor_empty_dynamicSizes(def, index);
}

MlirType dl_tensor_type(int64_t rank, const int64_t *sizes, MlirType element) {
  return mlirRankedTensorTypeGet(rank, sizes, element, mlirAttributeGetNull());
}

void dl_type_sizes(MlirType type, int64_t *sizes) {
  for (int64_t i = 0; i < mlirShapedTypeGetRank(type); ++i)
    sizes[i] = mlirShapedTypeGetDimSize(type, i);
}

MlirAttribute dl_dims_row(const dl_builder *bld, int64_t rank,
                          const int *dims) {
  MlirAttribute row[MAX_RANK];
  for (int64_t i = 0; i < rank; ++i)
    row[i] = dl_attr_i64(bld, dims[i]);
  return mlirArrayAttrGet(bld->context, rank, row);
}

MlirValue dl_permute(const dl_builder *bld, MlirValue tensor,
                     const int64_t *order) {
  MlirType type = mlirValueGetType(tensor);
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t rank = mlirShapedTypeGetRank(type);
  int64_t sizes[MAX_RANK];
  int dims[MAX_RANK];
  bool is_identity = true;
  for (int64_t i = 0; i < rank; ++i) {
    sizes[i] = mlirShapedTypeGetDimSize(type, order[i]);
    dims[order[i]] = (int)i;
    is_identity &= order[i] == i;
  }
  if (is_identity)
    return tensor;
  MlirRegion body = mlirRegionCreate();
  MlirBlock block = mlirBlockCreate(1, &element, &bld->location);
  mlirRegionAppendOwnedBlock(body, block);
  MlirAttribute row = dl_dims_row(bld, rank, dims);
  MlirType result = dl_tensor_type(rank, sizes, element);
  MlirOperation map =
      dl_map(bld, 1, &result, 1, &tensor, 0, NULL,
             (dl_map_attrs){mlirArrayAttrGet(bld->context, 1, &row)}, body);
  dl_builder inner = *bld;
  block = dl_region_block(map, 0);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, block);
  MlirValue argument = mlirBlockGetArgument(block, 0);
  dl_yield(&inner, 1, &argument);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, map);
  return mlirOperationGetResult(map, 0);
}

static bool has_count(const dl_grouping *grouping, bool (*test)(int)) {
  for (int g = 0; g < grouping->n_groups; ++g)
    if (test(grouping->counts[g]))
      return true;
  return false;
}
static bool is_many(int count) { return count > 1; }
static bool is_none(int count) { return count == 0; }

/// Reassociation whose row for group g is the next counts[g] dimensions, empty
/// groups left out.
static MlirAttribute reassociate_groups(const dl_builder *bld,
                                        const dl_grouping *grouping) {
  MlirAttribute rows[MAX_RANK];
  int n_rows = 0, next = 0;
  for (int g = 0; g < grouping->n_groups; ++g) {
    int dims[MAX_RANK];
    for (int i = 0; i < grouping->counts[g]; ++i)
      dims[i] = next++;
    if (grouping->counts[g])
      rows[n_rows++] = dl_dims_row(bld, grouping->counts[g], dims);
  }
  return mlirArrayAttrGet(bld->context, n_rows, rows);
}

/// Reassociation that puts each empty group beside the group before it (those
/// at the front beside the first one that is not empty).
static MlirAttribute reassociate_units(const dl_builder *bld,
                                       const dl_grouping *grouping) {
  MlirAttribute rows[MAX_RANK];
  int n_rows = 0, n_dims = 0;
  int dims[MAX_RANK];
  bool has_group = false;
  for (int g = 0; g < grouping->n_groups; ++g) {
    if (grouping->counts[g] && has_group) {
      rows[n_rows++] = dl_dims_row(bld, n_dims, dims);
      n_dims = 0;
    }
    has_group |= grouping->counts[g] != 0;
    dims[n_dims++] = g;
  }
  if (has_group)
    rows[n_rows++] = dl_dims_row(bld, n_dims, dims);
  return mlirArrayAttrGet(bld->context, n_rows, rows);
}

/// tensor.expand_shape to `type`; `sizes[i]` where dimension i is dynamic.
static MlirValue expand(const dl_builder *bld, MlirValue tensor, MlirType type,
                        MlirAttribute reassociation, const MlirValue *sizes) {
  int64_t statics[MAX_RANK];
  MlirValue dynamics[MAX_RANK];
  intptr_t n_dynamic = 0;
  int64_t rank = mlirShapedTypeGetRank(type);
  dl_type_sizes(type, statics);
  for (int64_t i = 0; i < rank; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i))
      dynamics[n_dynamic++] = sizes[i];
  return dl_tensor_expand_shape(
      bld, type, tensor, n_dynamic, dynamics,
      (dl_tensor_expand_shape_attrs){
          .reassociation = reassociation,
          .static_output_shape = dl_attr_i64_array(bld, rank, statics)});
}

/// Type with one dimension a group, empty groups kept (size 1) or left out.
static MlirType type_of_groups(MlirType type, const dl_grouping *grouping,
                               bool keep_units) {
  int64_t sizes[MAX_RANK];
  int64_t rank = 0, next = 0;
  for (int g = 0; g < grouping->n_groups; ++g) {
    if (grouping->counts[g] == 0 && !keep_units)
      continue;
    int64_t size = 1;
    for (int i = 0; i < grouping->counts[g]; ++i, ++next) {
      if (mlirShapedTypeIsDynamicDim(type, next) ||
          size == mlirShapedTypeGetDynamicSize())
        size = mlirShapedTypeGetDynamicSize();
      else
        size *= mlirShapedTypeGetDimSize(type, next);
    }
    sizes[rank++] = size;
  }
  return dl_tensor_type(rank, sizes, mlirShapedTypeGetElementType(type));
}

MlirType dl_grouped_type(MlirType type, const dl_grouping *grouping) {
  return type_of_groups(type, grouping, true);
}

MlirValue dl_group(const dl_builder *bld, MlirValue tensor,
                   const dl_grouping *grouping) {
  MlirType type = mlirValueGetType(tensor);
  if (has_count(grouping, is_many))
    tensor = dl_tensor_collapse_shape(
        bld, type_of_groups(type, grouping, false), tensor,
        (dl_tensor_collapse_shape_attrs){reassociate_groups(bld, grouping)});
  if (!has_count(grouping, is_none))
    return tensor;
  MlirValue sizes[MAX_RANK];
  for (int g = 0, next = 0; g < grouping->n_groups; ++g) {
    sizes[g] = (MlirValue){NULL};
    if (grouping->counts[g] == 0)
      continue;
    if (mlirShapedTypeIsDynamicDim(mlirValueGetType(tensor), next))
      sizes[g] = dl_size_value(bld, tensor, next);
    ++next;
  }
  return expand(bld, tensor, dl_grouped_type(type, grouping),
                reassociate_units(bld, grouping), sizes);
}

MlirValue dl_ungroup(const dl_builder *bld, MlirValue tensor,
                     const dl_grouping *grouping, MlirType type,
                     const MlirValue *sizes) {
  if (has_count(grouping, is_none))
    tensor = dl_tensor_collapse_shape(
        bld, type_of_groups(type, grouping, false), tensor,
        (dl_tensor_collapse_shape_attrs){reassociate_units(bld, grouping)});
  if (!has_count(grouping, is_many))
    return tensor;
  return expand(bld, tensor, type, reassociate_groups(bld, grouping), sizes);
}
