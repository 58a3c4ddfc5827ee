// Launches: the kernel by its number, its arguments through pointers.
//
//   gpu.launch_func @m::@f blocks in (...) threads in (256, 1, 1) args(%a, ...)
//   ->  llvm.call @dlopt_device_launch(7, grid, pointers to the arguments)
// and a row in the module's table of kernels.
#include <stdio.h>

#include "lowering/base/diag.h"
#include "lowering/base/location.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/host/host.h"
#include "lowering/kernel/ir.h"
#include "mlir-c/Dialect/LLVM.h"

/// Operands of a gpu.launch_func, as ODS orders them.
enum {
  DEPENDENCIES,
  GRID,
  BLOCK = GRID + 3,
  CLUSTER = BLOCK + 3,
  SHARED = CLUSTER + 3,
  ARGUMENTS,
  ASYNC_OBJECT,
  N_SEGMENTS
};

struct operands {
  intptr_t first[N_SEGMENTS], count[N_SEGMENTS];
};

static struct operands operands_of(MlirOperation launch) {
  MlirAttribute sizes =
      mlirOperationGetAttributeByName(launch, DL_STR("operandSegmentSizes"));
  struct operands operands;
  intptr_t at = 0;
  for (int i = 0; i < N_SEGMENTS; ++i) {
    operands.first[i] = at;
    operands.count[i] = mlirDenseI32ArrayGetElement(sizes, i);
    at += operands.count[i];
  }
  return operands;
}

/// The constants in three operands from segment `from` on; `absent` each if
/// there are none. False if one is not constant.
static bool constants(MlirOperation launch, const struct operands *operands,
                      int from, int64_t absent, int64_t *values) {
  for (int i = 0; i < 3; ++i) {
    values[i] = absent;
    if (operands->count[from + i] &&
        !dl_is_constant(
            mlirOperationGetOperand(launch, operands->first[from + i]),
            &values[i]))
      return false;
  }
  return true;
}

/// What a kernel computes, and where that stands in the source.
static MlirAttribute what(const dl_builder *bld, MlirStringRef name) {
  dl_position at = dl_location_position(bld->location);
  char text[512];
  if (at.line > 0)
    snprintf(text, sizeof(text), "%.*s at %s:%d:%d", DL_SV(name), at.file,
             at.line, at.column);
  else
    snprintf(text, sizeof(text), "%.*s", DL_SV(name));
  return dl_attr_string(bld, text);
}

/// The schedule that the function of the kernel was made by, or null.
static MlirAttribute schedule_of(dl_host *host, MlirAttribute kernel) {
  MlirOperation module = mlirSymbolTableLookup(
      host->symbols, mlirSymbolRefAttrGetRootReference(kernel));
  if (mlirOperationIsNull(module) || !dl_is(module, "gpu.module"))
    return (MlirAttribute){NULL};
  MlirStringRef name = mlirSymbolRefAttrGetLeafReference(kernel);
  for (MlirOperation op =
           mlirBlockGetFirstOperation(dl_region_block(module, 0));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute symbol =
        mlirOperationGetAttributeByName(op, DL_STR("sym_name"));
    if (!mlirAttributeIsNull(symbol) &&
        mlirStringRefEqual(mlirStringAttrGetValue(symbol), name))
      return mlirOperationGetAttributeByName(op, DL_STR("dlopt.schedule"));
  }
  return (MlirAttribute){NULL};
}

static MlirNamedAttribute entry(const dl_builder *bld, MlirStringRef name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(bld->context, name), value);
}

/// Number of the kernel in the module's table.
static intptr_t number(dl_host *host, const dl_builder *bld,
                       MlirAttribute kernel, const int64_t *block,
                       const int64_t *cluster, int64_t shared,
                       intptr_t n_arguments) {
  const MlirAttribute parts[] = {kernel, dl_attr_i64_array(bld, 3, block),
                                 dl_attr_i64_array(bld, 3, cluster),
                                 dl_attr_i64(bld, shared)};
  MlirAttribute key = mlirArrayAttrGet(bld->context, 4, parts);
  intptr_t index = dl_host_find(&host->kernels, key);
  if (index >= 0)
    return index;
  MlirStringRef name = mlirSymbolRefAttrGetLeafReference(kernel);
  MlirNamedAttribute entries[8];
  intptr_t count = 0;
  entries[count++] =
      entry(bld, DL_STR("arguments"), dl_attr_i64(bld, n_arguments));
  entries[count++] = entry(bld, DL_STR("block"), parts[1]);
  entries[count++] = entry(bld, DL_STR("cluster"), parts[2]);
  entries[count++] =
      entry(bld, DL_STR("module"),
            mlirFlatSymbolRefAttrGet(
                bld->context, mlirSymbolRefAttrGetRootReference(kernel)));
  entries[count++] =
      entry(bld, DL_STR("name"), mlirStringAttrGet(bld->context, name));
  MlirAttribute schedule = schedule_of(host, kernel);
  if (!mlirAttributeIsNull(schedule))
    entries[count++] = entry(bld, DL_STR("schedule"), schedule);
  entries[count++] = entry(bld, DL_STR("shared"), parts[3]);
  entries[count++] = entry(bld, DL_STR("what"), what(bld, name));
  return dl_host_append(host, &host->kernels, key,
                        mlirDictionaryAttrGet(bld->context, count, entries));
}

