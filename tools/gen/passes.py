#!/usr/bin/env python3
"""Writes the C pass table from lowering/Passes.td.

  passes.py --json Passes.json --out-header H --out-source C

H declares one options struct a pass (`dl_<pass>_options`) and its code
(`dl_pass_<pass>`, defined by the pass's file); C holds the table `dl_passes`.
"""
import argparse
import json

KINDS = {"bool": ("DL_OPTION_BOOL", "bool"),
         "int64_t": ("DL_OPTION_INT", "int64_t"),
         "std::string": ("DL_OPTION_STRING", "const char *")}


ANCHORS = {"::mlir::OperationPass<>": "",
           "::mlir::OperationPass<::mlir::ModuleOp>": "builtin.module",
           "::mlir::OperationPass<::mlir::func::FuncOp>": "func.func"}


def c_string(text):
    text = " ".join(text.split())
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Pass:
    def __init__(self, records, record):
        self.flag = record["argument"]
        self.c_name = self.flag.removeprefix("dlopt-").replace("-", "_")
        self.summary = record["summary"]
        self.anchor = ANCHORS[record["baseClass"]]
        self.options = [records[o["def"]] for o in record["options"]]

    def options_struct(self):
        if not self.options:
            return ""
        fields = "".join(
            f"  {KINDS[o['type']][1]} {o['cppName']}; ///< {' '.join(o['description'].split())}\n"
            for o in self.options)
        return (f"typedef struct dl_{self.c_name}_options {{\n{fields}}} "
                f"dl_{self.c_name}_options;\n")

    def option_rows(self):
        if not self.options:
            return ""
        rows = "".join(
            f"    {{{c_string(o['argument'])}, {c_string(o['description'])}, "
            f"{KINDS[o['type']][0]}, {c_string((o['defaultValue'] or '').strip(chr(34)))}, "
            f"offsetof(dl_{self.c_name}_options, {o['cppName']})}},\n"
            for o in self.options)
        return f"static const dl_option_info {self.c_name}_options[] = {{\n{rows}}};\n"

    def row(self):
        options = (f"{self.c_name}_options, {len(self.options)}, "
                   f"sizeof(dl_{self.c_name}_options)" if self.options else "NULL, 0, 0")
        return (f"    {{{c_string(self.flag)}, {c_string(self.summary)}, "
                f"{c_string(self.anchor)}, {options}, &dl_pass_{self.c_name}}},\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", required=True)
    parser.add_argument("--out-header", required=True)
    parser.add_argument("--out-source", required=True)
    args = parser.parse_args()
    records = json.load(open(args.json))
    passes = [Pass(records, records[n]) for n in records["!instanceof"]["PassBase"]]
    passes.sort(key=lambda p: p.flag)
    with open(args.out_header, "w") as out:
        out.write("// Generated from lowering/Passes.td by tools/gen/passes.py.\n"
                  "#ifndef DLOPT_LOWERING_PASS_PASSES_H\n"
                  "#define DLOPT_LOWERING_PASS_PASSES_H\n\n"
                  '#include "lowering/pass/pass.h"\n\n')
        for p in passes:
            out.write(p.options_struct())
            out.write(f"extern const dl_pass_impl dl_pass_{p.c_name};\n\n")
        out.write("#endif\n")
    with open(args.out_source, "w") as out:
        out.write("// Generated from lowering/Passes.td by tools/gen/passes.py.\n"
                  '#include "lowering/pass/passes.h"\n\n')
        for p in passes:
            out.write(p.option_rows())
        out.write("\nconst dl_pass_info dl_passes[] = {\n")
        out.write("".join(p.row() for p in passes))
        # A last row of zeros keeps the table from being empty.
        out.write(f"    {{0}},\n}};\nconst size_t dl_n_passes = {len(passes)};\n")


if __name__ == "__main__":
    main()
