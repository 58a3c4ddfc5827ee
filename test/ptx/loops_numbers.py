#!/usr/bin/env python3
"""The same as numbers.py for kernels of the loops family: programs as they stay
upstream, against what they mean.

  loops_numbers.py TARGET FOLDER
"""
import itertools
import math
import sys

from kernel_case import Case, Tensor, everywhere, main, rounded, some


def generic(inputs, maps, kinds, n_outs, arguments, code):
    """linalg.generic over %a0.., the last `n_outs` of which are its inits."""
    split = len(inputs) - n_outs
    names = [f"%a{i}" for i in range(len(inputs))]
    types = [t.type for t in inputs]
    maps = ", ".join(f"affine_map<{m}>" for m in maps)
    kinds = ", ".join(f'"{k}"' for k in kinds)
    ins = f"ins({', '.join(names[:split])} : {', '.join(types[:split])})" if split else ""
    return (f"%r:{n_outs} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}"
            f" {ins} outs({', '.join(names[split:])} : {', '.join(types[split:])}) {{"
            f"\n ^bb0({arguments}):\n {code} }} -> ({', '.join(types[split:])})")


def case(name, inputs, body, outputs):
    return Case(name, inputs, body, outputs, "%r#{}")


def argmax():
    """Two results; NaN is never greater, the first of equals stays."""
    x = some((300, 70), "f32")
    for at in range(0, 70, 7):
        x.values[70 + at] = 9.0
    x.values[2 * 70 + 3] = math.nan
    start = Tensor((300,), "f32", [-math.inf] * 300)
    zero = Tensor((300,), "i32", [0] * 300)
    values, places = [], []
    for row in range(300):
        best, at = -math.inf, 0
        for i, v in enumerate(x.values[70 * row : 70 * row + 70]):
            if v > best:
                best, at = v, i
        values.append(best)
        places.append(at)
    code = """%i = linalg.index 1 : index
      %k = arith.index_cast %i : index to i32
      %c = arith.cmpf ogt, %in, %best : f32
      %v = arith.select %c, %in, %best : f32
      %p = arith.select %c, %k, %at : i32
      linalg.yield %v, %p : f32, i32"""
    body = generic([x, start, zero], ["(i, j) -> (i, j)", "(i, j) -> (i)", "(i, j) -> (i)"],
                   ["parallel", "reduction"], 2, "%in: f32, %best: f32, %at: i32", code)
    return case("argmax", [x, start, zero], body,
                [(Tensor((300,), "f32", values), "exact"), (Tensor((300,), "i32", places), "exact")])


def in_order():
    """A sum of f32 in the program's order: over two loops, the outer one first."""
    x, start = some((5, 6, 9), "f32", -1e8, 1e8), some((6,), "f32")
    out = []
    for j in range(6):
        total = start.values[j]
        for i, k in itertools.product(range(5), range(9)):
            total = rounded(total + x[i, j, k], "f32")
        out.append(total)
    body = generic([x, start], ["(i, j, k) -> (i, j, k)", "(i, j, k) -> (j)"],
                   ["reduction", "parallel", "reduction"], 1, "%in: f32, %out: f32",
                   "%s = arith.addf %out, %in : f32\n linalg.yield %s : f32")
    return case("in_order", [x, start], body, [(Tensor((6,), "f32", out), "exact")])


def diagonal_and_constant():
    """Only some elements of the result are reached; the others keep the init."""
    x = some((7,), "i32")
    y = some((7, 3, 7), "i32")
    out = everywhere((7, 3, 7), "i32", lambda i, j, k: x[i,] + y[i, j, k]
                     if i == k and j == 1 else y[i, j, k])
    body = generic([x, y], ["(i) -> (i)", "(i) -> (i, 1, i)"], ["parallel"], 1,
                   "%in: i32, %out: i32", "%s = arith.addi %out, %in : i32\n linalg.yield %s : i32")
    return case("diagonal", [x, y], body, [(out, "exact")])


def quotients():
    """Index maps with mod and floordiv."""
    x, y = some((6,), "f32"), some((12, 4), "f32")
    out = everywhere((12, 4), "f32", lambda i, j: x[(i + j) % 6,] - y[11 - i, j])
    start = some((12, 4), "f32")
    body = generic([x, y, start], ["(i, j) -> ((i + j) mod 6)", "(i, j) -> (11 - i, j)",
                                   "(i, j) -> (i, j)"], ["parallel", "parallel"], 1,
                   "%a: f32, %b: f32, %out: f32", "%s = arith.subf %a, %b : f32\n linalg.yield %s : f32")
    return case("quotients", [x, y, start], body, [(out, "exact")])


