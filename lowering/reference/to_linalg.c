// Pass dlopt-reference-to-linalg: every dlopt op becomes what defines it.
//
//   %y = dlopt.softmax %x dim 1 : tensor<4x8xf16> -> tensor<4x8xf16>
// becomes linalg ops that take the row maximum, exponentials, their sum and
// the quotient, in f32 between an extf and a truncf.
//
// linalg.softmax, which upstream's passes leave as it is, goes the same way.
//
// Why here: it is the executable definition of the dialect, so it needs nothing
// run before it and leaves nothing of dlopt behind; the CPU route and
// `--verify` stand on it. Gives up when: an op has no definition here, which is
// an error that names it.
#include "lowering/base/diag.h"
#include "lowering/reference/shared.h"

static const dl_pattern patterns[] = {
    DL_PATTERN("dlopt.attention", 1, dl_lower_attention),
    DL_PATTERN("dlopt.cast", 1, dl_lower_cast),
    DL_PATTERN("dlopt.conv", 1, dl_lower_conv),
    DL_PATTERN("dlopt.kernel", 1, dl_lower_kernel),
    DL_PATTERN("dlopt.layer_norm", 1, dl_lower_layer_norm),
    DL_PATTERN("dlopt.map", 1, dl_lower_map),
    DL_PATTERN("dlopt.matmul", 1, dl_lower_matmul),
    DL_PATTERN("dlopt.pool", 1, dl_lower_pool),
    DL_PATTERN("dlopt.reduce", 1, dl_lower_reduce),
    DL_PATTERN("dlopt.rms_norm", 1, dl_lower_rms_norm),
    DL_PATTERN("dlopt.softmax", 1, dl_lower_softmax),
    DL_PATTERN("linalg.softmax", 1, dl_lower_named_softmax),
};

static MlirWalkResult refuse_what_stayed(MlirOperation op, void *user_data) {
  if (!dl_string_starts_with(dl_op_name(op), "dlopt."))
    return MlirWalkResultAdvance;
  const char *reason = dl_cast_is(op) ? dl_cast_refusal(op) : NULL;
  *(MlirLogicalResult *)user_data =
      dl_emit_error(op, "has no reference lowering: %s",
                    reason ? reason : "no pattern took it");
  return MlirWalkResultSkip;
}

MlirLogicalResult dl_reference_lower(MlirOperation op, const void *options) {
  MlirLogicalResult result =
      dl_apply_patterns(op, patterns, sizeof(patterns) / sizeof(patterns[0]),
                        options, "dlopt-reference-to-linalg");
  if (mlirLogicalResultIsFailure(result))
    return result;
  mlirOperationWalk(op, refuse_what_stayed, &result, MlirWalkPreOrder);
  return result;
}

DL_FUNCTION_PASS(reference_to_linalg, dl_reference_lower)
