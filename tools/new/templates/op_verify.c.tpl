// dlopt.${NAME}: verifier and shape rule.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/attrs.h"
#include "dialect/verify/rules.h"

static const char *operand_name(MlirOperation op, intptr_t operand) {
  (void)op, (void)operand;
  return "input";
}

// ${FILL}: another rule unless input and result have one shape.
const dl_shape_rule dl_${NAME}_shape_rule = {.axis = dl_identity_axis,
                                             .operand_name = operand_name};

MlirLogicalResult dl_${NAME}_verify(MlirOperation op) {
  // ${FILL}: check what the table of element types and the attributes say; each
  // message has a case in test/dialect/${NAME}_invalid.mlir.
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)))
    return mlirLogicalResultFailure();
  return dl_shape_check(op, &dl_${NAME}_shape_rule);
}
