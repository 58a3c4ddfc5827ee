// dlopt.kernel -> its body in place.
#include "lowering/reference/shared.h"

MlirLogicalResult dl_lower_kernel(dl_rewrite *rewrite) {
  MlirOperation op = rewrite->op;
  MlirBlock body = dl_region_block(op, 0);
  MlirOperation yield = mlirBlockGetTerminator(body);
  intptr_t n_inputs = dl_kernel_n_inputs(op),
           n_outputs = dl_yield_n_values(yield);
  MlirValue *inputs =
      DL_ARENA_ARRAY(&rewrite->arena, MlirValue, (size_t)n_inputs + 1);
  MlirValue *outputs =
      DL_ARENA_ARRAY(&rewrite->arena, MlirValue, (size_t)n_outputs + 1);
  for (intptr_t i = 0; i < n_inputs; ++i)
    inputs[i] = dl_kernel_inputs(op, i);
  // Inlining replaces the arguments, also where the yield names them.
  mlirRewriterBaseInlineBlockBefore(rewrite->bld.rewriter, body, op, n_inputs,
                                    inputs);
  for (intptr_t i = 0; i < n_outputs; ++i)
    outputs[i] = dl_yield_values(yield, i);
  mlirRewriterBaseEraseOp(rewrite->bld.rewriter, yield);
  return dl_replace(rewrite, n_outputs, outputs);
}
