// Which elements of one tensor in a group belong to which of another.
//
// The axes of a space are loops over elements; each tensor in a group says for
// each of its dimensions which axis it runs along. Dimensions of size 1 run
// along none. Two tensors with the same axes, in any order, can be computed
// element by element in one kernel.
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/map.h"
#include "lowering/base/strings.h"

#include "mlir-c/BuiltinAttributes.h"

static dl_extent static_extent(int64_t size) {
  return (dl_extent){size, NULL, 0};
}

/// The number that `value` is, or -1.
static int64_t constant_of(MlirValue value) {
  MlirOperation op = dl_value_def(value);
  if (!dl_is(op, "arith.constant"))
    return -1;
  MlirAttribute number = mlirOperationGetAttributeByName(op, DL_STR("value"));
  return mlirAttributeIsAInteger(number) ? mlirIntegerAttrGetValueInt(number)
                                         : -1;
}

static dl_extent extent_of_index(const dl_graph *graph, MlirValue value) {
  MlirOperation op = dl_value_def(value);
  if (constant_of(value) >= 0)
    return static_extent(constant_of(value));
  if (dl_is(op, "tensor.dim")) {
    MlirValue tensor = mlirOperationGetOperand(op, 0);
    int64_t dim = constant_of(mlirOperationGetOperand(op, 1));
    if (dim >= 0 && dl_is_tensor(tensor) && dim < dl_rank(tensor))
      return dl_extent_of(graph, tensor, dim);
  }
  return (dl_extent){-1, value.ptr, -1};
}

dl_extent dl_extent_of(const dl_graph *graph, MlirValue tensor, int64_t dim) {
  int64_t size = dl_static_size(tensor, dim);
  if (size >= 0)
    return static_extent(size);
  int node = dl_graph_node_of(graph, tensor);
  if (node >= 0 && graph->nodes[node].extents)
    return graph->nodes[node].extents[dim];
  return (dl_extent){-1, tensor.ptr, dim};
}

bool dl_extent_equal(const dl_extent *one, const dl_extent *other) {
  if (one->size >= 0 || other->size >= 0)
    return one->size == other->size;
  return one->value == other->value && one->dim == other->dim;
}

static bool is_unit(const dl_extent *extent) { return extent->size == 1; }

/// A structured operation's first result is as large as its init.
static dl_extent upstream_extent(const dl_graph *graph, MlirOperation op,
                                 int64_t dim) {
  MlirValue result = dl_result(op, 0);
  int64_t size = dl_static_size(result, dim);
  if (size >= 0)
    return static_extent(size);
  if (!dl_fusion_is_structured(op))
    return (dl_extent){-1, result.ptr, dim};
  intptr_t first_init =
      mlirOperationGetNumOperands(op) - mlirOperationGetNumResults(op);
  return dl_extent_of(graph, mlirOperationGetOperand(op, first_init), dim);
}

void dl_read_extents(dl_graph *graph, dl_node *node) {
  MlirValue result = dl_result(node->op, 0);
  const dl_shape_rule *rule = dl_shape_rule_of(node->op);
  int64_t rank = dl_rank(result);
  dl_extent *extents =
      DL_ARENA_ARRAY(&graph->arena, dl_extent, (size_t)rank + 1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!rule) {
      extents[dim] = upstream_extent(graph, node->op, dim);
      continue;
    }
    dl_size size = dl_result_size(node->op, rule, dim);
    extents[dim] =
        size.source == DL_SIZE_STATIC  ? static_extent(size.size)
        : size.source == DL_SIZE_VALUE ? extent_of_index(graph, size.value)
        : size.source == DL_SIZE_DIM ? dl_extent_of(graph, size.value, size.dim)
                                     : (dl_extent){-1, result.ptr, dim};
  }
  node->extents = extents;
}

static dl_space *new_space(dl_graph *graph, int rank) {
  dl_space *space = DL_ARENA_ARRAY(&graph->arena, dl_space, 1);
  space->rank = rank;
  return space;
}

/// Axes in order, but none for dimensions of size 1.
static void number_axes(dl_space *space, int *axes) {
  for (int dim = 0; dim < DL_MAX_RANK; ++dim)
    axes[dim] = dim >= space->rank || is_unit(&space->extents[dim])
                    ? DL_AXIS_NONE
                    : dim;
}

