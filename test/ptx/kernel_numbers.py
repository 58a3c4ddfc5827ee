#!/usr/bin/env python3
"""Runs generated kernels under the emulator against numbers made here.

  kernel_numbers.py TARGET FOLDER

Each case is a dlopt.kernel, random inputs, and what the operation's definition
gives for them in Python's doubles. Every variant of the kernel has to give it,
without a fault that the emulator sees.
"""
import functools
import itertools
import math
import operator
import sys

from kernel_case import ULP, Case, Tensor, everywhere, main, rounded, some


def map_body(inputs, output, code, dims="", result="%r0"):
    types = ", ".join(t.type for t in inputs)
    args = ", ".join(f"%e{i}: {t.kind}" for i, t in enumerate(inputs))
    names = ", ".join(f"%a{i}" for i in range(len(inputs)))
    dims = f" dims {dims}" if dims else ""
    return f"{result} = dlopt.map {names}{dims} : ({types}) -> {output} {{\n ^bb0({args}):\n {code} }}"


# Row operations, by definition.


def softmax_row(row, log=False, zero=False):
    top = max(row)
    if top == -math.inf:
        return [0.0 if zero else math.nan] * len(row)
    # The difference is f32 by definition: its rounding is no error.
    row = [rounded(v - top, "f32") for v in row]
    total = math.fsum(map(math.exp, row))
    if log:
        return [v - math.log(total) for v in row]
    return [math.exp(v) / total for v in row]


def rows_of(tensor):
    width = tensor.shape[-1]
    return [tensor.values[i : i + width] for i in range(0, len(tensor.values), width)]


def softmax(rows, width, kind, tolerance, log="", masked=False):
    x = some((rows, width), kind)
    if masked:
        x.values[width : 2 * width] = [-math.inf] * width
        x.values[2 * width + 3] = -math.inf
    out = [v for row in rows_of(x) for v in softmax_row(row, bool(log), masked)]
    zero = "masked_rows zero" if masked else ""
    body = f"%r0 = dlopt.softmax %a0 dim 1 {zero} {log} : {x.type} -> {x.type}"
    name = f"softmax_{rows}x{width}_{kind}{'_log' if log else ''}{'_masked' if masked else ''}"
    return Case(name, [x], body, [(Tensor(x.shape, kind, out), tolerance)])


def layer_norm(rows, width, kind, tolerance):
    x = some((rows, width), kind, 90.0, 110.0)
    g, b = some((width,), "f32"), some((width,), "f32")
    out = []
    for row in rows_of(x):
        mean = math.fsum(row) / width
        variance = math.fsum((v - mean) ** 2 for v in row) / width
        root = math.sqrt(variance + 1e-5)
        out += [(v - mean) / root * s + t for v, s, t in zip(row, g.values, b.values)]
    body = (
        f"%r0 = dlopt.layer_norm %a0 scale %a1 bias %a2 axis 1 epsilon 1.0e-5"
        f" : {x.type}, {g.type}, {b.type} -> {x.type}"
    )
    return Case(f"layer_norm_{width}_{kind}", [x, g, b], body,
                [(Tensor(x.shape, kind, out), tolerance)])


def add_rms_norm(rows, width):
    """Two results: the sum, and its norm."""
    x, y = some((rows, width), "f32"), some((rows, width), "f32")
    total = Tensor(x.shape, "f32", [a + b for a, b in zip(x.values, y.values)])
    out = []
    for row in rows_of(total):
        root = math.sqrt(math.fsum(v * v for v in row) / width + 1e-6)
        out += [v / root for v in row]
    body = map_body([x, y], x.type, "%s = arith.addf %e0, %e1 : f32\n dlopt.yield %s : f32")
    body += f"\n %r1 = dlopt.rms_norm %r0 axis 1 epsilon 1.0e-6 : {x.type} -> {x.type}"
    return Case(f"add_rms_norm_{width}", [x, y], body,
                [(total, "exact"), (Tensor(x.shape, "f32", out), "abs=1e-6 rel=1e-6")])


def reduction(name, shape, dims, kind, function, tolerance="exact"):
    x = some(shape, kind)
    kept = [i for i in range(len(shape)) if i not in dims]

    def value(*place):
        index = dict(zip(kept, place))
        ranges = [[index[i]] if i in index else range(n) for i, n in enumerate(shape)]
        return function([x[p] for p in itertools.product(*ranges)])

    out = everywhere(tuple(shape[i] for i in kept), kind, value)
    body = f"%r0 = dlopt.reduce {name} %a0 dims {list(dims)} : {x.type} -> {out.type}"
    size = "x".join(map(str, shape))
    return Case(f"reduce_{name}_{size}_{kind}", [x], body, [(out, tolerance)])


def function_case(name, function, low, high, ulps):
    x = some((3001,), "f32", low, high)
    out = Tensor(x.shape, "f32", [function(v) for v in x.values])
    body = map_body([x], x.type, f"%y = math.{name} %e0 : f32\n dlopt.yield %y : f32")
    return Case(f"{name}_{low}_{high}".replace("-", "m").replace(".", "_"), [x],
                body, [(out, f"rel={ulps * ULP['f32']}")])


