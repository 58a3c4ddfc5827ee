// One element of a structured operation's result, linalg.generic or a named
// one: loops over what the result does not run along, in the order written, so
// that sums are made in the program's order.
#include "lowering/kernel/at.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/scalar_code.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/Dialect/Linalg.h"

struct nest {
  dl_emitter *emitter;
  MlirOperation op;
  MlirBlock body;
  MlirAttribute maps;
  intptr_t n_inputs, n_results, n_loops;
  MlirValue index[DL_MAX_LOOPS]; ///< null: a loop that is not open yet
};

static struct nest read_nest(MlirOperation op) {
  struct nest nest = {.op = op,
                      .body = dl_region_block(op, 0),
                      .maps = mlirLinalgGetIndexingMapsAttribute(op),
                      .n_results = mlirOperationGetNumResults(op)};
  nest.n_inputs = mlirOperationGetNumOperands(op) - nest.n_results;
  nest.n_loops = mlirAffineMapGetNumDims(
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(nest.maps, 0)));
  return nest;
}

static MlirAffineMap map_of(const struct nest *nest, intptr_t operand) {
  return mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(nest->maps, operand));
}

static bool is_read(const struct nest *nest, intptr_t operand) {
  return !mlirOpOperandIsNull(
      mlirValueGetFirstUse(mlirBlockGetArgument(nest->body, operand)));
}

/// True if two results run along the same loops, so that one thread has both.
static bool is_beside(const struct nest *nest, intptr_t one, intptr_t other) {
  return mlirAffineMapEqual(map_of(nest, nest->n_inputs + one),
                            map_of(nest, nest->n_inputs + other));
}

bool dl_at_beside(MlirValue one, MlirValue other) {
  if (!mlirValueIsAOpResult(one) || !mlirValueIsAOpResult(other))
    return false;
  MlirOperation op = mlirOpResultGetOwner(one);
  if (!mlirOperationEqual(op, mlirOpResultGetOwner(other)))
    return false;
  if (dl_map_is(op))
    return true;
  struct nest nest = read_nest(op);
  return is_beside(&nest, mlirOpResultGetResultNumber(one),
                   mlirOpResultGetResultNumber(other));
}

// What it takes.

static const char *check_types_of_operands(const struct nest *nest) {
  for (intptr_t i = 0; i < nest->n_inputs + nest->n_results; ++i) {
    MlirValue operand = mlirOperationGetOperand(nest->op, i);
    MlirType type = mlirValueGetType(operand);
    bool is_scalar = dl_type_is_float(type) || dl_type_is_int(type) ||
                     mlirTypeIsAIndex(type);
    if (!dl_is_tensor(operand) && (i >= nest->n_inputs || !is_scalar))
      return "works on something else than ranked tensors and numbers";
    if (mlirAffineMapGetNumSymbols(map_of(nest, i)))
      return "has symbols in its indexing maps";
  }
  return NULL;
}

const char *dl_structured_refusal(MlirOperation op) {
  struct nest nest = read_nest(op);
  if (nest.n_loops > DL_MAX_LOOPS || nest.n_results > DL_MAX_CARRIED)
    return "has more than 32 loops or 16 results";
  const char *refusal = check_types_of_operands(&nest);
  for (intptr_t r = 0; !refusal && r < nest.n_results; ++r) {
    MlirAffineMap map = map_of(&nest, nest.n_inputs + r);
    for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
      MlirAffineExpr expr = mlirAffineMapGetResult(map, i);
      if (!mlirAffineExprIsADim(expr) && !mlirAffineExprIsAConstant(expr))
        refusal = "writes its result at places that it computes, so that "
                  "threads would meet";
    }
    if (!is_beside(&nest, 0, r) &&
        (is_read(&nest, nest.n_inputs) || is_read(&nest, nest.n_inputs + r)))
      refusal = "has results along different loops that depend on each other";
  }
  return refusal;
}

// Indices.

