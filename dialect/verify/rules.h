// The shape rules, one an op; each is defined beside the op's verifier.
#ifndef DLOPT_DIALECT_VERIFY_RULES_H
#define DLOPT_DIALECT_VERIFY_RULES_H

#include "dialect/verify/hooks.h"
#include "dialect/verify/shape.h"

#define DL_DECLARE_RULE(op) extern const dl_shape_rule dl_##op##_shape_rule;
DL_TENSOR_OPS(DL_DECLARE_RULE)
#undef DL_DECLARE_RULE

#endif // DLOPT_DIALECT_VERIFY_RULES_H
