// Pass dlopt-ptx-expand-math: functions of `math` in GPU code as arithmetic.
//
//   %y = math.exp %x : f32        (in a gpu.func)
// becomes fused multiply-adds and ex2.approx on what is left of the exponent.
//
// Why here: upstream's lowering would make them calls of libdevice, which only
// a CUDA toolkit has; a compiler that needs LLVM alone runs anywhere. Gives up
// when: a function has no expansion, which is an error, or with `libdevice`
// left to upstream.
#include <math.h>

#include "dialect/verify/types.h"
#include "lowering/base/diag.h"
#include "lowering/base/float_format.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/pass/passes.h"
#include "lowering/ptx/float_math.h"
#include "lowering/reference/scalar.h"

typedef MlirValue (*unary_fn)(const dl_builder *bld, MlirValue x);
typedef MlirValue (*binary_fn)(const dl_builder *bld, MlirValue x, MlirValue y);

/// Functions of one number.
static const struct {
  const char *name;
  unary_fn accurate;
  unary_fn approximate; ///< for f32 whose users are narrower; null: as accurate
} unary[] = {
    {"math.acos", dl_real_acos, NULL},
    {"math.acosh", dl_real_acosh, NULL},
    {"math.asin", dl_real_asin, NULL},
    {"math.asinh", dl_real_asinh, NULL},
    {"math.atan", dl_real_atan, NULL},
    {"math.atanh", dl_real_atanh, NULL},
    {"math.cbrt", dl_real_cbrt, NULL},
    {"math.cos", dl_real_cos, NULL},
    {"math.cosh", dl_real_cosh, NULL},
    {"math.erf", dl_real_erf, NULL},
    {"math.erfc", dl_real_erfc, NULL},
    {"math.exp", dl_real_exp, dl_f32_exp_approx},
    {"math.exp2", dl_real_exp2, NULL},
    {"math.expm1", dl_real_expm1, NULL},
    {"math.log", dl_real_log, NULL},
    {"math.log10", dl_real_log10, NULL},
    {"math.log1p", dl_real_log1p, NULL},
    {"math.log2", dl_real_log2, NULL},
    {"math.rsqrt", dl_real_rsqrt, dl_f32_rsqrt_approx},
    {"math.sin", dl_real_sin, NULL},
    {"math.sinh", dl_real_sinh, NULL},
    {"math.tan", dl_real_tan, NULL},
    {"math.tanh", dl_real_tanh, dl_f32_tanh_approx},
};

/// Functions of two.
static const struct {
  const char *name;
  binary_fn expand;
} binary[] = {
    {"arith.remf", dl_real_remainder},
    {"math.atan2", dl_real_atan2},
    {"math.fpowi", dl_real_pow_int},
    {"math.powf", dl_real_pow},
};

/// What upstream's lowering has instructions for, not calls, of all types.
static const char *const left_alone[] = {
    "math.ctlz",
    "math.ctpop",
    "math.cttz",
};

/// What LLVM has an instruction for, in any of f32 and f64.
static const struct {
  const char *name, *intrinsic;
} instructions[] = {
    {"arith.maxnumf", "llvm.maxnum"},
    {"arith.minnumf", "llvm.minnum"},
    {"math.absf", "llvm.fabs"},
    {"math.ceil", "llvm.ceil"},
    {"math.copysign", "llvm.copysign"},
    {"math.floor", "llvm.floor"},
    {"math.fma", "llvm.fma"},
    {"math.round", "llvm.round"},
    {"math.roundeven", "llvm.roundeven"},
    {"math.sqrt", "llvm.sqrt"},
    {"math.trunc", "llvm.trunc"},
};
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

struct expander {
  MlirRewriterBase rewriter;
  bool approximate, libdevice;
  MlirLogicalResult result;
};

/// The results of `op`, one or two, from operands of f32 or f64; false if there
/// is no expansion.
static bool expanded(const dl_builder *bld, MlirOperation op, bool approximate,
                     intptr_t count, const MlirValue *operands,
                     MlirValue *results) {
  for (size_t i = 0; i < COUNT(instructions); ++i)
    if (dl_is(op, instructions[i].name)) {
      *results =
          dl_llvm_intrinsic(bld, instructions[i].intrinsic, count, operands);
      return true;
    }
  approximate = approximate && !dl_is_double(operands[0]);
  for (size_t i = 0; i < COUNT(unary); ++i)
    if (dl_is(op, unary[i].name)) {
      *results = approximate && unary[i].approximate
                     ? unary[i].approximate(bld, operands[0])
                     : unary[i].accurate(bld, operands[0]);
      return true;
    }
  for (size_t i = 0; i < COUNT(binary); ++i)
    if (dl_is(op, binary[i].name)) {
      *results = binary[i].expand(bld, operands[0], operands[1]);
      return true;
    }
  if (dl_is(op, "math.clampf")) {
    MlirValue below = dl_llvm_intrinsic(
        bld, "llvm.minnum", 2, (const MlirValue[]){operands[0], operands[2]});
    *results = dl_llvm_intrinsic(bld, "llvm.maxnum", 2,
                                 (const MlirValue[]){below, operands[1]});
    return true;
  }
  if (!dl_is(op, "math.sincos"))
    return false;
  dl_real_sincos(bld, operands[0], &results[0], &results[1]);
  return true;
}

