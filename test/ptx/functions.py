#!/usr/bin/env python3
"""Holds the GPU code of scalar functions against exact values, under the
emulator.

  functions.py TARGET FOLDER f16|f32|f64|exact

f16: every number there is. f32 and f64: samples of every exponent, more of them
where a function turns, and the special values. The bound of each is README.md's
of lowering/ptx, in units of the last place of a number in [1, 2). exact: integers, roundings, and what has several
results or types.
"""
import math
import struct
import sys

import exact
from kernel_case import RANDOM, ULP, Case, Tensor, main, rounded

LEAST = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 5e-324}
LARGEST = {"f32": float.fromhex("0x1.fffffep127"), "f64": sys.float_info.max}
TINY = {"f32": 2.0**-126, "f64": 2.0**-1022}


def infinite(function, *places):
    """`function`, with +-inf at poles where Python has an error."""

    def value(*args):
        for place, result in places:
            if args == place:
                return result
        try:
            return function(*args)
        except OverflowError:
            return math.copysign(math.inf, args[0]) if function in ODD else math.inf
        except ValueError:
            return math.nan

    return value


def powers(x, y):
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0 and y % 2 == 1 else math.inf
    except ValueError:
        if x != 0:
            return math.nan
        return math.copysign(math.inf, x) if y % 2 == 1 else math.inf


INF = math.inf
ODD = {math.sinh, math.expm1}
POLE = [((0.0,), -INF), ((-0.0,), -INF)]
LOGS = {name: infinite(getattr(math, name), *POLE) for name in ("log", "log2", "log10")}

# name: libm's function, and the exact one. Where Python's `math` fails, what
# IEEE has.
FUNCTIONS = {
    "sin": (infinite(math.sin), exact.sin),
    "cos": (infinite(math.cos), exact.cos),
    "tan": (infinite(math.tan), exact.tan),
    "asin": (infinite(math.asin), exact.asin),
    "acos": (infinite(math.acos), exact.acos),
    "atan": (math.atan, exact.atan),
    "sinh": (infinite(math.sinh), exact.sinh),
    "cosh": (infinite(math.cosh), exact.cosh),
    "tanh": (math.tanh, exact.tanh),
    "asinh": (math.asinh, exact.asinh),
    "acosh": (infinite(math.acosh), exact.acosh),
    "atanh": (infinite(math.atanh, ((1.0,), INF), ((-1.0,), -INF)), exact.atanh),
    "exp": (infinite(math.exp), exact.exp),
    "exp2": (infinite(lambda x: 2.0**x), lambda x: (x * exact.Decimal(2).ln()).exp()),
    "expm1": (infinite(math.expm1), exact.expm1),
    "log": (LOGS["log"], exact.log),
    "log2": (LOGS["log2"], lambda x: x.ln() / exact.Decimal(2).ln()),
    "log10": (LOGS["log10"], lambda x: x.log10()),
    "log1p": (infinite(math.log1p, ((-1.0,), -INF)), exact.log1p),
    "erf": (math.erf, exact.erf),
    "erfc": (math.erfc, exact.erfc),
    "cbrt": (lambda x: math.copysign(math.cbrt(abs(x)), x) if x == x else x, exact.cbrt),
    "rsqrt": (infinite(lambda x: 1 / math.sqrt(x) if x else math.copysign(INF, x)),
              lambda x: 1 / x.sqrt()),
    "powf": (powers, exact.power),
    "atan2": (math.atan2, exact.atan2),
    "remf": (infinite(math.fmod), exact.remainder),
}
TWO = {"powf", "atan2", "remf"}

