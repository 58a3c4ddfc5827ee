// One element of a tensor at given indices: arguments, maps, casts, constants,
// and operations of tensor that only say which element it is.
#include "lowering/kernel/at.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/map.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/contraction.h"
#include "lowering/kernel/scalar_code.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/Dialect/Linalg.h"

// What is known.

dl_at_mark dl_at_begin(const dl_emitter *emitter) { return emitter->at.count; }

void dl_at_end(dl_emitter *emitter, dl_at_mark mark) {
  emitter->at.count = mark;
}

static bool is_entry(const dl_at_entry *entry, MlirValue value,
                     const MlirValue *indices) {
  if (!mlirValueEqual(entry->value, value))
    return false;
  for (int64_t i = 0; i < dl_rank(value); ++i)
    if (!mlirValueEqual(entry->indices[i], indices[i]))
      return false;
  return true;
}

static MlirValue recall(const dl_emitter *emitter, MlirValue value,
                        const MlirValue *indices) {
  for (int i = 0; i < emitter->at.count; ++i)
    if (is_entry(&emitter->at.entries[i], value, indices))
      return emitter->at.entries[i].scalar;
  return (MlirValue){NULL};
}

void dl_at_note(dl_emitter *emitter, MlirValue value, const MlirValue *indices,
                MlirValue scalar) {
  dl_at_memo *memo = &emitter->at;
  if (memo->count == memo->capacity) {
    int capacity = 2 * memo->capacity + 16;
    dl_at_entry *entries =
        DL_ARENA_ARRAY(emitter->arena, dl_at_entry, (size_t)capacity);
    for (int i = 0; i < memo->count; ++i)
      entries[i] = memo->entries[i];
    memo->entries = entries;
    memo->capacity = capacity;
  }
  dl_at_entry *entry = &memo->entries[memo->count++];
  *entry = (dl_at_entry){.value = value, .scalar = scalar};
  for (int64_t i = 0; i < dl_rank(value); ++i)
    entry->indices[i] = indices[i];
}

// Sizes.

static MlirValue parameter_size(void *data, MlirValue value, int64_t dim) {
  dl_emitter *emitter = data;
  const dl_body *body = emitter->kernel;
  for (int i = 0; i < body->n_sizes; ++i)
    if (body->sizes[i].dim == dim &&
        mlirValueEqual(body->sizes[i].value, value))
      return dl_int_cast(&emitter->bld, mlirIndexTypeGet(emitter->bld.context),
                         emitter->size_values[i]);
  return (MlirValue){NULL};
}

static MlirValue parameter(void *data, MlirValue argument) {
  dl_emitter *emitter = data;
  return emitter->inputs[mlirBlockArgumentGetArgNumber(argument)];
}

dl_sizer dl_device_sizer(dl_emitter *emitter) {
  return (dl_sizer){&emitter->bld, emitter, parameter_size, parameter};
}

MlirValue dl_device_size(dl_emitter *emitter, MlirValue value, int64_t dim) {
  const dl_sizer sizer = dl_device_sizer(emitter);
  return dl_int_cast(&emitter->bld, emitter->index,
                     dl_body_size(&sizer, value, dim));
}

// Arguments.

MlirValue dl_argument_at(dl_emitter *emitter, MlirValue argument,
                         const MlirValue *indices, MlirType type) {
  const dl_builder *bld = &emitter->bld;
  MlirValue base = emitter->inputs[mlirBlockArgumentGetArgNumber(argument)];
  MlirType element = dl_tensor_element(argument);
  MlirValue offset = dl_constant_int(bld, type, 0);
  for (int64_t i = 0; i < dl_rank(argument); ++i) {
    if (dl_static_size(argument, i) == 1)
      continue;
    MlirValue size =
        dl_int_cast(bld, type, dl_device_size(emitter, argument, i));
    offset = dl_int_add(bld, dl_int_mul(bld, offset, size), indices[i]);
  }
  return dl_loaded_element(bld, dl_load_elements(bld, base, offset, element, 1),
                           element, 0);
}

// Operations of dlopt.

struct element {
  dl_emitter *emitter;
  const MlirValue *indices;
};

static MlirValue index_of(void *data, int64_t dim) {
  const struct element *at = data;
  const dl_builder *bld = &at->emitter->bld;
  return dl_int_cast(bld, mlirIndexTypeGet(bld->context), at->indices[dim]);
}

