// The ring of stages in shared memory: tiles along the depth are on their way
// while others are read.
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/gemm.h"

MlirValue dl_next_slot(const dl_gemm *gemm, MlirValue slot) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirValue next =
      dl_int_add(bld, slot, dl_int_like(bld, slot, gemm->slot_bytes));
  int ring = gemm->schedule->stages * gemm->slot_bytes;
  return dl_arith_select(bld, dl_int_is(bld, next, ring),
                         dl_int_like(bld, slot, 0), next);
}

MlirValue dl_n_steps(const dl_gemm *gemm) {
  return dl_int_ceil_div(
      &gemm->emitter->bld, gemm->depth,
      dl_index_constant(gemm->emitter, gemm->stages[0].depth));
}

MlirValue dl_is_step(const dl_gemm *gemm, MlirValue step, MlirValue count) {
  int64_t a, b;
  if (dl_is_constant(step, &a) && dl_is_constant(count, &b) && a < b)
    return (MlirValue){NULL};
  return dl_int_less(&gemm->emitter->bld, step, count);
}

void dl_wait_for_stage(const dl_gemm *gemm) {
  const dl_builder *bld = &gemm->emitter->bld;
  dl_nvvm_cp_async_wait_group(
      bld, (dl_nvvm_cp_async_wait_group_attrs){
               .n = dl_attr_i32(bld, gemm->schedule->stages - 2)});
  dl_gpu_barrier(bld);
}

void dl_fill_ring(dl_gemm *gemm, MlirValue count) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  for (int i = 0; i < gemm->schedule->stages - 1; ++i) {
    MlirValue slot = dl_constant_int(bld, i32, i * gemm->slot_bytes);
    MlirValue step = dl_index_constant(gemm->emitter, i);
    dl_load_stages(gemm, step, slot, dl_is_step(gemm, step, count));
    dl_land_stages(gemm, slot);
    dl_nvvm_cp_async_commit_group(bld);
  }
  dl_wait_for_stage(gemm);
}

void dl_drain_ring(const dl_gemm *gemm) {
  const dl_builder *bld = &gemm->emitter->bld;
  dl_nvvm_cp_async_wait_group(
      bld, (dl_nvvm_cp_async_wait_group_attrs){.n = dl_attr_i32(bld, 0)});
  dl_gpu_barrier(bld);
}
