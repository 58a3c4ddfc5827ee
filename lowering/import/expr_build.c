// Nodes of the element view: made once, in a normal form.
#include "lowering/import/expr_build.h"

#include "lowering/base/builder.h"

#include <math.h>
#include <string.h>

static const double ln2 = 0.69314718055994530942;

static uint64_t mix(uint64_t hash, uint64_t word) {
  return (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
}

static uint64_t hash_of(const dl_expr *expr) {
  uint64_t bits;
  memcpy(&bits, &expr->number, sizeof(bits));
  uint64_t hash = mix((uint64_t)expr->kind, bits);
  hash = mix(hash, (uintptr_t)expr->value.ptr);
  hash = mix(hash, expr->bound);
  for (int i = 0; i < expr->index.rank; ++i)
    hash = mix(hash, (uint64_t)(expr->index.id[i] + 2));
  for (int i = 0; i < expr->n_args; ++i)
    hash = mix(hash, (uint64_t)expr->args[i]->serial + 1);
  return hash ^ (hash >> 32);
}

/// Two operations that differ in their operands at most.
static bool same_operation(MlirOperation a, MlirOperation b) {
  if (mlirOperationEqual(a, b))
    return true;
  if (mlirOperationIsNull(a) || mlirOperationIsNull(b) ||
      !mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)) ||
      mlirOperationGetNumRegions(a) || mlirOperationGetNumRegions(b) ||
      mlirOperationGetNumAttributes(a) != mlirOperationGetNumAttributes(b))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(a); ++i) {
    MlirNamedAttribute x = mlirOperationGetAttribute(a, i);
    MlirNamedAttribute y = mlirOperationGetAttribute(b, i);
    if (!mlirIdentifierEqual(x.name, y.name) ||
        !mlirAttributeEqual(x.attribute, y.attribute))
      return false;
  }
  return true;
}

static bool same(const dl_expr *a, const dl_expr *b) {
  if (a->kind != b->kind || a->id != b->id || a->bound != b->bound ||
      a->reduce != b->reduce || a->n_args != b->n_args ||
      memcmp(&a->number, &b->number, sizeof(a->number)) != 0 ||
      !mlirTypeEqual(a->type, b->type) || !mlirValueEqual(a->value, b->value) ||
      a->index.rank != b->index.rank ||
      memcmp(a->index.id, b->index.id, (size_t)a->index.rank) != 0)
    return false;
  for (int i = 0; i < a->n_args; ++i)
    if (a->args[i] != b->args[i])
      return false;
  if (a->kind == DL_EXPR_EXTENT && !dl_size_same(a->size, b->size))
    return false;
  return a->kind != DL_EXPR_OTHER || same_operation(a->op, b->op);
}

const dl_expr *dl_expr_intern(dl_view *view, const dl_expr *proto) {
  const dl_expr **bucket = &view->nodes[hash_of(proto) % DL_VIEW_BUCKETS];
  for (const dl_expr *at = *bucket; at; at = at->next)
    if (same(at, proto))
      return at;
  dl_expr *made = DL_ARENA_ARRAY(view->arena, dl_expr, 1);
  *made = *proto;
  made->serial = view->n_nodes++;
  for (int i = 0; i < made->n_args; ++i)
    made->ids |= made->args[i]->ids;
  made->ids &= ~made->bound;
  made->next = *bucket;
  *bucket = made;
  return made;
}

const dl_expr *dl_expr_const(dl_view *view, MlirType type, double number) {
  if (number == 0)
    number = 0; // one zero: its sign is below what recognisers look at
  dl_expr proto = {.kind = DL_EXPR_CONST, .type = type, .number = number};
  return dl_expr_intern(view, &proto);
}

static bool is_const(const dl_expr *expr) {
  return expr->kind == DL_EXPR_CONST;
}

static double fold_unary(dl_expr_kind kind, double x) {
  return kind == DL_EXPR_EXP   ? exp(x)
         : kind == DL_EXPR_LOG ? log(x)
         : kind == DL_EXPR_ERF ? erf(x)
                               : tanh(x);
}

