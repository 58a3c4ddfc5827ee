// Calls of the device's runtime; memrefs as addresses, sizes and strides.
#include "lowering/base/element_bytes.h"
#include "lowering/base/llvm_call.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/host/host.h"
#include "lowering/kernel/ir.h"
#include "mlir-c/Dialect/LLVM.h"

static const struct {
  const char *name, *signature;
} functions[] = {
#define ROW(id, name, signature) {name, signature},
    DL_DEVICE_FUNCTIONS(ROW)
#undef ROW
};

static MlirType type_of(MlirContext context, char letter) {
  return letter == 'p'   ? mlirLLVMPointerTypeGet(context, 0)
         : letter == 'i' ? mlirIntegerTypeGet(context, 64)
                         : (MlirType){NULL};
}

MlirValue dl_host_call(dl_host *host, const dl_builder *bld,
                       dl_device_function function, const MlirValue *operands) {
  const char *signature = functions[function].signature;
  MlirStringRef name = mlirStringRefCreateFromCString(functions[function].name);
  MlirType result = type_of(bld->context, signature[0]), types[8];
  intptr_t count = (intptr_t)strlen(signature) - 1;
  for (intptr_t i = 0; i < count; ++i)
    types[i] = type_of(bld->context, signature[1 + i]);
  if (!host->is_declared[function] &&
      mlirOperationIsNull(mlirSymbolTableLookup(host->symbols, name))) {
    dl_builder declare = *bld;
    declare.location = mlirLocationUnknownGet(bld->context);
    dl_llvm_function(&declare, host->module, name, count, types, result, NULL);
  }
  host->is_declared[function] = true;
  return dl_llvm_call(bld, name, count, operands, result);
}

bool dl_host_is_contiguous(dl_host *host, MlirType memref) {
  int64_t rank = mlirShapedTypeGetRank(memref), offset, expected = 1;
  int64_t *strides = DL_ARENA_ARRAY(&host->arena, int64_t, (size_t)rank + 1);
  if (mlirAttributeIsNull(mlirMemRefTypeGetLayout(memref)) ||
      mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(memref)))
    return true;
  if (mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(memref, strides, &offset)))
    return false;
  for (int64_t i = rank - 1; i >= 0; --i) {
    int64_t size = mlirShapedTypeGetDimSize(memref, i);
    if (size == 1)
      continue;
    if (strides[i] != expected)
      return false;
    // What lies outside a dimension of open size has a stride that the type
    // cannot know.
    if (mlirShapedTypeIsDynamicDim(memref, i) && i > 0)
      return false;
    expected *= size;
  }
  return true;
}

dl_host_view dl_host_view_of(dl_host *host, const dl_builder *bld,
                             MlirValue memref) {
  MlirType type = mlirValueGetType(memref);
  MlirType index = mlirIndexTypeGet(bld->context);
  int64_t rank = mlirShapedTypeGetRank(type), offset;
  int64_t *strides = DL_ARENA_ARRAY(&host->arena, int64_t, (size_t)rank + 1);
  dl_host_view view = {
      .rank = rank,
      .sizes = DL_ARENA_ARRAY(&host->arena, MlirValue, (size_t)rank + 1),
      .strides = DL_ARENA_ARRAY(&host->arena, MlirValue, (size_t)rank + 1)};
  mlirMemRefTypeGetStridesAndOffset(type, strides, &offset);
  bool is_known = offset != mlirShapedTypeGetDynamicStrideOrOffset();
  for (int64_t i = 0; i < rank; ++i)
    is_known &= strides[i] != mlirShapedTypeGetDynamicStrideOrOffset() &&
                !mlirShapedTypeIsDynamicDim(type, i);
  MlirOperation parts = {NULL};
  if (!is_known) {
    MlirType *types = DL_ARENA_ARRAY(&host->arena, MlirType, (size_t)rank + 1);
    for (int64_t i = 0; i < rank; ++i)
      types[i] = index;
    MlirType base = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), 0,
                                      NULL, (MlirAttribute){NULL},
                                      mlirMemRefTypeGetMemorySpace(type));
    parts = dl_memref_extract_strided_metadata(bld, base, index, rank, types,
                                               rank, types, memref);
  }
  bool has_offset = offset != 0;
  if (has_offset)
    view.offset = offset == mlirShapedTypeGetDynamicStrideOrOffset()
                      ? dl_result(parts, 1)
                      : dl_constant_index(bld, offset);
  for (int64_t i = 0; i < rank; ++i) {
    view.sizes[i] =
        mlirShapedTypeIsDynamicDim(type, i)
            ? dl_result(parts, 2 + i)
            : dl_constant_index(bld, mlirShapedTypeGetDimSize(type, i));
    view.strides[i] = strides[i] == mlirShapedTypeGetDynamicStrideOrOffset()
                          ? dl_result(parts, 2 + rank + i)
                          : dl_constant_index(bld, strides[i]);
  }
  return view;
}