static bool expand_float(const struct expander *expander, const dl_builder *bld,
                         MlirOperation op, MlirValue *results) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirType type = mlirValueGetType(dl_result(op, 0));
  MlirValue operands[3];
  if (count < 1 || count > 3 || !dl_type_is_float(type) ||
      dl_type_width(type) > 64)
    return false;
  bool is_narrow = dl_type_width(type) < 32;
  MlirType f32 = mlirF32TypeGet(bld->context);
  for (intptr_t i = 0; i < count; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (is_narrow && dl_type_is_float(mlirValueGetType(operands[i])))
      operands[i] = dl_to_type(bld, operands[i], f32, false);
  }
  if (!expanded(bld, op, expander->approximate || is_narrow, count, operands,
                results))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    results[i] = dl_to_type(bld, results[i], type, false);
  return true;
}

/// What kind of number it is, an i1; null for other operations.
static MlirValue class_of(const dl_builder *bld, MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  dl_float_format format;
  if (!dl_float_format_of(mlirValueGetType(x), &format))
    return (MlirValue){NULL};
  if (format.bits < 32)
    x = dl_to_type(bld, x, mlirF32TypeGet(bld->context), false);
  if (dl_is(op, "math.isnan"))
    return dl_is_nan(bld, x);
  MlirValue size = dl_absolute(bld, x);
  if (dl_is(op, "math.isinf"))
    return dl_equals(bld, size, INFINITY);
  MlirValue is_finite = dl_is_below(bld, size, INFINITY);
  if (dl_is(op, "math.isfinite"))
    return is_finite;
  if (!dl_is(op, "math.isnormal"))
    return (MlirValue){NULL};
  MlirValue is_normal =
      dl_compares(bld, DL_GREATER_EQUAL, size, dl_float_least_normal(&format));
  return dl_arith_andi(bld, is_normal, is_finite);
}

/// An integer result of integers, or of the class of a float; null if there is
/// no expansion.
static MlirValue expanded_int(const dl_builder *bld, MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  if (dl_is(op, "math.ipowi"))
    return dl_int_pow(bld, x, mlirOperationGetOperand(op, 1));
  if (!dl_is(op, "math.absi"))
    return class_of(bld, op);
  MlirValue zero = dl_whole(bld, x, 0);
  return dl_pick(bld, dl_scalar_compare(bld, DL_LESS, x, zero),
                 dl_sub(bld, zero, x), x);
}

static void expand(struct expander *expander, MlirOperation op) {
  dl_builder bld = dl_builder_before(expander->rewriter, op);
  MlirType type = mlirValueGetType(dl_result(op, 0));
  MlirValue results[2];
  bool is_done = expand_float(expander, &bld, op, results);
  if (!is_done) {
    results[0] = dl_type_is_int(type) || mlirTypeIsAIndex(type)
                     ? expanded_int(&bld, op)
                     : (MlirValue){NULL};
    is_done = !mlirValueIsNull(results[0]);
  }
  if (is_done) {
    mlirRewriterBaseReplaceOpWithValues(
        expander->rewriter, op, mlirOperationGetNumResults(op), results);
    return;
  }
  if (expander->libdevice)
    return;
  char text[64];
  expander->result = dl_emit_error(
      op,
      "of %s has no GPU code of our own; with a CUDA toolkit at hand give "
      "dlopt-ptx-expand-math the option libdevice=true, or compute it in "
      "scalars of f32 or f64",
      dl_type_text(type, text, sizeof(text)));
}

/// True for what upstream makes a call of libdevice.
static bool is_function(MlirOperation op) {
  for (size_t i = 0; i < COUNT(left_alone); ++i)
    if (dl_is(op, left_alone[i]))
      return false;
  return dl_string_starts_with(dl_op_name(op), "math.") ||
         dl_is(op, "arith.maxnumf") || dl_is(op, "arith.minnumf") ||
         dl_is(op, "arith.remf");
}

static void expand_region(struct expander *expander, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
    MlirOperation next;
    for (MlirOperation op = mlirBlockGetFirstOperation(block);
         !mlirOperationIsNull(op); op = next) {
      next = mlirOperationGetNextInBlock(op);
      for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
        expand_region(expander, mlirOperationGetRegion(op, i));
      if (is_function(op))
        expand(expander, op);
    }
  }
}

static MlirWalkResult expand_function(MlirOperation op, void *data) {
  struct expander *expander = data;
  if (!dl_is(op, "gpu.func"))
    return MlirWalkResultAdvance;
  MlirStringRef mark = DL_STR("dlopt.approximate");
  expander->approximate = !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, mark));
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    expand_region(expander, mlirOperationGetRegion(op, i));
  return MlirWalkResultSkip;
}

static MlirLogicalResult expand_math(MlirOperation module, const void *data) {
  const dl_ptx_expand_math_options *options = data;
  struct expander expander = {
      .rewriter = mlirIRRewriterCreate(mlirOperationGetContext(module)),
      .libdevice = options->libdevice,
      .result = mlirLogicalResultSuccess()};
  mlirOperationWalk(module, expand_function, &expander, MlirWalkPreOrder);
  mlirIRRewriterDestroy(expander.rewriter);
  return expander.result;
}

DL_FUNCTION_PASS(ptx_expand_math, expand_math)
