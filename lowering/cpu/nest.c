// Decides how one structured operation is run on a CPU, by its data: iterator
// kinds, index maps, sizes, layouts. Every choice keeps the order in which an
// element's contributions are added: only parallel dimensions are vectorised,
// blocked or shared among threads.
#include "lowering/cpu/nest.h"

#include "lowering/base/builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Coefficient of dimension `dim` in `expr`; false if not linear in it.
static bool coefficient(MlirAffineExpr expr, int dim, int64_t *result) {
  *result = 0;
  if (!mlirAffineExprIsFunctionOfDim(expr, dim))
    return true;
  if (mlirAffineExprIsADim(expr)) {
    *result = 1;
    return true;
  }
  MlirAffineExpr lhs = mlirAffineBinaryOpExprGetLHS(expr);
  MlirAffineExpr rhs = mlirAffineBinaryOpExprGetRHS(expr);
  int64_t left, right;
  if (mlirAffineExprIsAAdd(expr)) {
    if (!coefficient(lhs, dim, &left) || !coefficient(rhs, dim, &right))
      return false;
    *result = left + right;
    return true;
  }
  if (!mlirAffineExprIsAMul(expr) || !mlirAffineExprIsAConstant(rhs) ||
      !coefficient(lhs, dim, &left))
    return false;
  *result = left * mlirAffineConstantExprGetValue(rhs);
  return true;
}

static bool refuse(dl_nest *nest, const char *why) {
  nest->refusal = why;
  return false;
}

static bool last_stride_is_one(MlirType memref) {
  int64_t strides[DL_NEST_MAX_DIMS], offset;
  int64_t rank = mlirShapedTypeGetRank(memref);
  return rank > 0 && rank <= DL_NEST_MAX_DIMS &&
         mlirLogicalResultIsSuccess(
             mlirMemRefTypeGetStridesAndOffset(memref, strides, &offset)) &&
         strides[rank - 1] == 1;
}

static dl_access find_access(MlirAffineMap map, MlirType type, int dim) {
  intptr_t n_results = mlirAffineMapGetNumResults(map);
  dl_access access = DL_ACCESS_FIXED;
  for (intptr_t i = 0; i < n_results; i++) {
    int64_t factor;
    MlirAffineExpr expr = mlirAffineMapGetResult(map, i);
    if (!coefficient(expr, dim, &factor))
      return DL_ACCESS_OTHER;
    if (factor == 0)
      continue;
    if (i + 1 < n_results || factor != 1 || !last_stride_is_one(type))
      return DL_ACCESS_OTHER;
    access = DL_ACCESS_UNIT;
  }
  return access;
}

static bool read_operand(dl_nest *nest, int index, MlirAttribute map) {
  MlirValue value = mlirOperationGetOperand(nest->op, index);
  MlirType type = mlirValueGetType(value);
  nest->map[index] = mlirAffineMapAttrGetValue(map);
  nest->is_memref[index] = mlirTypeIsAMemRef(type);
  if (mlirAffineMapGetNumSymbols(nest->map[index]) != 0 ||
      (mlirTypeIsAShaped(type) && !nest->is_memref[index]))
    return refuse(nest, "an operand is neither a buffer nor a scalar");
  MlirValue element = mlirBlockGetArgument(nest->body, index);
  nest->used[index] = !mlirOpOperandIsNull(mlirValueGetFirstUse(element));
  for (int dim = 0; dim < nest->n_dims; dim++)
    nest->access[index][dim] = find_access(nest->map[index], type, dim);
  return true;
}

static void read_sizes(dl_nest *nest, int index) {
  if (!nest->is_memref[index])
    return;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(nest->op, index));
  intptr_t n_results = mlirAffineMapGetNumResults(nest->map[index]);
  for (intptr_t i = 0; i < n_results; i++) {
    MlirAffineExpr expr = mlirAffineMapGetResult(nest->map[index], i);
    if (!mlirAffineExprIsADim(expr))
      continue;
    int dim = (int)mlirAffineDimExprGetPosition(expr);
    bool dynamic = mlirShapedTypeIsDynamicDim(type, i);
    if (nest->size_operand[dim] >= 0 && (nest->size[dim] >= 0 || dynamic))
      continue;
    nest->size_operand[dim] = index;
    nest->size_position[dim] = (int)i;
    nest->size[dim] = dynamic ? -1 : mlirShapedTypeGetDimSize(type, i);
  }
}