# Bounds (README.md): f32, f64.
BOUNDS = {
    "sin": (1.5, 1.5), "cos": (1.5, 1.5), "tan": (2.5, 2.5), "asin": (2.5, 2.5),
    "acos": (1.5, 1.5), "atan": (1.5, 1.5), "atan2": (2, 2), "sinh": (2, 2),
    "cosh": (1.5, 1.5), "tanh": (2.5, 2), "asinh": (2, 2), "acosh": (2.5, 2),
    "atanh": (2.5, 2), "exp": (3, 1.5), "exp2": (2, 1.5), "expm1": (1.5, 1.5),
    "log": (1.5, 1.5), "log2": (2, 2), "log10": (2, 2), "log1p": (2, 2),
    "erf": (2.5, 1.5), "erfc": (4, 3), "cbrt": (1, 1), "rsqrt": (1.5, 1.5),
    "powf": (1.5, 1.5), "remf": (0, 0),
}

# Where else to look, besides all exponents: low, high.
REGIONS = {
    "sin": [(-8, 8), (-70000, 70000), (1e6, 1.1e6)],
    "cos": [(-8, 8), (-70000, 70000), (1e6, 1.1e6)],
    "tan": [(-8, 8), (-70000, 70000), (1e6, 1.1e6)],
    "asin": [(-1, 1), (0.49, 0.51), (0.999, 1)],
    "acos": [(-1, 1), (0.49, 0.51), (0.999, 1), (-1, -0.999)],
    "atan": [(-4, 4), (0.99, 1.01)],
    "sinh": [(-90, 90), (-2, 2), (-712, 712), (0.99, 1.01)],
    "cosh": [(-90, 90), (-2, 2), (-712, 712)],
    "tanh": [(-10, 10), (-1, 1), (-25, 25)],
    "asinh": [(-4, 4), (-0.1, 0.1), (16000, 17000), (2e8, 3e8)],
    "acosh": [(1, 4), (1, 1.001), (16000, 17000), (2e8, 3e8)],
    "atanh": [(-1, 1), (-0.1, 0.1), (0.99, 1)],
    "exp": [(-110, 95), (-1, 1), (-750, 715)],
    "exp2": [(-155, 130), (-1, 1), (-1080, 1030)],
    "expm1": [(-20, 20), (-1, 1), (-90, 90), (-45, 712)],
    "log": [(0.5, 2), (0.99, 1.01)],
    "log2": [(0.5, 2), (0.99, 1.01)],
    "log10": [(0.5, 2), (0.99, 1.01)],
    "log1p": [(-1, 2), (-0.5, 0.5)],
    "erf": [(-7, 7), (-1, 1)],
    "erfc": [(-7, 11), (-1, 1), (10, 28), (0.2, 0.8)],
    "cbrt": [(-8, 8)],
    "rsqrt": [(0, 4)],
}

SPECIALS = [math.nan, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 0.75,
            1.5, -1.5, 1e30, -1e30, 16777216.0, 16777217.0, 88.72284, 89.0, -103.9, 65536.0,
            1048576.0, math.pi, math.pi / 2, 11 * math.pi / 2, 22.0, 52174.0]


def samples(kind, count, regions):
    """Specials, the ends, every exponent, the regions."""
    values = SPECIALS + [LEAST[kind], -LEAST[kind], LARGEST[kind], -LARGEST[kind], TINY[kind],
                         -TINY[kind], 1 - ULP[kind], 1 + ULP[kind]]
    # Near to multiples of pi / 2 as numbers get.
    values += [k * math.pi / 2 for k in (1, 2, 3, 5, 710, 3141, 45000, 10**6, 10**9)]
    least, most = math.frexp(LEAST[kind])[1], math.frexp(LARGEST[kind])[1]
    for i in range(count):
        exponent = least + (most - least) * i // count
        sign = RANDOM.choice((1, -1))
        values.append(sign * math.ldexp(RANDOM.uniform(0.5, 1), exponent))
    for low, high in regions:
        values += [RANDOM.uniform(low, high) for _ in range(count)]
    return [rounded(v, kind) if abs(v) <= LARGEST[kind] else v for v in values]