def branch():
    """A body with control flow that reads at computed places."""
    x, table = some((130,), "f32"), some((3, 130), "f32")
    start = some((130,), "f32")
    out = everywhere((130,), "f32", lambda i: table[2, i] if x[i,] > 0 else
                     rounded(x[i,] + table[0, 129 - i], "f32"))
    code = """%i = linalg.index 0 : index
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c129 = arith.constant 129 : index
      %c = arith.cmpf ogt, %in, %zero : f32
      %v = scf.if %c -> (f32) {
        %t = tensor.extract %a1[%c2, %i] : tensor<3x130xf32>
        scf.yield %t : f32
      } else {
        %k = arith.subi %c129, %i : index
        %t = tensor.extract %a1[%c0, %k] : tensor<3x130xf32>
        %s = arith.addf %in, %t : f32
        scf.yield %s : f32
      }
      linalg.yield %v : f32"""
    body = generic([x, table, start], ["(i) -> (i)", "(i) -> (0, i)", "(i) -> (i)"],
                   ["parallel"], 1, "%in: f32, %unused: f32, %out: f32", code)
    return case("branch", [x, table, start], body, [(out, "exact")])


def named():
    """A named operation: products of bytes less their zero points."""
    x, w, start = some((9, 20), "i8"), some((20, 11), "i8"), some((9, 11), "i32")
    out = everywhere((9, 11), "i32", lambda i, j: start[i, j] + sum(
        (x[i, k] - 3) * (w[k, j] + 5) for k in range(20)))
    body = f"""%z = arith.constant 3 : i32
      %y = arith.constant -5 : i32
      %r:1 = linalg.quantized_matmul ins(%a0, %a1, %z, %y : {x.type}, {w.type}, i32, i32)
        outs(%a2 : {start.type}) -> {start.type}"""
    return case("named", [x, w, start], body, [(out, "exact")])


def pad():
    x = some((4, 5), "f16")
    out = everywhere((7, 8), "f16", lambda i, j: x[i - 2, j - 3]
                     if 2 <= i < 6 and 3 <= j < 8 else i + 10 * j)
    body = f"""%r:1 = tensor.pad %a0 low[2, 3] high[1, 0] {{
      ^bb0(%i: index, %j: index):
        %c10 = arith.constant 10 : index
        %m = arith.muli %j, %c10 : index
        %s = arith.addi %m, %i : index
        %k = arith.index_cast %s : index to i32
        %f = arith.sitofp %k : i32 to f16
        tensor.yield %f : f16
      }} : {x.type} to {out.type}"""
    return case("pad", [x], body, [(out, "exact")])


def crop():
    """Negative padding takes elements off."""
    x = some((9, 6), "i16")
    out = everywhere((7, 7), "i16", lambda i, j: x[i + 2, j] if j < 6 else -1)
    body = f"""%c = arith.constant -1 : i16
      %r:1 = tensor.pad %a0 low[-2, 0] high[0, 1] {{
      ^bb0(%i: index, %j: index):
        tensor.yield %c : i16
      }} : {x.type} to {out.type}"""
    return case("crop", [x], body, [(out, "exact")])


def concat():
    parts = [some((3, n, 2), "i1") for n in (4, 1, 6)]
    for part in parts:
        part.values = [int(v > 0) for v in part.values]
    out = everywhere((3, 11, 2), "i1", lambda i, j, k: parts[0][i, j, k] if j < 4 else
                     parts[1][i, 0, k] if j == 4 else parts[2][i, j - 5, k])
    types = ", ".join(p.type for p in parts)
    body = f"%r:1 = tensor.concat dim(1) %a0, %a1, %a2 : ({types}) -> {out.type}"
    return case("concat", parts, body, [(out, "exact")])


def generate():
    out = everywhere((6, 50), "i64", lambda i, j: i * 100 - j)
    body = f"""%r:1 = "tensor.generate"() ({{
      ^bb0(%i: index, %j: index):
        %c = arith.constant 100 : index
        %m = arith.muli %i, %c : index
        %s = arith.subi %m, %j : index
        %k = arith.index_cast %s : index to i64
        tensor.yield %k : i64
      }}) : () -> {out.type}"""
    return case("generate", [], body, [(out, "exact")])


