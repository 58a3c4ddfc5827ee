// The element view: walking back from an element to what it is computed from.
#include "lowering/import/expr.h"

#include "dialect/verify/types.h"
#include "lowering/base/builder.h"
#include "lowering/import/expr_build.h"

#include <math.h>
#include <string.h>

/// How far back one view looks. A layer norm written operation by operation,
/// with every broadcast spelled out, is 20 tensors deep; beyond the limits a
/// value is a leaf. They bound the cost of a root, and the recursion.
enum {
  MAX_TENSOR_DEPTH = 40,
  MAX_SCALAR_DEPTH = 400,
  MAX_NODES = 2000,
  MAX_IOTA = 1 << 20
};

/// What a value at an index was seen to be.
struct dl_seen {
  MlirValue value;
  dl_place index;
  const dl_expr *expr;
  struct dl_seen *next;
};

static bool same_index(const dl_place *a, const dl_place *b) {
  return a->rank == b->rank && memcmp(a->id, b->id, (size_t)a->rank) == 0;
}

static struct dl_seen **bucket_of(dl_view *view, MlirValue value,
                                  const dl_place *index) {
  uint64_t hash = (uintptr_t)value.ptr >> 4;
  for (int i = 0; i < index->rank; ++i)
    hash = hash * 31 + (uint64_t)(index->id[i] + 2);
  return &view->seen[(hash ^ (hash >> 8)) % DL_VIEW_BUCKETS];
}

static const dl_expr *find_seen(dl_view *view, MlirValue value,
                                const dl_place *index) {
  for (struct dl_seen *at = *bucket_of(view, value, index); at; at = at->next)
    if (mlirValueEqual(at->value, value) && same_index(&at->index, index))
      return at->expr;
  return NULL;
}

static void remember(dl_view *view, MlirValue value, const dl_place *index,
                     const dl_expr *expr) {
  struct dl_seen **bucket = bucket_of(view, value, index);
  struct dl_seen *seen = DL_ARENA_ARRAY(view->arena, struct dl_seen, 1);
  *seen = (struct dl_seen){value, *index, expr, *bucket};
  *bucket = seen;
}

static const dl_expr *leaf(dl_view *view, MlirValue tensor,
                           const dl_place *index) {
  dl_expr proto = {.kind = DL_EXPR_LEAF,
                   .type = dl_tensor_element(tensor),
                   .value = tensor,
                   .index = *index};
  for (int i = 0; i < index->rank; ++i)
    if (index->id[i] >= 0)
      proto.ids |= UINT32_C(1) << index->id[i];
  return dl_expr_intern(view, &proto);
}

static const dl_expr *scalar_leaf(dl_view *view, MlirValue scalar) {
  dl_expr proto = {.kind = DL_EXPR_SCALAR,
                   .type = mlirValueGetType(scalar),
                   .value = scalar};
  return dl_expr_intern(view, &proto);
}

static const dl_expr *id_node(dl_view *view, MlirType type, int id) {
  if (id < 0)
    return dl_expr_const(view, type, 0);
  dl_expr proto = {.kind = DL_EXPR_ID,
                   .type = mlirIndexTypeGet(mlirTypeGetContext(type)),
                   .ids = UINT32_C(1) << id,
                   .id = id};
  return dl_expr_intern(view, &proto);
}

// --- Constants --------------------------------------------------------------

static const dl_expr *constant_scalar(dl_view *view, MlirAttribute attr) {
  MlirType type = mlirAttributeGetType(attr);
  if (mlirAttributeIsAFloat(attr))
    return dl_expr_const(view, type, mlirFloatAttrGetValueDouble(attr));
  if (!mlirAttributeIsAInteger(attr))
    return NULL;
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 64)
    return NULL;
  bool is_bool = mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1;
  int64_t number = mlirIntegerAttrGetValueInt(attr);
  return dl_expr_const(view, type,
                       is_bool ? (double)(number & 1) : (double)number);
}

