// dlopt.map: canonicalisation.
//
// Copies (maps that yield an input as it is) are composed into their users or
// vanish, scalars spread over a tensor are used as scalars, and inputs and
// results that nobody needs are dropped. All are exact: no operation on
// elements is added, removed or reordered.
#include "dialect/verify/map.h"

#include "dialect/dlopt_ops.h"
#include "dialect/fold/patterns.h"
#include "dialect/fold/region.h"
#include "dialect/verify/hooks.h"
#include "dialect/verify/shape.h"
#include "lowering/base/arena.h"

typedef struct map_input {
  MlirValue value;
  int64_t dims[DL_MAX_RANK];
} map_input;

static map_input input_of(MlirOperation op, intptr_t index) {
  map_input input = {.value = dl_map_inputs(op, index)};
  for (int64_t dim = 0; dim < dl_rank(input.value); ++dim)
    input.dims[dim] = dl_map_dim(op, index, dim);
  return input;
}

static map_input *all_inputs(MlirOperation op, dl_arena *arena) {
  intptr_t count = dl_map_n_inputs(op);
  map_input *inputs = DL_ARENA_ARRAY(arena, map_input, (size_t)count);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] = input_of(op, i);
  return inputs;
}

static bool has_uses(MlirValue value) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

static MlirValue body_argument(MlirOperation op, intptr_t index) {
  return mlirBlockGetArgument(dl_region_block(op, 0), index);
}

static MlirAttribute dims_attribute(MlirOperation op, const dl_builder *bld,
                                    intptr_t count, const map_input *inputs,
                                    dl_arena *arena) {
  int64_t result_rank = dl_rank(mlirOperationGetResult(op, 0));
  bool all_identity = true;
  MlirAttribute *rows = DL_ARENA_ARRAY(arena, MlirAttribute, (size_t)count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute entries[DL_MAX_RANK];
    int64_t rank = dl_rank(inputs[i].value);
    all_identity = all_identity && rank == result_rank;
    for (int64_t dim = 0; dim < rank; ++dim) {
      entries[dim] = dl_attr_i64(bld, inputs[i].dims[dim]);
      all_identity = all_identity && inputs[i].dims[dim] == dim;
    }
    rows[i] = mlirArrayAttrGet(bld->context, rank, entries);
  }
  return all_identity ? (MlirAttribute){NULL}
                      : mlirArrayAttrGet(bld->context, count, rows);
}

/// Some input of `inputs` that runs along result dimension `dim`; its dimension
/// goes to `*own`. Null if there is none.
static const map_input *covering(intptr_t count, const map_input *inputs,
                                 int64_t dim, int64_t *own) {
  for (intptr_t i = 0; i < count; ++i)
    for (*own = 0; *own < dl_rank(inputs[i].value); ++*own)
      if (inputs[i].dims[*own] == dim)
        return &inputs[i];
  return NULL;
}

/// `sizes` for the map once it has the `count` inputs `inputs`: as now, and
/// from its present inputs where those alone ran along a dimension.
static intptr_t sizes_for(MlirOperation op, const dl_builder *bld,
                          intptr_t count, const map_input *inputs,
                          MlirValue *sizes, dl_arena *arena) {
  map_input *present = all_inputs(op, arena);
  MlirValue result = mlirOperationGetResult(op, 0);
  intptr_t n_sizes = 0, n_present_sizes = 0;
  for (int64_t dim = 0; dim < dl_rank(result); ++dim) {
    int64_t own, other;
    if (dl_static_size(result, dim) >= 0)
      continue;
    const map_input *cover = covering(dl_map_n_inputs(op), present, dim, &own);
    if (!cover)
      sizes[n_sizes++] = dl_map_sizes(op, n_present_sizes++);
    else if (!covering(count, inputs, dim, &other))
      sizes[n_sizes++] = dl_dim_value(bld, cover->value, own);
  }
  return n_sizes;
}

