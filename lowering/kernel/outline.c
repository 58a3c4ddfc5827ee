// Pass dlopt-kernel-outline: each dlopt.kernel becomes a GPU function and its
// launch.
//
//   %y = dlopt.kernel %x name "softmax" : ... { ... }
// becomes a gpu.module @softmax with the functions @softmax (operands aligned
// to 16 bytes, sizes that 32-bit indices reach) and @softmax_any, and in place
// of the kernel a memref.alloc, the guard, and the call of a launcher, an
// llvm.func that holds the gpu.launch_func.
//
// Why here: after fusion, when every op that shall run on the GPU is in a
// kernel; what stays is host code, and the CPU's lowering takes it. Gives up
// when: a kernel holds what no generator takes, which is an error: a kernel
// that silently ran elsewhere would not be what the program says.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "dialect/dlopt_ops.h"
#include "lowering/base/diag.h"
#include "lowering/kernel/generator.h"
#include "lowering/pass/passes.h"

enum { MAX_NAME = 96 };

/// A gpu.module made so far.
struct made {
  struct made *next;
  const char *fingerprint;
  char name[MAX_NAME + 16];
};

struct outliner {
  MlirOperation module;
  MlirRewriterBase rewriter;
  const dl_gpu_target *target;
  dl_arena arena; ///< holds the list below
  struct made *made;
};

/// Kernels of a module, in program order.
struct kernels {
  dl_arena *arena;
  MlirOperation *ops;
  size_t count, capacity;
};

static MlirWalkResult collect_kernel(MlirOperation op, void *data) {
  struct kernels *kernels = data;
  if (!dl_kernel_is(op))
    return MlirWalkResultAdvance;
  if (kernels->count == kernels->capacity) {
    size_t capacity = 2 * kernels->capacity + 64;
    MlirOperation *ops =
        DL_ARENA_ARRAY(kernels->arena, MlirOperation, capacity);
    if (kernels->count)
      memcpy(ops, kernels->ops, kernels->count * sizeof(*ops));
    kernels->ops = ops;
    kernels->capacity = capacity;
  }
  kernels->ops[kernels->count++] = op;
  return MlirWalkResultSkip;
}

static bool has_symbol(MlirSymbolTable table, const char *name) {
  return !mlirOperationIsNull(
      mlirSymbolTableLookup(table, mlirStringRefCreateFromCString(name)));
}

/// True if the name or that of a launcher is in use. Functions of the GPU have
/// their launchers' names but for the prefix, so that none of those meet either
/// when all kernels become one text.
static bool is_taken(MlirOperation module, const char *name) {
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  bool found = has_symbol(table, name);
  for (int i = 0; i < DL_MAX_VARIANTS; ++i) {
    char launcher[256];
    dl_launcher_name(name, i, launcher, sizeof(launcher));
    found |= has_symbol(table, launcher);
  }
  mlirSymbolTableDestroy(table);
  return found;
}

/// The kernel's wish as a name that PTX takes and that meets no other.
static void choose_name(struct outliner *outliner, MlirOperation kernel,
                        char *name, size_t size) {
  char wish[MAX_NAME] = "kernel";
  MlirAttribute attr = dl_kernel_kernel_name(kernel);
  if (!mlirAttributeIsNull(attr)) {
    MlirStringRef text = mlirStringAttrGetValue(attr);
    size_t length = text.length < MAX_NAME - 1 ? text.length : MAX_NAME - 1;
    for (size_t i = 0; i < length; ++i)
      wish[i] = isalnum((unsigned char)text.data[i]) ? text.data[i] : '_';
    if (length)
      wish[length] = 0;
    if (isdigit((unsigned char)wish[0]))
      wish[0] = '_';
  }
  snprintf(name, size, "%s", wish);
  for (int i = 1; is_taken(outliner->module, name); ++i)
    snprintf(name, size, "%s_%d", wish, i);
}

/// Operations that only one family takes; a kernel without any is pointwise.
static const struct family {
  bool (*is_for)(MlirOperation op);
  const dl_generator *generator;
} families[] = {
    {dl_matmul_is, &dl_gemm_generator},
    {dl_conv_is, &dl_gemm_generator},
    {dl_attention_is, &dl_attention_generator},
    {dl_reduce_is, &dl_rows_generator},
    {dl_softmax_is, &dl_rows_generator},
    {dl_layer_norm_is, &dl_rows_generator},
    {dl_rms_norm_is, &dl_rows_generator},
};

static const dl_generator *generator_for(MlirOperation kernel) {
  if (dl_is_for_loops(kernel))
    return &dl_loops_generator;
  MlirBlock block = dl_region_block(kernel, 0);
  for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); ++i)
    for (MlirOperation op = mlirBlockGetFirstOperation(block);
         !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
      if (families[i].is_for(op))
        return families[i].generator;
  return &dl_pointwise_generator;
}

static MlirLogicalResult outline(struct outliner *outliner,
                                 MlirOperation kernel) {
  const dl_generator *generator = generator_for(kernel);
  dl_body body;
  dl_plan plan;
  if (mlirLogicalResultIsFailure(
          generator->read(kernel, &outliner->arena, &body)) ||
      mlirLogicalResultIsFailure(
          generator->plan(&body, outliner->target, &plan)))
    return mlirLogicalResultFailure();
  const char *fingerprint = dl_kernel_fingerprint(kernel, &outliner->arena);
  struct made *made = outliner->made;
  while (made && strcmp(made->fingerprint, fingerprint) != 0)
    made = made->next;
  if (!made) {
    made = DL_ARENA_ARRAY(&outliner->arena, struct made, 1);
    made->next = outliner->made;
    made->fingerprint = fingerprint;
    choose_name(outliner, kernel, made->name, sizeof(made->name));
    outliner->made = made;
    dl_make_gpu_module(outliner->rewriter, outliner->module, made->name,
                       outliner->target, &body, generator, &plan);
  }
  dl_make_launch(outliner->rewriter, &body, &plan, made->name);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult outline_kernels(MlirOperation module,
                                         const void *data) {
  const dl_kernel_outline_options *options = data;
  struct outliner outliner = {
      .module = module, .target = dl_gpu_target_for(module, options->target)};
  if (!outliner.target)
    return mlirLogicalResultFailure();
  MlirContext context = mlirOperationGetContext(module);
  outliner.rewriter = mlirIRRewriterCreate(context);
  struct kernels kernels = {.arena = &outliner.arena};
  mlirOperationWalk(module, collect_kernel, &kernels, MlirWalkPreOrder);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0; i < kernels.count; ++i)
    if (mlirLogicalResultIsFailure(outline(&outliner, kernels.ops[i])))
      result = mlirLogicalResultFailure();
  if (outliner.made)
    mlirOperationSetDiscardableAttributeByName(
        module, DL_STR("gpu.container_module"), mlirUnitAttrGet(context));
  mlirIRRewriterDestroy(outliner.rewriter);
  dl_arena_reset(&outliner.arena);
  return result;
}

DL_FUNCTION_PASS(kernel_outline, outline_kernels)