static bool dense_number(MlirAttribute attr, MlirType type, intptr_t at,
                         double *number) {
  if (mlirTypeIsAF32(type))
    *number = (double)mlirDenseElementsAttrGetFloatValue(attr, at);
  else if (mlirTypeIsAF64(type))
    *number = mlirDenseElementsAttrGetDoubleValue(attr, at);
  else if (mlirTypeIsAIndex(type))
    *number = (double)mlirDenseElementsAttrGetIndexValue(attr, at);
  else if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64)
    *number = (double)mlirDenseElementsAttrGetInt64Value(attr, at);
  else if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32)
    *number = (double)mlirDenseElementsAttrGetInt32Value(attr, at);
  else
    return false;
  return true;
}

/// A constant that counts up along its only dimension: start + step * id.
static const dl_expr *iota(dl_view *view, MlirValue tensor, MlirAttribute attr,
                           const dl_place *index) {
  MlirType type = dl_tensor_element(tensor);
  intptr_t count = mlirElementsAttrGetNumElements(attr);
  int id = -1;
  for (int i = 0; i < index->rank; ++i) {
    if (dl_static_dim(tensor, i) == 1)
      continue;
    if (id >= 0)
      return NULL;
    id = index->id[i];
  }
  double start, second, number;
  if (id < 0 || count < 2 || count > MAX_IOTA ||
      !dense_number(attr, type, 0, &start) ||
      !dense_number(attr, type, 1, &second))
    return NULL;
  for (intptr_t i = 2; i < count; ++i)
    if (!dense_number(attr, type, i, &number) ||
        number != start + (double)i * (second - start))
      return NULL;
  const dl_expr *scaled =
      dl_expr_binary(view, DL_EXPR_MUL, type, id_node(view, type, id),
                     dl_expr_const(view, type, second - start));
  return dl_expr_binary(view, DL_EXPR_ADD, type, scaled,
                        dl_expr_const(view, type, start));
}

static const dl_expr *constant_tensor(dl_view *view, MlirValue tensor,
                                      MlirOperation op, const dl_place *index) {
  MlirAttribute attr = mlirOperationGetAttributeByName(op, DL_STR("value"));
  if (!mlirAttributeIsADenseElements(attr))
    return NULL;
  return mlirDenseElementsAttrIsSplat(attr)
             ? constant_scalar(view, mlirDenseElementsAttrGetSplatValue(attr))
             : iota(view, tensor, attr, index);
}

// --- Reshapes ---------------------------------------------------------------

static int64_t entry(MlirAttribute array, intptr_t i, intptr_t j) {
  return mlirIntegerAttrGetValueInt(
      mlirArrayAttrGetElement(mlirArrayAttrGetElement(array, i), j));
}

/// Maps the index through a reshape whose groups have at most one dimension of
/// another size than 1. `deep` is the tensor with more dimensions; `expands`
/// says that it is the result.
static bool reshape_index(MlirOperation op, MlirValue deep, bool expands,
                          const dl_place *index, dl_place *source) {
  MlirAttribute groups =
      mlirOperationGetAttributeByName(op, DL_STR("reassociation"));
  intptr_t n_groups = mlirArrayAttrGetNumElements(groups);
  source->rank = expands ? (int)n_groups : (int)dl_tensor_rank(deep);
  for (int i = 0; i < source->rank; ++i)
    source->id[i] = -1;
  for (intptr_t g = 0; g < n_groups; ++g) {
    int sole = -1;
    intptr_t size =
        mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, g));
    for (intptr_t j = 0; j < size; ++j) {
      int at = (int)entry(groups, g, j);
      if (dl_static_dim(deep, at) == 1)
        continue;
      if (sole >= 0)
        return false;
      sole = at;
    }
    if (sole < 0)
      continue;
    source->id[expands ? g : sole] = index->id[expands ? sole : g];
  }
  return true;
}

// --- Operations -------------------------------------------------------------

static bool sizes_fit(dl_size a, dl_size b) {
  return a.fixed == b.fixed; // equal, or both dynamic
}

int dl_view_reduced_id(dl_view *view, MlirValue input, int dim,
                       uint32_t taken) {
  dl_size size = dl_size_of(input, dim);
  for (int pass = 0; pass < 2; ++pass)
    for (int id = view->n_ids - 1; id >= 0; --id)
      if (!(taken >> id & 1) && (pass ? sizes_fit(view->sizes[id], size)
                                      : dl_size_same(view->sizes[id], size)))
        return id;
  if (view->n_ids == DL_MAX_IDS)
    return -1;
  view->sizes[view->n_ids] = size;
  return view->n_ids++;
}

