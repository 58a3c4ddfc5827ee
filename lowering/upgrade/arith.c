// arith, math, memref.atomic_rmw, gpu and llvm: renames and small changes.
#include "lowering/upgrade/rewrite.h"

/// `memref.atomic_rmw maxf %x, …`: the word behind the name.
static dl_mend mend_atomic(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  uint32_t word = op->name + 1;
  bool is_max = dl_up_token_is(&up->tokens, word, "maxf");
  if (!is_max && !dl_up_token_is(&up->tokens, word, "minf"))
    return DL_MEND_NONE;
  dl_up_replace_token(up, word,
                      is_max ? DL_SLICE("maximumf") : DL_SLICE("minimumf"));
  return DL_MEND_DONE;
}

/// `gpu.printf "%d" %x : i32` lacks the comma.
static dl_mend mend_printf(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  uint32_t format = op->name + 1;
  if (op->quoted ||
      dl_up_token_kind_at(&up->tokens, format) != DL_TOKEN_STRING ||
      dl_up_token_kind_at(&up->tokens, format + 1) != DL_TOKEN_VALUE)
    return DL_MEND_NONE;
  dl_up_insert(up, up->tokens.items[format].end, DL_SLICE(","));
  return DL_MEND_DONE;
}

const dl_rule dl_up_rules_arith[] = {
    {"arith.maxf", 18, "it is called arith.maximumf now (NaN passes through)",
     dl_up_mend_rename, "arith.maximumf"},
    {"arith.minf", 18, "it is called arith.minimumf now (NaN passes through)",
     dl_up_mend_rename, "arith.minimumf"},
    {"math.abs", 16, "it is called math.absf now", dl_up_mend_rename,
     "math.absf"},
    {"memref.atomic_rmw", 18,
     "the kinds maxf and minf are called maximumf and minimumf now",
     mend_atomic, NULL},
    {"gpu.printf", 20, "a comma stands behind the format now", mend_printf,
     NULL},
    {"llvm.mlir.null", 18, "it is called llvm.mlir.zero now", dl_up_mend_rename,
     "llvm.mlir.zero"},
    DL_RULES_END,
};
