// Functions: `func` became func.func.
#include "lowering/upgrade/rewrite.h"

static dl_mend mend_func(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  op->new_name = DL_SLICE("func.func");
  dl_form *form = op->quoted ? dl_up_op_form(up, op) : NULL;
  dl_attribute *type = form ? dl_up_form_attribute(form, "type") : NULL;
  if (type) {
    type->name = DL_SLICE("function_type");
    form->attributes_changed = true;
  }
  return DL_MEND_DONE;
}

const dl_rule dl_up_rules_func[] = {
    {"func", 15, "it is called func.func now", mend_func, NULL},
    {"builtin.func", 15, "it is called func.func now", mend_func, NULL},
    DL_RULES_END,
};
