// Contractions: ops that multiply two tensors and sum products.

#ifndef DLOPT_DIALECT_OPS_CONTRACTION_TD
#define DLOPT_DIALECT_OPS_CONTRACTION_TD

include "dialect/Dlopt.td"
include "dialect/DloptEnums.td"

def Dlopt_MatmulOp : Dlopt_TensorOp<"matmul"> {
  let summary = "batched matrix product with a stated accumulator";
  let description = [{
    ```
    result[b.., m, n] = convert(init[b.., m, n]
                                + sum_k ext(lhs[b.., m, k]) * ext(rhs[b.., k, n]))
    ```

    Each operand element is first converted to the accumulator type (`ext`: the
    conversion of `dlopt.cast`, rounding to nearest even); products and sums are
    of that type, in any order; `convert` rounds the sum once to the result's
    element type. Without `init` the sum starts from +0. With K = 0 the result
    is `convert(init)`, or zero.

    `transposed` after an operand says that its last two dimensions are
    exchanged: lhs is `[b.., k, m]`, rhs is `[b.., n, k]`.

    The dimensions before the last two are batch dimensions. They are aligned
    at the right; aligned sizes are equal, or one side is absent or statically
    1 and is repeated. The result has all batch dimensions.

    | lhs, rhs | accumulator | init, result |
    |---|---|---|
    | any float | f16 bf16 f32 f64 (default: widest of f32 and the rest) | any float |
    | any signless integer | any signless integer (default: at least i32 for operands up to 8 bits) | any signless integer |

    The two operands' element types may differ within one row of the table.

    - `lhs` is the left factor `[b.., m, k]`, `rhs` the right factor `[b.., k, n]`.
    - `init` is what the sums start from; it has the result's shape.
    - `lhs_transposed` (`transposed` after lhs) exchanges lhs's last two dimensions.
    - `rhs_transposed` (`transposed` after rhs) exchanges rhs's last two dimensions.
    - `acc_type` (`accumulate`) is the accumulator type.
    - `numerics tf32` rounds both factors, which must be f32, to tf32 (nearest
      even) before they are multiplied; sums stay in the accumulator type.
    - `is_unsigned` (`unsigned`) reads integer factors as unsigned.

    Example:

    ```mlir
    func.func @matmul(%a: tensor<4x8xf16>, %b: tensor<16x8xf16>,
                      %c: tensor<4x16xf32>) -> tensor<4x16xf16> {
      %0 = dlopt.matmul %a, %b transposed init %c
          : tensor<4x8xf16>, tensor<16x8xf16>, tensor<4x16xf32> -> tensor<4x16xf16>
      return %0 : tensor<4x16xf16>
    }

    func.func @grouped_heads(%q: tensor<2x8x?x64xf32>, %k: tensor<2x1x?x64xf32>)
        -> tensor<2x8x?x?xf32> {
      %0 = dlopt.matmul %q, %k transposed numerics tf32
          : tensor<2x8x?x64xf32>, tensor<2x1x?x64xf32> -> tensor<2x8x?x?xf32>
      return %0 : tensor<2x8x?x?xf32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
    Optional<AnyRankedTensor>:$init, UnitAttr:$lhs_transposed,
    UnitAttr:$rhs_transposed, OptionalAttr<TypeAttr>:$acc_type,
    DefaultValuedAttr<Dlopt_Numerics, "::dlopt::Numerics::Ieee">:$numerics,
    UnitAttr:$is_unsigned);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $lhs (`transposed` $lhs_transposed^)? `,` $rhs (`transposed` $rhs_transposed^)?
    (`init` $init^)? (`accumulate` $acc_type^)? (`numerics` $numerics^)?
    (`unsigned` $is_unsigned^)? attr-dict `:` type(operands) `->` type($result)
  }];
}

def Dlopt_ConvOp : Dlopt_TensorOp<"conv"> {
  let summary = "convolution in any layout with groups, strides and padding";
  let description = [{
    Each tensor dimension has a letter, given by `layouts` for the input, the
    filter and the result in this order:

    | letter | meaning | input | filter | result |
    |---|---|---|---|---|
    | `n` | batch | optional | | as input |
    | `g` | group | all three or none | | |
    | `c` | input channel of the group, summed over | with filter | with input | |
    | `f` | output channel of the group | | with result | with filter |
    | `d` `h` `w` | spatial | at least one | the same | the same |

    A letter that is absent means size 1. A depthwise convolution is
    `["nhwg", "hwg", "nhwg"]`. Dimensions of one letter have one size, except
    spatial ones, where the filter holds the window:

    ```
    out = floor((in + low + high - dilation * (window - 1) - 1) / stride) + 1
    result[n, g, o.., f] = convert(init[n, g, o.., f] + sum_{c, k..}
        ext(input[n, g, o * stride + k * dilation - low .., c]) * ext(filter[g, k.., c, f]))
    ```

    `out` is 0 where that is negative. Outside the input lie zeros. Conversions,
    accumulation and element types are those of `dlopt.matmul`. Attributes with
    one entry a spatial dimension follow the letters of the input's layout.

    - `input` is the tensor the window slides over, `filter` the window's weights.
    - `init` is what the sums start from; it has the result's shape and layout.
    - `layouts` are the letters of input, filter and result.
    - `strides` are the steps between windows, `dilations` those between the
      elements of a window: each at least 1, and 1 when absent.
    - `pad_low`, `pad_high` count the zeros before the first and after the last
      element: each at least 0, and 0 when absent.
    - `acc_type` (`accumulate`) is the accumulator type.
    - `numerics` and `is_unsigned` (`unsigned`) are as in `dlopt.matmul`.

    Example:

    ```mlir
    func.func @conv(%x: tensor<1x32x32x16xf16>, %w: tensor<3x3x16x64xf16>)
        -> tensor<1x16x16x64xf16> {
      %0 = dlopt.conv %x, %w layouts ["nhwc", "hwcf", "nhwf"] strides [2, 2]
          pad_low [0, 0] pad_high [1, 1]
          : tensor<1x32x32x16xf16>, tensor<3x3x16x64xf16> -> tensor<1x16x16x64xf16>
      return %0 : tensor<1x16x16x64xf16>
    }

    func.func @depthwise(%x: tensor<?x8x30xi8>, %w: tensor<8x3xi8>,
                         %bias: tensor<?x8x28xi32>) -> tensor<?x8x28xi32> {
      %0 = dlopt.conv %x, %w layouts ["ngw", "gw", "ngw"] init %bias accumulate i32
          : tensor<?x8x30xi8>, tensor<8x3xi8>, tensor<?x8x28xi32> -> tensor<?x8x28xi32>
      return %0 : tensor<?x8x28xi32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$filter,
    Optional<AnyRankedTensor>:$init, StrArrayAttr:$layouts,
    OptionalAttr<DenseI64ArrayAttr>:$strides,
    OptionalAttr<DenseI64ArrayAttr>:$dilations,
    OptionalAttr<DenseI64ArrayAttr>:$pad_low,
    OptionalAttr<DenseI64ArrayAttr>:$pad_high,
    OptionalAttr<TypeAttr>:$acc_type,
    DefaultValuedAttr<Dlopt_Numerics, "::dlopt::Numerics::Ieee">:$numerics,
    UnitAttr:$is_unsigned);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `,` $filter `layouts` $layouts (`strides` $strides^)?
    (`dilations` $dilations^)? (`pad_low` $pad_low^)? (`pad_high` $pad_high^)?
    (`init` $init^)? (`accumulate` $acc_type^)? (`numerics` $numerics^)?
    (`unsigned` $is_unsigned^)? attr-dict `:` type(operands) `->` type($result)
  }];
}

#endif // DLOPT_DIALECT_OPS_CONTRACTION_TD
