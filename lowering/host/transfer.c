// Data that moves: copies on the device, single elements to and from the host.
#include "lowering/base/diag.h"
#include "lowering/base/element_bytes.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/host/host.h"
#include "lowering/kernel/ir.h"

void dl_host_copy_buffer(dl_host *host, const dl_builder *bld, MlirOperation op,
                         MlirValue from, MlirValue to) {
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(to));
  dl_host_view source = dl_host_view_of(host, bld, from);
  dl_host_view target = dl_host_view_of(host, bld, to);
  MlirValue to_pointer =
      dl_host_pointer(bld, dl_host_address(bld, to, &target));
  MlirValue from_pointer =
      dl_host_pointer(bld, dl_host_address(bld, from, &source));
  if (dl_host_is_contiguous(host, mlirValueGetType(from)) &&
      dl_host_is_contiguous(host, mlirValueGetType(to))) {
    const MlirValue operands[] = {to_pointer, from_pointer,
                                  dl_host_bytes(bld, &target, element)};
    dl_host_call(host, bld, DL_DEVICE_COPY, operands);
    return;
  }
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  const MlirValue operands[] = {
      to_pointer,
      dl_host_stack_array(bld, op, target.rank, target.strides),
      from_pointer,
      dl_host_stack_array(bld, op, source.rank, source.strides),
      dl_host_stack_array(bld, op, target.rank, target.sizes),
      dl_constant_int(bld, i64, target.rank),
      dl_constant_int(bld, i64, dl_element_bytes(element))};
  dl_host_call(host, bld, DL_DEVICE_COPY_STRIDED, operands);
}

MlirLogicalResult dl_host_copy(dl_host *host, const dl_builder *bld,
                               MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirValue to = mlirOperationGetOperand(op, 1);
  if (host->remarks && !mlirValueEqual(from, to)) {
    char from_text[96], to_text[96];
    dl_emit_remark(
        op, "copies %s to %s on the GPU",
        dl_type_text(mlirValueGetType(from), from_text, sizeof(from_text)),
        dl_type_text(mlirValueGetType(to), to_text, sizeof(to_text)));
  }
  if (!mlirValueEqual(from, to))
    dl_host_copy_buffer(host, bld, op, from, to);
  mlirRewriterBaseEraseOp(bld->rewriter, op);
  return mlirLogicalResultSuccess();
}

/// Pointer to the element at indices op.operands[from ..) of `memref`.
static MlirValue element_pointer(dl_host *host, const dl_builder *bld,
                                 MlirOperation op, MlirValue memref,
                                 intptr_t from) {
  dl_host_view view = dl_host_view_of(host, bld, memref);
  MlirValue address = dl_host_address(bld, memref, &view);
  int64_t bytes =
      dl_element_bytes(mlirShapedTypeGetElementType(mlirValueGetType(memref)));
  for (int64_t i = 0; i < view.rank; ++i) {
    MlirValue step =
        dl_int_mul(bld, view.strides[i], dl_constant_index(bld, bytes));
    address = dl_int_add(
        bld, address,
        dl_int_mul(bld, mlirOperationGetOperand(op, from + i), step));
  }
  return dl_host_pointer(bld, address);
}

static MlirValue element_size(const dl_builder *bld, MlirType element) {
  return dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 64),
                         dl_element_bytes(element));
}

MlirLogicalResult dl_host_load(dl_host *host, const dl_builder *bld,
                               MlirOperation op) {
  MlirType element = mlirValueGetType(dl_result(op, 0));
  MlirValue slot = dl_host_stack(bld, op, element, 1);
  const MlirValue operands[] = {
      dl_host_pointer(bld, dl_host_base(bld, slot)),
      element_pointer(host, bld, op, mlirOperationGetOperand(op, 0), 1),
      element_size(bld, element)};
  if (host->remarks)
    dl_emit_remark(op, "reads an element from the GPU, and waits for it");
  dl_host_call(host, bld, DL_DEVICE_READ, operands);
  MlirValue zero = dl_constant_index(bld, 0);
  MlirValue value =
      dl_memref_load(bld, element, slot, 1, &zero, (dl_memref_load_attrs){0});
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &value);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_host_store(dl_host *host, const dl_builder *bld,
                                MlirOperation op) {
  MlirValue value = mlirOperationGetOperand(op, 0);
  MlirType element = mlirValueGetType(value);
  MlirValue slot = dl_host_stack(bld, op, element, 1);
  MlirValue zero = dl_constant_index(bld, 0);
  dl_memref_store(bld, value, slot, 1, &zero, (dl_memref_store_attrs){0});
  const MlirValue operands[] = {
      element_pointer(host, bld, op, mlirOperationGetOperand(op, 1), 2),
      dl_host_pointer(bld, dl_host_base(bld, slot)),
      element_size(bld, element)};
  if (host->remarks)
    dl_emit_remark(op, "writes an element to the GPU, one by itself");
  dl_host_call(host, bld, DL_DEVICE_WRITE, operands);
  mlirRewriterBaseEraseOp(bld->rewriter, op);
  return mlirLogicalResultSuccess();
}

