// Grouping: the op that stands for one kernel, and what regions end with.

#ifndef DLOPT_DIALECT_OPS_GROUPING_TD
#define DLOPT_DIALECT_OPS_GROUPING_TD

include "dialect/Dlopt.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Dlopt_KernelOp : Dlopt_Op<"kernel", [
    IsolatedFromAbove, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]> {
  let summary = "group of ops that becomes one kernel";
  let description = [{
    ```
    outputs = body(inputs)
    ```

    The body sees nothing but its arguments, which are the inputs, so a kernel
    can be compiled on its own. It means exactly what its body means.

    | inputs, outputs |
    |---|
    | any type |

    - `inputs` are the kernel's arguments: tensors, and scalars such as sizes.
    - `kernel_name` (`name`) is a wish for the kernel's symbol; it carries no meaning.
    - `outputs` are what the body yields, type by type.

    Example:

    ```mlir
    func.func @kernel(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) -> tensor<4x16xf16> {
      %0 = dlopt.kernel %a, %b name "gemm" : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16> {
      ^bb0(%x: tensor<4x8xf16>, %y: tensor<8x16xf16>):
        %1 = dlopt.matmul %x, %y : tensor<4x8xf16>, tensor<8x16xf16> -> tensor<4x16xf16>
        dlopt.yield %1 : tensor<4x16xf16>
      }
      return %0 : tensor<4x16xf16>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<StrAttr>:$kernel_name);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    ($inputs^)? (`name` $kernel_name^)? attr-dict
    `:` functional-type($inputs, $outputs) $body
  }];
}

def Dlopt_YieldOp : Dlopt_Op<"yield", [
    Pure, ReturnLike, Terminator, ParentOneOf<["MapOp", "KernelOp"]>]> {
  let summary = "end of a region and the values it gives";
  let description = [{
    Ends the body of `dlopt.map`, with one scalar for each result, or of
    `dlopt.kernel`, with one value for each result.

    - `values` are given to the results of the enclosing op, in order.

    Example:

    ```mlir
    func.func @negate(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = dlopt.map %x : (tensor<8xf32>) -> tensor<8xf32> {
      ^bb0(%a: f32):
        %1 = arith.negf %a : f32
        dlopt.yield %1 : f32
      }
      return %0 : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Dlopt_IndexOp : Dlopt_Op<"index", [Pure, HasParent<"MapOp">]> {
  let summary = "index of the result element being computed";
  let description = [{
    The position, along result dimension `dim` of the enclosing `dlopt.map`, of
    the element that the body computes.

    - `dim` is a dimension of the map's results.

    Example:

    ```mlir
    func.func @identity_matrix() -> tensor<4x4xi32> {
      %0 = dlopt.map : () -> tensor<4x4xi32> {
        %i = dlopt.index 0 : index
        %j = dlopt.index 1 : index
        %same = arith.cmpi eq, %i, %j : index
        %bit = arith.extui %same : i1 to i32
        dlopt.yield %bit : i32
      }
      return %0 : tensor<4x4xi32>
    }
    ```
  }];
  let arguments = (ins I64Attr:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$dim attr-dict `:` type($result)";
}

#endif // DLOPT_DIALECT_OPS_GROUPING_TD
