#!/usr/bin/env python3
"""Fails if a committed file is not what the build generates.

same_file.py GENERATED COMMITTED
"""

import difflib
import sys


def main(generated_path, committed_path):
    with open(generated_path, encoding="utf-8") as file:
        generated = file.read().splitlines()
    with open(committed_path, encoding="utf-8") as file:
        committed = file.read().splitlines()
    if generated == committed:
        return 0
    names = (committed_path, "generated")
    for line in difflib.unified_diff(committed, generated, *names, "", "", 1):
        print(line.rstrip("\n"))
    print(f"{committed_path} is out of date: copy bazel-bin/{generated_path}")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
