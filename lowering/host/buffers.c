// Buffers: where they come from, who frees them, constants.
#include "lowering/base/diag.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/host/host.h"
#include "lowering/kernel/ir.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/Dialect/LLVM.h"

/// `memory` as a memref<?xi8>: its descriptor in the LLVM dialect, cast.
static MlirValue bytes_at(const dl_builder *bld, MlirValue memory,
                          MlirValue bytes) {
  MlirContext context = bld->context;
  MlirType pointer = mlirLLVMPointerTypeGet(context, 0);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  MlirType array = mlirLLVMArrayTypeGet(i64, 1);
  const MlirType fields[] = {pointer, pointer, i64, array, array};
  MlirType type = mlirLLVMStructTypeLiteralGet(context, 5, fields, false);
  // allocated, aligned, offset, sizes, strides
  static const int64_t positions[][2] = {{0}, {1}, {2}, {3, 0}, {4, 0}};
  const MlirValue values[] = {memory, memory, dl_constant_int(bld, i64, 0),
                              bytes, dl_constant_int(bld, i64, 1)};
  MlirValue descriptor = dl_llvm_mlir_poison(bld, type);
  for (int i = 0; i < 5; ++i)
    descriptor = dl_llvm_insertvalue(
        bld, type, descriptor, values[i],
        (dl_llvm_insertvalue_attrs){.position = mlirDenseI64ArrayGet(
                                        context, i < 3 ? 1 : 2, positions[i])});
  int64_t size = mlirShapedTypeGetDynamicSize();
  MlirType buffer =
      mlirMemRefTypeGet(mlirIntegerTypeGet(context, 8), 1, &size,
                        (MlirAttribute){NULL}, (MlirAttribute){NULL});
  MlirOperationState state =
      dl_op_begin(bld, "builtin.unrealized_conversion_cast");
  mlirOperationStateAddOperands(&state, 1, &descriptor);
  mlirOperationStateAddResults(&state, 1, &buffer);
  return dl_result(dl_op_end(bld, &state), 0);
}

MlirValue dl_host_buffer_at(const dl_builder *bld, MlirValue memory,
                            MlirValue bytes, MlirType type,
                            const dl_host_view *view) {
  MlirValue buffer = bytes_at(bld, memory, bytes);
  MlirValue dynamic[64];
  intptr_t count = 0;
  for (int64_t i = 0; i < view->rank; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i))
      dynamic[count++] = view->sizes[i];
  return dl_memref_view(bld, type, buffer, dl_constant_index(bld, 0), count,
                        dynamic);
}

/// A new buffer of `type`, whose dynamic sizes are `dynamic`.
static MlirLogicalResult make_buffer(dl_host *host, const dl_builder *bld,
                                     MlirOperation op, MlirType type,
                                     const MlirValue *dynamic,
                                     MlirValue *buffer) {
  int64_t rank = mlirShapedTypeGetRank(type);
  if (rank > 64 || !dl_host_is_contiguous(host, type)) {
    char text[128];
    return dl_emit_error(op,
                         "makes a buffer of type %s in GPU memory, which must "
                         "be dense and row-major",
                         dl_type_text(type, text, sizeof(text)));
  }
  dl_host_view view = {
      .rank = rank,
      .sizes = DL_ARENA_ARRAY(&host->arena, MlirValue, (size_t)rank + 1)};
  intptr_t next = 0;
  for (int64_t i = 0; i < rank; ++i)
    view.sizes[i] =
        mlirShapedTypeIsDynamicDim(type, i)
            ? dynamic[next++]
            : dl_constant_index(bld, mlirShapedTypeGetDimSize(type, i));
  MlirValue bytes =
      dl_host_bytes(bld, &view, mlirShapedTypeGetElementType(type));
  MlirValue memory = dl_host_call(host, bld, DL_DEVICE_ALLOC, &bytes);
  *buffer = dl_host_buffer_at(bld, memory, bytes, type, &view);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult allocate(dl_host *host, const dl_builder *bld,
                                  MlirOperation op, MlirValue *buffer) {
  MlirValue dynamic[64];
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count && i < 64; ++i)
    dynamic[i] = mlirOperationGetOperand(op, i);
  return make_buffer(host, bld, op, mlirValueGetType(dl_result(op, 0)), dynamic,
                     buffer);
}

MlirLogicalResult dl_host_alloc(dl_host *host, const dl_builder *bld,
                                MlirOperation op) {
  MlirValue buffer;
  if (mlirLogicalResultIsFailure(allocate(host, bld, op, &buffer)))
    return mlirLogicalResultFailure();
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &buffer);
  return mlirLogicalResultSuccess();
}

static void free_at(dl_host *host, const dl_builder *bld, MlirValue address) {
  MlirValue pointer = dl_host_pointer(bld, address);
  dl_host_call(host, bld, DL_DEVICE_FREE, &pointer);
}

