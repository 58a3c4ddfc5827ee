
def Dlopt_${CLASS}Op : Dlopt_TensorOp<"${NAME}"> {
  let summary = "${FILL}: a noun phrase";
  let description = [{
    ```
    result[i..] = ${FILL}
    ```

    ${FILL}: what the formula leaves open: order of summation, accumulator,
    rounding, empty and special inputs.

    | input, result |
    |---|
    | ${FILL}: legal element types |

    - `input` is ${FILL}.

    Example:

    ```mlir
    func.func @${NAME}(%x: tensor<4x?xf16>) -> tensor<4x?xf16> {
      %0 = dlopt.${NAME} %x : tensor<4x?xf16> -> tensor<4x?xf16>
      return %0 : tensor<4x?xf16>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$$input);
  let results = (outs AnyRankedTensor:$$result);
  let assemblyFormat = [{
    $$input attr-dict `:` type($$input) `->` type($$result)
  }];
}
