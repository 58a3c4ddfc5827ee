// Shape rules: checking them, and asking them for the size of a result.
#include "dialect/verify/shape.h"

#include "dialect/verify/rules.h"
#include "lowering/base/diag.h"
#include "lowering/base/strings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>

/// A static size that one dimension gave to a loop.
typedef struct known_size {
  int64_t size; ///< -1 if none yet
  intptr_t operand;
  int64_t dim;
  bool from_window; ///< the dimension is the one that a window slides along
} known_size;

typedef struct shape_query {
  MlirOperation op;
  const dl_shape_rule *rule;
  bool report;
  intptr_t replaced; ///< operand whose type is `replacement`, or -2
  MlirType replacement;
  known_size loops[DL_MAX_LOOPS];
  bool has_source[DL_MAX_LOOPS]; ///< some operand runs along the loop
} shape_query;

enum { NOTHING_REPLACED = -2 };

bool dl_is_tensor(MlirValue value) {
  return mlirTypeIsARankedTensor(mlirValueGetType(value));
}

int64_t dl_rank(MlirValue tensor) {
  return mlirShapedTypeGetRank(mlirValueGetType(tensor));
}

int64_t dl_type_static_size(MlirType tensor, int64_t dim) {
  return mlirShapedTypeIsDynamicDim(tensor, (intptr_t)dim)
             ? -1
             : mlirShapedTypeGetDimSize(tensor, (intptr_t)dim);
}

int64_t dl_static_size(MlirValue tensor, int64_t dim) {
  return dl_type_static_size(mlirValueGetType(tensor), dim);
}

MlirType dl_type_with_sizes(MlirType tensor, const int64_t *sizes) {
  int64_t rank = mlirShapedTypeGetRank(tensor);
  int64_t shape[DL_MAX_RANK];
  for (int64_t i = 0; i < rank; ++i)
    shape[i] = sizes[i] < 0 ? mlirShapedTypeGetDynamicSize() : sizes[i];
  return mlirRankedTensorTypeGet(rank, shape,
                                 mlirShapedTypeGetElementType(tensor),
                                 mlirRankedTensorTypeGetEncoding(tensor));
}

