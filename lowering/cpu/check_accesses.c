// Asserts that the program's own accesses are inside of what they access.
//
//   %v = tensor.extract %t[%i] : tensor<4xf32>
//   ->  %ok = arith.cmpi ult, %i, 4
//       cf.assert %ok, "tensor.extract outside of tensor<4xf32>"
//       %v = tensor.extract %t[%i] : tensor<4xf32>
//
// For tensor.extract and insert, memref.load and store, before our own loops
// are made: those stay as they are. An index that is inside by its loop or its
// value is not looked at.
#include <stdio.h>

#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "lowering/base/diag.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/cpu/ir.h"
#include "lowering/cpu/steps.h"
#include "lowering/pass/pass.h"

enum { ULT = 6 }; // arith.cmpi's predicate, as ODS numbers it

/// An access: indices follow the operand at `source`.
typedef struct access {
  MlirOperation op;
  intptr_t source;
} access;

static bool read_access(MlirOperation op, access *out) {
  static const struct {
    const char *name;
    intptr_t source;
  } kinds[] = {{"tensor.extract", 0},
               {"tensor.insert", 1},
               {"memref.load", 0},
               {"memref.store", 1}};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
    if (dl_is(op, kinds[i].name)) {
      *out = (access){op, kinds[i].source};
      return mlirTypeIsAShaped(
          mlirValueGetType(mlirOperationGetOperand(op, kinds[i].source)));
    }
  return false;
}

static MlirValue source_of(const access *a) {
  return mlirOperationGetOperand(a->op, a->source);
}

static int64_t size_of(const access *a, intptr_t dim) {
  MlirType type = mlirValueGetType(source_of(a));
  return mlirShapedTypeIsDynamicDim(type, dim)
             ? -1
             : mlirShapedTypeGetDimSize(type, dim);
}

static bool read_constant(MlirValue value, int64_t *out) {
  MlirOperation def = dl_value_def(value);
  if (mlirOperationIsNull(def) || !dl_is(def, "arith.constant"))
    return false;
  MlirAttribute attr = mlirOperationGetAttributeByName(def, DL_STR("value"));
  if (!mlirAttributeIsAInteger(attr))
    return false;
  *out = mlirIntegerAttrGetValueInt(attr);
  return true;
}

/// True if `bound` is at most the size of the dimension: a constant, or that
/// size itself.
static bool is_bound(const access *a, intptr_t dim, MlirValue bound) {
  int64_t value, of;
  if (read_constant(bound, &value))
    return value <= size_of(a, dim);
  MlirOperation def = dl_value_def(bound);
  return !mlirOperationIsNull(def) &&
         (dl_is(def, "tensor.dim") || dl_is(def, "memref.dim")) &&
         mlirValueEqual(mlirOperationGetOperand(def, 0), source_of(a)) &&
         read_constant(mlirOperationGetOperand(def, 1), &of) && of == dim;
}

static bool is_constant_map(MlirOperation loop, MlirStringRef name,
                            int64_t *value) {
  MlirAttribute attr = mlirOperationGetAttributeByName(loop, name);
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAAffineMap(attr))
    return false;
  MlirAffineMap map = mlirAffineMapAttrGetValue(attr);
  if (!mlirAffineMapIsSingleConstant(map))
    return false;
  *value = mlirAffineMapGetSingleConstantResult(map);
  return true;
}

/// The variable of a loop that stays inside.
static bool is_inside_as_variable(const access *a, intptr_t dim,
                                  MlirValue index) {
  if (!mlirValueIsABlockArgument(index) ||
      mlirBlockArgumentGetArgNumber(index) != 0)
    return false;
  MlirOperation loop =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(index));
  int64_t from, to;
  if (dl_is(loop, "affine.for"))
    return is_constant_map(loop, DL_STR("lowerBoundMap"), &from) &&
           is_constant_map(loop, DL_STR("upperBoundMap"), &to) && from >= 0 &&
           to <= size_of(a, dim);
  return dl_is(loop, "scf.for") &&
         read_constant(mlirOperationGetOperand(loop, 0), &from) && from >= 0 &&
         is_bound(a, dim, mlirOperationGetOperand(loop, 1));
}