const dl_expr *dl_expr_unary(dl_view *view, dl_expr_kind kind, MlirType type,
                             const dl_expr *arg) {
  if (kind == DL_EXPR_ROUND && arg->kind == DL_EXPR_ROUND &&
      mlirTypeEqual(arg->type, type))
    return arg;
  if (is_const(arg))
    return dl_expr_const(view, type,
                         kind == DL_EXPR_ROUND ? arg->number
                                               : fold_unary(kind, arg->number));
  dl_expr proto = {.kind = kind, .type = type, .n_args = 1, .args = {arg}};
  return dl_expr_intern(view, &proto);
}

static bool fold_binary(dl_expr_kind kind, double a, double b, double *out) {
  switch (kind) {
  case DL_EXPR_ADD:
    *out = a + b;
    return true;
  case DL_EXPR_MUL:
    *out = a * b;
    return true;
  case DL_EXPR_AND:
    *out = (double)((int64_t)a & (int64_t)b);
    return true;
  case DL_EXPR_OR:
    *out = (double)((int64_t)a | (int64_t)b);
    return true;
  case DL_EXPR_XOR:
    *out = (double)((int64_t)a ^ (int64_t)b);
    return true;
  case DL_EXPR_MAX:
  case DL_EXPR_MAXNUM:
    *out = a > b ? a : b;
    return !isnan(a) && !isnan(b);
  case DL_EXPR_MIN:
  case DL_EXPR_MINNUM:
    *out = a < b ? a : b;
    return !isnan(a) && !isnan(b);
  default:
    return false;
  }
}

static const dl_expr *pow_of_factors(dl_view *view, MlirType type,
                                     const dl_expr *a, const dl_expr *b) {
  return a == b ? dl_expr_pow(view, type, a, 2) : NULL;
}

/// Identities with one constant operand `c`; null if none applies. x + 0 loses
/// the sign of a zero only.
static const dl_expr *simplify(dl_expr_kind kind, const dl_expr *x,
                               const dl_expr *c) {
  bool is_bool =
      mlirTypeIsAInteger(c->type) && mlirIntegerTypeGetWidth(c->type) == 1;
  if ((kind == DL_EXPR_ADD && c->number == 0) ||
      (kind == DL_EXPR_MUL && c->number == 1) ||
      (kind == DL_EXPR_OR && c->number == 0) ||
      (kind == DL_EXPR_XOR && c->number == 0) ||
      (kind == DL_EXPR_AND && is_bool && c->number != 0))
    return x;
  if ((kind == DL_EXPR_AND && c->number == 0) ||
      (kind == DL_EXPR_OR && is_bool && c->number != 0))
    return c;
  return NULL;
}

const dl_expr *dl_expr_binary(dl_view *view, dl_expr_kind kind, MlirType type,
                              const dl_expr *lhs, const dl_expr *rhs) {
  double folded;
  if (is_const(lhs) && is_const(rhs) &&
      fold_binary(kind, lhs->number, rhs->number, &folded))
    return dl_expr_const(view, type, folded);
  // Every kind that comes here commutes: constants last, else by age.
  if (is_const(lhs) || (!is_const(rhs) && rhs->serial < lhs->serial)) {
    const dl_expr *swap = lhs;
    lhs = rhs;
    rhs = swap;
  }
  const dl_expr *simple = is_const(rhs) ? simplify(kind, lhs, rhs) : NULL;
  if (!simple && kind == DL_EXPR_MUL)
    simple = pow_of_factors(view, type, lhs, rhs);
  if (simple)
    return simple;
  dl_expr proto = {.kind = kind, .type = type, .n_args = 2, .args = {lhs, rhs}};
  return dl_expr_intern(view, &proto);
}

const dl_expr *dl_expr_pow(dl_view *view, MlirType type, const dl_expr *base,
                           double exponent) {
  if (exponent == 1)
    return base;
  if (is_const(base))
    return dl_expr_const(view, type, pow(base->number, exponent));
  // (v^0.5)^-1 and the like; (v^2)^0.5 is |v| and stays.
  if (base->kind == DL_EXPR_POW && (exponent == -1 || base->number == -1))
    return dl_expr_pow(view, type, base->args[0], base->number * exponent);
  dl_expr proto = {.kind = DL_EXPR_POW,
                   .type = type,
                   .number = exponent,
                   .n_args = 1,
                   .args = {base}};
  return dl_expr_intern(view, &proto);
}

