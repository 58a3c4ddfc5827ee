// Structured operations on buffers become calls of functions of loops.
//
//   linalg.generic ins(%a, %b) outs(%c)  ->  call @dlopt_loops_3(%a, %b, %c)
//
// A model repeats its layers; operations that are the same but for their
// operands share one function, so that the code, and the time LLVM takes for
// it, grows with the number of different operations. A loop worth sharing
// among threads becomes two functions: @dlopt_loops_3 counts blocks and work,
// @dlopt_loops_3_blocks runs some of the blocks.
//
// Needs bufferized input. Gives up never: an operation that dl_nest_plan
// refuses goes into its function as it is, for upstream's loops, and a remark
// says why.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lowering/base/diag.h"
#include "lowering/cpu/emit.h"
#include "lowering/cpu/ir.h"
#include "lowering/cpu/nest.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/passes.h"

/// A function already made: what it does, as text, and its name.
typedef struct known_loops {
  char *text;
  size_t length;
  int number;
  const char *refusal; ///< why the loops are upstream's; null if they are ours
} known_loops;

typedef struct outliner {
  MlirOperation module;
  int vector_bytes;
  bool parallel, explain;
  MlirOperation *ops;
  size_t n_ops, capacity;
  known_loops *table; ///< open addressing, power of two, at most half full
  size_t table_size, n_known;
  dl_arena arena;
} outliner;

/// What an operation uses from outside: operands first, then what its body
/// captures; constants are copied into the function instead.
typedef struct captures {
  MlirValue *values;
  int count;
  MlirOperation *constants;
  int n_constants;
} captures;

static bool defined_inside(MlirValue value, MlirOperation op) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  MlirOperation parent = mlirBlockGetParentOperation(block);
  while (!mlirOperationIsNull(parent) && !mlirOperationEqual(parent, op))
    parent = mlirOperationGetParentOperation(parent);
  return !mlirOperationIsNull(parent);
}

typedef struct capture_walk {
  MlirOperation op;
  captures *found;
  int capacity;
} capture_walk;

static void capture(capture_walk *walk, MlirValue value) {
  captures *found = walk->found;
  MlirOperation def = dl_value_def(value);
  if (dl_is(def, "arith.constant") &&
      !mlirTypeIsAMemRef(mlirValueGetType(value))) {
    for (int i = 0; i < found->n_constants; i++)
      if (mlirOperationEqual(found->constants[i], def))
        return;
    found->constants[found->n_constants++] = def;
    return;
  }
  for (int i = 0; i < found->count; i++)
    if (mlirValueEqual(found->values[i], value))
      return;
  found->values[found->count++] = value;
}

static MlirWalkResult count_operands(MlirOperation op, void *data) {
  ((capture_walk *)data)->capacity += (int)mlirOperationGetNumOperands(op);
  return MlirWalkResultAdvance;
}

static MlirWalkResult capture_operands(MlirOperation op, void *data) {
  capture_walk *walk = data;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirOperationEqual(op, walk->op) || !defined_inside(value, walk->op))
      capture(walk, value);
  }
  return MlirWalkResultAdvance;
}

static captures find_captures(outliner *out, MlirOperation op) {
  captures found = {0};
  capture_walk walk = {op, &found, 0};
  mlirOperationWalk(op, count_operands, &walk, MlirWalkPreOrder);
  size_t size = (size_t)walk.capacity;
  found.values = DL_ARENA_ARRAY(&out->arena, MlirValue, size);
  found.constants = DL_ARENA_ARRAY(&out->arena, MlirOperation, size);
  mlirOperationWalk(op, capture_operands, &walk, MlirWalkPreOrder);
  return found;
}

typedef struct replacement {
  MlirValue from, to;
} replacement;

static MlirWalkResult replace_uses(MlirOperation op, void *data) {
  const replacement *r = data;
  mlirOperationReplaceUsesOfWith(op, r->from, r->to);
  return MlirWalkResultAdvance;
}

static void replace_within(MlirOperation op, MlirValue from, MlirValue to) {
  replacement r = {from, to};
  mlirOperationWalk(op, replace_uses, &r, MlirWalkPreOrder);
}

