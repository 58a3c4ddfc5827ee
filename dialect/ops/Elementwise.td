// Elementwise ops: any scalar computation along the dimensions of a result.

#ifndef DLOPT_DIALECT_OPS_ELEMENTWISE_TD
#define DLOPT_DIALECT_OPS_ELEMENTWISE_TD

include "dialect/Dlopt.td"
include "dialect/DloptEnums.td"

def Dlopt_MapOp : Dlopt_TensorOp<"map", [
    AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlock]> {
  let summary = "elementwise computation with explicit broadcasting";
  let description = [{
    ```
    outputs[i0, i1, ..] = body(inputs[0][..], inputs[1][..], ..)
    ```

    where dimension j of input p is read at index `i(dims[p][j])`, or at 0 where
    `dims[p][j]` is -1. The body runs once for each result element; it takes one
    scalar of each input's element type and yields one scalar for each result.
    A result dimension that an input does not run along repeats that input; a
    transpose is a permutation in `dims`. There is no implicit broadcasting:
    sizes along one result dimension are equal, also where one of them is 1.

    The body may hold any op without regions, `dlopt.index` among them, and may
    use values from outside (tensors too, for a gather).

    | inputs, outputs |
    |---|
    | any element type: the ops in the body say what is legal |

    - `inputs` are the tensors read, in the order of the body's arguments.
    - `sizes` are `index` values, one for each dynamic result dimension that no
      input runs along, in order.
    - `dims` gives, for each input, the result dimension that each of its
      dimensions runs along, or -1 for a dimension of size 1 that is read at 0.
      Absent, every input runs along all result dimensions in order. No result
      dimension is named twice for one input.
    - `outputs` all have one shape.

    Example:

    ```mlir
    func.func @bias_relu(%x: tensor<?x64xf32>, %bias: tensor<64xf32>) -> tensor<?x64xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = dlopt.map %x, %bias dims [[0, 1], [1]]
          : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32> {
      ^bb0(%a: f32, %b: f32):
        %sum = arith.addf %a, %b : f32
        %max = arith.maximumf %sum, %zero : f32
        dlopt.yield %max : f32
      }
      return %0 : tensor<?x64xf32>
    }

    func.func @iota(%n: index) -> tensor<?xindex> {
      %0 = dlopt.map sizes(%n) : () -> tensor<?xindex> {
        %i = dlopt.index 0 : index
        dlopt.yield %i : index
      }
      return %0 : tensor<?xindex>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, Variadic<Index>:$sizes,
    OptionalAttr<TypedArrayAttrBase<I64ArrayAttr, "array of 64-bit integer arrays">>:$dims);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let assemblyFormat = [{
    ($inputs^)? (`dims` $dims^)? (`sizes` `(` $sizes^ `)`)? attr-dict
    `:` functional-type($inputs, $outputs) $body
  }];
}

def Dlopt_CastOp : Dlopt_TensorOp<"cast"> {
  let summary = "conversion of element types with stated rounding and overflow";
  let description = [{
    ```
    result[i..] = convert(input[i..])
    ```

    | from | to | value |
    |---|---|---|
    | float | float | rounded once in direction `rounding`, default `nearest_even` |
    | float | integer | rounded in direction `rounding`, default `toward_zero` |
    | integer | float | rounded once in direction `rounding`, default `nearest_even` |
    | integer | integer | sign-extended, zero-extended (`unsigned`) or truncated |

    Too large for the result's type: float to float gives infinity, or NaN in a
    format without infinity (f8E4M3FN), or the largest finite value in a format
    with neither; float to integer gives an unspecified value, as in `arith`;
    integer to integer keeps the low bits. With `saturate` each of these gives
    the largest (or smallest) finite value of the result's type instead, also
    for infinities. NaN stays NaN; to an integer it gives 0 with `saturate` and
    an unspecified value without. Signed zeros and denormals are kept.

    | input, result |
    |---|
    | any float, any signless integer (an i1 reads as 0 or -1 unless `unsigned`) |

    - `input` is the tensor converted.
    - `rounding` is the direction of rounding; it has no meaning, and is refused,
      between two integer types.
    - `saturate` clamps to the finite range of the result's element type.
    - `is_unsigned` (`unsigned`) reads and makes integers as unsigned.

    Example:

    ```mlir
    func.func @quantised(%x: tensor<?x64xf32>) -> tensor<?x64xi8> {
      %0 = dlopt.cast %x rounding nearest_even saturate : tensor<?x64xf32> to tensor<?x64xi8>
      return %0 : tensor<?x64xi8>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, OptionalAttr<Dlopt_Rounding>:$rounding,
    UnitAttr:$saturate, UnitAttr:$is_unsigned);
  let results = (outs AnyRankedTensor:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    $input (`rounding` $rounding^)? (`saturate` $saturate^)?
    (`unsigned` $is_unsigned^)? attr-dict `:` type($input) `to` type($result)
  }];
}

#endif // DLOPT_DIALECT_OPS_ELEMENTWISE_TD
