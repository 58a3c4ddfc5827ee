// Calls of shared loops go through the runtime's threads, in the LLVM dialect,
// where every argument is a scalar or a pointer:
//
//   llvm.call @f_blocks(%n, %work, %a...)
// becomes
//   store %a... to a struct on the stack
//   llvm.call @dlopt_runtime_parallel_for(@f_blocks_entry, %struct, %n, %work)
// with
//   void f_blocks_entry(ptr %struct, i64 %from, i64 %to)
//     { f_blocks(%from, %to, fields of %struct...) }

#include <stdio.h>
#include <stdlib.h>

#include "lowering/base/arena.h"
#include "lowering/base/llvm_call.h"
#include "lowering/cpu/ir.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"
#include "mlir-c/Dialect/LLVM.h"

typedef struct rewriting {
  dl_builder bld;
  MlirOperation module;
  MlirOperation *functions, *calls; ///< calls[i] calls functions[i]
  size_t count, capacity;
  MlirOperation *marked;
  size_t n_marked, marked_capacity;
  dl_arena arena;
} rewriting;

static void *grow(void *array, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity)
    return array;
  *capacity = *capacity ? 2 * *capacity : 64;
  array = realloc(array, *capacity * size);
  if (!array)
    abort();
  return array;
}

static MlirType pointer_type(const rewriting *r) {
  return mlirLLVMPointerTypeGet(r->bld.context, 0);
}

static MlirType i64_type(const rewriting *r) {
  return mlirIntegerTypeGet(r->bld.context, 64);
}

static MlirStringRef symbol_name(MlirOperation op) {
  return mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, DL_STR("sym_name")));
}

/// Types of all arguments but the first two, as one struct.
static MlirType struct_of(const rewriting *r, MlirOperation call) {
  intptr_t count = mlirOperationGetNumOperands(call) - 2;
  MlirType *types = DL_ARENA_ARRAY((dl_arena *)&r->arena, MlirType,
                                   (size_t)(count > 0 ? count : 1));
  for (intptr_t i = 0; i < count; i++)
    types[i] = mlirValueGetType(mlirOperationGetOperand(call, 2 + i));
  return mlirLLVMStructTypeLiteralGet(r->bld.context, count, types, false);
}

static MlirValue field(const rewriting *r, MlirValue pointer, MlirType type,
                       int32_t index) {
  const char *names[] = {"elem_type", "rawConstantIndices"};
  int32_t indices[] = {0, index};
  MlirAttribute attributes[] = {
      mlirTypeAttrGet(type), mlirDenseI32ArrayGet(r->bld.context, 2, indices)};
  MlirType result = pointer_type(r);
  return dl_result(dl_cpu_op(&r->bld, "llvm.getelementptr", 1, &pointer, 1,
                             &result, 2, names, attributes),
                   0);
}

/// `f_blocks_entry`, which unpacks the struct.
static void make_entry(rewriting *r, MlirOperation call, MlirStringRef callee,
                       MlirStringRef name) {
  MlirType inputs[] = {pointer_type(r), i64_type(r), i64_type(r)};
  MlirBlock entry;
  dl_llvm_function(&r->bld, r->module, name, 3, inputs, (MlirType){NULL},
                   &entry);
  mlirRewriterBaseSetInsertionPointToEnd(r->bld.rewriter, entry);
  intptr_t count = mlirOperationGetNumOperands(call);
  MlirValue *operands = DL_ARENA_ARRAY(&r->arena, MlirValue, (size_t)count);
  MlirType packed = struct_of(r, call);
  operands[0] = mlirBlockGetArgument(entry, 1);
  operands[1] = mlirBlockGetArgument(entry, 2);
  for (intptr_t i = 2; i < count; i++) {
    MlirValue at =
        field(r, mlirBlockGetArgument(entry, 0), packed, (int32_t)(i - 2));
    MlirType type = mlirValueGetType(mlirOperationGetOperand(call, i));
    operands[i] = dl_result(
        dl_cpu_op(&r->bld, "llvm.load", 1, &at, 1, &type, 0, NULL, NULL), 0);
  }
  dl_llvm_call(&r->bld, callee, count, operands, (MlirType){NULL});
  dl_cpu_op(&r->bld, "llvm.return", 0, NULL, 0, NULL, 0, NULL, NULL);
}

