#!/usr/bin/env python3
"""Runs the emulator's case files on a real GPU and compares to the bit.

  bench/emulator_cases_on_gpu.py test/emulate/*.ptx

The header of each file (tools/dlopt-emulate/case.h) says what the emulator must
give; here the same PTX goes to the driver, through ctypes. Cases that plant a
fault are left out; a case of another chip than this one (--sm=) is run too, and
may differ where chips add up differently. Needs libcuda and Python alone.
"""
import ctypes
import re
import struct
import subprocess
import sys

SIZES = {"f64": 8, "i64": 8, "f32": 4, "i32": 4, "f16": 2, "bf16": 2, "i16": 2,
         "i8": 1, "i1": 1, "f8E4M3FN": 1, "f8E5M2": 1}
CODES = {"f64": "<d", "f32": "<f", "f16": "<e", "i64": "<q", "i32": "<i",
         "i16": "<h", "i8": "<b", "i1": "<b"}


class Unreadable(Exception):
    pass


def header(text):
    """Entries of the comment header, continuation lines joined."""
    entries = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        if line.startswith("//  ") and entries:
            entries[-1] += " " + line[2:].strip()
        else:
            entries.append(line[2:].strip())
    return entries


def number(word):
    word = word.strip()
    return float(word) if re.search(r"[.enN]|inf", word) and not word.startswith("0x") \
        else int(word, 0)


def pack(code, value):
    if code in "<b<h<i<q":
        bits = 8 * struct.calcsize(code)
        value = int(value) & ((1 << bits) - 1)
        return value.to_bytes(bits // 8, "little")
    return struct.pack(code, float(value))


def data(type_text, text):
    """Bytes of a header's value, and whether it is a scalar."""
    shape = re.fullmatch(r"tensor<((?:\d+x)*)(\w+)>", type_text)
    element = shape[2] if shape else type_text
    if element not in CODES:
        raise Unreadable(f"elements of type {element}")
    count = 1
    for size in (shape[1] if shape else "").split("x")[:-1]:
        count *= int(size)
    call = re.fullmatch(r"(splat|range|cyc)\((.*)\)", text.strip())
    if call:
        args = [number(a) for a in call[2].split(",")]
        if call[1] == "splat":
            values = args * count
        elif call[1] == "cyc":
            values = [args[i % len(args)] for i in range(count)]
        else:
            values = [args[0] + i * args[1] for i in range(count)]
    else:
        values = [number(w) for w in re.findall(r"[^\[\],\s]+", text)]
    if len(values) != count:
        raise Unreadable(f"{len(values)} values for {count} elements")
    return b"".join(pack(CODES[element], v) for v in values), shape is None


def parse(path):
    text = open(path).read()
    case = {"ins": [], "outs": [], "launch": {}, "run": ""}
    for entry in header(text):
        key, _, rest = entry.partition(":")
        if key == "RUN":
            case["run"] = rest
        elif key == "CALL":
            case["kernel"] = rest.strip().lstrip("@")
        elif key == "LAUNCH":
            case["launch"] = dict(w.split("=") for w in rest.split())
        elif key.startswith(("IN ", "OUT ")):
            type_text, _, value = rest.partition("=")
            value, _, tolerance = value.partition("TOL")
            case["ins" if key[0] == "I" else "outs"].append(
                data(type_text.strip(), value) + (tolerance.strip(),))
    return text, case


class Gpu:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        name = ctypes.create_string_buffer(128)
        self.call("cuDeviceGetName", name, 128, device)
        self.name = name.value.decode()

    def call(self, function, *args):
        status = getattr(self.cuda, function)(*args)
        if status:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError(f"{function}: {text.value.decode()}")

    def buffer(self, content):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), max(len(content), 16))
        self.call("cuMemcpyHtoD_v2", pointer, content, len(content))
        return pointer

    def run(self, text, case):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), text.encode() + b"\0")
        self.call("cuModuleGetFunction", ctypes.byref(function), module,
                  case["kernel"].encode())
        values, outs = [], []
        for content, is_scalar, _ in case["ins"]:
            values.append(ctypes.create_string_buffer(content, max(len(content), 8))
                          if is_scalar else self.buffer(content))
        for content, _, _ in case["outs"]:
            outs.append(self.buffer(b"\xa5" * len(content)))
        values += outs
        pointers = (ctypes.c_void_p * len(values))(
            *[ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in values])
        dims = []
        for key, default in (("grid", "1"), ("block", "32")):
            sizes = [int(n) for n in case["launch"].get(key, default).split(",")]
            dims += sizes + [1] * (3 - len(sizes))
        self.call("cuLaunchKernel", function, *dims,
                  int(case["launch"].get("shared", 0)), None, pointers, None)
        self.call("cuCtxSynchronize")
        results = []
        for pointer, (content, _, _) in zip(outs, case["outs"]):
            got = ctypes.create_string_buffer(len(content))
            self.call("cuMemcpyDtoH_v2", got, pointer, len(content))
            results.append(got.raw)
        self.call("cuModuleUnload", module)
        return results


def in_a_process_of_its_own(paths):
    """A kernel that faults takes its process's context with it."""
    different = 0
    for path in paths:
        done = subprocess.run([sys.executable, __file__, "--one", path],
                              capture_output=True, text=True)
        print(done.stdout.rstrip() or f"| {path} | | | {done.stderr.splitlines()[-1:]} |",
              flush=True)
        different += done.returncode == 1
    print(f"\n{different} cases differ")


def main():
    if sys.argv[1:2] != ["--one"]:
        print("| case | bytes | bytes that differ | note |\n|---|---|---|---|")
        in_a_process_of_its_own([p for p in sys.argv[1:] if "not " not in
                                 parse(p)[1]["run"]])
        return
    gpu = Gpu()
    different = 0
    for path in sys.argv[2:]:
        name = path.rsplit("/", 1)[-1]
        try:
            text, case = parse(path)
            if "not " in case["run"] or not case["outs"]:
                continue
            results = gpu.run(text, case)
        except (Unreadable, RuntimeError) as error:
            print(f"| {name} | | | {error} |")
            continue
        total = sum(len(r) for r in results)
        wrong = sum(a != b for r, (w, _, _) in zip(results, case["outs"])
                    for a, b in zip(r, w))
        chip = re.search(r"--sm=(\w+)", case["run"])
        note = f"expectation of sm_{chip[1]}" if chip else ""
        tolerance = case["outs"][0][2]
        if wrong and tolerance != "exact":
            note += f" tolerance {tolerance}"
        different += wrong > 0
        print(f"| {name} | {total} | {wrong} | {note} |", flush=True)
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