static const dl_expr *reduce(dl_view *view, MlirOperation op,
                             const dl_place *index) {
  MlirValue input = mlirOperationGetOperand(op, 0);
  MlirAttribute dims = mlirOperationGetAttributeByName(op, DL_STR("dims"));
  bool is_reduced[DL_MAX_RANK] = {false};
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(dims); ++k)
    is_reduced[mlirDenseI64ArrayGetElement(dims, k)] = true;
  dl_place source = {.rank = (int)dl_tensor_rank(input)};
  uint32_t taken = 0, bound = 0;
  for (int i = 0, kept = 0; i < source.rank; ++i) {
    source.id[i] = is_reduced[i] ? -1 : index->id[kept++];
    if (source.id[i] >= 0)
      taken |= UINT32_C(1) << source.id[i];
  }
  for (int i = source.rank - 1; i >= 0; --i) {
    if (!is_reduced[i] || dl_static_dim(input, i) == 1)
      continue;
    int id = dl_view_reduced_id(view, input, i, taken | bound);
    if (id < 0)
      return NULL;
    source.id[i] = (int8_t)id;
    bound |= UINT32_C(1) << id;
  }
  MlirAttribute acc = mlirOperationGetAttributeByName(op, DL_STR("acc_type"));
  MlirType element = dl_tensor_element(mlirOperationGetResult(op, 0));
  dl_expr proto = {.kind = DL_EXPR_REDUCE,
                   .type = mlirAttributeIsNull(acc) ? element
                                                    : mlirTypeAttrGetValue(acc),
                   .bound = bound,
                   .reduce = (int)mlirIntegerAttrGetValueInt(
                       mlirOperationGetAttributeByName(op, DL_STR("kind"))),
                   .op = op,
                   .n_args = 1,
                   .args = {dl_view_element(view, input, &source)}};
  proto.number =
      proto.reduce == DL_REDUCE_MAX || proto.reduce == DL_REDUCE_MAXNUM
          ? -INFINITY
          : 0;
  if (mlirOperationGetNumOperands(op) > 1) {
    const dl_expr *init =
        dl_view_element(view, mlirOperationGetOperand(op, 1), index);
    if (init->kind != DL_EXPR_CONST)
      return NULL;
    proto.number = init->number;
  } else if (proto.reduce != DL_REDUCE_ADD && proto.reduce != DL_REDUCE_MAX &&
             proto.reduce != DL_REDUCE_MAXNUM) {
    proto.number = NAN; // the neutral element of the kind
  }
  return dl_expr_intern(view, &proto);
}

void dl_map_input_place(MlirOperation op, intptr_t p, const dl_place *index,
                        dl_place *source) {
  MlirAttribute dims = mlirOperationGetAttributeByName(op, DL_STR("dims"));
  source->rank = (int)dl_tensor_rank(mlirOperationGetOperand(op, p));
  for (int j = 0; j < source->rank; ++j) {
    int64_t along = mlirAttributeIsNull(dims) ? j : entry(dims, p, j);
    source->id[j] = along < 0 ? -1 : index->id[along];
  }
}

static const dl_expr *body_argument(dl_view *view, MlirValue argument,
                                    const dl_place *index) {
  MlirOperation parent =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(argument));
  intptr_t p = mlirBlockArgumentGetArgNumber(argument);
  if (!dl_is(parent, "dlopt.map") || p >= mlirOperationGetNumOperands(parent))
    return NULL;
  dl_place source;
  dl_map_input_place(parent, p, index, &source);
  return dl_view_element(view, mlirOperationGetOperand(parent, p), &source);
}

static const dl_expr *extent(dl_view *view, MlirValue scalar) {
  dl_size size = dl_size_of_scalar(scalar);
  if (size.fixed >= 0)
    return dl_expr_const(view, mlirValueGetType(scalar), (double)size.fixed);
  if (size.dim < 0)
    return NULL;
  dl_expr proto = {.kind = DL_EXPR_EXTENT,
                   .type = mlirIndexTypeGet(mlirValueGetContext(scalar)),
                   .value = size.value,
                   .size = size};
  return dl_expr_intern(view, &proto);
}

