// One view of every structured operation of linalg, named or generic: loops,
// which loops each operand runs along, and the scalar body.
#ifndef DLOPT_LOWERING_IMPORT_STRUCTURED_H
#define DLOPT_LOWERING_IMPORT_STRUCTURED_H

#include <stdbool.h>
#include <stdint.h>

#include "lowering/pass/pass.h"
#include "mlir-c/AffineMap.h"

enum {
  DL_MAX_STRUCTURED_LOOPS = 32,
  DL_MAX_STRUCTURED_RANK = 16, ///< ranks of dlopt's tensors
};

typedef struct dl_structured {
  MlirOperation op;
  intptr_t n_inputs, n_inits; ///< operands: inputs, then one init a result
  intptr_t n_loops;
  MlirAttribute maps; ///< one affine map an operand
  bool is_reduction[DL_MAX_STRUCTURED_LOOPS];
  intptr_t n_reductions;
  MlirBlock body;
} dl_structured;

/// Reads `op`. False, with a reason or null in `*reason`, if it is no
/// structured operation on tensors that dlopt can look into.
bool dl_structured_read(MlirOperation op, dl_structured *view,
                        const char **reason);

MlirAffineMap dl_structured_map(const dl_structured *view, intptr_t operand);
MlirValue dl_structured_operand(const dl_structured *view, intptr_t operand);
MlirValue dl_structured_init(const dl_structured *view, intptr_t index);
/// Argument of the body for an operand; null if the body has none for it (the
/// init of an operation whose body cannot read it).
MlirValue dl_structured_argument(const dl_structured *view, intptr_t operand);
/// Value that the body gives to result `index`.
MlirValue dl_structured_yielded(const dl_structured *view, intptr_t index);

/// How an operand is walked, if each of its dimensions runs along one loop or
/// is read at 0.
typedef struct dl_loops {
  int64_t rank;
  int loops[DL_MAX_STRUCTURED_RANK]; ///< loop, or -1: read at index 0
} dl_loops;

/// False if some dimension is indexed in another way, two run along one loop,
/// or a dimension that is read at 0 is not statically of size 1.
bool dl_structured_loops(const dl_structured *view, intptr_t operand,
                         dl_loops *loops);
/// Static size of a loop, as the results or else the inputs have it; MLIR's
/// dynamic size if none says.
int64_t dl_structured_loop_size(const dl_structured *view, int loop);
/// Dimension of an operand that runs along `loop`, or -1.
int64_t dl_loops_find(const dl_loops *loops, int loop);
/// True if the dimensions are all loops, each once.
bool dl_loops_are_permutation(const dl_loops *loops, intptr_t n_loops);

/// An index that is a sum of loops with constant factors.
typedef struct dl_linear {
  int64_t factors[DL_MAX_STRUCTURED_LOOPS];
  int64_t constant;
  int n_terms;
} dl_linear;

/// False if the expression is not such a sum.
bool dl_linear_read(MlirAffineExpr expr, intptr_t n_loops, dl_linear *linear);

/// The scalar that every element of `tensor` has, as a float or integer
/// attribute: looks through fills, splat constants, casts and reshapes. Null if
/// not known.
MlirAttribute dl_splat_value(MlirValue tensor);
/// The attribute of an `arith.constant`, else null.
MlirAttribute dl_constant_value(MlirValue scalar);
/// True for float +0.0 and integer 0.
bool dl_is_positive_zero(MlirAttribute scalar);

#endif // DLOPT_LOWERING_IMPORT_STRUCTURED_H
