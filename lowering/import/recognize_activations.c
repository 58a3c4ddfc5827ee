// Labels maps that compute an activation, and merges a chain of maps that
// together compute one.
//
//   %s = dlopt.map %x { sigmoid }; %r = dlopt.map %x, %s { mulf }
// becomes
//   %r = dlopt.map %x { .. } {dlopt.activation = "silu"}
//
// The body stays what the program wrote, operation by operation, so the label
// says what it is without changing it (exact). An activation is known by its
// values: the expression, as a function of the one value that all of it hangs
// on, is compared with the known functions at points on both sides of every
// kink and far out; that covers every spelling. Functions that are close to
// each other are told apart by the operations they need.
//
// Left alone: intermediate values with other uses, and what reads more than
// one tensor; a gate such as silu(x) * y in one body has the label of its
// activation.
#include "lowering/import/recognize.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/import/clone.h"
#include "lowering/pass/passes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- Known functions
// ----------------------------------------------------------

static double relu(double x) { return x > 0 ? x : 0; }
static double relu6(double x) { return fmin(relu(x), 6); }
static double sigmoid(double x) { return 1 / (1 + exp(-x)); }
static double silu(double x) { return x * sigmoid(x); }
static double gelu_erf(double x) { return 0.5 * x * (1 + erf(x * M_SQRT1_2)); }
static double gelu_tanh(double x) {
  return 0.5 * x *
         (1 + tanh(M_2_SQRTPI * M_SQRT1_2 * (x + 0.044715 * x * x * x)));
}
static double gelu_sigmoid(double x) { return x * sigmoid(1.702 * x); }
static double hard_sigmoid(double x) { return relu6(x + 3) / 6; }
static double hard_swish(double x) { return x * hard_sigmoid(x); }
static double softplus(double x) {
  return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}
static double elu(double x) { return x > 0 ? x : expm1(x); }
static double selu(double x) {
  return 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * expm1(x));
}

/// Kinds of operations, as a set.
enum { HAS_EXP = 1, HAS_ERF = 2, HAS_TANH = 4, HAS_KINK = 8 };

static const struct activation {
  const char *name;
  double (*function)(double);
  int needs, excludes;
} activations[] = {
    {"silu", silu, 0, HAS_KINK | HAS_ERF},
    {"gelu_erf", gelu_erf, HAS_ERF, HAS_KINK},
    {"gelu_tanh", gelu_tanh, 0, HAS_KINK | HAS_ERF},
    {"gelu_sigmoid", gelu_sigmoid, 0, HAS_KINK | HAS_ERF},
    {"sigmoid", sigmoid, 0, HAS_KINK | HAS_ERF},
    {"tanh", tanh, 0, HAS_KINK | HAS_ERF},
    {"hard_swish", hard_swish, HAS_KINK, HAS_EXP | HAS_ERF | HAS_TANH},
    {"hard_sigmoid", hard_sigmoid, HAS_KINK, HAS_EXP | HAS_ERF | HAS_TANH},
    {"relu6", relu6, HAS_KINK, HAS_EXP | HAS_ERF | HAS_TANH},
    {"relu", relu, HAS_KINK, HAS_EXP | HAS_ERF | HAS_TANH},
    {"softplus", softplus, HAS_EXP, HAS_ERF},
    {"elu", elu, HAS_EXP | HAS_KINK, HAS_ERF},
    {"selu", selu, HAS_EXP | HAS_KINK, HAS_ERF},
};
enum { N_ACTIVATIONS = sizeof(activations) / sizeof(activations[0]) };

static const double points[] = {
    0.9,  -0.4,  1.7, -2.3, 2.9,  3.1, -2.9, -3.1,  5.9,  6.1,   -6.1,  -1.2,
    0.05, -0.05, 0.5, 4.3,  -4.3, 0.0, 12.0, -12.0, 80.0, -80.0, 500.0, -500.0};
