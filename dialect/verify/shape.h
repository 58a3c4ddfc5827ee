// Shape rules: which loop of an op each tensor dimension runs along.
//
// One rule an op serves the verifier, the refinement of dynamic dimensions, the
// reification of result sizes, and whoever must know how an op walks its
// operands. A matmul has the loops M, N, K and one for each batch dimension;
// lhs dimension 1 runs along K, result dimension 0 along M.
#ifndef DLOPT_DIALECT_VERIFY_SHAPE_H
#define DLOPT_DIALECT_VERIFY_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DL_MAX_RANK = 16,
  DL_MAX_LOOPS = 32,
  DL_LOOP_NONE = -1, ///< a dimension of size 1, read at 0
  DL_OF_RESULT = -1, ///< instead of an operand's index: the results
  DL_LOOP_NAME_SIZE = 16
};

/// How one tensor dimension is walked. Without window, index and size are those
/// of `loop`. With one, the index is
///   loop * stride + window * dilation - pad_low
/// and the size of `loop` follows from the dimension's and the window's.
typedef struct dl_axis {
  int loop; ///< or DL_LOOP_NONE
  bool has_window;
  int window_loop;     ///< loop over the window, or DL_LOOP_NONE
  int64_t window_size; ///< if window_loop is DL_LOOP_NONE
  int64_t stride, dilation, pad_low, pad_high;
} dl_axis;

/// The shape rule of an op. All functions rely on ranks and attributes that the
/// op's verifier accepts.
typedef struct dl_shape_rule {
  /// Axis of dimension `dim` of operand `operand`, or of the results.
  dl_axis (*axis)(MlirOperation op, intptr_t operand, int64_t dim);
  /// Name of an operand for messages; null, or returning null: "input #N".
  const char *(*operand_name)(MlirOperation op, intptr_t operand);
  /// Writes the name of a loop; null if loops are plain result dimensions.
  void (*loop_name)(MlirOperation op, int loop, char *name, size_t size);
  /// Size of a loop that no operand runs along, as an `index` value; null, or
  /// null value: such a loop has the size of the result if that is static.
  MlirValue (*loop_value)(MlirOperation op, int loop);
  /// True if a loop that no operand runs along has size 1.
  bool absent_is_one;
} dl_shape_rule;

/// The rule of an op of this dialect; null for other ops.
const dl_shape_rule *dl_shape_rule_of(MlirOperation op);

/// Checks that dimensions along one loop agree, in operands and results, with a
/// message that names both dimensions and sizes.
MlirLogicalResult dl_shape_check(MlirOperation op, const dl_shape_rule *rule);

/// True if the op would still pass dl_shape_check were its operand `operand` of
/// type `type`, which has the same rank.
bool dl_shape_fits(MlirOperation op, const dl_shape_rule *rule,
                   intptr_t operand, MlirType type);

/// Where the size of a loop comes from.
typedef enum dl_size_source {
  DL_SIZE_UNKNOWN,
  DL_SIZE_STATIC, ///< `size`
  DL_SIZE_VALUE,  ///< `value`, an index
  DL_SIZE_DIM,    ///< dimension `dim` of `value`
  /// max(0, floordiv(dimension + pad_low + pad_high
  ///                 - dilation * (window - 1) - 1, stride) + 1)
  DL_SIZE_WINDOW
} dl_size_source;

typedef struct dl_size {
  dl_size_source source;
  int64_t size;
  MlirValue value;
  int64_t dim;
  dl_axis axis;           ///< of the dimension, for DL_SIZE_WINDOW
  MlirValue window_value; ///< tensor that holds the window, if not null:
  int64_t window_dim;     ///< its dimension; else axis.window_size is the size
} dl_size;

/// Size of dimension `dim` of the op's results, static if anything says so.
dl_size dl_result_size(MlirOperation op, const dl_shape_rule *rule,
                       int64_t dim);

/// Positions of a window of `window` elements in a dimension of `size`.
int64_t dl_window_positions(int64_t size, int64_t window, const dl_axis *axis);

// Looking at tensors.
bool dl_is_tensor(MlirValue value);
int64_t dl_rank(MlirValue tensor);
/// A static size, or -1.
int64_t dl_static_size(MlirValue tensor, int64_t dim);
int64_t dl_type_static_size(MlirType tensor, int64_t dim);
/// `tensor`'s type with other sizes (negative: dynamic), same element type and
/// encoding.
MlirType dl_type_with_sizes(MlirType tensor, const int64_t *sizes);
/// The same with another element type.
MlirType dl_type_with_element(MlirType tensor, MlirType element);

/// Checks that no tensor's rank is over DL_MAX_RANK.
MlirLogicalResult dl_check_ranks(MlirOperation op);
/// Checks that a tensor's rank is `expected`; `why` ends the message.
MlirLogicalResult dl_check_rank(MlirOperation op, const char *name,
                                MlirValue tensor, int64_t expected,
                                const char *why);

/// For ops whose operand and result dimensions are the loops in order.
dl_axis dl_identity_axis(MlirOperation op, intptr_t operand, int64_t dim);
dl_axis dl_plain_axis(int loop);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_DIALECT_VERIFY_SHAPE_H
