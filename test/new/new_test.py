#!/usr/bin/env python3
"""tools/new/new.py in a copy of the tree: what it writes is well-formed, is
found by the build, and cannot land half-made.

new_test.py FILE_IN_THE_ROOT CLANG LLVM_TBLGEN LLVM_INCLUDE
"""

import os
import shutil
import subprocess
import sys
import tempfile

FILL = "TO" "DO"
C_FLAGS = ["-std=c17", "-D_DEFAULT_SOURCE", "-Wall", "-Wextra", "-Werror",
           "-Wno-unused-parameter", "-fsyntax-only"]


def copy_tree(source, target):
    """All but what Bazel and git keep in a checkout."""
    def left_out(folder, names):
        return [n for n in names if n in (".git", "__pycache__")
                or n.startswith("bazel-")]
    shutil.copytree(source, target, ignore=left_out)


def run(command, cwd, status=0):
    done = subprocess.run(command, cwd=cwd, text=True, capture_output=True)
    if done.returncode != status:
        print("+", " ".join(command), done.stdout, done.stderr, sep="\n")
        sys.exit(f"status {done.returncode}, not {status}")
    return done.stdout + done.stderr


class Checker:
    def __init__(self, tree, clang, tblgen, include):
        self.tree, self.clang, self.tblgen = tree, clang, tblgen
        self.include = include

    def new(self, *arguments, status=0):
        return run(["tools/new/new.py", *arguments], self.tree, status)

    def dump(self, td, out):
        """The .td files parse, and the generators understand them."""
        run([self.tblgen, "--dump-json", "-I", ".", "-I", self.include, td,
             "-o", out], self.tree)

    def generate(self):
        self.dump("dialect/DloptOps.td", "ops.json")
        self.dump("lowering/Passes.td", "passes.json")
        run(["python3", "tools/gen/builders.py", "--json", "ops.json",
             "--out-header", "dialect/dlopt_ops.h",
             "--out-source", "dialect/dlopt_ops.c",
             "--include", "dialect/dlopt_ops.h"], self.tree)
        run(["python3", "tools/gen/passes.py", "--json", "passes.json",
             "--out-header", "lowering/pass/passes.h",
             "--out-source", "lowering/pass/passes.c"], self.tree)

    def compile(self, *paths):
        for path in paths:
            run([self.clang, *C_FLAGS, "-I.", "-Icapi/include", "-isystem",
                 self.include, path], self.tree)

    def text(self, path):
        with open(f"{self.tree}/{path}", encoding="utf-8") as file:
            return file.read()

    def lint(self):
        """Complaints about new files that are no missing text."""
        sys.path.insert(0, f"{self.tree}/tools/lint")
        import checks
        tree = checks.Tree(self.tree)
        lines = [l for check in checks.CHECKS for l in check(tree)
                 if "zz" in l or "Zz" in l]
        assert any(FILL in line for line in lines), "half-made code could land"
        return [l for l in lines if FILL not in l and "PASSES.md" not in l]


def check(checker):
    # First and last in each list that it has to be sorted into.
    for op in ("aa_zz", "zz_rows"):
        checker.new("op", "Rows", op)
    checker.new("pass", "reference", "zz-hoist")
    checker.new("pass", "zzstage", "aa-hoist-transposes")
    checker.generate()
    for op in ("aa_zz", "zz_rows"):
        checker.compile(f"dialect/verify/{op}.c", f"dialect/fold/{op}.c")
        for test in (f"test/dialect/{op}.mlir",
                     f"test/dialect/{op}_invalid.mlir"):
            assert f"dlopt.{op} " in checker.text(test), test
    checker.compile("lowering/reference/zz_hoist.c",
                    "lowering/zzstage/aa_hoist_transposes.c",
                    "lowering/pass/passes.c", "dialect/dlopt_ops.c")
    assert "dl_pass_zzstage_aa_hoist_transposes" in checker.text(
        "lowering/pass/passes.c")
    assert '"//lowering/zzstage",' in checker.text("lowering/BUILD.bazel")
    complaints = checker.lint()
    assert not complaints, complaints

    # What exists is left alone, and nothing is written by halves.
    before = checker.text("dialect/ops/Rows.td")
    assert "exists already" in checker.new("op", "Rows", "softmax", status=1)
    assert "already" in checker.new("pass", "reference", "to-linalg", status=1)
    assert "there is no" in checker.new("op", "Nowhere", "zz_new", status=1)
    assert "is like" in checker.new("op", "Rows", "Bad-Name", status=1)
    assert "is like" in checker.new("pass", "reference", "Bad_Name", status=1)
    assert "tools/new/new.py op" in checker.new("schedule", status=2)
    assert checker.text("dialect/ops/Rows.td") == before


def main(root_file, clang, tblgen, include):
    # Bazel shows the file as a link; what it links to is the source tree.
    source = os.path.dirname(os.path.realpath(root_file))
    with tempfile.TemporaryDirectory() as scratch:
        copy_tree(source, f"{scratch}/tree")
        check(Checker(f"{scratch}/tree", os.path.abspath(clang),
                      os.path.abspath(tblgen), include))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
