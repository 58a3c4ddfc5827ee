// What every family asks of a dlopt.kernel: its outputs, limits of size, types
// and scalar code that there is device code for; the sizes that it needs.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "lowering/base/float_format.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/body.h"
#include "lowering/kernel/ir.h"

bool dl_is_scalar_code(MlirOperation op) {
  if (mlirOperationGetNumRegions(op) > 0)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (dl_is_tensor(dl_result(op, i)) && !dl_arith_constant_is(op))
      return false;
  return true;
}

static MlirLogicalResult check_type(MlirOperation op, MlirType type) {
  if (mlirTypeIsATensor(type))
    type = mlirShapedTypeGetElementType(type);
  dl_float_format format;
  unsigned width =
      dl_type_is_float(type) || dl_type_is_int(type) ? dl_type_width(type) : 0;
  bool is_float = dl_type_is_float(type) && dl_float_format_of(type, &format) &&
                  width >= 8 && !mlirTypeIsATF32(type);
  if (is_float || mlirTypeIsAIndex(type) ||
      (dl_type_is_int(type) && width <= 64))
    return mlirLogicalResultSuccess();
  char text[64];
  return dl_emit_error(op,
                       "has no GPU code yet for elements of type %s; cast to "
                       "an 8-bit float, f16, bf16, f32 or f64, or to an "
                       "integer of at most 64 bits",
                       dl_type_text(type, text, sizeof(text)));
}

MlirLogicalResult dl_check_types(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (mlirLogicalResultIsFailure(
            check_type(op, mlirValueGetType(mlirOperationGetOperand(op, i)))))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (mlirLogicalResultIsFailure(
            check_type(op, mlirValueGetType(dl_result(op, i)))))
      return mlirLogicalResultFailure();
  if (dl_arith_constant_is(op) && dl_is_tensor(dl_result(op, 0)) &&
      !mlirDenseElementsAttrIsSplat(dl_arith_constant_value(op)))
    return dl_emit_error(op, "holds different numbers inside a kernel; make it "
                             "an input of the kernel");
  return mlirLogicalResultSuccess();
}

// Scalar code.

static bool is_scalar_op(MlirOperation op) {
  static const char *const dialects[] = {"arith.", "math."};
  static const char *const others[] = {
      "cf.assert",    "dlopt.index",    "dlopt.yield",  "linalg.index",
      "linalg.yield", "tensor.extract", "tensor.yield", "tensor.dim",
      "scf.if",       "scf.for",        "scf.while",    "scf.condition",
      "scf.yield"};
  MlirStringRef name = dl_op_name(op);
  for (size_t i = 0; i < sizeof(dialects) / sizeof(dialects[0]); ++i)
    if (dl_string_starts_with(name, dialects[i]))
      return true;
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i)
    if (dl_string_is(name, others[i]))
      return true;
  return false;
}

struct scalar_check {
  dl_body *body;
  MlirOperation of;
  bool failed;
};

static MlirLogicalResult check_scalar_op(const struct scalar_check *check,
                                         MlirOperation op) {
  int64_t dim;
  if (!is_scalar_op(op))
    return dl_emit_error(op, "has no GPU code in a body" DL_ELSEWHERE);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (dl_is_tensor(dl_result(op, i)))
      return dl_emit_error(op, "makes a tensor in a body, for which a thread "
                               "has no room" DL_ELSEWHERE);
  if (dl_tensor_dim_is(op)) {
    if (!dl_is_constant(mlirOperationGetOperand(op, 1), &dim))
      return dl_emit_error(op,
                           "asks for a dimension that is no constant, which "
                           "a kernel cannot; ask outside of it");
    return dl_need_size(check->body, mlirOperationGetOperand(op, 0), dim);
  }
  if (dl_tensor_extract_is(op)) {
    MlirValue tensor = mlirOperationGetOperand(op, 0);
    if (mlirValueIsAOpResult(tensor))
      return dl_emit_error(op, "reads at a computed place what its kernel "
                               "makes; split the kernel before it");
    if (mlirLogicalResultIsFailure(dl_need_sizes(check->body, tensor)))
      return mlirLogicalResultFailure();
  }
  return dl_check_types(op);
}

