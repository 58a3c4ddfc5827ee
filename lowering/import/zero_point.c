// Zero points of quantised contractions, subtracted after the sum: the product
// itself stays one of 8-bit factors, as matrix units want it.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinTypes.h"

/// Index of the factor that has a zero point, or -1.
static int find_zero_point(const dl_product_sum *sum) {
  for (int i = 0; i < 2; ++i)
    if (!mlirValueIsNull(sum->factors[i].zero_point))
      return i;
  return -1;
}

const char *dl_check_zero_points(const dl_structured *view,
                                 const dl_product_sum *sum) {
  int index = find_zero_point(sum);
  if (index < 0)
    return NULL;
  if (!mlirValueIsNull(sum->factors[1 - index].zero_point))
    return "both factors have zero points";
  dl_loops other;
  if (!dl_structured_loops(view, sum->factors[1 - index].operand, &other))
    return "the factor that a window slides over would have to be summed";
  intptr_t n_summed = 0;
  for (int64_t j = 0; j < other.rank; ++j)
    n_summed += other.loops[j] >= 0 && view->is_reduction[other.loops[j]];
  return n_summed == view->n_reductions
             ? NULL
             : "the factor without zero point lacks a summed loop";
}

/// sum_k of a factor; writes the result dimension that each of its dimensions
/// runs along.
static MlirValue sum_of_factor(dl_rewrite *rewrite, const dl_structured *view,
                               const dl_factor *factor, MlirType type,
                               int *dims) {
  dl_loops loops, result;
  dl_structured_loops(view, factor->operand, &loops);
  dl_structured_loops(view, view->n_inputs, &result);
  MlirValue tensor = dl_structured_operand(view, factor->operand);
  int64_t reduced[DL_MAX_STRUCTURED_RANK], sizes[DL_MAX_STRUCTURED_RANK];
  intptr_t n_reduced = 0, n_kept = 0;
  for (int64_t j = 0; j < loops.rank; ++j) {
    if (loops.loops[j] < 0 || view->is_reduction[loops.loops[j]]) {
      reduced[n_reduced++] = j;
      continue;
    }
    dims[n_kept] = (int)dl_loops_find(&result, loops.loops[j]);
    sizes[n_kept++] = mlirShapedTypeGetDimSize(mlirValueGetType(tensor), j);
  }
  const dl_builder *bld = &rewrite->bld;
  MlirValue sum = dl_reduce(
      bld, dl_tensor_type(n_kept, sizes, type), tensor, (MlirValue){NULL},
      (dl_reduce_attrs){.kind = dl_attr_i32(bld, DL_REDUCE_ADD),
                        .dims = dl_attr_i64_array(bld, n_reduced, reduced),
                        .is_unsigned = factor->is_unsigned});
  return sum;
}

MlirValue dl_subtract_zero_point(dl_rewrite *rewrite, const dl_structured *view,
                                 const dl_product_sum *sum, MlirValue result) {
  int index = find_zero_point(sum);
  if (index < 0)
    return result;
  const dl_builder *bld = &rewrite->bld;
  MlirType type = mlirValueGetType(result);
  int identity[DL_MAX_STRUCTURED_RANK], dims[DL_MAX_STRUCTURED_RANK];
  for (int i = 0; i < DL_MAX_STRUCTURED_RANK; ++i)
    identity[i] = i;
  MlirValue factor_sum =
      sum_of_factor(rewrite, view, &sum->factors[1 - index], sum->type, dims);
  MlirValue inputs[] = {result, factor_sum};
  MlirAttribute rows[] = {
      dl_dims_row(bld, mlirShapedTypeGetRank(type), identity),
      dl_dims_row(bld, mlirShapedTypeGetRank(mlirValueGetType(factor_sum)),
                  dims)};
  MlirType elements[] = {sum->type, sum->type};
  MlirLocation locations[] = {bld->location, bld->location};
  MlirRegion body = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(body, mlirBlockCreate(2, elements, locations));
  MlirOperation map =
      dl_map(bld, 1, &type, 2, inputs, 0, NULL,
             (dl_map_attrs){mlirArrayAttrGet(bld->context, 2, rows)}, body);
  MlirBlock block = dl_region_block(map, 0);
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, block);
  MlirValue shift = dl_arith_muli(bld, mlirBlockGetArgument(block, 1),
                                  sum->factors[index].zero_point,
                                  (dl_arith_muli_attrs){{NULL}});
  MlirValue value = dl_arith_subi(bld, mlirBlockGetArgument(block, 0), shift,
                                  (dl_arith_subi_attrs){{NULL}});
  dl_yield(bld, 1, &value);
  mlirRewriterBaseSetInsertionPointAfter(bld->rewriter, map);
  return mlirOperationGetResult(map, 0);
}
