// Loops of one structured operation: parallel loops as planned, then, for each
// block of results, the reductions with the sums in registers.
#include "lowering/cpu/emit.h"
#include "lowering/cpu/ir.h"
#include "mlir-c/AffineExpr.h"

typedef struct emitter {
  const dl_builder *bld;
  dl_arena *arena;
  const dl_nest *nest;
  const MlirValue *operands;
  MlirValue index[DL_NEST_MAX_DIMS];                      ///< now
  MlirValue from[DL_NEST_MAX_DIMS], to[DL_NEST_MAX_DIMS]; ///< of the loops
  bool whole[DL_NEST_MAX_DIMS]; ///< the loop runs over all of a static size
  int rows, columns, lanes;     ///< of the block of results being emitted
} emitter;

/// The emitter's bookkeeping of one block: `rows * columns` of each operand.
typedef struct block_values {
  MlirValue *element[DL_NEST_MAX_OPERANDS];
} block_values;

static MlirValue add_constant(const emitter *e, MlirValue value,
                              int64_t offset) {
  if (offset == 0)
    return value;
  return dl_cpu_binary(e->bld, "arith.addi", value,
                       dl_constant_index(e->bld, offset));
}

/// Loop variables at one element of the block.
static void index_at(const emitter *e, int row, int column, MlirValue *index) {
  const dl_nest *nest = e->nest;
  for (int dim = 0; dim < nest->n_dims; dim++)
    index[dim] = e->index[dim];
  if (nest->jam_dim >= 0)
    index[nest->jam_dim] = add_constant(e, index[nest->jam_dim], row);
  if (nest->vector_dim >= 0)
    index[nest->vector_dim] =
        add_constant(e, index[nest->vector_dim], (int64_t)column * e->lanes);
}

static MlirValue apply_expr(const emitter *e, MlirAffineExpr expr,
                            MlirValue *index) {
  if (mlirAffineExprIsADim(expr))
    return index[mlirAffineDimExprGetPosition(expr)];
  if (mlirAffineExprIsAConstant(expr))
    return dl_constant_index(e->bld, mlirAffineConstantExprGetValue(expr));
  MlirContext context = e->bld->context;
  MlirAffineMap map = mlirAffineMapGet(context, e->nest->n_dims, 0, 1, &expr);
  const char *names[] = {"map"};
  MlirAttribute attributes[] = {mlirAffineMapAttrGet(map)};
  MlirType type = mlirIndexTypeGet(context);
  return dl_result(dl_cpu_op(e->bld, "affine.apply", e->nest->n_dims, index, 1,
                             &type, 1, names, attributes),
                   0);
}

/// Puts the buffer and its indices at one element into `into`; returns how many
/// values these are.
static intptr_t address(const emitter *e, int operand, int row, int column,
                        MlirValue *into) {
  MlirValue index[DL_NEST_MAX_DIMS];
  index_at(e, row, column, index);
  MlirAffineMap map = e->nest->map[operand];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  into[0] = e->operands[operand];
  for (intptr_t i = 0; i < rank; i++)
    into[1 + i] = apply_expr(e, mlirAffineMapGetResult(map, i), index);
  return 1 + rank;
}

static bool moves(const dl_nest *nest, int operand, int dim) {
  return dim >= 0 && nest->access[operand][dim] != DL_ACCESS_FIXED;
}

static MlirValue load(const emitter *e, int operand, int row, int column) {
  const dl_nest *nest = e->nest;
  MlirValue buffer = e->operands[operand], place[1 + DL_NEST_MAX_DIMS];
  if (!nest->is_memref[operand])
    return dl_emit_splat(e->bld, buffer, e->lanes);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(buffer));
  intptr_t count = address(e, operand, row, column, place);
  bool vector = e->lanes > 1 && moves(nest, operand, nest->vector_dim);
  MlirType type = vector ? dl_emit_vector_type(element, e->lanes) : element;
  MlirValue value =
      dl_result(dl_cpu_op(e->bld, vector ? "vector.load" : "memref.load", count,
                          place, 1, &type, 0, NULL, NULL),
                0);
  return vector ? value : dl_emit_splat(e->bld, value, e->lanes);
}

static void store(const emitter *e, int operand, int row, int column,
                  MlirValue value) {
  MlirValue place[2 + DL_NEST_MAX_DIMS];
  place[0] = value;
  intptr_t count = address(e, operand, row, column, place + 1);
  dl_cpu_op(e->bld, e->lanes > 1 ? "vector.store" : "memref.store", 1 + count,
            place, 0, NULL, 0, NULL, NULL);
}

