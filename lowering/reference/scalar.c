// Scalar arithmetic of the reference: types, combining, neutral elements.
#include "lowering/reference/shared.h"

#include "lowering/base/float_format.h"

#include <assert.h>
#include <math.h>

static bool is_float_value(MlirValue value) {
  return dl_type_is_float(mlirValueGetType(value));
}

MlirValue dl_add(const dl_builder *bld, MlirValue a, MlirValue b) {
  return is_float_value(a) ? dl_arith_addf(bld, a, b, (dl_arith_addf_attrs){0})
                           : dl_arith_addi(bld, a, b, (dl_arith_addi_attrs){0});
}

MlirValue dl_sub(const dl_builder *bld, MlirValue a, MlirValue b) {
  return is_float_value(a) ? dl_arith_subf(bld, a, b, (dl_arith_subf_attrs){0})
                           : dl_arith_subi(bld, a, b, (dl_arith_subi_attrs){0});
}

MlirValue dl_mul(const dl_builder *bld, MlirValue a, MlirValue b) {
  return is_float_value(a) ? dl_arith_mulf(bld, a, b, (dl_arith_mulf_attrs){0})
                           : dl_arith_muli(bld, a, b, (dl_arith_muli_attrs){0});
}

MlirValue dl_div(const dl_builder *bld, MlirValue a, MlirValue b) {
  return is_float_value(a)
             ? dl_arith_divf(bld, a, b, (dl_arith_divf_attrs){0})
             : dl_arith_divsi(bld, a, b, (dl_arith_divsi_attrs){0});
}

MlirValue dl_exp(const dl_builder *bld, MlirValue a) {
  return dl_math_exp(bld, a, (dl_math_exp_attrs){0});
}

MlirValue dl_scalar_compare(const dl_builder *bld, dl_predicate predicate,
                            MlirValue a, MlirValue b) {
  // arith's numbers of: oeq, ogt, oge, olt; eq, sgt, sge, slt.
  static const int64_t floats[] = {1, 2, 3, 4}, integers[] = {0, 4, 5, 2};
  return is_float_value(a)
             ? dl_arith_cmpf(bld, a, b,
                             (dl_arith_cmpf_attrs){.predicate = dl_attr_i64(
                                                       bld, floats[predicate])})
             : dl_arith_cmpi(
                   bld, a, b,
                   (dl_arith_cmpi_attrs){
                       .predicate = dl_attr_i64(bld, integers[predicate])});
}

MlirValue dl_is_nan(const dl_builder *bld, MlirValue a) {
  const int64_t unordered = 14;
  return dl_arith_cmpf(
      bld, a, a,
      (dl_arith_cmpf_attrs){.predicate = dl_attr_i64(bld, unordered)});
}

MlirValue dl_zero(const dl_builder *bld, MlirType type) {
  return dl_type_is_float(type) ? dl_constant_float(bld, type, 0.0)
                                : dl_constant_int(bld, type, 0);
}

static MlirValue combine_floats(const dl_builder *bld, dl_combine kind,
                                MlirValue a, MlirValue b) {
  switch (kind) {
  case DL_REDUCE_MAX:
    return dl_arith_maximumf(bld, a, b, (dl_arith_maximumf_attrs){0});
  case DL_REDUCE_MIN:
    return dl_arith_minimumf(bld, a, b, (dl_arith_minimumf_attrs){0});
  case DL_REDUCE_MAXNUM:
    return dl_arith_maxnumf(bld, a, b, (dl_arith_maxnumf_attrs){0});
  case DL_REDUCE_MINNUM:
    return dl_arith_minnumf(bld, a, b, (dl_arith_minnumf_attrs){0});
  default:
    assert(false && "the verifier refuses bitwise kinds of floats");
    return a;
  }
}

static MlirValue combine_integers(const dl_builder *bld, dl_combine kind,
                                  bool is_unsigned, MlirValue a, MlirValue b) {
  switch (kind) {
  case DL_REDUCE_MAX:
    return is_unsigned ? dl_arith_maxui(bld, a, b) : dl_arith_maxsi(bld, a, b);
  case DL_REDUCE_MIN:
    return is_unsigned ? dl_arith_minui(bld, a, b) : dl_arith_minsi(bld, a, b);
  case DL_REDUCE_AND:
    return dl_arith_andi(bld, a, b);
  case DL_REDUCE_OR:
    return dl_arith_ori(bld, a, b);
  case DL_REDUCE_XOR:
    return dl_arith_xori(bld, a, b);
  default:
    assert(false && "the verifier refuses float kinds of integers");
    return a;
  }
}