static const dl_expr *scalar_op(dl_view *view, MlirValue scalar,
                                MlirOperation op, const dl_place *index) {
  if (dl_is(op, "arith.constant"))
    return constant_scalar(
        view, mlirOperationGetAttributeByName(op, DL_STR("value")));
  if (dl_is(op, "dlopt.index")) {
    int64_t dim = mlirIntegerAttrGetValueInt(
        mlirOperationGetAttributeByName(op, DL_STR("dim")));
    return dim < index->rank
               ? id_node(view, mlirValueGetType(scalar), index->id[dim])
               : NULL;
  }
  if (dl_is(op, "tensor.dim"))
    return extent(view, scalar);
  intptr_t n_args = mlirOperationGetNumOperands(op);
  if (n_args > DL_MAX_ARGS || mlirOperationGetNumRegions(op) ||
      mlirOperationGetNumResults(op) != 1)
    return NULL;
  const dl_expr *args[DL_MAX_ARGS];
  for (intptr_t i = 0; i < n_args; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeIsAShaped(mlirValueGetType(operand)))
      return NULL;
    args[i] = dl_view_scalar(view, operand, index);
  }
  const dl_expr *known = dl_expr_of_op(view, op, (int)n_args, args);
  if (known || !(dl_string_starts_with(dl_op_name(op), "arith.") ||
                 dl_string_starts_with(dl_op_name(op), "math.")))
    return known;
  dl_expr proto = {.kind = DL_EXPR_OTHER,
                   .type = mlirValueGetType(scalar),
                   .op = op,
                   .n_args = (int)n_args};
  memcpy(proto.args, args, sizeof(args[0]) * (size_t)n_args);
  return dl_expr_intern(view, &proto);
}

/// A scalar that is not looked into: inside a map it varies with all ids of
/// the map's result.
static const dl_expr *opaque_scalar(dl_view *view, MlirValue scalar,
                                    const dl_place *index) {
  dl_expr proto = {.kind = DL_EXPR_SCALAR,
                   .type = mlirValueGetType(scalar),
                   .value = scalar,
                   .index = *index};
  for (int i = 0; i < index->rank; ++i)
    if (index->id[i] >= 0)
      proto.ids |= UINT32_C(1) << index->id[i];
  return dl_expr_intern(view, &proto);
}

/// True if `scalar` is computed inside the body of a map.
static bool is_in_map(MlirValue scalar) {
  MlirBlock block = mlirValueIsABlockArgument(scalar)
                        ? mlirBlockArgumentGetOwner(scalar)
                        : mlirOperationGetBlock(dl_value_def(scalar));
  return dl_is(mlirBlockGetParentOperation(block), "dlopt.map");
}

const dl_expr *dl_view_scalar(dl_view *view, MlirValue scalar,
                              const dl_place *index) {
  static const dl_place nowhere = {0};
  if (!is_in_map(scalar))
    index = &nowhere;
  const dl_expr *expr = find_seen(view, scalar, index);
  if (expr)
    return expr;
  if (view->scalar_depth < MAX_SCALAR_DEPTH && view->n_nodes < MAX_NODES) {
    ++view->scalar_depth;
    if (mlirValueIsABlockArgument(scalar))
      expr = index->rank || is_in_map(scalar)
                 ? body_argument(view, scalar, index)
                 : NULL;
    else
      expr = scalar_op(view, scalar, dl_value_def(scalar), index);
    --view->scalar_depth;
  }
  if (!expr)
    expr = is_in_map(scalar) ? opaque_scalar(view, scalar, index)
                             : scalar_leaf(view, scalar);
  remember(view, scalar, index, expr);
  return expr;
}

static const dl_expr *map_result(dl_view *view, MlirValue tensor,
                                 MlirOperation op, const dl_place *index) {
  MlirOperation yield = mlirBlockGetTerminator(dl_region_block(op, 0));
  intptr_t result = mlirOpResultGetResultNumber(tensor);
  if (mlirOperationIsNull(yield) ||
      result >= mlirOperationGetNumOperands(yield))
    return NULL;
  return dl_view_scalar(view, mlirOperationGetOperand(yield, result), index);
}

