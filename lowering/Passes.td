// The one list of passes and their options. The flag says stage and name:
// dlopt-<stage>-<file>; the table, the options structs and docs come from here.
#ifndef DLOPT_LOWERING_PASSES
#define DLOPT_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

def DloptImportFromLinalg
    : Pass<"dlopt-import-from-linalg", "::mlir::func::FuncOp"> {
  let summary = "linalg operations become dlopt operations (exact, but sums of "
                "types narrower than f32 are kept in f32)";
  let description = [{
    Rewrites structured operations of `linalg`, named or generic, into `dlopt`
    operations of the same meaning: contractions into `dlopt.matmul`,
    convolutions into `dlopt.conv`, poolings into `dlopt.pool`, all-parallel
    operations into `dlopt.map`, reductions into `dlopt.reduce`. `arith` and
    `math` on whole tensors become `dlopt.map` or `dlopt.cast`. What has no
    `dlopt` form stays as it is.

    A body that sums in f16, bf16 or an 8-bit float gives an op that sums in
    f32, unless `keep-accumulators` is given. All else is exact, signed zeros and
    NaN included. Where the sizes of a sliding window are dynamic, the result's
    size is taken to be the one that the window gives.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say for each operation that stays why it does">,
    Option<"keep_accumulators", "keep-accumulators", "bool", "false",
           "sum in the type the source sums in, also where that is narrower "
           "than f32">,
  ];
}

def DloptCpuCheckAccesses
    : Pass<"dlopt-cpu-check-accesses", "::mlir::ModuleOp"> {
  let summary = "accesses outside of tensors and buffers are errors (exact)";
  let description = [{
    Before each `tensor.extract`, `tensor.insert`, `memref.load` and
    `memref.store` of the program goes a `cf.assert` that each index is inside;
    not for an index that is a constant, or the variable of a loop, that is.
    Affine accesses are not checked.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect",
  ];
}

def DloptCpuGuardFusion : Pass<"dlopt-cpu-guard-fusion", "::mlir::ModuleOp"> {
  let summary = "producers that fusion must not repeat are hidden (exact)";
  let description = [{
    Puts an opaque cast between a `linalg.generic` on tensors and its consumer
    where `linalg-fuse-elementwise-ops` would make the consumer compute the
    producer more than once an element, or would change how a reduction's operand
    lies in memory. `dlopt-cpu-unguard-fusion` takes the casts out.
  }];
}

def DloptCpuUnguardFusion
    : Pass<"dlopt-cpu-unguard-fusion", "::mlir::ModuleOp"> {
  let summary = "the casts of dlopt-cpu-guard-fusion are taken out (exact)";
}

def DloptCpuPackOperands : Pass<"dlopt-cpu-pack-operands", "::mlir::ModuleOp"> {
  let summary = "operands of reductions are turned for vectors (exact)";
  let description = [{
    Where the last dimension of a reduction's result is not the last of an
    operand, such as the weights of a product with a transposed right side, the
    operand is copied into that order first, if the copy pays.
  }];
}

def DloptCpuMarkEntries : Pass<"dlopt-cpu-mark-entries", "::mlir::ModuleOp"> {
  let summary = "functions that a host calls get their C interface (exact)";
  let description = [{
    Public functions: tensor arguments are marked as not writable, so that
    bufferization copies before it writes, and a C wrapper is asked for.
    External functions: tensor arguments are marked as read, not written.
  }];
}

def DloptCpuOutlineLoops
    : Pass<"dlopt-cpu-outline-loops", "::mlir::ModuleOp"> {
  let summary = "structured operations become calls of loops (exact)";
  let description = [{
    Replaces each `linalg.generic` on buffers, and each `memref.copy`, by a call
    of a function that runs it as loops; operations that are the same but for
    their operands share one function. Parallel dimensions are vectorised,
    blocked in registers and shared among threads; reduced dimensions run in the
    order written, so that results are those of plain loops, bit for bit.
  }];
  let options = [
    Option<"vector_bytes", "vector-bytes", "int64_t", "32",
           "width of a vector register: 16, 32 or 64">,
    Option<"parallel", "parallel", "bool", "true",
           "prepare large loops to be shared among threads">,
    Option<"explain", "explain", "bool", "false",
           "give a remark for each operation that runs as upstream's loops">,
  ];
}

def DloptCpuKeepRoundings
    : Pass<"dlopt-cpu-keep-roundings", "::mlir::ModuleOp"> {
  let summary = "conversions of floats lose the contract flag (exact)";
  let description = [{
    Upstream's emulation of narrow floats sets it, and a later fold would then
    drop the rounding between two operations.
  }];
}

def DloptCpuRuntimeCalls : Pass<"dlopt-cpu-runtime-calls", "::mlir::ModuleOp"> {
  let summary = "assertions and 8-bit floats become calls of the runtime (exact)";
  let description = [{
    `cf.assert` calls `dlopt_runtime_assert_failed`, which reports to the host;
    conversions of 8-bit floats with a sign call the runtime; `math.expm1` calls
    libm. `arith.maximumf` and `minimumf` become LLVM's intrinsics: upstream's
    comparisons would not tell -0 from +0.
  }];
}

def DloptCpuThreadCalls : Pass<"dlopt-cpu-thread-calls", "::mlir::ModuleOp"> {
  let summary = "shared loops run on the runtime's threads (exact)";
  let description = [{
    In the LLVM dialect, calls of the functions that `dlopt-cpu-outline-loops`
    prepared go through `dlopt_runtime_parallel_for`.
  }];
}

def DloptCpuByteAccess : Pass<"dlopt-cpu-byte-access", "::mlir::ModuleOp"> {
  let summary = "integers of part of a byte are accessed as bytes (exact)";
  let description = [{
    In the LLVM dialect, an integer such as i4 is loaded and stored as whole
    bytes. Loads ignore the bits beyond it, which LLVM would take for zero;
    stores write them as the sign, as hosts keep such integers.
  }];
}

def DloptCpuSplitEmpties
    : Pass<"dlopt-cpu-split-empties", "::mlir::ModuleOp"> {
  let summary = "each operation writes an empty tensor of its own (exact)";
  let description = [{
    Before bufferization: a `tensor.empty`, or a `linalg.generic` that fills one
    with a value, is repeated before each user in its block that writes it.
    Bufferization's analysis of one tensor takes the square of its users.
  }];
}

def DloptCpuUnmarkFunctions
    : Pass<"dlopt-cpu-unmark-functions", "::mlir::ModuleOp"> {
  let summary = "arguments keep the attributes that LLVM reads (exact)";
  let description = [{
    After bufferization: takes from the arguments and results of functions and
    calls every attribute whose name does not start with `llvm.`. Translation to
    LLVM warns of them.
  }];
}

def DloptImportFillElided
    : Pass<"dlopt-import-fill-elided", "::mlir::ModuleOp"> {
  let summary = "constants without data get random numbers (lossy)";
  let description = [{
    Constants given as `dense_resource<__elided__>`, or naming a resource that is
    missing, get reproducible random numbers, so that a model published without
    its weights can be run. At most one dimension other than 1 (bias, scale,
    variance): uniform in [0.5, 1.5). Otherwise uniform around 0 with variance
    d / n, n elements of which d along the largest dimension. Integers: 0 or 1
    from 32 bits on, any value below. A warning per function says how many.
  }];
  let options = [
    Option<"seed", "seed", "int64_t", "1", "seed of the random numbers">,
  ];
}

def DloptReferenceWiden
    : Pass<"dlopt-reference-widen", "::mlir::ModuleOp"> {
  let summary = "arithmetic of narrow floats happens in f64 (rounding)";
  let description = [{
    Every value of `f16`, `bf16`, `tf32` or `f32` becomes one of `f64`: in
    function signatures, blocks, buffers and constants. Sums that a program
    states in a narrow type are made in the wide one. `arith.truncf` still rounds
    to the type it states, in one rounding; 8-bit floats are stored as they are;
    integers are untouched. Operations that need the bits of a number, operations
    of dialects outside upstream's tensor and loop dialects, and calls of
    functions without a body keep their types, between casts. Operations of `dlopt`
    become what defines them first. `--verify` compares a program with this version
    of itself.
  }];
}

def DloptReferenceToLinalg
    : Pass<"dlopt-reference-to-linalg"> {
  let summary = "dlopt operations become the linalg that defines them (exact)";
  let description = [{
    The executable definition of the dialect: every `dlopt` operation, wherever
    it is, becomes `linalg`, `arith`, `math` and `tensor` operations that compute
    what its documentation states, with the accumulators and roundings stated
    there. Nothing of `dlopt` is left. `linalg.softmax` on tensors, which
    upstream's passes leave as it is, goes the same way.
  }];
}

def DloptReferenceDropEncodings
    : Pass<"dlopt-reference-drop-encodings", "::mlir::ModuleOp"> {
  let summary = "tensors with an encoding become dense (exact)";
  let description = [{
    An encoding says how a tensor is stored, not what it holds: the reference
    stores every tensor densely. Operations of the `sparse_tensor` dialect, which
    work on the storage, are refused.
  }];
}

def DloptImportRecognizeActivations
    : Pass<"dlopt-import-recognize-activations", "::mlir::func::FuncOp"> {
  let summary = "maps that compute an activation are merged and labelled (exact)";
  let description = [{
    A chain of `dlopt.map` that together computes an activation of one tensor
    becomes one map, and a map that computes one gets the attribute
    `dlopt.activation`: `"relu"`, `"relu6"`, `"sigmoid"`, `"tanh"`, `"silu"`,
    `"gelu_erf"`, `"gelu_tanh"`, `"gelu_sigmoid"`, `"hard_sigmoid"`,
    `"hard_swish"`, `"softplus"`, `"elu"` or `"selu"`. The body keeps the
    program's operations, so the label changes no number.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say what was recognised, and why a chain was not merged">,
  ];
}

def DloptImportRecognizeAttention
    : Pass<"dlopt-import-recognize-attention", "::mlir::func::FuncOp"> {
  let summary = "products around a softmax become attention (rounding)";
  let description = [{
    Rewrites `matmul(softmax(scale * matmul(q, k) + mask), v)` into
    `dlopt.attention`, with heads in dimensions of their own or merged with the
    batch, keys and values repeated for groups of heads, boolean, additive and
    causal masks, and the scale in any place. Runs after
    `dlopt-import-recognize-rows`, which makes the softmax.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say what was recognised, and why a form that comes close was not">,
  ];
}

def DloptImportRecognizeRows
    : Pass<"dlopt-import-recognize-rows", "::mlir::func::FuncOp"> {
  let summary = "softmax and norms written out become one operation (rounding)";
  let description = [{
    Finds softmax, log-softmax, layer norm and RMS norm in `dlopt.map`,
    `dlopt.cast` and `dlopt.reduce` by what they compute, whatever the spelling,
    and replaces each by `dlopt.softmax`, `dlopt.layer_norm` or
    `dlopt.rms_norm`. Intermediate values that have other uses stay. A form that
    would change by more than rounding is left alone.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say what was recognised, and why a form that comes close was not">,
  ];
}

def DloptFusionSplitReductions
    : Pass<"dlopt-fusion-split-reductions", "::mlir::func::FuncOp"> {
  let summary = "long reductions to few elements become two (rounding)";
  let description = [{
    A `dlopt.reduce` whose result has too few elements to occupy a large GPU, and
    whose rows are long, first reduces parts of its outermost reduced dimension,
    then their results. Maps and casts that only it reads come along.
  }];
}

def DloptFusionFormKernels
    : Pass<"dlopt-fusion-form-kernels", "::mlir::func::FuncOp"> {
  let summary = "operations that one kernel computes become a kernel (exact)";
  let description = [{
    Every operation of the dialect, and every one of `linalg` and `tensor` that
    makes a tensor of new elements, ends up in a `dlopt.kernel`, alone or with
    those that it is fused with: elementwise operations with the product,
    convolution, attention, pool or row operation before them; row operations
    with the maps that make their rows and with each other, over the same rows;
    moves, conversions and a little arithmetic with the product that reads them;
    products of one left side; maps of one shape beside each other. Nothing dear
    is computed twice.

    A kernel carries its name, and its `class`: `"gemm"`, `"conv"`,
    `"attention"`, `"rows"` (reductions, softmax, norms), `"loops"` (pools,
    and what has no form in the dialect) or `"pointwise"`. A map that may fail has a kernel of its own.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say what was fused, and why something that comes close was not">,
  ];
}

def DloptKernelOutline : Pass<"dlopt-kernel-outline", "::mlir::ModuleOp"> {
  let summary = "kernels become GPU functions and their launches (rounding)";
  let description = [{
    Each `dlopt.kernel` becomes a `gpu.module` with one function for operands that
    are aligned and small, and one for any, and at its place the allocation of its
    results and the call of a launcher, an `llvm.func` that holds the
    `gpu.launch_func`. Kernels of the same body share one
    `gpu.module`. A kernel that no generator takes is an error. Sums are made in
    another order than the reference's, the same in every run; a softmax
    multiplies by the reciprocal of its sum, a norm by that of its deviation.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"sm_90a\"",
           "the GPU: sm_80, sm_86, sm_89, sm_90 or sm_90a">,
  ];
}

def DloptMemoryPlanArena
    : Pass<"dlopt-memory-plan-arena", "::mlir::func::FuncOp"> {
  let summary = "buffers that do not live at once share memory (exact)";
  let description = [{
    Buffers of static size whose uses are known become views of one buffer, the
    function's arena, at offsets such that no two that live at once overlap. The
    largest are placed first, each in the lowest gap. Uses are followed through
    views, structured control flow and the addresses that launches take; a buffer
    that is returned, or carried round the loop that makes it, stays. The function
    gets the attribute `dlopt.memory_plan`: bytes of the arena, bytes without
    reuse, and what is outside it.
  }];
}

def DloptMemoryFreeEarly
    : Pass<"dlopt-memory-free-early", "::mlir::func::FuncOp"> {
  let summary = "buffers are freed behind their last use (exact)";
  let description = [{
    After deallocation by ownership: each `bufferization.dealloc` that always frees
    one buffer, made in its block, moves behind the last operation there that may
    use it.
  }];
}

def DloptHostDeviceMemory
    : Pass<"dlopt-host-device-memory", "::mlir::ModuleOp"> {
  let summary = "host code's buffers lie in GPU memory (exact)";
  let description = [{
    After bufferization, every buffer of a host function is memory of the GPU.
    What makes, frees, copies it, or reads or writes one element, becomes a call
    of the device's runtime (`runtime/device/abi.h`); views stay. A
    `gpu.launch_func` becomes a call that names the kernel by its number in the
    module's attribute `dlopt.kernels`, a constant one in `dlopt.constants`. An
    operation that computes with elements by itself is an error.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "say which copies there are, and which accesses wait for the GPU">,
  ];
}

def DloptPtxExpandFloat8 : Pass<"dlopt-ptx-expand-float8", "::mlir::ModuleOp"> {
  let summary = "conversions of 8-bit floats in GPU code become integer arithmetic (exact)";
  let description = [{
    In every `gpu.func`: `arith.extf`, `arith.truncf` and constants of 8-bit
    floats, of any format, become arithmetic on bits, with the results that the
    operations define: nearest even, what overflows NaN or infinity as the format
    has it. Other operations on them are taken to be widened already.
  }];
}

def DloptPtxTensorMaps : Pass<"dlopt-ptx-tensor-maps", "::mlir::ModuleOp"> {
  let summary = "tensor maps reach GPU functions by value (exact)";
  let description = [{
    Of every function of a `gpu.module`, an `llvm.func` by then, that is marked
    `dlopt.tensor_maps = N`, the last N parameters are 128 bytes passed by value
    at a multiple of 64: `llvm.byval` and `nvvm.grid_constant`. Upstream drops
    the former from a `gpu.func` and refuses the latter there.
  }];
}

def DloptPtxExpandMath : Pass<"dlopt-ptx-expand-math", "::mlir::ModuleOp"> {
  let summary = "functions of math in GPU code become arithmetic (rounding)";
  let description = [{
    In every `gpu.func`: `math` operations of f64, f32, f16 and bf16 become arithmetic
    with stated bounds (lowering/ptx/README.md), and what the hardware has becomes
    its instruction. A function marked `dlopt.approximate`, whose results all are
    f16 or bf16, uses the hardware's approximations.
  }];
  let options = [
    Option<"libdevice", "libdevice", "bool", "false",
           "leave the rest to libdevice of a CUDA toolkit, instead of an error">,
  ];
}

#endif // DLOPT_LOWERING_PASSES
