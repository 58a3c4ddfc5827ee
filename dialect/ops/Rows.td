// Row ops: reductions and normalisations along dimensions of one tensor.

#ifndef DLOPT_DIALECT_OPS_ROWS_TD
#define DLOPT_DIALECT_OPS_ROWS_TD

include "dialect/Dlopt.td"
include "dialect/DloptEnums.td"

def Dlopt_ReduceOp : Dlopt_TensorOp<"reduce"> {
  let summary = "reduction of dimensions in a stated accumulator";
  let description = [{
    ```
    result[kept..] = convert(init[kept..] kind ext(input[..]) kind ext(input[..]) ..)
    ```

    over all indices of the reduced dimensions, in any order and association.
    The reduced dimensions disappear from the result. Elements and `init` are
    converted to the accumulator type first, the end value once to the result's
    element type. Without `init` the neutral element below takes its place.

    | kind | float | integer | neutral element |
    |---|---|---|---|
    | `add` | sum | sum | 0 (float: +0.0, so that a row of -0.0 sums to +0.0) |
    | `mul` | product | product | 1 |
    | `max`, `min` | `arith.maximumf`, `arith.minimumf`: NaN wins | signed, or `unsigned` | -inf, +inf; least, greatest |
    | `maxnum`, `minnum` | `arith.maxnumf`, `arith.minnumf`: NaN loses | refused | NaN |
    | `and`, `or`, `xor` | refused | bitwise | all ones, 0, 0 |

    | input, init, result | accumulator |
    |---|---|
    | any float | any float (default: widest of f32 and the rest) |
    | any signless integer | any signless integer (default: at least i32 for `add` and `mul` up to 8 bits; for the other kinds the widest of all three) |

    A float format without infinity uses its largest finite value as neutral
    element of `max` and `min`, one without NaN the same for `maxnum` and `minnum`.

    - `input` is the tensor reduced.
    - `init` takes part once in every result element; it has the result's shape.
    - `kind` says how elements are combined.
    - `dims` are the reduced dimensions, in ascending order.
    - `acc_type` (`accumulate`) is the accumulator type.
    - `is_unsigned` (`unsigned`) reads integers as unsigned.

    Example:

    ```mlir
    func.func @row_sums(%x: tensor<4x?xf16>) -> tensor<4xf16> {
      %0 = dlopt.reduce add %x dims [1] : tensor<4x?xf16> -> tensor<4xf16>
      return %0 : tensor<4xf16>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$init,
    Dlopt_ReduceKind:$kind, DenseI64ArrayAttr:$dims,
    OptionalAttr<TypeAttr>:$acc_type, UnitAttr:$is_unsigned);
  let results = (outs AnyRankedTensor:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    $kind $input `dims` $dims (`init` $init^)? (`accumulate` $acc_type^)?
    (`unsigned` $is_unsigned^)? attr-dict `:` type(operands) `->` type($result)
  }];
}

def Dlopt_PoolOp : Dlopt_TensorOp<"pool"> {
  let summary = "sliding-window reduction";
  let description = [{
    ```
    out = floor((in + low + high - dilation * (window - 1) - 1) / stride) + 1
    result[.., o.., ..] = convert(init[.., o.., ..] kind
        ext(input[.., o * stride + k * dilation - low, ..]) for all k.. inside the input)
    ```

    along the dimensions `dims`; other dimensions are kept. `out` is 0 where that
    is negative. Places outside the input take no part. Kinds, neutral elements
    (of a window without elements), accumulation and element types are those of
    `dlopt.reduce`; so is what takes the place of an absent `init`. An average is an `add` pool and a `dlopt.map` that divides.

    - `input` is the tensor the window slides over.
    - `init` takes part once in every result element; it has the result's shape.
    - `kind` says how elements are combined.
    - `dims` are the dimensions the window slides along, in ascending order; the
      attributes below have one entry each, in the same order.
    - `window` is the size of the window, at least 1.
    - `strides` are the steps between windows, `dilations` those between the
      elements of a window: each at least 1, and 1 when absent.
    - `pad_low`, `pad_high` count the places before the first and after the last
      element: each at least 0, and 0 when absent.
    - `acc_type` (`accumulate`) is the accumulator type.
    - `is_unsigned` (`unsigned`) reads integers as unsigned.

    Example:

    ```mlir
    func.func @max_pool(%x: tensor<1x16x16x8xf32>) -> tensor<1x8x8x8xf32> {
      %0 = dlopt.pool max %x dims [1, 2] window [3, 3] strides [2, 2] pad_high [1, 1]
          : tensor<1x16x16x8xf32> -> tensor<1x8x8x8xf32>
      return %0 : tensor<1x8x8x8xf32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$init,
    Dlopt_ReduceKind:$kind, DenseI64ArrayAttr:$dims, DenseI64ArrayAttr:$window,
    OptionalAttr<DenseI64ArrayAttr>:$strides,
    OptionalAttr<DenseI64ArrayAttr>:$dilations,
    OptionalAttr<DenseI64ArrayAttr>:$pad_low,
    OptionalAttr<DenseI64ArrayAttr>:$pad_high,
    OptionalAttr<TypeAttr>:$acc_type, UnitAttr:$is_unsigned);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $input `dims` $dims `window` $window (`strides` $strides^)?
    (`dilations` $dilations^)? (`pad_low` $pad_low^)? (`pad_high` $pad_high^)?
    (`init` $init^)? (`accumulate` $acc_type^)? (`unsigned` $is_unsigned^)?
    attr-dict `:` type(operands) `->` type($result)
  }];
}

