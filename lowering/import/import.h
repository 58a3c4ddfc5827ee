// The patterns of dlopt-import-from-linalg and what they share.
#ifndef DLOPT_LOWERING_IMPORT_IMPORT_H
#define DLOPT_LOWERING_IMPORT_IMPORT_H

#include "lowering/import/body.h"
#include "lowering/pass/pass.h"

// One pattern a kind of operation. Each returns dl_other_kind() for operations
// that are not its own, so that the last reason given is the one that counts.
MlirLogicalResult dl_import_contraction(dl_rewrite *rewrite);
MlirLogicalResult dl_import_conv(dl_rewrite *rewrite);
MlirLogicalResult dl_import_pool(dl_rewrite *rewrite);
MlirLogicalResult dl_import_reduce(dl_rewrite *rewrite);
MlirLogicalResult dl_import_map(dl_rewrite *rewrite);
MlirLogicalResult dl_import_fill(dl_rewrite *rewrite);
MlirLogicalResult dl_import_tensor_arith(dl_rewrite *rewrite);

/// States the accumulator type of a new matmul, conv, reduce or pool where its
/// default would not do. A body that sums in `body_type`, a float type narrower
/// than f32, gets the default, which is wider, unless the pass keeps such types
/// or an operand `narrows` to that type first.
void dl_state_accumulator(const dl_rewrite *rewrite, MlirOperation op,
                          MlirType body_type, bool narrows);

/// Null if the factors' zero points can be subtracted after the sum, else why
/// not.
const char *dl_check_zero_points(const dl_structured *view,
                                 const dl_product_sum *sum);
/// `result`, which is the sum of products without zero points in the shape of
/// the operation's result, with the zero point taken into account:
///   sum_k (a - p) * b  =  sum_k a * b  -  p * sum_k b
/// which is exact in integers of any width.
MlirValue dl_subtract_zero_point(dl_rewrite *rewrite, const dl_structured *view,
                                 const dl_product_sum *sum, MlirValue result);

/// A `dlopt.map` to be made of the body of a structured operation.
typedef struct dl_map_plan {
  const dl_structured *view;
  /// Loop that each of the `rank` result dimensions runs along. Loops left out
  /// have size 1.
  const int *order;
  int64_t rank;
  const MlirValue *values; ///< of the body: what the map yields
  intptr_t n_values;
} dl_map_plan;

/// Null if the body and its operands suit a `dlopt.map`, else why not. With
/// `reads_inits`, inits that the body uses become inputs.
const char *dl_check_body(const dl_structured *view, bool reads_inits);

/// Makes the map, after dl_check_body. Takes the body away: the operation must
/// be replaced afterwards.
MlirOperation dl_take_body_as_map(dl_rewrite *rewrite, const dl_map_plan *plan);

/// What stands for the only result of `map`: a `dlopt.cast` if the body is a
/// single conversion, the input if the body does nothing (the map is erased
/// then), else the map's result.
MlirValue dl_simplify_map(dl_rewrite *rewrite, MlirOperation map);

/// How `op`, a tensor.pad, pads: a scalar that it pads with and static amounts.
typedef struct dl_padding {
  MlirValue source;
  MlirAttribute value;
  int64_t low[DL_MAX_STRUCTURED_RANK], high[DL_MAX_STRUCTURED_RANK];
} dl_padding;

/// Reads the padding in front of a window operation, if the padded tensor has
/// no other use and all amounts are static.
bool dl_padding_read(MlirValue padded, dl_padding *padding);

/// A dimension of the input of a convolution or pooling.
typedef struct dl_window_dim {
  int loop;        ///< of the result
  int window_loop; ///< -1: the dimension is indexed by `loop` alone
  int64_t stride, dilation;
} dl_window_dim;

/// Reads how the map of an operand slides windows. Null if each dimension is a
/// loop or `loop * stride + window * dilation`; else why not.
const char *dl_window_dims(const dl_structured *view, intptr_t operand,
                           dl_window_dim *dims, int *n_windows);

/// Checks that a window that slides along a dimension gives exactly the
/// result's size. Sizes that are not static are the program's promise.
bool dl_window_fits(MlirType input, int64_t input_dim, int64_t padding,
                    int64_t window, const dl_window_dim *dim, MlirType result,
                    int64_t result_dim);

#endif // DLOPT_LOWERING_IMPORT_IMPORT_H
