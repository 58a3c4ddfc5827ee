// Contractions become dlopt.matmul:
//   linalg.matmul, batch_matmul, matvec, ..., generic  ->  dlopt.matmul
// with free reshapes, and transposes as dlopt.map where the operands' loops do
// not lie as [batch.., m, k] x [batch.., k, n]. Gives up when the body is no
// sum of products, or a loop is summed in one operand only.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"

#include "mlir-c/BuiltinTypes.h"

typedef struct loop_list {
  int count;
  int loops[DL_MAX_STRUCTURED_LOOPS];
} loop_list;

struct contraction {
  dl_structured view;
  dl_product_sum sum;
  intptr_t factors[2]; ///< operands that become lhs and rhs
  dl_loops operands[2], result;
  loop_list lead, m, n, k; ///< loops of the matmul, in order
};

static void append(loop_list *list, int loop) {
  list->loops[list->count++] = loop;
}

/// 'b' batch, 'm' rows, 'n' columns, 'k' summed; 0 for what no matmul has.
static char class_of(const struct contraction *c, int loop) {
  bool in_lhs = dl_loops_find(&c->operands[0], loop) >= 0;
  bool in_rhs = dl_loops_find(&c->operands[1], loop) >= 0;
  bool in_result = dl_loops_find(&c->result, loop) >= 0;
  if (in_result)
    return in_lhs ? (in_rhs ? 'b' : 'm') : (in_rhs ? 'n' : 0);
  return in_lhs && in_rhs ? 'k' : 0;
}

static int count_class(const struct contraction *c, char wanted) {
  int count = 0;
  for (int64_t i = 0; i < c->result.rank; ++i)
    count += class_of(c, c->result.loops[i]) == wanted;
  return count;
}

static void exchange_factors(struct contraction *c) {
  intptr_t factor = c->factors[0];
  dl_loops loops = c->operands[0];
  c->factors[0] = c->factors[1];
  c->operands[0] = c->operands[1];
  c->factors[1] = factor;
  c->operands[1] = loops;
}

/// Splits the result's loops into leading ones, rows and columns, as they lie
/// if possible: the columns are at the end, a row before them, anything in
/// front is a batch dimension, repeated for the factor that lacks it.
static void plan_result(struct contraction *c) {
  int64_t end = c->result.rank;
  const int *loops = c->result.loops;
  if (end && count_class(c, 'n') && class_of(c, loops[end - 1]) == 'm')
    exchange_factors(c);
  int64_t columns = end;
  while (columns && class_of(c, loops[columns - 1]) == 'n')
    --columns;
  int64_t rows = columns;
  if (rows && class_of(c, loops[rows - 1]) == 'm')
    --rows;
  bool lies_well = (columns < end || !count_class(c, 'n')) &&
                   (rows < columns || !count_class(c, 'm'));
  for (int64_t i = 0; i < end; ++i) {
    char kind = class_of(c, loops[i]);
    if (lies_well)
      append(i < rows ? &c->lead : i < columns ? &c->m : &c->n, loops[i]);
    else
      append(kind == 'b' ? &c->lead : kind == 'm' ? &c->m : &c->n, loops[i]);
  }
  for (int64_t i = 0; i < c->operands[0].rank; ++i)
    if (class_of(c, c->operands[0].loops[i]) == 'k')
      append(&c->k, c->operands[0].loops[i]);
}

/// How a tensor is brought to [lead.., first, second].
struct arrangement {
  int64_t order[DL_MAX_STRUCTURED_RANK]; ///< permutation of its dimensions
  bool permutes, transposed;
  dl_grouping grouping;
};

static bool lies_as(const dl_loops *loops, const loop_list *wanted) {
  for (int i = 0; i < wanted->count; ++i)
    if (loops->loops[i] != wanted->loops[i])
      return false;
  return true;
}

static loop_list concatenate(const dl_loops *present, const loop_list *lead,
                             const loop_list *first, const loop_list *second) {
  loop_list all = {0};
  for (int i = 0; i < lead->count; ++i)
    if (dl_loops_find(present, lead->loops[i]) >= 0)
      append(&all, lead->loops[i]);
  for (int i = 0; i < first->count; ++i)
    append(&all, first->loops[i]);
  for (int i = 0; i < second->count; ++i)
    append(&all, second->loops[i]);
  return all;
}