def special_case():
    """NaN, infinities, zeros and the ends of the range go where they should."""
    values = [math.nan, math.inf, -math.inf, 0.0, -0.0, 88.8, -104.5, 1e-40, -1.0]
    x = Tensor((9,), "f32", values)
    exps = [math.nan, math.inf, 0.0, 1.0, 1.0, math.inf, 0.0, 1.0, math.exp(-1)]
    logs = [math.nan, math.inf, math.nan, -math.inf, -math.inf, math.log(rounded(88.8, "f32")),
            math.nan, math.log(rounded(1e-40, "f32")), math.nan]
    tanhs = [math.nan, 1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 1e-40, math.tanh(-1)]
    erfs = [math.nan, 1.0, -1.0, 0.0, -0.0, 1.0, -1.0, math.erf(1e-40), math.erf(-1)]
    outputs, body = [], ""
    for i, (name, out) in enumerate(zip(["exp", "log", "tanh", "erf"], [exps, logs, tanhs, erfs])):
        body += map_body([x], x.type, f"%y = math.{name} %e0 : f32\n dlopt.yield %y : f32",
                         result=f"%r{i}") + "\n"
        outputs.append((Tensor(x.shape, "f32", out), "abs=1e-44 rel=3e-7"))
    return Case("specials", [x], body, outputs)


def broadcast(rows, width):
    x, b, s = some((rows, width), "f16"), some((width,), "f32"), some((rows,), "f16")
    out = everywhere((rows, width), "f32", lambda i, j: rounded(x[i, j] * s[i,], "f32") + b[j,])
    code = """%x = arith.extf %e0 : f16 to f32
      %s = arith.extf %e2 : f16 to f32
      %m = arith.mulf %x, %s : f32
      %y = arith.addf %m, %e1 : f32
      dlopt.yield %y : f32"""
    return Case(f"broadcast_{rows}x{width}", [x, b, s],
                map_body([x, b, s], out.type, code, "[[0, 1], [1], [0]]"), [(out, "exact")])


def transpose():
    x = some((5, 6, 7), "f16")
    out = everywhere((7, 5, 6), "f16", lambda i, j, k: x[j, k, i])
    body = map_body([x], out.type, "dlopt.yield %e0 : f16", "[[1, 2, 0]]")
    return Case("transpose", [x], body, [(out, "exact")])


def indices():
    out = everywhere((11, 13), "i32", lambda i, j: 100 * i + j)
    body = f"""%r0 = dlopt.map : () -> {out.type} {{
      %i = dlopt.index 0 : index
      %j = dlopt.index 1 : index
      %c = arith.constant 100 : index
      %m = arith.muli %i, %c : index
      %s = arith.addi %m, %j : index
      %y = arith.index_cast %s : index to i32
      dlopt.yield %y : i32 }}"""
    return Case("indices", [], body, [(out, "exact")])


def two_types():
    """A mask of bytes and a cast of each element, past a whole tile."""
    x = some((4103,), "f32", -300, 300)
    mask = Tensor(x.shape, "i1", [int(v > 0) for v in x.values])
    small = Tensor(x.shape, "i8", [max(-128, min(127, round(v))) for v in x.values])
    code = """%z = arith.constant 0.0 : f32
      %y = arith.cmpf ogt, %e0, %z : f32
      dlopt.yield %y : i1"""
    body = map_body([x], mask.type, code)
    body += f"\n %r1 = dlopt.cast %a0 rounding nearest_even saturate : {x.type} to {small.type}"
    return Case("two_types", [x], body, [(mask, "exact"), (small, "exact")])


def cases():
    half = "abs=1e-6 rel=2e-3"
    single = f"abs=1e-37 rel={6 * ULP['f32']}"
    yield softmax(3, 1032, "f16", half)
    yield softmax(2, 8192, "f16", half)
    yield softmax(37, 128, "f16", half)
    yield softmax(5, 77, "f32", single)
    yield softmax(9, 6, "f32", single)
    yield softmax(2, 16388, "f32", single)
    yield softmax(4, 200, "f32", "abs=2e-6 rel=1e-6", log="log")
    yield softmax(4, 64, "f32", single, masked=True)
    yield softmax(3, 2048, "bf16", "abs=1e-6 rel=1e-2")
    yield layer_norm(3, 4096, "f16", "abs=2e-3 rel=2e-3")
    yield layer_norm(11, 300, "f32", "abs=1e-4 rel=1e-5")
    yield add_rms_norm(10, 1000)
    yield add_rms_norm(2, 20000)
    yield reduction("add", (7, 3000), (1,), "f32", math.fsum, "abs=2e-3 rel=1e-6")
    yield reduction("add", (6, 40, 50), (1,), "i32", sum)
    yield reduction("max", (5, 9000), (1,), "f16", max)
    yield reduction("min", (4, 12, 20), (1, 2), "f32", min)
    yield reduction("max", (3, 70), (0,), "i8", max)
    yield reduction("xor", (3, 333), (1,), "i64", lambda v: functools.reduce(operator.xor, v))
    yield reduction("add", (1000,), (0,), "f64", math.fsum, "abs=1e-9 rel=1e-12")
    yield broadcast(6, 1024)
    yield broadcast(17, 33)
    yield transpose()
    yield indices()
    yield two_types()
    yield special_case()
    yield function_case("exp", math.exp, -87.0, 88.0, 3)
    yield function_case("log", math.log, 1e-30, 20.0, 2.0)
    yield function_case("log", math.log, 0.5, 1.5, 2.0)
    yield function_case("log1p", math.log1p, -0.9, 3.0, 2.5)
    yield function_case("log1p", math.log1p, -0.001, 0.001, 2.5)
    yield function_case("expm1", math.expm1, -20.0, 20.0, 6)
    yield function_case("expm1", math.expm1, -0.01, 0.01, 6)
    yield function_case("tanh", math.tanh, -6.0, 6.0, 2.5)
    yield function_case("tanh", math.tanh, -0.01, 0.01, 2.5)
    yield function_case("erf", math.erf, -4.5, 4.5, 2.5)
    yield function_case("erf", math.erf, -0.01, 0.01, 2.5)
    yield function_case("rsqrt", lambda v: 1 / math.sqrt(v), 1e-6, 1e6, 1.5)


if __name__ == "__main__":
    sys.exit(main(cases()))
