#!/usr/bin/env python3
"""Runs generated kernels of products under the emulator.

  products.py TARGET FOLDER [PART]

Of the cases, those whose names contain PART. What a case is: kernel_case.py.
"""
import itertools
import sys

from kernel_case import Case, Tensor, main, some


def operand(batch, rows, depth, kind, is_transposed):
    shape = (*batch, depth, rows) if is_transposed else (*batch, rows, depth)
    return some(shape, kind, -1.0, 1.0)


def element(tensor, batch, row, depth, is_transposed):
    # Aligned at the right; sizes of 1 are repeated.
    n = len(tensor.shape) - 2
    place = [i if size > 1 else 0
             for i, size in zip(batch[len(batch) - n:], tensor.shape[:n])]
    return tensor[(*place, *((depth, row) if is_transposed else (row, depth)))]


def sums(a, b, batch, m, n, k, ta, tb, init=None):
    """The products by definition, in doubles or integers."""
    out = []
    for at in itertools.product(*map(range, batch)):
        rows = [[element(a, at, i, x, ta) for x in range(k)] for i in range(m)]
        cols = [[element(b, at, j, x, not tb) for x in range(k)] for j in range(n)]
        for i, row in enumerate(rows):
            for j, col in enumerate(cols):
                total = sum(map(lambda x, y: x * y, row, col))
                out.append(total + (init[(*at, i, j)] if init else 0))
    return out


def wrapped(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def product(m, n, k, kind="f16", out=None, ta=False, tb=False, batch=(), left=None,
            right=None, init=False, flags="", other=None, tolerance=None, name=""):
    out = out or kind
    a = operand(batch if left is None else left, m, k, kind, ta)
    b = operand(batch if right is None else right, n, k, other or kind, not tb)
    shape = (*batch, m, n)
    inputs = [a, b] + ([some(shape, out)] if init else [])
    values = sums(a, b, batch, m, n, k, ta, tb, inputs[2] if init else None)
    if out[0] == "i":
        values = [wrapped(v, int(out[1:])) for v in values]
    result = Tensor(shape, out, values)
    types = ", ".join(t.type for t in inputs)
    body = (f"%r0 = dlopt.matmul %a0{' transposed' if ta else ''}, %a1"
            f"{' transposed' if tb else ''}{' init %a2' if init else ''} {flags}"
            f" : {types} -> {result.type}")
    if tolerance is None:
        tolerance = {"f16": "abs=4e-3 rel=2e-3", "bf16": "abs=3e-2 rel=1e-2",
                     "f32": "abs=2e-5 rel=1e-5", "f64": "abs=1e-12 rel=1e-12"}.get(out, "exact")
    label = name or "_".join([kind, other or "", out, "x".join(map(str, (*batch, m, n, k))),
                              "ta" if ta else "", "tb" if tb else "", "init" if init else ""])
    return Case("product_" + label.replace("__", "_").strip("_"), inputs, body, [(result, tolerance)])


def cases():
    yield product(128, 128, 64)
    yield product(64, 72, 96, tb=True)
    yield product(40, 24, 56, ta=True)
    yield product(136, 200, 72, ta=True, tb=True)
    yield product(1, 1, 1)
    yield product(7, 13, 5)
    yield product(65, 63, 33, tb=True, ta=True)
    yield product(64, 64, 0, name="no_depth")
    yield product(33, 17, 130, "bf16", "f32")
    # Multiply-adds.
    yield product(64, 64, 32, "f32")
    yield product(70, 36, 40, "f32", tb=True, init=True)
    yield product(5, 130, 17, "f32", ta=True)
    yield product(20, 66, 34, "f64")
    yield product(9, 10, 11, "i64", tb=True)
    yield product(9, 40, 16, "i16", "i32")
    # Batches.
    yield product(24, 40, 48, batch=(3,))
    yield product(24, 40, 48, batch=(2, 3), left=(3,), tb=True)
    yield product(24, 40, 48, batch=(2, 3), right=())
    yield product(9, 16, 8, batch=(2, 3), left=(2, 1), right=(1, 3), ta=True)
    # What instructions there are.
    yield product(40, 64, 96, "f32", tb=True, flags="numerics tf32", tolerance="abs=5e-3 rel=2e-3")
    yield product(40, 64, 96, "f32", flags="numerics tf32", ta=True, tolerance="abs=5e-3 rel=2e-3")
    yield product(40, 64, 96, "i8", "i32", tb=True)
    yield product(65, 48, 80, "i8", "i32", ta=True)
    yield product(16, 48, 80, "i8", "i16", flags="accumulate i16")
    yield product(16, 48, 32, "f16", "f32", other="bf16")
    yield product(32, 48, 64, init=True)


if __name__ == "__main__":
    part = sys.argv[3] if len(sys.argv) > 3 else ""
    sys.exit(main(c for c in cases() if part in c.name))