MlirValue dl_host_i64(const dl_builder *bld, MlirValue index) {
  return dl_int_cast(bld, mlirIntegerTypeGet(bld->context, 64), index);
}

MlirValue dl_host_bytes(const dl_builder *bld, const dl_host_view *view,
                        MlirType element) {
  MlirValue bytes = dl_constant_index(bld, dl_element_bytes(element));
  for (int64_t i = 0; i < view->rank; ++i)
    bytes = dl_int_mul(bld, bytes, view->sizes[i]);
  return dl_host_i64(bld, bytes);
}

MlirValue dl_host_address(const dl_builder *bld, MlirValue memref,
                          const dl_host_view *view) {
  MlirValue address = dl_memref_extract_aligned_pointer_as_index(
      bld, mlirIndexTypeGet(bld->context), memref);
  if (mlirValueIsNull(view->offset))
    return address;
  int64_t bytes =
      dl_element_bytes(mlirShapedTypeGetElementType(mlirValueGetType(memref)));
  return dl_int_add(
      bld, address,
      dl_int_mul(bld, view->offset, dl_constant_index(bld, bytes)));
}

MlirValue dl_host_pointer(const dl_builder *bld, MlirValue address) {
  return dl_llvm_inttoptr(bld, mlirLLVMPointerTypeGet(bld->context, 0),
                          dl_host_i64(bld, address),
                          (dl_llvm_inttoptr_attrs){0});
}

MlirValue dl_host_base(const dl_builder *bld, MlirValue memref) {
  return dl_host_i64(bld, dl_memref_extract_aligned_pointer_as_index(
                              bld, mlirIndexTypeGet(bld->context), memref));
}

MlirValue dl_host_stack(const dl_builder *bld, MlirOperation op,
                        MlirType element, int64_t count) {
  // In the entry block: an operation in a loop must not take more each time.
  MlirOperation function = op;
  while (!dl_is(function, "func.func"))
    function = mlirOperationGetParentOperation(function);
  mlirRewriterBaseSetInsertionPointToStart(bld->rewriter,
                                           dl_region_block(function, 0));
  MlirType type = mlirMemRefTypeGet(element, 1, &count, (MlirAttribute){NULL},
                                    (MlirAttribute){NULL});
  MlirValue buffer = dl_memref_alloca(bld, type, 0, NULL, 0, NULL,
                                      (dl_memref_alloca_attrs){0});
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, op);
  return buffer;
}

MlirValue dl_host_stack_array(const dl_builder *bld, MlirOperation op,
                              int64_t count, const MlirValue *values) {
  MlirValue buffer = dl_host_stack(
      bld, op, mlirIntegerTypeGet(bld->context, 64), count > 0 ? count : 1);
  for (int64_t i = 0; i < count; ++i) {
    MlirValue index = dl_constant_index(bld, i);
    dl_memref_store(bld, dl_host_i64(bld, values[i]), buffer, 1, &index,
                    (dl_memref_store_attrs){0});
  }
  return dl_host_pointer(bld, dl_host_base(bld, buffer));
}
