// Canonicalisation patterns in C: how they are written and added, and those
// that every op with a shape rule has.
#ifndef DLOPT_DIALECT_FOLD_PATTERNS_H
#define DLOPT_DIALECT_FOLD_PATTERNS_H

#include "lowering/base/builder.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

/// Rewrites `op` and returns success, or changes nothing and returns failure.
/// `bld` inserts before `op`.
typedef MlirLogicalResult (*dl_canonical_fn)(MlirOperation op,
                                             const dl_builder *bld);

/// A pattern: the root's name and the function.
typedef struct dl_canonical {
  const char *root;
  dl_canonical_fn rewrite;
} dl_canonical;

/// Adds `count` patterns, which must be in static memory.
void dl_canonical_add(MlirRewritePatternSet set, MlirContext context,
                      const dl_canonical *patterns, size_t count);

#define DL_CANONICAL_ADD(set, context, table)                                  \
  dl_canonical_add((set), (context), (table),                                  \
                   sizeof(table) / sizeof((table)[0]))

/// A `tensor.cast` operand that hides static sizes is looked through.
MlirLogicalResult dl_fold_operand_casts(MlirOperation op,
                                        const dl_builder *bld);
/// Dynamic result dimensions become static where the shape rule says how large
/// they are.
MlirLogicalResult dl_refine_results(MlirOperation op, const dl_builder *bld);
/// The table rows that every op with a shape rule starts with.
#define DL_SHAPE_PATTERNS(root)                                                \
  {root, dl_fold_operand_casts}, { root, dl_refine_results }

/// Gives every result the sizes `sizes` (negative: dynamic), one a dimension;
/// users see a `tensor.cast` to the old type.
void dl_set_result_sizes(MlirOperation op, const dl_builder *bld,
                         const int64_t *sizes);
/// `value` as a `tensor.cast` to `type`, or itself if it has that type.
MlirValue dl_cast_tensor_to(const dl_builder *bld, MlirValue value,
                            MlirType type);

/// Size of dimension `dim` of `tensor` as an index value; reads through ops of
/// this dialect and casts, so that the tensor is not kept for its size only.
MlirValue dl_dim_value(const dl_builder *bld, MlirValue tensor, int64_t dim);

/// Scalar attribute that all elements of `value` are equal to: of a splat
/// constant, or of a `dlopt.map` without inputs that yields a constant. Null if
/// there is none.
MlirAttribute dl_splat_of(MlirValue value);
/// Value of an `arith.constant`, or null.
MlirAttribute dl_constant_of(MlirValue value);

#endif // DLOPT_DIALECT_FOLD_PATTERNS_H
