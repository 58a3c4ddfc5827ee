// Building arithmetic of f32 and f64 alike.
#include "lowering/ptx/real.h"

// By name, not as an operation of the LLVM dialect: those upstream's lowering
// takes for calls of libdevice that failed.
MlirValue dl_llvm_intrinsic(const dl_builder *bld, const char *name,
                            intptr_t count, const MlirValue *operands) {
  MlirType type = mlirValueGetType(operands[0]);
  MlirOperation op = dl_llvm_call_intrinsic(
      bld, 1, &type, count, operands, 0, NULL,
      (dl_llvm_call_intrinsic_attrs){
          .intrin = dl_attr_string(bld, name),
          .op_bundle_sizes = mlirDenseI32ArrayGet(bld->context, 0, NULL)});
  return dl_result(op, 0);
}

MlirValue dl_ptx_instruction(const dl_builder *bld, const char *ptx,
                             MlirValue x) {
  MlirType type = mlirValueGetType(x);
  return dl_result(
      dl_nvvm_inline_ptx(
          bld, 1, &type, 1, &x, 0, NULL, (MlirValue){NULL},
          (dl_nvvm_inline_ptx_attrs){.ptxCode = dl_attr_string(bld, ptx)}),
      0);
}

MlirValue dl_real(const dl_builder *bld, MlirValue like, double value) {
  return dl_constant_float(bld, mlirValueGetType(like), value);
}

MlirValue dl_whole(const dl_builder *bld, MlirValue like, int64_t value) {
  return dl_constant_int(bld, mlirValueGetType(like), value);
}

MlirValue dl_real_of(const dl_builder *bld, MlirValue like, double f32,
                     double f64) {
  return dl_real(bld, like, dl_is_double(like) ? f64 : f32);
}

MlirValue dl_fma(const dl_builder *bld, MlirValue a, MlirValue b, MlirValue c) {
  const MlirValue operands[] = {a, b, c};
  return dl_llvm_intrinsic(bld, "llvm.fma", 3, operands);
}

MlirValue dl_negated(const dl_builder *bld, MlirValue x) {
  return dl_arith_negf(bld, x, (dl_arith_negf_attrs){0});
}

MlirValue dl_absolute(const dl_builder *bld, MlirValue x) {
  return dl_llvm_intrinsic(bld, "llvm.fabs", 1, &x);
}

MlirValue dl_root(const dl_builder *bld, MlirValue x) {
  return dl_llvm_intrinsic(bld, "llvm.sqrt", 1, &x);
}

MlirValue dl_nearest(const dl_builder *bld, MlirValue x) {
  return dl_llvm_intrinsic(bld, "llvm.roundeven", 1, &x);
}

MlirValue dl_truncated(const dl_builder *bld, MlirValue x) {
  return dl_llvm_intrinsic(bld, "llvm.trunc", 1, &x);
}

MlirValue dl_with_sign(const dl_builder *bld, MlirValue size, MlirValue x) {
  const MlirValue operands[] = {size, x};
  return dl_llvm_intrinsic(bld, "llvm.copysign", 2, operands);
}

MlirValue dl_negated_if(const dl_builder *bld, MlirValue condition,
                        MlirValue x) {
  return dl_pick(bld, condition, dl_negated(bld, x), x);
}

MlirValue dl_clamped(const dl_builder *bld, MlirValue x, double low,
                     double high) {
  x = dl_combine_scalars(bld, DL_REDUCE_MAX, false, x, dl_real(bld, x, low));
  return dl_combine_scalars(bld, DL_REDUCE_MIN, false, x,
                            dl_real(bld, x, high));
}

MlirValue dl_compares(const dl_builder *bld, dl_predicate predicate,
                      MlirValue x, double value) {
  MlirValue constant = dl_type_is_float(mlirValueGetType(x))
                           ? dl_real(bld, x, value)
                           : dl_whole(bld, x, (int64_t)value);
  return dl_scalar_compare(bld, predicate, x, constant);
}

MlirValue dl_below_unsigned(const dl_builder *bld, MlirValue a, MlirValue b) {
  const int64_t less = 6;
  return dl_arith_cmpi(
      bld, a, b, (dl_arith_cmpi_attrs){.predicate = dl_attr_i64(bld, less)});
}

MlirValue dl_bits(const dl_builder *bld, MlirValue x) {
  unsigned width = dl_type_width(mlirValueGetType(x));
  return dl_arith_bitcast(bld, mlirIntegerTypeGet(bld->context, width), x);
}

static MlirType float_as_wide(const dl_builder *bld, MlirValue x) {
  return dl_type_width(mlirValueGetType(x)) == 64
             ? mlirF64TypeGet(bld->context)
             : mlirF32TypeGet(bld->context);
}

MlirValue dl_from_bits(const dl_builder *bld, MlirValue bits) {
  return dl_arith_bitcast(bld, float_as_wide(bld, bits), bits);
}

MlirValue dl_to_whole(const dl_builder *bld, MlirValue x) {
  unsigned width = dl_type_width(mlirValueGetType(x));
  return dl_arith_fptosi(bld, mlirIntegerTypeGet(bld->context, width), x);
}

MlirValue dl_from_whole(const dl_builder *bld, MlirValue x) {
  return dl_arith_sitofp(bld, float_as_wide(bld, x), x);
}

MlirValue dl_has_sign(const dl_builder *bld, MlirValue x) {
  return dl_is_below(bld, dl_bits(bld, x), 0);
}

MlirValue dl_shift_left(const dl_builder *bld, MlirValue x, int count) {
  return dl_arith_shli(bld, x, dl_whole(bld, x, count),
                       (dl_arith_shli_attrs){0});
}

MlirValue dl_shift_right(const dl_builder *bld, MlirValue x, int count,
                         bool is_unsigned) {
  MlirValue by = dl_whole(bld, x, count);
  return is_unsigned ? dl_arith_shrui(bld, x, by, (dl_arith_shrui_attrs){0})
                     : dl_arith_shrsi(bld, x, by, (dl_arith_shrsi_attrs){0});
}

MlirValue dl_scaled(const dl_builder *bld, MlirValue x, MlirValue n) {
  MlirValue half = dl_shift_right(bld, n, 1, false);
  const MlirValue parts[] = {half, dl_sub(bld, n, half)};
  for (int i = 0; i < 2; ++i) {
    MlirValue biased = dl_add(bld, parts[i], dl_whole(bld, n, dl_bias(x)));
    MlirValue bits = dl_shift_left(bld, biased, dl_mantissa_bits(x));
    x = dl_mul(bld, x, dl_from_bits(bld, bits));
  }
  return x;
}

MlirValue dl_series_at(const dl_builder *bld, const dl_series *series,
                       MlirValue x) {
  int count = dl_is_double(x) ? series->n_f64 : series->n_f32;
  const double *coefficients = dl_is_double(x) ? series->f64 : series->f32;
  MlirValue sum = dl_real(bld, x, coefficients[0]);
  for (int i = 1; i < count; ++i)
    sum = dl_fma(bld, sum, x, dl_real(bld, x, coefficients[i]));
  return sum;
}

dl_pair dl_pair_sum(const dl_builder *bld, MlirValue a, MlirValue b) {
  MlirValue high = dl_add(bld, a, b);
  return (dl_pair){high, dl_sub(bld, b, dl_sub(bld, high, a))};
}

dl_pair dl_pair_product(const dl_builder *bld, MlirValue a, MlirValue b) {
  MlirValue high = dl_mul(bld, a, b);
  return (dl_pair){high, dl_fma(bld, a, b, dl_negated(bld, high))};
}