/// Loads an operand for the whole block, each element that differs once.
static void load_block(const emitter *e, int operand, block_values *values) {
  const dl_nest *nest = e->nest;
  MlirValue *elements =
      DL_ARENA_ARRAY(e->arena, MlirValue, (size_t)(e->rows * e->columns));
  values->element[operand] = elements;
  for (int row = 0; row < e->rows; row++)
    for (int column = 0; column < e->columns; column++) {
      bool same_row = row > 0 && !moves(nest, operand, nest->jam_dim);
      bool same_column = column > 0 && !moves(nest, operand, nest->vector_dim);
      int at = row * e->columns + column;
      if (same_row)
        elements[at] = elements[column];
      else if (same_column)
        elements[at] = elements[row * e->columns];
      else
        elements[at] = load(e, operand, row, column);
    }
}

/// Runs the body for every element of the block. `sums` holds the results so
/// far and afterwards the new ones, result by result.
static void compute_block(const emitter *e, MlirValue *sums) {
  const dl_nest *nest = e->nest;
  int n_results = nest->n_operands - nest->n_inputs;
  int n_elements = e->rows * e->columns;
  block_values values = {{NULL}};
  for (int i = 0; i < nest->n_inputs; i++)
    if (nest->used[i])
      load_block(e, i, &values);
  for (int at = 0; at < n_elements; at++) {
    MlirValue inputs[DL_NEST_MAX_OPERANDS] = {{NULL}};
    MlirValue results[DL_NEST_MAX_OPERANDS], index[DL_NEST_MAX_DIMS];
    for (int i = 0; i < nest->n_inputs; i++)
      if (nest->used[i])
        inputs[i] = values.element[i][at];
    for (int r = 0; r < n_results; r++)
      inputs[nest->n_inputs + r] = sums[r * n_elements + at];
    index_at(e, at / e->columns, at % e->columns, index);
    dl_emit_body(e->bld, e->arena, nest, e->lanes, inputs, index, results);
    for (int r = 0; r < n_results; r++)
      sums[r * n_elements + at] = results[r];
  }
}

static void emit_reductions(emitter *e, int depth, int n_sums,
                            MlirValue *sums) {
  if (depth == e->nest->n_reductions) {
    compute_block(e, sums);
    return;
  }
  int dim = e->nest->reductions[depth];
  MlirValue one = dl_constant_index(e->bld, 1);
  dl_cpu_loop loop =
      dl_cpu_loop_begin(e->bld, e->from[dim], e->to[dim], one, n_sums, sums);
  e->index[dim] = loop.iv;
  for (int i = 0; i < n_sums; i++)
    sums[i] = mlirBlockGetArgument(loop.body, 1 + i);
  emit_reductions(e, depth + 1, n_sums, sums);
  dl_cpu_loop_end(e->bld, &loop, n_sums, sums);
  for (int i = 0; i < n_sums; i++)
    sums[i] = dl_result(loop.op, i);
}

/// One block of results: start values, reductions, stores.
static void emit_block(emitter *e) {
  const dl_nest *nest = e->nest;
  int n_results = nest->n_operands - nest->n_inputs;
  int n_elements = e->rows * e->columns, n_sums = n_results * n_elements;
  MlirValue *sums = DL_ARENA_ARRAY(e->arena, MlirValue, (size_t)n_sums);
  block_values values = {{NULL}};
  for (int r = 0; r < n_results; r++) {
    int operand = nest->n_inputs + r;
    if (!nest->used[operand] && nest->n_reductions == 0)
      continue;
    load_block(e, operand, &values);
    for (int at = 0; at < n_elements; at++)
      sums[r * n_elements + at] = values.element[operand][at];
  }
  emit_reductions(e, 0, n_sums, sums);
  for (int r = 0; r < n_results; r++)
    for (int at = 0; at < n_elements; at++)
      store(e, nest->n_inputs + r, at / e->columns, at % e->columns,
            sums[r * n_elements + at]);
}

static void emit_levels(emitter *e, int depth);

static void emit_tile(emitter *e, int depth, int dim) {
  const dl_builder *bld = e->bld;
  MlirValue step = dl_constant_index(bld, DL_NEST_TILE);
  MlirValue from = e->from[dim], to = e->to[dim];
  bool whole = e->whole[dim];
  dl_cpu_loop loop = dl_cpu_loop_begin(bld, from, to, step, 0, NULL);
  e->from[dim] = loop.iv;
  e->to[dim] = dl_cpu_binary(bld, "arith.minsi", to,
                             dl_cpu_binary(bld, "arith.addi", loop.iv, step));
  e->whole[dim] = false;
  emit_levels(e, depth + 1);
  dl_cpu_loop_end(bld, &loop, 0, NULL);
  e->from[dim] = from;
  e->to[dim] = to;
  e->whole[dim] = whole;
}

