#!/usr/bin/env python3
"""npy.py FILE DESCR VALUES: writes a .npy file without NumPy.

DESCR is as in the format ('<f4'), VALUES a nested list or a number, in
Python's spelling, with nan and inf. Raw items ('<V2') take integers.
"""

import struct
import sys

CODES = {
    "<f2": "e",
    "<f4": "f",
    "<f8": "d",
    "|i1": "b",
    "<i4": "i",
    "<i8": "q",
    "<V2": "H",
    "|b1": "?",
}


def flatten(values):
    if not isinstance(values, list):
        return (), [values]
    parts = [flatten(value) for value in values]
    shape = (len(values),) + (parts[0][0] if parts else ())
    return shape, [item for part in parts for item in part[1]]


def main(path, descr, text):
    names = {"nan": float("nan"), "inf": float("inf"), "__builtins__": {}}
    shape, items = flatten(eval(text, names))
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (
        descr,
        shape,
    )
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        out.write(header.encode())
        out.write(struct.pack("<%d%s" % (len(items), CODES[descr]), *items))


if __name__ == "__main__":
    main(*sys.argv[1:])
