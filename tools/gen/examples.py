#!/usr/bin/env python3
"""Prints the example programs in the descriptions of the dialect's ops.

  examples.py OPS.json

OPS.json is what `llvm-tblgen --dump-json` makes of dialect/DloptOps.td. Programs
are separated for -split-input-file. An op without example is an error.
"""
import json
import re
import sys
import textwrap


def main():
    records = json.load(open(sys.argv[1], encoding="utf-8"))
    missing = []
    for name in sorted(records["!instanceof"]["Op"]):
        op = records[name]
        if records[op["opDialect"]["def"]]["name"] != "dlopt":
            continue
        blocks = re.findall(r"```mlir\n(.*?)\n\s*```", op["description"], re.S)
        missing += [] if blocks else [op["opName"]]
        for block in blocks:
            print(f"// From dlopt.{op['opName']}.")
            print(textwrap.dedent(block))
            print("// -----")
    if missing:
        sys.exit(f"examples.py: no example: {', '.join(missing)}")


if __name__ == "__main__":
    main()
