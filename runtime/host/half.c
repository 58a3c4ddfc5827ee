// f16 and bf16 from wider floats, and back, under the names that LLVM calls
// where the machine has no instruction. Rounded once, to nearest even:
// upstream's library of these names goes by way of f32 and rounds twice.
#include "runtime/host/half.h"

#include "runtime/element_type.h"

__attribute__((weak)) _Float16 __truncdfhf2(double value) {
  _Float16 half;
  dl_element_from_double(DL_F16, value, &half);
  return half;
}

__attribute__((weak)) _Float16 __truncdfbf2(double value) {
  _Float16 bits;
  dl_element_from_double(DL_BF16, value, &bits);
  return bits;
}

__attribute__((weak)) _Float16 __truncsfbf2(float value) {
  return __truncdfbf2(value);
}

__attribute__((weak)) _Float16 __truncsfhf2(float value) {
  return __truncdfhf2(value);
}

__attribute__((weak)) float __extendhfsf2(_Float16 value) {
  return (float)dl_element_to_double(DL_F16, &value);
}