/// Room for the struct, made at the top of the function: a call in a loop must
/// not take more stack each time.
static MlirValue allocate(const rewriting *r, MlirOperation call,
                          MlirType packed) {
  MlirOperation function = call;
  while (!dl_is(function, "llvm.func"))
    function = mlirOperationGetParentOperation(function);
  mlirRewriterBaseSetInsertionPointToStart(
      r->bld.rewriter,
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
  const char *value_name[] = {"value"}, *type_name[] = {"elem_type"};
  MlirAttribute one_attr[] = {mlirIntegerAttrGet(i64_type(r), 1)};
  MlirAttribute type_attr[] = {mlirTypeAttrGet(packed)};
  MlirType i64 = i64_type(r), pointer = pointer_type(r);
  MlirValue one = dl_result(dl_cpu_op(&r->bld, "llvm.mlir.constant", 0, NULL, 1,
                                      &i64, 1, value_name, one_attr),
                            0);
  return dl_result(dl_cpu_op(&r->bld, "llvm.alloca", 1, &one, 1, &pointer, 1,
                             type_name, type_attr),
                   0);
}

static void rewrite_call(rewriting *r, MlirOperation call,
                         MlirStringRef entry_name) {
  r->bld.location = mlirOperationGetLocation(call);
  MlirType packed = struct_of(r, call), pointer = pointer_type(r);
  MlirValue room = allocate(r, call, packed);
  mlirRewriterBaseSetInsertionPointBefore(r->bld.rewriter, call);
  for (intptr_t i = 2; i < mlirOperationGetNumOperands(call); i++) {
    MlirValue pair[] = {mlirOperationGetOperand(call, i),
                        field(r, room, packed, (int32_t)(i - 2))};
    dl_cpu_op(&r->bld, "llvm.store", 2, pair, 0, NULL, 0, NULL, NULL);
  }
  const char *names[] = {"global_name"};
  MlirAttribute attributes[] = {
      mlirFlatSymbolRefAttrGet(r->bld.context, entry_name)};
  MlirValue entry = dl_result(dl_cpu_op(&r->bld, "llvm.mlir.addressof", 0, NULL,
                                        1, &pointer, 1, names, attributes),
                              0);
  MlirValue operands[] = {entry, room, mlirOperationGetOperand(call, 0),
                          mlirOperationGetOperand(call, 1)};
  dl_llvm_call(&r->bld, DL_STR("dlopt_runtime_parallel_for"), 4, operands,
               (MlirType){NULL});
  mlirRewriterBaseEraseOp(r->bld.rewriter, call);
}

static MlirWalkResult collect_marked(MlirOperation op, void *data) {
  rewriting *r = data;
  if (!dl_is(op, "llvm.func"))
    return MlirWalkResultAdvance;
  if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, DL_STR(DL_CPU_BLOCKS_ATTR)))) {
    r->marked =
        grow(r->marked, r->n_marked, &r->marked_capacity, sizeof *r->marked);
    r->marked[r->n_marked++] = op;
  }
  return MlirWalkResultSkip;
}

static MlirWalkResult collect_calls(MlirOperation op, void *data) {
  rewriting *r = data;
  if (!dl_is(op, "llvm.call"))
    return MlirWalkResultAdvance;
  MlirAttribute callee = mlirOperationGetAttributeByName(op, DL_STR("callee"));
  if (mlirAttributeIsNull(callee))
    return MlirWalkResultAdvance;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
  for (size_t i = 0; i < r->n_marked; i++)
    if (mlirStringRefEqual(symbol_name(r->marked[i]), name)) {
      size_t capacity = r->capacity;
      r->functions =
          grow(r->functions, r->count, &capacity, sizeof *r->functions);
      r->calls = grow(r->calls, r->count, &r->capacity, sizeof *r->calls);
      r->functions[r->count] = r->marked[i];
      r->calls[r->count++] = op;
      break;
    }
  return MlirWalkResultAdvance;
}

static void rewrite_all(rewriting *r) {
  MlirType inputs[] = {pointer_type(r), pointer_type(r), i64_type(r),
                       i64_type(r)};
  dl_llvm_function(&r->bld, r->module, DL_STR("dlopt_runtime_parallel_for"), 4,
                   inputs, (MlirType){NULL}, NULL);
  // Each marked function is called from one place: its counting twin.
  for (size_t i = 0; i < r->count; i++) {
    MlirStringRef callee = symbol_name(r->functions[i]);
    char text[80];
    snprintf(text, sizeof text, "%.*s_entry", DL_SV(callee));
    MlirStringRef name = mlirStringRefCreateFromCString(text);
    make_entry(r, r->calls[i], callee, name);
    rewrite_call(r, r->calls[i], name);
    dl_arena_reset(&r->arena);
  }
}

MlirLogicalResult dl_cpu_thread_calls(MlirOperation module) {
  MlirContext context = mlirOperationGetContext(module);
  rewriting r = {.bld = {context, mlirOperationGetLocation(module),
                         mlirIRRewriterCreate(context)},
                 .module = module};
  mlirOperationWalk(module, collect_marked, &r, MlirWalkPreOrder);
  if (r.n_marked > 0) {
    mlirOperationWalk(module, collect_calls, &r, MlirWalkPreOrder);
    rewrite_all(&r);
  }
  mlirIRRewriterDestroy(r.bld.rewriter);
  free(r.functions);
  free(r.calls);
  free(r.marked);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  return dl_cpu_thread_calls(op);
}

DL_FUNCTION_PASS(cpu_thread_calls, run)