void dl_space_open(dl_graph *graph, dl_node *node) {
  MlirValue tensor = node->kind == DL_FUSION_ROWS
                         ? mlirOperationGetOperand(node->op, 0)
                         : dl_result(node->op, 0);
  dl_space *space = new_space(graph, (int)dl_rank(tensor));
  int axes[DL_MAX_RANK];
  for (int dim = 0; dim < space->rank; ++dim)
    space->extents[dim] = node->kind == DL_FUSION_ROWS
                              ? dl_extent_of(graph, tensor, dim)
                              : node->extents[dim];
  number_axes(space, axes);
  if (node->kind == DL_FUSION_ROWS) {
    space->reduced = dl_space_reduced(node, axes);
    dl_space_set_rows(node, space, axes);
    return;
  }
  node->space = space;
  memcpy(node->axes, axes, sizeof(axes));
}

static void step_to_parent(dl_space *space, int *to) {
  for (int i = 0; i < DL_MAX_RANK; ++i)
    if (to[i] != DL_AXIS_NONE)
      to[i] = space->to_parent[to[i]];
}

dl_space *dl_space_resolve(dl_node *node) {
  for (; node->space && node->space->parent; node->space = node->space->parent)
    step_to_parent(node->space, node->axes);
  return node->space;
}

bool dl_space_equal(const dl_space *one, const dl_space *other) {
  if (one->rank != other->rank)
    return false;
  for (int dim = 0; dim < one->rank; ++dim)
    if (!dl_extent_equal(&one->extents[dim], &other->extents[dim]))
      return false;
  return true;
}

void dl_space_merge(dl_space *from, dl_space *into, int rank,
                    const int *from_axes, const int *into_axes) {
  if (from == into)
    return;
  for (int axis = 0; axis < DL_MAX_RANK; ++axis)
    from->to_parent[axis] = DL_AXIS_NONE;
  for (int dim = 0; dim < rank; ++dim)
    if (from_axes[dim] != DL_AXIS_NONE)
      from->to_parent[from_axes[dim]] = into_axes[dim];
  from->parent = into;
}

// Elementwise operations.

/// Result dimension that a dimension of an operand runs along, or -1.
static int64_t result_dim(MlirOperation op, int operand, int64_t dim) {
  return dl_map_is(op) ? dl_map_dim(op, operand, dim) : dim;
}

/// Takes over the axes of one operand; null or why that is impossible.
static const char *follow(const dl_node *node, int operand, const dl_node *def,
                          int *axes) {
  int64_t rank = dl_rank(node->reads[operand].value);
  for (int64_t dim = 0; dim < rank; ++dim) {
    int axis = def->axes[dim];
    int64_t along = result_dim(node->op, operand, dim);
    if (axis == DL_AXIS_NONE || along < 0)
      continue;
    if (axes[along] != DL_AXIS_NONE && axes[along] != axis)
      return "it reads two tensors of the group in different orders";
    axes[along] = axis;
  }
  return NULL;
}

static bool has_axis(const int *axes, int rank, int axis) {
  for (int dim = 0; dim < rank; ++dim)
    if (axes[dim] == axis)
      return true;
  return false;
}

/// Gives the dimensions that no operand ran along the reduced axes that are
/// left, in order, if their sizes are provably equal.
static const char *fill(dl_graph *graph, const dl_node *node,
                        const dl_space *space, int rank, int *axes) {
  int axis = 0;
  for (int dim = 0; dim < rank; ++dim) {
    if (axes[dim] != DL_AXIS_NONE || is_unit(&node->extents[dim]))
      continue;
    while (axis < space->rank &&
           (!(space->reduced >> axis & 1) || is_unit(&space->extents[axis]) ||
            has_axis(axes, rank, axis)))
      ++axis;
    if (axis == space->rank)
      return "its result is larger: each element would be computed again for "
             "every repetition";
    if (!dl_extent_equal(&node->extents[dim], &space->extents[axis]))
      return dl_graph_reason(
          graph, "result dimension %d is not provably as large as the rows",
          dim);
    axes[dim] = axis++;
  }
  return NULL;
}