MlirValue dl_combine_scalars(const dl_builder *bld, dl_combine kind,
                             bool is_unsigned, MlirValue a, MlirValue b) {
  if (kind == DL_REDUCE_ADD)
    return dl_add(bld, a, b);
  if (kind == DL_REDUCE_MUL)
    return dl_mul(bld, a, b);
  return is_float_value(a) ? combine_floats(bld, kind, a, b)
                           : combine_integers(bld, kind, is_unsigned, a, b);
}

static double float_neutral(dl_combine kind, MlirType type) {
  dl_float_format format = {0};
  bool known = dl_float_format_of(type, &format);
  assert(known && "accumulators are ordinary floats");
  (void)known;
  double lowest = dl_float_lowest(&format);
  bool has_nan = format.specials != DL_SPECIALS_NONE;
  switch (kind) {
  case DL_REDUCE_ADD:
    // +0 would turn a row of -0 into +0; FNUZ formats have no -0.
    return format.specials == DL_SPECIALS_FNUZ ? 0.0 : -0.0;
  case DL_REDUCE_MUL:
    return 1.0;
  case DL_REDUCE_MAX:
    return lowest;
  case DL_REDUCE_MIN:
    return -lowest;
  case DL_REDUCE_MAXNUM:
    return has_nan ? NAN : lowest;
  case DL_REDUCE_MINNUM:
    return has_nan ? NAN : -lowest;
  default:
    assert(false && "the verifier refuses bitwise kinds of floats");
    return 0.0;
  }
}

static int64_t integer_neutral(dl_combine kind, bool is_unsigned,
                               unsigned width) {
  uint64_t all = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  uint64_t top = UINT64_C(1) << (width - 1);
  switch (kind) {
  case DL_REDUCE_MUL:
    return 1;
  case DL_REDUCE_MAX:
    return is_unsigned ? 0 : (int64_t)(~UINT64_C(0) << (width - 1));
  case DL_REDUCE_MIN:
    return is_unsigned ? (int64_t)all : (int64_t)(top - 1);
  case DL_REDUCE_AND:
    return -1;
  default:
    return 0;
  }
}

MlirValue dl_neutral(const dl_builder *bld, dl_combine kind, bool is_unsigned,
                     MlirType type) {
  return dl_type_is_float(type)
             ? dl_constant_float(bld, type, float_neutral(kind, type))
             : dl_constant_int(
                   bld, type,
                   integer_neutral(kind, is_unsigned, dl_type_width(type)));
}

MlirValue dl_start_value(const dl_builder *bld, dl_combine kind,
                         bool is_unsigned, MlirType type) {
  return kind == DL_REDUCE_ADD ? dl_zero(bld, type)
                               : dl_neutral(bld, kind, is_unsigned, type);
}

MlirValue dl_index_to_float(const dl_builder *bld, MlirValue index,
                            MlirType type) {
  MlirValue wide =
      dl_arith_index_cast(bld, mlirIntegerTypeGet(bld->context, 64), index);
  return dl_arith_sitofp(bld, type, wide);
}

MlirValue dl_round_to_tf32(const dl_builder *bld, MlirValue value) {
  const int dropped_bits = 13;
  MlirType bits_type = mlirIntegerTypeGet(bld->context, 32);
  MlirValue one = dl_constant_int(bld, bits_type, 1);
  MlirValue exponent = dl_constant_int(bld, bits_type, 0x7f800000);
  MlirValue bits = dl_arith_bitcast(bld, bits_type, value);
  MlirValue odd = dl_arith_andi(
      bld,
      dl_arith_shrui(bld, bits, dl_constant_int(bld, bits_type, dropped_bits),
                     (dl_arith_shrui_attrs){0}),
      one);
  MlirValue half =
      dl_constant_int(bld, bits_type, (1 << (dropped_bits - 1)) - 1);
  MlirValue rounded = dl_arith_andi(
      bld, dl_add(bld, dl_add(bld, bits, half), odd),
      dl_constant_int(bld, bits_type, -(INT64_C(1) << dropped_bits)));
  // A carry must not turn a NaN into something else.
  MlirValue is_special = dl_scalar_compare(
      bld, DL_EQUAL, dl_arith_andi(bld, bits, exponent), exponent);
  return dl_arith_bitcast(bld, mlirValueGetType(value),
                          dl_arith_select(bld, is_special, bits, rounded));
}
