// Tensors for nodes of the element view: the tensor that holds a node, or a
// map that computes it.
#include "lowering/import/emit.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/import/reshape.h"

#include <string.h>

/// Scales and masks are small; what takes more is not written down.
enum { MAX_INPUTS = 12, MAX_EMITTED = 64, MAX_STEPS = 200 };

dl_place dl_view_root_place(const dl_view *view, int first) {
  dl_place index = {.rank = view->rank - first};
  for (int i = first; i < view->rank; ++i)
    index.id[i - first] = (int8_t)(view->sizes[i].fixed == 1 ? -1 : i);
  return index;
}

static int strip_units(const dl_place *place, int8_t *ids) {
  int n = 0;
  for (int i = 0; i < place->rank; ++i)
    if (place->id[i] >= 0)
      ids[n++] = place->id[i];
  return n;
}

bool dl_expr_is_held_in_order(const dl_expr *expr, const dl_place *place) {
  int8_t held[DL_MAX_RANK], wanted[DL_MAX_RANK];
  if (mlirValueIsNull(expr->held_by))
    return false;
  int n = strip_units(&expr->held_at, held);
  return n == strip_units(place, wanted) &&
         memcmp(held, wanted, (size_t)n) == 0;
}

/// The tensor, which runs along the ids of `index` in order, with other
/// dimensions of size 1 between them.
static MlirValue move_units(const dl_builder *bld, MlirValue tensor,
                            const dl_place *held, const dl_place *place) {
  if (held->rank == place->rank &&
      memcmp(held->id, place->id, (size_t)held->rank) == 0)
    return tensor;
  // First without units, each beside a real dimension; then with the new ones.
  dl_grouping drop = {0}, add = {0};
  int real = 0, units = 0;
  for (int i = 0; i < held->rank; ++i) {
    if (held->id[i] < 0) {
      ++units;
      continue;
    }
    drop.counts[drop.n_groups++] = ++units;
    units = 0;
    ++real;
  }
  if (real)
    drop.counts[drop.n_groups - 1] += units;
  for (int i = 0; i < place->rank; ++i)
    add.counts[add.n_groups++] = place->id[i] >= 0;
  return dl_group(bld, dl_group(bld, tensor, &drop), &add);
}

// --- Maps from expressions
// ----------------------------------------------------

/// A map being written.
struct writer {
  dl_view *view;
  const dl_builder *bld;
  const dl_place *place;
  int n_steps;
  MlirBlock block;
  int n_inputs;
  const dl_expr *inputs[MAX_INPUTS];
  int n_done;
  const dl_expr *done[MAX_EMITTED];
  MlirValue values[MAX_EMITTED];
};

/// True if the node is read from a tensor rather than computed.
static bool is_input(const dl_expr *expr) {
  return expr->kind == DL_EXPR_LEAF ||
         (expr->kind == DL_EXPR_REDUCE && !mlirValueIsNull(expr->held_by)) ||
         (expr->kind == DL_EXPR_SCALAR && expr->index.rank &&
          !mlirValueIsNull(expr->held_by));
}

static bool is_covered(const dl_place *place, uint32_t ids) {
  for (int i = 0; i < place->rank; ++i)
    if (place->id[i] >= 0)
      ids &= ~(UINT32_C(1) << place->id[i]);
  return ids == 0;
}

/// Gathers the tensors that the map reads; false if it cannot be written.
static bool gather_inputs(struct writer *writer, const dl_expr *expr) {
  if (++writer->n_steps > MAX_STEPS)
    return false;
  if (expr->kind == DL_EXPR_CONST || expr->kind == DL_EXPR_ID ||
      expr->kind == DL_EXPR_EXTENT)
    return true;
  if (expr->kind == DL_EXPR_SCALAR && !expr->index.rank)
    return true;
  if (is_input(expr)) {
    for (int i = 0; i < writer->n_inputs; ++i)
      if (writer->inputs[i] == expr)
        return true;
    if (writer->n_inputs == MAX_INPUTS)
      return false;
    writer->inputs[writer->n_inputs++] = expr;
    return true;
  }
  if (expr->kind == DL_EXPR_SCALAR || expr->kind == DL_EXPR_REDUCE ||
      expr->kind == DL_EXPR_OTHER || !expr->n_args)
    return false; // `write` has no operation for it
  for (int i = 0; i < expr->n_args; ++i)
    if (!gather_inputs(writer, expr->args[i]))
      return false;
  return true;
}

