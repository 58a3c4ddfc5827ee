// Sizes of tensors that the reference makes, and views of tensors.
#include "lowering/reference/shared.h"

#include "dialect/verify/rules.h"

#include <assert.h>

static MlirValue dim_of(const dl_builder *bld, MlirValue tensor, int64_t dim) {
  return dl_tensor_dim(bld, tensor, dl_constant_index(bld, dim));
}

// Floor division without a negative operand: a stride is added, and taken off.
MlirValue dl_window_count(const dl_builder *bld, const dl_axis *axis,
                          MlirValue extent, MlirValue window) {
  int64_t offset =
      axis->pad_low + axis->pad_high + axis->dilation - 1 + axis->stride;
  MlirValue covered =
      dl_arith_muli(bld, window, dl_constant_index(bld, axis->dilation),
                    (dl_arith_muli_attrs){0});
  MlirValue room =
      dl_arith_subi(bld, extent, covered, (dl_arith_subi_attrs){0});
  room = dl_arith_addi(bld, room, dl_constant_index(bld, offset),
                       (dl_arith_addi_attrs){0});
  room = dl_arith_maxsi(bld, room, dl_constant_index(bld, 0));
  return dl_arith_divsi(bld, room, dl_constant_index(bld, axis->stride),
                        (dl_arith_divsi_attrs){0});
}

static MlirValue positions(const dl_builder *bld, const dl_size *size) {
  MlirValue extent = dim_of(bld, size->value, size->dim);
  MlirValue window = mlirValueIsNull(size->window_value)
                         ? dl_constant_index(bld, size->axis.window_size)
                         : dim_of(bld, size->window_value, size->window_dim);
  return dl_window_count(bld, &size->axis, extent, window);
}

static void append_value(dl_dims *dims, int64_t size, MlirValue value) {
  assert(dims->rank < DL_MAX_LOOPS && "verified ranks are small");
  dims->sizes[dims->rank] = size;
  dims->values[dims->rank++] = value;
}

dl_dims dl_result_dims(const dl_builder *bld, MlirOperation op) {
  const dl_shape_rule *rule = dl_shape_rule_of(op);
  MlirValue result = dl_result(op, 0);
  dl_dims dims = {0};
  for (int64_t i = 0, rank = dl_rank(result); i < rank; ++i) {
    int64_t known = dl_static_size(result, i);
    if (known >= 0) {
      append_value(&dims, known, (MlirValue){NULL});
      continue;
    }
    dl_size size = dl_result_size(op, rule, i);
    switch (size.source) {
    case DL_SIZE_STATIC:
      append_value(&dims, size.size, (MlirValue){NULL});
      break;
    case DL_SIZE_VALUE:
      append_value(&dims, -1, size.value);
      break;
    case DL_SIZE_DIM:
      append_value(&dims, -1, dim_of(bld, size.value, size.dim));
      break;
    case DL_SIZE_WINDOW:
      append_value(&dims, -1, positions(bld, &size));
      break;
    case DL_SIZE_UNKNOWN:
      assert(false && "every dynamic size of a verified op has a source");
    }
  }
  return dims;
}

void dl_dims_append(const dl_builder *bld, dl_dims *dims, MlirValue tensor,
                    int64_t dim) {
  int64_t size = dl_static_size(tensor, dim);
  append_value(dims, size,
               size < 0 ? dim_of(bld, tensor, dim) : (MlirValue){NULL});
}

dl_dims dl_tensor_dims(const dl_builder *bld, MlirValue tensor) {
  dl_dims dims = {0};
  for (int64_t i = 0, rank = dl_rank(tensor); i < rank; ++i)
    dl_dims_append(bld, &dims, tensor, i);
  return dims;
}

bool dl_dims_are_empty(const dl_dims *dims) {
  for (int64_t i = 0; i < dims->rank; ++i)
    if (dims->sizes[i] == 0)
      return true;
  return false;
}

MlirValue dl_dims_value(const dl_builder *bld, const dl_dims *dims,
                        int64_t dim) {
  return dims->sizes[dim] < 0 ? dims->values[dim]
                              : dl_constant_index(bld, dims->sizes[dim]);
}