static bool read_body(dl_nest *nest) {
  MlirOperation op = mlirBlockGetFirstOperation(nest->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    nest->n_body_ops++;
    if (mlirOperationGetNumRegions(op) != 0)
      return refuse(nest, "its body has an operation with a region of its own");
  }
  return true;
}

static bool read_op(dl_nest *nest) {
  MlirAttribute maps =
      mlirOperationGetAttributeByName(nest->op, DL_STR("indexing_maps"));
  MlirAttribute kinds =
      mlirOperationGetAttributeByName(nest->op, DL_STR("iterator_types"));
  intptr_t n_dims = mlirArrayAttrGetNumElements(kinds);
  intptr_t n_operands = mlirOperationGetNumOperands(nest->op);
  if (n_dims > DL_NEST_MAX_DIMS || n_operands > DL_NEST_MAX_OPERANDS ||
      mlirOperationGetNumResults(nest->op) != 0)
    return refuse(nest, "it has more than 16 loops or 32 operands");
  nest->n_dims = (int)n_dims;
  nest->n_operands = (int)n_operands;
  MlirAttribute segments =
      mlirOperationGetAttributeByName(nest->op, DL_STR("operandSegmentSizes"));
  nest->n_inputs = mlirDenseI32ArrayGetElement(segments, 0);
  MlirAttribute parallel =
      mlirAttributeParseGet(mlirOperationGetContext(nest->op),
                            DL_STR("#linalg.iterator_type<parallel>"));
  for (int dim = 0; dim < nest->n_dims; dim++) {
    nest->parallel[dim] =
        mlirAttributeEqual(mlirArrayAttrGetElement(kinds, dim), parallel);
    nest->size_operand[dim] = -1;
    if (!nest->parallel[dim])
      nest->reductions[nest->n_reductions++] = dim;
  }
  for (int i = 0; i < nest->n_operands; i++)
    if (!read_operand(nest, i, mlirArrayAttrGetElement(maps, i)))
      return false;
  for (int i = 0; i < nest->n_operands; i++)
    read_sizes(nest, i);
  for (int dim = 0; dim < nest->n_dims; dim++)
    if (nest->size_operand[dim] < 0)
      return refuse(nest, "no operand gives the size of one of its loops");
  // A reduced dimension that moves through a result is no reduction.
  for (int i = nest->n_inputs; i < nest->n_operands; i++) {
    if (!nest->is_memref[i])
      return refuse(nest, "a result is no buffer");
    for (int r = 0; r < nest->n_reductions; r++)
      if (nest->access[i][nest->reductions[r]] != DL_ACCESS_FIXED)
        return refuse(nest, "a reduced dimension moves through a result");
  }
  return read_body(nest);
}

/// Bytes of a type that vectors can be loaded of; 0 if none (i1 and i4 are
/// stored otherwise than in a vector, 8-bit floats have no arithmetic).
static int vector_element_bytes(MlirType type) {
  if (mlirTypeIsAF16(type) || mlirTypeIsABF16(type))
    return 2;
  if (mlirTypeIsAF32(type))
    return 4;
  if (mlirTypeIsAF64(type))
    return 8;
  if (!mlirTypeIsAInteger(type))
    return 0;
  switch (mlirIntegerTypeGetWidth(type)) {
  case 8:
    return 1;
  case 16:
    return 2;
  case 32:
    return 4;
  case 64:
    return 8;
  default:
    return 0;
  }
}

/// Operations that are as good on vectors as on scalars. Calls of libm are not.
static bool op_has_vector_form(MlirOperation op) {
  static const char *const math[] = {"math.absf", "math.absi",  "math.ceil",
                                     "math.fma",  "math.floor", "math.sqrt"};
  MlirStringRef name = dl_op_name(op);
  if (dl_string_starts_with(name, "arith.") ||
      dl_string_is(name, "linalg.yield"))
    return true;
  for (size_t i = 0; i < sizeof(math) / sizeof(math[0]); i++)
    if (dl_string_is(name, math[i]))
      return true;
  return false;
}

