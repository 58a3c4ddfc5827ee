#!/usr/bin/env python3
"""Writes typed C builders and accessors for operations that ODS declares.

  builders.py --json FILE... --out-header H --out-source C [--ops LIST]

FILE is the output of `llvm-tblgen --dump-json`. Without --ops every operation of
the dialect `dlopt` is taken and named dl_<op>; with it, each line of LIST reads
`dialect.op infer|typed` and gives dl_<dialect>_<op>; `infer` leaves the result
types to the operation, `typed` makes them parameters.
"""
import argparse
import json
import re
import sys

ARITY = {"Optional": "DL_OPTIONAL", "Variadic": "DL_VARIADIC",
         "VariadicOfVariadic": "DL_VARIADIC"}


class Op:
    def __init__(self, records, record, prefix, infer):
        self.records = records
        self.name = f"{records[record['opDialect']['def']]['name']}.{record['opName']}"
        self.c_name = "dl_" + prefix + re.sub(r"\W", "_", record["opName"])
        self.infer = infer
        self.operands, self.attrs = [], []
        for value, name in record["arguments"]["args"]:
            definition = records[value["def"]]
            supers = definition["!superclasses"] + [value["def"]]
            if any(s in supers for s in ("Attr", "AttrConstraint", "Property",
                                         "PropConstraint")):
                self.attrs.append((name, self.attr_kind(definition, supers)))
            else:
                self.operands.append((name, self.arity(supers)))
        self.results = [(name, self.arity(records[v["def"]]["!superclasses"]))
                        for v, name in record["results"]["args"]]
        self.regions = [name for _, name in record["regions"]["args"]]
        self.segments = any(t["def"] == "AttrSizedOperandSegments"
                            for t in record["traits"])

    @staticmethod
    def arity(supers):
        return next((ARITY[s] for s in supers if s in ARITY), "DL_ONE")

    def attr_kind(self, definition, supers):
        base = definition.get("baseAttr") or {}
        names = set(supers) | {definition["!name"], base.get("def")}
        return "bool" if names & {"UnitAttr", "UnitProp"} else "MlirAttribute"

    @property
    def one_result(self):
        return len(self.results) == 1 and self.results[0][1] == "DL_ONE"

    def return_type(self):
        return "MlirValue" if self.one_result else "MlirOperation"

    def parameters(self):
        out = ["const dl_builder *bld"]
        if not self.infer:
            for name, arity in self.results:
                name = name or "result"
                out += ([f"MlirType {name}_type"] if arity == "DL_ONE" else
                        [f"intptr_t n_{name}", f"const MlirType *{name}_types"])
        for name, arity in self.operands:
            out += ([f"intptr_t n_{name}", f"const MlirValue *{name}"]
                    if arity == "DL_VARIADIC" else [f"MlirValue {name}"])
        if self.attrs:
            out.append(f"{self.c_name}_attrs attrs")
        out += [f"MlirRegion {name}" for name in self.regions]
        return ", ".join(out)

    def declarations(self):
        out = []
        if self.attrs:
            fields = "".join(f"  {kind} {c_field(name)};\n"
                             for name, kind in self.attrs)
            out.append(f"typedef struct {self.c_name}_attrs {{\n{fields}}} "
                       f"{self.c_name}_attrs;\n")
        out += [signature + ";\n" for signature, _ in self.functions()]
        return "".join(out)

    def definitions(self):
        out = []
        if self.operands:
            arities = ", ".join(arity for _, arity in self.operands)
            segments = "true" if self.segments else "false"
            out.append(
                f"static const dl_arity {self.c_name}_arities[] = {{{arities}}};\n"
                f"static const dl_operand_groups {self.c_name}_groups = {{"
                f"{self.c_name}_arities, {len(self.operands)}, {segments}}};\n")
        out += [f"{signature} {{\n{body}}}\n" for signature, body in self.functions()]
        return "".join(out)

    def functions(self):
        yield (f"bool {self.c_name}_is(MlirOperation op)",
               f'  return dl_is(op, "{self.name}");\n')
        for index, (name, arity) in enumerate(self.operands):
            yield from self.operand_accessors(index, name, arity)
        for name, kind in self.attrs:
            get = f'mlirOperationGetAttributeByName(op, DL_STR("{name}"))'
            yield ((f"bool {self.c_name}_{name}(MlirOperation op)",
                    f"  return !mlirAttributeIsNull({get});\n")
                   if kind == "bool" else
                   (f"MlirAttribute {self.c_name}_{name}(MlirOperation op)",
                    f"  return {get};\n"))
        yield (f"{self.return_type()} {self.c_name}({self.parameters()})",
               self.builder_body())

    def operand_accessors(self, index, name, arity):
        find = (f"  intptr_t count;\n  intptr_t start = dl_operand_group(op, "
                f"&{self.c_name}_groups, {index}, &count);\n")
        if arity == "DL_VARIADIC":
            yield (f"intptr_t {self.c_name}_n_{name}(MlirOperation op)",
                   find + "  (void)start;\n  return count;\n")
            yield (f"MlirValue {self.c_name}_{name}(MlirOperation op, intptr_t index)",
                   find + "  (void)count;\n"
                   "  return mlirOperationGetOperand(op, start + index);\n")
        else:
            yield (f"MlirValue {self.c_name}_{name}(MlirOperation op)",
                   find + "  return count ? mlirOperationGetOperand(op, start)"
                   " : (MlirValue){NULL};\n")

    def builder_body(self):
        out = [f'  MlirOperationState state = dl_op_begin(bld, "{self.name}");\n']
        sizes = []
        for name, arity in self.operands:
            count, values = ((f"n_{name}", name) if arity == "DL_VARIADIC"
                             else ("1", f"&{name}"))
            add = f"dl_op_operands(&state, {count}, {values})"
            sizes.append(add)
            if not self.segments:
                out.append(f"  {add};\n")
        if self.segments:
            for i, add in enumerate(sizes):
                out.append(f"  int32_t size{i} = {add};\n")
            names = ", ".join(f"size{i}" for i in range(len(sizes)))
            out.append(f"  dl_op_segments(bld, &state, {len(sizes)}, "
                       f"(const int32_t[]){{{names}}});\n")
        for name, kind in self.attrs:
            call = "dl_op_unit_attr" if kind == "bool" else "dl_op_attr"
            out.append(f'  {call}(bld, &state, "{name}", attrs.{c_field(name)});\n')
        for name in self.regions:
            out.append(f"  mlirOperationStateAddOwnedRegions(&state, 1, &{name});\n")
        if self.infer:
            out.append("  mlirOperationStateEnableResultTypeInference(&state);\n")
        else:
            for name, arity in self.results:
                name = name or "result"
                out.append("  mlirOperationStateAddResults(&state, "
                           + (f"1, &{name}_type" if arity == "DL_ONE"
                              else f"n_{name}, {name}_types") + ");\n")
        if self.one_result:
            out.append("  MlirOperation op = dl_op_end(bld, &state);\n"
                       "  return mlirOperationIsNull(op) ? (MlirValue){NULL}\n"
                       "                                 : mlirOperationGetResult(op, 0);\n")
        else:
            out.append("  return dl_op_end(bld, &state);\n")
        return "".join(out)


