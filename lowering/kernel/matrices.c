// Products as products of matrices: which dimensions of the result are rows and
// columns, which the sums run along, and how the factors lie in memory.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/conv.h"
#include "lowering/base/diag.h"
#include "lowering/kernel/gemm.h"

// Roles.

static dl_axis axis_of(MlirOperation op, intptr_t operand, int64_t dim) {
  return dl_shape_rule_of(op)->axis(op, operand, dim);
}

static bool runs_along(MlirOperation op, int operand, int loop) {
  MlirValue value = mlirOperationGetOperand(op, operand);
  for (int64_t dim = 0; dim < dl_rank(value); ++dim)
    if (axis_of(op, operand, dim).loop == loop)
      return true;
  return false;
}

/// True if the right sides have no batches and the left ones all, in order
/// before the rows: these are then rows of one matrix.
static bool can_join_batches(const dl_part *part) {
  for (int i = 0; i < part->n_products; ++i) {
    MlirOperation op = part->products[i].op;
    MlirValue result = dl_result(op, 0);
    int64_t rank = dl_rank(result);
    if (dl_matmul_lhs_transposed(op))
      return false;
    for (int64_t dim = 0; dim < rank - 2; ++dim)
      if (dl_static_size(result, dim) != 1 &&
          (!runs_along(op, 0, part->loops[dim]) ||
           runs_along(op, 1, part->loops[dim])))
        return false;
  }
  return true;
}

static void set_matmul_roles(dl_part *part) {
  int rank = part->body->space.rank;
  MlirOperation op = part->products[0].op;
  bool joins_batches = can_join_batches(part);
  for (int dim = 0; dim < rank; ++dim)
    part->roles[dim] = dim == rank - 1                    ? DL_COL
                       : dim == rank - 2 || joins_batches ? DL_ROW
                                                          : DL_BATCH;
  MlirValue left = mlirOperationGetOperand(op, 0);
  int depth = (int)dl_rank(left) - (dl_matmul_lhs_transposed(op) ? 2 : 1);
  part->depth[part->n_depth++] =
      (dl_depth_dim){axis_of(op, 0, depth).loop, left, depth};
}

/// Of a convolution: columns are output channels where these are last in
/// memory, else the last of the places, so that vectors run along columns.
static void set_conv_roles(MlirOperation op, int8_t *roles) {
  MlirStringRef letters = dl_conv_layout(op, DL_CONV_RESULT);
  int rank = (int)letters.length, from = rank - 1;
  bool has_channels_last = letters.data[rank - 1] == 'f';
  while (!has_channels_last && from > 0 && letters.data[from - 1] != 'f' &&
         letters.data[from - 1] != 'g')
    --from;
  int group = (int)dl_conv_dim(op, DL_CONV_RESULT, 'g');
  bool is_group_behind = group == rank - 2;
  for (int dim = 0; dim < rank; ++dim) {
    char letter = letters.data[dim];
    bool is_row = has_channels_last
                      ? letter != 'g' && (is_group_behind || dim > group)
                      : letter == 'f';
    roles[dim] = dim >= from ? DL_COL : is_row ? DL_ROW : DL_BATCH;
  }
}

/// Whether batches come before (false) or behind (true) the rows; fails if they
/// do both.
static bool place_batches(const int8_t *roles, int rank, bool *are_last) {
  bool seen_row = false, before = false, behind = false;
  for (int dim = 0; dim < rank; ++dim) {
    seen_row |= roles[dim] == DL_ROW;
    if (roles[dim] == DL_BATCH)
      *(seen_row ? &behind : &before) = true;
  }
  *are_last = behind;
  return !(before && behind);
}

bool dl_is_matrix_conv(MlirOperation op) {
  MlirStringRef letters = dl_conv_layout(op, DL_CONV_RESULT);
  int8_t roles[DL_MAX_RANK];
  bool are_last;
  if (dl_conv_dim(op, DL_CONV_RESULT, 'f') < 0 ||
      letters.data[letters.length - 1] == 'g')
    return false;
  set_conv_roles(op, roles);
  return place_batches(roles, (int)letters.length, &are_last);
}

static MlirLogicalResult set_conv(dl_part *part) {
  dl_product *product = &part->products[0];
  MlirOperation op = product->op;
  if (part->n_products > 1)
    return dl_emit_error(op, "is in one kernel with other products whose "
                             "results are used together with its own; split "
                             "the kernel");
  set_conv_roles(op, part->roles);
  place_batches(part->roles, part->body->space.rank, &part->batches_last);
  MlirValue filter = dl_conv_filter(op);
  for (int dim = 0; dim < dl_rank(filter); ++dim) {
    char letter = dl_conv_layout(op, DL_CONV_FILTER).data[dim];
    if (letter != 'f' && letter != 'g')
      part->depth[part->n_depth++] =
          (dl_depth_dim){axis_of(op, 1, dim).loop, filter, dim};
  }
  MlirStringRef letters = dl_conv_layout(op, DL_CONV_RESULT);
  if (letters.data[letters.length - 1] != 'f') {
    dl_factor input = product->factors[0];
    product->factors[0] = product->factors[1];
    product->factors[1] = input;
  }
  return mlirLogicalResultSuccess();
}

