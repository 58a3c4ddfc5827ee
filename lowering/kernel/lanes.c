// Shuffles within a warp, shared memory between warps; no atomics.
#include "lowering/kernel/lanes.h"

#include "lowering/base/upstream_ops.h"
#include "lowering/reference/scalar.h"

enum { WARP = 32 };

static MlirValue butterfly(const dl_builder *bld, const dl_lanes *lanes,
                           MlirValue value, int width) {
  for (int distance = width / 2; distance > 0; distance /= 2)
    value = dl_combine_scalars(bld, lanes->kind, lanes->is_unsigned, value,
                               dl_shuffle_xor(bld, value, distance));
  return value;
}

MlirType dl_lanes_scratch(MlirContext context, MlirType type, int lanes) {
  const int64_t size = lanes / WARP;
  return mlirMemRefTypeGet(
      dl_storage_type(context, type), 1, &size, (MlirAttribute){NULL},
      mlirAttributeParseGet(context, DL_STR("#gpu.address_space<workgroup>")));
}

MlirValue dl_combine_lanes(const dl_builder *bld, const dl_lanes *lanes,
                           MlirValue value) {
  if (lanes->lanes <= WARP)
    return butterfly(bld, lanes, value, lanes->lanes);
  MlirType type = mlirValueGetType(value);
  MlirType storage = dl_storage_type(bld->context, type);
  MlirType index = mlirIndexTypeGet(bld->context);
  int n_warps = lanes->lanes / WARP;
  value = butterfly(bld, lanes, value, WARP);
  MlirValue warp_size = dl_int_like(bld, lanes->thread, WARP);
  MlirValue lane = dl_int_rem(bld, lanes->thread, warp_size);
  MlirValue warp = dl_int_div(bld, lanes->thread, warp_size);
  dl_region_op first = dl_if_open(bld, dl_int_is(bld, lane, 0));
  MlirValue at = dl_int_cast(bld, index, warp);
  dl_memref_store(bld, dl_to_storage(bld, value), lanes->scratch, 1, &at,
                  (dl_memref_store_attrs){0});
  dl_if_close(bld, &first);
  dl_gpu_barrier(bld);
  at = dl_int_cast(
      bld, index,
      dl_int_rem(bld, lanes->thread, dl_int_like(bld, lane, n_warps)));
  value = dl_memref_load(bld, storage, lanes->scratch, 1, &at,
                         (dl_memref_load_attrs){0});
  return butterfly(bld, lanes, dl_from_storage(bld, value, type), n_warps);
}