def c_field(name):
    """Attribute names that are C keywords get a trailing underscore."""
    return name + "_" if name in ("static", "unsigned", "signed", "inline",
                                  "volatile", "register", "default", "restrict") else name


def load_ops(json_files, op_list):
    wanted = None
    if op_list:
        rows = [line.split() for line in open(op_list)
                if line.strip() and not line.startswith("#")]
        wanted = {row[0]: row[1] == "infer" for row in rows}
    ops = {}
    for path in json_files:
        records = json.load(open(path))
        for name in records["!instanceof"]["Op"]:
            record = records[name]
            dialect = records[record["opDialect"]["def"]]["name"]
            full = f"{dialect}.{record['opName']}"
            if wanted is None and dialect == "dlopt":
                ops[full] = Op(records, record, "", False)
            elif wanted is not None and full in wanted:
                ops[full] = Op(records, record, dialect + "_", wanted[full])
    missing = sorted(set(wanted or {}) - set(ops))
    if missing:
        sys.exit(f"builders.py: no such operation in the .td files: {', '.join(missing)}")
    return [ops[name] for name in sorted(ops)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", nargs="+", required=True)
    parser.add_argument("--ops")
    parser.add_argument("--out-header", required=True)
    parser.add_argument("--out-source", required=True)
    parser.add_argument("--include", required=True, help="how the header is included")
    args = parser.parse_args()
    ops = load_ops(args.json, args.ops)
    guard = re.sub(r"\W", "_", args.include).upper()
    with open(args.out_header, "w") as out:
        out.write("// Generated from ODS by tools/gen/builders.py.\n"
                  f"#ifndef {guard}\n#define {guard}\n\n"
                  '#include "lowering/base/builder.h"\n\n')
        out.write("\n".join(op.declarations() for op in ops))
        out.write("\n#endif\n")
    with open(args.out_source, "w") as out:
        out.write("// Generated from ODS by tools/gen/builders.py.\n"
                  f'#include "{args.include}"\n\n')
        out.write("\n".join(op.definitions() for op in ops))


if __name__ == "__main__":
    main()