static MlirValue map_at(dl_emitter *emitter, MlirValue value,
                        const MlirValue *indices) {
  MlirOperation map = mlirOpResultGetOwner(value);
  MlirBlock block = dl_region_block(map, 0);
  struct element element = {emitter, indices};
  dl_scope scope = {.emitter = emitter, .index = index_of, .data = &element};
  for (intptr_t i = 0; i < dl_map_n_inputs(map); ++i) {
    MlirValue input = dl_map_inputs(map, i), own[DL_MAX_RANK];
    MlirValue argument = mlirBlockGetArgument(block, i);
    if (mlirOpOperandIsNull(mlirValueGetFirstUse(argument)))
      continue;
    for (int64_t j = 0; j < dl_rank(input); ++j) {
      int64_t dim = dl_map_dim(map, i, j);
      own[j] = dim < 0 ? dl_index_constant(emitter, 0) : indices[dim];
    }
    dl_scope_bind(&scope, argument, dl_at(emitter, input, own));
  }
  dl_scope_copy_block(&scope, block);
  MlirOperation yield = mlirBlockGetTerminator(block);
  for (intptr_t i = 0; i < dl_yield_n_values(yield); ++i)
    dl_at_note(emitter, dl_result(map, i), indices,
               dl_scope_value(&scope, dl_yield_values(yield, i)));
  return recall(emitter, value, indices);
}

static MlirValue cast_at(dl_emitter *emitter, MlirValue value,
                         const MlirValue *indices) {
  MlirOperation op = mlirOpResultGetOwner(value);
  return dl_convert_scalar(&emitter->bld,
                           dl_at(emitter, dl_cast_input(op), indices),
                           dl_tensor_element(value), dl_cast_conversion(op));
}

static MlirValue conv_at(dl_emitter *emitter, MlirValue value,
                         const MlirValue *indices) {
  return dl_conv_at(emitter, mlirOpResultGetOwner(value), indices);
}

static MlirValue pool_at(dl_emitter *emitter, MlirValue value,
                         const MlirValue *indices) {
  return dl_pool_at(emitter, mlirOpResultGetOwner(value), indices);
}

// Operations of upstream.

static MlirValue splat_at(dl_emitter *emitter, MlirValue value,
                          const MlirValue *indices) {
  (void)indices;
  MlirAttribute splat = dl_arith_constant_value(mlirOpResultGetOwner(value));
  return dl_arith_constant(
      &emitter->bld, dl_tensor_element(value),
      (dl_arith_constant_attrs){.value =
                                    mlirDenseElementsAttrGetSplatValue(splat)});
}

/// Nobody may rely on what an empty tensor holds.
static MlirValue empty_at(dl_emitter *emitter, MlirValue value,
                          const MlirValue *indices) {
  (void)indices;
  MlirType type = dl_tensor_element(value);
  return mlirTypeIsAIndex(type) ? dl_constant_index(&emitter->bld, 0)
                                : dl_zero(&emitter->bld, type);
}

/// What a region with one index a dimension gives.
static MlirValue region_at(dl_emitter *emitter, MlirOperation op,
                           const MlirValue *indices) {
  MlirBlock block = dl_region_block(op, 0);
  struct element element = {emitter, indices};
  dl_scope scope = {.emitter = emitter};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    dl_scope_bind(&scope, mlirBlockGetArgument(block, i),
                  index_of(&element, i));
  dl_scope_copy_block(&scope, block);
  return dl_scope_value(
      &scope, mlirOperationGetOperand(mlirBlockGetTerminator(block), 0));
}

static MlirValue generate_at(dl_emitter *emitter, MlirValue value,
                             const MlirValue *indices) {
  return region_at(emitter, mlirOpResultGetOwner(value), indices);
}

static MlirValue pad_at(dl_emitter *emitter, MlirValue value,
                        const MlirValue *indices) {
  const dl_builder *bld = &emitter->bld;
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirValue source = dl_tensor_pad_source(op), own[DL_MAX_RANK];
  const dl_sizer sizer = dl_device_sizer(emitter);
  MlirValue condition = {NULL};
  for (int64_t i = 0; i < dl_rank(source); ++i) {
    MlirValue low = dl_int_cast(bld, emitter->index, dl_pad_low(&sizer, op, i));
    own[i] = dl_sub(bld, indices[i], low);
    MlirValue inside =
        dl_int_below(bld, own[i], dl_device_size(emitter, source, i));
    condition = mlirValueIsNull(condition)
                    ? inside
                    : dl_arith_andi(bld, condition, inside);
  }
  if (mlirValueIsNull(condition))
    return dl_at(emitter, source, own);
  MlirType type = dl_tensor_element(value);
  dl_at_mark mark = dl_at_begin(emitter);
  dl_region_op branch = dl_choice_open(bld, condition, 1, &type);
  MlirValue element = dl_at(emitter, source, own);
  dl_choice_else(bld, &branch, 1, &element);
  dl_at_end(emitter, mark);
  element = region_at(emitter, op, indices);
  dl_choice_close(bld, &branch, 1, &element);
  dl_at_end(emitter, mark);
  return dl_result(branch.op, 0);
}