static bool fold_compare(dl_expr_kind kind, int predicate, double a, double b,
                         bool *out) {
  // arith's numbering: cmpi eq ne slt sle sgt sge; cmpf oeq = 1, ogt, oge, olt,
  // ole, one, ord, then the unordered ones, une = 13.
  static const char cmpi[] = "=!<[>]", cmpf[] = "?=>]<[!?=>]<[!";
  size_t count = kind == DL_EXPR_CMPI ? sizeof(cmpi) - 1 : sizeof(cmpf) - 1;
  if (isnan(a) || isnan(b) || predicate < 0 || (size_t)predicate >= count)
    return false;
  switch ((kind == DL_EXPR_CMPI ? cmpi : cmpf)[predicate]) {
  case '=':
    return *out = a == b, true;
  case '!':
    return *out = a != b, true;
  case '<':
    return *out = a < b, true;
  case '[':
    return *out = a <= b, true;
  case '>':
    return *out = a > b, true;
  case ']':
    return *out = a >= b, true;
  default:
    return false;
  }
}

static MlirType bool_type(MlirType like) {
  return mlirIntegerTypeGet(mlirTypeGetContext(like), 1);
}

/// Predicate of the comparison with its sides exchanged.
static int swap_predicate(dl_expr_kind kind, int predicate) {
  static const char cmpi[] = {0, 1, 4, 5, 2, 3, 8, 9, 6, 7};
  static const char cmpf[] = {0, 1,  4,  5, 2,  3,  6,  7,
                              8, 11, 12, 9, 10, 13, 14, 15};
  return kind == DL_EXPR_CMPI ? cmpi[predicate] : cmpf[predicate];
}

const dl_expr *dl_expr_compare(dl_view *view, dl_expr_kind kind, int predicate,
                               const dl_expr *lhs, const dl_expr *rhs) {
  bool folded;
  if (is_const(lhs) && !is_const(rhs)) {
    const dl_expr *swap = lhs;
    lhs = rhs;
    rhs = swap;
    predicate = swap_predicate(kind, predicate);
  }
  MlirType type = bool_type(lhs->type);
  if (is_const(lhs) && is_const(rhs) &&
      fold_compare(kind, predicate, lhs->number, rhs->number, &folded))
    return dl_expr_const(view, type, folded);
  dl_expr proto = {.kind = kind,
                   .type = type,
                   .number = predicate,
                   .n_args = 2,
                   .args = {lhs, rhs}};
  return dl_expr_intern(view, &proto);
}

const dl_expr *dl_expr_select(dl_view *view, MlirType type,
                              const dl_expr *condition,
                              const dl_expr *when_true,
                              const dl_expr *when_false) {
  if (is_const(condition))
    return condition->number != 0 ? when_true : when_false;
  if (when_true == when_false)
    return when_true;
  dl_expr proto = {.kind = DL_EXPR_SELECT,
                   .type = type,
                   .n_args = 3,
                   .args = {condition, when_true, when_false}};
  return dl_expr_intern(view, &proto);
}

/// The widest finite exponent range and precision of `to` hold all of `from`.
static bool widens(MlirType from, MlirType to) {
  if (mlirTypeEqual(from, to) || mlirTypeIsAF64(to))
    return true;
  if (mlirTypeIsAF32(to))
    return !mlirTypeIsAF64(from);
  return (mlirTypeIsAF16(to) || mlirTypeIsABF16(to)) &&
         mlirFloatTypeGetWidth(from) <= 8;
}

const dl_expr *dl_expr_convert_float(dl_view *view, MlirType type,
                                     const dl_expr *arg) {
  if (is_const(arg))
    return dl_expr_const(view, type, arg->number);
  if (!mlirTypeIsAFloat(arg->type) || widens(arg->type, type))
    return arg;
  return dl_expr_unary(view, DL_EXPR_ROUND, type, arg);
}

