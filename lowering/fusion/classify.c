// What fusion must know of an operation: its kind, its effects, its cost.
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"

static const struct {
  const char *name;
  dl_fusion_kind kind;
} kinds[] = {
    {"dlopt.map", DL_FUSION_MAP},
    {"dlopt.cast", DL_FUSION_MAP},
    {"dlopt.matmul", DL_FUSION_MATMUL},
    {"dlopt.conv", DL_FUSION_CONV},
    {"dlopt.attention", DL_FUSION_ATTENTION},
    {"dlopt.pool", DL_FUSION_POOL},
    {"dlopt.reduce", DL_FUSION_ROWS},
    {"dlopt.softmax", DL_FUSION_ROWS},
    {"dlopt.layer_norm", DL_FUSION_ROWS},
    {"dlopt.rms_norm", DL_FUSION_ROWS},
    {"tensor.pad", DL_FUSION_LOOPS},
    {"tensor.concat", DL_FUSION_LOOPS},
    {"tensor.generate", DL_FUSION_LOOPS},
};

typedef enum body_cost {
  COST_NONE,
  COST_CHEAP,
  COST_DEAR,
  COST_FAILS
} body_cost;

/// The first row that matches counts; a name that ends in '*' is a prefix.
static const struct {
  const char *name;
  body_cost cost;
} body_ops[] = {
    {"arith.constant", COST_NONE},  {"arith.ext*", COST_NONE},
    {"arith.trunc*", COST_NONE},    {"arith.sitofp", COST_NONE},
    {"arith.uitofp", COST_NONE},    {"arith.fptosi", COST_NONE},
    {"arith.fptoui", COST_NONE},    {"arith.index_cast*", COST_NONE},
    {"arith.bitcast", COST_NONE},   {"arith.convertf", COST_NONE},
    {"arith.divf", COST_DEAR},      {"arith.remf", COST_DEAR},
    {"arith.div*", COST_FAILS},     {"arith.rem*", COST_FAILS},
    {"arith.ceildiv*", COST_FAILS}, {"arith.floordiv*", COST_FAILS},
    {"arith.*", COST_CHEAP},        {"math.abs*", COST_CHEAP},
    {"math.fma", COST_CHEAP},       {"math.copysign", COST_CHEAP},
    {"math.floor", COST_CHEAP},     {"math.ceil", COST_CHEAP},
    {"math.trunc", COST_CHEAP},     {"math.roundeven", COST_CHEAP},
    {"math.isnan", COST_CHEAP},     {"math.isinf", COST_CHEAP},
    {"math.isfinite", COST_CHEAP},  {"math.*", COST_DEAR},
    {"tensor.extract", COST_CHEAP}, {"tensor.dim", COST_NONE},
    {"dlopt.index", COST_NONE},     {"dlopt.yield", COST_NONE},
    {"complex.*", COST_DEAR},
};

static bool is_named(MlirStringRef name, const char *pattern) {
  size_t length = strlen(pattern);
  if (length && pattern[length - 1] == '*')
    return name.length >= length - 1 &&
           memcmp(name.data, pattern, length - 1) == 0;
  return dl_string_is(name, pattern);
}

static body_cost cost_of(MlirStringRef name) {
  for (size_t i = 0; i < sizeof(body_ops) / sizeof(body_ops[0]); ++i)
    if (is_named(name, body_ops[i].name))
      return body_ops[i].cost;
  return COST_FAILS;
}

static void read_body(MlirOperation map, dl_body_cost *cost) {
  MlirOperation op = mlirBlockGetFirstOperation(dl_region_block(map, 0));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef name = dl_op_name(op);
    body_cost of_op = cost_of(name);
    cost->n_arithmetic += of_op != COST_NONE;
    if (of_op == COST_DEAR) {
      cost->dear = name.data;
      cost->dear_length = (int)name.length;
    } else if (of_op == COST_FAILS) {
      cost->may_fail = name.data;
      cost->may_fail_length = (int)name.length;
    }
  }
}

bool dl_fusion_is_structured(MlirOperation op) {
  intptr_t n_results = mlirOperationGetNumResults(op);
  if (n_results == 0 ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)))
    return false;
  for (intptr_t i = 0; i < n_results; ++i)
    if (!dl_is_tensor(dl_result(op, i)) ||
        dl_rank(dl_result(op, i)) > DL_MAX_RANK)
      return false;
  return true;
}

dl_fusion_kind dl_fusion_kind_of(MlirOperation op, dl_body_cost *cost) {
  *cost = (dl_body_cost){0};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
    if (!dl_is(op, kinds[i].name))
      continue;
    if (dl_map_is(op))
      read_body(op, cost);
    return cost->may_fail ? DL_FUSION_ALONE : kinds[i].kind;
  }
  return dl_fusion_is_structured(op) ? DL_FUSION_LOOPS : DL_FUSION_OUTSIDE;
}

static bool is_on_values(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type))
      return false;
  }
  return true;
}

/// Terminators of regions count as pure: they do what their operation does.
static bool is_pure_alone(MlirOperation op) {
  static const char *const pure[] = {"tensor.*", "linalg.*", "dlopt.*",
                                     "scf.yield"};
  MlirStringRef name = dl_op_name(op);
  if (cost_of(name) != COST_FAILS)
    return true;
  for (size_t i = 0; i < sizeof(pure) / sizeof(pure[0]); ++i)
    if (is_named(name, pure[i]))
      return is_on_values(op);
  // Loops may not end, so scf.while is none of these.
  return dl_string_is(name, "scf.if") || dl_string_is(name, "scf.for") ||
         dl_string_is(name, "scf.forall");
}

static MlirWalkResult find_impure(MlirOperation op, void *data) {
  if (is_pure_alone(op))
    return MlirWalkResultAdvance;
  *(bool *)data = false;
  return MlirWalkResultInterrupt;
}

bool dl_fusion_is_pure(MlirOperation op) {
  bool pure = true;
  mlirOperationWalk(op, find_impure, &pure, MlirWalkPreOrder);
  return pure;
}

bool dl_fusion_is_small_constant(MlirOperation op) {
  if (!dl_is(op, "arith.constant"))
    return false;
  MlirAttribute value = mlirOperationGetAttributeByName(op, DL_STR("value"));
  if (!mlirTypeIsAShaped(mlirValueGetType(dl_result(op, 0))))
    return true;
  return mlirAttributeIsADenseElements(value) &&
         mlirDenseElementsAttrIsSplat(value);
}

bool dl_fusion_is_free(const dl_node *node) {
  return node->kind == DL_FUSION_MAP && node->cost.n_arithmetic == 0;
}
