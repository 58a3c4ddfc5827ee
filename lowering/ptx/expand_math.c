// Pass dlopt-ptx-expand-math: functions of `math` in GPU code as arithmetic.
//
//   %y = math.exp %x : f32        (in a gpu.func)
// becomes fused multiply-adds and ex2.approx on what is left of the exponent.
//
// Why here: upstream's lowering would make them calls of libdevice, which only
// a CUDA toolkit has; a compiler that needs LLVM alone runs anywhere. Gives up
// when: a function has no expansion, which is an error, or with `libdevice`
// left to upstream.
#include "dialect/verify/types.h"
#include "lowering/base/arena.h"
#include "lowering/base/diag.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/pass/passes.h"
#include "lowering/ptx/float_math.h"
#include "lowering/reference/scalar.h"

typedef MlirValue (*expand_fn)(const dl_builder *bld, MlirValue x);

/// A function of one f32.
struct expansion {
  const char *name;
  expand_fn accurate, approximate; ///< null: as accurate
};

static const struct expansion expansions[] = {
    {"math.erf", dl_f32_erf, NULL},
    {"math.exp", dl_f32_exp, dl_f32_exp_approx},
    {"math.exp2", dl_f32_exp2, NULL},
    {"math.expm1", dl_f32_expm1, NULL},
    {"math.log", dl_f32_log, NULL},
    {"math.log10", dl_f32_log10, NULL},
    {"math.log1p", dl_f32_log1p, NULL},
    {"math.log2", dl_f32_log2, NULL},
    {"math.rsqrt", dl_f32_rsqrt, dl_f32_rsqrt_approx},
    {"math.tanh", dl_f32_tanh, dl_f32_tanh_approx},
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

static MlirValue expanded(const dl_builder *bld, MlirOperation op,
                          bool approximate, intptr_t count,
                          const MlirValue *operands) {
  for (size_t i = 0; i < COUNT(instructions); ++i)
    if (dl_is(op, instructions[i].name))
      return dl_llvm_intrinsic(bld, instructions[i].intrinsic, count, operands);
  if (mlirTypeIsAF32(mlirValueGetType(operands[0])))
    for (size_t i = 0; i < COUNT(expansions); ++i)
      if (dl_is(op, expansions[i].name))
        return approximate && expansions[i].approximate
                   ? expansions[i].approximate(bld, operands[0])
                   : expansions[i].accurate(bld, operands[0]);
  if (dl_is(op, "math.rsqrt"))
    return dl_div(bld,
                  dl_constant_float(bld, mlirValueGetType(operands[0]), 1.0),
                  dl_llvm_intrinsic(bld, "llvm.sqrt", 1, operands));
  return (MlirValue){NULL};
}

static void expand(struct expander *expander, MlirOperation op) {
  dl_builder bld = dl_builder_before(expander->rewriter, op);
  MlirType type = mlirValueGetType(dl_result(op, 0));
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirType f32 = mlirF32TypeGet(bld.context);
  bool is_narrow = mlirTypeIsAF16(type) || mlirTypeIsABF16(type);
  MlirValue operands[3], value = {NULL};
  bool is_uniform = count >= 1 && count <= 3 && dl_type_is_float(type);
  for (intptr_t i = 0; is_uniform && i < count; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    is_uniform = mlirTypeEqual(mlirValueGetType(operands[i]), type);
  }
  if (is_uniform) {
    for (intptr_t i = 0; is_narrow && i < count; ++i)
      operands[i] = dl_to_type(&bld, operands[i], f32, false);
    value =
        expanded(&bld, op, expander->approximate || is_narrow, count, operands);
  }
  if (mlirValueIsNull(value)) {
    if (expander->libdevice)
      return;
    char text[64];
    expander->result = dl_emit_error(
        op,
        "of %s has no GPU code of our own; with a CUDA toolkit at hand give "
        "dlopt-ptx-expand-math the option libdevice=true, or compute it in f32",
        dl_type_text(type, text, sizeof(text)));
    return;
  }
  value = dl_to_type(&bld, value, type, false);
  mlirRewriterBaseReplaceOpWithValues(expander->rewriter, op, 1, &value);
}

/// True for what upstream makes a call of libdevice.
static bool is_function(MlirOperation op) {
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
