#!/usr/bin/env python3
"""Writes what a new op or a new pass always needs, and says what remains.

  tools/new/new.py op FAMILY NAME       op Rows gather_rows
  tools/new/new.py pass STAGE NAME      pass layout hoist-transposes

FAMILY is a file of dialect/ops; STAGE a folder of lowering, made if it is new.
What a person must write is marked with a word that the lint refuses, so that no
half-made op or pass can land. Files that exist are never overwritten.
"""

import os
import re
import string
import sys

FILL = "TO" "DO"
HERE = os.path.dirname(os.path.abspath(__file__))
LIT_ROW = r'\s+"([^"]+)",$'

OP_NEXT = """
next:
  dialect/ops/{family}.td    formula, types, operands, example
  dialect/verify/{name}.c    checks; a case a diagnostic in the _invalid test
  lowering/reference/{name}.c    the definition; numbers in test/cases
  ./bazelw build //dialect:ops_doc &&
    cp bazel-bin/dialect/OPS.generated.md dialect/OPS.md
  ./bazelw test //dialect/... //test/dialect/... //test/lowering/reference/..."""

PASS_NEXT = """
next:
  {path}    head comment first, then predicates, rewrites, table
  lowering/pipeline.c    the place of {flag} in the route
  {test}    one block a pattern, one left alone a refusal
  ./bazelw build //lowering:passes_doc &&
    cp bazel-bin/lowering/PASSES.generated.md lowering/PASSES.md
  ./bazelw test //lowering/... //test/lowering/{stage}/..."""


def fail(message):
    sys.exit("new.py: " + message)


class Tree:
    """A checkout: collects changes, then writes all of them or none."""

    def __init__(self, root):
        self.root = root
        self.texts = {}
        self.made = set()

    def exists(self, path):
        return path in self.texts or os.path.exists(f"{self.root}/{path}")

    def read(self, path):
        if path not in self.texts:
            if not self.exists(path):
                fail(f"there is no {path}")
            with open(f"{self.root}/{path}", encoding="utf-8") as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def make(self, path, template, names):
        if self.exists(path):
            fail(f"{path} exists already")
        with open(f"{HERE}/templates/{template}.tpl", encoding="utf-8") as file:
            text = string.Template(file.read())
        self.texts[path] = text.substitute(names, FILL=FILL)
        self.made.add(path)

    def insert_before_last(self, path, mark, template, names):
        """Puts a template before the last line that starts with mark."""
        head, found, tail = self.read(path).rpartition("\n" + mark)
        if not found:
            fail(f"{path} has no line that starts with {mark}")
        with open(f"{HERE}/templates/{template}.tpl", encoding="utf-8") as file:
            text = string.Template(file.read()).substitute(names, FILL=FILL)
        self.texts[path] = head.rstrip("\n") + "\n" + text + found + tail

    def add_row(self, path, start, pattern, row):
        """Adds row, in the order of pattern's group 1, to the rows below the
        first line that has start; without start, to the first that match."""
        lines = self.read(path).splitlines()
        at = next((i + 1 if start else i for i, line in enumerate(lines)
                   if (start in line if start else re.match(pattern, line))),
                  None)
        if at is None:
            fail(f"{path} has no line with {start or pattern}")
        key = re.match(pattern, row).group(1)
        while at < len(lines):
            match = re.match(pattern, lines[at])
            if not match or match.group(1) > key:
                break
            if match.group(1) == key:
                fail(f"{path} has {key} already")
            at += 1
        lines.insert(at, row)
        self.texts[path] = "\n".join(lines) + "\n"

    def write(self):
        for path, text in sorted(self.texts.items()):
            full = f"{self.root}/{path}"
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
            print(("new      " if path in self.made else "changed  ") + path)


