// Calls of functions that are defined elsewhere: they run on the host, and get
// copies of their buffers there.
//
//   call @print(%a)  ->  %h = a buffer of the host; copy %a to it
//                        call @print(%h); copy it back, unless it is only read
#include "lowering/base/diag.h"
#include "lowering/base/llvm_call.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/host/host.h"
#include "mlir-c/Dialect/LLVM.h"

/// A buffer of the call and its copy.
struct handed {
  MlirValue device;  ///< row-major, in GPU memory
  MlirValue pointer; ///< of the copy
  MlirValue bytes;
  MlirValue own; ///< row-major copy in GPU memory to be freed, or null
  bool is_read_only;
};

static MlirValue host_runtime(dl_host *host, const dl_builder *bld,
                              MlirStringRef name, MlirValue operand,
                              MlirType result) {
  MlirType type = mlirValueGetType(operand);
  if (mlirOperationIsNull(mlirSymbolTableLookup(host->symbols, name))) {
    dl_builder declare = *bld;
    declare.location = mlirLocationUnknownGet(bld->context);
    mlirSymbolTableInsert(
        host->symbols,
        dl_llvm_function(&declare, host->module, name, 1, &type, result, NULL));
  }
  return dl_llvm_call(bld, name, 1, &operand, result);
}

/// The buffer of known rank that an operand is, through casts; null if there is
/// none.
static MlirValue ranked(MlirValue value) {
  while (mlirTypeIsAUnrankedMemRef(mlirValueGetType(value))) {
    MlirOperation cast = dl_value_def(value);
    if (!dl_is(cast, "memref.cast"))
      return (MlirValue){NULL};
    value = mlirOperationGetOperand(cast, 0);
  }
  return value;
}

/// Bufferization's mark of a tensor that a function only reads.
static bool is_read_only(MlirOperation function, intptr_t argument) {
  MlirAttribute all =
      mlirOperationGetAttributeByName(function, DL_STR("arg_attrs"));
  if (mlirAttributeIsNull(all))
    return false;
  MlirAttribute access = mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(all, argument), DL_STR("bufferization.access"));
  return !mlirAttributeIsNull(access) &&
         dl_string_is(mlirStringAttrGetValue(access), "read");
}

static MlirType row_major(MlirType type) {
  int64_t sizes[64];
  int64_t rank = mlirShapedTypeGetRank(type);
  for (int64_t i = 0; i < rank; ++i)
    sizes[i] = mlirShapedTypeGetDimSize(type, i);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, sizes,
                           (MlirAttribute){NULL}, (MlirAttribute){NULL});
}

static MlirValue cast(const dl_builder *bld, MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  MlirOperationState state = dl_op_begin(bld, "memref.cast");
  mlirOperationStateAddOperands(&state, 1, &value);
  mlirOperationStateAddResults(&state, 1, &type);
  return dl_result(dl_op_end(bld, &state), 0);
}

/// Copies operand `index` to the host, and puts the copy in its place.
static struct handed hand_over(dl_host *host, const dl_builder *bld,
                               MlirOperation call, intptr_t index) {
  MlirValue operand = mlirOperationGetOperand(call, index);
  struct handed handed = {.device = ranked(operand)};
  MlirType type = row_major(mlirValueGetType(handed.device));
  dl_host_view view = dl_host_view_of(host, bld, handed.device);
  handed.bytes = dl_host_bytes(bld, &view, mlirShapedTypeGetElementType(type));
  if (!dl_host_is_contiguous(host, mlirValueGetType(handed.device))) {
    handed.own = dl_host_call(host, bld, DL_DEVICE_ALLOC, &handed.bytes);
    MlirValue rows =
        dl_host_buffer_at(bld, handed.own, handed.bytes, type, &view);
    dl_host_copy_buffer(host, bld, call, handed.device, rows);
    handed.device = rows;
    view = dl_host_view_of(host, bld, rows);
  }
  handed.pointer =
      host_runtime(host, bld, DL_STR("_mlir_memref_to_llvm_alloc"),
                   handed.bytes, mlirLLVMPointerTypeGet(bld->context, 0));
  const MlirValue read[] = {
      handed.pointer,
      dl_host_pointer(bld, dl_host_address(bld, handed.device, &view)),
      handed.bytes};
  dl_host_call(host, bld, DL_DEVICE_READ, read);
  MlirValue copy =
      dl_host_buffer_at(bld, handed.pointer, handed.bytes, type, &view);
  mlirOperationSetOperand(call, index,
                          cast(bld, copy, mlirValueGetType(operand)));
  return handed;
}