/// True if a pointer says all that is not in the type.
static bool is_bare(MlirType type) {
  int64_t strides[DL_NEST_MAX_DIMS], offset;
  if (!mlirTypeIsAMemRef(type))
    return true;
  int64_t rank = mlirShapedTypeGetRank(type);
  if (rank > DL_NEST_MAX_DIMS || !mlirShapedTypeHasStaticShape(type) ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      mlirShapedTypeIsDynamicStrideOrOffset(offset))
    return false;
  for (int64_t i = 0; i < rank; i++)
    if (mlirShapedTypeIsDynamicStrideOrOffset(strides[i]))
      return false;
  return true;
}

/// Lets a function of static buffers take plain pointers: a call with seven
/// words a buffer, thousands of times in one block, is slow to compile.
static void pass_bare_pointers(MlirOperation function, int count,
                               const MlirType *types) {
  for (int i = 0; i < count; i++)
    if (!is_bare(types[i]))
      return;
  mlirOperationSetDiscardableAttributeByName(
      function, DL_STR("llvm.bareptr"),
      mlirUnitAttrGet(mlirOperationGetContext(function)));
}

/// A function of the captured values that holds a copy of `op`; detached uses
/// are mapped to its arguments. `first` arguments of type index come before.
static MlirOperation make_function(outliner *out, const dl_builder *bld,
                                   MlirOperation op, const captures *found,
                                   int first, MlirOperation *copy) {
  int count = first + found->count;
  MlirType *types = DL_ARENA_ARRAY(&out->arena, MlirType, (size_t)count);
  for (int i = 0; i < count; i++)
    types[i] = i < first ? mlirIndexTypeGet(bld->context)
                         : mlirValueGetType(found->values[i - first]);
  MlirOperation function =
      dl_cpu_function(bld, out->module, "dlopt_loops", count, types);
  pass_bare_pointers(function, count, types);
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  *copy = mlirOperationClone(op);
  for (int i = 0; i < found->n_constants; i++) {
    MlirOperation constant = mlirOperationClone(found->constants[i]);
    mlirBlockAppendOwnedOperation(entry, constant);
    replace_within(*copy, dl_result(found->constants[i], 0),
                   dl_result(constant, 0));
  }
  for (int i = 0; i < found->count; i++)
    replace_within(*copy, found->values[i],
                   mlirBlockGetArgument(entry, first + i));
  mlirBlockAppendOwnedOperation(entry, *copy);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, entry);
  dl_cpu_op(bld, "func.return", 0, NULL, 0, NULL, 0, NULL, NULL);
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter, *copy);
  return function;
}

typedef struct text {
  char *data;
  size_t length, capacity;
} text;

static void append_text(MlirStringRef part, void *data) {
  text *t = data;
  if (t->length + part.length > t->capacity) {
    t->capacity = 2 * t->capacity + part.length + 256;
    t->data = realloc(t->data, t->capacity);
    if (!t->data)
      abort(); // as MLIR itself does when memory runs out
  }
  memcpy(t->data + t->length, part.data, part.length);
  t->length += part.length;
}

static text print_function(MlirOperation function) {
  text t = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsUseLocalScope(flags);
  mlirOpPrintingFlagsAssumeVerified(flags);
  mlirOperationPrintWithFlags(function, flags, append_text, &t);
  mlirOpPrintingFlagsDestroy(flags);
  return t;
}

static size_t hash_text(const char *data, size_t length) {
  uint64_t hash = 1469598103934665603u; // FNV-1a
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)data[i]) * 1099511628211u;
  return (size_t)(hash ^ (hash >> 32));
}

static known_loops *find_slot(known_loops *table, size_t size, const char *data,
                              size_t length) {
  size_t at = hash_text(data, length) & (size - 1);
  while (table[at].text && (table[at].length != length ||
                            memcmp(table[at].text, data, length) != 0))
    at = (at + 1) & (size - 1);
  return &table[at];
}