/// `dlopt.index` or `linalg.index` over a dimension of a result that is no
/// larger.
static bool is_inside_as_iteration(const access *a, intptr_t dim,
                                   MlirValue index) {
  MlirOperation def = dl_value_def(index);
  if (mlirOperationIsNull(def) ||
      !(dl_is(def, "dlopt.index") || dl_is(def, "linalg.index")))
    return false;
  intptr_t which = (intptr_t)mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(def, DL_STR("dim")));
  MlirOperation loops = mlirOperationGetParentOperation(def);
  if (mlirOperationGetNumResults(loops) == 0)
    return false;
  // A generic's loops are those of its result only by an identity map.
  MlirType type = mlirValueGetType(dl_result(loops, 0));
  if (dl_is(loops, "linalg.generic")) {
    MlirAttribute maps =
        mlirOperationGetAttributeByName(loops, DL_STR("indexing_maps"));
    MlirAffineMap map = mlirAffineMapAttrGetValue(
        mlirArrayAttrGetElement(maps, mlirArrayAttrGetNumElements(maps) - 1));
    if (!mlirAffineMapIsIdentity(map))
      return false;
  } else if (!dl_is(loops, "dlopt.map")) {
    return false;
  }
  return which < mlirShapedTypeGetRank(type) &&
         !mlirShapedTypeIsDynamicDim(type, which) &&
         mlirShapedTypeGetDimSize(type, which) <= size_of(a, dim);
}

static bool is_inside(const access *a, intptr_t dim) {
  MlirValue index = mlirOperationGetOperand(a->op, a->source + 1 + dim);
  int64_t value;
  if (read_constant(index, &value))
    return value >= 0 && value < size_of(a, dim);
  return is_inside_as_variable(a, dim, index) ||
         is_inside_as_iteration(a, dim, index);
}

/// The operation before which sizes can be asked for: bodies of structured
/// operations hold scalars alone.
static MlirOperation outside_of_bodies(MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  for (MlirOperation at = parent;
       !dl_is(at, "func.func") && !mlirOperationIsNull(at);
       at = mlirOperationGetParentOperation(at))
    if (dl_is(at, "dlopt.map") ||
        dl_string_starts_with(dl_op_name(at), "linalg."))
      op = at;
  return op;
}

static MlirValue emit_size(MlirRewriterBase rewriter, const access *a,
                           intptr_t dim) {
  MlirValue source = source_of(a);
  dl_builder bld = dl_builder_before(rewriter, outside_of_bodies(a->op));
  if (size_of(a, dim) >= 0 || mlirTypeIsAMemRef(mlirValueGetType(source)))
    return dl_cpu_dim(&bld, source, dim);
  return dl_tensor_dim(&bld, source, dl_constant_index(&bld, dim));
}

static void emit_assertion(const dl_builder *bld, const access *a,
                           MlirValue condition) {
  char type[128], text[256];
  snprintf(text, sizeof(text), "%.*s outside of %s", DL_SV(dl_op_name(a->op)),
           dl_type_text(mlirValueGetType(source_of(a)), type, sizeof(type)));
  const char *names[] = {"msg"};
  MlirAttribute attributes[] = {dl_attr_string(bld, text)};
  dl_cpu_op(bld, "cf.assert", 1, &condition, 0, NULL, 1, names, attributes);
}

static void check(MlirRewriterBase rewriter, const access *a) {
  intptr_t rank = mlirOperationGetNumOperands(a->op) - a->source - 1;
  MlirValue condition = {NULL};
  for (intptr_t dim = 0; dim < rank; dim++) {
    if (is_inside(a, dim))
      continue;
    MlirValue size = emit_size(rewriter, a, dim);
    dl_builder bld = dl_builder_before(rewriter, a->op);
    MlirValue index = mlirOperationGetOperand(a->op, a->source + 1 + dim);
    MlirValue ok = dl_arith_cmpi(
        &bld, index, size,
        (dl_arith_cmpi_attrs){.predicate = dl_attr_i64(&bld, ULT)});
    condition = mlirValueIsNull(condition)
                    ? ok
                    : dl_cpu_binary(&bld, "arith.andi", condition, ok);
  }
  dl_builder bld = dl_builder_before(rewriter, a->op);
  if (!mlirValueIsNull(condition))
    emit_assertion(&bld, a, condition);
}

typedef struct found_accesses {
  access *items;
  size_t count;
} found_accesses;

/// Counts, and writes where there is room.
static MlirWalkResult collect(MlirOperation op, void *data) {
  found_accesses *found = data;
  access a;
  if (!read_access(op, &a))
    return MlirWalkResultAdvance;
  if (found->items)
    found->items[found->count] = a;
  ++found->count;
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(MlirOperation module, const void *options) {
  dl_arena arena = {NULL};
  found_accesses found = {NULL, 0};
  mlirOperationWalk(module, collect, &found, MlirWalkPreOrder);
  found.items = DL_ARENA_ARRAY(&arena, access, found.count + 1);
  found.count = 0;
  mlirOperationWalk(module, collect, &found, MlirWalkPreOrder);
  MlirRewriterBase rewriter =
      mlirIRRewriterCreate(mlirOperationGetContext(module));
  for (size_t i = 0; i < found.count; i++)
    check(rewriter, &found.items[i]);
  mlirIRRewriterDestroy(rewriter);
  dl_arena_reset(&arena);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(cpu_check_accesses, run)
