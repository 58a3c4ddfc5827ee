#!/usr/bin/env python3
"""Prints the PTX in the gpu.binary ops of MLIR on stdin, or checks it.

  ptx_text.py                  prints it
  ptx_text.py ptxas [MIN]      has ptxas assemble each module for the target it
                               names; fails on errors, on spills, where ptxas
                               serialises matrix instructions (its C75xx), and
                               unless at least MIN functions were there. Prints a line a
                               function: registers, spills.
"""
import os
import re
import subprocess
import sys
import tempfile


def modules(text):
    for raw in re.findall(r'assembly = "((?:[^"\\]|\\.)*)"', text):
        yield re.sub(r"\\([0-9A-F]{2}|.)", unescaped, raw)


def unescaped(match):
    code = match.group(1)
    return chr(int(code, 16)) if len(code) == 2 else code


def assemble(ptx):
    """Lines "function: registers, spills", and whether all is well."""
    target = re.search(r"^\.target (\w+)", ptx, re.M).group(1)
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "kernel.ptx")
        with open(source, "w") as file:
            file.write(ptx)
        run = subprocess.run(
            ["ptxas", "-v", f"-arch={target}", source]
            + ["-o", os.path.join(folder, "kernel.cubin")],
            capture_output=True,
        )
    log = run.stderr.decode()
    names = re.findall(r"Compiling entry function '(\w+)'", log)
    spills = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill", log)
    registers = re.findall(r"Used (\d+) registers", log)
    lines = [
        f"{target} {name}: {regs} registers, {stack} bytes of stack, {spill} spilled"
        for name, regs, (stack, spill) in zip(names, registers, spills)
    ]
    fine = run.returncode == 0 and all(s == ("0", "0") for s in spills)
    fine = fine and not re.search(r"\bC75\d\d\b", log)
    return lines, fine, log


def main():
    found = list(modules(sys.stdin.read()))
    if sys.argv[1:2] != ["ptxas"]:
        print("\n".join(found))
        return 0 if found else 1
    count, fine = 0, True
    for ptx in found:
        lines, is_fine, log = assemble(ptx)
        print("\n".join(lines))
        count += len(lines)
        if not is_fine:
            print(log)
            fine = False
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if count < wanted:
        print(f"{count} functions, expected {wanted}")
    return 0 if fine and count >= wanted else 1


if __name__ == "__main__":
    sys.exit(main())
