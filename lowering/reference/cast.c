// dlopt.cast -> linalg.generic over the scalar conversion.
#include "lowering/reference/shared.h"

const char *dl_cast_refusal(MlirOperation op) {
  MlirType from = dl_tensor_element(dl_cast_input(op));
  if (!dl_type_is_float(from) && dl_type_width(from) > 53 &&
      mlirTypeIsAF64(dl_tensor_element(dl_result(op, 0))) &&
      dl_enum_value(dl_cast_rounding(op), DL_ROUND_NEAREST_EVEN) !=
          DL_ROUND_NEAREST_EVEN)
    return "integers of more than 53 bits become f64 to nearest even only; "
           "leave out `rounding`, or cast to f32";
  return NULL;
}

dl_conversion dl_cast_conversion(MlirOperation op) {
  bool to_integer = dl_type_is_float(dl_tensor_element(dl_cast_input(op))) &&
                    !dl_type_is_float(dl_tensor_element(dl_result(op, 0)));
  dl_rounding absent =
      to_integer ? DL_ROUND_TOWARD_ZERO : DL_ROUND_NEAREST_EVEN;
  return (dl_conversion){
      (dl_rounding)dl_enum_value(dl_cast_rounding(op), absent),
      dl_cast_saturate(op), dl_cast_is_unsigned(op)};
}

MlirLogicalResult dl_lower_cast(dl_rewrite *rewrite) {
  const dl_builder *bld = &rewrite->bld;
  MlirOperation op = rewrite->op;
  const char *refusal = dl_cast_refusal(op);
  if (refusal)
    return DL_NO_MATCH(rewrite, refusal);
  MlirValue input = dl_cast_input(op);
  MlirType type = dl_tensor_element(dl_result(op, 0));
  dl_dims dims = dl_result_dims(bld, op);
  dl_generic loop = dl_pointwise_begin(bld, &dims, 1, &input, type);
  MlirValue converted = dl_convert_scalar(bld, dl_generic_input(&loop, 0), type,
                                          dl_cast_conversion(op));
  return dl_finish(rewrite, dl_generic_end(bld, &loop, 1, &converted), false);
}
