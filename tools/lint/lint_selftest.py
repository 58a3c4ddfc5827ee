#!/usr/bin/env python3
"""Each check finds what it is there to find, and nothing in a clean tree."""

import os
import sys
import tempfile

import checks

CLEAN = {
    "capi/seam/a.cpp": "// A seam.\nint a;\n",
    "lowering/Passes.td": '// Passes.\ndef A : Pass<"dlopt-import-b-c">;\n',
    "lowering/PASSES.md": "### `-dlopt-import-b-c`\n",
    "test/lowering/import/BUILD.bazel": 'srcs = ["b_c.mlir"]\n',
    "test/lowering/import/b_c.mlir": "// RUN: true\n",
    "test/data/foreign.mlir": "\tnot ours \n",
}

# What is changed in the clean tree, and the complaint that must follow.
BAD = [
    ({"lowering/a.cpp": "// A.\n"}, "lowering/a.cpp: C++ outside"),
    ({"capi/seam/b.cpp": "// B.\n" * 500}, "502 lines of C++"),
    ({"lowering/a.c": "// A.\n" * 601}, "lowering/a.c: 601 lines"),
    ({"lowering/a.c": "// A.\n\tint a;\n"}, "lowering/a.c:2: tab"),
    ({"lowering/a.c": "// A.\nint a; \n"}, "a.c:2: trailing whitespace"),
    ({"lowering/a.c": "// A. TO" "DO\n"}, "lowering/a.c:1: TO" "DO"),
    ({"lowering/a.c": "int a;\n"}, "lowering/a.c:1: the first line"),
    ({"test/lowering/import/d.mlir": "\n"}, "d.mlir: not listed in test/low"),
    ({"test/lowering/import/b_c.mlir": None}, "dlopt-import-b-c has no test"),
    ({"lowering/PASSES.md": ""}, "no section for pass dlopt-import-b-c"),
    ({"lowering/a.c": "// A.\nint  a;\n"}, "run clang-format-22 -i lowering/"),
]


def complaints(changes, clang_format):
    with tempfile.TemporaryDirectory() as root:
        for path, text in {**CLEAN, **changes}.items():
            if text is None:
                continue
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        tree = checks.Tree(root)
        found = [line for check in checks.CHECKS for line in check(tree)]
        return found + list(checks.check_format(tree, clang_format))


def main(clang_format):
    clang_format = os.path.abspath(clang_format)
    failed = 0
    clean = complaints({}, clang_format)
    if clean:
        failed += 1
        print(f"the clean tree: {clean}")
    for changes, wanted in BAD:
        found = complaints(changes, clang_format)
        if not any(wanted in line for line in found):
            failed += 1
            print(f"{changes}: wanted '{wanted}', got {found}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
