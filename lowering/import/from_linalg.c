// dlopt-import-from-linalg: structured operations become dlopt operations.
//   linalg.matmul, generic, conv_*, ...  ->  dlopt.matmul, map, reduce, conv,
//   pool
// First of all passes; tosa has become linalg before. What has no dlopt form
// stays and keeps its meaning; with `remarks` it says why.
#include "lowering/import/import.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/diag.h"
#include "lowering/base/strings.h"
#include "lowering/pass/passes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirLogicalResult import_softmax(dl_rewrite *rewrite) {
  MlirOperation op = rewrite->op;
  if (mlirOperationGetNumResults(op) != 1)
    return DL_NO_MATCH(rewrite, "it works on memrefs, not on tensors");
  MlirAttribute dim = mlirOperationGetAttributeByName(op, DL_STR("dimension"));
  MlirValue input = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
    return DL_NO_MATCH(rewrite, "a tensor has an encoding");
  return dl_replace_one(
      rewrite,
      dl_softmax(&rewrite->bld, type, input,
                 (dl_softmax_attrs){
                     .dim = dl_attr_i64(&rewrite->bld,
                                        mlirIntegerAttrGetValueInt(dim))}));
}

/// Operations that are no loops over scalars.
static MlirLogicalResult leave_unstructured(dl_rewrite *rewrite) {
  dl_structured view;
  const char *reason;
  if (dl_structured_read(rewrite->op, &view, &reason))
    return dl_other_kind();
  return DL_NO_MATCH(rewrite, reason ? reason : "it has no dlopt form");
}

static MlirLogicalResult leave_tosa(dl_rewrite *rewrite) {
  return DL_NO_MATCH(rewrite, "upstream does not lower it to linalg");
}

static MlirLogicalResult import_structured(dl_rewrite *rewrite) {
  if (dl_is(rewrite->op, "linalg.mmt4d") ||
      dl_is(rewrite->op, "linalg.batch_mmt4d"))
    // would become batches of tiny products
    return DL_NO_MATCH(rewrite, "its operands are packed in tiles");
  static const dl_rewrite_fn kinds[] = {dl_import_contraction, dl_import_conv,
                                        dl_import_pool, dl_import_reduce,
                                        dl_import_map};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i)
    if (mlirLogicalResultIsSuccess(kinds[i](rewrite)))
      return mlirLogicalResultSuccess();
  return mlirLogicalResultFailure();
}

static MlirLogicalResult leave_for_later(dl_rewrite *rewrite) {
  (void)rewrite; // inits are recognised by their fill
  return mlirLogicalResultSuccess();
}

static const dl_pattern patterns[] = {
    DL_PATTERN("linalg.fill", 1, leave_for_later),
    DL_PATTERN("linalg.softmax", 1, import_softmax),
    DL_PATTERN("linalg.*", 1, leave_unstructured),
    DL_PATTERN("linalg.*", 1, import_structured),
    DL_PATTERN("tosa.*", 1, leave_tosa),
    DL_PATTERN("arith.*", 1, dl_import_tensor_arith),
    DL_PATTERN("math.*", 1, dl_import_tensor_arith),
};

static MlirLogicalResult erase_unused(dl_rewrite *rewrite) {
  MlirValue result = mlirOperationGetResult(rewrite->op, 0);
  if (!mlirOpOperandIsNull(mlirValueGetFirstUse(result)))
    return dl_other_kind();
  mlirRewriterBaseEraseOp(rewrite->bld.rewriter, rewrite->op);
  return mlirLogicalResultSuccess();
}

// What the patterns leave without use, users first.
static const dl_pattern pads[] = {DL_PATTERN("tensor.pad", 1, erase_unused)};
static const dl_pattern fills[] = {
    DL_PATTERN("linalg.fill", 1, dl_import_fill)};
static const dl_pattern empties[] = {
    DL_PATTERN("tensor.empty", 1, erase_unused)};

static void report(MlirOperation op, const char *reason, const void *options) {
  const dl_import_from_linalg_options *import = options;
  if (import->remarks && reason)
    dl_emit_remark(op, "stays as it is: %s", reason);
}

static MlirLogicalResult walk(MlirOperation func, const dl_pattern *table,
                              size_t count, const void *options) {
  dl_walk rows = {.patterns = table,
                  .n_patterns = count,
                  .options = options,
                  .flag = "dlopt-import-from-linalg",
                  .refused = report};
  return dl_walk_patterns(func, &rows);
}

static MlirLogicalResult run(MlirOperation func, const void *options) {
  size_t count = sizeof(patterns) / sizeof(patterns[0]);
  if (mlirLogicalResultIsFailure(walk(func, patterns, count, options)) ||
      mlirLogicalResultIsFailure(walk(func, pads, 1, options)) ||
      mlirLogicalResultIsFailure(walk(func, fills, 1, options)))
    return mlirLogicalResultFailure();
  return walk(func, empties, 1, options);
}

DL_FUNCTION_PASS(import_from_linalg, run)
