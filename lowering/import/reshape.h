// Bringing operands into the shape a dlopt op wants: sizes, transposes (as
// dlopt.map) and reshapes.
#ifndef DLOPT_LOWERING_IMPORT_RESHAPE_H
#define DLOPT_LOWERING_IMPORT_RESHAPE_H

#include "lowering/base/builder.h"

/// Size of dimension `dim` as an index value: a constant, what made the tensor,
/// or tensor.dim.
MlirValue dl_size_value(const dl_builder *bld, MlirValue tensor, int64_t dim);

/// Tensor type of `rank` dimensions with `element` elements.
MlirType dl_tensor_type(int64_t rank, const int64_t *sizes, MlirType element);
/// Writes the sizes of a ranked tensor type as the C API has them.
void dl_type_sizes(MlirType type, int64_t *sizes);

/// `dlopt.map`'s dims for one operand.
MlirAttribute dl_dims_row(const dl_builder *bld, int64_t rank, const int *dims);

/// Dimension i of the result is dimension order[i] of `tensor`. The tensor
/// itself if that is the identity.
MlirValue dl_permute(const dl_builder *bld, MlirValue tensor,
                     const int64_t *order);

/// How many neighbouring dimensions make up each dimension of a reshaped
/// tensor; 0 makes a dimension of size 1.
typedef struct dl_grouping {
  int n_groups;
  int counts[16];
} dl_grouping;

/// Reshapes dimensions into groups. The tensor itself if each is one dimension.
MlirValue dl_group(const dl_builder *bld, MlirValue tensor,
                   const dl_grouping *grouping);
/// Undoes `dl_group`, to a tensor of type `type`; `sizes[i]` is the size of
/// dimension i where that is dynamic.
MlirValue dl_ungroup(const dl_builder *bld, MlirValue tensor,
                     const dl_grouping *grouping, MlirType type,
                     const MlirValue *sizes);
/// Type that `dl_group` gives for a tensor of type `type`.
MlirType dl_grouped_type(MlirType type, const dl_grouping *grouping);

#endif // DLOPT_LOWERING_IMPORT_RESHAPE_H
