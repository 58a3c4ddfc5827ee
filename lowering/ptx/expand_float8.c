// Pass dlopt-ptx-expand-float8: conversions of 8-bit floats in GPU code as
// integer arithmetic; their values become bytes later, in upstream's lowering.
//
//   %y = arith.truncf %x : f32 to f8E4M3FN        (in a gpu.func)
// becomes shifts and additions on the number's bits.
//
// Why here: LLVM has no 8-bit floats, and instructions that convert them are
// only in later chips and saturate, which arith's conversions do not. What
// computes with 8-bit floats has been widened before
// (arith-emulate-unsupported-floats). Gives up when: never.
#include <math.h>

#include "dialect/verify/types.h"
#include "lowering/base/float_format.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/pass/passes.h"
#include "lowering/reference/scalar.h"

enum { F32_MANTISSA = 23, F32_BIAS = 127, SIGN = 0x80 };

/// An 8-bit format, and its numbers as bits.
struct format {
  dl_float_format base;
  int mantissa, bias;
  int nan;      ///< magnitude, or the whole byte where -0 is NaN
  int overflow; ///< first magnitude behind the finite ones
};

static bool is_float8(MlirType type) {
  return mlirTypeIsAFloat(type) && dl_type_width(type) == 8;
}

static bool find_format(MlirType type, struct format *format) {
  if (!is_float8(type) || !dl_float_format_of(type, &format->base))
    return false;
  int mantissa = (int)format->base.mantissa_bits, exponent = 7 - mantissa;
  int top = (1 << exponent) - 1;
  format->mantissa = mantissa;
  format->overflow = 0x80;
  format->nan = SIGN;
  if (format->base.specials == DL_SPECIALS_FNUZ) {
    format->bias = top - ilogb(format->base.largest);
    return true;
  }
  bool is_ieee = format->base.specials == DL_SPECIALS_IEEE;
  format->bias = (top - 1) / 2;
  format->overflow = is_ieee ? top << mantissa : 0x7f;
  format->nan = is_ieee ? format->overflow | 1 << (mantissa - 1) : 0x7f;
  return true;
}

static MlirType i32(const dl_builder *bld) {
  return mlirIntegerTypeGet(bld->context, 32);
}

static MlirValue bits(const dl_builder *bld, int64_t value) {
  return dl_constant_int(bld, i32(bld), value);
}

static MlirValue shift_left(const dl_builder *bld, MlirValue value, int by) {
  return dl_arith_shli(bld, value, bits(bld, by), (dl_arith_shli_attrs){0});
}

static MlirValue shift_right(const dl_builder *bld, MlirValue value, int by) {
  return dl_arith_shrui(bld, value, bits(bld, by), (dl_arith_shrui_attrs){0});
}

static MlirValue as_f32(const dl_builder *bld, MlirValue value) {
  return dl_arith_bitcast(bld, mlirF32TypeGet(bld->context), value);
}

/// The byte of an 8-bit float, as i32.
static MlirValue byte_of(const dl_builder *bld, MlirValue value) {
  MlirType i8 = mlirIntegerTypeGet(bld->context, 8);
  return dl_arith_extui(bld, i32(bld), dl_arith_bitcast(bld, i8, value));
}

/// 8 bits to f32, exactly. The number's bits in the place of an f32's give it
/// too small by a power of two.
static MlirValue widened(const dl_builder *bld, const struct format *format,
                         MlirValue value) {
  MlirValue byte = byte_of(bld, value);
  MlirValue magnitude = dl_arith_andi(bld, byte, bits(bld, SIGN - 1));
  MlirValue number =
      as_f32(bld, shift_left(bld, magnitude, F32_MANTISSA - format->mantissa));
  number = dl_mul(bld, number,
                  dl_constant_float(bld, mlirF32TypeGet(bld->context),
                                    ldexp(1.0, F32_BIAS - format->bias)));
  number = dl_arith_bitcast(bld, i32(bld), number);
  MlirValue nan = bits(bld, 0x7fc00000);
  if (format->base.specials == DL_SPECIALS_IEEE) {
    MlirValue is_nan = dl_scalar_compare(bld, DL_GREATER, magnitude,
                                         bits(bld, format->overflow));
    MlirValue is_infinity = dl_scalar_compare(bld, DL_EQUAL, magnitude,
                                              bits(bld, format->overflow));
    number = dl_arith_select(bld, is_nan, nan, number);
    number = dl_arith_select(bld, is_infinity, bits(bld, 0x7f800000), number);
  } else {
    bool is_unsigned_zero = format->base.specials == DL_SPECIALS_FNUZ;
    MlirValue is_nan =
        dl_scalar_compare(bld, DL_EQUAL, is_unsigned_zero ? byte : magnitude,
                          bits(bld, format->nan));
    number = dl_arith_select(bld, is_nan, nan, number);
  }
  MlirValue sign = dl_arith_andi(bld, byte, bits(bld, SIGN));
  return as_f32(bld, dl_arith_ori(bld, number, shift_left(bld, sign, 24)));
}

