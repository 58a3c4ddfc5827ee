// Pass dlopt-host-device-memory: host code whose buffers lie in GPU memory.
//
//   %b = memref.alloc() : memref<4x8xf32>
//   memref.copy %a, %b : ...
//   ->  %p = llvm.call @dlopt_device_alloc(128), as a memref
//       llvm.call @dlopt_device_copy(pointer to %b, pointer to %a, 128)
// Every memref of a host function is memory of the GPU; operations that make,
// free, copy, or touch one element of it become calls of runtime/device/abi.h,
// views stay address arithmetic, launches name their kernel by number. Kernels
// and constants leave the code for the module's attributes dlopt.kernels and
// dlopt.constants.
//
// Why here: after bufferization, when it is known which copies there are, and
// before bufferization.dealloc is lowered, whose lists would look like tensors.
// Gives up when: an operation touches elements by itself, which would be host
// code that reads GPU memory. That is an error.
#include "lowering/base/diag.h"
#include "lowering/base/element_bytes.h"
#include "lowering/host/host.h"
#include "lowering/pass/passes.h"

/// What becomes of an operation with memrefs; null: it stays, since it only
/// moves descriptors about.
static const struct {
  const char *name;
  MlirLogicalResult (*rewrite)(dl_host *host, const dl_builder *bld,
                               MlirOperation op);
} rows[] = {
    {"memref.alloc", dl_host_alloc},
    {"memref.alloca", dl_host_alloca},
    {"memref.dealloc", dl_host_dealloc},
    {"memref.copy", dl_host_copy},
    {"memref.load", dl_host_load},
    {"memref.store", dl_host_store},
    {"memref.reshape", dl_host_reshape},
    {"memref.get_global", dl_host_constant},
    {"bufferization.clone", dl_host_clone},
    {"bufferization.dealloc", dl_host_dealloc_owned},
    {"func.call", dl_host_external_call},
    {"gpu.launch_func", dl_host_launch},
    {"memref.assume_alignment", NULL},
    {"memref.cast", NULL},
    {"memref.collapse_shape", NULL},
    {"memref.dim", NULL},
    {"memref.expand_shape", NULL},
    {"memref.extract_aligned_pointer_as_index", NULL},
    {"memref.extract_strided_metadata", NULL},
    {"memref.memory_space_cast", NULL},
    {"memref.rank", NULL},
    {"memref.reinterpret_cast", NULL},
    {"memref.subview", NULL},
    {"memref.transpose", NULL},
    {"memref.view", NULL},
    {"arith.select", NULL},
    {"builtin.unrealized_conversion_cast", NULL},
    {"cf.br", NULL},
    {"cf.cond_br", NULL},
    {"cf.switch", NULL},
    {"func.return", NULL},
    {"scf.condition", NULL},
    {"scf.execute_region", NULL},
    {"scf.for", NULL},
    {"scf.if", NULL},
    {"scf.index_switch", NULL},
    {"scf.while", NULL},
    {"scf.yield", NULL},
    {"ub.poison", NULL},
};
enum { N_ROWS = sizeof(rows) / sizeof(rows[0]) };

intptr_t dl_host_find(const dl_host_list *list, MlirAttribute key) {
  for (intptr_t i = 0; i < list->count; ++i)
    if (mlirAttributeEqual(list->keys[i], key))
      return i;
  return -1;
}

static MlirAttribute *grow(dl_host *host, const MlirAttribute *old,
                           intptr_t count, intptr_t capacity) {
  MlirAttribute *grown =
      DL_ARENA_ARRAY(&host->arena, MlirAttribute, (size_t)capacity);
  if (count)
    memcpy(grown, old, (size_t)count * sizeof(*grown));
  return grown;
}

intptr_t dl_host_append(dl_host *host, dl_host_list *list, MlirAttribute key,
                        MlirAttribute item) {
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 32;
    list->keys = grow(host, list->keys, list->count, list->capacity);
    list->items = grow(host, list->items, list->count, list->capacity);
  }
  list->keys[list->count] = key;
  list->items[list->count] = item;
  return list->count++;
}

/// Operations to look at, in program order.
struct found {
  dl_host *host;
  MlirOperation *ops;
  int *rows; ///< index in the table, or -1
  size_t count, capacity;
};

bool dl_host_is_memref(MlirType type) {
  return mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
}