def value_of(name, kind, args):
    function, precise = FUNCTIONS[name]
    result = function(*args)
    if kind != "f64" or result == 0 or 0 in args or not all(map(math.isfinite, (result, *args))):
        return result
    if name == "erf" and abs(args[0]) > 6 or name == "erfc" and args[0] < -6:
        return result  # 1 or 2 less what no double shows
    if name in ("exp", "exp2", "sinh", "cosh", "expm1", "powf", "erfc", "cbrt"):
        return exact.of_doubles(precise)(*args)
    # Tiny arguments come back from these as they are.
    return result if abs(args[0]) < 1e-200 and name not in LOGS else exact.of_doubles(precise)(*args)


def function_body(name, kind, tensors, result, with_sign=False):
    """`%r<result>` from %a0.., and its sign behind it, 0 of NaN."""
    types = ", ".join(t.type for t in tensors)
    names = ", ".join(f"%a{i}" for i in range(len(tensors)))
    args = ", ".join(f"%e{i}: {kind}" for i in range(len(tensors)))
    operands = ", ".join(f"%e{i}" for i in range(len(tensors)))
    dialect = "arith" if name == "remf" else "math"
    code = f"%y = {dialect}.{name} {operands} : {kind}\n"
    yields, results, count = "%y", tensors[0].type, ""
    if with_sign:
        code += f"""%one = arith.constant 1.0 : {kind}
          %zero = arith.constant 0.0 : {kind}
          %sign = math.copysign %one, %y : {kind}
          %nan = arith.cmpf uno, %y, %y : {kind}
          %s = arith.select %nan, %zero, %sign : {kind}
          """
        yields, results, count = "%y, %s", f"({tensors[0].type}, {tensors[0].type})", ":2"
    types_out = f"{kind}, {kind}" if with_sign else kind
    return (f"%r{result}{count} = dlopt.map {names} : ({types}) -> {results} {{\n"
            f" ^bb0({args}):\n {code} dlopt.yield {yields} : {types_out} }}\n")


def sign_of(value):
    return 0.0 if math.isnan(value) else math.copysign(1.0, value)


def function_case(name, kind, count):
    if name in TWO:
        inputs = pairs(name, kind, count)
    else:
        inputs = [samples(kind, count, REGIONS[name])]
    tensors = [Tensor((len(v),), kind, v) for v in inputs]
    out = [value_of(name, kind, args) for args in zip(*(t.values for t in tensors))]
    bound = BOUNDS[name][kind == "f64"]
    # Python's own doubles may be off by one.
    slack = 0 if name == "remf" else 2.0**-52 if kind == "f32" else 0.5 * ULP["f64"]
    tolerance = f"abs={max(bound, 1) * LEAST[kind]} rel={bound * ULP[kind] + slack}"
    if name == "remf":
        tolerance = "exact"
    out = Tensor(tensors[0].shape, kind, [limited(v, kind) for v in out])
    signs = Tensor(out.shape, kind, map(sign_of, out.values))
    body = function_body(name, kind, tensors, "", with_sign=True)
    return Case(f"{name}_{kind}", tensors, body, [(out, tolerance), (signs, "exact")],
                result="%r#{}")


def limited(value, kind):
    """Infinity where a double is too large for the type."""
    if kind == "f32" and abs(value) >= 2.0**128 - 2.0**103:
        return math.copysign(INF, value)
    return value


def pairs(name, kind, count):
    """Specials with specials, exponents with exponents; powers that are
    numbers."""
    special = [math.nan, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1.5,
               1e30, -1e30, 16777216.0, LEAST[kind], LARGEST[kind], -LARGEST[kind]]
    both = [(a, b) for a in special for b in special]
    least, most = math.frexp(LEAST[kind])[1], math.frexp(LARGEST[kind])[1]
    for _ in range(count):
        one, other = (math.ldexp(RANDOM.uniform(0.5, 1), RANDOM.randint(least, most)) *
                      RANDOM.choice((1, -1)) for _ in range(2))
        both.append((one, other))
        near = one * 2.0 ** RANDOM.uniform(-40, 40)
        both.append((one, near if abs(near) <= LARGEST[kind] else one))
        if name == "powf":
            base = abs(RANDOM.choice((one, RANDOM.uniform(0.5, 2), 1 + RANDOM.uniform(-1, 1) / 64)))
            base = rounded(base, kind)
            top = math.log(LARGEST[kind])
            if base not in (0, 1):
                both.append((base, RANDOM.uniform(-1.05, 1) * top / abs(math.log(base))))
            both.append((-RANDOM.uniform(0.5, 9), float(RANDOM.randint(-30, 30))))
    both = [[rounded(v, kind) if abs(v) <= LARGEST[kind] else v for v in pair] for pair in both]
    return [list(column) for column in zip(*both)]