MlirType dl_type_with_element(MlirType tensor, MlirType element) {
  int64_t rank = mlirShapedTypeGetRank(tensor);
  int64_t shape[DL_MAX_RANK];
  for (int64_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeGetDimSize(tensor, (intptr_t)i);
  return mlirRankedTensorTypeGet(rank, shape, element,
                                 mlirRankedTensorTypeGetEncoding(tensor));
}

int64_t dl_window_positions(int64_t size, int64_t window, const dl_axis *axis) {
  // In double-width terms: attributes can be as large as int64_t allows.
  __extension__ typedef __int128 wide;
  wide span = (wide)size + axis->pad_low + axis->pad_high -
              (wide)axis->dilation * (window - 1) - 1;
  if (span < 0)
    return 0;
  wide positions = span / axis->stride + 1;
  return positions > INT64_MAX ? INT64_MAX : (int64_t)positions;
}

dl_axis dl_plain_axis(int loop) {
  return (dl_axis){.loop = loop, .window_loop = DL_LOOP_NONE};
}

dl_axis dl_identity_axis(MlirOperation op, intptr_t operand, int64_t dim) {
  (void)op, (void)operand;
  return dl_plain_axis((int)dim);
}

const dl_shape_rule *dl_shape_rule_of(MlirOperation op) {
#define DL_FIND_RULE(name)                                                     \
  if (dl_is(op, "dlopt." #name))                                               \
    return &dl_##name##_shape_rule;
  DL_TENSOR_OPS(DL_FIND_RULE)
#undef DL_FIND_RULE
  return NULL;
}

MlirLogicalResult dl_check_ranks(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (dl_is_tensor(operand) && dl_rank(operand) > DL_MAX_RANK)
      return dl_emit_error(op, "operand #%ld has rank %ld, the most is %d",
                           (long)i, (long)dl_rank(operand), DL_MAX_RANK);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (dl_is_tensor(result) && dl_rank(result) > DL_MAX_RANK)
      return dl_emit_error(op, "result #%ld has rank %ld, the most is %d",
                           (long)i, (long)dl_rank(result), DL_MAX_RANK);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_check_rank(MlirOperation op, const char *name,
                                MlirValue tensor, int64_t expected,
                                const char *why) {
  if (dl_rank(tensor) == expected)
    return mlirLogicalResultSuccess();
  return dl_emit_error(op, "%s has rank %ld, expected %ld: %s", name,
                       (long)dl_rank(tensor), (long)expected, why);
}

static MlirType operand_type(const shape_query *query, intptr_t operand) {
  if (operand == query->replaced)
    return query->replacement;
  return mlirValueGetType(operand == DL_OF_RESULT
                              ? mlirOperationGetResult(query->op, 0)
                              : mlirOperationGetOperand(query->op, operand));
}

/// Writes "lhs dimension 1 (K = 8)".
static void describe_dim(const shape_query *query, intptr_t operand,
                         int64_t dim, int loop, int64_t size, char *text,
                         size_t text_size) {
  const dl_shape_rule *rule = query->rule;
  const char *name = operand == DL_OF_RESULT ? "result"
                     : rule->operand_name
                         ? rule->operand_name(query->op, operand)
                         : NULL;
  char numbered[24], loop_name[DL_LOOP_NAME_SIZE] = "";
  if (!name) {
    snprintf(numbered, sizeof(numbered), "input #%ld", (long)operand);
    name = numbered;
  }
  if (rule->loop_name)
    rule->loop_name(query->op, loop, loop_name, sizeof(loop_name));
  snprintf(text, text_size, "%s dimension %ld (%s%s%ld)", name, (long)dim,
           loop_name, *loop_name ? " = " : "", (long)size);
}

/// Size of the window of `axis`, or -1 if it is dynamic.
static int64_t window_size(const shape_query *query, const dl_axis *axis) {
  return axis->window_loop == DL_LOOP_NONE
             ? axis->window_size
             : query->loops[axis->window_loop].size;
}

/// Reports that a dimension's size is not what a window over `input_dim` gives.
static void report_window(const shape_query *query, const known_size *plain,
                          intptr_t input, int64_t input_dim) {
  dl_axis axis = query->rule->axis(query->op, input, input_dim);
  int64_t size = dl_type_static_size(operand_type(query, input), input_dim);
  int64_t window = window_size(query, &axis);
  char text[96];
  describe_dim(query, plain->operand, plain->dim, axis.loop, plain->size, text,
               sizeof(text));
  dl_emit_error(query->op,
                "%s does not match the %ld positions of a window of %ld "
                "(stride %ld, dilation %ld, padding %ld and %ld) along input "
                "dimension %ld of size %ld",
                text, (long)dl_window_positions(size, window, &axis),
                (long)window, (long)axis.stride, (long)axis.dilation,
                (long)axis.pad_low, (long)axis.pad_high, (long)input_dim,
                (long)size);
}

/// Notes that a dimension of static size `size` runs along `loop`.
static bool note_size(shape_query *query, int loop, known_size found) {
  known_size *known = &query->loops[loop];
  if (known->size < 0) {
    *known = found;
    return true;
  }
  if (known->size == found.size)
    return true;
  if (!query->report)
    return false;
  if (known->from_window) {
    report_window(query, &found, known->operand, known->dim);
    return false;
  }
  char first[96], second[96];
  describe_dim(query, known->operand, known->dim, loop, known->size, first,
               sizeof(first));
  describe_dim(query, found.operand, found.dim, loop, found.size, second,
               sizeof(second));
  dl_emit_error(query->op, "%s does not match %s", first, second);
  return false;
}

static bool note_dims(shape_query *query, intptr_t operand) {
  MlirType type = operand_type(query, operand);
  for (int64_t dim = 0; dim < mlirShapedTypeGetRank(type); ++dim) {
    dl_axis axis = query->rule->axis(query->op, operand, dim);
    if (axis.loop == DL_LOOP_NONE)
      continue;
    if (operand != DL_OF_RESULT)
      query->has_source[axis.loop] = true;
    int64_t size = dl_type_static_size(type, dim);
    if (axis.has_window || size < 0)
      continue;
    if (!note_size(query, axis.loop, (known_size){size, operand, dim, false}))
      return false;
  }
  return true;
}

static bool note_windows(shape_query *query, intptr_t operand) {
  MlirType type = operand_type(query, operand);
  for (int64_t dim = 0; dim < mlirShapedTypeGetRank(type); ++dim) {
    dl_axis axis = query->rule->axis(query->op, operand, dim);
    int64_t size = dl_type_static_size(type, dim);
    if (axis.loop == DL_LOOP_NONE || !axis.has_window || size < 0)
      continue;
    int64_t window = window_size(query, &axis);
    if (window < 0)
      continue;
    known_size *known = &query->loops[axis.loop];
    int64_t positions = dl_window_positions(size, window, &axis);
    if (known->size < 0)
      *known = (known_size){positions, operand, dim, true};
    if (known->size == positions)
      continue;
    if (query->report)
      report_window(query, known, operand, dim);
    return false;
  }
  return true;
}

/// Gathers what the operands say; then, in this order, what windows give.
static bool gather(shape_query *query) {
  for (int loop = 0; loop < DL_MAX_LOOPS; ++loop)
    query->loops[loop].size = -1;
  intptr_t n_operands = mlirOperationGetNumOperands(query->op);
  for (intptr_t i = 0; i < n_operands; ++i)
    if (dl_is_tensor(mlirOperationGetOperand(query->op, i)) &&
        !note_dims(query, i))
      return false;
  for (intptr_t i = 0; i < n_operands; ++i)
    if (dl_is_tensor(mlirOperationGetOperand(query->op, i)) &&
        !note_windows(query, i))
      return false;
  return true;
}

/// A loop without operand has size 1 where the rule says so.
static bool check_absent(shape_query *query) {
  MlirType type = operand_type(query, DL_OF_RESULT);
  for (int64_t dim = 0; dim < mlirShapedTypeGetRank(type); ++dim) {
    int loop = query->rule->axis(query->op, DL_OF_RESULT, dim).loop;
    int64_t size = dl_type_static_size(type, dim);
    if (query->has_source[loop] || size < 0 || size == 1)
      continue;
    if (query->report)
      dl_emit_error(query->op,
                    "result dimension %ld is %ld, expected 1: no operand has "
                    "that dimension with a size other than 1",
                    (long)dim, (long)size);
    return false;
  }
  return true;
}

static bool check(shape_query *query) {
  return gather(query) && note_dims(query, DL_OF_RESULT) &&
         (!query->rule->absent_is_one || check_absent(query));
}

MlirLogicalResult dl_shape_check(MlirOperation op, const dl_shape_rule *rule) {
  shape_query query = {op, rule, true, NOTHING_REPLACED, {NULL}, {{0}}, {0}};
  return check(&query) ? mlirLogicalResultSuccess()
                       : mlirLogicalResultFailure();
}

bool dl_shape_fits(MlirOperation op, const dl_shape_rule *rule,
                   intptr_t operand, MlirType type) {
  shape_query query = {op, rule, false, operand, type, {{0}}, {0}};
  return check(&query);
}

/// First operand dimension that `loop` can be read from; a plain one is better
/// than one with a window.
static bool find_dim(MlirOperation op, const dl_shape_rule *rule, int loop,
                     dl_size *found) {
  bool any = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!dl_is_tensor(operand))
      continue;
    for (int64_t dim = 0; dim < dl_rank(operand); ++dim) {
      dl_axis axis = rule->axis(op, i, dim);
      if (axis.loop != loop || (any && axis.has_window))
        continue;
      any = true;
      found->source = axis.has_window ? DL_SIZE_WINDOW : DL_SIZE_DIM;
      found->value = operand;
      found->dim = dim;
      found->axis = axis;
      if (!axis.has_window)
        return true;
    }
  }
  return any;
}

dl_size dl_result_size(MlirOperation op, const dl_shape_rule *rule,
                       int64_t dim) {
  shape_query query = {op, rule, false, NOTHING_REPLACED, {NULL}, {{0}}, {0}};
  gather(&query);
  int loop = rule->axis(op, DL_OF_RESULT, dim).loop;
  dl_size size = {.source = DL_SIZE_STATIC, .size = query.loops[loop].size};
  if (size.size >= 0)
    return size;
  if (find_dim(op, rule, loop, &size)) {
    dl_size window = {0};
    if (size.source == DL_SIZE_WINDOW && size.axis.window_loop >= 0 &&
        find_dim(op, rule, size.axis.window_loop, &window)) {
      size.window_value = window.value;
      size.window_dim = window.dim;
    }
    return size;
  }
  if (rule->loop_value)
    size.value = rule->loop_value(op, loop);
  if (!mlirValueIsNull(size.value)) {
    size.source = DL_SIZE_VALUE;
  } else if (rule->absent_is_one) {
    size.size = 1;
  } else {
    size.size = dl_static_size(mlirOperationGetResult(op, 0), dim);
    size.source = size.size < 0 ? DL_SIZE_UNKNOWN : DL_SIZE_STATIC;
  }
  return size;
}
