// dlopt-fusion-form-kernels: operations that one kernel computes become one.
//   %0 = dlopt.matmul %x, %w          %1 = dlopt.kernel %x, %w, %b
//   %1 = dlopt.map %0, %b {+}     ->      name "gemm_bias" {class = "gemm"}
//                                         { matmul, map, yield }
// After the import and its recognisers, whose operations are the units; what
// lowers kernels relies on every operation of the dialect being in one. Splat
// and scalar constants move into the kernels. Operations keep their order but
// where a group makes another necessary; effects keep theirs. An operation is
// not fused where the table in rules.c refuses, with the reason as a remark;
// operations in different blocks never are.
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"
#include "lowering/pass/pass.h"
#include "lowering/pass/passes.h"

#include <stdio.h>

struct block_list {
  MlirBlock *blocks;
  size_t count;
};

/// Blocks within bodies of maps and kernels hold nothing to fuse. Inner blocks
/// come after those around them; their order does not matter.
static MlirWalkResult collect(MlirOperation op, void *data) {
  struct block_list *list = data;
  if (dl_map_is(op) || dl_kernel_is(op))
    return MlirWalkResultSkip;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      if (list->blocks)
        list->blocks[list->count] = block;
      ++list->count;
    }
  return MlirWalkResultAdvance;
}

static void form_in_block(MlirBlock block, MlirRewriterBase rewriter,
                          bool remarks, dl_emitter *emitter) {
  dl_graph graph = {.rewriter = rewriter, .remarks = remarks};
  dl_fusion_read_through_reshapes(rewriter, block);
  dl_fusion_read_through_moves(rewriter, block, remarks);
  if (dl_graph_read(&graph, block)) {
    int count = graph.n_nodes; // copies come behind
    for (int node = 0; node < count; ++node)
      dl_fusion_join(&graph, node);
    dl_fusion_join_neighbours(&graph);
    dl_fusion_emit(&graph, emitter);
  }
  dl_arena_reset(&graph.arena);
}

/// Names are unique in a module: with several functions, each has its prefix.
static void write_prefix(MlirOperation func, char *prefix, size_t size) {
  MlirOperation module = mlirOperationGetParentOperation(func);
  int n_bodies = 0;
  prefix[0] = '\0';
  if (mlirOperationIsNull(module))
    return;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(dl_region_block(module, 0));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    n_bodies += dl_is(op, "func.func") &&
                !mlirBlockIsNull(
                    mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  MlirAttribute name =
      mlirOperationGetAttributeByName(func, DL_STR("sym_name"));
  if (n_bodies > 1)
    snprintf(prefix, size, "%.*s_", DL_SV(mlirStringAttrGetValue(name)));
}

static MlirLogicalResult run(MlirOperation func, const void *options) {
  const dl_fusion_form_kernels_options *fusion = options;
  dl_arena arena = {NULL};
  struct block_list list = {NULL, 0};
  mlirOperationWalk(func, collect, &list, MlirWalkPreOrder);
  list.blocks = DL_ARENA_ARRAY(&arena, MlirBlock, list.count + 1);
  list.count = 0;
  mlirOperationWalk(func, collect, &list, MlirWalkPreOrder);
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(func));
  char prefix[128];
  write_prefix(func, prefix, sizeof(prefix));
  dl_emitter emitter = {.prefix = prefix, .arena = &arena};
  for (size_t i = 0; i < list.count; ++i)
    form_in_block(list.blocks[i], rewriter, fusion->remarks, &emitter);
  mlirIRRewriterDestroy(rewriter);
  dl_arena_reset(&arena);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(fusion_form_kernels, run)
