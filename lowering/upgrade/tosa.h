// Mends that several TOSA families share.
#ifndef DLOPT_LOWERING_UPGRADE_TOSA_H
#define DLOPT_LOWERING_UPGRADE_TOSA_H

#include "lowering/upgrade/rewrite.h"

/// Adds the two zero-point operands, valued as the attributes `first` and
/// `second` or the quantization_info say, else 0, and removes those.
dl_mend dl_up_tosa_zero_points(dl_upgrade *up, dl_op *op, const char *first,
                               dl_slice first_type, const char *second,
                               dl_slice second_type);

/// double_round = true/false -> rounding_mode.
dl_mend dl_up_tosa_double_round(dl_upgrade *up, dl_op *op, const dl_rule *rule);

/// rule->arg is "attribute,enum": a string becomes a word of that enum.
dl_mend dl_up_tosa_enum(dl_upgrade *up, dl_op *op, const dl_rule *rule);

#endif // DLOPT_LOWERING_UPGRADE_TOSA_H
