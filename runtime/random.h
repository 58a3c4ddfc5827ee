// Reproducible random tensors: the same seed gives the same bits everywhere.
#ifndef DLOPT_RUNTIME_RANDOM_H
#define DLOPT_RUNTIME_RANDOM_H

#include "runtime/tensor.h"

/// Random bits number `index` of a stream. Counter based: no state, so any
/// part of a tensor can be made alone. Different streams of one seed (one an
/// argument) are unrelated.
uint64_t dl_random_bits(uint64_t seed, uint64_t stream, uint64_t index);

/// Fills a tensor from a stream.
///
/// - Floats: uniform in [-1, 1), times `scale`, rounded once to the type.
///   (scale 1 keeps f16 and f8 far from overflow; large products want about
///   1 / sqrt(K).)
/// - i1, i4, i8, i16, ui8, ui16: any value of the type, each alike likely.
/// - i32, i64, ui32, ui64, index: 0 or 1, because a wide integer is mostly an
///   index, and those two are valid wherever a dimension has two entries.
void dl_random_fill(dl_tensor *tensor, uint64_t seed, uint64_t stream,
                    double scale);

#endif