/// One scalar operation of type `type`.
static MlirValue scalar_op(const dl_builder *bld, const char *name,
                           MlirType type, intptr_t n_args,
                           const MlirValue *args, MlirAttribute predicate) {
  MlirOperationState state = dl_op_begin(bld, name);
  dl_op_operands(&state, n_args, args);
  dl_op_attr(bld, &state, "predicate", predicate);
  mlirOperationStateAddResults(&state, 1, &type);
  return mlirOperationGetResult(dl_op_end(bld, &state), 0);
}

static MlirValue unary(const dl_builder *bld, const char *name, MlirType type,
                       MlirValue arg) {
  return scalar_op(bld, name, type, 1, &arg, mlirAttributeGetNull());
}

static MlirValue convert(const dl_builder *bld, MlirValue value, MlirType to) {
  MlirType from = mlirValueGetType(value);
  if (mlirTypeEqual(from, to))
    return value;
  bool from_float = mlirTypeIsAFloat(from), to_float = mlirTypeIsAFloat(to);
  if (from_float && to_float) {
    unsigned have = mlirFloatTypeGetWidth(from);
    unsigned want = mlirFloatTypeGetWidth(to);
    if (have == want) { // f16 and bf16
      MlirType wide = mlirF32TypeGet(bld->context);
      return convert(bld, convert(bld, value, wide), to);
    }
    return unary(bld, have < want ? "arith.extf" : "arith.truncf", to, value);
  }
  bool from_index = mlirTypeIsAIndex(from), to_index = mlirTypeIsAIndex(to);
  if (from_index && to_float) {
    MlirType wide = mlirIntegerTypeGet(bld->context, 64);
    return convert(bld, convert(bld, value, wide), to);
  }
  if (to_float)
    return unary(bld, "arith.sitofp", to, value);
  if (from_index || to_index)
    return unary(bld, "arith.index_cast", to, value);
  bool extends = mlirIntegerTypeGetWidth(from) < mlirIntegerTypeGetWidth(to);
  return unary(bld, extends ? "arith.extsi" : "arith.trunci", to, value);
}

static MlirValue write(struct writer *writer, const dl_expr *expr,
                       MlirType type);

static MlirValue write_power(struct writer *writer, const dl_expr *expr) {
  const dl_builder *bld = writer->bld;
  MlirType type = expr->type;
  MlirValue base = write(writer, expr->args[0], type);
  MlirAttribute none = mlirAttributeGetNull();
  if (expr->number == 2)
    return scalar_op(bld, "arith.mulf", type, 2, (MlirValue[]){base, base},
                     none);
  if (expr->number == 0.5)
    return unary(bld, "math.sqrt", type, base);
  if (expr->number == -0.5)
    return unary(bld, "math.rsqrt", type, base);
  if (expr->number == -1)
    return scalar_op(bld, "arith.divf", type, 2,
                     (MlirValue[]){dl_constant_float(bld, type, 1), base},
                     none);
  return scalar_op(
      bld, "math.powf", type, 2,
      (MlirValue[]){base, dl_constant_float(bld, type, expr->number)}, none);
}

static const struct kind_row {
  dl_expr_kind kind;
  const char *on_floats, *on_integers;
} kind_rows[] = {
    {DL_EXPR_ADD, "arith.addf", "arith.addi"},
    {DL_EXPR_MUL, "arith.mulf", "arith.muli"},
    {DL_EXPR_MAX, "arith.maximumf", NULL},
    {DL_EXPR_MIN, "arith.minimumf", NULL},
    {DL_EXPR_MAXNUM, "arith.maxnumf", NULL},
    {DL_EXPR_MINNUM, "arith.minnumf", NULL},
    {DL_EXPR_AND, NULL, "arith.andi"},
    {DL_EXPR_OR, NULL, "arith.ori"},
    {DL_EXPR_XOR, NULL, "arith.xori"},
    {DL_EXPR_EXP, "math.exp", NULL},
    {DL_EXPR_LOG, "math.log", NULL},
    {DL_EXPR_ERF, "math.erf", NULL},
    {DL_EXPR_TANH, "math.tanh", NULL},
};

