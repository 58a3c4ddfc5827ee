// Attention.

#ifndef DLOPT_DIALECT_OPS_ATTENTION_TD
#define DLOPT_DIALECT_OPS_ATTENTION_TD

include "dialect/Dlopt.td"
include "dialect/DloptEnums.td"

def Dlopt_AttentionOp : Dlopt_TensorOp<"attention"> {
  let summary = "scaled dot-product attention with grouped heads";
  let description = [{
    ```
    s[b.., h, i, j] = scale * sum_d query[b.., h, i, d] * key[b.., h / r, j, d] + mask[.., i, j]
    p = softmax of s along j       result[b.., h, i, e] = convert(sum_j p[b.., h, i, j] * value[b.., h / r, j, e])
    ```

    `query` is `[b.., h, sq, d]`, `key` `[b.., hkv, sk, d]`, `value` `[b.., hkv, sk, e]`
    and the result `[b.., h, sq, e]`. h is a multiple of hkv and r = h / hkv: r
    neighbouring query heads share one head of keys and values. All sums and the
    softmax are f32, or f64 when an operand or the result is f64; the maximum of
    a row is subtracted before the exponential. p may be rounded to the widest
    element type of query, key and value before it multiplies `value`.

    `mask` is added to s, or, when its element type is i1, s is -inf where the
    mask is 0. It is aligned at the right with `[b.., h, sq, sk]`; an absent
    dimension or one of static size 1 repeats. `causal` makes s -inf
    where j > i + (sk - sq). A row that is -inf throughout (also with sk = 0)
    gives NaN, or 0 with `masked_rows zero`.

    | query, key, value, result | mask |
    |---|---|
    | any float each | any float, or i1 (1 keeps) |

    - `query`, `key` and `value` have one rank, at least 3.
    - `mask` is added to the scaled products.
    - `scale` multiplies the products.
    - `causal` lets query i see only keys up to i + (sk - sq).
    - `masked_rows` says what a row that is -inf throughout gives.

    Example:

    ```mlir
    func.func @attention(%q: tensor<1x8x?x64xf16>, %k: tensor<1x2x?x64xf16>,
                         %v: tensor<1x2x?x64xf16>, %m: tensor<?x?xi1>) -> tensor<1x8x?x64xf16> {
      %0 = dlopt.attention %q, %k, %v mask %m scale 0.125 causal masked_rows zero
          : tensor<1x8x?x64xf16>, tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>, tensor<?x?xi1>
          -> tensor<1x8x?x64xf16>
      return %0 : tensor<1x8x?x64xf16>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key,
    AnyRankedTensor:$value, Optional<AnyRankedTensor>:$mask, F64Attr:$scale,
    UnitAttr:$causal,
    DefaultValuedAttr<Dlopt_MaskedRows, "::dlopt::MaskedRows::Nan">:$masked_rows);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^)? `scale` $scale (`causal` $causal^)?
    (`masked_rows` $masked_rows^)? attr-dict `:` type(operands) `->` type($result)
  }];
}

#endif // DLOPT_DIALECT_OPS_ATTENTION_TD
