// The element view: what one element of a tensor is computed from, as a graph
// of scalar expressions in which equivalent spellings are one node.
//
// The view looks through `dlopt.map`, `dlopt.cast`, reshapes that only add or
// drop dimensions of size 1, constants and `dlopt.reduce`. Indices are named by
// *ids*: id i is dimension i of the root tensor. A reduced dimension takes the
// id of the root dimension that it lies along, so that `x` is the same node
// inside `max_j x[i, j]` and beside it. Nodes are unique: equal expressions
// have equal pointers.
//
// Normal forms (they hold up to rounding, which is all that a recogniser may
// change): a - b is a + (-1) * b; a / b is a * b^-1; sqrt, rsqrt, x * x, powf
// and fpowi are POW with a constant exponent; exp2(x) is exp(ln2 * x); widening
// conversions disappear, narrowing ones are ROUND.
#ifndef DLOPT_LOWERING_IMPORT_EXPR_H
#define DLOPT_LOWERING_IMPORT_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "lowering/base/arena.h"
#include "lowering/import/size.h"
#include "mlir-c/IR.h"

enum { DL_MAX_IDS = 24, DL_MAX_RANK = 16, DL_MAX_ARGS = 3 };

/// For each dimension of a tensor the id of its index, or -1: index 0 of a
/// dimension of size 1.
typedef struct dl_place {
  int rank;
  int8_t id[DL_MAX_RANK];
} dl_place;

typedef enum dl_expr_kind {
  DL_EXPR_LEAF,   ///< element `index` of tensor `value`, not looked into
  DL_EXPR_SCALAR, ///< scalar `value`, not looked into
  DL_EXPR_CONST,  ///< `number`; true is 1
  DL_EXPR_EXTENT, ///< the run-time size `size`
  DL_EXPR_ID,     ///< the index `id` itself
  DL_EXPR_ADD,
  DL_EXPR_MUL,
  DL_EXPR_POW, ///< args[0] to the power `number`
  DL_EXPR_EXP,
  DL_EXPR_LOG,
  DL_EXPR_ERF,
  DL_EXPR_TANH,
  DL_EXPR_MAX, ///< NaN wins
  DL_EXPR_MIN,
  DL_EXPR_MAXNUM, ///< NaN loses
  DL_EXPR_MINNUM,
  DL_EXPR_CMPF, ///< predicate `number`, as arith.cmpf numbers them
  DL_EXPR_CMPI,
  DL_EXPR_SELECT,
  DL_EXPR_AND,
  DL_EXPR_OR,
  DL_EXPR_XOR,
  DL_EXPR_ROUND,  ///< args[0] rounded to `type`
  DL_EXPR_REDUCE, ///< args[0] combined over the ids `bound`, from `number`
  DL_EXPR_OTHER   ///< result of the scalar operation `op`
} dl_expr_kind;

typedef struct dl_expr dl_expr;
struct dl_expr {
  dl_expr_kind kind;
  int serial;     ///< order of creation
  uint32_t ids;   ///< ids that the value depends on
  uint32_t bound; ///< REDUCE
  int reduce;     ///< REDUCE: kind, as dlopt.reduce numbers them
  int id;         ///< ID
  double number;
  MlirType type; ///< element type in which it is computed
  MlirValue value;
  MlirOperation op;
  dl_place index;
  dl_size size;
  int n_args;
  const dl_expr *args[DL_MAX_ARGS];
  const dl_expr *next; ///< in its bucket
  /// The first tensor found to hold it (at `held_at`), or null.
  MlirValue held_by;
  dl_place held_at;
};

enum { DL_VIEW_BUCKETS = 256 };

/// One root and what was seen from it.
typedef struct dl_view {
  dl_arena *arena;
  MlirValue root;
  int rank;  ///< of the root
  int n_ids; ///< root dimensions first, then those made for reductions
  dl_size sizes[DL_MAX_IDS];
  int tensor_depth, max_tensor_depth, scalar_depth, n_nodes;
  const dl_expr *nodes[DL_VIEW_BUCKETS];
  struct dl_seen *seen[DL_VIEW_BUCKETS];
} dl_view;