static MlirValue stack(const dl_builder *bld, MlirType type, int64_t count) {
  return dl_llvm_alloca(
      bld, mlirLLVMPointerTypeGet(bld->context, 0),
      dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 64), count),
      (dl_llvm_alloca_attrs){.elem_type = dl_attr_type(type)});
}

/// How many of the last arguments are tensor maps, which are on the stack.
static intptr_t tensor_maps(MlirOperation launch) {
  MlirAttribute count =
      mlirOperationGetAttributeByName(launch, DL_STR("dlopt.tensor_maps"));
  return mlirAttributeIsNull(count) ? 0 : mlirIntegerAttrGetValueInt(count);
}

/// Each argument on the stack, and an array of pointers to them.
static MlirValue pack(const dl_builder *bld, MlirOperation launch,
                      intptr_t first, intptr_t count) {
  intptr_t n_maps = tensor_maps(launch);
  MlirType pointer = mlirLLVMPointerTypeGet(bld->context, 0);
  MlirValue array = stack(bld, pointer, count > 0 ? count : 1);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue value = mlirOperationGetOperand(launch, first + i);
    if (mlirTypeIsAIndex(mlirValueGetType(value)))
      value = dl_host_i64(bld, value);
    MlirValue slot = value;
    if (i < count - n_maps) {
      slot = stack(bld, mlirValueGetType(value), 1);
      dl_llvm_store(bld, value, slot, (dl_llvm_store_attrs){0});
    }
    const int32_t at[] = {(int32_t)i};
    MlirValue place = dl_llvm_getelementptr(
        bld, pointer, array, 0, NULL,
        (dl_llvm_getelementptr_attrs){
            .rawConstantIndices = mlirDenseI32ArrayGet(bld->context, 1, at),
            .elem_type = dl_attr_type(pointer)});
    dl_llvm_store(bld, slot, place, (dl_llvm_store_attrs){0});
  }
  return array;
}

MlirLogicalResult dl_host_launch(dl_host *host, const dl_builder *bld,
                                 MlirOperation op) {
  struct operands operands = operands_of(op);
  int64_t block[3], cluster[3], shared = 0;
  bool is_known =
      constants(op, &operands, BLOCK, 1, block) &&
      constants(op, &operands, CLUSTER, 0, cluster) &&
      (!operands.count[SHARED] ||
       dl_is_constant(mlirOperationGetOperand(op, operands.first[SHARED]),
                      &shared));
  if (!is_known || operands.count[DEPENDENCIES] ||
      operands.count[ASYNC_OBJECT] || mlirOperationGetNumResults(op) ||
      !dl_is(mlirOperationGetParentOperation(op), "llvm.func"))
    return dl_emit_error(op, "must be in a launcher of dlopt-kernel-outline, "
                             "with constant threads, cluster and shared "
                             "memory, and not asynchronous");
  MlirAttribute kernel = mlirOperationGetAttributeByName(op, DL_STR("kernel"));
  intptr_t n_arguments = operands.count[ARGUMENTS];
  MlirValue values[5];
  values[0] = dl_constant_int(
      bld, mlirIntegerTypeGet(bld->context, 64),
      number(host, bld, kernel, block, cluster, shared, n_arguments));
  for (int i = 0; i < 3; ++i)
    values[1 + i] =
        dl_host_i64(bld, mlirOperationGetOperand(op, operands.first[GRID + i]));
  values[4] = pack(bld, op, operands.first[ARGUMENTS], n_arguments);
  dl_host_call(host, bld, DL_DEVICE_LAUNCH, values);
  mlirRewriterBaseEraseOp(bld->rewriter, op);
  return mlirLogicalResultSuccess();
}