def Dlopt_SoftmaxOp : Dlopt_TensorOp<"softmax"> {
  let summary = "softmax or its logarithm along one dimension";
  let description = [{
    ```
    m = max_j x[.., j, ..]     e[.., j, ..] = exp(x[.., j, ..] - m)     s = sum_j e[.., j, ..]
    result = convert(e / s)              result = convert(x - m - ln(s))   with `log`
    ```

    The maximum is subtracted before the exponential, so finite rows never
    overflow. m, e and s are f32, or f64 when the input or the result is f64. A
    NaN, or +inf, anywhere in a row makes the row NaN. A row that is -inf
    throughout is NaN, or 0 with `masked_rows zero`.

    | input, result |
    |---|
    | any float |

    - `input` is the tensor x.
    - `dim` is the dimension summed over.
    - `masked_rows` says what a row that is -inf throughout gives; `zero` is
      refused together with `log`.
    - `log` (`log`) gives the logarithm of the softmax.

    Example:

    ```mlir
    func.func @softmax(%x: tensor<4x?xf16>) -> tensor<4x?xf16> {
      %0 = dlopt.softmax %x dim 1 masked_rows zero : tensor<4x?xf16> -> tensor<4x?xf16>
      return %0 : tensor<4x?xf16>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim,
    DefaultValuedAttr<Dlopt_MaskedRows, "::dlopt::MaskedRows::Nan">:$masked_rows,
    UnitAttr:$log);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `dim` $dim (`masked_rows` $masked_rows^)? (`log` $log^)? attr-dict
    `:` type($input) `->` type($result)
  }];
}

def Dlopt_LayerNormOp : Dlopt_TensorOp<"layer_norm", [Pure, AttrSizedOperandSegments]> {
  let summary = "layer normalisation over the trailing dimensions";
  let description = [{
    ```
    mean = sum(x) / n         var = sum((x - mean)^2) / n
    result = convert((x - mean) / sqrt(var + epsilon) * scale + bias)
    ```

    where the sums run over dimensions `axis` and after, and n is the number of
    elements summed. The variance is computed from the differences to the mean
    (two passes, or Welford's recurrence), never as a difference of squares.
    Statistics are f32, or f64 when the input or the result is f64. An absent
    `scale` is 1, an absent `bias` 0.

    | input, scale, bias, result |
    |---|
    | any float each |

    - `input` is the tensor x.
    - `scale` is the factor; its shape is that of the dimensions summed over.
    - `bias` is the summand; its shape is that of the dimensions summed over.
    - `axis` is the first dimension summed over.
    - `epsilon` is added to the variance; it is at least 0.

    Example:

    ```mlir
    func.func @layer_norm(%x: tensor<2x?x64xf16>, %g: tensor<64xf32>,
                          %b: tensor<64xf32>) -> tensor<2x?x64xf16> {
      %0 = dlopt.layer_norm %x scale %g bias %b axis 2 epsilon 1.0e-5
          : tensor<2x?x64xf16>, tensor<64xf32>, tensor<64xf32> -> tensor<2x?x64xf16>
      return %0 : tensor<2x?x64xf16>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$scale,
    Optional<AnyRankedTensor>:$bias, I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input (`scale` $scale^)? (`bias` $bias^)? `axis` $axis `epsilon` $epsilon
    attr-dict `:` type(operands) `->` type($result)
  }];
}

def Dlopt_RmsNormOp : Dlopt_TensorOp<"rms_norm"> {
  let summary = "root-mean-square normalisation over the trailing dimensions";
  let description = [{
    ```
    result = convert(x / sqrt(sum(x^2) / n + epsilon) * scale)
    ```

    where the sum runs over dimensions `axis` and after, and n is the number of
    elements summed. The sum is f32, or f64 when the input or the result is f64.
    An absent `scale` is 1.

    | input, scale, result |
    |---|
    | any float each |

    - `input` is the tensor x.
    - `scale` is the factor; its shape is that of the dimensions summed over.
    - `axis` is the first dimension summed over.
    - `epsilon` is added to the mean square; it is at least 0.

    Example:

    ```mlir
    func.func @rms_norm(%x: tensor<?x64xbf16>, %g: tensor<64xbf16>) -> tensor<?x64xbf16> {
      %0 = dlopt.rms_norm %x scale %g axis 1 epsilon 1.0e-6
          : tensor<?x64xbf16>, tensor<64xbf16> -> tensor<?x64xbf16>
      return %0 : tensor<?x64xbf16>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$scale,
    I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input (`scale` $scale^)? `axis` $axis `epsilon` $epsilon
    attr-dict `:` type(operands) `->` type($result)
  }];
}

#endif // DLOPT_DIALECT_OPS_ROWS_TD
