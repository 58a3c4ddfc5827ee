// Sizes of dimensions, traced through the operations that pass them on.
#include "lowering/import/size.h"

#include "lowering/base/builder.h"

/// Steps back that one size is followed; a chain in a real program is a few
/// dozen long, and giving up only loses a proof.
enum { MAX_STEPS = 200 };

bool dl_is_ranked_tensor(MlirValue value) {
  return mlirTypeIsARankedTensor(mlirValueGetType(value));
}

int64_t dl_tensor_rank(MlirValue tensor) {
  return mlirShapedTypeGetRank(mlirValueGetType(tensor));
}

int64_t dl_static_dim(MlirValue tensor, int dim) {
  MlirType type = mlirValueGetType(tensor);
  return mlirShapedTypeIsDynamicDim(type, dim)
             ? -1
             : mlirShapedTypeGetDimSize(type, dim);
}

static bool integer_constant(MlirValue value, int64_t *number) {
  MlirOperation op = dl_value_def(value);
  if (!dl_is(op, "arith.constant"))
    return false;
  MlirAttribute attr = mlirOperationGetAttributeByName(op, DL_STR("value"));
  if (!mlirAttributeIsAInteger(attr))
    return false;
  *number = mlirIntegerAttrGetValueInt(attr);
  return true;
}

static dl_size trace_dim(MlirValue tensor, int dim, int *steps);

static dl_size trace_scalar(MlirValue scalar, int *steps) {
  static const char *const casts[] = {"arith.index_cast", "arith.index_castui",
                                      "arith.extsi", "arith.extui"};
  while (++*steps < MAX_STEPS) {
    MlirOperation op = dl_value_def(scalar);
    int64_t number;
    if (integer_constant(scalar, &number))
      return (dl_size){number, {NULL}, -1};
    if (dl_is(op, "tensor.dim")) {
      if (!dl_is_ranked_tensor(mlirOperationGetOperand(op, 0)) ||
          !integer_constant(mlirOperationGetOperand(op, 1), &number) ||
          number < 0 ||
          number >= dl_tensor_rank(mlirOperationGetOperand(op, 0)))
        break;
      return trace_dim(mlirOperationGetOperand(op, 0), (int)number, steps);
    }
    bool is_cast = false;
    for (size_t i = 0; i < sizeof(casts) / sizeof(casts[0]); ++i)
      is_cast |= dl_is(op, casts[i]);
    if (!is_cast)
      break;
    scalar = mlirOperationGetOperand(op, 0);
  }
  return (dl_size){-1, scalar, -1};
}

/// Operand `position` of `op` counted among the operands that say sizes.
static bool step_to_size_operand(MlirOperation op, MlirValue tensor, int dim,
                                 intptr_t first, dl_size *size, int *steps) {
  intptr_t position = first;
  for (int i = 0; i < dim; ++i)
    position += dl_static_dim(tensor, i) < 0;
  if (position >= mlirOperationGetNumOperands(op))
    return false;
  *size = trace_scalar(mlirOperationGetOperand(op, position), steps);
  return true;
}

static int64_t array_at(MlirAttribute array, intptr_t i, intptr_t j) {
  return mlirIntegerAttrGetValueInt(
      mlirArrayAttrGetElement(mlirArrayAttrGetElement(array, i), j));
}

/// One step back through a map: an input that runs along `dim`, else the size
/// operand.
static bool step_through_map(MlirOperation op, MlirValue *tensor, int *dim,
                             dl_size *size, int *steps) {
  MlirAttribute dims = mlirOperationGetAttributeByName(op, DL_STR("dims"));
  intptr_t count = mlirOperationGetNumOperands(op), n_inputs = 0;
  while (n_inputs < count &&
         dl_is_ranked_tensor(mlirOperationGetOperand(op, n_inputs)))
    ++n_inputs;
  int uncovered_before = 0;
  for (int wanted = 0; wanted <= *dim; ++wanted) {
    bool covered = false;
    for (intptr_t p = 0; p < n_inputs; ++p) {
      MlirValue input = mlirOperationGetOperand(op, p);
      for (int j = 0; j < dl_tensor_rank(input); ++j) {
        int64_t along = mlirAttributeIsNull(dims) ? j : array_at(dims, p, j);
        if (along != wanted)
          continue;
        covered = true;
        if (wanted == *dim) {
          *tensor = input;
          *dim = j;
          return true;
        }
      }
    }
    if (!covered && dl_static_dim(*tensor, wanted) < 0) {
      if (wanted == *dim) {
        if (n_inputs + uncovered_before >= count)
          return false;
        *size = trace_scalar(
            mlirOperationGetOperand(op, n_inputs + uncovered_before), steps);
        *tensor = (MlirValue){NULL};
        return true;
      }
      ++uncovered_before;
    }
  }
  return false;
}

/// The group of a reshape that result or source dimension `dim` is in, if it is
/// the only dimension there whose size is not 1; `flat` is the tensor with
/// fewer dimensions.
static bool sole_of_group(MlirOperation op, MlirValue deep, int64_t group,
                          int *dim) {
  MlirAttribute map =
      mlirOperationGetAttributeByName(op, DL_STR("reassociation"));
  if (group >= mlirArrayAttrGetNumElements(map))
    return false;
  intptr_t size =
      mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(map, group));
  int found = -1;
  for (intptr_t j = 0; j < size; ++j) {
    int at = (int)array_at(map, group, j);
    if (dl_static_dim(deep, at) == 1)
      continue;
    if (found >= 0)
      return false;
    found = at;
  }
  *dim = found;
  return found >= 0;
}