/// The element of operand `operand` or of one behind it.
static MlirValue joined_at(dl_emitter *emitter, MlirOperation op,
                           intptr_t operand, int64_t dim, MlirValue *indices) {
  const dl_builder *bld = &emitter->bld;
  MlirValue part = mlirOperationGetOperand(op, operand);
  if (operand + 1 == mlirOperationGetNumOperands(op))
    return dl_at(emitter, part, indices);
  MlirType type = dl_tensor_element(part);
  MlirValue size = dl_device_size(emitter, part, dim), index = indices[dim];
  dl_at_mark mark = dl_at_begin(emitter);
  dl_region_op branch =
      dl_choice_open(bld, dl_int_less(bld, index, size), 1, &type);
  MlirValue element = dl_at(emitter, part, indices);
  dl_choice_else(bld, &branch, 1, &element);
  dl_at_end(emitter, mark);
  indices[dim] = dl_sub(bld, index, size);
  element = joined_at(emitter, op, operand + 1, dim, indices);
  dl_choice_close(bld, &branch, 1, &element);
  dl_at_end(emitter, mark);
  indices[dim] = index;
  return dl_result(branch.op, 0);
}

static MlirValue concat_at(dl_emitter *emitter, MlirValue value,
                           const MlirValue *indices) {
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirValue own[DL_MAX_RANK];
  for (int64_t i = 0; i < dl_rank(value); ++i)
    own[i] = indices[i];
  return joined_at(emitter, op, 0,
                   mlirIntegerAttrGetValueInt(dl_tensor_concat_dim(op)), own);
}

// All of them.

typedef MlirValue (*element_fn)(dl_emitter *emitter, MlirValue value,
                                const MlirValue *indices);

static const struct {
  const char *name;
  element_fn at;
} kinds[] = {
    {"dlopt.map", map_at},        {"dlopt.cast", cast_at},
    {"dlopt.conv", conv_at},      {"dlopt.pool", pool_at},
    {"arith.constant", splat_at}, {"tensor.concat", concat_at},
    {"tensor.empty", empty_at},   {"tensor.generate", generate_at},
    {"tensor.pad", pad_at},
};

static element_fn find_kind(MlirOperation op) {
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i)
    if (dl_is(op, kinds[i].name))
      return kinds[i].at;
  return NULL;
}

static bool is_structured(MlirOperation op) {
  return mlirOperationGetNumResults(op) > 0 &&
         !mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op));
}

bool dl_at_takes(MlirOperation op, const char **reason) {
  *reason = NULL;
  if (dl_conv_is(op) && dl_is_matrix_conv(op))
    return false;
  if (!is_structured(op))
    return find_kind(op) != NULL;
  *reason = dl_structured_refusal(op);
  return !*reason;
}

MlirValue dl_at(dl_emitter *emitter, MlirValue value,
                const MlirValue *indices) {
  MlirValue known = recall(emitter, value, indices);
  if (!mlirValueIsNull(known))
    return known;
  MlirLocation outer = emitter->bld.location;
  MlirValue scalar;
  if (!mlirValueIsAOpResult(value)) {
    scalar = dl_argument_at(emitter, value, indices, emitter->index);
  } else {
    MlirOperation op = mlirOpResultGetOwner(value);
    emitter->bld.location = mlirOperationGetLocation(op);
    element_fn at = find_kind(op);
    if (at) {
      scalar = at(emitter, value, indices);
    } else {
      dl_structured_at(emitter, op, mlirOpResultGetResultNumber(value),
                       indices);
      scalar = recall(emitter, value, indices);
    }
  }
  emitter->bld.location = outer;
  if (mlirValueIsNull(recall(emitter, value, indices)))
    dl_at_note(emitter, value, indices, scalar);
  return scalar;
}