/// The widest element of the body, in bytes; 0 if it cannot be vectorised.
static int body_element_bytes(const dl_nest *nest) {
  int widest = 0;
  for (int i = 0; i < nest->n_operands; i++) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(nest->body, i));
    int bytes = vector_element_bytes(type);
    if (bytes == 0 && nest->used[i])
      return 0;
    if (nest->used[i] || i >= nest->n_inputs)
      widest = bytes > widest ? bytes : widest;
  }
  MlirOperation op = mlirBlockGetFirstOperation(nest->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!op_has_vector_form(op))
      return 0;
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++) {
      MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
      int bytes = vector_element_bytes(type);
      bool is_bool =
          mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1;
      if (bytes == 0 && !is_bool)
        return 0;
      widest = bytes > widest ? bytes : widest;
    }
  }
  return widest;
}

/// A parallel dimension along which every operand stands still or moves to the
/// next element, and each result moves; -1 if none.
static int find_unit_dim(const dl_nest *nest) {
  for (int dim = nest->n_dims - 1; dim >= 0; dim--) {
    bool fits = nest->parallel[dim];
    for (int i = 0; fits && i < nest->n_operands; i++) {
      if (!nest->used[i] && i < nest->n_inputs)
        continue;
      dl_access access = nest->access[i][dim];
      fits = access == DL_ACCESS_UNIT ||
             (access == DL_ACCESS_FIXED && i < nest->n_inputs);
    }
    if (fits)
      return dim;
  }
  return -1;
}

/// The last dimension of the first result, or the last parallel one; -1 if all
/// dimensions are reduced.
static int find_row_dim(const dl_nest *nest) {
  for (int dim = nest->n_dims - 1; dim >= 0; dim--)
    if (nest->parallel[dim] &&
        nest->access[nest->n_inputs][dim] == DL_ACCESS_UNIT)
      return dim;
  for (int dim = nest->n_dims - 1; dim >= 0; dim--)
    if (nest->parallel[dim])
      return dim;
  return -1;
}

/// A parallel dimension other than `except` of which an input that is loaded in
/// the inner loop is independent: a block of it shares those loads.
static int find_jam_dim(const dl_nest *nest, int except) {
  int best = -1;
  int64_t best_size = 1;
  for (int dim = 0; dim < nest->n_dims; dim++) {
    if (!nest->parallel[dim] || dim == except)
      continue;
    bool shares = false;
    for (int i = 0; i < nest->n_inputs; i++)
      shares |= nest->used[i] && nest->is_memref[i] &&
                nest->access[i][dim] == DL_ACCESS_FIXED &&
                (except < 0 || nest->access[i][except] == DL_ACCESS_UNIT);
    int64_t size = nest->size[dim] < 0 ? 64 : nest->size[dim];
    if (shares && size > best_size) {
      best = dim;
      best_size = size;
    }
  }
  return best;
}

static int clamp_block(int64_t size, int block) {
  return size >= 0 && size < block ? (int)(size < 1 ? 1 : size) : block;
}

/// A reduction over scalars: `jam` independent sums keep the adder busy.
static void plan_scalar_reduction(dl_nest *nest) {
  int dim = find_jam_dim(nest, -1);
  if (dim < 0)
    dim = find_row_dim(nest);
  MlirType sum =
      mlirValueGetType(mlirBlockGetArgument(nest->body, nest->n_inputs));
  // LLVM vectorises a sum of integers, whose order does not matter, itself.
  if (dim < 0 || mlirTypeIsAInteger(sum))
    return;
  nest->jam_dim = dim;
  nest->jam = clamp_block(nest->size[dim], nest->n_body_ops > 12 ? 4 : 8);
}

static void plan_reduction(dl_nest *nest, int vector_bytes) {
  int dim = find_unit_dim(nest), bytes = body_element_bytes(nest);
  if (dim < 0 || bytes == 0 || (nest->size[dim] >= 0 && nest->size[dim] < 4)) {
    plan_scalar_reduction(nest);
    return;
  }
  nest->vector_dim = dim;
  nest->lanes = vector_bytes / bytes;
  while (nest->size[dim] >= 0 && nest->lanes > nest->size[dim])
    nest->lanes /= 2;
  // 32 registers of 64 bytes, or 16 of 32 bytes: sums take about half.
  int sums = vector_bytes >= 64 ? 16 : 8;
  if (nest->n_body_ops > 12)
    sums /= 2;
  nest->jam_dim = find_jam_dim(nest, dim);
  nest->jam = nest->jam_dim < 0 ? 1 : clamp_block(nest->size[nest->jam_dim], 4);
  nest->vectors = sums / nest->jam > 8 ? 8 : sums / nest->jam;
  while (nest->size[dim] >= 0 && nest->vectors > 1 &&
         nest->vectors * nest->lanes > nest->size[dim])
    nest->vectors /= 2;
}