/// Type in which two numbers of different width are compared: the wider one,
/// since widening conversions do not show.
static MlirType compared_type(const dl_expr *expr) {
  MlirType a = expr->args[0]->type, b = expr->args[1]->type;
  if (mlirTypeEqual(a, b))
    return a;
  if (mlirTypeIsAFloat(a) && mlirTypeIsAFloat(b)) {
    unsigned wide = mlirFloatTypeGetWidth(a), other = mlirFloatTypeGetWidth(b);
    return wide == other  ? mlirF32TypeGet(mlirTypeGetContext(a))
           : wide > other ? a
                          : b;
  }
  return mlirIntegerTypeGet(mlirTypeGetContext(a), 64);
}

static MlirValue write_operation(struct writer *writer, const dl_expr *expr) {
  const dl_builder *bld = writer->bld;
  MlirAttribute none = mlirAttributeGetNull();
  MlirValue args[DL_MAX_ARGS];
  if (expr->kind == DL_EXPR_POW)
    return write_power(writer, expr);
  if (expr->kind == DL_EXPR_ROUND)
    return convert(bld, write(writer, expr->args[0], expr->args[0]->type),
                   expr->type);
  if (expr->kind == DL_EXPR_CMPF || expr->kind == DL_EXPR_CMPI) {
    MlirType type = compared_type(expr);
    for (int i = 0; i < 2; ++i)
      args[i] = write(writer, expr->args[i], type);
    return scalar_op(
        bld, expr->kind == DL_EXPR_CMPF ? "arith.cmpf" : "arith.cmpi",
        expr->type, 2, args, dl_attr_i64(bld, (int64_t)expr->number));
  }
  for (int i = 0; i < expr->n_args; ++i)
    args[i] = write(writer, expr->args[i],
                    expr->kind == DL_EXPR_SELECT && i == 0 ? expr->args[0]->type
                                                           : expr->type);
  if (expr->kind == DL_EXPR_SELECT)
    return scalar_op(bld, "arith.select", expr->type, 3, args, none);
  for (size_t i = 0; i < sizeof(kind_rows) / sizeof(kind_rows[0]); ++i) {
    const char *name = mlirTypeIsAFloat(expr->type) ? kind_rows[i].on_floats
                                                    : kind_rows[i].on_integers;
    if (kind_rows[i].kind == expr->kind && name)
      return scalar_op(bld, name, expr->type, expr->n_args, args, none);
  }
  return (MlirValue){NULL};
}

static MlirValue write_new(struct writer *writer, const dl_expr *expr,
                           MlirType type) {
  const dl_builder *bld = writer->bld;
  if (expr->kind == DL_EXPR_CONST)
    return mlirTypeIsAFloat(type)
               ? dl_constant_float(bld, type, expr->number)
               : dl_constant_int(bld, type, (int64_t)expr->number);
  for (int i = 0; i < writer->n_inputs; ++i)
    if (writer->inputs[i] == expr)
      return mlirBlockGetArgument(writer->block, i);
  if (expr->kind == DL_EXPR_SCALAR)
    return expr->value;
  if (expr->kind == DL_EXPR_EXTENT)
    return dl_value_of_size(bld, expr->size);
  if (expr->kind == DL_EXPR_ID)
    for (int i = 0; i < writer->place->rank; ++i)
      if (writer->place->id[i] == expr->id)
        return dl_index(bld, expr->type,
                        (dl_index_attrs){.dim = dl_attr_i64(bld, i)});
  return write_operation(writer, expr);
}

static MlirValue write(struct writer *writer, const dl_expr *expr,
                       MlirType type) {
  MlirValue value = {NULL};
  for (int i = 0; i < writer->n_done; ++i)
    if (writer->done[i] == expr)
      value = writer->values[i];
  if (mlirValueIsNull(value)) {
    value = write_new(writer, expr, type);
    if (writer->n_done < MAX_EMITTED && expr->kind != DL_EXPR_CONST) {
      writer->done[writer->n_done] = expr;
      writer->values[writer->n_done++] = value;
    }
  }
  return convert(writer->bld, value, type);
}

