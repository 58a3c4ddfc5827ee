#!/usr/bin/env python3
"""bad_inputs.py FOLDER: writes the inputs of inputs.test that are long."""

import os
import struct
import sys


def main(folder):
    def write(name, data):
        with open(os.path.join(folder, name), "wb") as out:
            out.write(data)

    write("bytes.mlir", bytes(range(256)) * 40)
    write("binary_ops.mlir", b"\x01H.rz \x02\n\x00V.x %\x03\n h.z()")
    write("cut_bytecode.mlir", b"ML\xefR\x0dMLIR22\x00\x01")
    depth = 100000
    write("deep.mlir", b"func.func @f(%c: i1) { " + b"scf.if %c { " * depth)
    write("deep_type.mlir", b"func.func private @f(" + b"tuple<" * depth)
    ifs = b"".join(
        b"scf.if %%c { %%n%d = memref.load %%m[] : memref<i32> "
        b"%%p%d = arith.addi %%n%d, %%one : i32 "
        b"memref.store %%p%d, %%m[] : memref<i32> " % (i, i, i, i)
        for i in range(10)
    )
    write(
        "nest.mlir",
        b"func.func @f() -> i32 { %c = arith.constant true "
        b"%one = arith.constant 1 : i32 %zero = arith.constant 0 : i32 "
        b"%m = memref.alloca() : memref<i32> "
        b"memref.store %zero, %m[] : memref<i32> "
        + ifs
        + b"}" * 10
        + b" %r = memref.load %m[] : memref<i32> return %r : i32 }",
    )
    count = 5000000  # 20 MB
    values = struct.pack("<%df" % count, *range(count)).hex().encode()
    write(
        "constant.mlir",
        b"func.func @f() -> tensor<%dxf32> { %%0 = arith.constant "
        b'dense<"0x%s"> : tensor<%dxf32> return %%0 : tensor<%dxf32> }'
        % (count, values, count, count),
    )


if __name__ == "__main__":
    main(sys.argv[1])