static const dl_expr *cast(dl_view *view, MlirValue tensor, MlirOperation op,
                           const dl_place *index) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType type = dl_tensor_element(tensor);
  if (!mlirTypeIsAFloat(type) || !mlirTypeIsAFloat(dl_tensor_element(source)) ||
      !mlirAttributeIsNull(
          mlirOperationGetAttributeByName(op, DL_STR("rounding"))) ||
      !mlirAttributeIsNull(
          mlirOperationGetAttributeByName(op, DL_STR("saturate"))))
    return NULL;
  return dl_expr_convert_float(view, type,
                               dl_view_element(view, source, index));
}

static const dl_expr *tensor_op(dl_view *view, MlirValue tensor,
                                MlirOperation op, const dl_place *index) {
  dl_place source;
  if (dl_is(op, "dlopt.map"))
    return map_result(view, tensor, op, index);
  if (dl_is(op, "dlopt.cast"))
    return cast(view, tensor, op, index);
  if (dl_is(op, "dlopt.reduce"))
    return reduce(view, op, index);
  if (dl_is(op, "linalg.generic"))
    return dl_expr_of_generic(view, tensor, op, index);
  if (dl_is(op, "arith.constant"))
    return constant_tensor(view, tensor, op, index);
  if (dl_is(op, "tensor.splat") || dl_is(op, "linalg.fill"))
    return dl_view_scalar(view, mlirOperationGetOperand(op, 0), index);
  if (dl_is(op, "tensor.cast")) {
    MlirValue from = mlirOperationGetOperand(op, 0);
    return dl_is_ranked_tensor(from) ? dl_view_element(view, from, index)
                                     : NULL;
  }
  if (dl_is(op, "tensor.expand_shape") &&
      reshape_index(op, tensor, true, index, &source))
    return dl_view_element(view, mlirOperationGetOperand(op, 0), &source);
  if (dl_is(op, "tensor.collapse_shape")) {
    MlirValue deep = mlirOperationGetOperand(op, 0);
    if (dl_tensor_rank(deep) <= DL_MAX_RANK &&
        reshape_index(op, deep, false, index, &source))
      return dl_view_element(view, deep, &source);
  }
  return NULL;
}

const dl_expr *dl_view_element(dl_view *view, MlirValue tensor,
                               const dl_place *at) {
  dl_place index = *at;
  for (int i = 0; i < index.rank; ++i)
    if (dl_static_dim(tensor, i) == 1)
      index.id[i] = -1;
  const dl_expr *expr = find_seen(view, tensor, &index);
  if (expr)
    return expr;
  MlirOperation op = dl_value_def(tensor);
  if (!mlirOperationIsNull(op) && view->tensor_depth < view->max_tensor_depth &&
      view->n_nodes < MAX_NODES) {
    ++view->tensor_depth;
    expr = tensor_op(view, tensor, op, &index);
    --view->tensor_depth;
  }
  if (!expr)
    expr = leaf(view, tensor, &index);
  if (mlirValueIsNull(expr->held_by)) {
    ((dl_expr *)expr)->held_by = tensor; // nodes are ours until handed out
    ((dl_expr *)expr)->held_at = index;
  }
  remember(view, tensor, &index, expr);
  return expr;
}

static const dl_expr *view_init(dl_view *view, dl_arena *arena, MlirValue root,
                                int max_tensor_depth) {
  *view = (dl_view){
      .arena = arena, .root = root, .max_tensor_depth = max_tensor_depth};
  dl_place index = {.rank = (int)dl_tensor_rank(root)};
  view->rank = view->n_ids = index.rank;
  for (int i = 0; i < index.rank; ++i) {
    index.id[i] = (int8_t)i;
    view->sizes[i] = dl_size_of(root, i);
  }
  return dl_view_element(view, root, &index);
}

const dl_expr *dl_view_init(dl_view *view, dl_arena *arena, MlirValue root) {
  return view_init(view, arena, root, MAX_TENSOR_DEPTH);
}

const dl_expr *dl_view_init_shallow(dl_view *view, dl_arena *arena,
                                    MlirValue root) {
  return view_init(view, arena, root, 3);
}