static void grow_table(outliner *out) {
  size_t size = out->table_size ? 2 * out->table_size : 64;
  known_loops *table = calloc(size, sizeof *table);
  if (!table)
    abort();
  for (size_t i = 0; i < out->table_size; i++)
    if (out->table[i].text)
      *find_slot(table, size, out->table[i].text, out->table[i].length) =
          out->table[i];
  free(out->table);
  out->table = table;
  out->table_size = size;
}

/// The function with this text; `*is_new` if it was not known. Holds until the
/// next call.
static known_loops *loops_of(outliner *out, text t, bool *is_new) {
  if (2 * (out->n_known + 1) > out->table_size)
    grow_table(out);
  known_loops *slot = find_slot(out->table, out->table_size, t.data, t.length);
  *is_new = slot->text == NULL;
  if (*is_new)
    *slot = (known_loops){t.data, t.length, (int)out->n_known++, NULL};
  else
    free(t.data);
  return slot;
}

static void set_name(MlirOperation function, MlirContext context,
                     const char *name) {
  mlirOperationSetAttributeByName(
      function, DL_STR("sym_name"),
      mlirStringAttrGet(context, mlirStringRefCreateFromCString(name)));
}

/// The operands of the operation inside its function.
static MlirValue *inner_operands(outliner *out, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = DL_ARENA_ARRAY(&out->arena, MlirValue, (size_t)count);
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, i);
  return operands;
}

static void emit_serial(outliner *out, const dl_builder *bld,
                        MlirOperation copy) {
  dl_nest nest;
  if (!dl_nest_plan(&nest, copy, out->vector_bytes))
    return;
  dl_emit_nest(bld, &out->arena, &nest, inner_operands(out, copy),
               (MlirValue){NULL}, (MlirValue){NULL});
  mlirRewriterBaseEraseOp(bld->rewriter, copy);
}

/// Product of the dynamic sizes and of all that is known.
static MlirValue emit_work(const dl_builder *bld, const dl_nest *nest,
                           const MlirValue *operands) {
  MlirValue work = dl_constant_index(bld, dl_nest_static_work(nest));
  for (int dim = 0; dim < nest->n_dims; dim++)
    if (nest->size[dim] < 0)
      work = dl_cpu_binary(bld, "arith.muli", work,
                           dl_cpu_dim(bld, operands[nest->size_operand[dim]],
                                      nest->size_position[dim]));
  return work;
}

/// `function` counts; a second one, made here, works.
static void emit_parallel(outliner *out, const dl_builder *bld,
                          MlirOperation function, MlirOperation op,
                          MlirOperation copy, const captures *found,
                          const char *name) {
  dl_nest nest;
  dl_nest_plan(&nest, copy, out->vector_bytes);
  MlirValue *operands = inner_operands(out, copy);
  MlirValue *arguments =
      DL_ARENA_ARRAY(&out->arena, MlirValue, (size_t)found->count + 2);
  arguments[0] = dl_emit_block_count(bld, &nest, operands);
  arguments[1] = emit_work(bld, &nest, operands);
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  for (int i = 0; i < found->count; i++)
    arguments[2 + i] = mlirBlockGetArgument(entry, i);
  char blocks_name[64];
  snprintf(blocks_name, sizeof blocks_name, "%s_blocks", name);
  dl_cpu_call(bld, blocks_name, found->count + 2, arguments);
  mlirRewriterBaseEraseOp(bld->rewriter, copy);

  MlirOperation inner;
  MlirOperation blocks = make_function(out, bld, op, found, 2, &inner);
  set_name(blocks, bld->context, blocks_name);
  mlirOperationSetDiscardableAttributeByName(blocks, DL_STR(DL_CPU_BLOCKS_ATTR),
                                             mlirUnitAttrGet(bld->context));
  dl_nest_plan(&nest, inner, out->vector_bytes);
  entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(blocks, 0));
  dl_emit_nest(bld, &out->arena, &nest, inner_operands(out, inner),
               mlirBlockGetArgument(entry, 0), mlirBlockGetArgument(entry, 1));
  mlirRewriterBaseEraseOp(bld->rewriter, inner);
}

