#!/usr/bin/env python3
"""Tiles for every matrix instruction, as cases of dlopt-emulate.

  tensor_core_tiles.py FOLDER DLOPT-EMULATE

Each case is one kernel with mma.sync, mma.sp, wgmma or wgmma.sp. Memory images,
fragments and metadata are laid out here, and so are the results: of small
integers, whose sums are exact in any order. bench/tiles_on_gpu.py has cases of
random numbers from here.
"""
import os
import random
import struct
import subprocess
import sys

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8,
        "s4": 4, "u4": 4}
SWIZZLE_CODE = {0: 0, 1: 3, 2: 2, 3: 1}  # 32, 64, 128 bytes as a descriptor has them


# Numbers to bits.

def f32_bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def encode(kind, value):
    """Bits of a small integer in an element type."""
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    if kind == "bf16":
        return f32_bits(value) >> 16
    if kind == "tf32":
        return f32_bits(value)
    if kind in ("s8", "u8", "s4", "u4"):
        return value & (2**BITS[kind] - 1)
    half = struct.unpack("<H", struct.pack("<e", value))[0]
    if kind == "e5m2":
        return half >> 8
    magnitude = half & 0x7FFF
    scaled = 0 if magnitude == 0 else (magnitude >> 7) - 8 * 8
    return half >> 8 & 0x80 | scaled  # exponent bias 7 instead of 15


def random_bits(rng, kind, is_any=False):
    """Any number but infinities and NaNs, mostly of like size; or is_any."""
    if is_any:
        return rng.getrandbits(BITS[kind])
    if kind in ("s8", "u8", "s4", "u4"):
        return rng.getrandbits(BITS[kind])
    if rng.random() < 0.05:
        return 0
    exponent_bits = {"f16": 5, "bf16": 8, "tf32": 8, "e4m3": 4, "e5m2": 5}[kind]
    mantissa_bits = {"f16": 10, "bf16": 7, "tf32": 23, "e4m3": 3, "e5m2": 2}[kind]
    bias = 2**(exponent_bits - 1) - 1
    spread = min(rng.choice((1, 3, 6, 12)), bias - 1)
    exponent = bias + rng.randint(-spread, spread)
    if rng.random() < 0.03:
        exponent = 0  # subnormal
    exponent = min(exponent, 2**exponent_bits - 2)
    return (rng.getrandbits(1) << (exponent_bits + mantissa_bits)
            | exponent << mantissa_bits | rng.getrandbits(mantissa_bits))


def random_sum(rng, kind, is_any=False):
    if is_any:
        return rng.getrandbits(32)
    if kind == "s32":
        return rng.getrandbits(32)
    if kind == "f16":
        return random_bits(rng, "f16") | random_bits(rng, "f16") << 16
    return random_bits(rng, "tf32")