enum { N_POINTS = sizeof(points) / sizeof(points[0]) };

// --- An expression as a function of one of its nodes
// --------------------------

/// Nodes of one candidate, from its top down; small, since activations are.
enum { MAX_CONE = 48 };

/// Evaluates a cone of nodes in which `variable` is free.
struct evaluation {
  const dl_expr *variable;
  double x;
  int n;
  const dl_expr *nodes[MAX_CONE];
  double values[MAX_CONE];
  int kinds; ///< operations met, as a set
  int bits;  ///< precision of the least precise constant or operation
  bool reached;
};

static bool evaluate(struct evaluation *eval, const dl_expr *expr, double *out);

static bool compare(int predicate, bool is_float, double a, double b,
                    double *out) {
  enum { EQ = 1, GT, GE, LT, LE, NE, UNORDERED = 7 };
  static const char int_kinds[] = {EQ, NE, LT, LE, GT, GE};
  int kind = predicate;
  if (!is_float)
    kind = predicate < 6 ? int_kinds[predicate] : 0;
  else if (predicate > UNORDERED)
    kind = predicate - UNORDERED; // nothing here is NaN
  switch (kind) {
  case EQ:
    return *out = a == b, true;
  case GT:
    return *out = a > b, true;
  case GE:
    return *out = a >= b, true;
  case LT:
    return *out = a < b, true;
  case LE:
    return *out = a <= b, true;
  case NE:
    return *out = a != b, true;
  default:
    return false;
  }
}

static bool apply(struct evaluation *eval, const dl_expr *expr,
                  const double *args, double *out) {
  switch (expr->kind) {
  case DL_EXPR_ADD:
    return *out = args[0] + args[1], true;
  case DL_EXPR_MUL:
    return *out = args[0] * args[1], true;
  case DL_EXPR_POW:
    return *out = pow(args[0], expr->number), true;
  case DL_EXPR_EXP:
    return eval->kinds |= HAS_EXP, *out = exp(args[0]), true;
  case DL_EXPR_LOG:
    return *out = log(args[0]), true;
  case DL_EXPR_ERF:
    return eval->kinds |= HAS_ERF, *out = erf(args[0]), true;
  case DL_EXPR_TANH:
    return eval->kinds |= HAS_TANH, *out = tanh(args[0]), true;
  case DL_EXPR_MAX:
  case DL_EXPR_MAXNUM:
    return eval->kinds |= HAS_KINK, *out = fmax(args[0], args[1]), true;
  case DL_EXPR_MIN:
  case DL_EXPR_MINNUM:
    return eval->kinds |= HAS_KINK, *out = fmin(args[0], args[1]), true;
  case DL_EXPR_SELECT:
    return eval->kinds |= HAS_KINK, *out = args[0] != 0 ? args[1] : args[2],
                                    true;
  case DL_EXPR_CMPF:
  case DL_EXPR_CMPI:
    return compare((int)expr->number, expr->kind == DL_EXPR_CMPF, args[0],
                   args[1], out);
  case DL_EXPR_ROUND:
    return *out = args[0], true;
  default:
    return false;
  }
}

static bool evaluate(struct evaluation *eval, const dl_expr *expr,
                     double *out) {
  if (expr == eval->variable) {
    eval->reached = true;
    *out = eval->x;
    return true;
  }
  int bits = mlirTypeIsAFloat(expr->type) ? dl_float_bits(expr->type) : 53;
  if (bits < eval->bits)
    eval->bits = bits;
  if (expr->kind == DL_EXPR_CONST) {
    *out = expr->number;
    return true;
  }
  for (int i = 0; i < eval->n; ++i)
    if (eval->nodes[i] == expr) {
      *out = eval->values[i];
      return true;
    }
  double args[DL_MAX_ARGS];
  if (!expr->n_args || expr->kind == DL_EXPR_REDUCE || eval->n == MAX_CONE)
    return false;
  for (int i = 0; i < expr->n_args; ++i)
    if (!evaluate(eval, expr->args[i], &args[i]))
      return false;
  if (!apply(eval, expr, args, out) || eval->n == MAX_CONE)
    return false;
  eval->nodes[eval->n] = expr;
  eval->values[eval->n++] = *out;
  return true;
}