/// `next` is the operation behind the call, which the builder stands before.
static void take_back(dl_host *host, const dl_builder *bld, MlirOperation next,
                      const struct handed *handed, MlirValue original) {
  if (!handed->is_read_only) {
    dl_host_view view = dl_host_view_of(host, bld, handed->device);
    const MlirValue write[] = {
        dl_host_pointer(bld, dl_host_address(bld, handed->device, &view)),
        handed->pointer, handed->bytes};
    dl_host_call(host, bld, DL_DEVICE_WRITE, write);
    if (!mlirValueIsNull(handed->own))
      dl_host_copy_buffer(host, bld, next, handed->device, original);
  }
  if (!mlirValueIsNull(handed->own))
    dl_host_call(host, bld, DL_DEVICE_FREE, &handed->own);
  host_runtime(host, bld, DL_STR("_mlir_memref_to_llvm_free"), handed->pointer,
               (MlirType){NULL});
}

MlirLogicalResult dl_host_check_call(dl_host *host, MlirOperation call) {
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(
      mlirOperationGetAttributeByName(call, DL_STR("callee")));
  MlirOperation function = mlirSymbolTableLookup(host->symbols, name);
  if (mlirOperationIsNull(function) ||
      !mlirBlockIsNull(dl_region_block(function, 0)))
    return mlirLogicalResultSuccess();
  for (intptr_t i = 0; i < mlirOperationGetNumResults(call); ++i)
    if (dl_host_is_memref(mlirValueGetType(dl_result(call, i))))
      return dl_emit_error(call,
                           "takes a tensor from @%.*s, which is defined "
                           "elsewhere and has none in GPU memory: pass it as "
                           "an argument, or compile for the CPU",
                           DL_SV(name));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); ++i) {
    MlirValue operand = mlirOperationGetOperand(call, i);
    if (dl_host_is_memref(mlirValueGetType(operand)) &&
        mlirValueIsNull(ranked(operand)))
      return dl_emit_error(call,
                           "hands a buffer of open rank to @%.*s, which is "
                           "defined elsewhere: give it a rank, or compile for "
                           "the CPU",
                           DL_SV(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_host_external_call(dl_host *host, const dl_builder *bld,
                                        MlirOperation call) {
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(
      mlirOperationGetAttributeByName(call, DL_STR("callee")));
  MlirOperation function = mlirSymbolTableLookup(host->symbols, name);
  if (mlirOperationIsNull(function) ||
      !mlirBlockIsNull(dl_region_block(function, 0)))
    return mlirLogicalResultSuccess();
  if (host->remarks)
    dl_emit_remark(call, "runs @%.*s on the host, with copies of its buffers",
                   DL_SV(name));
  intptr_t count = mlirOperationGetNumOperands(call);
  struct handed *all =
      DL_ARENA_ARRAY(&host->arena, struct handed, (size_t)count + 1);
  MlirValue *originals =
      DL_ARENA_ARRAY(&host->arena, MlirValue, (size_t)count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue operand = mlirOperationGetOperand(call, i);
    if (!dl_host_is_memref(mlirValueGetType(operand)))
      continue;
    originals[i] = ranked(operand);
    all[i] = hand_over(host, bld, call, i);
    all[i].is_read_only = is_read_only(function, i);
  }
  MlirOperation next = mlirOperationGetNextInBlock(call);
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, next);
  for (intptr_t i = 0; i < count; ++i)
    if (!mlirValueIsNull(all[i].device))
      take_back(host, bld, next, &all[i], originals[i]);
  return mlirLogicalResultSuccess();
}
