"""The kernels that bench/kernels_on_gpu.py times: as programs, and as torch has them.

Each case: the program's text, the arguments' shapes and types, the same in torch (in
the types of the program, as a user would write it) and what bounds its speed.
"""
import dataclasses
import typing

TORCH_TYPES = {"f32": "float32", "f16": "float16", "bf16": "bfloat16", "i8": "int8"}


@dataclasses.dataclass
class Case:
    name: str
    text: str
    arguments: list  # (shape, type)
    peer: typing.Callable  # of torch and the arguments
    tolerance: float  # of the largest error, relative to the largest result
    flops: float = 0.0
    bytes: float = 0.0


def tensor(shape, element):
    return "tensor<%s>" % "x".join([*map(str, shape), element])


def size_of(arguments):
    bits = {"f32": 4, "f16": 2, "bf16": 2, "i8": 1, "i32": 4}
    total = 0
    for shape, element in arguments:
        count = bits[element]
        for size in shape:
            count *= size
        total += count
    return total


def function(arguments, result, body):
    names = ", ".join("%%a%d: %s" % (i, tensor(*argument))
                      for i, argument in enumerate(arguments))
    return "func.func @f(%s) -> %s {\n%s\n  return %%r : %s\n}\n" % (
        names, tensor(*result), body, tensor(*result))


def body_in_f32(element, n_inputs, lines):
    """A map's body that computes %v in f32 from %x0.. of a narrower type."""
    head = "  ^bb0(%s):\n" % ", ".join("%%i%d: %s" % (i, element) for i in range(n_inputs))
    for i in range(n_inputs):
        head += "    %%x%d = arith.extf %%i%d : %s to f32\n" % (i, i, element)
    tail = "    %%t = arith.truncf %%v : f32 to %s\n    dlopt.yield %%t : %s\n  }" % (
        element, element)
    return head + lines + tail


SILU_MUL = """    %one = arith.constant 1.0 : f32
    %n = arith.negf %x0 : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %s = arith.divf %x0, %d : f32
    %v = arith.mulf %s, %x1 : f32
"""

GELU_BIAS = """  ^bb0(%%x: f32, %%b: %(t)s):
    %%bias = arith.extf %%b : %(t)s to f32
    %%half = arith.constant 0.5 : f32
    %%one = arith.constant 1.0 : f32
    %%root = arith.constant 0.707106769 : f32
    %%s = arith.addf %%x, %%bias : f32
    %%m = arith.mulf %%s, %%root : f32
    %%e = math.erf %%m : f32
    %%p = arith.addf %%e, %%one : f32
    %%q = arith.mulf %%s, %%p : f32
    %%v = arith.mulf %%q, %%half : f32
    %%t = arith.truncf %%v : f32 to %(t)s
    dlopt.yield %%t : %(t)s
  }"""


def gemm(name, m, n, k, element, result=None, tolerance=2e-3, numerics=""):
    arguments = [((m, k), element), ((k, n), element)]
    result = ((m, n), result or element)
    text = function(arguments, result, "  %%r = dlopt.matmul %%a0, %%a1%s : %s, %s -> %s" % (
        numerics, *(tensor(*t) for t in (*arguments, result))))

    def peer(torch, a, b):
        return torch._int_mm(a, b) if element == "i8" else a @ b

    return Case(name, text, arguments, peer, tolerance, flops=2.0 * m * n * k,
                bytes=size_of([*arguments, result]))


def gemm_bias_gelu(name, m, n, k, element):
    arguments = [((m, k), element), ((k, n), element), ((n,), element)]
    result = ((m, n), element)
    product = tensor((m, n), "f32")
    body = "  %%prod = dlopt.matmul %%a0, %%a1 : %s, %s -> %s\n" % (
        tensor(*arguments[0]), tensor(*arguments[1]), product)
    body += "  %%r = dlopt.map %%prod, %%a2 dims [[0, 1], [1]] : (%s, %s) -> %s {\n%s" % (
        product, tensor(*arguments[2]), tensor(*result), GELU_BIAS % {"t": element})
    return Case(name, function(arguments, result, body), arguments,
                lambda torch, a, b, c: torch.nn.functional.gelu(torch.addmm(c, a, b)), 2e-3,
                flops=2.0 * m * n * k, bytes=size_of([*arguments, result]))


def pointwise(name, shape, element, n_inputs, lines, peer):
    arguments = [(shape, element)] * n_inputs
    body = "  %%r = dlopt.map %s : (%s) -> %s {\n%s" % (
        ", ".join("%%a%d" % i for i in range(n_inputs)),
        ", ".join([tensor(shape, element)] * n_inputs), tensor(shape, element), lines)
    return Case(name, function(arguments, (shape, element), body), arguments, peer, 2e-3,
                bytes=size_of([*arguments, (shape, element)]))


def rows(name, shape, element, operation, vectors, peer):
    arguments = [(shape, element)] + [((shape[1],), element)] * vectors
    types = ", ".join(tensor(*argument) for argument in arguments)
    body = "  %%r = %s : %s -> %s" % (operation, types, tensor(shape, element))
    return Case(name, function(arguments, (shape, element), body), arguments, peer, 4e-3,
                bytes=size_of([*arguments, (shape, element)]))


