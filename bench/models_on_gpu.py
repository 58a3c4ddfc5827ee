#!/usr/bin/env python3
"""Whole models on a GPU: packages made here, run where the GPU is.

  bench/models_on_gpu.py make FOLDER FILE.mlir... [--chip sm_90a]
      [--option NAME:OPTIONS]
  FOLDER/models_on_gpu.py run [--target cuda|emulate] FOLDER [NAME...]

`make` compiles each file to a package with its reference and puts all that a
run needs into the folder: packages, dlopt-exec, this script, the options. Copy
it to a machine with a GPU and Python; `run` prints a table: the verdict of
--verify on random data, time of a call by the GPU's clock, memory. The exit
status is 1 if a model failed.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

OPTIONS = "options.json"


def name_of(path):
    return os.path.basename(path).removesuffix(".mlir")


def first_error(text):
    lines = text.splitlines()
    return ([line for line in lines if "error" in line] or lines or ["?"])[0]


def make(args):
    os.makedirs(args.folder, exist_ok=True)
    given = dict(option.split(":", 1) for option in args.option)
    options, failures = {}, 0
    for path in args.files:
        name = name_of(path)
        command = [args.dlopt_compile, path, "--upgrade", "--quiet", "--seed", "1",
                   "--target", args.chip, "--emit", "package", "--with-reference",
                   "-o", os.path.join(args.folder, name + ".so")]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            failures += 1
            print(f"{name}: {first_error(done.stderr)}", flush=True)
            continue
        options[name] = given.get(name, "").split()
    with open(os.path.join(args.folder, OPTIONS), "w") as file:
        json.dump(options, file, indent=1)
    shutil.copy(args.dlopt_exec, args.folder)
    shutil.copy(__file__, args.folder)
    print(f"{len(options)} packages in {args.folder}, {failures} files failed")
    return failures > 0


def run_package(args, name, options):
    """A row of the table, and whether all went well."""
    command = [os.path.join(args.folder, "dlopt-exec"),
               os.path.join(args.folder, name + ".so"), "--target", args.target,
               "--seed", str(args.seed), "--verify"] + options
    if args.target == "cuda":
        command += ["--bench", "--json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=args.timeout)
    except subprocess.TimeoutExpired:
        return f"| {name} | no answer in {args.timeout} s | | |", False
    if done.returncode:
        return f"| {name} | {first_error(done.stderr)} | | |", False
    bench = next((json.loads(line) for line in done.stdout.splitlines()
                  if line.startswith("{")), None)
    if not bench:
        return f"| {name} | yes | | |", True
    graph = "" if bench["graph"] else " (no graph)"
    return (f"| {name} | yes | {bench['median_us']:.1f}{graph} | "
            f"{bench['peak_bytes'] / 2**20:.0f} |"), True


def run(args):
    with open(os.path.join(args.folder, OPTIONS)) as file:
        options = json.load(file)
    subprocess.run([os.path.join(args.folder, "dlopt-exec"), "--doctor"])
    print("| model | verified | us a call | MiB |\n|---|---|---|---|", flush=True)
    failures = 0
    for name in args.names or options:
        row, is_good = run_package(args, name, options[name])
        failures += not is_good
        print(row, flush=True)
    return failures > 0


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("make")
    maker.set_defaults(work=make)
    maker.add_argument("folder")
    maker.add_argument("files", nargs="+")
    maker.add_argument("--chip", default="sm_90a")
    maker.add_argument("--option", action="append", default=[],
                       help="NAME:OPTIONS of dlopt-exec for one model")
    maker.add_argument("--dlopt-compile",
                       default="bazel-bin/tools/dlopt-compile/dlopt-compile")
    maker.add_argument("--dlopt-exec",
                       default="bazel-bin/tools/dlopt-exec/dlopt-exec")
    runner = commands.add_parser("run")
    runner.set_defaults(work=run)
    runner.add_argument("folder")
    runner.add_argument("names", nargs="*")
    runner.add_argument("--target", default="cuda", choices=["cuda", "emulate"])
    runner.add_argument("--seed", type=int, default=1)
    runner.add_argument("--timeout", type=int, default=600)
    args = parser.parse_args()
    return int(args.work(args))


if __name__ == "__main__":
    sys.exit(main())