static MlirWalkResult check_nested(MlirOperation op, void *data) {
  struct scalar_check *check = data;
  if (mlirOperationEqual(op, check->of) ||
      mlirLogicalResultIsSuccess(check_scalar_op(check, op)))
    return MlirWalkResultAdvance;
  check->failed = true;
  return MlirWalkResultInterrupt;
}

MlirLogicalResult dl_check_op(dl_body *body, MlirOperation op) {
  if (dl_tensor_dim_is(op)) {
    const struct scalar_check check = {.body = body};
    return check_scalar_op(&check, op);
  }
  if (mlirLogicalResultIsFailure(dl_check_types(op)))
    return mlirLogicalResultFailure();
  struct scalar_check check = {.body = body, .of = op};
  if (mlirOperationGetNumRegions(op) > 0)
    mlirOperationWalk(op, check_nested, &check, MlirWalkPreOrder);
  return check.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

// Limits that keep the code of one kernel within reason.
enum { MAX_OPS = 128, MAX_BODY_OPS = 256, MAX_INPUTS = 128 };

static int count_ops(MlirBlock block) {
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    ++count;
  return count;
}

static MlirLogicalResult check_limits(const dl_body *body) {
  if (count_ops(body->block) > MAX_OPS ||
      dl_kernel_n_inputs(body->op) > MAX_INPUTS)
    return dl_emit_error(body->op,
                         "is too large: a GPU kernel has at most %d operations "
                         "and %d inputs; split it",
                         MAX_OPS, MAX_INPUTS);
  for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumRegions(op) &&
        count_ops(dl_region_block(op, 0)) > MAX_BODY_OPS)
      return dl_emit_error(op,
                           "has a body of more than %d operations, too many "
                           "for a GPU kernel; split it",
                           MAX_BODY_OPS);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_begin_body(MlirOperation kernel, dl_body *body) {
  *body = (dl_body){.op = kernel, .block = dl_region_block(kernel, 0)};
  MlirOperation yield = mlirBlockGetTerminator(body->block);
  body->n_outputs = (int)dl_yield_n_values(yield);
  if (body->n_outputs == 0 || body->n_outputs > DL_MAX_OUTPUTS)
    return dl_emit_error(kernel, "has %d results; a GPU kernel has 1 to 16",
                         body->n_outputs);
  for (int i = 0; i < body->n_outputs; ++i) {
    body->outputs[i].value = dl_yield_values(yield, i);
    if (!dl_is_tensor(body->outputs[i].value))
      return dl_emit_error(kernel,
                           "gives a scalar, result #%d; a GPU kernel "
                           "gives tensors",
                           i);
  }
  return check_limits(body);
}

// Sizes.

MlirLogicalResult dl_need_size(dl_body *body, MlirValue value, int64_t dim) {
  if (dl_static_size(value, dim) >= 0)
    return mlirLogicalResultSuccess();
  for (int i = 0; i < body->n_sizes; ++i)
    if (body->sizes[i].dim == dim &&
        mlirValueEqual(body->sizes[i].value, value))
      return mlirLogicalResultSuccess();
  if (body->n_sizes == DL_MAX_SIZES)
    return dl_emit_error(body->op,
                         "needs more than %d sizes that are not static; split "
                         "it, or make sizes static",
                         DL_MAX_SIZES);
  body->sizes[body->n_sizes++] = (dl_size_argument){value, (int)dim};
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_need_sizes(dl_body *body, MlirValue tensor) {
  for (int64_t i = 0; i < dl_rank(tensor); ++i)
    if (mlirLogicalResultIsFailure(dl_need_size(body, tensor, i)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}
