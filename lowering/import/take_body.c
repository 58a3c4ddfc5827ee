// The body of a structured operation becomes the body of a dlopt.map.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A map under construction.
struct new_map {
  const dl_structured *view;
  const dl_map_plan *plan;
  int positions[DL_MAX_STRUCTURED_LOOPS]; ///< result dimension of each loop
  intptr_t n_inputs;
  MlirValue *inputs;
  MlirAttribute *rows;
  bool has_dims;                        ///< some input is no identity
  bool covered[DL_MAX_STRUCTURED_RANK]; ///< an input runs along it
};

static bool is_tensor(MlirValue value) {
  return mlirTypeIsARankedTensor(mlirValueGetType(value));
}

static bool is_unused(MlirValue value) {
  return mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

const char *dl_check_body(const dl_structured *view, bool reads_inits) {
  intptr_t n_read = view->n_inputs + (reads_inits ? view->n_inits : 0);
  for (MlirOperation op = mlirBlockGetFirstOperation(view->body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumRegions(op))
      return "its body holds control flow";
  for (intptr_t i = 0; i < n_read; ++i) {
    MlirValue argument = dl_structured_argument(view, i);
    dl_loops loops;
    if (mlirValueIsNull(argument) || is_unused(argument) ||
        !is_tensor(dl_structured_operand(view, i)))
      continue;
    if (!dl_structured_loops(view, i, &loops))
      return "an operand is not indexed by one loop a dimension";
  }
  return NULL;
}

static void add_input(const dl_builder *bld, struct new_map *map,
                      intptr_t operand) {
  dl_loops loops;
  dl_structured_loops(map->view, operand, &loops);
  map->has_dims |= loops.rank != map->plan->rank;
  for (int64_t j = 0; j < loops.rank; ++j) {
    if (loops.loops[j] >= 0) {
      loops.loops[j] = map->positions[loops.loops[j]];
      if (loops.loops[j] >= 0)
        map->covered[loops.loops[j]] = true;
    }
    map->has_dims |= loops.loops[j] != j;
  }
  map->inputs[map->n_inputs] = dl_structured_operand(map->view, operand);
  map->rows[map->n_inputs++] = dl_dims_row(bld, loops.rank, loops.loops);
}

/// Arguments that the map does not read go; scalars are used from above.
static void settle_arguments(const dl_builder *bld, struct new_map *map) {
  const dl_structured *view = map->view;
  intptr_t n_arguments = mlirBlockGetNumArguments(view->body);
  for (intptr_t i = 0; i < n_arguments; ++i) {
    MlirValue argument = mlirBlockGetArgument(view->body, i);
    MlirValue operand = dl_structured_operand(view, i);
    if (!is_tensor(operand))
      mlirValueReplaceAllUsesOfWith(argument, operand);
    if (!is_unused(argument))
      add_input(bld, map, i);
  }
  for (intptr_t i = n_arguments; i-- > 0;)
    if (is_unused(mlirBlockGetArgument(view->body, i)))
      mlirBlockEraseArgument(view->body, (unsigned)i);
}

/// Size of a loop as an index value.
static MlirValue loop_size_value(const dl_builder *bld,
                                 const dl_structured *view, int loop) {
  for (intptr_t n = view->n_inputs + view->n_inits; n-- > 0;) {
    dl_loops loops;
    if (!dl_structured_loops(view, n, &loops))
      continue;
    int64_t dim = dl_loops_find(&loops, loop);
    if (dim >= 0)
      return dl_size_value(bld, dl_structured_operand(view, n), dim);
  }
  return dl_constant_index(bld, 1); // no tensor runs along it
}

static void erase_dead_ops(dl_rewrite *rewrite, MlirBlock block) {
  intptr_t count = 0, next = 0;
  MlirOperation op;
  for (op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ++count;
  MlirOperation *ops = DL_ARENA_ARRAY(&rewrite->arena, MlirOperation, count);
  for (op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ops[next++] = op;
  while (count-- > 0) {
    MlirStringRef name = dl_op_name(ops[count]);
    bool dead = dl_string_starts_with(name, "arith.") ||
                dl_string_starts_with(name, "math.") ||
                dl_string_is(name, "linalg.index");
    for (intptr_t i = 0; i < mlirOperationGetNumResults(ops[count]); ++i)
      dead &= is_unused(mlirOperationGetResult(ops[count], i));
    if (dead)
      mlirRewriterBaseEraseOp(rewrite->bld.rewriter, ops[count]);
  }
}

/// linalg.index becomes dlopt.index.
static void replace_indices(const dl_builder *bld, const struct new_map *map,
                            MlirBlock block) {
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!dl_linalg_index_is(op))
      continue;
    mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, op);
    int64_t loop = mlirIntegerAttrGetValueInt(dl_linalg_index_dim(op));
    int dim = map->positions[loop];
    MlirValue index = dim < 0
                          ? dl_constant_index(bld, 0)
                          : dl_index(bld, mlirIndexTypeGet(bld->context),
                                     (dl_index_attrs){dl_attr_i64(bld, dim)});
    mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &index);
  }
}

