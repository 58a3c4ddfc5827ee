#!/usr/bin/env python3
"""Tiles of every matrix instruction: the emulator beside a GPU, to the bit.

  tiles_on_gpu.py make FOLDER DLOPT-EMULATE   cases with random operands, and what
                                              the emulator makes of them
  tiles_on_gpu.py gpu FOLDER                  the same on a GPU; a row a case

The cases come from test/emulate/tensor_core_tiles.py. On the GPU's machine libcuda
and Python are enough.
"""
import os
import random
import struct
import subprocess
import sys

import emulator_cases_on_gpu as on_gpu


def make(folder, emulator):
    tests = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../test/emulate")
    sys.path.insert(0, tests)
    from tensor_core_tiles import array, cases
    os.makedirs(folder, exist_ok=True)
    for name, text in cases(random.Random(5), False):
        path = os.path.join(folder, name + ".ptx")
        dump = os.path.join(folder, "outputs")
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run([emulator, "--sm=90", "--dump=" + dump, path],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{name}: {done.stdout}{done.stderr}")
        with open(dump, "rb") as file:
            words = struct.unpack(f"<{os.path.getsize(dump) // 4}I", file.read())
        start, end = text.index("// OUT 0:"), text.index(".version")
        text = (text[:start] + f"// OUT 0: tensor<{len(words)}xi32> = {array(words)} "
                "TOL exact\n" + text[end:])
        with open(path, "w") as file:
            file.write(text)
    os.remove(dump)


def gpu(folder):
    """All cases in one process: none of them should fault."""
    device = on_gpu.Gpu()
    print(f"# {device.name}\n| case | words | that differ | first |\n|---|---|---|---|")
    n_different = 0
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".ptx"):
            continue
        text, case = on_gpu.parse(os.path.join(folder, file))
        try:
            got = device.run(text, case)[0]
        except RuntimeError as error:
            print(f"| {file} | | | {error} |", flush=True)
            if "launch" in str(error) or "illegal" in str(error):
                sys.exit("the device is lost")
            continue
        wanted = case["outs"][0][0]
        pairs = list(zip(struct.iter_unpack("<I", got), struct.iter_unpack("<I", wanted)))
        wrong = [i for i, (a, b) in enumerate(pairs) if a != b]
        n_different += bool(wrong)
        first = (f"[{wrong[0]}] GPU {pairs[wrong[0]][0][0]:08x}, emulator "
                 f"{pairs[wrong[0]][1][0]:08x}" if wrong else "")
        print(f"| {file[:-4]} | {len(pairs)} | {len(wrong)} | {first} |", flush=True)
    print(f"\n{n_different} cases differ")


if __name__ == "__main__":
    {"make": make, "gpu": gpu}[sys.argv[1]](*sys.argv[2:])
