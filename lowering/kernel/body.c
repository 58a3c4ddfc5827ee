// Reading a dlopt.kernel of pointwise and row operations.
#include "lowering/kernel/body.h"

#include <string.h>

#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/map.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/generator.h"
#include "lowering/kernel/ir.h"

MlirValue dl_row_op_input(MlirOperation op) {
  if (dl_reduce_is(op))
    return dl_reduce_input(op);
  if (dl_softmax_is(op))
    return dl_softmax_input(op);
  if (dl_layer_norm_is(op))
    return dl_layer_norm_input(op);
  if (dl_rms_norm_is(op))
    return dl_rms_norm_input(op);
  return (MlirValue){NULL};
}

static void read_reduced(MlirOperation op, bool *is_reduced) {
  int64_t rank = dl_rank(dl_row_op_input(op));
  for (int64_t i = 0; i < rank; ++i)
    is_reduced[i] = false;
  if (dl_reduce_is(op)) {
    MlirAttribute dims = dl_reduce_dims(op);
    for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dims); ++i)
      is_reduced[dl_array_entry(dims, i, 0)] = true;
  } else if (dl_softmax_is(op)) {
    is_reduced[mlirIntegerAttrGetValueInt(dl_softmax_dim(op))] = true;
  } else {
    MlirAttribute axis =
        dl_layer_norm_is(op) ? dl_layer_norm_axis(op) : dl_rms_norm_axis(op);
    for (int64_t i = mlirIntegerAttrGetValueInt(axis); i < rank; ++i)
      is_reduced[i] = true;
  }
}

dl_loops dl_identity_loops(const dl_space *space) {
  dl_loops loops = {.rank = space->rank};
  for (int i = 0; i < space->rank; ++i)
    loops.loop[i] = (int8_t)i;
  return loops;
}

dl_loops dl_part_loops(const dl_space *space, bool is_reduced) {
  dl_loops loops = {0};
  for (int i = 0; i < space->rank; ++i)
    if (space->is_reduced[i] == is_reduced)
      loops.loop[loops.rank++] = (int8_t)i;
  return loops;
}

dl_loops dl_canonical_loops(const dl_space *space, const dl_loops *loops) {
  const dl_loops forms[] = {dl_identity_loops(space),
                            dl_part_loops(space, false)};
  for (int form = 0; form < 2; ++form) {
    bool fits = forms[form].rank == loops->rank;
    for (int i = 0; fits && i < loops->rank; ++i) {
      int8_t loop = forms[form].loop[i];
      fits = loops->loop[i] == loop ||
             (loops->loop[i] == DL_LOOP_NONE && space->sizes[loop] == 1);
    }
    if (fits)
      return forms[form];
  }
  return *loops;
}

dl_loops dl_map_input_loops(MlirOperation map, intptr_t input,
                            const dl_loops *loops) {
  dl_loops result = {.rank = (int)dl_rank(dl_map_inputs(map, input))};
  for (int i = 0; i < result.rank; ++i) {
    int64_t dim = dl_map_dim(map, input, i);
    result.loop[i] = dim < 0 ? DL_LOOP_NONE : loops->loop[dim];
  }
  return result;
}

// Which operations there are.

MlirLogicalResult dl_check_code(dl_body *body, MlirOperation op) {
  bool is_row_op = !mlirValueIsNull(dl_row_op_input(op));
  if (!is_row_op && !dl_map_is(op) && !dl_cast_is(op) && !dl_is_scalar_code(op))
    return dl_emit_error(op, "has no GPU kernel generator yet; generators are "
                             "there for products, maps, casts, reductions, "
                             "softmax and norms" DL_ELSEWHERE);
  return dl_check_op(body, op);
}

static MlirLogicalResult check_ops(dl_body *body) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (dl_yield_is(op))
      continue;
    if (mlirLogicalResultIsFailure(dl_check_code(body, op)))
      return mlirLogicalResultFailure();
    if (mlirValueIsNull(dl_row_op_input(op)))
      continue;
    if (body->n_row_ops == DL_MAX_ROW_OPS)
      return dl_emit_error(op, "is one row operation too many for a kernel of "
                               "at most 16; split the kernel");
    body->row_ops[body->n_row_ops++] = op;
  }
  return mlirLogicalResultSuccess();
}

// Along which dimensions values run.