/// `may_transpose`: [lead.., second, first] does as well.
static struct arrangement arrange(const dl_loops *loops, const loop_list *lead,
                                  const loop_list *first,
                                  const loop_list *second, bool may_transpose) {
  struct arrangement a = {.permutes = false};
  loop_list straight = concatenate(loops, lead, first, second);
  loop_list exchanged = concatenate(loops, lead, second, first);
  a.transposed =
      may_transpose && !lies_as(loops, &straight) && lies_as(loops, &exchanged);
  const loop_list *wanted = a.transposed ? &exchanged : &straight;
  for (int i = 0; i < wanted->count; ++i) {
    a.order[i] = dl_loops_find(loops, wanted->loops[i]);
    a.permutes |= a.order[i] != i;
  }
  bool has_lead = false;
  for (int i = 0; i < lead->count; ++i) {
    bool present = dl_loops_find(loops, lead->loops[i]) >= 0;
    has_lead |= present;
    if (has_lead) // absent leading batch dimensions repeat by themselves
      a.grouping.counts[a.grouping.n_groups++] = present;
  }
  a.grouping.counts[a.grouping.n_groups++] =
      a.transposed ? second->count : first->count;
  a.grouping.counts[a.grouping.n_groups++] =
      a.transposed ? first->count : second->count;
  return a;
}

static bool is_as_it_is(const struct arrangement *a) {
  for (int g = 0; g < a->grouping.n_groups; ++g)
    if (a->grouping.counts[g] != 1)
      return false;
  return !a->permutes;
}

static MlirValue apply(const dl_builder *bld, MlirValue tensor,
                       const struct arrangement *a) {
  return dl_group(bld, dl_permute(bld, tensor, a->order), &a->grouping);
}

/// The matmul's result back in the shape of `init`.
static MlirValue restore(const dl_builder *bld, MlirValue result,
                         const struct arrangement *a, MlirValue init) {
  MlirType type = mlirValueGetType(init);
  int64_t rank = mlirShapedTypeGetRank(type);
  int64_t sizes[DL_MAX_STRUCTURED_RANK], back[DL_MAX_STRUCTURED_RANK];
  MlirValue values[DL_MAX_STRUCTURED_RANK];
  bool groups = false;
  for (int g = 0; g < a->grouping.n_groups; ++g)
    groups |= a->grouping.counts[g] > 1;
  for (int64_t i = 0; i < rank; ++i) {
    sizes[i] = mlirShapedTypeGetDimSize(type, a->order[i]);
    values[i] = (MlirValue){NULL};
    if (groups && mlirShapedTypeIsDynamicDim(type, a->order[i]))
      values[i] = dl_size_value(bld, init, a->order[i]);
    back[a->order[i]] = i;
  }
  MlirType permuted =
      dl_tensor_type(rank, sizes, mlirShapedTypeGetElementType(type));
  result = dl_ungroup(bld, result, &a->grouping, permuted, values);
  return dl_permute(bld, result, back);
}

/// A factor, converted beforehand if its sign is read unlike the other one's.
static MlirValue factor_value(const dl_rewrite *rewrite,
                              const struct contraction *c, int side,
                              bool converts) {
  MlirValue value = dl_structured_operand(&c->view, c->factors[side]);
  int index = c->factors[side] == c->sum.factors[1].operand;
  if (!converts || !c->sum.factors[index].is_unsigned)
    return value;
  MlirType type = mlirValueGetType(value);
  int64_t sizes[DL_MAX_STRUCTURED_RANK];
  dl_type_sizes(type, sizes);
  return dl_cast(
      &rewrite->bld,
      dl_tensor_type(mlirShapedTypeGetRank(type), sizes, c->sum.type), value,
      (dl_cast_attrs){.is_unsigned = true});
}

/// False if operands are not indexed by one loop a dimension: what slides a
/// window is for another pattern.
static bool read_loops(struct contraction *c) {
  for (int i = 0; i < 2; ++i) {
    c->factors[i] = c->sum.factors[i].operand;
    MlirValue value = dl_structured_operand(&c->view, c->factors[i]);
    if (!mlirTypeIsARankedTensor(mlirValueGetType(value)) ||
        !dl_structured_loops(&c->view, c->factors[i], &c->operands[i]))
      return false;
  }
  return dl_structured_loops(&c->view, c->view.n_inputs, &c->result);
}

