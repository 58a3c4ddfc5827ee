// Tensors for nodes of the element view.
#ifndef DLOPT_LOWERING_IMPORT_EMIT_H
#define DLOPT_LOWERING_IMPORT_EMIT_H

#include "lowering/base/builder.h"
#include "lowering/import/expr.h"

/// True if `expr` is held by a tensor whose dimensions, those of size 1 aside,
/// run along the ids of `place` in the same order.
bool dl_expr_is_held_in_order(const dl_expr *expr, const dl_place *place);

/// A tensor whose dimension k runs along id place->id[k] (-1: size 1) and holds
/// `expr`, which depends on no other id: the tensor that holds it, reshaped if
/// need be, or a new `dlopt.map`. Its element type is that of the holding
/// tensor, or `expr->type`. Null if the expression cannot be written down.
MlirValue dl_expr_to_tensor(dl_view *view, const dl_builder *bld,
                            const dl_expr *expr, const dl_place *place);

/// The place of the root: ids 0, 1, 2, .. with -1 where the size is 1, from
/// dimension `first` on.
dl_place dl_view_root_place(const dl_view *view, int first);

/// The size as an index value.
MlirValue dl_value_of_size(const dl_builder *bld, dl_size size);

#endif // DLOPT_LOWERING_IMPORT_EMIT_H
