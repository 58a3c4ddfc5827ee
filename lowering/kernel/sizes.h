// Sizes of a kernel's tensors, made of those of its arguments: the host needs
// them to allocate and to launch, device code to find elements.
#ifndef DLOPT_LOWERING_KERNEL_SIZES_H
#define DLOPT_LOWERING_KERNEL_SIZES_H

#include "lowering/base/builder.h"

/// Where the sizes of a body come from.
typedef struct dl_sizer {
  const dl_builder *bld;
  void *data;
  /// Size of dimension `dim` of `value` as an index, if it is at hand; null: it
  /// is made of what `value` is made of. Never null for an argument.
  MlirValue (*size)(void *data, MlirValue value, int64_t dim);
  /// A scalar argument of the body.
  MlirValue (*scalar)(void *data, MlirValue argument);
} dl_sizer;

/// Size of dimension `dim` of a tensor of the body, as an index.
MlirValue dl_body_size(const dl_sizer *sizer, MlirValue value, int64_t dim);
/// A scalar of the body that depends on sizes and scalars only, made again.
MlirValue dl_body_scalar(const dl_sizer *sizer, MlirValue value);

/// Places that a tensor.pad adds before the first element along `dim`.
MlirValue dl_pad_low(const dl_sizer *sizer, MlirOperation op, int64_t dim);

/// The init operand that a result of a structured operation of linalg starts
/// from; null for other operations.
MlirValue dl_structured_init_of(MlirOperation op, intptr_t result);

#endif // DLOPT_LOWERING_KERNEL_SIZES_H
