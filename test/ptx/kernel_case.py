"""A kernel with numbers: made, assembled, run under the emulator with its checks
(races, bounds, reads of nothing), every variant."""
import itertools
import math
import os
import random
import re
import struct
import subprocess
import sys

import ptx_text

RANDOM = random.Random(7)
ULP = {"f16": 2.0**-10, "bf16": 2.0**-7, "f32": 2.0**-23, "f64": 2.0**-52}


def rounded(value, kind):
    """The nearest number of a type, as a double."""
    if kind == "f16":
        return struct.unpack("e", struct.pack("e", value))[0]
    if kind == "f32":
        return struct.unpack("f", struct.pack("f", value))[0]
    if kind == "bf16":
        bits = struct.unpack("I", struct.pack("f", value))[0]
        bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
        return struct.unpack("f", struct.pack("I", bits))[0]
    return value


class Tensor:
    def __init__(self, shape, kind, values):
        self.shape, self.kind = shape, kind
        self.values = [rounded(v, kind) for v in values]
        self.type = f"tensor<{''.join(f'{n}x' for n in shape)}{kind}>"

    def __getitem__(self, index):
        at = 0
        for i, n in zip(index, self.shape):
            at = at * n + i
        return self.values[at]

    def text(self):
        if not self.values:
            return "splat(0)"
        return "cyc(" + ", ".join(map(str, self.values)) + ")"


def some(shape, kind, low=-4.0, high=4.0):
    count = math.prod(shape)
    if kind[0] == "i":
        return Tensor(shape, kind, [RANDOM.randint(-100, 100) for _ in range(count)])
    return Tensor(shape, kind, [RANDOM.uniform(low, high) for _ in range(count)])


def everywhere(shape, kind, function):
    places = itertools.product(*map(range, shape))
    return Tensor(shape, kind, [function(*place) for place in places])


class Case:
    """A kernel: its body over %a0, %a1.., inputs, and outputs (tensor,
    tolerance), which the body calls by `result`."""

    def __init__(self, name, inputs, body, outputs, result="%r{}"):
        self.name, self.inputs, self.body, self.outputs = name, inputs, body, outputs
        self.result = result

    def mlir(self):
        types = [t.type for t in self.inputs]
        results = [t.type for t, _ in self.outputs]
        count = len(results)
        result = "(" + ", ".join(results) + ")"
        names = [f"%x{i}" for i in range(len(types))]
        args = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        inner = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
        block = f"^bb0({inner}):" if types else ""
        yields = ", ".join(self.result.format(i) for i in range(count))
        gives = ", ".join(f"%0#{i}" for i in range(count))
        return f"""func.func @f_{self.name}({args}) -> {result} {{
  %0:{count} = dlopt.kernel {", ".join(names)} name "{self.name}" : ({", ".join(types)}) -> {result} {{
  {block}
    {self.body}
    dlopt.yield {yields} : {", ".join(results)}
  }}
  return {gives} : {", ".join(results)}
}}
"""

    def header(self, function, grid, block):
        lines = [f"// CALL: @{function}", f"// LAUNCH: grid={grid} block={block}"]
        for i, tensor in enumerate(self.inputs):
            lines.append(f"// IN {i}: {tensor.type} = {tensor.text()}")
        for i, (tensor, tolerance) in enumerate(self.outputs):
            lines.append(f"// OUT {i}: {tensor.type} = {tensor.text()} TOL {tolerance}")
        return "\n".join(lines) + "\n"


def run(case, target, folder):
    """Complaints about one case."""
    source = os.path.join(folder, case.name + ".mlir")
    with open(source, "w") as file:
        file.write(case.mlir())

    def dlopt_opt(*flags):
        return subprocess.run(["dlopt-opt", source, f"-dlopt-kernel-outline=target={target}",
                               *flags], check=True, capture_output=True, text=True).stdout

    host = dlopt_opt("-canonicalize")
    grids = dict(re.findall(r"llvm\.call @launch_(\w+)\(%c(\d+)_i64", host))
    launch = r"gpu\.launch_func\s+@\w+::@(\w+) .*?threads in \(%c(\d+).*?\)\s+(?:dynamic_\w+ %c(\d+))?"
    blocks = {name: f"{threads} shared={shared or 0}"
              for name, threads, shared in re.findall(launch, host)}
    launches = [(name, grid, blocks[name]) for name, grid in grids.items()]
    ptx = "\n".join(ptx_text.modules(dlopt_opt("-dlopt-to-ptx")))
    if not launches:
        yield f"{case.name}: no launch"
    for function, grid, block in launches:
        path = os.path.join(folder, function + ".ptx")
        with open(path, "w") as file:
            file.write(case.header(function, grid, block) + ptx)
        result = subprocess.run(["dlopt-emulate", "--perturb", path], capture_output=True, text=True)
        if result.returncode:
            log = result.stdout + result.stderr
            yield f"{function}: {log[:1500]}"


def main(cases):
    target, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    complaints, count = [], 0
    for case in cases:
        complaints += run(case, target, folder)
        count += 1
    print("\n".join(complaints))
    print(f"{count} cases, {len(complaints)} wrong")
    return 1 if complaints else 0
