// Reading the layouts of a dlopt.conv that its verifier accepts.
#ifndef DLOPT_DIALECT_VERIFY_CONV_H
#define DLOPT_DIALECT_VERIFY_CONV_H

#include <stdbool.h>
#include <stdint.h>

#include "mlir-c/IR.h"

typedef enum dl_conv_tensor {
  DL_CONV_INPUT,
  DL_CONV_FILTER,
  DL_CONV_RESULT
} dl_conv_tensor;

/// Letters of one tensor; borrowed from the attribute.
MlirStringRef dl_conv_layout(MlirOperation op, dl_conv_tensor tensor);
/// Dimension that has `letter`, or -1.
int64_t dl_conv_dim(MlirOperation op, dl_conv_tensor tensor, char letter);
/// True for d, h and w.
bool dl_conv_is_spatial(char letter);
/// Entry of strides, dilations and paddings for a spatial letter; for '\0' the
/// number of spatial dimensions.
int64_t dl_conv_spatial_index(MlirOperation op, char letter);

#endif // DLOPT_DIALECT_VERIFY_CONV_H
