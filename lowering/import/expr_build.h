// Making nodes of the element view: unique, normalised, constants folded.
#ifndef DLOPT_LOWERING_IMPORT_EXPR_BUILD_H
#define DLOPT_LOWERING_IMPORT_EXPR_BUILD_H

#include "lowering/import/expr.h"

/// The node equal to `*proto`, made if there is none.
const dl_expr *dl_expr_intern(dl_view *view, const dl_expr *proto);

const dl_expr *dl_expr_const(dl_view *view, MlirType type, double number);
const dl_expr *dl_expr_unary(dl_view *view, dl_expr_kind kind, MlirType type,
                             const dl_expr *arg);
const dl_expr *dl_expr_binary(dl_view *view, dl_expr_kind kind, MlirType type,
                              const dl_expr *lhs, const dl_expr *rhs);
const dl_expr *dl_expr_pow(dl_view *view, MlirType type, const dl_expr *base,
                           double exponent);
const dl_expr *dl_expr_compare(dl_view *view, dl_expr_kind kind, int predicate,
                               const dl_expr *lhs, const dl_expr *rhs);
const dl_expr *dl_expr_select(dl_view *view, MlirType type,
                              const dl_expr *condition,
                              const dl_expr *when_true,
                              const dl_expr *when_false);
/// `arg` converted to float type `type`.
const dl_expr *dl_expr_convert_float(dl_view *view, MlirType type,
                                     const dl_expr *arg);

/// The scalar operation `op`, whose operands are `args`; null if it has no
/// normal form.
const dl_expr *dl_expr_of_op(dl_view *view, MlirOperation op, int n_args,
                             const dl_expr *const *args);

/// An id for reduced dimension `dim` of `input`: that of a root dimension which
/// the result does not run along (none of `taken`), the last that fits, else a
/// new one; -1 if there are too many.
int dl_view_reduced_id(dl_view *view, MlirValue input, int dim, uint32_t taken);

/// The maximum that the linalg operation `op` reduces to; null if it is none.
const dl_expr *dl_expr_of_generic(dl_view *view, MlirValue tensor,
                                  MlirOperation op, const dl_place *place);

#endif // DLOPT_LOWERING_IMPORT_EXPR_BUILD_H