static bool step_through_expand(MlirOperation op, MlirValue *tensor, int *dim) {
  MlirAttribute map =
      mlirOperationGetAttributeByName(op, DL_STR("reassociation"));
  for (intptr_t g = 0; g < mlirArrayAttrGetNumElements(map); ++g) {
    int sole;
    if (sole_of_group(op, *tensor, g, &sole) && sole == *dim) {
      *tensor = mlirOperationGetOperand(op, 0);
      *dim = (int)g;
      return true;
    }
  }
  return false;
}

/// The matrix product passes its rows, columns and batch dimensions on.
static bool step_through_matmul(MlirOperation op, MlirValue *tensor, int *dim) {
  int rank = (int)dl_tensor_rank(*tensor);
  bool is_column = *dim == rank - 1, is_row = *dim == rank - 2;
  for (intptr_t side = is_column; side < 2; ++side) {
    MlirValue operand = mlirOperationGetOperand(op, side);
    const char *flag = side ? "rhs_transposed" : "lhs_transposed";
    bool transposed = !mlirAttributeIsNull(mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString(flag)));
    int operand_rank = (int)dl_tensor_rank(operand);
    int at = *dim - rank + operand_rank;
    if (is_row || is_column)
      at = operand_rank - 1 - (is_row != transposed);
    if (at < 0 || (!is_row && !is_column && dl_static_dim(operand, at) == 1)) {
      if (is_row)
        return false;
      continue;
    }
    *tensor = operand;
    *dim = at;
    return true;
  }
  return false;
}

static bool step_through_reduce(MlirOperation op, MlirValue *tensor, int *dim) {
  MlirAttribute dims = mlirOperationGetAttributeByName(op, DL_STR("dims"));
  MlirValue input = mlirOperationGetOperand(op, 0);
  int kept = 0;
  for (int i = 0; i < dl_tensor_rank(input); ++i) {
    bool is_reduced = false;
    for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(dims); ++k)
      is_reduced |= mlirDenseI64ArrayGetElement(dims, k) == i;
    if (is_reduced)
      continue;
    if (kept++ == *dim) {
      *tensor = input;
      *dim = i;
      return true;
    }
  }
  return false;
}

static dl_size trace_dim(MlirValue tensor, int dim, int *steps) {
  while (++*steps < MAX_STEPS) {
    int64_t fixed = dl_static_dim(tensor, dim);
    if (fixed >= 0)
      return (dl_size){fixed, {NULL}, -1};
    MlirOperation op = dl_value_def(tensor);
    MlirValue from = tensor;
    int at = dim;
    dl_size size = {-1, tensor, dim};
    bool stepped = false;
    if (dl_is(op, "dlopt.map")) {
      stepped = step_through_map(op, &from, &at, &size, steps);
      if (stepped && mlirValueIsNull(from))
        return size;
    } else if (dl_is(op, "dlopt.cast") || dl_is(op, "dlopt.softmax") ||
               dl_is(op, "dlopt.layer_norm") || dl_is(op, "dlopt.rms_norm") ||
               dl_is(op, "tensor.cast")) {
      from = mlirOperationGetOperand(op, 0);
      stepped = dl_is_ranked_tensor(from);
    } else if (dl_is(op, "tensor.expand_shape")) {
      stepped = step_through_expand(op, &from, &at);
      if (!stepped && step_to_size_operand(op, tensor, dim, 1, &size, steps))
        return size;
    } else if (dl_is(op, "tensor.collapse_shape")) {
      from = mlirOperationGetOperand(op, 0);
      stepped = sole_of_group(op, from, dim, &at);
    } else if (dl_is(op, "dlopt.matmul")) {
      stepped = step_through_matmul(op, &from, &at);
    } else if (dl_is(op, "dlopt.reduce")) {
      stepped = step_through_reduce(op, &from, &at);
    } else if (dl_is(op, "tensor.empty") || dl_is(op, "tensor.splat")) {
      if (step_to_size_operand(op, tensor, dim, dl_is(op, "tensor.splat"),
                               &size, steps))
        return size;
    } else if (dl_is(op, "linalg.fill") || dl_is(op, "tensor.insert_slice")) {
      from = mlirOperationGetOperand(op, 1);
      stepped = true;
    }
    if (!stepped)
      return (dl_size){-1, tensor, dim};
    tensor = from;
    dim = at;
  }
  return (dl_size){-1, tensor, dim};
}

dl_size dl_size_of(MlirValue tensor, int dim) {
  int steps = 0;
  return trace_dim(tensor, dim, &steps);
}

dl_size dl_size_of_scalar(MlirValue scalar) {
  int steps = 0;
  return trace_scalar(scalar, &steps);
}

bool dl_size_same(dl_size a, dl_size b) {
  if (a.fixed >= 0 || b.fixed >= 0)
    return a.fixed == b.fixed;
  return mlirValueEqual(a.value, b.value) && a.dim == b.dim;
}