/// A loop over as many whole steps as fit between `from` and the end; returns
/// where it stopped.
static MlirValue emit_steps(emitter *e, int depth, int dim, MlirValue from,
                            int64_t step_size) {
  const dl_builder *bld = e->bld;
  MlirValue step = dl_constant_index(bld, step_size), to = e->to[dim];
  if (step_size > 1) {
    MlirValue length = dl_cpu_binary(bld, "arith.subi", to, from);
    MlirValue rest = dl_cpu_binary(bld, "arith.remsi", length, step);
    to = dl_cpu_binary(bld, "arith.subi", to, rest);
  }
  dl_cpu_loop loop = dl_cpu_loop_begin(bld, from, to, step, 0, NULL);
  e->index[dim] = loop.iv;
  emit_levels(e, depth + 1);
  dl_cpu_loop_end(bld, &loop, 0, NULL);
  return to;
}

/// True if nothing can be left after steps of `done` elements: every range of
/// the loop begins and ends at a multiple of them.
static bool nothing_left(const emitter *e, int dim, int64_t done) {
  const dl_nest *nest = e->nest;
  bool aligned = e->whole[dim] || dl_nest_block(nest, dim) % done == 0;
  return nest->size[dim] >= 0 && nest->size[dim] % done == 0 && aligned;
}

static void emit_variants(emitter *e, int depth, dl_level level) {
  const dl_nest *nest = e->nest;
  bool vector = level.kind == DL_LEVEL_VECTOR;
  int counts[3] = {1, 1, 1}, lanes[3] = {1, 1, 1}, n_variants = 0;
  if (vector && nest->vectors > 1) {
    counts[n_variants] = nest->vectors;
    lanes[n_variants++] = nest->lanes;
  }
  if (vector && nest->lanes > 1)
    lanes[n_variants++] = nest->lanes;
  if (level.kind == DL_LEVEL_BLOCK && nest->jam > 1)
    counts[n_variants++] = nest->jam;
  n_variants++;
  MlirValue from = e->from[level.dim];
  for (int i = 0; i < n_variants; i++) {
    int64_t step = (int64_t)counts[i] * lanes[i];
    if (vector) {
      e->columns = counts[i];
      e->lanes = lanes[i];
    } else {
      e->rows = counts[i];
    }
    from = emit_steps(e, depth, level.dim, from, step);
    if (nothing_left(e, level.dim, step))
      break;
  }
  if (vector)
    e->columns = e->lanes = 1;
  else
    e->rows = 1;
}

static void emit_levels(emitter *e, int depth) {
  if (depth == e->nest->n_levels) {
    emit_block(e);
    return;
  }
  dl_level level = e->nest->levels[depth];
  if (level.kind == DL_LEVEL_TILE)
    emit_tile(e, depth, level.dim);
  else
    emit_variants(e, depth, level);
}

static MlirValue dim_size(const dl_builder *bld, const dl_nest *nest,
                          const MlirValue *operands, int dim) {
  if (nest->size[dim] >= 0)
    return dl_constant_index(bld, nest->size[dim]);
  return dl_cpu_dim(bld, operands[nest->size_operand[dim]],
                    nest->size_position[dim]);
}

void dl_emit_nest(const dl_builder *bld, dl_arena *arena, const dl_nest *nest,
                  const MlirValue *operands, MlirValue from, MlirValue to) {
  emitter e = {.bld = bld,
               .arena = arena,
               .nest = nest,
               .operands = operands,
               .rows = 1,
               .columns = 1,
               .lanes = 1};
  MlirValue zero = dl_constant_index(bld, 0);
  for (int dim = 0; dim < nest->n_dims; dim++) {
    e.from[dim] = zero;
    e.to[dim] = dim_size(bld, nest, operands, dim);
    e.whole[dim] = true;
  }
  if (!mlirValueIsNull(from)) {
    int dim = nest->split_dim;
    MlirValue block = dl_constant_index(bld, dl_nest_block(nest, dim));
    e.from[dim] = dl_cpu_binary(bld, "arith.muli", from, block);
    e.to[dim] = dl_cpu_binary(bld, "arith.minsi", e.to[dim],
                              dl_cpu_binary(bld, "arith.muli", to, block));
    e.whole[dim] = false;
  }
  emit_levels(&e, 0);
}

MlirValue dl_emit_block_count(const dl_builder *bld, const dl_nest *nest,
                              const MlirValue *operands) {
  MlirValue size = dim_size(bld, nest, operands, nest->split_dim);
  MlirValue block =
      dl_constant_index(bld, dl_nest_block(nest, nest->split_dim));
  return dl_cpu_binary(bld, "arith.ceildivsi", size, block);
}
