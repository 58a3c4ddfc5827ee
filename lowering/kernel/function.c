// The gpu.module of a kernel: a function for each variant, and its launcher.
//
// A function takes a pointer for each tensor operand (row-major, contiguous)
// and each scalar operand as it is, then a pointer for each result, then an i64
// for each size that the code needs and that is not static, then a pointer for
// each tensor map, which is passed by value (lowering/ptx/tensor_maps.c).
#include <stdio.h>

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/at.h"
#include "lowering/kernel/generator.h"
#include "mlir-c/Dialect/LLVM.h"

enum { MAX_PARAMETERS = 256 };

struct signature {
  int count;
  MlirType types[MAX_PARAMETERS];
  MlirAttribute attrs[MAX_PARAMETERS];
};

void dl_variant_name(const char *name, int variant, char *text, size_t size) {
  snprintf(text, size, variant ? "%s_any" : "%s", name);
}

static void add_parameter(struct signature *signature, MlirContext context,
                          MlirType type, const char *attrs) {
  if (signature->count == MAX_PARAMETERS)
    return;
  signature->types[signature->count] = type;
  signature->attrs[signature->count++] =
      mlirAttributeParseGet(context, mlirStringRefCreateFromCString(attrs));
}

static struct signature signature_of(const dl_body *body) {
  MlirContext context = mlirOperationGetContext(body->op);
  MlirType pointer = mlirLLVMPointerTypeGet(context, 0);
  struct signature signature = {0};
  for (intptr_t i = 0; i < dl_kernel_n_inputs(body->op); ++i) {
    MlirValue input = dl_kernel_inputs(body->op, i);
    bool is_tensor = dl_is_tensor(input);
    // What no kernel writes, all may read through the read-only path.
    add_parameter(&signature, context,
                  is_tensor ? pointer : mlirValueGetType(input),
                  is_tensor ? "{llvm.noalias, llvm.readonly}" : "{}");
  }
  for (int i = 0; i < body->n_outputs; ++i)
    add_parameter(&signature, context, pointer, "{llvm.noalias}");
  for (int i = 0; i < body->n_sizes; ++i)
    add_parameter(&signature, context, mlirIntegerTypeGet(context, 64), "{}");
  return signature;
}

/// True if all results are of types that the hardware's approximations are
/// exact enough for.
static bool may_approximate(const dl_body *body) {
  for (int i = 0; i < body->n_outputs; ++i) {
    MlirType type = dl_tensor_element(body->outputs[i].value);
    if (!mlirTypeIsAF16(type) && !mlirTypeIsABF16(type))
      return false;
  }
  return true;
}

static MlirBlock make_function(const dl_builder *bld, const dl_body *body,
                               const dl_plan *plan, const dl_variant *variant,
                               const char *name) {
  struct signature signature = signature_of(body);
  MlirContext context = bld->context;
  for (int i = 0; i < variant->n_maps; ++i)
    add_parameter(&signature, context, mlirLLVMPointerTypeGet(context, 0),
                  "{}");
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (int i = 0; i < signature.count; ++i)
    mlirBlockAddArgument(block, signature.types[i], bld->location);
  for (int i = 0; i < plan->n_scratch; ++i)
    mlirBlockAddArgument(block, plan->scratch[i], bld->location);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  const int32_t threads[] = {variant->threads, 1, 1};
  MlirOperationState state = dl_op_begin(bld, "gpu.func");
  dl_op_attr(bld, &state, "sym_name", dl_attr_string(bld, name));
  dl_op_attr(bld, &state, "function_type",
             mlirTypeAttrGet(mlirFunctionTypeGet(context, signature.count,
                                                 signature.types, 0, NULL)));
  dl_op_attr(bld, &state, "arg_attrs",
             mlirArrayAttrGet(context, signature.count, signature.attrs));
  dl_op_attr(bld, &state, "known_block_size",
             mlirDenseI32ArrayGet(context, 3, threads));
  dl_op_attr(bld, &state, "workgroup_attributions",
             dl_attr_i64(bld, plan->n_scratch));
  dl_op_attr(bld, &state, "nvvm.minctasm", dl_attr_i32(bld, variant->min_ctas));
  dl_op_attr(bld, &state, "dlopt.schedule",
             dl_attr_string(bld, variant->schedule));
  if (variant->n_maps)
    dl_op_attr(bld, &state, DL_TENSOR_MAPS_NAME,
               dl_attr_i64(bld, variant->n_maps));
  dl_op_unit_attr(bld, &state, "dlopt.approximate", may_approximate(body));
  dl_op_unit_attr(bld, &state, "gpu.kernel", true);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  dl_op_end(bld, &state);
  return block;
}