MlirType dl_dims_type(const dl_dims *dims, MlirType element) {
  int64_t sizes[DL_MAX_LOOPS];
  for (int64_t i = 0; i < dims->rank; ++i)
    sizes[i] =
        dims->sizes[i] < 0 ? mlirShapedTypeGetDynamicSize() : dims->sizes[i];
  return mlirRankedTensorTypeGet(dims->rank, sizes, element,
                                 mlirAttributeGetNull());
}

/// The values of the dynamic sizes, in order; returns how many.
static intptr_t dynamic_values(const dl_dims *dims, MlirValue *values) {
  intptr_t count = 0;
  for (int64_t i = 0; i < dims->rank; ++i)
    if (dims->sizes[i] < 0)
      values[count++] = dims->values[i];
  return count;
}

MlirValue dl_empty(const dl_builder *bld, const dl_dims *dims,
                   MlirType element) {
  MlirValue values[DL_MAX_LOOPS];
  intptr_t count = dynamic_values(dims, values);
  return dl_tensor_empty(bld, dl_dims_type(dims, element), count, values);
}

MlirValue dl_filled(const dl_builder *bld, const dl_dims *dims,
                    MlirValue scalar) {
  MlirValue empty = dl_empty(bld, dims, mlirValueGetType(scalar));
  return dl_named_linalg(bld, "linalg.fill", 1, &scalar, empty, 0, NULL);
}

static MlirValue pad_with_body(const dl_builder *bld, MlirType type,
                               MlirValue tensor, const int64_t *low,
                               const int64_t *high, MlirValue scalar) {
  int64_t rank = dl_rank(tensor);
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  for (int64_t i = 0; i < rank; ++i)
    mlirBlockAddArgument(body, mlirIndexTypeGet(bld->context), bld->location);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirValue padded = dl_tensor_pad(
      bld, type, tensor, 0, NULL, 0, NULL,
      (dl_tensor_pad_attrs){.static_low = dl_attr_i64_array(bld, rank, low),
                            .static_high = dl_attr_i64_array(bld, rank, high)},
      region);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, body);
  dl_tensor_yield(bld, scalar);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, dl_value_def(padded));
  return padded;
}

MlirValue dl_padded(const dl_builder *bld, MlirValue tensor, const int64_t *low,
                    const int64_t *high, MlirValue scalar) {
  int64_t rank = dl_rank(tensor), sizes[DL_MAX_RANK];
  bool pads = false;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = dl_static_size(tensor, i);
    sizes[i] = size < 0 ? -1 : size + low[i] + high[i];
    pads |= low[i] || high[i];
  }
  if (!pads)
    return tensor;
  return pad_with_body(bld, dl_type_with_sizes(mlirValueGetType(tensor), sizes),
                       tensor, low, high, scalar);
}

/// Reassociation of `rank` groups of consecutive dimensions.
static MlirAttribute reassociation(const dl_builder *bld, int64_t rank,
                                   const int64_t *groups) {
  MlirAttribute lists[DL_MAX_LOOPS];
  int64_t next = 0;
  for (int64_t i = 0; i < rank; ++i) {
    MlirAttribute members[DL_MAX_LOOPS];
    for (int64_t j = 0; j < groups[i]; ++j)
      members[j] = dl_attr_i64(bld, next++);
    lists[i] = mlirArrayAttrGet(bld->context, groups[i], members);
  }
  return mlirArrayAttrGet(bld->context, rank, lists);
}

MlirValue dl_cast_type(const dl_builder *bld, MlirValue tensor, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(tensor), type)
             ? tensor
             : dl_tensor_cast(bld, type, tensor);
}

