// Attributes that several ops share: lists of dimensions, windows, kinds.
#include "dialect/verify/attrs.h"

#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "lowering/base/strings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

int64_t dl_array_entry(MlirAttribute array, intptr_t index, int64_t absent) {
  return mlirAttributeIsNull(array) ? absent
                                    : mlirDenseI64ArrayGetElement(array, index);
}

intptr_t dl_array_size(MlirAttribute array) {
  return mlirAttributeIsNull(array) ? 0 : mlirDenseArrayGetNumElements(array);
}

intptr_t dl_array_find(MlirAttribute array, int64_t value) {
  for (intptr_t i = 0; i < dl_array_size(array); ++i)
    if (mlirDenseI64ArrayGetElement(array, i) == value)
      return i;
  return -1;
}

MlirLogicalResult dl_check_array(MlirOperation op, const char *name,
                                 MlirAttribute array, intptr_t count,
                                 int64_t least) {
  if (mlirAttributeIsNull(array))
    return mlirLogicalResultSuccess();
  intptr_t size = dl_array_size(array);
  if (size != count)
    return dl_emit_error(op, "%s has %ld entries, expected %ld", name,
                         (long)size, (long)count);
  for (intptr_t i = 0; i < size; ++i) {
    int64_t entry = mlirDenseI64ArrayGetElement(array, i);
    if (entry < least)
      return dl_emit_error(op, "%s entry %ld is %ld, expected at least %ld",
                           name, (long)i, (long)entry, (long)least);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_check_dims(MlirOperation op, const char *name,
                                MlirAttribute dims, int64_t rank) {
  int64_t previous = -1;
  for (intptr_t i = 0; i < dl_array_size(dims); ++i) {
    int64_t dim = mlirDenseI64ArrayGetElement(dims, i);
    if (dim < 0 || dim >= rank)
      return dl_emit_error(op, "%s entry %ld is %ld, no dimension of rank %ld",
                           name, (long)i, (long)dim, (long)rank);
    if (dim <= previous)
      return dl_emit_error(
          op, "%s entry %ld is %ld after %ld, expected ascending order", name,
          (long)i, (long)dim, (long)previous);
    previous = dim;
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_check_dim(MlirOperation op, const char *name,
                               int64_t value, MlirValue tensor) {
  if (value >= 0 && value < dl_rank(tensor))
    return mlirLogicalResultSuccess();
  return dl_emit_error(op, "%s is %ld, no dimension of rank %ld", name,
                       (long)value, (long)dl_rank(tensor));
}

MlirLogicalResult dl_check_window(MlirOperation op,
                                  const dl_window_attrs *attrs,
                                  intptr_t count) {
  const struct {
    const char *name;
    MlirAttribute array;
    int64_t least;
  } rows[] = {{"strides", attrs->strides, 1},
              {"dilations", attrs->dilations, 1},
              {"pad_low", attrs->pad_low, 0},
              {"pad_high", attrs->pad_high, 0}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    if (mlirLogicalResultIsFailure(dl_check_array(
            op, rows[i].name, rows[i].array, count, rows[i].least)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

dl_axis dl_window_axis(const dl_window_attrs *attrs, intptr_t index, int loop,
                       int window_loop, int64_t window_size) {
  return (dl_axis){.loop = loop,
                   .has_window = true,
                   .window_loop = window_loop,
                   .window_size = window_size,
                   .stride = dl_array_entry(attrs->strides, index, 1),
                   .dilation = dl_array_entry(attrs->dilations, index, 1),
                   .pad_low = dl_array_entry(attrs->pad_low, index, 0),
                   .pad_high = dl_array_entry(attrs->pad_high, index, 0)};
}

MlirLogicalResult dl_check_combine(MlirOperation op, MlirValue input,
                                   MlirAttribute kind, bool is_unsigned) {
  static const char *const names[] = {"add",    "mul", "max", "min", "maxnum",
                                      "minnum", "and", "or",  "xor"};
  int combine = dl_enum_value(kind, DL_REDUCE_ADD);
  bool is_float = dl_type_is_float(dl_tensor_element(input));
  bool float_only = combine == DL_REDUCE_MAXNUM || combine == DL_REDUCE_MINNUM;
  bool int_only = combine >= DL_REDUCE_AND;
  if (is_float ? int_only : float_only) {
    char text[64];
    return dl_emit_error(
        op, "%s combines %s, but input has element type %s", names[combine],
        is_float ? "integers" : "floats",
        dl_type_text(dl_tensor_element(input), text, sizeof(text)));
  }
  return dl_check_unsigned(op, "input", input, is_unsigned);
}

MlirLogicalResult dl_check_unsigned(MlirOperation op, const char *name,
                                    MlirValue tensor, bool is_unsigned) {
  MlirType element = dl_tensor_element(tensor);
  if (!is_unsigned || dl_type_is_int(element))
    return mlirLogicalResultSuccess();
  char text[64];
  return dl_emit_error(op,
                       "unsigned reads integers, but %s has element type %s",
                       name, dl_type_text(element, text, sizeof(text)));
}

MlirLogicalResult dl_check_numerics(MlirOperation op, MlirAttribute numerics,
                                    const char *const *names,
                                    const MlirValue *factors) {
  if (dl_enum_value(numerics, DL_NUMERICS_IEEE) == DL_NUMERICS_IEEE)
    return mlirLogicalResultSuccess();
  for (int i = 0; i < 2; ++i) {
    MlirType element = dl_tensor_element(factors[i]);
    char text[64];
    if (!mlirTypeIsAF32(element))
      return dl_emit_error(
          op, "numerics tf32 rounds f32 factors, but %s has element type %s",
          names[i], dl_type_text(element, text, sizeof(text)));
  }
  return mlirLogicalResultSuccess();
}
