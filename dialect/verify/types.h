// Element types: classes, checks and default accumulators.
#ifndef DLOPT_DIALECT_VERIFY_TYPES_H
#define DLOPT_DIALECT_VERIFY_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "mlir-c/IR.h"

/// Values of the enum attributes, as DloptEnums.td numbers them.
typedef enum dl_combine {
  DL_REDUCE_ADD,
  DL_REDUCE_MUL,
  DL_REDUCE_MAX,
  DL_REDUCE_MIN,
  DL_REDUCE_MAXNUM,
  DL_REDUCE_MINNUM,
  DL_REDUCE_AND,
  DL_REDUCE_OR,
  DL_REDUCE_XOR
} dl_combine;

typedef enum dl_numerics { DL_NUMERICS_IEEE, DL_NUMERICS_TF32 } dl_numerics;

typedef enum dl_rounding {
  DL_ROUND_NEAREST_EVEN,
  DL_ROUND_TOWARD_ZERO,
  DL_ROUND_DOWNWARD,
  DL_ROUND_UPWARD,
  DL_ROUND_NEAREST_AWAY
} dl_rounding;

typedef enum dl_masked_rows {
  DL_MASKED_ROWS_NAN,
  DL_MASKED_ROWS_ZERO
} dl_masked_rows;

/// Value of an enum attribute; `absent` for a null attribute.
int dl_enum_value(MlirAttribute attribute, int absent);

MlirType dl_tensor_element(MlirValue tensor);
bool dl_type_is_float(MlirType type);
/// Signless integers only; index is none.
bool dl_type_is_int(MlirType type);
/// Bits of a float or integer type.
unsigned dl_type_width(MlirType type);

/// Checks that a tensor's element type is a float.
MlirLogicalResult dl_check_float(MlirOperation op, const char *name,
                                 MlirValue tensor);
/// Checks that it is a float or a signless integer.
MlirLogicalResult dl_check_number(MlirOperation op, const char *name,
                                  MlirValue tensor);
/// Checks that `tensor`, if not null, holds floats where `like` does and
/// integers where `like` does.
MlirLogicalResult dl_check_same_class(MlirOperation op, const char *name,
                                      MlirValue tensor, const char *like_name,
                                      MlirValue like);
/// Checks an accumulator type attribute, if not null, in the same way.
MlirLogicalResult dl_check_acc_type(MlirOperation op, MlirAttribute acc_type,
                                    const char *like_name, MlirValue like);

/// Type that a `dlopt.matmul`, `conv`, `reduce` or `pool` sums in: its
/// `acc_type`, or the default that the dialect's documentation states.
MlirType dl_acc_type(MlirOperation op);

/// Type of the statistics of a `dlopt.softmax`, `layer_norm`, `rms_norm` or
/// `attention`: f64 if a float operand or the result is wider than f32, else
/// f32.
MlirType dl_statistics_type(MlirOperation op);

#endif // DLOPT_DIALECT_VERIFY_TYPES_H
