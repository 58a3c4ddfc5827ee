// Counter-based random fill with splitmix64.
//
// Integer arithmetic and exact or correctly rounded double operations only:
// nothing depends on the platform's math library.
#include "runtime/random.h"

// Finaliser and step of splitmix64 (Steele, Lea, Flood: Fast Splittable
// Pseudorandom Number Generators, 2014).
static const uint64_t step = 0x9e3779b97f4a7c15u;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

uint64_t dl_random_bits(uint64_t seed, uint64_t stream, uint64_t index) {
  // Two rounds for the stream: seeds 1 and 2 must not give shifted copies.
  uint64_t base = mix(mix(seed + step) ^ mix(stream * step + 1));
  return mix(base + (index + 1) * step);
}

static void fill_floats(dl_tensor *tensor, uint64_t seed, uint64_t stream,
                        double scale) {
  for (int64_t i = 0; i < tensor->n_elements; ++i) {
    // 53 bits, as an exact double in [-1, 1).
    int64_t bits = (int64_t)(dl_random_bits(seed, stream, (uint64_t)i) >> 11) -
                   ((int64_t)1 << 52);
    double unit = (double)bits * 0x1p-52;
    dl_tensor_set_double(tensor, i, unit * scale);
  }
}

void dl_random_fill(dl_tensor *tensor, uint64_t seed, uint64_t stream,
                    double scale) {
  dl_element_type element = tensor->type.element;
  if (dl_element_is_float(element)) {
    fill_floats(tensor, seed, stream, scale);
    return;
  }
  // The top bits of splitmix64 are its best ones.
  int n_bits = dl_element_info_of(element)->bits;
  int shift = n_bits <= 16 ? 64 - n_bits : 63;
  for (int64_t i = 0; i < tensor->n_elements; ++i)
    dl_element_set_bits(element,
                        dl_random_bits(seed, stream, (uint64_t)i) >> shift,
                        dl_tensor_at(tensor, i));
}
