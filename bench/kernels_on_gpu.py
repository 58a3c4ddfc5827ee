#!/usr/bin/env python3
"""Kernels beside torch on one GPU, in one run, on the same random data.

  bench/kernels_on_gpu.py make [--chip sm_90a] FOLDER [NAME...]
  FOLDER/kernels_on_gpu.py run [--rounds 3] FOLDER [NAME...]

`make` compiles the programs of bench/kernels/programs.py to packages and puts all
that a run needs into the folder; copy it to a machine with a GPU, Python and torch.
`run` gives both sides the same data, checks both against torch in f64, times them in
turns (CUDA graphs, several sets of arguments in turn, median), and prints a table.
The exit status is 1 if a result of dlopt is wrong or missing.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "kernels"), HERE]
import programs  # noqa: E402  (beside this file, here or in the folder)


def chosen(names):
    return [case for case in programs.CASES
            if not names or any(name in case.name for name in names)]


def first_error(text):
    lines = text.splitlines()
    return ([line for line in lines if "error" in line] or lines or ["?"])[0]


def make(args):
    os.makedirs(args.folder, exist_ok=True)
    failures = 0
    for case in chosen(args.names):
        source = os.path.join(args.folder, case.name + ".mlir")
        with open(source, "w") as file:
            file.write(case.text)
        done = subprocess.run(
            [args.dlopt_compile, source, "--quiet", "--target", args.chip, "--emit", "package",
             "-o", os.path.join(args.folder, case.name + ".so")],
            capture_output=True, text=True)
        if done.returncode:
            failures += 1
            print(f"{case.name}: {first_error(done.stderr)}", flush=True)
    for path in (args.dlopt_exec, __file__, os.path.join(HERE, "kernels", "programs.py")):
        shutil.copy(path, args.folder)
    return failures > 0


def random_argument(torch, shape, element):
    type = getattr(torch, programs.TORCH_TYPES[element])
    if element == "i8":
        return torch.randint(-128, 128, shape, device="cuda", dtype=type)
    return torch.randn(shape, device="cuda").to(type)


def save(torch, path, tensor):
    import numpy
    if tensor.dtype == torch.bfloat16:  # raw items of 2 bytes
        numpy.save(path, tensor.view(torch.int16).cpu().numpy().view("V2"))
    else:
        numpy.save(path, tensor.cpu().numpy())


def load(torch, path, like):
    import numpy
    array = numpy.load(path)
    if like.dtype == torch.bfloat16:
        return torch.from_numpy(array.view("i2")).view(torch.bfloat16).cuda()
    return torch.from_numpy(array).cuda()


def time_peer(torch, case, sets):
    """Microseconds of a call: a graph of six calls, replayed."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for arguments in sets * 2:
            case.peer(torch, *arguments)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            for arguments in sets * 2:
                case.peer(torch, *arguments)
    times = []
    for _ in range(30):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end) * 1000 / (2 * len(sets)))
    return statistics.median(times)


def error_of(torch, case, result, arguments):
    """Largest error against f64, relative to the largest result."""
    if result.dtype == torch.int32:
        wide = (arguments[0].double() @ arguments[1].double()).to(torch.int32)
        return float((result - wide).abs().max())
    wide = case.peer(torch, *(a.double() for a in arguments))
    error = (result.double().reshape(wide.shape) - wide).abs().max() / wide.abs().max()
    return float(error) if error == error else float("inf")


def run_case(args, torch, case, folder):
    sets = [[random_argument(torch, *argument) for argument in case.arguments] for _ in range(3)]
    peer_result = case.peer(torch, *sets[0])
    command = [os.path.join(args.folder, "dlopt-exec"),
               os.path.join(args.folder, case.name + ".so"), "--target", "cuda"]
    for i, argument in enumerate(sets[0]):
        path = os.path.join(folder, f"{i}.npy")
        save(torch, path, argument)
        command += ["--arg", f"{i}={path}"]
    ours, theirs, error = [], [], float("inf")
    for turn in range(args.rounds):
        more = ["--result", "0=" + os.path.join(folder, "r.npy")] if turn == 0 else []
        done = subprocess.run(command + more + ["--bench", "--json"], capture_output=True, text=True)
        if done.returncode:
            return f"| {case.name} | {first_error(done.stderr)[:160]} | | | | |", False
        if turn == 0:
            result = load(torch, os.path.join(folder, "r.npy"), peer_result)
            error = error_of(torch, case, result, sets[0])
        ours.append(next(json.loads(line) for line in done.stdout.splitlines()
                         if line.startswith("{"))["median_us"])
        theirs.append(time_peer(torch, case, sets))
    mine, peer = statistics.median(ours), statistics.median(theirs)
    rate = (f"{case.flops / mine / 1e6:.0f} TFLOP/s" if case.flops > 200 * case.bytes
            else f"{case.bytes / mine / 1e3:.0f} GB/s")
    is_right = error <= case.tolerance
    verdict = f"{error:.1e}" + ("" if is_right else " WRONG")
    peer_error = error_of(torch, case, peer_result, sets[0])
    return (f"| {case.name} | {mine:.1f} | {peer:.1f} | {peer / mine:.2f} | {rate} | "
            f"{verdict} ({peer_error:.1e}) |"), is_right


def run(args):
    import torch
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, CUDA {torch.version.cuda}, "
          f"cuDNN {torch.backends.cudnn.version()}")
    print("| kernel | dlopt us | torch us | torch / dlopt | dlopt reaches | "
          "error (torch's) |\n|---|---|---|---|---|---|", flush=True)
    failures = 0
    for case in chosen(args.names):
        if not os.path.exists(os.path.join(args.folder, case.name + ".so")):
            continue
        with tempfile.TemporaryDirectory() as folder:
            row, is_right = run_case(args, torch, case, folder)
        failures += not is_right
        print(row, flush=True)
        torch.cuda.empty_cache()
    return failures > 0


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("make")
    maker.set_defaults(work=make)
    maker.add_argument("--chip", default="sm_90a")
    maker.add_argument("--dlopt-compile",
                       default="bazel-bin/tools/dlopt-compile/dlopt-compile")
    maker.add_argument("--dlopt-exec", default="bazel-bin/tools/dlopt-exec/dlopt-exec")
    runner = commands.add_parser("run")
    runner.set_defaults(work=run)
    runner.add_argument("--rounds", type=int, default=3)
    for command in (maker, runner):
        command.add_argument("folder")
        command.add_argument("names", nargs="*")
    args = parser.parse_args()
    return int(args.work(args))


if __name__ == "__main__":
    sys.exit(main())