enum op_rule {
  RULE_KIND,    ///< commutative binary of the kind in the row
  RULE_UNARY,   ///< unary of the kind in the row
  RULE_POWER,   ///< power `number`
  RULE_COMPARE, ///< comparison of the kind in the row
  RULE_SUB,
  RULE_DIV,
  RULE_NEG,
  RULE_EXP2,
  RULE_LOG2,
  RULE_EXPM1,
  RULE_LOG1P,
  RULE_POWF,
  RULE_SELECT,
  RULE_FLOAT_CAST,
  RULE_INT_CAST,
  RULE_FROM_INT
};

static const struct op_row {
  const char *name;
  enum op_rule rule;
  dl_expr_kind kind;
  double number;
} op_rows[] = {
    {"arith.addf", RULE_KIND, DL_EXPR_ADD, 0},
    {"arith.mulf", RULE_KIND, DL_EXPR_MUL, 0},
    {"arith.addi", RULE_KIND, DL_EXPR_ADD, 0},
    {"arith.muli", RULE_KIND, DL_EXPR_MUL, 0},
    {"arith.maximumf", RULE_KIND, DL_EXPR_MAX, 0},
    {"arith.minimumf", RULE_KIND, DL_EXPR_MIN, 0},
    {"arith.maxnumf", RULE_KIND, DL_EXPR_MAXNUM, 0},
    {"arith.minnumf", RULE_KIND, DL_EXPR_MINNUM, 0},
    {"arith.andi", RULE_KIND, DL_EXPR_AND, 0},
    {"arith.ori", RULE_KIND, DL_EXPR_OR, 0},
    {"arith.xori", RULE_KIND, DL_EXPR_XOR, 0},
    {"arith.subf", RULE_SUB, DL_EXPR_ADD, 0},
    {"arith.subi", RULE_SUB, DL_EXPR_ADD, 0},
    {"arith.divf", RULE_DIV, DL_EXPR_MUL, 0},
    {"arith.negf", RULE_NEG, DL_EXPR_MUL, 0},
    {"arith.cmpf", RULE_COMPARE, DL_EXPR_CMPF, 0},
    {"arith.cmpi", RULE_COMPARE, DL_EXPR_CMPI, 0},
    {"arith.select", RULE_SELECT, DL_EXPR_SELECT, 0},
    {"arith.extf", RULE_FLOAT_CAST, DL_EXPR_ROUND, 0},
    {"arith.truncf", RULE_FLOAT_CAST, DL_EXPR_ROUND, 0},
    {"arith.index_cast", RULE_INT_CAST, DL_EXPR_OTHER, 0},
    {"arith.index_castui", RULE_INT_CAST, DL_EXPR_OTHER, 1},
    {"arith.extsi", RULE_INT_CAST, DL_EXPR_OTHER, 0},
    {"arith.extui", RULE_INT_CAST, DL_EXPR_OTHER, 1},
    {"arith.sitofp", RULE_FROM_INT, DL_EXPR_OTHER, 0},
    {"arith.uitofp", RULE_FROM_INT, DL_EXPR_OTHER, 1},
    {"math.exp", RULE_UNARY, DL_EXPR_EXP, 0},
    {"math.log", RULE_UNARY, DL_EXPR_LOG, 0},
    {"math.erf", RULE_UNARY, DL_EXPR_ERF, 0},
    {"math.tanh", RULE_UNARY, DL_EXPR_TANH, 0},
    {"math.exp2", RULE_EXP2, DL_EXPR_EXP, 0},
    {"math.log2", RULE_LOG2, DL_EXPR_LOG, 0},
    {"math.expm1", RULE_EXPM1, DL_EXPR_EXP, 0},
    {"math.log1p", RULE_LOG1P, DL_EXPR_LOG, 0},
    {"math.sqrt", RULE_POWER, DL_EXPR_POW, 0.5},
    {"math.rsqrt", RULE_POWER, DL_EXPR_POW, -0.5},
    {"math.powf", RULE_POWF, DL_EXPR_POW, 0},
    {"math.fpowi", RULE_POWF, DL_EXPR_POW, 0},
};

static bool is_bool(const dl_expr *expr) {
  return mlirTypeIsAInteger(expr->type) &&
         mlirIntegerTypeGetWidth(expr->type) == 1;
}

