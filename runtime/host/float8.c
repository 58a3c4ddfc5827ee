// 8-bit floats as compiled code converts them, by the table of element types.
#include "runtime/element_type.h"
#include "runtime/host/host.h"

static float widen(dl_element_type type, uint32_t bits) {
  unsigned char byte = (unsigned char)bits;
  return (float)dl_element_to_double(type, &byte);
}

static uint32_t narrow(dl_element_type type, double value) {
  unsigned char byte;
  dl_element_from_double(type, value, &byte);
  return byte;
}

#define DEFINE(id, name)                                                       \
  float dlopt_runtime_##name##_to_f32(uint32_t bits) {                         \
    return widen(DL_##id, bits);                                               \
  }                                                                            \
  uint32_t dlopt_runtime_##name##_from_f64(double value) {                     \
    return narrow(DL_##id, value);                                             \
  }
DLOPT_RUNTIME_FLOAT8(DEFINE)
