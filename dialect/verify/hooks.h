// The C functions that the classes generated from ODS call, one set an op.
#ifndef DLOPT_DIALECT_VERIFY_HOOKS_H
#define DLOPT_DIALECT_VERIFY_HOOKS_H

#include <stdbool.h>

#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ops whose results all have one shape that follows from the operands.
#define DL_TENSOR_OPS(X)                                                       \
  X(attention)                                                                 \
  X(cast)                                                                      \
  X(conv)                                                                      \
  X(layer_norm)                                                                \
  X(map)                                                                       \
  X(matmul)                                                                    \
  X(pool)                                                                      \
  X(reduce)                                                                    \
  X(rms_norm)                                                                  \
  X(softmax)

#define DL_ALL_OPS(X)                                                          \
  DL_TENSOR_OPS(X)                                                             \
  X(index)                                                                     \
  X(kernel)                                                                    \
  X(yield)

/// Checks all that the op's declaration does not say; the cause is diagnosed.
#define DL_DECLARE_VERIFY(op)                                                  \
  MlirLogicalResult dl_##op##_verify(MlirOperation op);
DL_ALL_OPS(DL_DECLARE_VERIFY)
#undef DL_DECLARE_VERIFY

/// Checks the body; the ops inside have been verified by then.
MlirLogicalResult dl_map_verify_regions(MlirOperation op);
MlirLogicalResult dl_kernel_verify_regions(MlirOperation op);

/// Folds the only result of an op to `*attr_out` or `*value_out`. `constants`
/// has one attribute an operand, null where the operand is no constant. Must
/// not change or make ops. Returns false, with both outputs null, if there is
/// nothing to fold.
typedef bool (*dl_fold_fn)(MlirOperation op, const MlirAttribute *constants,
                           intptr_t n_constants, MlirAttribute *attr_out,
                           MlirValue *value_out);
bool dl_cast_fold(MlirOperation op, const MlirAttribute *constants,
                  intptr_t n_constants, MlirAttribute *attr_out,
                  MlirValue *value_out);
bool dl_reduce_fold(MlirOperation op, const MlirAttribute *constants,
                    intptr_t n_constants, MlirAttribute *attr_out,
                    MlirValue *value_out);

/// Adds the op's canonicalisation patterns to `set`.
#define DL_DECLARE_CANONICALIZE(op)                                            \
  void dl_##op##_canonicalize(MlirRewritePatternSet set, MlirContext context);
DL_TENSOR_OPS(DL_DECLARE_CANONICALIZE)
DL_DECLARE_CANONICALIZE(kernel)
#undef DL_DECLARE_CANONICALIZE

#ifdef __cplusplus
}
#endif

#endif // DLOPT_DIALECT_VERIFY_HOOKS_H