static void set_operands(MlirOperation op, const dl_builder *bld,
                         intptr_t count, const map_input *inputs,
                         intptr_t n_sizes, const MlirValue *sizes,
                         MlirAttribute dims, dl_arena *arena) {
  MlirValue *operands =
      DL_ARENA_ARRAY(arena, MlirValue, (size_t)(count + n_sizes));
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = inputs[i].value;
  for (intptr_t i = 0; i < n_sizes; ++i)
    operands[count + i] = sizes[i];
  const int32_t segments[] = {(int32_t)count, (int32_t)n_sizes};
  mlirRewriterBaseStartOpModification(bld->rewriter, op);
  mlirOperationSetOperands(op, count + n_sizes, operands);
  mlirOperationSetAttributeByName(
      op, DL_STR("operandSegmentSizes"),
      mlirDenseI32ArrayGet(bld->context, 2, segments));
  if (mlirAttributeIsNull(dims))
    mlirOperationRemoveAttributeByName(op, DL_STR("dims"));
  else
    mlirOperationSetAttributeByName(op, DL_STR("dims"), dims);
  mlirRewriterBaseFinalizeOpModification(bld->rewriter, op);
}

/// Gives the map other inputs, in place. The body's arguments are the caller's.
static void set_inputs(MlirOperation op, const dl_builder *bld, intptr_t count,
                       const map_input *inputs, dl_arena *arena) {
  MlirValue sizes[DL_MAX_RANK];
  intptr_t n_sizes = sizes_for(op, bld, count, inputs, sizes, arena);
  MlirAttribute dims = dims_attribute(op, bld, count, inputs, arena);
  set_operands(op, bld, count, inputs, n_sizes, sizes, dims, arena);
}

static MlirLogicalResult drop_unused_input(MlirOperation op,
                                           const dl_builder *bld) {
  intptr_t count = dl_map_n_inputs(op), unused = 0;
  while (unused < count && has_uses(body_argument(op, unused)))
    ++unused;
  if (unused == count)
    return mlirLogicalResultFailure();
  dl_arena arena = {NULL};
  map_input *inputs = all_inputs(op, &arena);
  for (intptr_t i = unused; i + 1 < count; ++i)
    inputs[i] = inputs[i + 1];
  set_inputs(op, bld, count - 1, inputs, &arena);
  mlirBlockEraseArgument(dl_region_block(op, 0), (unsigned)unused);
  dl_arena_reset(&arena);
  return mlirLogicalResultSuccess();
}

static bool is_same_input(const map_input *one, const map_input *other) {
  if (!mlirValueEqual(one->value, other->value))
    return false;
  for (int64_t dim = 0; dim < dl_rank(one->value); ++dim)
    if (one->dims[dim] != other->dims[dim])
      return false;
  return true;
}

/// The later of two equal inputs loses its uses; drop_unused_input does the
/// rest.
static MlirLogicalResult merge_equal_inputs(MlirOperation op,
                                            const dl_builder *bld) {
  for (intptr_t j = 1; j < dl_map_n_inputs(op); ++j) {
    map_input later = input_of(op, j);
    if (!has_uses(body_argument(op, j)))
      continue;
    for (intptr_t i = 0; i < j; ++i) {
      map_input earlier = input_of(op, i);
      if (!is_same_input(&earlier, &later))
        continue;
      mlirRewriterBaseReplaceAllUsesWith(bld->rewriter, body_argument(op, j),
                                         body_argument(op, i));
      return mlirLogicalResultSuccess();
    }
  }
  return mlirLogicalResultFailure();
}

