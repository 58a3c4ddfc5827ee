// TOSA: control flow.
#include "lowering/upgrade/rewrite.h"

/// `tosa.cond_if %c -> (T) {` did not state the type of its condition.
static dl_mend mend_cond_if(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t condition = op->name + 1;
  if (op->quoted || dl_up_token_kind_at(tokens, condition) != DL_TOKEN_VALUE ||
      !(dl_up_token_kind_at(tokens, condition + 1) == DL_TOKEN_ARROW ||
        dl_up_token_is(tokens, condition + 1, "{")))
    return DL_MEND_NONE;
  dl_slice type = dl_up_value_type(up, dl_up_token_text(tokens, condition));
  if (type.length == 0)
    type = DL_SLICE("tensor<i1>");
  dl_up_insert(up, tokens->items[condition].end,
               dl_up_format(up, " : %.*s", DL_SLICE_ARGS(type)));
  return DL_MEND_DONE;
}

const dl_rule dl_up_rules_tosa_flow[] = {
    {"tosa.cond_if", 22, "the type of the condition must be stated",
     mend_cond_if, NULL},
    DL_RULES_END,
};
