#!/usr/bin/env python3
"""Checks the checkout that a given file lies in against the house rules.

lint.py CLANG_FORMAT FILE_IN_THE_ROOT
"""

import os
import sys

import checks


def main(clang_format, root_file):
    # Bazel shows the file as a link; what it links to is the source tree.
    tree = checks.Tree(os.path.dirname(os.path.realpath(root_file)))
    complaints = [line for check in checks.CHECKS for line in check(tree)]
    complaints += checks.check_format(tree, os.path.abspath(clang_format))
    for complaint in complaints:
        print(complaint)
    print(f"{len(tree.files)} files, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
