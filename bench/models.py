#!/usr/bin/env python3
"""Runs whole models on the CPU and prints a table of what became of them.

  bench/models.py FILE.mlir... [--compile-only NAME,...] [--option NAME:OPTIONS]

A row a file: operations in, recognised as, left upstream, compile time, run
time (median), the verdict of --verify. Files of older MLIR are upgraded first. A
file that is not compiled shows the first line of the error.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

# Not work of their own: constants, shapes, the function around it.
SCAFFOLDING = ("builtin.", "func.", "arith.constant", "tensor.empty",
               "tosa.const", "tensor.expand_shape", "tensor.collapse_shape",
               "llvm.", "tensor.cast")


def count_ops(path, dlopt_opt):
    """Operations of the file as it is parsed, scaffolding left out."""
    out = subprocess.run([dlopt_opt, "--upgrade", path, "--print-op-stats=json",
                          "-o", os.devnull], capture_output=True, text=True)
    if out.returncode:
        return None
    stats = json.loads(out.stderr[out.stderr.index("{"):])
    return sum(n for name, n in stats.items() if not name.startswith(SCAFFOLDING))


def describe(counts, skip=()):
    rows = [(n, name) for name, n in counts.items() if not name.startswith(tuple(skip))]
    return ", ".join(f"{name.removeprefix('dlopt.')} {n}"
                     for n, name in sorted(rows, reverse=True)) or "–"


def run_model(path, args):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [args.dlopt_run, path, "--upgrade", "--seed", "1", "--quiet",
                   "--report", report]
        for option in args.option:
            if option.split(":", 1)[0] == os.path.basename(path):
                command += option.split(":", 1)[1].split()
        compile_only = os.path.basename(path) in args.compile_only.split(",")
        if compile_only:
            command = [args.dlopt_compile, path, "--upgrade", "--quiet", "--report",
                       report, "--emit", "object", "-o", os.path.join(folder, "o")]
        else:
            command += ["--verify", "--bench", "--json"]
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=args.timeout)
        except subprocess.TimeoutExpired:
            return None, None, f"no answer in {args.timeout} s"
        lines = done.stderr.splitlines()
        if done.returncode:
            errors = [line for line in lines if "error" in line]
            return None, None, (errors or lines or ["?"])[0]
        bench = next((json.loads(line) for line in done.stdout.splitlines()
                      if line.startswith("{")), None)
        return json.load(open(report)), bench, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--dlopt-run", default="bazel-bin/tools/dlopt-run/dlopt-run")
    parser.add_argument("--dlopt-compile",
                        default="bazel-bin/tools/dlopt-compile/dlopt-compile")
    parser.add_argument("--dlopt-opt", default="bazel-bin/tools/dlopt-opt/dlopt-opt")
    parser.add_argument("--compile-only", default="",
                        help="files too large to run, by name, with commas")
    parser.add_argument("--option", action="append", default=[],
                        help="FILE:OPTIONS, more options for one file")
    parser.add_argument("--timeout", type=int, default=600)
    args = parser.parse_args()
    print("| file | ops in | recognised as | left upstream | compile s | run ms | verified |")
    print("|---|---|---|---|---|---|---|")
    failures = 0
    for path in args.files:
        name = os.path.basename(path)
        report, bench, error = run_model(path, args)
        if error:
            failures += 1
            print(f"| {name} | | | | | | {error.replace('|', chr(92) + '|')} |", flush=True)
            continue
        operations = report["operations"]
        compile_s = sum(s["seconds"] for s in report["stages"]
                        if s["name"] not in ("run", "verify", "bench"))
        ours = describe(operations["dlopt"])
        if operations["activations"]:
            ours += " (" + describe(operations["activations"]) + ")"
        run_ms = f"{bench['median_us'] / 1e3:.2f}" if bench else "not run"
        print(f"| {name} | {count_ops(path, args.dlopt_opt)} | {ours} | "
              f"{describe(operations['upstream'], SCAFFOLDING)} | {compile_s:.2f} | "
              f"{run_ms} | {'yes' if bench else 'not run'} |", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