/// The sizes of a reshape, which lie in GPU memory, as index values.
static void read_sizes(dl_host *host, const dl_builder *bld, MlirOperation op,
                       MlirValue shape, int64_t rank, MlirValue *sizes) {
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(shape));
  MlirValue slots = dl_host_stack(bld, op, element, rank > 0 ? rank : 1);
  dl_host_view view = dl_host_view_of(host, bld, shape);
  const MlirValue operands[] = {
      dl_host_pointer(bld, dl_host_base(bld, slots)),
      dl_host_pointer(bld, dl_host_address(bld, shape, &view)),
      dl_host_bytes(bld, &view, element)};
  dl_host_call(host, bld, DL_DEVICE_READ, operands);
  for (int64_t i = 0; i < rank; ++i) {
    MlirValue at = dl_constant_index(bld, i);
    sizes[i] = dl_int_cast(
        bld, mlirIndexTypeGet(bld->context),
        dl_memref_load(bld, element, slots, 1, &at, (dl_memref_load_attrs){0}));
  }
}

MlirLogicalResult dl_host_reshape(dl_host *host, const dl_builder *bld,
                                  MlirOperation op) {
  MlirValue shape = mlirOperationGetOperand(op, 1);
  MlirType type = mlirValueGetType(dl_result(op, 0));
  if (!mlirShapedTypeHasRank(type) ||
      !dl_host_is_contiguous(host, mlirValueGetType(shape)))
    return dl_emit_error(op, "has a result of open rank, or its sizes do not "
                             "lie in a row: neither can be in GPU memory");
  int64_t rank = mlirShapedTypeGetRank(type), offset;
  size_t room = (size_t)rank + 1;
  MlirValue *sizes = DL_ARENA_ARRAY(&host->arena, MlirValue, room);
  MlirValue *open_sizes = DL_ARENA_ARRAY(&host->arena, MlirValue, room);
  MlirValue *open_strides = DL_ARENA_ARRAY(&host->arena, MlirValue, room);
  int64_t *strides = DL_ARENA_ARRAY(&host->arena, int64_t, room);
  int64_t *static_sizes = DL_ARENA_ARRAY(&host->arena, int64_t, room);
  mlirMemRefTypeGetStridesAndOffset(type, strides, &offset);
  read_sizes(host, bld, op, shape, rank, sizes);
  MlirValue stride = dl_constant_index(bld, 1);
  intptr_t n_sizes = 0, n_strides = 0;
  // Outwards, as a stride is the product of the sizes inside it.
  for (int64_t i = rank - 1; i >= 0; --i) {
    static_sizes[i] = mlirShapedTypeGetDimSize(type, i);
    if (strides[i] == mlirShapedTypeGetDynamicStrideOrOffset())
      open_strides[n_strides++] = stride;
    stride = dl_int_mul(bld, stride, sizes[i]);
  }
  for (intptr_t i = 0; i < n_strides / 2; ++i) {
    MlirValue swapped = open_strides[i];
    open_strides[i] = open_strides[n_strides - 1 - i];
    open_strides[n_strides - 1 - i] = swapped;
  }
  for (int64_t i = 0; i < rank; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i))
      open_sizes[n_sizes++] = sizes[i];
  MlirValue view = dl_memref_reinterpret_cast(
      bld, type, mlirOperationGetOperand(op, 0), 0, NULL, n_sizes, open_sizes,
      n_strides, open_strides,
      (dl_memref_reinterpret_cast_attrs){
          .static_offsets = mlirDenseI64ArrayGet(bld->context, 1, &offset),
          .static_sizes =
              mlirDenseI64ArrayGet(bld->context, rank, static_sizes),
          .static_strides = mlirDenseI64ArrayGet(bld->context, rank, strides)});
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &view);
  return mlirLogicalResultSuccess();
}