static const char *check_loops(const struct contraction *c) {
  for (int loop = 0; loop < c->view.n_loops; ++loop) {
    char kind = class_of(c, loop);
    if (!kind)
      return "a loop is summed in one factor only, or none runs along it";
    if (c->view.is_reduction[loop] != (kind == 'k'))
      return "the result runs along a reduction loop";
  }
  return NULL;
}

/// Row sums of products that lie along each other need no matrix product.
static bool is_row_sum(const struct contraction *c) {
  return c->result.rank > 0 && !count_class(c, 'm') && !count_class(c, 'n') &&
         dl_loops_are_permutation(&c->operands[0], c->view.n_loops);
}

static bool has_encoding(MlirValue tensor) {
  return !mlirAttributeIsNull(
      mlirRankedTensorTypeGetEncoding(mlirValueGetType(tensor)));
}

static MlirLogicalResult build_matmul(dl_rewrite *rewrite,
                                      const struct contraction *c) {
  const dl_builder *bld = &rewrite->bld;
  struct arrangement lhs =
      arrange(&c->operands[0], &c->lead, &c->m, &c->k, true);
  struct arrangement rhs =
      arrange(&c->operands[1], &c->lead, &c->k, &c->n, true);
  struct arrangement out = arrange(&c->result, &c->lead, &c->m, &c->n, false);
  MlirValue init = dl_structured_init(&c->view, 0);
  bool converts =
      c->sum.factors[0].extends && c->sum.factors[1].extends &&
      c->sum.factors[0].is_unsigned != c->sum.factors[1].is_unsigned;
  for (int side = 0; side < 2; ++side)
    if (has_encoding(dl_structured_operand(&c->view, c->factors[side])) &&
        (converts || !is_as_it_is(side ? &rhs : &lhs)))
      return DL_NO_MATCH(rewrite, "an operand with an encoding would need "
                                  "a reshape, transpose or cast");
  if (has_encoding(init))
    return DL_NO_MATCH(rewrite, "the result has an encoding");
  MlirValue a = apply(bld, factor_value(rewrite, c, 0, converts), &lhs);
  MlirValue b = apply(bld, factor_value(rewrite, c, 1, converts), &rhs);
  bool starts_at_zero = dl_is_positive_zero(dl_splat_value(init));
  MlirValue start = starts_at_zero ? (MlirValue){NULL} : apply(bld, init, &out);
  int64_t sizes[DL_MAX_STRUCTURED_RANK];
  MlirType type = mlirValueGetType(init);
  for (int64_t i = 0; i < c->result.rank; ++i)
    sizes[i] = mlirShapedTypeGetDimSize(type, out.order[i]);
  type =
      dl_tensor_type(c->result.rank, sizes, mlirShapedTypeGetElementType(type));
  MlirValue result = dl_matmul(
      bld, dl_grouped_type(type, &out.grouping), a, b, start,
      (dl_matmul_attrs){.lhs_transposed = lhs.transposed,
                        .rhs_transposed = rhs.transposed,
                        .is_unsigned =
                            !converts && (c->sum.factors[0].is_unsigned ||
                                          c->sum.factors[1].is_unsigned)});
  dl_state_accumulator(rewrite, dl_value_def(result), c->sum.type,
                       c->sum.narrows);
  result = restore(bld, result, &out, init);
  return dl_replace_one(
      rewrite, dl_subtract_zero_point(rewrite, &c->view, &c->sum, result));
}

MlirLogicalResult dl_import_contraction(dl_rewrite *rewrite) {
  struct contraction c = {.lead = {0}};
  const char *reason;
  if (!dl_structured_read(rewrite->op, &c.view, &reason) ||
      c.view.n_reductions == 0 || c.view.n_inputs < 2 || c.view.n_inits != 1)
    return dl_other_kind();
  reason = dl_match_product_sum(&c.view, &c.sum);
  if (reason)
    return c.sum.adds_products ? DL_NO_MATCH(rewrite, reason) : dl_other_kind();
  if (!read_loops(&c))
    return dl_other_kind();
  reason = check_loops(&c);
  if (!reason)
    reason = dl_check_zero_points(&c.view, &c.sum);
  if (reason)
    return DL_NO_MATCH(rewrite, reason);
  if (is_row_sum(&c) && c.view.n_inputs == 2)
    return dl_other_kind();
  plan_result(&c);
  if (c.lead.count + 2 > DL_MAX_STRUCTURED_RANK)
    return DL_NO_MATCH(rewrite, "it has too many batch dimensions");
  return build_matmul(rewrite, &c);
}