/// The activation that `expr` is of `variable`, or null.
static const struct activation *activation_of(const dl_expr *expr,
                                              const dl_expr *variable) {
  bool possible[N_ACTIVATIONS];
  memset(possible, true, sizeof(possible));
  int left = N_ACTIVATIONS;
  struct evaluation eval = {.variable = variable};
  for (int p = 0; p < N_POINTS && left; ++p) {
    double x = points[p], y;
    eval.x = x;
    eval.n = eval.kinds = 0;
    eval.bits = 53;
    if (!evaluate(&eval, expr, &y) || !eval.reached)
      return NULL;
    double tolerance = ldexp(fmax(1, fabs(x)), 3 - eval.bits);
    for (int i = 0; i < N_ACTIVATIONS; ++i)
      if (possible[i] && !(fabs(y - activations[i].function(x)) <= tolerance)) {
        possible[i] = false;
        --left;
      }
  }
  for (int i = 0; i < N_ACTIVATIONS; ++i)
    if (possible[i] &&
        (eval.kinds & activations[i].needs) == activations[i].needs &&
        !(eval.kinds & activations[i].excludes))
      return &activations[i];
  return NULL;
}

// --- Finding them
// ---------------------------------------------------------------

/// Nodes near `expr`, users first.
struct cone {
  int n;
  const dl_expr *nodes[MAX_CONE];
};

static void gather(struct cone *cone, const dl_expr *expr) {
  if (expr->kind == DL_EXPR_CONST || cone->n == MAX_CONE)
    return;
  for (int i = 0; i < cone->n; ++i)
    if (cone->nodes[i] == expr)
      return;
  cone->nodes[cone->n++] = expr;
}

/// Breadth first, so that the nearest are there when there are too many.
static void gather_cone(struct cone *cone, const dl_expr *expr) {
  gather(cone, expr);
  for (int i = 0; i < cone->n; ++i)
    if (cone->nodes[i]->kind != DL_EXPR_REDUCE)
      for (int k = 0; k < cone->nodes[i]->n_args; ++k)
        gather(cone, cone->nodes[i]->args[k]);
}

static bool has_nonlinear(const struct cone *cone) {
  for (int i = 0; i < cone->n; ++i)
    switch (cone->nodes[i]->kind) {
    case DL_EXPR_EXP:
    case DL_EXPR_ERF:
    case DL_EXPR_TANH:
    case DL_EXPR_MAX:
    case DL_EXPR_MIN:
    case DL_EXPR_MAXNUM:
    case DL_EXPR_MINNUM:
    case DL_EXPR_SELECT:
      return true;
    default:
      break;
    }
  return false;
}

/// The activation that ends in `expr`, and of what.
static const struct activation *find_activation(const dl_expr *expr,
                                                const dl_expr **variable) {
  struct cone cone = {0};
  gather_cone(&cone, expr);
  if (!has_nonlinear(&cone))
    return NULL;
  // The farthest: max(min(x, 6), 0) is relu6 of x, not relu of min(x, 6).
  const struct activation *last = NULL;
  for (int i = 1; i < cone.n; ++i) {
    const struct activation *found = activation_of(expr, cone.nodes[i]);
    if (found) {
      *variable = cone.nodes[i];
      last = found;
    }
  }
  return last;
}

static void label(MlirOperation op, const struct activation *activation) {
  MlirContext context = mlirOperationGetContext(op);
  mlirOperationSetDiscardableAttributeByName(
      op, DL_STR("dlopt.activation"),
      mlirStringAttrGet(context,
                        mlirStringRefCreateFromCString(activation->name)));
}

