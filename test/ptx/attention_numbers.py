#!/usr/bin/env python3
"""The same as numbers.py for kernels of attention.

  attention_numbers.py TARGET FOLDER [NAME]
"""
import itertools
import math
import sys

from kernel_case import Case, Tensor, main, rounded, some

KINDS = {"f16": "abs=1e-3 rel=2e-3", "bf16": "abs=1e-2 rel=1e-2",
         "f32": "abs=1e-6 rel=2e-5", "f64": "abs=1e-12 rel=1e-11"}


def softmax(scores, zero):
    top = max(scores, default=-math.inf)
    if top == -math.inf:
        return None if zero else [math.nan] * len(scores)
    weights = [math.exp(s - top) for s in scores]
    total = math.fsum(weights)
    return [w / total for w in weights]


def attention(name, kind, batch, heads, key_heads, queries, keys, depth, columns=None,
              scale=0.125, causal=False, mask=None, zero=False, result=None, spread=1.0,
              before="", behind=None, tolerance=None):
    """One kernel. `mask`: (shape, kind)."""
    columns = columns or depth
    result = result or kind
    q = some((batch, heads, queries, depth), kind, -spread, spread)
    k = some((batch, key_heads, keys, depth), kind, -spread, spread)
    v = some((batch, key_heads, keys, columns), kind, -1, 1)
    inputs = [q, k, v]
    m = None
    if mask:
        shape, of = mask
        m = some(shape, of, -2, 2)
        if of == "i1":
            m.values = [int(x > -30) for x in m.values]
            if len(shape) > 1 and shape[-2] > 1:  # a row without keys
                m.values[: shape[-1]] = [0] * shape[-1]
        inputs.append(m)
    out = []
    for b, h, i in itertools.product(range(batch), range(heads), range(queries)):
        own = h // (heads // key_heads)
        scores = []
        for j in range(keys):
            s = scale * math.fsum(q[b, h, i, d] * k[b, own, j, d] for d in range(depth))
            if m:
                place = (b, h, i, j)[4 - len(m.shape):]
                at = m[tuple(p if n > 1 else 0 for p, n in zip(place, m.shape))]
                s = (s if at else -math.inf) if m.kind == "i1" else s + at
            if causal and j > i + keys - queries:
                s = -math.inf
            scores.append(s)
        weights = softmax(scores, zero)
        for e in range(columns):
            if weights is None:
                out.append(0.0)
            elif not weights or math.isnan(weights[0]):
                out.append(math.nan)
            else:
                out.append(math.fsum(w * v[b, own, j, e] for j, w in enumerate(weights)))
    shape = (batch, heads, queries, columns)
    types = ", ".join(t.type for t in inputs)
    target = Tensor(shape, result, [0.0] * math.prod(shape)).type
    body = (f"%r0 = dlopt.attention %a0, %a1, %a2 {'mask %a3' if m else ''} scale {scale}"
            f" {'causal' if causal else ''} {'masked_rows zero' if zero else ''} : {types} -> {target}")
    outputs = [(Tensor(shape, result, out), tolerance or KINDS[result])]
    if behind:
        text, function = behind
        body += "\n" + text.replace("TYPE", target).replace("KIND", result)
        made = [function(rounded(x, result)) for x in out]
        outputs = [(Tensor(shape, result, made), tolerance or KINDS[result])]
        return Case(name, inputs, body, outputs, "%r1")
    return Case(name, inputs, before + body, outputs)


DOUBLE = ("""%r1 = dlopt.map %r0 : (TYPE) -> TYPE {
      ^bb0(%e: KIND):
        %s = arith.addf %e, %e : KIND
        dlopt.yield %s : KIND }""", lambda x: 2 * x)


def cases():
    yield attention("plain_64", "f16", 1, 2, 2, 128, 128, 64)
    yield attention("ragged_64", "f16", 2, 1, 1, 77, 131, 64)
    yield attention("causal_64", "f16", 1, 1, 1, 150, 150, 64, causal=True)
    yield attention("causal_more_keys", "bf16", 1, 2, 1, 33, 100, 64, causal=True)
    yield attention("causal_more_queries", "f16", 1, 1, 1, 90, 40, 64, causal=True, zero=True)
    yield attention("causal_more_queries_nan", "f16", 1, 1, 1, 90, 40, 32, causal=True)
    yield attention("grouped_128", "f16", 2, 6, 2, 40, 70, 128)
    yield attention("head_96", "bf16", 1, 1, 1, 70, 65, 96)
    yield attention("head_80_values_72", "f16", 1, 1, 1, 20, 30, 80, 72)
    yield attention("head_256", "f16", 1, 1, 1, 66, 40, 256, scale=0.0625)
    yield attention("one_query", "f16", 1, 2, 2, 1, 300, 64)
    yield attention("negative_scale", "f16", 1, 1, 1, 17, 40, 64, scale=-0.5)
    yield attention("large_scores", "f16", 1, 1, 1, 17, 40, 64, spread=40.0)
    yield attention("odd_head", "f16", 1, 1, 1, 19, 21, 33)
    yield attention("mask_i1", "f16", 1, 2, 2, 40, 50, 64, mask=((40, 50), "i1"), zero=True)
    yield attention("mask_i1_nan", "f16", 1, 1, 1, 40, 50, 64, mask=((40, 50), "i1"))
    yield attention("mask_row", "f16", 2, 2, 2, 20, 50, 64, mask=((2, 1, 1, 50), "i1"))
    yield attention("mask_float", "bf16", 2, 3, 3, 20, 50, 64, mask=((3, 20, 50), "f32"))
    yield attention("mask_column_causal", "f16", 1, 1, 1, 70, 70, 64, causal=True, mask=((70, 1), "f16"))
    yield attention("behind", "f16", 1, 1, 1, 40, 50, 64, behind=DOUBLE)
    yield attention("f16_to_f32", "f16", 1, 1, 1, 40, 50, 64, result="f32", tolerance="abs=1e-3 rel=1e-3")
    yield attention("f32_64", "f32", 1, 2, 1, 70, 45, 64)
    yield attention("f32_causal_masked", "f32", 1, 1, 1, 33, 50, 40, causal=True,
                    mask=((33, 50), "f32"), zero=True)
    yield attention("f32_128", "f32", 1, 1, 1, 40, 37, 128)
    yield attention("f32_256", "f32", 1, 1, 1, 34, 20, 200)
    yield attention("f32_512", "f32", 1, 1, 1, 17, 20, 300)
    yield attention("f32_odd", "f32", 1, 1, 1, 18, 20, 7, 5)


if __name__ == "__main__":
    chosen = [c for c in cases() if len(sys.argv) < 4 or c.name == sys.argv[3]]
    sys.exit(main(chosen))