def every_half():
    """All functions of all numbers of f16, a kernel of each dozen."""
    values = [struct.unpack("e", struct.pack("H", i))[0] for i in range(65536)]
    values = [v for v in values if v == v] + [math.nan]
    names = [name for name in FUNCTIONS if name not in TWO]
    x = Tensor((len(values),), "f16", values)
    for start in range(0, len(names), 12):
        group, body, outputs = names[start:start + 12], "", []
        for i, name in enumerate(group):
            body += function_body(name, "f16", [x], i)
            out = Tensor(x.shape, "f16", [half(FUNCTIONS[name][0](v)) for v in values])
            # Rounded twice, next to a tie it is the neighbour. The hardware's
            # tanh has 11 bits itself.
            outputs.append((out, f"abs={2.0**-24} rel={(2 if name == 'tanh' else 1) * ULP['f16']}"))
        yield Case(f"half_{start}", [x], body, outputs)


def half(value):
    return math.copysign(INF, value) if abs(value) >= 65520 else value


# What is exact.


def signed(value, width):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def int_power(x, n):
    if n >= 0:
        return x**n
    return x ** (-n) if abs(x) == 1 else 0


INTEGERS = {
    "ctlz": lambda x, w: w - (x & ((1 << w) - 1)).bit_length(),
    "cttz": lambda x, w: ((x & -x).bit_length() - 1) if x else w,
    "ctpop": lambda x, w: bin(x & ((1 << w) - 1)).count("1"),
    "absi": lambda x, w: abs(x),
}


def integer_case(width):
    kind, top = f"i{width}", 1 << (width - 1)
    values = [0, 1, -1, 2, -2, 3, top - 1, -top, -top + 1, top >> 1]
    values += [signed(RANDOM.getrandbits(RANDOM.randint(1, width)), width) for _ in range(500)]
    powers = [RANDOM.choice((0, 1, 2, 3, 5, 7, -1, -2, -7, 60, 63, 100)) for _ in values]
    x, n = (Tensor((len(values),), kind, v) for v in (values, powers))
    body, outputs = "", []
    for i, (name, function) in enumerate(INTEGERS.items()):
        body += (f"%r{i} = dlopt.map %a0 : ({x.type}) -> {x.type} {{\n ^bb0(%e: {kind}):\n"
                 f" %y = math.{name} %e : {kind}\n dlopt.yield %y : {kind} }}\n")
        outputs.append((Tensor(x.shape, kind, [signed(function(v, width), width) for v in values]),
                        "exact"))
    body += (f"%r4 = dlopt.map %a0, %a1 : ({x.type}, {x.type}) -> {x.type} {{\n"
             f" ^bb0(%e: {kind}, %n: {kind}):\n %y = math.ipowi %e, %n : {kind}\n"
             f" dlopt.yield %y : {kind} }}\n")
    outputs.append((Tensor(x.shape, kind, [signed(int_power(v, p), width)
                                           for v, p in zip(values, powers)]), "exact"))
    return Case(f"integers_{kind}", [x, n], body, outputs)


def half_away(x):
    return math.copysign(math.floor(abs(x)) + (abs(x) % 1 >= 0.5), x)


def whole(function):
    """What has no part behind the point stays."""
    return lambda x: x if not math.isfinite(x) else math.copysign(function(x), x)


def is_normal(x, kind):
    least = {"f16": 2.0**-14, **TINY}[kind]
    return math.isfinite(x) and abs(x) >= least


