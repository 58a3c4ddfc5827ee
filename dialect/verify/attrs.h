// Attributes that several ops share: lists of dimensions, windows, kinds.
#ifndef DLOPT_DIALECT_VERIFY_ATTRS_H
#define DLOPT_DIALECT_VERIFY_ATTRS_H

#include "dialect/verify/shape.h"
#include "mlir-c/IR.h"

/// Entry `index` of an i64 array attribute; `absent` for a null attribute.
int64_t dl_array_entry(MlirAttribute array, intptr_t index, int64_t absent);
/// Entries of an i64 array attribute; 0 for a null attribute.
intptr_t dl_array_size(MlirAttribute array);
/// Position of `value` in an i64 array attribute, or -1.
intptr_t dl_array_find(MlirAttribute array, int64_t value);

/// Checks that an array attribute, if not null, has `count` entries of at least
/// `least` each.
MlirLogicalResult dl_check_array(MlirOperation op, const char *name,
                                 MlirAttribute array, intptr_t count,
                                 int64_t least);

/// Checks that entries are dimensions below `rank`, in ascending order.
MlirLogicalResult dl_check_dims(MlirOperation op, const char *name,
                                MlirAttribute dims, int64_t rank);

/// Checks that `value` is a dimension of `tensor`.
MlirLogicalResult dl_check_dim(MlirOperation op, const char *name,
                               int64_t value, MlirValue tensor);

/// The stride, dilation and padding attributes of `dlopt.conv` and
/// `dlopt.pool`.
typedef struct dl_window_attrs {
  MlirAttribute strides, dilations, pad_low, pad_high;
} dl_window_attrs;

MlirLogicalResult dl_check_window(MlirOperation op,
                                  const dl_window_attrs *attrs, intptr_t count);

/// Axis of a dimension that a window slides along, by entry `index`.
dl_axis dl_window_axis(const dl_window_attrs *attrs, intptr_t index, int loop,
                       int window_loop, int64_t window_size);

/// Checks that a `dlopt.reduce` or `dlopt.pool` may combine elements of `input`
/// by `kind`, and `unsigned` makes sense.
MlirLogicalResult dl_check_combine(MlirOperation op, MlirValue input,
                                   MlirAttribute kind, bool is_unsigned);

/// Checks that `unsigned` comes with integers only.
MlirLogicalResult dl_check_unsigned(MlirOperation op, const char *name,
                                    MlirValue tensor, bool is_unsigned);

/// Checks that a contraction's two factors suit its numerics class.
MlirLogicalResult dl_check_numerics(MlirOperation op, MlirAttribute numerics,
                                    const char *const *names,
                                    const MlirValue *factors);

#endif // DLOPT_DIALECT_VERIFY_ATTRS_H