/// Builds the map around the settled body.
static MlirOperation build_map(dl_rewrite *rewrite, const struct new_map *map,
                               const MlirType *elements) {
  const dl_builder *bld = &rewrite->bld;
  const dl_map_plan *plan = map->plan;
  int64_t sizes[DL_MAX_STRUCTURED_RANK];
  MlirValue values[DL_MAX_STRUCTURED_RANK];
  intptr_t n_sizes = 0;
  for (int64_t i = 0; i < plan->rank; ++i) {
    sizes[i] = dl_structured_loop_size(map->view, plan->order[i]);
    if (sizes[i] == mlirShapedTypeGetDynamicSize() && !map->covered[i])
      values[n_sizes++] = loop_size_value(bld, map->view, plan->order[i]);
  }
  MlirType *types = DL_ARENA_ARRAY(&rewrite->arena, MlirType, plan->n_values);
  for (intptr_t i = 0; i < plan->n_values; ++i)
    types[i] = dl_tensor_type(plan->rank, sizes, elements[i]);
  dl_map_attrs attrs = {{NULL}};
  if (map->has_dims)
    attrs.dims = mlirArrayAttrGet(bld->context, map->n_inputs, map->rows);
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(map->view->op, 0));
  return dl_map(bld, plan->n_values, types, map->n_inputs, map->inputs, n_sizes,
                values, attrs, region);
}

MlirOperation dl_take_body_as_map(dl_rewrite *rewrite,
                                  const dl_map_plan *plan) {
  const dl_builder *bld = &rewrite->bld;
  const dl_structured *view = plan->view;
  intptr_t n_operands = view->n_inputs + view->n_inits;
  struct new_map map = {
      .view = view,
      .plan = plan,
      .inputs = DL_ARENA_ARRAY(&rewrite->arena, MlirValue, n_operands),
      .rows = DL_ARENA_ARRAY(&rewrite->arena, MlirAttribute, n_operands)};
  for (int i = 0; i < view->n_loops; ++i)
    map.positions[i] = -1;
  for (int i = 0; i < plan->rank; ++i)
    map.positions[plan->order[i]] = i;
  MlirType *elements =
      DL_ARENA_ARRAY(&rewrite->arena, MlirType, plan->n_values);
  for (intptr_t i = 0; i < plan->n_values; ++i)
    elements[i] = mlirValueGetType(plan->values[i]);
  MlirOperation end = mlirBlockGetTerminator(view->body);
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, end);
  dl_yield(bld, plan->n_values, plan->values);
  mlirRewriterBaseEraseOp(bld->rewriter, end);
  erase_dead_ops(rewrite, view->body);
  replace_indices(bld, &map, view->body);
  settle_arguments(bld, &map);
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, view->op);
  MlirOperation result = build_map(rewrite, &map, elements);
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, view->op);
  return result;
}