enum { MAX_KNOWN = 256 };

/// Values of the body whose loops are known.
struct known {
  int count;
  MlirValue values[MAX_KNOWN];
  dl_loops loops[MAX_KNOWN];
};

static const dl_loops *loops_of(const struct known *known, MlirValue value) {
  for (int i = 0; i < known->count; ++i)
    if (mlirValueEqual(known->values[i], value))
      return &known->loops[i];
  return NULL;
}

static void learn(struct known *known, MlirValue value, const dl_loops *loops) {
  if (known->count == MAX_KNOWN || loops_of(known, value))
    return;
  known->values[known->count] = value;
  known->loops[known->count++] = *loops;
}

/// Loops of a map's results from those of its inputs; false if some dimension
/// stays unknown.
static bool result_loops(const struct known *known, MlirOperation map,
                         dl_loops *loops) {
  MlirValue result = dl_result(map, 0);
  loops->rank = (int)dl_rank(result);
  bool is_known[DL_MAX_RANK] = {false};
  for (int i = 0; i < loops->rank; ++i) {
    loops->loop[i] = DL_LOOP_NONE;
    is_known[i] = dl_static_size(result, i) == 1;
  }
  for (intptr_t k = 0; k < dl_map_n_inputs(map); ++k) {
    const dl_loops *input = loops_of(known, dl_map_inputs(map, k));
    for (int j = 0; input && j < input->rank; ++j) {
      int64_t dim = dl_map_dim(map, k, j);
      if (dim < 0 || input->loop[j] < 0)
        continue;
      loops->loop[dim] = input->loop[j];
      is_known[dim] = true;
    }
  }
  for (int i = 0; i < loops->rank; ++i)
    if (!is_known[i])
      return false;
  return true;
}

static void learn_from(struct known *known, MlirOperation op) {
  if (dl_cast_is(op)) {
    const dl_loops *in = loops_of(known, dl_cast_input(op));
    const dl_loops *out = loops_of(known, dl_result(op, 0));
    if (in)
      learn(known, dl_result(op, 0), in);
    else if (out)
      learn(known, dl_cast_input(op), out);
  } else if (dl_map_is(op)) {
    intptr_t n_results = mlirOperationGetNumResults(op);
    const dl_loops *out = NULL;
    for (intptr_t i = 0; i < n_results && !out; ++i)
      out = loops_of(known, dl_result(op, i));
    dl_loops loops;
    if (out)
      loops = *out;
    else if (!result_loops(known, op, &loops))
      return;
    for (intptr_t i = 0; i < n_results; ++i)
      learn(known, dl_result(op, i), &loops);
    for (intptr_t i = 0; i < dl_map_n_inputs(op); ++i) {
      dl_loops input = dl_map_input_loops(op, i, &loops);
      learn(known, dl_map_inputs(op, i), &input);
    }
  }
}

static void learn_all(const dl_body *body, struct known *known) {
  dl_loops identity = dl_identity_loops(&body->space);
  dl_loops kept = dl_part_loops(&body->space, false);
  for (int i = 0; i < body->n_given; ++i)
    learn(known, body->given[i], &identity);
  for (int i = 0; i < body->n_row_ops; ++i) {
    MlirOperation op = body->row_ops[i];
    MlirValue result = dl_result(op, 0);
    learn(known, dl_row_op_input(op), &identity);
    learn(known, result, dl_reduce_is(op) ? &kept : &identity);
  }
  for (int before = -1; before != known->count;) {
    before = known->count;
    for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
         !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
      learn_from(known, op);
  }
}

static bool sizes_fit(const dl_space *space, MlirValue value,
                      const dl_loops *loops) {
  if (dl_rank(value) != loops->rank)
    return false;
  for (int i = 0; i < loops->rank; ++i) {
    int64_t size = dl_static_size(value, i);
    int64_t other = loops->loop[i] < 0 ? 1 : space->sizes[loops->loop[i]];
    if (size >= 0 && other >= 0 && size != other)
      return false;
  }
  return true;
}