/// Steps that `is_made_here` takes; an activation has fewer.
enum { MAX_STEPS = 100 };

/// True if `scalar` in the body `block` is computed from `variable` and
/// constants within the body.
static bool is_made_here(dl_view *view, const dl_place *place, MlirBlock block,
                         MlirValue scalar, const dl_expr *variable,
                         int *steps) {
  const dl_expr *expr = dl_view_scalar(view, scalar, place);
  if (expr == variable || expr->kind == DL_EXPR_CONST)
    return true;
  MlirOperation op = dl_value_def(scalar);
  if (++*steps > MAX_STEPS || mlirOperationIsNull(op) ||
      !mlirBlockEqual(mlirOperationGetBlock(op), block))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!is_made_here(view, place, block, mlirOperationGetOperand(op, i),
                      variable, steps))
      return false;
  return true;
}

static MlirValue label_root(dl_recognizer *rec,
                            const struct activation *activation) {
  label(rec->op, activation);
  dl_recognized(rec, activation->name);
  return (MlirValue){NULL};
}

/// An activation inside the body: of a sum made there, or before a gate.
static MlirValue label_in_body(dl_recognizer *rec, dl_view *view,
                               const dl_place *place) {
  MlirBlock block = dl_region_block(rec->op, 0);
  const struct activation *last = NULL;
  // The last operation whose value is one is the largest.
  for (MlirOperation at = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at)) {
    if (mlirOperationGetNumResults(at) != 1 || mlirOperationGetNumRegions(at))
      continue;
    MlirValue value = mlirOperationGetResult(at, 0);
    const dl_expr *variable, *expr = dl_view_scalar(view, value, place);
    const struct activation *found = find_activation(expr, &variable);
    int steps = 0;
    if (found && is_made_here(view, place, block, value, variable, &steps))
      last = found;
  }
  return last ? label_root(rec, last) : (MlirValue){NULL};
}

/// A copy, broadcast or transpose: what it hands on is recognised where it is
/// made.
static bool is_copy(MlirOperation map) {
  MlirOperation yield = mlirBlockGetTerminator(dl_region_block(map, 0));
  return mlirValueIsABlockArgument(dl_yield_values(yield, 0));
}

static MlirValue recognize_activation(dl_recognizer *rec) {
  MlirValue none = {NULL};
  if (!dl_map_is(rec->op) || is_copy(rec->op) ||
      !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          rec->op, DL_STR("dlopt.activation"))) ||
      !mlirTypeIsAFloat(dl_tensor_element(mlirOperationGetResult(rec->op, 0))))
    return none;
  dl_view view;
  const dl_expr *variable = NULL;
  MlirBlock block = dl_region_block(rec->op, 0);
  const dl_expr *root =
      dl_view_init(&view, &rec->arena, mlirOperationGetResult(rec->op, 0));
  dl_place place = dl_view_root_place(&view, 0);
  const struct activation *found = find_activation(root, &variable);
  if (!found)
    return label_in_body(rec, &view, &place);
  int steps = 0;
  if (is_made_here(&view, &place, block,
                   dl_yield_values(mlirBlockGetTerminator(block), 0), variable,
                   &steps))
    return label_root(rec, found);
  MlirOperation merged = {NULL};
  if (!mlirValueIsNull(variable->held_by))
    merged = dl_merge_maps(rec, &view, variable);
  if (mlirOperationIsNull(merged))
    return dl_near_miss(rec,
                        "%s in several steps that cannot be merged: one has "
                        "other uses, or is no map",
                        found->name);
  label(merged, found);
  dl_recognized(rec, found->name);
  return mlirOperationGetResult(merged, 0);
}

static MlirLogicalResult run(MlirOperation function, const void *options) {
  const dl_import_recognize_activations_options *opts = options;
  dl_recognize(function, opts->remarks, recognize_activation);
  return mlirLogicalResultSuccess();
}

DL_FUNCTION_PASS(import_recognize_activations, run)