// Layouts.

/// Loops across a factor, or along it, without those of size 1.
static int list_loops(const dl_part *part, int side, bool is_depth,
                      int *loops) {
  int count = 0;
  const dl_space *space = &part->body->space;
  if (is_depth) {
    for (int i = 0; i < part->n_depth; ++i)
      if (dl_static_size(part->depth[i].value, part->depth[i].dim) != 1)
        loops[count++] = part->depth[i].loop;
    return count;
  }
  for (int dim = 0; dim < space->rank; ++dim)
    if (part->roles[dim] == (side ? DL_COL : DL_ROW) && space->sizes[dim] != 1)
      loops[count++] = part->loops[dim];
  return count;
}

static bool starts_with(const int *list, const int *part, int count) {
  for (int i = 0; i < count; ++i)
    if (list[i] != part[i])
      return false;
  return true;
}

/// True if a window of one element moves over the input by ones: a place of the
/// result is then one of the input.
static bool is_place_itself(MlirOperation op, int dim, const dl_axis *axis) {
  char letter = dl_conv_layout(op, DL_CONV_INPUT).data[dim];
  int64_t window = dl_static_size(dl_conv_filter(op),
                                  dl_conv_dim(op, DL_CONV_FILTER, letter));
  return window == 1 && axis->stride == 1 && axis->pad_low == 0 &&
         axis->pad_high == 0;
}

/// Recognises batches, then a matrix, in the factor's dimensions.
static bool find_plain(const dl_part *part, MlirOperation op, int side,
                       dl_factor *factor) {
  int own[DL_MAX_RANK], across[DL_MAX_RANK], depth[DL_MAX_RANK];
  int n_own = 0, dims[DL_MAX_RANK];
  for (int dim = 0; dim < dl_rank(factor->value); ++dim) {
    dl_axis axis = axis_of(op, factor->operand, dim);
    if (axis.has_window && !is_place_itself(op, dim, &axis))
      return false;
    if (dl_static_size(factor->value, dim) == 1 ||
        (n_own == 0 && dl_is_batch_loop(part, axis.loop)))
      continue;
    dims[n_own] = dim;
    own[n_own++] = axis.loop;
  }
  int n_across = list_loops(part, side, false, across);
  int n_depth = list_loops(part, side, true, depth);
  if (n_own != n_across + n_depth)
    return false;
  factor->is_depth_last = starts_with(own, across, n_across) &&
                          starts_with(own + n_across, depth, n_depth);
  bool is_other = starts_with(own, depth, n_depth) &&
                  starts_with(own + n_depth, across, n_across);
  int n_inner = factor->is_depth_last ? n_depth : n_across;
  int rank = (int)dl_rank(factor->value);
  factor->n_inner = n_inner ? rank - dims[n_own - n_inner] : 0;
  return factor->is_depth_last || is_other;
}

/// Of a factor that windows run over, or whose dimensions are in another order.
static void find_neighbours(const dl_part *part, MlirOperation op,
                            dl_factor *factor) {
  int last = (int)dl_rank(factor->value) - 1;
  dl_axis axis = axis_of(op, factor->operand, last);
  factor->is_depth_last = false;
  factor->n_inner = 0;
  for (int i = 0; i < part->n_depth && !axis.has_window; ++i)
    if (part->depth[i].loop == axis.loop) {
      factor->is_depth_last = true;
      factor->n_inner = i == part->n_depth - 1;
    }
}

MlirLogicalResult dl_find_matrices(dl_part *part) {
  MlirOperation first = part->products[0].op;
  int rank = part->body->space.rank;
  for (int dim = 0; dim < rank; ++dim)
    part->loops[dim] = axis_of(first, DL_OF_RESULT, dim).loop;
  if (dl_matmul_is(first))
    set_matmul_roles(part);
  else if (mlirLogicalResultIsFailure(set_conv(part)))
    return mlirLogicalResultFailure();
  for (int i = 0; i < part->n_products; ++i)
    for (int side = 0; side < 2; ++side) {
      dl_factor *factor = &part->products[i].factors[side];
      MlirOperation op = part->products[i].op;
      factor->is_plain = find_plain(part, op, side, factor);
      if (!factor->is_plain)
        find_neighbours(part, op, factor);
    }
  return mlirLogicalResultSuccess();
}
