// The std dialect, dissolved into arith, math, cf, memref and func.
#include "lowering/upgrade/rewrite.h"

/// Also covers the bare word: `addf %a, %b` is std.addf.
static dl_mend mend_constant(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  bool is_function =
      dl_up_token_kind_at(&up->tokens, op->name + 1) == DL_TOKEN_SYMBOL;
  op->new_name =
      is_function ? DL_SLICE("func.constant") : DL_SLICE("arith.constant");
  return DL_MEND_DONE;
}

/// `splat %x : tensor<…>` or vector<…>
static dl_mend mend_splat(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t type = op->name + 3;
  if (op->quoted || !dl_up_token_is(tokens, type - 1, ":"))
    return DL_MEND_BY_HAND;
  uint32_t end = dl_up_type_end(tokens, type);
  dl_shape shape;
  if (!dl_up_shape_parse(up, dl_up_token_range(tokens, type, end), &shape))
    return DL_MEND_BY_HAND;
  if (dl_up_slice_is(shape.prefix, "tensor")) {
    op->new_name = DL_SLICE("tensor.splat");
    return DL_MEND_DONE;
  }
  op->new_name = DL_SLICE("vector.broadcast");
  dl_up_insert(up, tokens->items[type].begin,
               dl_up_format(up, "%.*s to ", DL_SLICE_ARGS(shape.element)));
  return DL_MEND_DONE;
}

/// `rank %x : T`
static dl_mend mend_rank(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  bool is_memref = dl_up_token_is(&up->tokens, op->name + 3, "memref");
  op->new_name = is_memref ? DL_SLICE("memref.rank") : DL_SLICE("tensor.rank");
  return DL_MEND_DONE;
}

#define RENAMED(since, old, new)                                               \
  {"std." old, since, "the std dialect is gone: it is called " new " now",     \
   dl_up_mend_rename, new}

const dl_rule dl_up_rules_std[] = {
    RENAMED(14, "addf", "arith.addf"),
    RENAMED(14, "subf", "arith.subf"),
    RENAMED(14, "mulf", "arith.mulf"),
    RENAMED(14, "divf", "arith.divf"),
    RENAMED(14, "remf", "arith.remf"),
    RENAMED(14, "negf", "arith.negf"),
    RENAMED(14, "addi", "arith.addi"),
    RENAMED(14, "subi", "arith.subi"),
    RENAMED(14, "muli", "arith.muli"),
    RENAMED(14, "divi_signed", "arith.divsi"),
    RENAMED(14, "divi_unsigned", "arith.divui"),
    RENAMED(14, "ceildivi_signed", "arith.ceildivsi"),
    RENAMED(14, "floordivi_signed", "arith.floordivsi"),
    RENAMED(14, "remi_signed", "arith.remsi"),
    RENAMED(14, "remi_unsigned", "arith.remui"),
    RENAMED(14, "and", "arith.andi"),
    RENAMED(14, "or", "arith.ori"),
    RENAMED(14, "xor", "arith.xori"),
    RENAMED(14, "shift_left", "arith.shli"),
    RENAMED(14, "shift_right_signed", "arith.shrsi"),
    RENAMED(14, "shift_right_unsigned", "arith.shrui"),
    RENAMED(14, "cmpf", "arith.cmpf"),
    RENAMED(14, "cmpi", "arith.cmpi"),
    RENAMED(14, "fpext", "arith.extf"),
    RENAMED(14, "fptrunc", "arith.truncf"),
    RENAMED(14, "sexti", "arith.extsi"),
    RENAMED(14, "zexti", "arith.extui"),
    RENAMED(14, "trunci", "arith.trunci"),
    RENAMED(14, "sitofp", "arith.sitofp"),
    RENAMED(14, "uitofp", "arith.uitofp"),
    RENAMED(14, "fptosi", "arith.fptosi"),
    RENAMED(14, "fptoui", "arith.fptoui"),
    RENAMED(14, "index_cast", "arith.index_cast"),
    RENAMED(14, "absf", "math.absf"),
    RENAMED(14, "ceilf", "math.ceil"),
    RENAMED(14, "floorf", "math.floor"),
    RENAMED(14, "copysign", "math.copysign"),
    RENAMED(14, "fmaf", "math.fma"),
    RENAMED(14, "atomic_rmw", "memref.atomic_rmw"),
    RENAMED(14, "generic_atomic_rmw", "memref.generic_atomic_rmw"),
    RENAMED(14, "atomic_yield", "memref.atomic_yield"),
    RENAMED(15, "select", "arith.select"),
    RENAMED(15, "br", "cf.br"),
    RENAMED(15, "cond_br", "cf.cond_br"),
    RENAMED(15, "switch", "cf.switch"),
    RENAMED(15, "assert", "cf.assert"),
    RENAMED(15, "call", "func.call"),
    RENAMED(15, "call_indirect", "func.call_indirect"),
    RENAMED(15, "return", "func.return"),
    {"std.constant", 14, "the std dialect is gone: it is in arith or func now",
     mend_constant, NULL},
    {"std.splat", 15, "it is called tensor.splat or vector.broadcast now",
     mend_splat, NULL},
    {"std.rank", 14, "it is called tensor.rank or memref.rank now", mend_rank,
     NULL},
    DL_RULES_END,
};
