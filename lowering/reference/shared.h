// What the lowerings of the reference have in common: sizes of results, loops
// over tensors as linalg.generic, scalars converted and combined.
#ifndef DLOPT_LOWERING_REFERENCE_SHARED_H
#define DLOPT_LOWERING_REFERENCE_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/shape.h"
#include "dialect/verify/types.h"
#include "lowering/base/builder.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/pass/pass.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"

// Sizes.
/// The sizes of a tensor that is to be made: static, or values of type index.
typedef struct dl_dims {
  int64_t rank;
  int64_t sizes[DL_MAX_LOOPS];    ///< negative: dynamic
  MlirValue values[DL_MAX_LOOPS]; ///< where dynamic
} dl_dims;

/// The sizes of the results of `op`, an op with a shape rule.
dl_dims dl_result_dims(const dl_builder *bld, MlirOperation op);
dl_dims dl_tensor_dims(const dl_builder *bld, MlirValue tensor);
bool dl_dims_are_empty(const dl_dims *dims); ///< a static size is zero
/// Appends dimension `dim` of `tensor` to `dims`.
void dl_dims_append(const dl_builder *bld, dl_dims *dims, MlirValue tensor,
                    int64_t dim);
/// Size number `dim` as an index value.
MlirValue dl_dims_value(const dl_builder *bld, const dl_dims *dims,
                        int64_t dim);
MlirType dl_dims_type(const dl_dims *dims, MlirType element);
MlirValue dl_empty(const dl_builder *bld, const dl_dims *dims,
                   MlirType element);
MlirValue dl_filled(const dl_builder *bld, const dl_dims *dims,
                    MlirValue scalar);
/// `tensor` with `low[i]` and `high[i]` times `scalar` before and after
/// dimension i; `tensor` itself if all are zero.
MlirValue dl_padded(const dl_builder *bld, MlirValue tensor, const int64_t *low,
                    const int64_t *high, MlirValue scalar);
/// `tensor` as `type`, which differs at most in which sizes are static.
MlirValue dl_cast_type(const dl_builder *bld, MlirValue tensor, MlirType type);
/// Joins (or, with `expand`, splits) dimensions: `groups[i]` is the number of
/// dimensions of the wider shape that belong to dimension i of the narrower.
/// `dims` are the sizes of the result.
MlirValue dl_collapsed(const dl_builder *bld, MlirValue tensor,
                       const dl_dims *dims, const int64_t *groups);
MlirValue dl_expanded(const dl_builder *bld, MlirValue tensor,
                      const dl_dims *dims, const int64_t *groups);
/// `tensor` without dimensions of static size 1 that `drop` names, or with
/// `drop` null, none.
MlirValue dl_without_units(const dl_builder *bld, MlirValue tensor,
                           const bool *drop);

// Loops.
/// A tensor of a linalg.generic: its dimension i is indexed by expression i.
typedef struct dl_operand {
  MlirValue value;
  MlirAffineMap map;
} dl_operand;

/// Dimension i is indexed by loop `loops[i]`, or by 0 where that is negative.
MlirAffineMap dl_loop_map(const dl_builder *bld, int64_t n_loops, int64_t rank,
                          const int *loops);
/// Dimension i is indexed by loop i.
MlirAffineMap dl_identity_map(const dl_builder *bld, int64_t rank);
/// `indexing_maps` attribute.
MlirAttribute dl_maps_attr(const dl_builder *bld, intptr_t count,
                           const MlirAffineMap *maps);
/// `iterator_types`: 'p' parallel, 'r' reduction, a letter a loop.
MlirAttribute dl_iterators_attr(const dl_builder *bld, int64_t n_loops,
                                const char *iterators);

/// A linalg.generic whose body is being built: between begin and end, ops are
/// inserted into the body.
typedef struct dl_generic {
  MlirOperation op;
  MlirBlock body;
  intptr_t n_inputs;
} dl_generic;
dl_generic dl_generic_begin(const dl_builder *bld, int64_t n_loops,
                            const char *iterators, intptr_t n_inputs,
                            const dl_operand *inputs, intptr_t n_outputs,
                            const dl_operand *outputs);
