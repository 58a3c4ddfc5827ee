// Masks of attention: which conditions and constants say "causal".
#ifndef DLOPT_LOWERING_IMPORT_CAUSAL_H
#define DLOPT_LOWERING_IMPORT_CAUSAL_H

#include "lowering/import/expr.h"

/// True if `keep` (or, with `negated`, not `keep`) holds exactly where key j <=
/// query i + (sk - sq), for the ids `row` (i) and `column` (j) of the view.
bool dl_is_causal_condition(const dl_view *view, const dl_expr *keep,
                            bool negated, int row, int column);

/// True if `expr` is 0 where causal attention keeps a score and a number below
/// every score, or -inf, where it does not.
bool dl_is_causal_bias(const dl_view *view, const dl_expr *expr, int row,
                       int column);

/// True if every row of causal attention keeps a key: sk >= sq for sure.
bool dl_causal_rows_keep_a_key(const dl_view *view, int row, int column);

/// -inf, or so low (below -1e30, in a type that holds it) that a score added to
/// it leaves it far below every score that did not overflow.
bool dl_is_masking_number(const dl_expr *expr);

#endif // DLOPT_LOWERING_IMPORT_CAUSAL_H