/// Gives the emitter the function's arguments, and the sizes of the space.
static void bind_arguments(dl_emitter *emitter, MlirBlock block,
                           const dl_plan *plan, const dl_variant *variant) {
  const dl_body *body = emitter->body;
  intptr_t n_inputs = dl_kernel_n_inputs(body->op), next = 0;
  emitter->inputs =
      DL_ARENA_ARRAY(emitter->arena, MlirValue, (size_t)n_inputs + 1);
  for (intptr_t i = 0; i < n_inputs; ++i)
    emitter->inputs[i] = mlirBlockGetArgument(block, next++);
  for (int i = 0; i < body->n_outputs; ++i)
    emitter->outputs[i] = mlirBlockGetArgument(block, next++);
  for (int i = 0; i < body->n_sizes; ++i)
    emitter->size_values[i] = dl_int_cast(&emitter->bld, emitter->index,
                                          mlirBlockGetArgument(block, next++));
  for (int i = 0; i < variant->n_maps; ++i)
    emitter->maps[i] = mlirBlockGetArgument(block, next++);
  for (int i = 0; i < body->space.rank; ++i)
    emitter->sizes[i] = dl_device_size(emitter, body->space.shape_of, i);
  for (int i = 0; i < plan->n_scratch; ++i)
    emitter->scratch[i] = mlirBlockGetArgument(block, next++);
}

static void make_variant(const dl_builder *bld, MlirBlock module_body,
                         const char *name, const dl_body *body,
                         const dl_generator *generator, const dl_plan *plan,
                         int index) {
  const dl_variant *variant = &plan->variants[index];
  char text[256];
  dl_variant_name(name, index, text, sizeof(text));
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, module_body);
  MlirBlock block = make_function(bld, body, plan, variant, text);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, block);
  dl_arena arena = {NULL};
  dl_emitter *emitter = DL_ARENA_ARRAY(&arena, dl_emitter, 1);
  emitter->bld = *bld;
  emitter->kernel = emitter->body = body;
  emitter->arena = &arena;
  emitter->index = mlirIntegerTypeGet(bld->context, variant->is_wide ? 64 : 32);
  bind_arguments(emitter, block, plan, variant);
  generator->emit(emitter, plan, variant);
  dl_gpu_return(bld, 0, NULL);
  dl_arena_reset(&arena);
}

/// The memory that launches ask for: `.extern .shared` in PTX.
static void make_shared(const dl_builder *bld, MlirBlock module_body) {
  MlirType byte = mlirIntegerTypeGet(bld->context, 8);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, module_body);
  dl_llvm_mlir_global(
      bld,
      (dl_llvm_mlir_global_attrs){
          .global_type = mlirTypeAttrGet(mlirLLVMArrayTypeGet(byte, 0)),
          .sym_name = dl_attr_string(bld, DL_SHARED_NAME),
          .linkage = mlirAttributeParseGet(bld->context,
                                           DL_STR("#llvm.linkage<external>")),
          .alignment = dl_attr_i64(bld, 1024),
          .addr_space = dl_attr_i32(bld, 3)},
      mlirRegionCreate());
}

void dl_make_gpu_module(MlirRewriterBase rewriter, MlirOperation module,
                        const char *name, const dl_gpu_target *target,
                        const dl_body *body, const dl_generator *generator,
                        const dl_plan *plan) {
  dl_builder bld = {mlirOperationGetContext(module),
                    mlirOperationGetLocation(body->op), rewriter};
  mlirRewriterBaseSetInsertionPointToEnd(rewriter, dl_region_block(module, 0));
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  MlirAttribute target_attr = dl_gpu_target_attr(bld.context, target);
  MlirOperationState state = dl_op_begin(&bld, "gpu.module");
  dl_op_attr(&bld, &state, "sym_name", dl_attr_string(&bld, name));
  dl_op_attr(&bld, &state, "targets",
             mlirArrayAttrGet(bld.context, 1, &target_attr));
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  dl_op_end(&bld, &state);
  struct signature signature = signature_of(body);
  bool has_shared = false;
  for (int i = 0; i < plan->n_variants; ++i)
    has_shared |= plan->variants[i].shared_bytes > 0;
  if (has_shared)
    make_shared(&bld, block);
  for (int i = 0; i < plan->n_variants; ++i) {
    make_variant(&bld, block, name, body, generator, plan, i);
    dl_make_launcher(&bld, dl_region_block(module, 0), name, i, body,
                     &plan->variants[i], signature.count, signature.types);
  }
}