static void outline(outliner *out, MlirRewriterBase rewriter,
                    MlirOperation op) {
  dl_builder bld = dl_builder_before(rewriter, op);
  captures found = find_captures(out, op);
  MlirOperation copy;
  MlirOperation function = make_function(out, &bld, op, &found, 0, &copy);
  bool is_new;
  char name[48];
  known_loops *loops = loops_of(out, print_function(function), &is_new);
  snprintf(name, sizeof name, "dlopt_loops_%d", loops->number);
  if (is_new) {
    dl_nest nest;
    set_name(function, bld.context, name);
    bool planned = dl_nest_plan(&nest, copy, out->vector_bytes);
    loops->refusal = nest.refusal;
    if (planned && out->parallel && nest.split_dim >= 0)
      emit_parallel(out, &bld, function, op, copy, &found, name);
    else
      emit_serial(out, &bld, copy);
  } else {
    mlirRewriterBaseEraseOp(rewriter, function);
  }
  if (out->explain && loops->refusal)
    dl_emit_remark(op, "runs as plain loops on one core: %s", loops->refusal);
  bld = dl_builder_before(rewriter, op);
  dl_cpu_call(&bld, name, found.count, found.values);
  mlirRewriterBaseEraseOp(rewriter, op);
  dl_arena_reset(&out->arena);
}

/// `memref.copy` as a structured operation, so that a strided copy needs no
/// function of MLIR's runtime library; it is erased.
static MlirOperation copy_to_generic(const dl_builder *bld,
                                     MlirOperation copy) {
  MlirValue source = mlirOperationGetOperand(copy, 0);
  int64_t rank = mlirShapedTypeGetRank(mlirValueGetType(source));
  MlirOperation generic =
      dl_cpu_copy(bld, source, mlirOperationGetOperand(copy, 1),
                  mlirAffineMapMultiDimIdentityGet(bld->context, rank));
  mlirRewriterBaseEraseOp(bld->rewriter, copy);
  return generic;
}

static bool is_structured(MlirOperation op) {
  if (dl_is(op, "memref.copy")) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
    return mlirShapedTypeHasRank(type) &&
           mlirShapedTypeGetRank(type) <= DL_NEST_MAX_DIMS;
  }
  return dl_string_starts_with(dl_op_name(op), "linalg.") &&
         mlirOperationGetNumRegions(op) > 0;
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  outliner *out = data;
  if (!is_structured(op))
    return MlirWalkResultAdvance;
  if (out->n_ops == out->capacity) {
    out->capacity = out->capacity ? 2 * out->capacity : 64;
    out->ops = realloc(out->ops, out->capacity * sizeof *out->ops);
    if (!out->ops)
      abort();
  }
  out->ops[out->n_ops++] = op;
  return MlirWalkResultSkip;
}

MlirLogicalResult dl_cpu_outline_loops(MlirOperation module, int vector_bytes,
                                       bool parallel, bool explain) {
  outliner out = {.module = module,
                  .vector_bytes = vector_bytes,
                  .parallel = parallel,
                  .explain = explain};
  mlirOperationWalk(module, collect, &out, MlirWalkPreOrder);
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(module));
  for (size_t i = 0; i < out.n_ops; i++) {
    MlirOperation op = out.ops[i];
    if (dl_is(op, "memref.copy")) {
      dl_builder bld = dl_builder_before(rewriter, op);
      op = copy_to_generic(&bld, op);
    }
    outline(&out, rewriter, op);
  }
  mlirIRRewriterDestroy(rewriter);
  for (size_t i = 0; i < out.table_size; i++)
    free(out.table[i].text);
  free(out.table);
  free(out.ops);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation op, const void *options) {
  const dl_cpu_outline_loops_options *o = options;
  if (o->vector_bytes != 16 && o->vector_bytes != 32 && o->vector_bytes != 64)
    return dl_emit_error(op, "vector-bytes is %lld: expected 16, 32 or 64",
                         (long long)o->vector_bytes);
  return dl_cpu_outline_loops(op, (int)o->vector_bytes, o->parallel,
                              o->explain);
}

DL_FUNCTION_PASS(cpu_outline_loops, run)