/// Type of a tensor of sizes `wide` whose dimensions are joined by `groups`:
/// upstream wants a joined size static exactly where all of its parts are.
static MlirType joined_type(const dl_dims *wide, int64_t rank,
                            const int64_t *groups, MlirType element) {
  dl_dims joined = {.rank = rank};
  int64_t next = 0;
  for (int64_t i = 0; i < rank; ++i) {
    joined.sizes[i] = 1;
    for (int64_t j = 0; j < groups[i]; ++j, ++next) {
      bool is_static = wide->sizes[next] >= 0 && joined.sizes[i] >= 0;
      joined.sizes[i] = is_static ? joined.sizes[i] * wide->sizes[next] : -1;
    }
  }
  return dl_dims_type(&joined, element);
}

MlirValue dl_collapsed(const dl_builder *bld, MlirValue tensor,
                       const dl_dims *dims, const int64_t *groups) {
  MlirType element = dl_tensor_element(tensor);
  MlirType type = dl_dims_type(dims, element);
  if (dims->rank == dl_rank(tensor))
    return dl_cast_type(bld, tensor, type);
  dl_dims wide = {.rank = dl_rank(tensor)};
  for (int64_t i = 0; i < wide.rank; ++i)
    wide.sizes[i] = dl_static_size(tensor, i);
  MlirValue joined = dl_tensor_collapse_shape(
      bld, joined_type(&wide, dims->rank, groups, element), tensor,
      (dl_tensor_collapse_shape_attrs){
          .reassociation = reassociation(bld, dims->rank, groups)});
  return dl_cast_type(bld, joined, type);
}

MlirValue dl_expanded(const dl_builder *bld, MlirValue tensor,
                      const dl_dims *dims, const int64_t *groups) {
  int64_t rank = dl_rank(tensor), sizes[DL_MAX_LOOPS];
  MlirType element = dl_tensor_element(tensor);
  if (dims->rank == rank)
    return dl_cast_type(bld, tensor, dl_dims_type(dims, element));
  MlirValue values[DL_MAX_LOOPS];
  intptr_t count = dynamic_values(dims, values);
  for (int64_t i = 0; i < dims->rank; ++i)
    sizes[i] =
        dims->sizes[i] < 0 ? mlirShapedTypeGetDynamicSize() : dims->sizes[i];
  tensor = dl_cast_type(bld, tensor, joined_type(dims, rank, groups, element));
  return dl_tensor_expand_shape(
      bld, dl_dims_type(dims, element), tensor, count, values,
      (dl_tensor_expand_shape_attrs){
          .reassociation = reassociation(bld, rank, groups),
          .static_output_shape = dl_attr_i64_array(bld, dims->rank, sizes)});
}

MlirValue dl_without_units(const dl_builder *bld, MlirValue tensor,
                           const bool *drop) {
  int64_t rank = dl_rank(tensor), kept = 0, waiting = 0;
  int64_t groups[DL_MAX_RANK] = {0}, sizes[DL_MAX_RANK];
  for (int64_t i = 0; i < rank; ++i) {
    if (drop && drop[i]) {
      // Joins the next dimension that stays, or at the end the last one.
      ++waiting;
      continue;
    }
    sizes[kept] = dl_static_size(tensor, i);
    groups[kept++] = 1 + waiting;
    waiting = 0;
  }
  if (kept == rank)
    return tensor;
  if (kept)
    groups[kept - 1] += waiting;
  for (int64_t i = 0; i < kept; ++i)
    if (sizes[i] < 0)
      sizes[i] = mlirShapedTypeGetDynamicSize();
  return dl_tensor_collapse_shape(
      bld,
      mlirRankedTensorTypeGet(kept, sizes, dl_tensor_element(tensor),
                              mlirAttributeGetNull()),
      tensor,
      (dl_tensor_collapse_shape_attrs){.reassociation =
                                           reassociation(bld, kept, groups)});
}

MlirLogicalResult dl_finish(dl_rewrite *rewrite, MlirValue value,
                            bool is_unsigned) {
  const dl_builder *bld = &rewrite->bld;
  MlirType type = mlirValueGetType(dl_result(rewrite->op, 0));
  value = dl_tensor_to_type(bld, value, mlirShapedTypeGetElementType(type),
                            is_unsigned);
  return dl_replace_one(rewrite, dl_cast_type(bld, value, type));
}