/// The other side of a transposing copy: a dimension along which some input
/// lies in memory while the row dimension jumps through it; -1 if none.
static int find_transposed_dim(const dl_nest *nest, int row) {
  for (int i = 0; i < nest->n_inputs; i++) {
    if (!nest->used[i] || nest->access[i][row] != DL_ACCESS_OTHER)
      continue;
    for (int dim = 0; dim < nest->n_dims; dim++)
      if (dim != row && nest->access[i][dim] == DL_ACCESS_UNIT &&
          (nest->size[dim] < 0 || nest->size[dim] >= 8))
        return dim;
  }
  return -1;
}

int64_t dl_nest_block(const dl_nest *nest, int dim) {
  if (dim == nest->vector_dim)
    return (int64_t)nest->lanes * nest->vectors;
  if (dim == nest->jam_dim)
    return nest->jam;
  for (int i = 0; i < nest->n_levels; i++)
    if (nest->levels[i].dim == dim && nest->levels[i].kind == DL_LEVEL_TILE)
      return DL_NEST_TILE;
  bool innermost =
      nest->n_levels > 0 && nest->levels[nest->n_levels - 1].dim == dim;
  return innermost && nest->n_reductions == 0 ? DL_NEST_ROW_BLOCK : 1;
}

int64_t dl_nest_static_work(const dl_nest *nest) {
  int64_t work = nest->n_body_ops;
  for (int dim = 0; dim < nest->n_dims; dim++)
    if (nest->size[dim] >= 0 &&
        __builtin_mul_overflow(work, nest->size[dim], &work))
      return INT64_MAX;
  return work;
}

/// The outermost parallel loop with enough to share, else the longest.
static void plan_split(dl_nest *nest) {
  bool dynamic = false;
  for (int dim = 0; dim < nest->n_dims; dim++)
    dynamic |= nest->size[dim] < 0;
  if (!dynamic && dl_nest_static_work(nest) < DL_NEST_SERIAL_WORK)
    return;
  int best = -1;
  int64_t best_trips = 1;
  for (int i = 0; i < nest->n_levels && best_trips < 16; i++) {
    int dim = nest->levels[i].dim;
    int64_t block = dl_nest_block(nest, dim);
    int64_t trips =
        nest->size[dim] < 0 ? 64 : (nest->size[dim] + block - 1) / block;
    if (trips > best_trips) {
      best = i;
      best_trips = trips;
    }
  }
  if (best >= 0)
    nest->split_dim = nest->levels[best].dim;
}

static void add_level(dl_nest *nest, int dim, dl_level_kind kind) {
  nest->levels[nest->n_levels++] = (dl_level){dim, kind};
}

static void plan_levels(dl_nest *nest) {
  int row = nest->vector_dim >= 0 ? nest->vector_dim : find_row_dim(nest);
  int other = -1;
  if (row >= 0 && nest->n_reductions == 0)
    other = find_transposed_dim(nest, row);
  for (int dim = 0; dim < nest->n_dims; dim++)
    if (nest->parallel[dim] && dim != row && dim != nest->jam_dim &&
        dim != other)
      add_level(nest, dim, DL_LEVEL_PLAIN);
  if (other >= 0) {
    add_level(nest, other, DL_LEVEL_TILE);
    add_level(nest, row, DL_LEVEL_TILE);
    add_level(nest, other, DL_LEVEL_PLAIN);
  }
  if (row >= 0 && row != nest->jam_dim)
    add_level(nest, row,
              nest->vector_dim >= 0 ? DL_LEVEL_VECTOR : DL_LEVEL_PLAIN);
  if (nest->jam_dim >= 0)
    add_level(nest, nest->jam_dim, DL_LEVEL_BLOCK);
}

bool dl_nest_plan(dl_nest *nest, MlirOperation op, int vector_bytes) {
  *nest = (dl_nest){.op = op,
                    .lanes = 1,
                    .vectors = 1,
                    .jam = 1,
                    .vector_dim = -1,
                    .jam_dim = -1,
                    .split_dim = -1};
  if (!dl_is(op, "linalg.generic"))
    return refuse(nest, "it is no linalg.generic");
  nest->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (!read_op(nest))
    return false;
  if (nest->n_reductions > 0)
    plan_reduction(nest, vector_bytes);
  plan_levels(nest);
  plan_split(nest);
  return true;
}
