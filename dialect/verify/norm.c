// What the normalisations share.
#include "dialect/verify/norm.h"

#include "dialect/verify/attrs.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "mlir-c/BuiltinAttributes.h"

dl_axis dl_norm_axis(intptr_t operand, int64_t dim, int64_t first) {
  bool is_parameter = operand != DL_OF_RESULT && operand > 0;
  return dl_plain_axis((int)(is_parameter ? first + dim : dim));
}

static MlirLogicalResult check_parameter(MlirOperation op, const char *name,
                                         MlirValue parameter, int64_t rank) {
  if (mlirValueIsNull(parameter))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(dl_check_float(op, name, parameter)))
    return mlirLogicalResultFailure();
  return dl_check_rank(op, name, parameter, rank,
                       "the number of dimensions from axis on");
}

MlirLogicalResult dl_check_norm(MlirOperation op, MlirAttribute axis,
                                MlirAttribute epsilon, int n_parameters,
                                const char *const *names,
                                const MlirValue *parameters) {
  MlirValue input = mlirOperationGetOperand(op, 0);
  MlirValue result = mlirOperationGetResult(op, 0);
  int64_t first = mlirIntegerAttrGetValueInt(axis);
  if (mlirLogicalResultIsFailure(dl_check_ranks(op)) ||
      mlirLogicalResultIsFailure(dl_check_float(op, "input", input)) ||
      mlirLogicalResultIsFailure(dl_check_float(op, "result", result)) ||
      mlirLogicalResultIsFailure(dl_check_dim(op, "axis", first, input)) ||
      mlirLogicalResultIsFailure(
          dl_check_rank(op, "result", result, dl_rank(input), "that of input")))
    return mlirLogicalResultFailure();
  for (int i = 0; i < n_parameters; ++i)
    if (mlirLogicalResultIsFailure(check_parameter(op, names[i], parameters[i],
                                                   dl_rank(input) - first)))
      return mlirLogicalResultFailure();
  double value = mlirFloatAttrGetValueDouble(epsilon);
  if (!(value >= 0)) // NaN too
    return dl_emit_error(op, "epsilon is %g, expected at least 0", value);
  return mlirLogicalResultSuccess();
}