static int predicate_of(MlirOperation op) {
  return (int)mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(op, DL_STR("predicate")));
}

static int integer_bits(MlirType type) {
  return mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type) : 64;
}

/// Integer to integer or float. What keeps its value disappears: constants,
/// sizes and indices, and signed extensions; an i1 read as signed is 0 or -1.
static const dl_expr *from_integer(dl_view *view, const struct op_row *row,
                                   MlirType type, const dl_expr *arg) {
  if (is_const(arg)) {
    bool negate = is_bool(arg) && row->number == 0;
    return dl_expr_const(view, type, negate ? -arg->number : arg->number);
  }
  if (is_bool(arg))
    return row->rule == RULE_FROM_INT && row->number == 1
               ? dl_expr_select(view, type, arg, dl_expr_const(view, type, 1),
                                dl_expr_const(view, type, 0))
               : NULL;
  bool is_position = arg->kind == DL_EXPR_EXTENT || arg->kind == DL_EXPR_ID;
  bool extends = row->rule == RULE_INT_CAST && row->number == 0 &&
                 integer_bits(type) >= integer_bits(arg->type);
  return is_position || extends ? arg : NULL;
}

const dl_expr *dl_expr_of_op(dl_view *view, MlirOperation op, int n_args,
                             const dl_expr *const *args) {
  const struct op_row *row = NULL;
  for (size_t i = 0; i < sizeof(op_rows) / sizeof(op_rows[0]) && !row; ++i)
    if (dl_is(op, op_rows[i].name))
      row = &op_rows[i];
  if (!row || n_args < 1)
    return NULL;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  switch (row->rule) {
  case RULE_KIND:
    return dl_expr_binary(view, row->kind, type, args[0], args[1]);
  case RULE_UNARY:
    return dl_expr_unary(view, row->kind, type, args[0]);
  case RULE_POWER:
    return dl_expr_pow(view, type, args[0], row->number);
  case RULE_COMPARE:
    return dl_expr_compare(view, row->kind, predicate_of(op), args[0], args[1]);
  case RULE_SUB:
    return dl_expr_binary(view, DL_EXPR_ADD, type, args[0],
                          dl_expr_binary(view, DL_EXPR_MUL, type, args[1],
                                         dl_expr_const(view, type, -1)));
  case RULE_DIV:
    return dl_expr_binary(view, DL_EXPR_MUL, type, args[0],
                          dl_expr_pow(view, type, args[1], -1));
  case RULE_NEG:
    return dl_expr_binary(view, DL_EXPR_MUL, type, args[0],
                          dl_expr_const(view, type, -1));
  case RULE_EXP2:
    return dl_expr_unary(view, DL_EXPR_EXP, type,
                         dl_expr_binary(view, DL_EXPR_MUL, type, args[0],
                                        dl_expr_const(view, type, ln2)));
  case RULE_LOG2:
    return dl_expr_binary(view, DL_EXPR_MUL, type,
                          dl_expr_unary(view, DL_EXPR_LOG, type, args[0]),
                          dl_expr_const(view, type, 1 / ln2));
  case RULE_EXPM1:
    return dl_expr_binary(view, DL_EXPR_ADD, type,
                          dl_expr_unary(view, DL_EXPR_EXP, type, args[0]),
                          dl_expr_const(view, type, -1));
  case RULE_LOG1P:
    return dl_expr_unary(view, DL_EXPR_LOG, type,
                         dl_expr_binary(view, DL_EXPR_ADD, type, args[0],
                                        dl_expr_const(view, type, 1)));
  case RULE_POWF:
    return is_const(args[1]) ? dl_expr_pow(view, type, args[0], args[1]->number)
                             : NULL;
  case RULE_SELECT:
    return is_bool(args[0])
               ? dl_expr_select(view, type, args[0], args[1], args[2])
               : NULL;
  case RULE_FLOAT_CAST:
    return dl_expr_convert_float(view, type, args[0]);
  case RULE_INT_CAST:
  case RULE_FROM_INT:
    return from_integer(view, row, type, args[0]);
  }
  return NULL;
}