class Operands:
    """A, packed if sparse, with its metadata; B; C; as bits and, when exact, as
    integers."""

    def __init__(self, rng, m, n, k, kinds, is_sparse, is_exact, is_any=False):
        self.m, self.n, self.k, self.is_sparse = m, n, k, is_sparse
        self.d_kind, self.a_kind, self.b_kind = kinds
        size = 2 if self.a_kind == "tf32" else 4
        self.group = size
        packed = k // 2 if is_sparse else k
        number = lambda kind: rng.randint(-3 if kind[0] != "u" else 0, 3)
        self.a = [[number(self.a_kind) for _ in range(packed)] for _ in range(m)]
        self.b = [[number(self.b_kind) for _ in range(n)] for _ in range(k)]
        self.c = [[rng.randint(-20, 20) for _ in range(n)] for _ in range(m)]
        pick = lambda kind, v: (encode(kind, v) if is_exact
                                else random_bits(rng, kind, is_any))
        self.a_bits = [[pick(self.a_kind, v) for v in row] for row in self.a]
        self.b_bits = [[pick(self.b_kind, v) for v in row] for row in self.b]
        # Places of the packed elements: [row][group] -> ascending indices.
        self.places = [[sorted(rng.sample(range(size), size // 2))
                        for _ in range(k // size)] for _ in range(m)]

    def place(self, row, slot):
        if not self.is_sparse:
            return slot
        each = self.group // 2
        return slot // each * self.group + self.places[row][slot // each][slot % each]

    def product(self, row, column, has_c, sign=1):
        total = self.c[row][column] if has_c else 0
        for slot, value in enumerate(self.a[row]):
            total += sign * value * self.b[self.place(row, slot)][column]
        return total

    def nibble(self, row, group):
        places = self.places[row][group]
        if self.group == 2:
            return 0xE if places[0] else 0x4
        return places[0] | places[1] << 2


def metadata(ops, first_row, selector):
    """Words of the 32 lanes for 16 rows (PTX ISA, figures of sparse storage)."""
    words = [0] * 32
    groups = ops.k // ops.group
    holders = 16 * groups * 4 // 256
    for row in range(16):
        for group in range(groups):
            if BITS[ops.a_kind] == 8:
                holder, shift = row // 8 + 2 * (group // 8), 4 * (group % 8)
            else:
                holder, shift = group // 4, 16 * (row // 8) + 4 * (group % 4)
            lane = row % 8 * 4 + selector * holders + holder
            words[lane] |= ops.nibble(first_row + row, group) << shift
    return words


def a_fragment(ops, first_row, n_registers):
    """[lane][register] of 16 rows of A."""
    bits = BITS[ops.a_kind]
    each = 32 // bits
    out = [[0] * n_registers for _ in range(32)]
    for lane in range(32):
        for i in range(n_registers):
            row = first_row + lane // 4 + (i % 2 * 8)
            for e in range(each):
                k = (i // 2 * 4 + lane % 4) * each + e
                out[lane][i] |= ops.a_bits[row][k] << bits * e
    return out


def b_fragment(ops, n_registers):
    bits = BITS[ops.b_kind]
    each = 32 // bits
    out = [[0] * n_registers for _ in range(32)]
    for lane in range(32):
        for i in range(n_registers):
            for e in range(each):
                k = (i * 4 + lane % 4) * each + e
                out[lane][i] |= ops.b_bits[k][lane // 4] << bits * e
    return out


def sums_fragment(ops, first_row, value):
    """[lane][register] of 16 rows of C or D, from value(row, column)."""
    out = []
    for lane in range(32):
        flat = [value(first_row + lane // 4 + i // 2 % 2 * 8,
                      i // 4 * 8 + lane % 4 * 2 + i % 2) for i in range(ops.n // 2)]
        if ops.d_kind == "f16":
            half = [encode("f16", v) for v in flat]
            out.append([half[i] | half[i + 1] << 16 for i in range(0, len(half), 2)])
        elif ops.d_kind == "s32":
            out.append([v & 0xFFFFFFFF for v in flat])
        else:
            out.append([f32_bits(v) for v in flat])
    return out


# Cases.

def array(words):
    return "[" + ", ".join(str(w - 2**32 if w >= 2**31 else w) for w in words) + "]"


def header(run, block, inputs, output):
    lines = [f"// RUN: dlopt-emulate {run}%s", "// CALL: @k",
             f"// LAUNCH: block={block}"]
    for i, words in enumerate(inputs):
        lines.append(f"// IN {i}: tensor<{len(words)}xi32> = {array(words)}")
    lines.append(f"// OUT 0: tensor<{len(output)}xi32> = {array(output)} TOL exact")
    return "\n".join(lines) + "\n"


def vector(name, n, first=0):
    return "{" + ", ".join(f"%{name}{first + i}" for i in range(n)) + "}"


def load(name, n, parameter):
    """Registers of a thread from a buffer of [thread][n] words."""
    text = f"  ld.param.u64 %p, [{parameter}];\n  mad.wide.u32 %p, %t, {4 * n}, %p;\n"
    for i in range(n):
        text += f"  ld.global.b32 %{name}{i}, [%p+{4 * i}];\n"
    return text


def store(name, n, parameter):
    text = f"  ld.param.u64 %p, [{parameter}];\n  mad.wide.u32 %p, %t, {4 * n}, %p;\n"
    for i in range(n):
        text += f"  st.global.b32 [%p+{4 * i}], %{name}{i};\n"
    return text


def mma_case(rng, shape, kinds, is_sparse=False, selector=0, is_exact=False, more="",
             is_any=False):
    k = int(shape.split("k")[1])
    ops = Operands(rng, 16, 8, k, kinds, is_sparse, is_exact, is_any)
    d, a, b = kinds
    n_a = 16 * len(ops.a[0]) * BITS[a] // 32 // 32
    n_b = 8 * k * BITS[b] // 32 // 32
    n_c = 2 if d == "f16" else 4
    c = sums_fragment(ops, 0, lambda r, j: ops.c[r][j])
    if not is_exact:
        c = [[random_sum(rng, d, is_any) for _ in lane] for lane in c]
    inputs = [sum(a_fragment(ops, 0, n_a), []), sum(b_fragment(ops, n_b), []), sum(c, [])]
    if is_sparse:
        inputs.append(metadata(ops, 0, selector))
    output = sums_fragment(ops, 0, lambda r, j: ops.product(r, j, True))
    params = ["a", "b", "c"] + (["e"] if is_sparse else []) + ["d"]
    sparse = "sp::ordered_metadata." if is_sparse else ""
    text = header("--sm=90 ", 32, inputs, sum(output, []))
    text += ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k("
    text += ", ".join(f".param .u64 {p}" for p in params) + ")\n{\n"
    text += (f"  .reg .b32 %t, %a<{n_a}>, %b<{n_b}>, %c<{n_c}>, %e<1>;\n  .reg .b64 %p;\n"
             "  mov.u32 %t, %tid.x;\n")
    text += load("a", n_a, "a") + load("b", n_b, "b") + load("c", n_c, "c")
    if is_sparse:
        text += load("e", 1, "e")
    text += (f"  mma.{sparse}sync.aligned.{shape}.row.col{more}.{d}.{a}.{b}.{d} "
             f"{vector('c', n_c)}, {vector('a', n_a)}, {vector('b', n_b)}, "
             f"{vector('c', n_c)}")
    text += f", %e0, {selector};\n" if is_sparse else ";\n"
    return text + store("c", n_c, "d") + "  ret;\n}\n"


class Image:
    """A matrix in shared memory: [row][k], with the fields of its descriptor."""

    def __init__(self, rows, bits, swizzle, is_turned):
        n, k = len(rows), len(rows[0])
        span = 1 << swizzle
        n_eights, k_eights = n // 8, max(k // 8, 1)
        across = n_eights if is_turned else k * bits // 128
        if swizzle == 0:
            if is_turned:
                self.stride, self.leading = 128, 128 * n_eights
            else:
                self.leading, self.stride = 128, 128 * across
        elif is_turned:
            self.stride = span * 128
            self.leading = self.stride * k_eights
        else:
            self.stride = span * 128
            self.leading = self.stride * n_eights if across > span else 16
        self.swizzle = swizzle
        self.words = []
        for r, row in enumerate(rows):
            for j, value in enumerate(row):
                if is_turned:
                    along, across_at, within = j, r // 8, r % 8 * 2
                else:
                    byte = j * bits // 8
                    along, across_at, within = r, byte // 16, byte % 16
                self.put(along, across_at, within, value, bits // 8, span, is_turned)

    def put(self, along, across, within, value, n_bytes, span, is_turned):
        inner, outer = along % 8, along // 8
        if self.swizzle == 0:
            step = (across * self.stride + outer * self.leading if is_turned
                    else across * self.leading + outer * self.stride)
            at = step + inner * 16
        else:
            at = (across % span * 16 + across // span * self.leading
                  + inner * span * 16 + outer * self.stride)
            at ^= (at >> 7 & (span - 1)) << 4
        at += within
        while len(self.words) * 4 <= at:
            self.words.append(0)
        shift = at % 4 * 8
        self.words[at // 4] |= value << shift

    def fields(self):
        """The descriptor without the start address."""
        return (self.leading >> 4 << 16 | self.stride >> 4 << 32
                | SWIZZLE_CODE[self.swizzle] << 62)


def wgmma_case(rng, n, k, kinds, swizzle=3, a_in="shared", turn_a=0, turn_b=0,
               sign_a=1, sign_b=1, has_c=True, is_sparse=False, selector=0,
               is_exact=False, more="", swizzle_a=None, is_any=False):
    ops = Operands(rng, 64, n, k, kinds, is_sparse, is_exact, is_any)
    d, a, b = kinds
    n_c = n // 4 if d == "f16" else n // 2
    b_rows = [[ops.b_bits[j][c] for j in range(k)] for c in range(n)]
    image_b = Image(b_rows, BITS[b], swizzle, turn_b)
    image_a = Image(ops.a_bits, BITS[a], swizzle if swizzle_a is None else swizzle_a,
                    turn_a)
    rows = range(0, 64, 16)
    c = [sums_fragment(ops, r, lambda i, j: ops.c[i][j]) for r in rows]
    if not is_exact:
        c = [[[random_sum(rng, d, is_any) for _ in lane] for lane in warp] for warp in c]
    inputs = {"b": image_b.words, "c": [w for warp in c for lane in warp for w in lane]}
    if a_in == "shared":
        inputs["a"] = image_a.words
    else:
        inputs["a"] = [w for r in rows for lane in a_fragment(ops, r, 4) for w in lane]
    if is_sparse:
        inputs["e"] = [w for r in rows for w in metadata(ops, r, selector)]
    product = lambda i, j: ops.product(i, j, has_c, sign_a * sign_b)
    output = [w for r in rows for lane in sums_fragment(ops, r, product) for w in lane]
    text = header("--sm=90 ", 128, list(inputs.values()), output)
    text += ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k("
    text += ", ".join(f".param .u64 {p}" for p in [*inputs, "d"]) + ")\n{\n"
    text += (f"  .reg .b32 %t, %a<4>, %c<{n_c}>, %e<1>, %r<6>;\n"
             "  .reg .b64 %p, %da, %db;\n  .reg .pred %q;\n"
             f"  .shared .align 1024 .b8 sa[{max(len(image_a.words) * 4, 16)}];\n"
             f"  .shared .align 1024 .b8 sb[{len(image_b.words) * 4}];\n"
             "  mov.u32 %t, %tid.x;\n")

    def copy(words, parameter, to):
        return (f"  ld.param.u64 %p, [{parameter}];\n  mad.wide.u32 %p, %t, 4, %p;\n"
                f"  shl.b32 %r0, %t, 2;\n  mov.u32 %r1, {to};\n  add.u32 %r1, %r1, %r0;\n"
                f"  mov.u32 %r2, %t;\nC{to}:\n  setp.ge.u32 %q, %r2, {len(words)};\n"
                f"  @%q bra D{to};\n  ld.global.b32 %r3, [%p];\n"
                "  st.shared.b32 [%r1], %r3;\n  add.u64 %p, %p, 512;\n"
                "  add.u32 %r1, %r1, 512;\n  add.u32 %r2, %r2, 128;\n"
                f"  bra C{to};\nD{to}:\n")

    def descriptor(register, image, to):
        return (f"  mov.u32 %r0, {to};\n  cvt.u64.u32 %{register}, %r0;\n"
                f"  shr.u64 %{register}, %{register}, 4;\n"
                f"  or.b64 %{register}, %{register}, {image.fields()};\n")

    text += copy(image_b.words, "b", "sb") + descriptor("db", image_b, "sb")
    if a_in == "shared":
        text += copy(image_a.words, "a", "sa") + descriptor("da", image_a, "sa")
    else:
        text += load("a", 4, "a")
    text += load("c", n_c, "c") + (load("e", 1, "e") if is_sparse else "")
    text += (f"  setp.ne.u32 %q, {int(has_c)}, 0;\n"
             "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n"
             "  wgmma.fence.sync.aligned;\n")
    args = [vector("c", n_c), "%da" if a_in == "shared" else vector("a", 4), "%db"]
    if is_sparse:
        args += ["%e0", str(selector)]
    args.append("%q")
    if d != "s32":
        args += [str(sign_a), str(sign_b)]
    if BITS[a] == 16:
        args += ([str(int(turn_a))] if a_in == "shared" else []) + [str(int(turn_b))]
    sparse = "sp." if is_sparse else ""
    text += (f"  wgmma.mma_async.{sparse}sync.aligned.m64n{n}k{k}{more}.{d}.{a}.{b} "
             + ", ".join(args) + ";\n  wgmma.commit_group.sync.aligned;\n"
             "  wgmma.wait_group.sync.aligned 0;\n")
    return text + store("c", n_c, "d") + "  ret;\n}\n"


FP8 = ("e4m3", "e5m2")
INTEGERS = ("s8", "u8")
FOUR = ("s4", "u4")


def mma_cases():
    """(name, arguments of mma_case)"""
    for d in ("f32", "f16"):
        for shape in ("m16n8k8", "m16n8k16"):
            yield f"mma_f16_{d}_{shape}", (shape, (d, "f16", "f16")), {}
        for selector in range(4):
            yield (f"mma_sp_f16_{d}_m16n8k16_{selector}",
                   ("m16n8k16", (d, "f16", "f16"), True, selector), {})
        for selector in range(2):
            yield (f"mma_sp_f16_{d}_m16n8k32_{selector}",
                   ("m16n8k32", (d, "f16", "f16"), True, selector), {})
    for shape in ("m16n8k8", "m16n8k16"):
        yield f"mma_bf16_{shape}", (shape, ("f32", "bf16", "bf16")), {}
    for shape in ("m16n8k4", "m16n8k8"):
        yield f"mma_tf32_{shape}", (shape, ("f32", "tf32", "tf32")), {}
    for shape, selectors in (("m16n8k16", 4), ("m16n8k32", 2)):
        for s in range(selectors):
            yield (f"mma_sp_bf16_{shape}_{s}",
                   (shape, ("f32", "bf16", "bf16"), True, s), {})
    for shape, selectors in (("m16n8k8", 4), ("m16n8k16", 2)):
        for s in range(selectors):
            yield (f"mma_sp_tf32_{shape}_{s}",
                   (shape, ("f32", "tf32", "tf32"), True, s), {})
    for a in FP8:
        for b in FP8:
            for d in ("f32", "f16"):
                for shape in ("m16n8k16", "m16n8k32"):
                    yield f"mma_{d}_{a}_{b}_{shape}", (shape, (d, a, b)), {}
            yield f"mma_sp_{a}_{b}_m16n8k64", ("m16n8k64", ("f32", a, b), True, 0), {}
    for a in INTEGERS:
        for b in INTEGERS:
            for more in ("", ".satfinite"):
                for shape in ("m16n8k16", "m16n8k32"):
                    yield (f"mma_{a}_{b}_{shape}{more}", (shape, ("s32", a, b)),
                           {"more": more})
                yield (f"mma_sp_{a}_{b}_m16n8k64{more}",
                       ("m16n8k64", ("s32", a, b), True, 0), {"more": more})
            for s in range(2):
                yield (f"mma_sp_{a}_{b}_m16n8k32_{s}",
                       ("m16n8k32", ("s32", a, b), True, s), {})
    for kinds, shape in ((("f32", "f16", "f16"), "m16n8k16"),
                         (("f16", "f16", "f16"), "m16n8k16"),
                         (("f32", "bf16", "bf16"), "m16n8k16"),
                         (("f32", "tf32", "tf32"), "m16n8k8"),
                         (("f32", "e4m3", "e4m3"), "m16n8k32"),
                         (("f32", "e5m2", "e5m2"), "m16n8k32")):
        yield f"mma_any_{'_'.join(kinds)}", (shape, kinds), {"is_any": True}
    for a in FOUR:
        for b in FOUR:
            for shape in ("m16n8k32", "m16n8k64"):
                yield f"mma_{a}_{b}_{shape}", (shape, ("s32", a, b)), {}


def wgmma_kinds():
    """(kinds, k of dense)"""
    for d in ("f32", "f16"):
        yield (d, "f16", "f16"), 16
    yield ("f32", "bf16", "bf16"), 16
    yield ("f32", "tf32", "tf32"), 8
    for d in ("f32", "f16"):
        for a in FP8:
            for b in FP8:
                yield (d, a, b), 32
    for a in INTEGERS:
        for b in INTEGERS:
            yield ("s32", a, b), 32


def wgmma_cases():
    for kinds, k in wgmma_kinds():
        name = "_".join(kinds)
        is_16 = BITS[kinds[1]] == 16
        for n in (8, 24, 64, 96, 256):
            yield f"wgmma_{name}_n{n}", (n, k, kinds), {}
        for swizzle in range(3):
            yield f"wgmma_{name}_swizzle{swizzle}", (64, k, kinds, swizzle), {}
        yield f"wgmma_{name}_registers", (64, k, kinds), {"a_in": "registers"}
        yield f"wgmma_{name}_no_addend", (64, k, kinds), {"has_c": False}
        yield f"wgmma_{name}_any", (64, k, kinds), {"is_any": True}
        if kinds[0] == "s32":
            yield f"wgmma_{name}_satfinite", (64, k, kinds), {"more": ".satfinite"}
        else:
            yield f"wgmma_{name}_negated", (64, k, kinds), {"sign_a": -1}
            yield f"wgmma_{name}_negated_b", (64, k, kinds), {"sign_b": -1}
        for swizzle in range(4) if is_16 else ():
            for a, b in ((1, 0), (0, 1), (1, 1)):
                yield (f"wgmma_{name}_turned{a}{b}_swizzle{swizzle}",
                       (64, k, kinds, swizzle), {"turn_a": a, "turn_b": b})
        for n in (8, 64, 256):
            yield f"wgmma_sp_{name}_n{n}", (n, 2 * k, kinds), {"is_sparse": True}
        for swizzle in range(3):
            yield (f"wgmma_sp_{name}_swizzle{swizzle}", (64, 2 * k, kinds, swizzle),
                   {"is_sparse": True, "swizzle_a": min(swizzle, 1)})
        yield (f"wgmma_sp_{name}_registers", (64, 2 * k, kinds),
               {"is_sparse": True, "a_in": "registers"})
        if BITS[kinds[1]] > 8:
            yield (f"wgmma_sp_{name}_selector1", (64, 2 * k, kinds),
                   {"is_sparse": True, "selector": 1})
        if is_16:
            yield (f"wgmma_sp_{name}_turned", (64, 2 * k, kinds),
                   {"is_sparse": True, "turn_b": 1})


def cases(rng, is_exact):
    for maker, table in ((mma_case, mma_cases()), (wgmma_case, wgmma_cases())):
        for name, args, more in table:
            yield name, maker(rng, *args, is_exact=is_exact, **more)


def main(folder, emulator):
    os.makedirs(folder, exist_ok=True)
    n_cases = n_wrong = 0
    for name, text in cases(random.Random(6), True):
        path = os.path.join(folder, name + ".ptx")
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run([emulator, "--sm=90", path], capture_output=True,
                              text=True)
        n_cases += 1
        n_wrong += done.returncode != 0
        if done.returncode:
            print(f"{name}: {done.stdout[-500:]}{done.stderr}")
    print(f"{n_cases} cases, {n_wrong} wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])