/// Floor division by a constant, or what it leaves.
static MlirValue divided(const dl_builder *bld, MlirAffineExpr expr,
                         MlirValue a, MlirValue b) {
  MlirValue zero = dl_int_like(bld, a, 0);
  MlirValue rest = dl_arith_subi(bld, a, dl_mul(bld, dl_div(bld, a, b), b),
                                 (dl_arith_subi_attrs){0});
  MlirValue is_below = dl_int_less(bld, rest, zero);
  rest = dl_arith_select(bld, is_below, dl_int_add(bld, rest, b), rest);
  if (mlirAffineExprIsAMod(expr))
    return rest;
  MlirValue floor = dl_div(bld, dl_sub(bld, a, rest), b);
  if (mlirAffineExprIsAFloorDiv(expr))
    return floor;
  MlirValue is_exact = dl_int_is(bld, rest, 0);
  return dl_arith_select(bld, is_exact, floor,
                         dl_int_add(bld, floor, dl_int_like(bld, a, 1)));
}

static MlirValue apply(const struct nest *nest, MlirAffineExpr expr) {
  const dl_builder *bld = &nest->emitter->bld;
  if (mlirAffineExprIsADim(expr))
    return nest->index[mlirAffineDimExprGetPosition(expr)];
  if (mlirAffineExprIsAConstant(expr))
    return dl_index_constant(nest->emitter,
                             mlirAffineConstantExprGetValue(expr));
  MlirValue a = apply(nest, mlirAffineBinaryOpExprGetLHS(expr));
  MlirValue b = apply(nest, mlirAffineBinaryOpExprGetRHS(expr));
  if (mlirAffineExprIsAAdd(expr))
    return dl_int_add(bld, a, b);
  if (mlirAffineExprIsAMul(expr))
    return dl_int_mul(bld, a, b);
  return divided(bld, expr, a, b);
}

static MlirValue element(const struct nest *nest, intptr_t operand) {
  MlirAffineMap map = map_of(nest, operand);
  MlirValue tensor = mlirOperationGetOperand(nest->op, operand);
  MlirValue indices[DL_MAX_RANK];
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i)
    indices[i] = apply(nest, mlirAffineMapGetResult(map, i));
  return dl_at(nest->emitter, tensor, indices);
}

/// Size of a loop, from an operand that has it as a dimension; static if any
/// says so.
static MlirValue loop_size(const struct nest *nest, intptr_t loop) {
  MlirValue tensor = {NULL};
  int64_t dim = 0;
  for (intptr_t i = 0; i < nest->n_inputs + nest->n_results; ++i) {
    MlirValue operand = mlirOperationGetOperand(nest->op, i);
    MlirAffineMap map = map_of(nest, i);
    for (intptr_t j = 0; j < mlirAffineMapGetNumResults(map); ++j) {
      MlirAffineExpr expr = mlirAffineMapGetResult(map, j);
      if (!mlirAffineExprIsADim(expr) ||
          mlirAffineDimExprGetPosition(expr) != loop)
        continue;
      if (mlirValueIsNull(tensor) || dl_static_size(tensor, dim) < 0) {
        tensor = operand;
        dim = j;
      }
    }
  }
  return dl_device_size(nest->emitter, tensor, dim);
}

/// The result's indices are the loops that it runs along. Null, or what must be
/// true for the operation to reach the element at all.
static MlirValue bind_loops(struct nest *nest, intptr_t result,
                            const MlirValue *indices) {
  const dl_builder *bld = &nest->emitter->bld;
  MlirAffineMap map = map_of(nest, nest->n_inputs + result);
  MlirValue condition = {NULL};
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, i);
    MlirValue expected = {NULL};
    if (mlirAffineExprIsAConstant(expr)) {
      if (dl_static_size(dl_result(nest->op, result), i) == 1)
        continue;
      expected = dl_index_constant(nest->emitter,
                                   mlirAffineConstantExprGetValue(expr));
    } else {
      MlirValue *index = &nest->index[mlirAffineDimExprGetPosition(expr)];
      if (mlirValueIsNull(*index)) {
        *index = indices[i];
        continue;
      }
      expected = *index;
    }
    MlirValue is_there = dl_scalar_compare(bld, DL_EQUAL, indices[i], expected);
    condition = mlirValueIsNull(condition)
                    ? is_there
                    : dl_arith_andi(bld, condition, is_there);
  }
  return condition;
}

// The body.

struct sums {
  int count;
  intptr_t results[DL_MAX_CARRIED];
  MlirValue values[DL_MAX_CARRIED];
  MlirType types[DL_MAX_CARRIED];
};

static MlirValue index_of(void *data, int64_t loop) {
  const struct nest *nest = data;
  const dl_builder *bld = &nest->emitter->bld;
  return dl_int_cast(bld, mlirIndexTypeGet(bld->context), nest->index[loop]);
}