MlirValue dl_generic_input(const dl_generic *generic, intptr_t index);
MlirValue dl_generic_output(const dl_generic *generic, intptr_t index);
/// Ends the body; returns the first result. Later ops come after the generic.
MlirValue dl_generic_end(const dl_builder *bld, const dl_generic *generic,
                         intptr_t count, const MlirValue *yielded);
/// An all-parallel generic over tensors of one shape, with one result.
dl_generic dl_pointwise_begin(const dl_builder *bld, const dl_dims *dims,
                              intptr_t n_inputs, const MlirValue *inputs,
                              MlirType element);

/// A linalg op that has a builtin body, such as linalg.matmul.
MlirValue dl_named_linalg(const dl_builder *bld, const char *name,
                          intptr_t n_inputs, const MlirValue *inputs,
                          MlirValue output, intptr_t n_attrs,
                          const MlirNamedAttribute *attrs);
MlirNamedAttribute dl_named_attr(const dl_builder *bld, const char *name,
                                 MlirAttribute value);
/// `#linalg.type_fn<cast_unsigned>` under the name linalg wants.
MlirNamedAttribute dl_unsigned_cast_attr(const dl_builder *bld);

// Scalars are in scalar.h.
/// The same of every element of a tensor.
MlirValue dl_tensor_to_type(const dl_builder *bld, MlirValue tensor,
                            MlirType type, bool is_unsigned);
// Contractions.
/// init + lhs * rhs, batch dimensions aligned at the right, those of static
/// size 1 repeated. Elements are converted to the element type of `init`.
MlirValue dl_contract(const dl_builder *bld, MlirValue lhs, bool lhs_transposed,
                      MlirValue rhs, bool rhs_transposed, MlirValue init,
                      bool is_unsigned);
/// Rounds to tf32 if asked, and converts what linalg's named ops cannot.
MlirValue dl_factor(const dl_builder *bld, MlirValue tensor, MlirType acc,
                    bool to_tf32, bool is_unsigned);
/// The tensor to accumulate into: `init` converted, or zeros.
MlirValue dl_start_sum(const dl_builder *bld, const dl_dims *dims,
                       MlirValue init, MlirType acc, bool is_unsigned);

/// Converts `value` to the element type and sizes of result 0 and replaces the
/// op with it.
MlirLogicalResult dl_finish(dl_rewrite *rewrite, MlirValue value,
                            bool is_unsigned);

// Row statistics over some dimensions of one tensor.
typedef struct dl_rows {
  dl_dims full, kept;
  MlirAffineMap full_map, kept_map;
  char parallel[DL_MAX_LOOPS + 1], reducing[DL_MAX_LOOPS + 1];
} dl_rows;
dl_rows dl_rows_of(const dl_builder *bld, MlirValue tensor,
                   const bool *reduced);
/// Reduces the rows of `tensor`, converted to the type of `neutral`.
MlirValue dl_reduce_rows(const dl_builder *bld, const dl_rows *rows,
                         dl_combine kind, MlirValue tensor, MlirValue init,
                         bool is_unsigned);

/// The pass dlopt-reference-to-linalg on `op`; it has no options.
MlirLogicalResult dl_reference_lower(MlirOperation op, const void *options);

// The lowerings, one an op.
MlirLogicalResult dl_lower_attention(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_cast(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_conv(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_kernel(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_layer_norm(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_map(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_matmul(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_pool(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_reduce(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_rms_norm(dl_rewrite *rewrite);
MlirLogicalResult dl_lower_softmax(dl_rewrite *rewrite);
/// linalg.softmax becomes the operation of the dialect that means the same.
MlirLogicalResult dl_lower_named_softmax(dl_rewrite *rewrite);

#endif // DLOPT_LOWERING_REFERENCE_SHARED_H
