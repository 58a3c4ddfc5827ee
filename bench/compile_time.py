#!/usr/bin/env python3
"""Compile time against size: programs of 8, 16, 32 and 64 equal layers.

  bench/compile_time.py [--dlopt-compile PATH] [--layers N,N,...]

A layer is RMS norm, a matrix product, SiLU, a second product and a residual, in
linalg as exporters write it. Prints the stages' seconds; the last column is
seconds a layer, which stays the same if the cost grows linearly.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

WIDTH, HIDDEN, TOKENS = 256, 512, 32
X = f"tensor<{TOKENS}x{WIDTH}xf32>"
H = f"tensor<{TOKENS}x{HIDDEN}xf32>"
ROW = f"tensor<{TOKENS}xf32>"
MAPS = ("#m = affine_map<(i, j) -> (i, j)>\n#r = affine_map<(i, j) -> (i)>\n"
        "#c = affine_map<(i, j) -> (j)>\n")


def generic(result, maps, iterators, ins, outs, body, type_):
    names = ", ".join(name for name, _ in ins)
    types = ", ".join(t for _, t in ins)
    return (f"  {result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = "
            f"[{iterators}]}} ins({names} : {types}) outs({outs} : {type_}) {{\n"
            f"{body}  }} -> {type_}\n")


def layer(n, x):
    both, rows = '"parallel", "parallel"', '"parallel", "reduction"'
    out = generic(f"%sq{n}", "#m, #r", rows, [(x, X)], "%zrow", (
        "  ^bb0(%a: f32, %o: f32):\n    %0 = arith.mulf %a, %a : f32\n"
        "    %1 = arith.addf %o, %0 : f32\n    linalg.yield %1 : f32\n"), ROW)
    out += generic(f"%nm{n}", "#m, #r, #c, #m", both,
                   [(x, X), (f"%sq{n}", ROW), (f"%g{n}", f"tensor<{WIDTH}xf32>")], "%ex", (
        "  ^bb0(%a: f32, %s: f32, %w: f32, %o: f32):\n    %0 = arith.divf %s, %width : f32\n"
        "    %1 = arith.addf %0, %eps : f32\n    %2 = math.rsqrt %1 : f32\n"
        "    %3 = arith.mulf %a, %2 : f32\n    %4 = arith.mulf %3, %w : f32\n"
        "    linalg.yield %4 : f32\n"), X)
    out += (f"  %up{n} = linalg.matmul ins(%nm{n}, %a{n} : {X}, tensor<{WIDTH}x{HIDDEN}xf32>) "
            f"outs(%zh : {H}) -> {H}\n")
    out += generic(f"%ac{n}", "#m, #m", both, [(f"%up{n}", H)], "%eh", (
        "  ^bb0(%a: f32, %o: f32):\n    %0 = arith.negf %a : f32\n    %1 = math.exp %0 : f32\n"
        "    %2 = arith.addf %1, %one : f32\n    %3 = arith.divf %a, %2 : f32\n"
        "    linalg.yield %3 : f32\n"), H)
    out += (f"  %dn{n} = linalg.matmul ins(%ac{n}, %b{n} : {H}, tensor<{HIDDEN}x{WIDTH}xf32>) "
            f"outs(%zx : {X}) -> {X}\n")
    out += f"  %x{n} = linalg.add ins({x}, %dn{n} : {X}, {X}) outs(%ex : {X}) -> {X}\n"
    return out, f"%x{n}"


def program(layers):
    arguments = ", ".join(f"%g{n}: tensor<{WIDTH}xf32>, %a{n}: tensor<{WIDTH}x{HIDDEN}xf32>, "
                          f"%b{n}: tensor<{HIDDEN}x{WIDTH}xf32>" for n in range(layers))
    body, x = "", "%x"
    for n in range(layers):
        text, x = layer(n, x)
        body += text
    fills = "".join(f"  %e{k} = tensor.empty() : {t}\n  %z{k} = linalg.fill ins(%zero : f32) "
                    f"outs(%e{k} : {t}) -> {t}\n" for k, t in (("x", X), ("h", H), ("row", ROW)))
    return (f"{MAPS}func.func @model(%x: {X}, {arguments}) -> {X} {{\n"
            "  %zero = arith.constant 0.0 : f32\n  %one = arith.constant 1.0 : f32\n"
            f"  %width = arith.constant {float(WIDTH)} : f32\n"
            f"  %eps = arith.constant 1.0e-6 : f32\n{fills}{body}  return {x} : {X}\n}}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dlopt-compile",
                        default="bazel-bin/tools/dlopt-compile/dlopt-compile")
    parser.add_argument("--layers", default="8,16,32,64")
    args = parser.parse_args()
    print("| layers | parse | import | reference | lower to LLVM | machine code | ms a layer |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        source, report = os.path.join(folder, "model.mlir"), os.path.join(folder, "r.json")
        for layers in map(int, args.layers.split(",")):
            with open(source, "w") as out:
                out.write(program(layers))
            subprocess.run([args.dlopt_compile, source, "--emit", "object", "-o",
                            os.path.join(folder, "model.o"), "--report", report, "--quiet"],
                           check=True)
            times = {s["name"]: s["seconds"] for s in json.load(open(report))["stages"]}
            total = sum(times.values())
            stages = [times.get(s, 0) for s in ("parse", "import", "reference",
                                                "lower to LLVM", "machine code")]
            print(f"| {layers} | " + " | ".join(f"{t:.3f}" for t in stages)
                  + f" | {1000 * total / layers:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
