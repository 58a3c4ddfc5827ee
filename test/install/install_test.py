#!/usr/bin/env python3
"""Installs into a fresh folder and follows examples/README.md there.

install_test.py INSTALL_SH EXAMPLES_README MLIR_OPT

Each ```sh block of the README is run as it stands, with PREFIX set, in a copy
of examples/embed; the programs that the blocks run check their own numbers.
Without pkg-config on this machine, its files are only read.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

INSTALLED = [
    "bin/dlopt-compile",
    "bin/dlopt-exec",
    "bin/dlopt-opt",
    "bin/dlopt-run",
    "include/dlopt-c/Compile.h",
    "include/dlopt-c/Dialect.h",
    "include/dlopt-c/Passes.h",
    "include/dlopt-c/Run.h",
    "include/dlopt-c/Status.h",
    "lib/libdlopt-plugin.so",
    "lib/libdlopt.so",
    "lib/pkgconfig/dlopt-mlir.pc",
    "lib/pkgconfig/dlopt.pc",
    "share/doc/dlopt/LICENSE",
]


def run(command, **kwargs):
    print("+", command if isinstance(command, str) else " ".join(command))
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        **kwargs,
    )
    print(done.stdout)
    return done


def check_pc_files(prefix):
    """What can be checked without pkg-config."""
    for name in ("dlopt", "dlopt-mlir"):
        with open(f"{prefix}/lib/pkgconfig/{name}.pc") as file:
            text = file.read()
        assert "@" not in text, f"{name}.pc has a placeholder left"
        for field in ("Name", "Version", "Cflags", "Libs"):
            assert re.search(rf"^{field}: \S", text, re.M), (name, field)


def follow_readme(prefix, readme, scratch):
    shutil.copytree(
        os.path.join(os.path.dirname(readme), "embed"), f"{scratch}/embed"
    )
    with open(readme, encoding="utf-8") as file:
        blocks = re.findall(r"^```sh\n(.*?)^```", file.read(), re.M | re.S)
    # Installing is what this test has done.
    blocks = [b for b in blocks if "bazelw" not in b]
    assert len(blocks) >= 2, "the README has lost its commands"
    right = 0
    for block in blocks:
        done = run(
            ["bash", "-euxc", block],
            cwd=f"{scratch}/embed",
            env={**os.environ, "PREFIX": prefix},
        )
        assert done.returncode == 0, "a command of the README fails"
        right += done.stdout.count("the numbers are right")
    assert right == 2, f"{right} programs found their numbers right"


def main(install, readme, mlir_opt):
    with tempfile.TemporaryDirectory() as scratch:
        prefix = f"{scratch}/prefix"
        assert run([install, prefix]).returncode == 0
        missing = [f for f in INSTALLED if not os.path.isfile(f"{prefix}/{f}")]
        assert not missing, f"not installed: {missing}"
        assert run([install]).returncode == 2
        for tool in ("dlopt-compile", "dlopt-run", "dlopt-opt"):
            assert run([f"{prefix}/bin/{tool}", "--version"]).returncode == 0
        plugin = f"{prefix}/lib/libdlopt-plugin.so"
        shown = run([mlir_opt, f"--load-dialect-plugin={plugin}",
                     "--show-dialects"])
        assert re.search(r"\bdlopt\b", shown.stdout), "no dialect in the plugin"
        check_pc_files(prefix)
        if shutil.which("pkg-config"):
            follow_readme(prefix, readme, scratch)
    return 0


if __name__ == "__main__":
    sys.exit(main(*[os.path.abspath(path) for path in sys.argv[1:]]))
