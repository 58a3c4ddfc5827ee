// scf: parallel loops.
#include "lowering/upgrade/rewrite.h"

/// The `{` of the body, or DL_NO_TOKEN: the first brace behind the name that is
/// on the level of the operation.
static uint32_t body_of(const dl_tokens *tokens, uint32_t name) {
  for (uint32_t t = name + 1; t + 1 < tokens->count; t++) {
    uint32_t match = tokens->items[t].match;
    if (dl_up_token_is(tokens, t, "{"))
      return match == DL_NO_TOKEN ? DL_NO_TOKEN : t;
    if (dl_up_token_kind_at(tokens, t) == DL_TOKEN_BLOCK)
      return DL_NO_TOKEN;
    if (match != DL_NO_TOKEN && match > t)
      t = match;
  }
  return DL_NO_TOKEN;
}

/// `scf.reduce(%x) : f32 {` -> `scf.reduce(%x : f32) {`
static bool mend_reduce(dl_upgrade *up, uint32_t name) {
  const dl_tokens *tokens = &up->tokens;
  if (!dl_up_token_is(tokens, name + 1, "(") ||
      dl_up_token_kind_at(tokens, name + 2) != DL_TOKEN_VALUE ||
      !dl_up_token_is(tokens, name + 3, ")") ||
      !dl_up_token_is(tokens, name + 4, ":"))
    return false;
  uint32_t type = name + 5, end = dl_up_type_end(tokens, type);
  if (end == type || !dl_up_token_is(tokens, end, "{"))
    return false;
  dl_slice text = dl_up_token_range(tokens, type, end);
  dl_up_replace(up, tokens->items[name + 3].begin, tokens->items[end - 1].end,
                dl_up_format(up, " : %.*s)", DL_SLICE_ARGS(text)));
  return true;
}

/// scf.reduce ends the body now; it stood before a scf.yield.
static dl_mend mend_parallel(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t open = op->quoted ? DL_NO_TOKEN : body_of(tokens, op->name);
  if (open == DL_NO_TOKEN)
    return DL_MEND_NONE;
  uint32_t close = tokens->items[open].match, reduce = DL_NO_TOKEN;
  uint32_t n_reduces = 0, last = DL_NO_TOKEN;
  for (uint32_t t = open + 1; t < close; t++) {
    uint32_t match = tokens->items[t].match;
    if (dl_up_token_is(tokens, t, "scf.reduce"))
      reduce = t, n_reduces++;
    else if (dl_up_token_is(tokens, t, "scf.yield"))
      last = t;
    if (match != DL_NO_TOKEN && match > t)
      t = match;
  }
  if (last == DL_NO_TOKEN || last + 1 != close)
    return DL_MEND_NONE;
  if (n_reduces > 1) {
    up->advice = "one scf.reduce ends the body now, with a region for each "
                 "value: join the scf.reduces and drop the scf.yield";
    return DL_MEND_BY_HAND;
  }
  if (n_reduces == 1 && !mend_reduce(up, reduce))
    return DL_MEND_BY_HAND;
  if (n_reduces == 1) {
    // What stands behind the reduce would follow a terminator.
    uint32_t brace = body_of(tokens, reduce);
    if (brace == DL_NO_TOKEN || tokens->items[brace].match + 1 != last) {
      up->advice = "scf.reduce ends the body now: move it behind the other "
                   "operations and drop the scf.yield";
      return DL_MEND_BY_HAND;
    }
  }
  dl_up_remove_tokens(up, last, last + 1);
  return DL_MEND_DONE;
}

/// Before it had shared_outs its results were bound in another way.
static dl_mend mend_foreach(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  const dl_tokens *tokens = &up->tokens;
  uint32_t at = op->name + 1;
  for (uint32_t t = at; t < at + 512 && t + 1 < tokens->count; t++) {
    uint32_t match = tokens->items[t].match;
    if (dl_up_token_is(tokens, t, "shared_outs") ||
        dl_up_token_is(tokens, t, "{"))
      break;
    if (dl_up_token_kind_at(tokens, t) == DL_TOKEN_ARROW) {
      up->advice = "it is called scf.forall now; write its results as "
                   "shared_outs(%out = %init)";
      return DL_MEND_BY_HAND;
    }
    if (match != DL_NO_TOKEN && match > t)
      t = match;
  }
  return dl_up_mend_rename(up, op, rule);
}

const dl_rule dl_up_rules_scf[] = {
    {"scf.parallel", 18, "scf.reduce ends the body now, no scf.yield",
     mend_parallel, NULL},
    {"scf.foreach_thread", 17, "it is called scf.forall now", mend_foreach,
     "scf.forall"},
    {"scf.foreach_thread.perform_concurrently", 17,
     "it is called scf.forall.in_parallel now", dl_up_mend_rename,
     "scf.forall.in_parallel"},
    DL_RULES_END,
};