MlirValue dl_value_of_size(const dl_builder *bld, dl_size size) {
  if (size.fixed >= 0)
    return dl_constant_index(bld, size.fixed);
  if (size.dim >= 0)
    return dl_tensor_dim(bld, size.value, dl_constant_index(bld, size.dim));
  return convert(bld, size.value, mlirIndexTypeGet(bld->context));
}

/// Result type, `dims` rows and sizes of the map.
static MlirOperation make_map(struct writer *writer, MlirType element) {
  const dl_builder *bld = writer->bld;
  const dl_place *place = writer->place;
  int64_t sizes[DL_MAX_RANK];
  MlirValue inputs[MAX_INPUTS], dynamic[DL_MAX_RANK];
  MlirAttribute rows[MAX_INPUTS];
  MlirType types[MAX_INPUTS];
  MlirLocation locations[MAX_INPUTS];
  bool covered[DL_MAX_RANK] = {false};
  for (int p = 0; p < writer->n_inputs; ++p) {
    const dl_expr *input = writer->inputs[p];
    const dl_place *at = &input->held_at;
    int dims[DL_MAX_RANK];
    inputs[p] = input->held_by;
    types[p] = dl_tensor_element(inputs[p]);
    locations[p] = bld->location;
    for (int j = 0; j < at->rank; ++j) {
      dims[j] = -1;
      for (int i = 0; i < place->rank; ++i)
        if (at->id[j] >= 0 && at->id[j] == place->id[i])
          dims[j] = i;
      if (dims[j] >= 0)
        covered[dims[j]] = true;
    }
    rows[p] = dl_dims_row(bld, at->rank, dims);
  }
  intptr_t n_dynamic = 0;
  for (int i = 0; i < place->rank; ++i) {
    dl_size size = {1, {NULL}, -1};
    if (place->id[i] >= 0)
      size = writer->view->sizes[place->id[i]];
    sizes[i] = size.fixed >= 0 ? size.fixed : mlirShapedTypeGetDynamicSize();
    if (size.fixed < 0 && !covered[i])
      dynamic[n_dynamic++] = dl_value_of_size(bld, size);
  }
  MlirRegion body = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(
      body, mlirBlockCreate(writer->n_inputs, types, locations));
  MlirType result = dl_tensor_type(place->rank, sizes, element);
  return dl_map(bld, 1, &result, writer->n_inputs, inputs, n_dynamic, dynamic,
                (dl_map_attrs){
                    writer->n_inputs
                        ? mlirArrayAttrGet(bld->context, writer->n_inputs, rows)
                        : mlirAttributeGetNull()},
                body);
}

/// Every input is held by a tensor whose ids are all in the place.
static bool inputs_fit(const struct writer *writer) {
  for (int p = 0; p < writer->n_inputs; ++p) {
    const dl_expr *input = writer->inputs[p];
    if (mlirValueIsNull(input->held_by))
      return false;
    uint32_t ids = 0;
    for (int j = 0; j < input->held_at.rank; ++j) {
      int id = input->held_at.id[j];
      if (id >= 0 && (ids >> id & 1))
        return false; // a diagonal: no map can read it
      if (id >= 0)
        ids |= UINT32_C(1) << id;
    }
    if (!is_covered(writer->place, ids))
      return false;
  }
  return true;
}

MlirValue dl_expr_to_tensor(dl_view *view, const dl_builder *bld,
                            const dl_expr *expr, const dl_place *place) {
  if (dl_expr_is_held_in_order(expr, place))
    return move_units(bld, expr->held_by, &expr->held_at, place);
  struct writer writer = {.view = view, .bld = bld, .place = place};
  bool copies = !mlirValueIsNull(expr->held_by);
  if (copies) {
    writer.inputs[writer.n_inputs++] = expr;
  } else if (!gather_inputs(&writer, expr)) {
    return (MlirValue){NULL};
  }
  if (!is_covered(place, expr->ids) || !inputs_fit(&writer))
    return (MlirValue){NULL};
  MlirType element = copies ? dl_tensor_element(expr->held_by) : expr->type;
  MlirOperation map = make_map(&writer, element);
  writer.block = dl_region_block(map, 0);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, writer.block);
  MlirValue value = write(&writer, expr, element);
  dl_yield(bld, 1, &value);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, map);
  return mlirOperationGetResult(map, 0);
}