/// The scalar that `tensor` holds everywhere, made before the op being
/// rewritten if need be; null if there is none.
static MlirValue scalar_of(const dl_builder *bld, MlirValue tensor) {
  MlirOperation def = dl_value_def(tensor);
  if (dl_is(def, "tensor.splat"))
    return mlirOperationGetOperand(def, 0);
  if (dl_is(def, "dlopt.map")) {
    MlirValue value = mlirOperationGetOperand(
        dl_body_yield(def), mlirOpResultGetResultNumber(tensor));
    MlirBlock block = mlirValueIsABlockArgument(value)
                          ? mlirBlockArgumentGetOwner(value)
                          : mlirOperationGetBlock(dl_value_def(value));
    return mlirBlockEqual(block, dl_region_block(def, 0)) ? (MlirValue){NULL}
                                                          : value;
  }
  MlirAttribute splat = dl_splat_of(tensor);
  if (mlirAttributeIsNull(splat) ||
      (!mlirAttributeIsAFloat(splat) && !mlirAttributeIsAInteger(splat)))
    return (MlirValue){NULL};
  MlirType type = mlirAttributeGetType(splat);
  MlirOperationState state = dl_op_begin(bld, "arith.constant");
  dl_op_attr(bld, &state, "value", splat);
  mlirOperationStateAddResults(&state, 1, &type);
  return mlirOperationGetResult(dl_op_end(bld, &state), 0);
}

static MlirLogicalResult use_scalar_for_spread_input(MlirOperation op,
                                                     const dl_builder *bld) {
  for (intptr_t i = 0; i < dl_map_n_inputs(op); ++i) {
    MlirValue argument = body_argument(op, i);
    if (!has_uses(argument))
      continue;
    MlirValue scalar = scalar_of(bld, dl_map_inputs(op, i));
    if (mlirValueIsNull(scalar))
      continue;
    mlirRewriterBaseReplaceAllUsesWith(bld->rewriter, argument, scalar);
    return mlirLogicalResultSuccess();
  }
  return mlirLogicalResultFailure();
}

/// If `input` is made by a map that copies one of its inputs, makes it that
/// input, with composed dimensions.
static bool look_through_copy(map_input *input) {
  MlirOperation copy = dl_value_def(input->value);
  if (!dl_is(copy, "dlopt.map"))
    return false;
  intptr_t source =
      dl_yielded_argument(copy, mlirOpResultGetResultNumber(input->value));
  if (source < 0)
    return false;
  map_input composed = {.value = dl_map_inputs(copy, source)};
  for (int64_t dim = 0; dim < dl_rank(composed.value); ++dim) {
    int64_t middle = dl_map_dim(copy, source, dim);
    // Where types differ, refining the copy's result comes first.
    if (middle >= 0 && dl_static_size(composed.value, dim) !=
                           dl_static_size(input->value, middle))
      return false;
    composed.dims[dim] = middle < 0 ? -1 : input->dims[middle];
  }
  *input = composed;
  return true;
}

static MlirLogicalResult compose_copies(MlirOperation op,
                                        const dl_builder *bld) {
  dl_arena arena = {NULL};
  intptr_t count = dl_map_n_inputs(op);
  map_input *inputs = all_inputs(op, &arena);
  bool changed = false;
  for (intptr_t i = 0; i < count; ++i)
    changed |= look_through_copy(&inputs[i]);
  if (changed)
    set_inputs(op, bld, count, inputs, &arena);
  dl_arena_reset(&arena);
  return changed ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

/// A dense constant of `type` for a result that yields a constant, or null.
static MlirValue constant_result(const dl_builder *bld, MlirValue yielded,
                                 MlirType type) {
  MlirAttribute scalar = dl_constant_of(yielded);
  if (mlirAttributeIsNull(scalar) || !mlirShapedTypeHasStaticShape(type) ||
      !mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)) ||
      (!mlirAttributeIsAFloat(scalar) && !mlirAttributeIsAInteger(scalar)))
    return (MlirValue){NULL};
  MlirOperationState state = dl_op_begin(bld, "arith.constant");
  dl_op_attr(bld, &state, "value", mlirDenseElementsAttrSplatGet(type, scalar));
  mlirOperationStateAddResults(&state, 1, &type);
  return mlirOperationGetResult(dl_op_end(bld, &state), 0);
}