static MlirLogicalResult find_space(dl_body *body, MlirOperation yield) {
  dl_space *space = &body->space;
  bool has_rows = body->n_row_ops > 0;
  space->shape_of =
      has_rows ? dl_row_op_input(body->row_ops[0]) : dl_yield_values(yield, 0);
  space->rank = (int)dl_rank(space->shape_of);
  if (has_rows)
    read_reduced(body->row_ops[0], space->is_reduced);
  for (int i = 0; i < space->rank; ++i)
    space->sizes[i] = dl_static_size(space->shape_of, i);
  dl_loops identity = dl_identity_loops(space);
  for (int i = 1; i < body->n_row_ops; ++i) {
    bool is_reduced[DL_MAX_RANK] = {false};
    MlirValue input = dl_row_op_input(body->row_ops[i]);
    bool fits = sizes_fit(space, input, &identity);
    if (fits)
      read_reduced(body->row_ops[i], is_reduced);
    if (!fits || memcmp(is_reduced, space->is_reduced,
                        (size_t)space->rank * sizeof(bool)) != 0)
      return dl_emit_error_with_note(
          body->row_ops[i],
          "works on other rows than an operation before it in its kernel; "
          "split the kernel between them",
          body->row_ops[0], "which is here");
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult find_outputs(dl_body *body) {
  const dl_space *space = &body->space;
  static const char *const refusal =
      "cannot be one kernel: result #%d has other dimensions than those that "
      "its threads run along; split the kernel";
  struct known known = {0};
  learn_all(body, &known);
  for (int i = 0; i < body->n_outputs; ++i) {
    dl_output *output = &body->outputs[i];
    const dl_loops *found = loops_of(&known, output->value);
    dl_loops identity = dl_identity_loops(space);
    dl_loops kept = dl_part_loops(space, false);
    if ((body->n_row_ops == 0 && body->n_given == 0) ||
        (!found && dl_rank(output->value) == space->rank))
      output->loops = identity;
    else
      output->loops = found ? *found : kept;
    if (!sizes_fit(space, output->value, &output->loops))
      return dl_emit_error(body->op, refusal, i);
    // Every element once: all dimensions, or all that are not reduced.
    bool seen[DL_MAX_RANK] = {false};
    for (int j = 0; j < output->loops.rank; ++j)
      if (output->loops.loop[j] >= 0)
        seen[output->loops.loop[j]] = true;
    bool has_reduced = false, has_all = true, has_kept = true;
    for (int dim = 0; dim < space->rank; ++dim) {
      bool is_covered = seen[dim] || space->sizes[dim] == 1;
      has_reduced |= seen[dim] && space->is_reduced[dim];
      has_all &= is_covered;
      has_kept &= is_covered || space->is_reduced[dim];
    }
    if (!has_all && (has_reduced || !has_kept))
      return dl_emit_error(body->op, refusal, i);
  }
  return mlirLogicalResultSuccess();
}

// What is read.

struct visited {
  int count;
  dl_access seen[MAX_KNOWN];
};

static bool visit(struct visited *visited, MlirValue value,
                  const dl_loops *loops) {
  for (int i = 0; i < visited->count; ++i)
    if (mlirValueEqual(visited->seen[i].tensor, value) &&
        dl_loops_equal(&visited->seen[i].loops, loops))
      return false;
  if (visited->count < MAX_KNOWN)
    visited->seen[visited->count++] = (dl_access){value, *loops};
  return true;
}

static MlirLogicalResult collect(dl_body *body, struct visited *visited,
                                 MlirValue value, const dl_loops *loops);

static MlirLogicalResult collect_row_op(dl_body *body, struct visited *visited,
                                        MlirOperation op,
                                        const dl_loops *loops) {
  dl_loops identity = dl_identity_loops(&body->space);
  dl_loops kept = dl_part_loops(&body->space, false);
  dl_loops row = dl_part_loops(&body->space, true);
  bool is_reduce = dl_reduce_is(op);
  if (!dl_loops_equal(loops, is_reduce ? &kept : &identity))
    return dl_emit_error(op, "is used along other dimensions than it has "
                             "within its kernel; split the kernel behind it");
  MlirValue input = dl_row_op_input(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    const dl_loops *own = mlirValueEqual(operand, input) ? &identity
                          : is_reduce                    ? &kept
                                                         : &row;
    if (mlirLogicalResultIsFailure(collect(body, visited, operand, own)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static bool is_given(const dl_body *body, MlirValue value) {
  for (int i = 0; i < body->n_given; ++i)
    if (mlirValueEqual(body->given[i], value))
      return true;
  return false;
}

static MlirLogicalResult collect(dl_body *body, struct visited *visited,
                                 MlirValue value, const dl_loops *loops) {
  const dl_loops canonical = dl_canonical_loops(&body->space, loops);
  loops = &canonical;
  if (!visit(visited, value, loops))
    return mlirLogicalResultSuccess();
  if (is_given(body, value)) {
    dl_loops identity = dl_identity_loops(&body->space);
    if (dl_loops_equal(loops, &identity))
      return mlirLogicalResultSuccess();
    return dl_emit_error(mlirOpResultGetOwner(value),
                         "is used along other dimensions than it has within "
                         "its kernel; split the kernel behind it");
  }
  if (!mlirValueIsAOpResult(value)) {
    if (!dl_is_tensor(value))
      return mlirLogicalResultSuccess();
    if (body->n_accesses == DL_MAX_ACCESSES)
      return dl_emit_error(body->op, "reads more than 64 tensors; split it");
    body->accesses[body->n_accesses++] = (dl_access){value, *loops};
    return mlirLogicalResultSuccess();
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirValueIsNull(dl_row_op_input(op)))
    return collect_row_op(body, visited, op, loops);
  if (dl_cast_is(op))
    return collect(body, visited, dl_cast_input(op), loops);
  for (intptr_t i = 0; dl_map_is(op) && i < dl_map_n_inputs(op); ++i) {
    dl_loops input = dl_map_input_loops(op, i, loops);
    if (mlirLogicalResultIsFailure(
            collect(body, visited, dl_map_inputs(op, i), &input)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult collect_all(dl_body *body) {
  struct visited visited = {0};
  dl_loops identity = dl_identity_loops(&body->space);
  dl_loops kept = dl_part_loops(&body->space, false);
  for (int i = 0; i < body->n_row_ops; ++i) {
    MlirOperation op = body->row_ops[i];
    if (mlirLogicalResultIsFailure(
            collect(body, &visited, dl_result(op, 0),
                    dl_reduce_is(op) ? &kept : &identity)))
      return mlirLogicalResultFailure();
  }
  for (int i = 0; i < body->n_outputs; ++i)
    if (mlirLogicalResultIsFailure(collect(
            body, &visited, body->outputs[i].value, &body->outputs[i].loops)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_read_part(dl_body *body, MlirValue shape_of) {
  dl_space *space = &body->space;
  space->shape_of = shape_of;
  space->rank = (int)dl_rank(shape_of);
  for (int i = 0; i < space->rank; ++i)
    space->sizes[i] = dl_static_size(shape_of, i);
  if (mlirLogicalResultIsFailure(find_outputs(body)))
    return mlirLogicalResultFailure();
  return collect_all(body);
}

MlirLogicalResult dl_read_plain(MlirOperation kernel, dl_arena *arena,
                                dl_body *body) {
  (void)arena;
  MlirOperation yield = mlirBlockGetTerminator(dl_region_block(kernel, 0));
  if (mlirLogicalResultIsFailure(dl_begin_body(kernel, body)) ||
      mlirLogicalResultIsFailure(check_ops(body)) ||
      mlirLogicalResultIsFailure(find_space(body, yield)) ||
      mlirLogicalResultIsFailure(dl_need_sizes(body, body->space.shape_of)) ||
      mlirLogicalResultIsFailure(find_outputs(body)))
    return mlirLogicalResultFailure();
  return collect_all(body);
}

int64_t dl_smallest_element(const dl_body *body) {
  MlirContext context = mlirOperationGetContext(body->op);
  int64_t smallest = 8;
  for (int i = 0; i < body->n_accesses + body->n_outputs; ++i) {
    MlirValue value = i < body->n_accesses
                          ? body->accesses[i].tensor
                          : body->outputs[i - body->n_accesses].value;
    const dl_loops *loops = i < body->n_accesses
                                ? &body->accesses[i].loops
                                : &body->outputs[i - body->n_accesses].loops;
    bool is_inner = false;
    for (int j = 0; j < loops->rank; ++j)
      is_inner |= loops->loop[j] == body->space.rank - 1;
    int64_t bytes = dl_storage_bytes(context, dl_tensor_element(value));
    if (is_inner && bytes < smallest)
      smallest = bytes;
  }
  return smallest;
}