def total(name, shape, dim, peer):
    arguments = [(shape, "f32")]
    dims = [dim] if dim is not None else [0, 1]
    kept = tuple(size for i, size in enumerate(shape) if i not in dims)
    body = "  %%r = dlopt.reduce add %%a0 dims %s : %s -> %s" % (
        dims, tensor(*arguments[0]), tensor(kept, "f32"))
    return Case(name, function(arguments, (kept, "f32"), body), arguments, peer, 1e-4,
                bytes=size_of([*arguments, (kept, "f32")]))


def conv(name, batch, size, channels, features, window):
    padded = size + window - 1
    arguments = [((batch, padded, padded, channels), "f16"),
                 ((window, window, channels, features), "f16")]
    result = ((batch, size, size, features), "f16")
    types = [tensor(*t) for t in (*arguments, result)]
    body = """  %%zero = arith.constant 0.0 : f16
  %%e = tensor.empty() : %(r)s
  %%i = linalg.fill ins(%%zero : f16) outs(%%e : %(r)s) -> %(r)s
  %%r = linalg.conv_2d_nhwc_hwcf ins(%%a0, %%a1 : %(x)s, %(w)s) outs(%%i : %(r)s) -> %(r)s""" % {
        "x": types[0], "w": types[1], "r": types[2]}

    def peer(torch, x, w):
        # Views: the memory is channels-last, as torch is fastest with.
        return torch.nn.functional.conv2d(x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1).contiguous(
            memory_format=torch.channels_last)).permute(0, 2, 3, 1)

    return Case(name, function(arguments, result, body), arguments, peer, 2e-3,
                flops=2.0 * batch * size * size * features * channels * window * window,
                bytes=size_of([*arguments, result]))


def attention(name, batch, heads, length, width):
    arguments = [((batch, heads, length, width), "f16")] * 3
    types = tensor(*arguments[0])
    body = "  %%r = dlopt.attention %%a0, %%a1, %%a2 scale %.9e : %s, %s, %s -> %s" % (
        width ** -0.5, types, types, types, types)
    return Case(name, function(arguments, arguments[0], body), arguments,
                lambda torch, q, k, v:
                torch.nn.functional.scaled_dot_product_attention(q, k, v), 4e-3,
                flops=4.0 * batch * heads * length * length * width,
                bytes=size_of(arguments) * 4 / 3)


LONG = (16384, 4096)
ADD = """  ^bb0(%x: f32, %y: f32):
    %v = arith.addf %x, %y : f32
    dlopt.yield %v : f32
  }"""

CASES = [
    gemm("gemm_f16_4096", 4096, 4096, 4096, "f16"),
    gemm("gemm_bf16_4096", 4096, 4096, 4096, "bf16", tolerance=1e-2),
    gemm("gemm_f16_8192", 8192, 8192, 8192, "f16"),
    gemm("gemm_f16_4096x11008x4096", 4096, 11008, 4096, "f16"),
    gemm("gemm_f16_1024", 1024, 1024, 1024, "f16"),
    gemm("gemm_f16_ragged", 4000, 4112, 4048, "f16"),
    gemm("gemm_f32_2048", 2048, 2048, 2048, "f32", tolerance=1e-5),
    gemm("gemm_i8_4096", 4096, 4096, 4096, "i8", result="i32", tolerance=0.0),
    gemm("gemv_f16_1x11008x4096", 1, 11008, 4096, "f16"),
    gemm("gemm_f16_16x11008x4096", 16, 11008, 4096, "f16"),
    gemm_bias_gelu("gemm_bias_gelu_f16_4096", 4096, 4096, 4096, "f16"),
    pointwise("add_f32", LONG, "f32", 2, ADD, lambda torch, x, y: x + y),
    pointwise("silu_mul_f16", LONG, "f16", 2, body_in_f32("f16", 2, SILU_MUL),
              lambda torch, x, y: torch.nn.functional.silu(x) * y),
    rows("softmax_f16", LONG, "f16", "dlopt.softmax %a0 dim 1", 0,
         lambda torch, x: torch.softmax(x, 1)),
    rows("layer_norm_f16", LONG, "f16",
         "dlopt.layer_norm %a0 scale %a1 bias %a2 axis 1 epsilon 1.0e-5", 2,
         lambda torch, x, g, b: torch.nn.functional.layer_norm(x, x.shape[1:], g, b)),
    rows("rms_norm_f16", LONG, "f16", "dlopt.rms_norm %a0 scale %a1 axis 1 epsilon 1.0e-5", 1,
         lambda torch, x, g: torch.nn.functional.rms_norm(x, x.shape[1:], g, 1e-5)),
    total("sum_of_rows_f32", LONG, 1, lambda torch, x: x.sum(1)),
    total("sum_of_columns_f32", LONG, 0, lambda torch, x: x.sum(0)),
    total("sum_of_all_f32", LONG, None, lambda torch, x: x.sum()),
    conv("conv3x3_f16_64x56x56x64", 64, 56, 64, 64, 3),
    conv("conv3x3_f16_64x14x14x256", 64, 14, 256, 256, 3),
    conv("conv1x1_f16_64x56x56x64_256", 64, 56, 64, 256, 1),
    attention("attention_f16_4x16x2048x64", 4, 16, 2048, 64),
    attention("attention_f16_4x16x2048x128", 4, 16, 2048, 128),
]
