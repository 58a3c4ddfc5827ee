#!/usr/bin/env python3
"""Mutated programs: dlopt-compile and dlopt-run end by themselves, with 0 or 1.

garbage_test.py DLOPT_COMPILE DLOPT_RUN [COUNT [SEED]]

Never by a signal, never after more than 10 s of work, never without a word; and never
with "internal error", which is how the tools report a crash of their own.
"""

import os
import random
import re
import resource
import subprocess
import sys
import tempfile

LIMIT = 10  # seconds of processor time, which a busy machine does not change
HANG = 50  # seconds of wall time

ELEMENTWISE = b"""\
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<2x4xf32>, tensor<4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.addf %x, %y : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
"""
PRODUCT = b"""\
func.func @f(%a: tensor<2x3xf16>, %b: tensor<3x4xf16>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf16>, tensor<3x4xf16>)
      outs(%i : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
"""
OURS = b"""\
func.func @f(%x: tensor<2x8xf32>, %g: tensor<8xf32>) -> tensor<2x8xf32> {
  %0 = dlopt.softmax %x dim 1 : tensor<2x8xf32> -> tensor<2x8xf32>
  %1 = dlopt.layer_norm %0 scale %g axis 1 epsilon 1.0e-5 : tensor<2x8xf32>, tensor<8xf32> -> tensor<2x8xf32>
  %2 = dlopt.map %1, %g dims [[0, 1], [1]] : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32> {
  ^bb0(%p: f32, %q: f32):
    %3 = arith.mulf %p, %q : f32
    dlopt.yield %3 : f32
  }
  return %2 : tensor<2x8xf32>
}
"""
TOSA = b"""\
func.func @f(%x: tensor<1x4x4x2xf32>, %y: tensor<1x4x4x2xf32>) -> tensor<1x4x1x2xf32> {
  %0 = tosa.add %x, %y : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %2 = tosa.reduce_sum %1 {axis = 2 : i32} : (tensor<1x4x4x2xf32>) -> tensor<1x4x1x2xf32>
  return %2 : tensor<1x4x1x2xf32>
}
"""
PROGRAMS = [ELEMENTWISE, PRODUCT, OURS, TOSA]
TYPES = [b"f16", b"bf16", b"f32", b"f64", b"i1", b"i8", b"i32", b"index"]
NUMBERS = [b"0", b"1", b"2", b"3", b"4", b"7", b"-1", b"?", b"16"]


def replace(rng, text, pattern, words):
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    one = rng.choice(found)
    return text[: one.start()] + rng.choice(words) + text[one.end() :]


def mutate(rng, text):
    kind = rng.randrange(6)
    at = rng.randrange(len(text) + 1)
    lines = text.split(b"\n")
    line = rng.randrange(len(lines))
    if kind == 0:
        return text[:at]
    if kind == 1 and at < len(text):
        flipped = text[at] ^ 1 << rng.randrange(8)
        return text[:at] + bytes([flipped]) + text[at + 1 :]
    if kind == 2:
        return b"\n".join(lines[:line] + lines[line + 1 :])
    if kind == 3:
        return b"\n".join(lines[:line] + lines[line : line + 1] + lines[line:])
    if kind == 4:
        return replace(rng, text, rb"\b(?:f16|f32|index)\b", TYPES)
    return replace(rng, text, rb"\d+", NUMBERS)


def run(command):
    """The finished process; one that takes too long ends by a signal."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))

    return subprocess.run(
        command, capture_output=True, timeout=HANG, preexec_fn=limit
    )


def fault(command):
    """What is wrong with how the command ends, or None."""
    try:
        done = run(command)
    except subprocess.TimeoutExpired:
        return "hangs"
    if done.returncode not in (0, 1):
        # A size that became open wants --shape: that is usage, and no fault.
        if done.returncode == 2 and b"has open sizes" in done.stderr:
            return None
        return "exit status %d: %r" % (done.returncode, done.stderr[-300:])
    if b"internal error" in done.stderr:
        return "crash: %r" % done.stderr[-300:]
    if done.returncode == 1 and b" error: " not in done.stderr:
        return "status 1 without an error: %r" % done.stderr[-300:]
    return None


def is_sound(compiler, runner, path, text):
    """Whether an unchanged program compiles and runs: else mutants say little."""
    with open(path, "wb") as out:
        out.write(text)
    for command in ([compiler, path], [runner, path]):
        done = run(command)
        if done.returncode:
            print("unchanged: %r" % done.stderr)
            return False
    return True


def main(compiler, runner, count=40, seed=22):
    rng = random.Random(int(seed))
    n_faults = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "garbage.mlir")
        output = os.path.join(folder, "out")
        if not all([is_sound(compiler, runner, path, p) for p in PROGRAMS]):
            return 1
        for number in range(int(count)):
            text = rng.choice(PROGRAMS)
            for _ in range(rng.randint(1, 2)):
                text = mutate(rng, text) or b"\n"
            with open(path, "wb") as out:
                out.write(text)
            commands = [[compiler, path, "-o", output], [runner, path]]
            for command in commands[number % 2 :][:1]:
                problem = fault(command)
                if problem:
                    n_faults += 1
                    print("program %d: %s: %s" % (number, command[0], problem))
                    print(text.decode(errors="replace"))
    print("%s programs, %d faults" % (count, n_faults))
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