static bool has_memref(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (dl_host_is_memref(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (dl_host_is_memref(mlirValueGetType(dl_result(op, i))))
      return true;
  return false;
}

static int row_of(MlirOperation op) {
  for (int i = 0; i < N_ROWS; ++i)
    if (dl_is(op, rows[i].name))
      return i;
  return -1;
}

static MlirWalkResult find(MlirOperation op, void *data) {
  struct found *found = data;
  // Device code has its own memory.
  if (dl_is(op, "gpu.module") || dl_is(op, "gpu.binary"))
    return MlirWalkResultSkip;
  if (!has_memref(op) && !dl_is(op, "gpu.launch_func"))
    return MlirWalkResultAdvance;
  if (found->count == found->capacity) {
    size_t capacity = 2 * found->capacity + 256;
    MlirOperation *ops =
        DL_ARENA_ARRAY(&found->host->arena, MlirOperation, capacity);
    int *indices = DL_ARENA_ARRAY(&found->host->arena, int, capacity);
    if (found->count) {
      memcpy(ops, found->ops, found->count * sizeof(*ops));
      memcpy(indices, found->rows, found->count * sizeof(*indices));
    }
    found->ops = ops;
    found->rows = indices;
    found->capacity = capacity;
  }
  found->ops[found->count] = op;
  found->rows[found->count++] = row_of(op);
  return MlirWalkResultAdvance;
}

/// Types whose elements have no address that we can compute.
static MlirLogicalResult check_type(MlirOperation op, MlirType type) {
  if (!mlirTypeIsAMemRef(type))
    return mlirLogicalResultSuccess();
  int64_t strides[64], offset;
  char text[128];
  if (mlirShapedTypeGetRank(type) > 64 ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return dl_emit_error(op,
                         "has a buffer of type %s, and only strided ones can "
                         "be in GPU memory",
                         dl_type_text(type, text, sizeof(text)));
  if (dl_element_bytes(mlirShapedTypeGetElementType(type)) == 0)
    return dl_emit_error(op,
                         "has a buffer of type %s, whose elements the GPU does "
                         "not have: they must be floats, integers or indices",
                         dl_type_text(type, text, sizeof(text)));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check(dl_host *host, MlirOperation op, int row) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (mlirLogicalResultIsFailure(
            check_type(op, mlirValueGetType(mlirOperationGetOperand(op, i)))))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (mlirLogicalResultIsFailure(
            check_type(op, mlirValueGetType(dl_result(op, i)))))
      return mlirLogicalResultFailure();
  if (row < 0)
    return dl_emit_error(op,
                         "computes with tensors in GPU memory, and no kernel "
                         "was made for it: write it as operations of linalg "
                         "or dlopt on tensors, or compile for the CPU");
  return dl_is(op, "func.call") ? dl_host_check_call(host, op)
                                : mlirLogicalResultSuccess();
}

static MlirLogicalResult rewrite_all(dl_host *host, const struct found *found) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0; i < found->count; ++i)
    if (mlirLogicalResultIsFailure(check(host, found->ops[i], found->rows[i])))
      result = mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(result))
    return result;
  for (size_t i = 0; i < found->count; ++i) {
    int row = found->rows[i];
    if (!rows[row].rewrite)
      continue;
    dl_builder bld = dl_builder_before(host->rewriter, found->ops[i]);
    if (mlirLogicalResultIsFailure(
            rows[row].rewrite(host, &bld, found->ops[i])))
      result = mlirLogicalResultFailure();
  }
  return result;
}

/// Constants have left the code; a global that nothing reads is of no use.
static void erase_globals(dl_host *host) {
  MlirOperation op =
      mlirBlockGetFirstOperation(dl_region_block(host->module, 0));
  while (!mlirOperationIsNull(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    if (dl_is(op, "memref.global"))
      mlirRewriterBaseEraseOp(host->rewriter, op);
    op = next;
  }
}

static void set_list(dl_host *host, MlirStringRef name,
                     const dl_host_list *list) {
  mlirOperationSetDiscardableAttributeByName(
      host->module, name,
      mlirArrayAttrGet(mlirOperationGetContext(host->module), list->count,
                       list->items));
}

/// A function of the program that is called like one of the runtime.
static MlirLogicalResult check_names(const dl_host *host) {
  static const char *const names[] = {
#define NAME(id, name, signature) name,
      DL_DEVICE_FUNCTIONS(NAME)
#undef NAME
          "_mlir_memref_to_llvm_alloc",
      "_mlir_memref_to_llvm_free"};
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    MlirOperation found = mlirSymbolTableLookup(
        host->symbols, mlirStringRefCreateFromCString(names[i]));
    if (!mlirOperationIsNull(found))
      result = dl_emit_error(found,
                             "is called like a function of the runtime, @%s: "
                             "rename it",
                             names[i]);
  }
  return result;
}

static MlirLogicalResult use_device_memory(MlirOperation module,
                                           const void *data) {
  const dl_host_device_memory_options *options = data;
  dl_host host = {.module = module,
                  .symbols = mlirSymbolTableCreate(module),
                  .rewriter =
                      mlirIRRewriterCreate(mlirOperationGetContext(module)),
                  .remarks = options->remarks};
  struct found found = {.host = &host};
  mlirOperationWalk(module, find, &found, MlirWalkPreOrder);
  MlirLogicalResult result = check_names(&host);
  if (mlirLogicalResultIsSuccess(result))
    result = rewrite_all(&host, &found);
  if (mlirLogicalResultIsSuccess(result)) {
    erase_globals(&host);
    set_list(&host, DL_STR("dlopt.kernels"), &host.kernels);
    set_list(&host, DL_STR("dlopt.constants"), &host.constants);
  }
  mlirIRRewriterDestroy(host.rewriter);
  mlirSymbolTableDestroy(host.symbols);
  dl_arena_reset(&host.arena);
  return result;
}

DL_FUNCTION_PASS(host_device_memory, use_device_memory)
