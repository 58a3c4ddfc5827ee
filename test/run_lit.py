#!/usr/bin/env python3
"""Runs lit on the given test files inside a Bazel test; see lit.bzl."""

import argparse
import os
import subprocess
import sys


def link_tools(paths, folder):
    """Puts each program into one folder, which becomes the tests' PATH."""
    os.makedirs(folder)
    for path in paths:
        name = os.path.basename(path)
        os.symlink(os.path.abspath(path), os.path.join(folder, name))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", action="append", default=[])
    parser.add_argument("--llvm-libdir", required=True)
    parser.add_argument("--cuda", default="")
    parser.add_argument("tests", nargs="+")
    args = parser.parse_args()

    scratch = os.environ["TEST_TMPDIR"]
    tools = os.path.join(scratch, "bin")
    link_tools([p for group in args.tools for p in group.split()], tools)
    params = {
        "tools": tools,
        "scratch": os.path.join(scratch, "out"),
        "llvm_libdir": args.llvm_libdir,
        "cuda": args.cuda,
        "asan": os.environ.get("DLOPT_ASAN", ""),
    }
    command = [os.path.join(tools, "lit"), "-v", "-j2"]
    command += [f"--param={key}={value}" for key, value in params.items()]
    if "XML_OUTPUT_FILE" in os.environ:
        command.append("--xunit-xml-output=" + os.environ["XML_OUTPUT_FILE"])
    return subprocess.run(command + args.tests).returncode


if __name__ == "__main__":
    sys.exit(main())