static void run_body(struct nest *nest, struct sums *sums) {
  dl_scope scope = {.emitter = nest->emitter, .index = index_of, .data = nest};
  for (intptr_t i = 0; i < nest->n_inputs; ++i) {
    if (!is_read(nest, i))
      continue;
    MlirValue operand = mlirOperationGetOperand(nest->op, i);
    MlirValue argument = mlirBlockGetArgument(nest->body, i);
    dl_scope_bind(&scope, argument,
                  dl_is_tensor(operand) ? element(nest, i)
                                        : dl_scope_value(&scope, operand));
  }
  for (int i = 0; i < sums->count; ++i)
    dl_scope_bind(
        &scope,
        mlirBlockGetArgument(nest->body, nest->n_inputs + sums->results[i]),
        sums->values[i]);
  dl_scope_copy_block(&scope, nest->body);
  MlirOperation yield = mlirBlockGetTerminator(nest->body);
  for (int i = 0; i < sums->count; ++i)
    sums->values[i] = dl_scope_value(
        &scope, mlirOperationGetOperand(yield, sums->results[i]));
}

static void run_loops(struct nest *nest, intptr_t loop, struct sums *sums) {
  const dl_builder *bld = &nest->emitter->bld;
  while (loop < nest->n_loops && !mlirValueIsNull(nest->index[loop]))
    ++loop;
  if (loop == nest->n_loops) {
    run_body(nest, sums);
    return;
  }
  dl_at_mark mark = dl_at_begin(nest->emitter);
  dl_region_op open = dl_for_open(
      bld, dl_index_constant(nest->emitter, 0), loop_size(nest, loop),
      dl_index_constant(nest->emitter, 1), sums->count, sums->values);
  nest->index[loop] = mlirBlockGetArgument(open.block, 0);
  for (int i = 0; i < sums->count; ++i)
    sums->values[i] = mlirBlockGetArgument(open.block, i + 1);
  run_loops(nest, loop + 1, sums);
  dl_for_close(bld, &open, sums->count, sums->values);
  for (int i = 0; i < sums->count; ++i)
    sums->values[i] = dl_result(open.op, i);
  nest->index[loop] = (MlirValue){NULL};
  dl_at_end(nest->emitter, mark);
}

static bool has_loops(const struct nest *nest) {
  for (intptr_t i = 0; i < nest->n_loops; ++i)
    if (mlirValueIsNull(nest->index[i]))
      return true;
  return false;
}

/// Those results that the element's loops compute, with what they start from.
static void start_sums(struct nest *nest, intptr_t result, bool needs_start,
                       const MlirValue *indices, struct sums *sums) {
  for (intptr_t r = 0; r < nest->n_results; ++r) {
    if (!is_beside(nest, result, r))
      continue;
    sums->results[sums->count] = r;
    MlirValue init = mlirOperationGetOperand(nest->op, nest->n_inputs + r);
    sums->types[sums->count] = dl_tensor_element(init);
    if (needs_start || is_read(nest, nest->n_inputs + r))
      sums->values[sums->count] = dl_at(nest->emitter, init, indices);
    ++sums->count;
  }
}

void dl_structured_at(dl_emitter *emitter, MlirOperation op, intptr_t result,
                      const MlirValue *indices) {
  const dl_builder *bld = &emitter->bld;
  struct nest nest = read_nest(op);
  nest.emitter = emitter;
  MlirValue condition = bind_loops(&nest, result, indices);
  bool is_partial = !mlirValueIsNull(condition);
  struct sums sums = {.count = 0};
  start_sums(&nest, result, is_partial || has_loops(&nest), indices, &sums);
  if (is_partial) {
    struct sums start = sums;
    dl_at_mark mark = dl_at_begin(emitter);
    dl_region_op branch =
        dl_choice_open(bld, condition, sums.count, sums.types);
    run_loops(&nest, 0, &sums);
    dl_choice_else(bld, &branch, sums.count, sums.values);
    dl_choice_close(bld, &branch, sums.count, start.values);
    dl_at_end(emitter, mark);
    for (int i = 0; i < sums.count; ++i)
      sums.values[i] = dl_result(branch.op, i);
  } else {
    run_loops(&nest, 0, &sums);
  }
  for (int i = 0; i < sums.count; ++i)
    dl_at_note(emitter, dl_result(op, sums.results[i]), indices,
               sums.values[i]);
}