/// Every axis is there; with `partial`, every axis that is not reduced.
static const char *check_full(const dl_space *space, const int *axes, int rank,
                              bool partial) {
  for (int axis = 0; axis < space->rank; ++axis)
    if (!is_unit(&space->extents[axis]) && !has_axis(axes, rank, axis) &&
        !(partial && space->reduced >> axis & 1))
      return "it computes only a part of the elements";
  for (int dim = 0; dim < rank; ++dim)
    for (int other = 0; other < dim; ++other)
      if (axes[dim] != DL_AXIS_NONE && axes[dim] == axes[other])
        return "it reads two tensors of the group in different orders";
  return NULL;
}

const char *dl_space_fit(dl_graph *graph, int index, int group, bool partial,
                         dl_space **space, int *axes) {
  dl_node *node = &graph->nodes[index];
  int rank = (int)dl_rank(dl_result(node->op, 0));
  *space = NULL;
  for (int dim = 0; dim < DL_MAX_RANK; ++dim)
    axes[dim] = DL_AXIS_NONE;
  for (int i = 0; i < node->n_reads; ++i) {
    const dl_read *read = &node->reads[i];
    if (read->node < 0 || dl_graph_find(graph, read->node) != group)
      continue;
    if (read->captured)
      return "it reads elements at computed places";
    if (!dl_is_tensor(read->value))
      continue;
    dl_node *def = &graph->nodes[read->node];
    dl_space *of_def = dl_space_resolve(def);
    if (!of_def)
      continue;
    if (*space && *space != of_def)
      return "it reads tensors of the group that have different shapes";
    *space = of_def;
    const char *reason = follow(node, i, def, axes);
    if (reason)
      return reason;
  }
  if (!*space)
    return "it reads nothing that the group computes element by element";
  bool whole = check_full(*space, axes, rank, false) == NULL;
  const char *reason = check_full(*space, axes, rank, partial);
  if (reason)
    return reason;
  if (whole || !partial)
    for (int dim = 0; dim < rank; ++dim)
      if (axes[dim] == DL_AXIS_NONE && !is_unit(&node->extents[dim]))
        return "its result is larger: each element would be computed again "
               "for every repetition";
  // A map over rows only, such as a mean, or one over their elements.
  bool rows_only = true;
  for (int dim = 0; dim < rank; ++dim)
    rows_only &= axes[dim] != DL_AXIS_NONE || is_unit(&node->extents[dim]);
  return rows_only ? NULL : fill(graph, node, *space, rank, axes);
}

// Row operations.

static uint32_t reduced_dims(MlirOperation op, int64_t rank) {
  uint32_t dims = 0;
  if (dl_softmax_is(op))
    return UINT32_C(1) << mlirIntegerAttrGetValueInt(dl_softmax_dim(op));
  if (dl_reduce_is(op)) {
    MlirAttribute list = dl_reduce_dims(op);
    for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(list); ++i)
      dims |= UINT32_C(1) << mlirDenseI64ArrayGetElement(list, i);
    return dims;
  }
  MlirAttribute axis =
      dl_layer_norm_is(op) ? dl_layer_norm_axis(op) : dl_rms_norm_axis(op);
  for (int64_t dim = mlirIntegerAttrGetValueInt(axis); dim < rank; ++dim)
    dims |= UINT32_C(1) << dim;
  return dims;
}

uint32_t dl_space_reduced(const dl_node *node, const int *input_axes) {
  int64_t rank = dl_rank(mlirOperationGetOperand(node->op, 0));
  uint32_t dims = reduced_dims(node->op, rank);
  uint32_t reduced = 0;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dims >> dim & 1 && input_axes[dim] != DL_AXIS_NONE)
      reduced |= UINT32_C(1) << input_axes[dim];
  return reduced;
}

void dl_space_set_rows(dl_node *node, dl_space *space, const int *input_axes) {
  int64_t rank = dl_rank(mlirOperationGetOperand(node->op, 0));
  uint32_t dims = dl_reduce_is(node->op) ? reduced_dims(node->op, rank) : 0;
  int kept = 0;
  for (int dim = 0; dim < DL_MAX_RANK; ++dim)
    node->axes[dim] = DL_AXIS_NONE;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!(dims >> dim & 1))
      node->axes[kept++] = input_axes[dim];
  node->space = space;
}
