// Recognises softmax, log-softmax, layer norm and RMS norm in maps and
// reductions, whatever the exporter's spelling.
//
// Runs after the structured import: it reads `dlopt.map`, `dlopt.cast` and
// `dlopt.reduce` through the element view (expr.h) and replaces the last
// operation of a form by one op; what only served it goes. Attention is built
// on the softmax found here.
//
// Gives up when the form would change by more than rounding; see
// recognize_softmax.c and recognize_norm.c for the conditions of each kind.
#include "lowering/import/recognize.h"

#include "dialect/dlopt_ops.h"
#include "lowering/pass/passes.h"

/// A cast or copy of a value that has other uses: recognised there, once.
static bool only_passes_on(MlirOperation op) {
  if (mlirOperationGetNumOperands(op) != 1)
    return false;
  return !dl_value_has_one_use(mlirOperationGetOperand(op, 0)) &&
         (dl_cast_is(op) ||
          mlirValueEqual(mlirOperationGetOperand(
                             mlirBlockGetTerminator(dl_region_block(op, 0)), 0),
                         mlirBlockGetArgument(dl_region_block(op, 0), 0)));
}

static MlirValue recognize_row(dl_recognizer *rec) {
  if (!(dl_map_is(rec->op) || dl_cast_is(rec->op)) || only_passes_on(rec->op))
    return (MlirValue){NULL};
  dl_view view;
  const dl_expr *root =
      dl_view_init(&view, &rec->arena, mlirOperationGetResult(rec->op, 0));
  MlirValue found = dl_match_softmax(rec, &view, root);
  return mlirValueIsNull(found) ? dl_match_norm(rec, &view, root) : found;
}

static MlirLogicalResult run(MlirOperation function, const void *options) {
  const dl_import_recognize_rows_options *opts = options;
  dl_recognize(function, opts->remarks, recognize_row);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(import_recognize_rows, run)