def pool(kind, number, function, shape, dims, window, stride, dilation, low, high, tolerance="exact"):
    """A window over some dimensions; places outside take no part."""
    x = some(shape, number)
    size = list(shape)
    for d, w, s, t, lo, hi in zip(dims, window, stride, dilation, low, high):
        size[d] = (shape[d] + lo + hi - t * (w - 1) - 1) // s + 1

    def value(*place):
        found = []
        for step in itertools.product(*map(range, window)):
            at = list(place)
            for d, k, s, t, lo in zip(dims, step, stride, dilation, low):
                at[d] = place[d] * s + k * t - lo
            if all(0 <= a < n for a, n in zip(at, shape)):
                found.append(x[tuple(at)])
        return function(found)

    out = everywhere(tuple(size), number, value)
    body = (f"%r:1 = dlopt.pool {kind} %a0 dims {list(dims)} window {list(window)}"
            f" strides {list(stride)} dilations {list(dilation)} pad_low {list(low)}"
            f" pad_high {list(high)} : {x.type} -> {out.type}")
    name = f"pool_{kind}_{number}_{len(shape)}d"
    return case(name, [x], body, [(out, tolerance)])


def pool_with_neighbours():
    """A pool of a converted input, and a map over its elements that also gives
    its result in another order."""
    x = some((2, 12, 3), "f16")
    top = everywhere((2, 5, 3), "f32", lambda i, j, k: max(x[i, 2 * j + w, k] for w in range(3)))
    out = everywhere((3, 2, 5), "f32", lambda k, i, j: 2 * top[i, j, k])
    body = f"""%c = dlopt.cast %a0 : {x.type} to tensor<2x12x3xf32>
      %r0 = dlopt.pool max %c dims [1] window [3] strides [2] : tensor<2x12x3xf32> -> {top.type}
      %r1 = dlopt.map %r0 dims [[1, 2, 0]] : ({top.type}) -> {out.type} {{
      ^bb0(%e: f32):
        %s = arith.addf %e, %e : f32
        dlopt.yield %s : f32 }}"""
    return Case("pool_neighbours", [x], body, [(top, "exact"), (out, "exact")])


def different_results():
    """Sums along rows and along columns: results of two shapes."""
    x, rows, columns = some((140, 30), "i32"), some((140,), "i32"), some((30,), "i32")
    outs = [everywhere((140,), "i32", lambda i: i), everywhere((30,), "i32", lambda i: 5 * i)]
    code = """%i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %p = arith.index_cast %i : index to i32
      %q = arith.index_cast %j : index to i32
      %five = arith.constant 5 : i32
      %m = arith.muli %q, %five : i32
      linalg.yield %p, %m : i32, i32"""
    body = generic([x, rows, columns], ["(i, j) -> (i, j)", "(i, j) -> (i)", "(i, j) -> (j)"],
                   ["reduction", "reduction"], 2, "%in: i32, %a: i32, %b: i32", code)
    return case("different_results", [x, rows, columns], body, [(o, "exact") for o in outs])


def cases():
    yield argmax()
    yield in_order()
    yield diagonal_and_constant()
    yield quotients()
    yield branch()
    yield named()
    yield pad()
    yield crop()
    yield concat()
    yield generate()
    yield different_results()
    yield pool("max", "f32", max, (2, 9, 11, 3), (1, 2), (3, 2), (2, 1), (1, 3), (1, 2), (1, 0))
    yield pool("max", "i8", max, (17,), (0,), (4,), (3,), (1,), (0,), (0,))
    yield pool("min", "f16", min, (3, 20), (1,), (5,), (1,), (2,), (4,), (4,))
    yield pool("add", "f32", math.fsum, (2, 3, 8, 8), (2, 3), (3, 3), (2, 2), (1, 1), (1, 1), (1, 1),
               "abs=1e-5 rel=1e-6")
    yield pool("add", "i32", sum, (5, 30), (0, 1), (5, 7), (1, 4), (1, 1), (2, 3), (2, 3))
    yield pool_with_neighbours()


if __name__ == "__main__":
    sys.exit(main(cases()))