/// The magnitude of a number, rounded to nearest even: of normal ones the bits
/// are rounded, subnormal ones are added to a number whose last place is
/// theirs.
static MlirValue rounded(const dl_builder *bld, const struct format *format,
                         MlirValue magnitude) {
  int lost = F32_MANTISSA - format->mantissa;
  MlirValue is_odd =
      dl_arith_andi(bld, shift_right(bld, magnitude, lost), bits(bld, 1));
  MlirValue normal = dl_add(bld, dl_add(bld, magnitude, is_odd),
                            bits(bld, (1 << (lost - 1)) - 1));
  normal =
      dl_sub(bld, shift_right(bld, normal, lost),
             bits(bld, (int64_t)(F32_BIAS - format->bias) << format->mantissa));
  int least = 1 - format->bias; // exponent of normal numbers
  double anchor = ldexp(1.0, F32_MANTISSA + least - format->mantissa);
  MlirValue anchored =
      dl_add(bld, as_f32(bld, magnitude),
             dl_constant_float(bld, mlirF32TypeGet(bld->context), anchor));
  int64_t anchor_bits = (int64_t)(F32_BIAS + ilogb(anchor)) << F32_MANTISSA;
  MlirValue subnormal = dl_sub(bld, dl_arith_bitcast(bld, i32(bld), anchored),
                               bits(bld, anchor_bits));
  MlirValue is_small =
      dl_scalar_compare(bld, DL_LESS, magnitude,
                        bits(bld, (int64_t)(F32_BIAS + least) << F32_MANTISSA));
  return dl_arith_select(bld, is_small, subnormal, normal);
}

/// f32 to 8 bits: to nearest even, what overflows as the format says.
static MlirValue narrowed(const dl_builder *bld, const struct format *format,
                          MlirType type, MlirValue value) {
  MlirValue all = dl_arith_bitcast(bld, i32(bld), value);
  MlirValue magnitude = dl_arith_andi(bld, all, bits(bld, 0x7fffffff));
  MlirValue sign =
      dl_arith_andi(bld, shift_right(bld, all, 24), bits(bld, SIGN));
  MlirValue result = rounded(bld, format, magnitude);
  MlirValue is_nan =
      dl_scalar_compare(bld, DL_GREATER, magnitude, bits(bld, 0x7f800000));
  if (format->base.specials == DL_SPECIALS_FNUZ) {
    MlirValue is_zero = dl_scalar_compare(bld, DL_EQUAL, result, bits(bld, 0));
    MlirValue overflows = dl_arith_ori(
        bld, is_nan,
        dl_scalar_compare(bld, DL_GREATER_EQUAL, result, bits(bld, SIGN)));
    result = dl_arith_ori(bld, result,
                          dl_arith_select(bld, is_zero, bits(bld, 0), sign));
    result = dl_arith_select(bld, overflows, bits(bld, format->nan), result);
  } else {
    MlirValue limit = bits(bld, format->overflow);
    result = dl_arith_select(
        bld, dl_scalar_compare(bld, DL_GREATER, result, limit), limit, result);
    result = dl_arith_select(bld, is_nan, bits(bld, format->nan), result);
    result = dl_arith_ori(bld, result, sign);
  }
  MlirType i8 = mlirIntegerTypeGet(bld->context, 8);
  return dl_arith_bitcast(
      bld, type, dl_arith_trunci(bld, i8, result, (dl_arith_trunci_attrs){0}));
}

/// What an operation on 8-bit floats becomes; null: it stays.
static MlirValue expanded(const dl_builder *bld, MlirOperation op) {
  struct format format;
  MlirType f32 = mlirF32TypeGet(bld->context);
  if (dl_arith_extf_is(op)) {
    MlirValue value = mlirOperationGetOperand(op, 0);
    if (find_format(mlirValueGetType(value), &format))
      return dl_to_type(bld, widened(bld, &format, value),
                        mlirValueGetType(dl_result(op, 0)), false);
  } else if (dl_arith_truncf_is(op)) {
    MlirType type = mlirValueGetType(dl_result(op, 0));
    MlirValue value = mlirOperationGetOperand(op, 0);
    struct format from;
    if (find_format(type, &format)) {
      value = find_format(mlirValueGetType(value), &from)
                  ? widened(bld, &from, value)
                  : dl_to_type(bld, value, f32, false);
      return narrowed(bld, &format, type, value);
    }
  } else if (dl_arith_constant_is(op)) {
    MlirType type = mlirValueGetType(dl_result(op, 0));
    if (find_format(type, &format))
      return narrowed(bld, &format, type,
                      dl_constant_float(bld, f32,
                                        mlirFloatAttrGetValueDouble(
                                            dl_arith_constant_value(op))));
  }
  return (MlirValue){NULL};
}

static void expand_region(MlirRewriterBase rewriter, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
    MlirOperation next;
    for (MlirOperation op = mlirBlockGetFirstOperation(block);
         !mlirOperationIsNull(op); op = next) {
      next = mlirOperationGetNextInBlock(op);
      for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
        expand_region(rewriter, mlirOperationGetRegion(op, i));
      dl_builder bld = dl_builder_before(rewriter, op);
      MlirValue value = expanded(&bld, op);
      if (!mlirValueIsNull(value))
        mlirRewriterBaseReplaceOpWithValues(rewriter, op, 1, &value);
    }
  }
}

static MlirWalkResult expand_function(MlirOperation op, void *data) {
  if (!dl_is(op, "gpu.func"))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    expand_region(*(MlirRewriterBase *)data, mlirOperationGetRegion(op, i));
  return MlirWalkResultSkip;
}

static MlirLogicalResult expand_float8(MlirOperation module, const void *data) {
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(module));
  mlirOperationWalk(module, expand_function, &rewriter, MlirWalkPreOrder);
  mlirIRRewriterDestroy(rewriter);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(ptx_expand_float8, expand_float8)
