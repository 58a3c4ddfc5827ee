// Reading a dlopt.kernel: what it computes, over which dimensions, and along
// which of them each tensor runs. No code is made here.
#ifndef DLOPT_LOWERING_KERNEL_BODY_H
#define DLOPT_LOWERING_KERNEL_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect/verify/shape.h"
#include "lowering/base/arena.h"
#include "mlir-c/IR.h"

/// Which dimension of the kernel's space each dimension of a tensor runs along;
/// DL_LOOP_NONE for one of size 1.
typedef struct dl_loops {
  int rank;
  int8_t loop[DL_MAX_RANK];
} dl_loops;

static inline bool dl_loops_equal(const dl_loops *a, const dl_loops *b) {
  if (a->rank != b->rank)
    return false;
  for (int i = 0; i < a->rank; ++i)
    if (a->loop[i] != b->loop[i])
      return false;
  return true;
}

/// The dimensions that a kernel's threads share out among them. `shape_of` is
/// a tensor of the body that has them all, in order. Reduced dimensions are
/// those that a row runs along; a pointwise kernel has none.
typedef struct dl_space {
  int rank;
  int64_t sizes[DL_MAX_RANK]; ///< negative: dynamic
  bool is_reduced[DL_MAX_RANK];
  MlirValue shape_of;
} dl_space;

typedef struct dl_access {
  MlirValue tensor; ///< argument of the body
  dl_loops loops;
} dl_access;

/// How a result of the kernel is written.
typedef struct dl_output {
  MlirValue value; ///< what the body yields
  dl_loops loops;
} dl_output;

/// A size that is not static and that the code needs: a parameter.
typedef struct dl_size_argument {
  MlirValue value;
  int dim;
} dl_size_argument;

enum {
  DL_MAX_OUTPUTS = 16,
  DL_MAX_ACCESSES = 64,
  DL_MAX_ROW_OPS = 16,
  DL_MAX_GIVEN = 4,
  DL_MAX_SIZES = 96
};

typedef struct dl_body {
  MlirOperation op; ///< the dlopt.kernel
  MlirBlock block;
  dl_space space;
  int n_row_ops; ///< softmax, norms, reductions, in order; none: pointwise
  MlirOperation row_ops[DL_MAX_ROW_OPS];
  int n_outputs;
  dl_output outputs[DL_MAX_OUTPUTS];
  int n_accesses; ///< every way in which an argument is read, once
  dl_access accesses[DL_MAX_ACCESSES];
  int n_given; ///< products' results, which the generator supplies
  MlirValue given[DL_MAX_GIVEN];
  const void *detail; ///< what a family's reader keeps besides
  int n_sizes;        ///< each once
  dl_size_argument sizes[DL_MAX_SIZES];
} dl_body;

/// True if a kernel holds an operation that is for the loops family alone.
bool dl_is_for_loops(MlirOperation kernel);

// What readers share.
/// Starts reading: outputs, limits of size.
MlirLogicalResult dl_begin_body(MlirOperation kernel, dl_body *body);
/// Makes a size a parameter if it is not static. Fails, with an error, if there
/// are too many.
MlirLogicalResult dl_need_size(dl_body *body, MlirValue value, int64_t dim);
/// All sizes of a tensor, or of the space.
MlirLogicalResult dl_need_sizes(dl_body *body, MlirValue tensor);
/// Checks a map, a cast, a row operation or scalar code: what is in it, its
/// types.
MlirLogicalResult dl_check_code(dl_body *body, MlirOperation op);
/// Reads what makes `body`'s outputs, whose values are set, as a computation
/// over the dimensions of `shape_of`, from arguments and from the values given,
/// which have those dimensions.
MlirLogicalResult dl_read_part(dl_body *body, MlirValue shape_of);
/// True for operations without regions that give no tensors but constants.
bool dl_is_scalar_code(MlirOperation op);
/// Checks that there is code for values of the operation's types, and for the
/// scalar code in its regions; makes the sizes of tensors that this reads at
/// computed places parameters.
MlirLogicalResult dl_check_types(MlirOperation op);
MlirLogicalResult dl_check_op(dl_body *body, MlirOperation op);
#define DL_ELSEWHERE "; compile for the CPU, or keep it out of the kernel"

/// The tensor that a row operation reduces; null if `op` is none.
MlirValue dl_row_op_input(MlirOperation op);

/// Dimensions 0.. of the space in order.
dl_loops dl_identity_loops(const dl_space *space);
/// The dimensions that are not reduced (or those that are), in order.
dl_loops dl_part_loops(const dl_space *space, bool is_reduced);
/// The same loops in the form that all who mean them use: a dimension of size
/// 1 runs along its own of the space if the others do.
dl_loops dl_canonical_loops(const dl_space *space, const dl_loops *loops);
/// Loops of input `input` of a dlopt.map whose result has `loops`.
dl_loops dl_map_input_loops(MlirOperation map, intptr_t input,
                            const dl_loops *loops);

/// Bytes of the smallest element of all tensors that run along the innermost
/// dimension; at least 1.
int64_t dl_smallest_element(const dl_body *body);

#endif // DLOPT_LOWERING_KERNEL_BODY_H