ROUNDINGS = {
    "absf": abs, "ceil": whole(math.ceil), "floor": whole(math.floor), "trunc": whole(math.trunc),
    "round": whole(half_away), "roundeven": whole(round),
}
CLASSES = {
    "isnan": lambda x, kind: math.isnan(x), "isinf": lambda x, kind: math.isinf(x),
    "isfinite": lambda x, kind: math.isfinite(x), "isnormal": is_normal,
}


def exact_case(kind):
    if kind == "f16":
        values = [struct.unpack("e", struct.pack("H", i))[0] for i in range(0, 65536, 7)]
    else:
        values = samples(kind, 500, [(-9, 9)]) + [k / 2 for k in range(-9, 9)]
    x = Tensor((len(values),), kind, values)
    body, outputs = "", []
    for i, (name, function) in enumerate(ROUNDINGS.items()):
        body += function_body(name, kind, [x], i)
        outputs.append((Tensor(x.shape, kind, map(function, values)), "exact"))
    for i, (name, function) in enumerate(CLASSES.items(), len(ROUNDINGS)):
        out = Tensor(x.shape, "i1", [int(function(v, kind)) for v in values])
        body += (f"%r{i} = dlopt.map %a0 : ({x.type}) -> {out.type} {{\n ^bb0(%e: {kind}):\n"
                 f" %y = math.{name} %e : {kind}\n dlopt.yield %y : i1 }}\n")
        outputs.append((out, "exact"))
    return Case(f"exact_{kind}", [x], body, outputs)


def clamp(value, low, high):
    """max(min(value, high), low), of which a NaN takes no part."""
    value = high if math.isnan(value) else min(value, high)
    return max(value, low)


def mixed_case(kind):
    """sincos, clampf, fpowi: results or operands of more than one type."""
    values = samples(kind, 200, [(-9, 9)])
    powers = [RANDOM.choice((0, 1, -1, 2, 3, -3, 11, 50, -40, 2**31 - 1, -2**31)) for _ in values]
    x, n = Tensor((len(values),), kind, values), Tensor((len(values),), "i32", powers)
    body = (f"%r:4 = dlopt.map %a0, %a1 : ({x.type}, {n.type}) ->"
            f" ({x.type}, {x.type}, {x.type}, {x.type}) {{\n ^bb0(%e: {kind}, %n: i32):\n"
            f" %low = arith.constant -2.5 : {kind}\n %high = arith.constant 7.0 : {kind}\n"
            f" %s, %c = math.sincos %e : {kind}\n"
            f" %m = math.clampf %e to [%low, %high] : {kind}\n"
            f" %p = math.fpowi %e, %n : {kind}, i32\n"
            f" dlopt.yield %s, %c, %m, %p : {kind}, {kind}, {kind}, {kind} }}")
    outs = [[value_of(name, kind, (v,)) for v in x.values] for name in ("sin", "cos")]
    outs.append([clamp(v, -2.5, 7.0) for v in x.values])
    outs.append([limited(value_of("powf", kind, (v, float(p))), kind)
                 for v, p in zip(x.values, powers)])
    near = f"abs={2 * LEAST[kind]} rel={1.5 * ULP[kind] + 2.0**-53}"
    return Case(f"mixed_{kind}", [x, n], body,
                [(Tensor(x.shape, kind, out), "exact" if i == 2 else near)
                 for i, out in enumerate(outs)], result="%r#{}")


def cases(kind):
    if kind == "exact":
        yield from map(integer_case, (8, 16, 32, 64))
        yield from map(exact_case, ("f16", "f32", "f64"))
        yield from map(mixed_case, ("f32", "f64"))
        return
    if kind == "f16":
        yield from every_half()
        return
    for name in FUNCTIONS:
        yield function_case(name, kind, 1500 if kind == "f32" else 300)


if __name__ == "__main__":
    kind = sys.argv.pop()
    sys.exit(main(cases(kind)))