MlirLogicalResult dl_host_alloca(dl_host *host, const dl_builder *bld,
                                 MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  MlirRegion region = mlirBlockGetParentRegion(block);
  if (!mlirBlockIsNull(mlirBlockGetNextInRegion(block)) ||
      !mlirBlockEqual(block, mlirRegionGetFirstBlock(region)))
    return dl_emit_error(op, "is a buffer in GPU memory whose end is not known "
                             "in a function of several blocks: use "
                             "memref.alloc and memref.dealloc");
  MlirValue buffer;
  if (mlirLogicalResultIsFailure(allocate(host, bld, op, &buffer)))
    return mlirLogicalResultFailure();
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter,
                                          mlirBlockGetTerminator(block));
  free_at(host, bld, dl_host_base(bld, buffer));
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &buffer);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_host_dealloc(dl_host *host, const dl_builder *bld,
                                  MlirOperation op) {
  free_at(host, bld, dl_host_base(bld, mlirOperationGetOperand(op, 0)));
  mlirRewriterBaseEraseOp(bld->rewriter, op);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_host_clone(dl_host *host, const dl_builder *bld,
                                MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0), dynamic[64], buffer;
  MlirType type = mlirValueGetType(dl_result(op, 0));
  dl_host_view view = dl_host_view_of(host, bld, from);
  intptr_t count = 0;
  for (int64_t i = 0; i < view.rank && i < 64; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i))
      dynamic[count++] = view.sizes[i];
  if (mlirLogicalResultIsFailure(
          make_buffer(host, bld, op, type, dynamic, &buffer)))
    return mlirLogicalResultFailure();
  dl_host_copy_buffer(host, bld, op, from, buffer);
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &buffer);
  return mlirLogicalResultSuccess();
}

/// Operands of a bufferization.dealloc: first[0..n) are the buffers, first
/// [1] the conditions, [2] what is retained.
static void segments(MlirOperation op, intptr_t *first, intptr_t *count) {
  MlirAttribute sizes =
      mlirOperationGetAttributeByName(op, DL_STR("operandSegmentSizes"));
  intptr_t at = 0;
  for (int i = 0; i < 3; ++i) {
    first[i] = at;
    count[i] = mlirDenseI32ArrayGetElement(sizes, i);
    at += count[i];
  }
}

/// Frees each buffer that is owned, once, unless it is retained; says of what
/// is retained whether it is owned. As upstream's documentation has it, but
/// without its helper function, whose lists would be buffers themselves.
MlirLogicalResult dl_host_dealloc_owned(dl_host *host, const dl_builder *bld,
                                        MlirOperation op) {
  intptr_t first[3], count[3];
  segments(op, first, count);
  MlirType i1 = mlirIntegerTypeGet(bld->context, 1);
  MlirValue no = dl_constant_int(bld, i1, 0), yes = dl_constant_int(bld, i1, 1);
  size_t room = (size_t)(count[0] + count[2]) + 1;
  MlirValue *bases = DL_ARENA_ARRAY(&host->arena, MlirValue, room);
  MlirValue *kept = bases + count[0];
  MlirValue *owned = DL_ARENA_ARRAY(&host->arena, MlirValue, room);
  for (intptr_t j = 0; j < count[2]; ++j) {
    kept[j] = dl_host_base(bld, mlirOperationGetOperand(op, first[2] + j));
    owned[j] = no;
  }
  for (intptr_t i = 0; i < count[0]; ++i) {
    bases[i] = dl_host_base(bld, mlirOperationGetOperand(op, first[0] + i));
    MlirValue is_owned = mlirOperationGetOperand(op, first[1] + i);
    MlirValue is_freed = is_owned;
    for (intptr_t j = 0; j < count[2]; ++j) {
      MlirValue same = dl_scalar_compare(bld, DL_EQUAL, bases[i], kept[j]);
      owned[j] =
          dl_arith_ori(bld, owned[j], dl_arith_andi(bld, same, is_owned));
      is_freed = dl_arith_andi(bld, is_freed, dl_arith_xori(bld, same, yes));
    }
    for (intptr_t j = 0; j < i; ++j) {
      MlirValue again = dl_arith_andi(
          bld, dl_scalar_compare(bld, DL_EQUAL, bases[i], bases[j]),
          mlirOperationGetOperand(op, first[1] + j));
      is_freed = dl_arith_andi(bld, is_freed, dl_arith_xori(bld, again, yes));
    }
    int64_t always;
    MlirValue address = bases[i];
    if (!dl_is_constant(is_freed, &always) || !always)
      address =
          dl_arith_select(bld, is_freed, address, dl_int_like(bld, address, 0));
    free_at(host, bld, address); // of null, it does nothing
  }
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, count[2], owned);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_host_constant(dl_host *host, const dl_builder *bld,
                                   MlirOperation op) {
  MlirAttribute name = mlirOperationGetAttributeByName(op, DL_STR("name"));
  MlirOperation global =
      mlirSymbolTableLookup(host->symbols, mlirFlatSymbolRefAttrGetValue(name));
  MlirAttribute value =
      mlirOperationGetAttributeByName(global, DL_STR("initial_value"));
  MlirType type = mlirValueGetType(dl_result(op, 0));
  if (mlirAttributeIsNull(
          mlirOperationGetAttributeByName(global, DL_STR("constant"))) ||
      mlirAttributeIsNull(value) || mlirAttributeIsAUnit(value) ||
      !dl_host_is_contiguous(host, type))
    return dl_emit_error(op,
                         "reads @%.*s, and only dense constants can lie in GPU "
                         "memory: pass it as an argument",
                         DL_SV(mlirFlatSymbolRefAttrGetValue(name)));
  intptr_t index = dl_host_find(&host->constants, name);
  if (index < 0)
    index = dl_host_append(host, &host->constants, name, value);
  MlirValue number =
      dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 64), index);
  MlirValue memory = dl_host_call(host, bld, DL_DEVICE_CONSTANT, &number);
  dl_host_view view = dl_host_view_of(host, bld, dl_result(op, 0));
  MlirValue buffer = dl_host_buffer_at(
      bld, memory,
      dl_host_bytes(bld, &view, mlirShapedTypeGetElementType(type)), type,
      &view);
  mlirRewriterBaseReplaceOpWithValues(bld->rewriter, op, 1, &buffer);
  return mlirLogicalResultSuccess();
}