/// What result `index` is without the map, or null.
static MlirValue known_result(MlirOperation op, const dl_builder *bld,
                              intptr_t index) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, index));
  intptr_t argument = dl_yielded_argument(op, index);
  if (argument < 0)
    return constant_result(
        bld, mlirOperationGetOperand(dl_body_yield(op), index), type);
  MlirValue input = dl_map_inputs(op, argument);
  MlirAttribute encoding =
      mlirRankedTensorTypeGetEncoding(mlirValueGetType(input));
  if (!dl_map_is_identity(op, argument) ||
      !mlirAttributeEqual(encoding, mlirRankedTensorTypeGetEncoding(type)))
    return (MlirValue){NULL};
  return dl_cast_tensor_to(bld, input, type);
}

static MlirLogicalResult replace_known_results(MlirOperation op,
                                               const dl_builder *bld) {
  bool changed = false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirValue known =
        has_uses(result) ? known_result(op, bld, i) : (MlirValue){NULL};
    if (mlirValueIsNull(known))
      continue;
    mlirRewriterBaseReplaceAllUsesWith(bld->rewriter, result, known);
    changed = true;
  }
  return changed ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

/// A constant in `sizes` becomes a static size.
static MlirLogicalResult use_constant_sizes(MlirOperation op,
                                            const dl_builder *bld) {
  MlirValue result = mlirOperationGetResult(op, 0), kept[DL_MAX_RANK];
  int64_t shape[DL_MAX_RANK];
  intptr_t n_kept = 0, index = 0;
  for (int64_t dim = 0; dim < dl_rank(result); ++dim) {
    shape[dim] = dl_static_size(result, dim);
    if (shape[dim] >= 0 || dl_map_is_covered(op, dim))
      continue;
    MlirValue size = dl_map_sizes(op, index++);
    MlirAttribute constant = dl_constant_of(size);
    if (!mlirAttributeIsNull(constant))
      shape[dim] = mlirIntegerAttrGetValueInt(constant);
    if (shape[dim] < 0)
      kept[n_kept++] = size;
  }
  if (n_kept == dl_map_n_sizes(op))
    return mlirLogicalResultFailure();
  dl_arena arena = {NULL};
  set_operands(op, bld, dl_map_n_inputs(op), all_inputs(op, &arena), n_kept,
               kept, dl_map_dims(op), &arena);
  dl_arena_reset(&arena);
  dl_set_result_sizes(op, bld, shape);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult drop_identity_dims(MlirOperation op,
                                            const dl_builder *bld) {
  if (mlirAttributeIsNull(dl_map_dims(op)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < dl_map_n_inputs(op); ++i)
    if (!dl_map_is_identity(op, i))
      return mlirLogicalResultFailure();
  mlirRewriterBaseStartOpModification(bld->rewriter, op);
  mlirOperationRemoveAttributeByName(op, DL_STR("dims"));
  mlirRewriterBaseFinalizeOpModification(bld->rewriter, op);
  return mlirLogicalResultSuccess();
}

static const dl_canonical patterns[] = {
    DL_SHAPE_PATTERNS("dlopt.map"),
    {"dlopt.map", replace_known_results},
    {"dlopt.map", use_scalar_for_spread_input},
    {"dlopt.map", merge_equal_inputs},
    {"dlopt.map", drop_unused_input},
    {"dlopt.map", compose_copies},
    {"dlopt.map", use_constant_sizes},
    {"dlopt.map", drop_identity_dims},
    {"dlopt.map", dl_merge_equal_results},
    {"dlopt.map", dl_drop_unused_results},
};

void dl_map_canonicalize(MlirRewritePatternSet set, MlirContext context) {
  DL_CANONICAL_ADD(set, context, patterns);
}