/// Starts a view on `root`, a tensor of rank up to 16; returns its element at
/// (0, 1, 2, ..).
const dl_expr *dl_view_init(dl_view *view, dl_arena *arena, MlirValue root);

/// The same, but looking only a step or two past the root's own operation.
const dl_expr *dl_view_init_shallow(dl_view *view, dl_arena *arena,
                                    MlirValue root);

/// Element `index` of `tensor`, in the ids of the view.
const dl_expr *dl_view_element(dl_view *view, MlirValue tensor,
                               const dl_place *index);

/// The scalar that the body of map `op` gives to `dlopt.yield` operand
/// `result`, or any scalar in the body, at `index` (of the map's result).
const dl_expr *dl_view_scalar(dl_view *view, MlirValue scalar,
                              const dl_place *index);

/// Place at which input `p` of the map `op` is read for its result at `place`.
void dl_map_input_place(MlirOperation op, intptr_t p, const dl_place *place,
                        dl_place *source);

// --- Reading expressions --------------------------------------------------

/// `expr` without roundings around it.
const dl_expr *dl_expr_strip(const dl_expr *expr);

bool dl_expr_is_const(const dl_expr *expr, double value);

/// True if `value` is `wanted` rounded to a type of `bits` significant bits,
/// or nearly: within two units in the last place.
bool dl_is_nearly(double value, double wanted, int bits);

/// Significant bits of a float type (24 for f32); 53 for anything else.
int dl_float_bits(MlirType type);

/// Flattening gives up beyond these: shared nodes are walked once a use.
enum { DL_MAX_TERMS = 10, DL_MAX_FLATTENED = 200 };

/// constant + coefficients[i] * terms[i] + ..
typedef struct dl_sum {
  double constant;
  int bits; ///< significant bits of the least precise constant
  int n_steps;
  int n;
  double coefficients[DL_MAX_TERMS];
  const dl_expr *terms[DL_MAX_TERMS];
} dl_sum;

/// Nodes that flattening takes as a whole.
typedef struct dl_stops {
  int n;
  const dl_expr *nodes[6];
} dl_stops;

/// Flattens additions, and multiplications by constants, above `stops`. False
/// if there are too many terms.
bool dl_expr_sum(const dl_expr *expr, const dl_stops *stops, dl_sum *sum);

/// coefficient * factors[i]^exponents[i] * ..
typedef struct dl_product {
  double coefficient;
  int bits;
  int n_steps;
  int n;
  double exponents[DL_MAX_TERMS];
  const dl_expr *factors[DL_MAX_TERMS];
} dl_product;

/// Flattens multiplications above `stops`; equal factors are one.
bool dl_expr_product(const dl_expr *expr, const dl_stops *stops,
                     dl_product *product);

/// Index of the factor `expr` with `exponent` in `product`, or -1.
int dl_product_find(const dl_product *product, const dl_expr *expr,
                    double exponent);
void dl_product_remove(dl_product *product, int index);

/// True if what is left of `product` is 1 over the number of elements along the
/// ids `bound`, within the precision of its constants.
bool dl_product_is_one_over_count(const dl_view *view,
                                  const dl_product *product, uint32_t bound);

/// If `expr` is the mean of something, the REDUCE node of its sum, else null.
const dl_expr *dl_expr_mean(const dl_view *view, const dl_expr *expr);

/// Calls `visit` for `expr` and what it is made of, users first, each node
/// once, not into reductions; stops where `visit` returns false and returns
/// that node, else null.
const dl_expr *dl_expr_find(const dl_expr *expr,
                            bool (*found)(const dl_expr *, void *), void *data);

#endif // DLOPT_LOWERING_IMPORT_EXPR_H