def add_tensor_op(tree, name):
    """Adds X(name) to the macro DL_TENSOR_OPS, whose lines end in backslashes."""
    path, macro = "dialect/verify/hooks.h", "#define DL_TENSOR_OPS(X)"
    head, _, tail = tree.read(path).partition(macro)
    block, _, rest = tail.partition("\n\n")
    names = sorted({*re.findall(r"X\((\w+)\)", block), name})
    rows = [macro] + [f"  X({n})" for n in names]
    rows = [row.ljust(79) + "\\" for row in rows[:-1]] + rows[-1:]
    tree.texts[path] = head + "\n".join(rows) + "\n\n" + rest


def new_op(tree, family, name):
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        fail(f"an op's name is like gather_rows, not {name}")
    names = {"NAME": name, "CLASS": name.title().replace("_", "")}
    tree.insert_before_last(f"dialect/ops/{family}.td", "#endif", "op.td", names)
    tree.make(f"dialect/verify/{name}.c", "op_verify.c", names)
    tree.make(f"dialect/fold/{name}.c", "op_fold.c", names)
    add_tensor_op(tree, name)
    tree.make(f"lowering/reference/{name}.c", "op_reference.c", names)
    tree.add_row("lowering/reference/to_linalg.c", "patterns[] = {",
                 r'    DL_PATTERN\("dlopt\.(\w+)"',
                 f'    DL_PATTERN("dlopt.{name}", 1, dl_lower_{name}),')
    tree.add_row("lowering/reference/shared.h", None,
                 r"MlirLogicalResult dl_lower_(\w+)\(",
                 f"MlirLogicalResult dl_lower_{name}(dl_rewrite *rewrite);")
    for test in (name, name + "_invalid"):
        template = "op_test.mlir" if test == name else "op_invalid.mlir"
        tree.make(f"test/dialect/{test}.mlir", template, names)
        tree.add_row("test/dialect/BUILD.bazel", "srcs = [", LIT_ROW,
                     f'        "{test}.mlir",')
    tree.make(f"test/lowering/reference/{name}.mlir", "op_reference.mlir", names)
    tree.add_row("test/lowering/reference/BUILD.bazel", "srcs = [", LIT_ROW,
                 f'        "{name}.mlir",')
    tree.write()
    print(OP_NEXT.format(family=family, name=name))


def new_pass(tree, stage, name):
    for word, sample in ((stage, "layout"), (name, "hoist-transposes")):
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", word):
            fail(f"a name here is like {sample}, not {word}")
    flag, file = f"dlopt-{stage}-{name}", name.replace("-", "_")
    names = {"FLAG": flag, "STAGE": stage, "NAME": f"{stage}_{file}",
             "CLASS": flag.title().replace("-", "")}
    path = f"lowering/{stage}/{file}.c"
    test = f"test/lowering/{stage}/{file}.mlir"
    if f'"{flag}"' in tree.read("lowering/Passes.td"):
        fail(f"there is a pass {flag} already")
    tree.insert_before_last("lowering/Passes.td", "#endif", "pass.td", names)
    tree.make(path, "pass.c", names)
    tree.make(test, "pass_test.mlir", names)
    if not tree.exists(f"lowering/{stage}/BUILD.bazel"):
        tree.make(f"lowering/{stage}/BUILD.bazel", "stage_build", names)
        tree.add_row("lowering/BUILD.bazel", "deps = [", LIT_ROW,
                     f'        "//lowering/{stage}",')
    tests = f"test/lowering/{stage}/BUILD.bazel"
    if not tree.exists(tests):
        tree.make(tests, "stage_test_build", names)
    tree.add_row(tests, "srcs = [", LIT_ROW, f'        "{file}.mlir",')
    tree.write()
    print(PASS_NEXT.format(path=path, flag=flag, test=test, stage=stage))


def main(root, arguments):
    kinds = {"op": new_op, "pass": new_pass}
    if len(arguments) != 3 or arguments[0] not in kinds:
        print(__doc__, file=sys.stderr)
        return 2
    kinds[arguments[0]](Tree(root), *arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(os.path.dirname(os.path.dirname(HERE)), sys.argv[1:]))
