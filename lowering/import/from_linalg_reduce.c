// Reductions become dlopt.reduce:
//   linalg.reduce, generic  ->  dlopt.reduce KIND (over a dlopt.map)
// where the body is `acc KIND f(inputs)`: f is a conversion, which the
// reduction does itself, or a dlopt.map in front. Gives up when no input is as
// large as the loops (the map's result would be larger than every input), or
// the body treats NaN or signed zeros unlike the kinds of dlopt.reduce.
#include "lowering/import/import.h"
#include "lowering/import/reshape.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/upstream_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

struct reduction {
  dl_structured view;
  dl_combiner combiner;
  dl_conversion folded; ///< what is combined, as converted from its source
  dl_loops result;
  intptr_t input;      ///< that runs along all loops
  dl_loops loops;      ///< of that input
  bool is_direct;      ///< the input itself is reduced, without a map
  bool starts_neutral; ///< the init changes nothing
};

/// False if the reduction cannot convert as the body does.
static bool converts_alike(const struct reduction *r) {
  bool compares =
      r->combiner.kind == DL_REDUCE_MAX || r->combiner.kind == DL_REDUCE_MIN;
  return !compares || !r->folded.extends ||
         r->folded.is_unsigned == r->combiner.is_unsigned;
}

static bool spans(const dl_structured *view, intptr_t input, dl_loops *loops) {
  MlirType type = mlirValueGetType(dl_structured_operand(view, input));
  return mlirTypeIsARankedTensor(type) &&
         mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)) &&
         dl_structured_loops(view, input, loops) &&
         dl_loops_are_permutation(loops, view->n_loops);
}

/// The input that is reduced, or else one whose loops a map of what is reduced
/// can run along.
static const char *find_input(struct reduction *r) {
  r->folded = dl_match_conversion(r->combiner.other);
  if (r->combiner.negates || !converts_alike(r))
    r->folded = (dl_conversion){.source = r->combiner.other};
  for (intptr_t i = 0; i < r->view.n_inputs && !r->combiner.negates; ++i)
    if (mlirValueEqual(r->folded.source, dl_structured_argument(&r->view, i)) &&
        spans(&r->view, i, &r->loops)) {
      r->input = i;
      r->is_direct = true;
      return NULL;
    }
  for (intptr_t i = 0; i < r->view.n_inputs; ++i)
    if (spans(&r->view, i, &r->loops))
      return dl_check_body(&r->view, false);
  return "no input is as large as the loops, so what is reduced would be a "
         "temporary larger than each input";
}

/// What a map in front of the reduction yields: a value of the body, negated at
/// the body's end if need be.
static MlirValue value_to_reduce(dl_rewrite *rewrite,
                                 const struct reduction *r) {
  const dl_builder *bld = &rewrite->bld;
  MlirValue value = r->folded.source;
  if (!r->combiner.negates)
    return value;
  mlirRewriterBaseSetInsertionPointBefore(bld->rewriter,
                                          mlirBlockGetTerminator(r->view.body));
  MlirType type = mlirValueGetType(value);
  return dl_type_is_float(type)
             ? dl_arith_negf(bld, value, (dl_arith_negf_attrs){{NULL}})
             : dl_arith_subi(bld, dl_constant_int(bld, type, 0), value,
                             (dl_arith_subi_attrs){{NULL}});
}

static const char *check_result(struct reduction *r) {
  if (!dl_structured_loops(&r->view, r->view.n_inputs, &r->result))
    return "the result is not indexed by one loop a dimension";
  for (int loop = 0; loop < r->view.n_loops; ++loop)
    if ((dl_loops_find(&r->result, loop) < 0) != r->view.is_reduction[loop])
      return "the result does not run along exactly the parallel loops";
  MlirType type = mlirValueGetType(dl_structured_init(&r->view, 0));
  MlirType element = mlirShapedTypeGetElementType(type);
  if (!dl_type_is_float(element) && !dl_type_is_int(element))
    return "its elements are neither floats nor signless integers";
  if (!mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
    return "a tensor has an encoding";
  return NULL;
}

/// Between the reduction's result, whose dimensions are those that the input
/// keeps, and the operation's.
struct result_shape {
  int64_t order[DL_MAX_STRUCTURED_RANK]; ///< kept dimension i, of the ordered
  int64_t back[DL_MAX_STRUCTURED_RANK];
  int n_kept;
  dl_grouping units; ///< dimensions of size 1 that the operation's has more
  MlirType ordered, kept;
  intptr_t n_reduced;
  int64_t reduced[DL_MAX_STRUCTURED_RANK];
};

static struct result_shape shape_of(const struct reduction *r) {
  struct result_shape s = {.n_kept = 0};
  MlirType type = mlirValueGetType(dl_structured_init(&r->view, 0));
  int64_t sizes[DL_MAX_STRUCTURED_RANK], kept[DL_MAX_STRUCTURED_RANK];
  int ordered[DL_MAX_STRUCTURED_RANK];
  s.units.n_groups = (int)r->result.rank;
  for (int64_t j = 0; j < r->result.rank; ++j) {
    s.units.counts[j] = r->result.loops[j] >= 0;
    if (r->result.loops[j] < 0)
      continue;
    sizes[s.n_kept] = mlirShapedTypeGetDimSize(type, j);
    ordered[s.n_kept++] = r->result.loops[j];
  }
  int next = 0;
  for (int64_t j = 0; j < r->loops.rank; ++j) {
    if (r->view.is_reduction[r->loops.loops[j]]) {
      s.reduced[s.n_reduced++] = j;
      continue;
    }
    for (int i = 0; i < s.n_kept; ++i)
      if (ordered[i] == r->loops.loops[j]) {
        s.order[next] = i;
        s.back[i] = next;
        kept[next++] = sizes[i];
      }
  }
  MlirType element = mlirShapedTypeGetElementType(type);
  s.ordered = dl_tensor_type(s.n_kept, sizes, element);
  s.kept = dl_tensor_type(s.n_kept, kept, element);
  return s;
}

static MlirLogicalResult
build_reduce(dl_rewrite *rewrite, const struct reduction *r, MlirValue input) {
  const dl_builder *bld = &rewrite->bld;
  struct result_shape shape = shape_of(r);
  MlirValue init = dl_structured_init(&r->view, 0);
  MlirType body_type = mlirShapedTypeGetElementType(mlirValueGetType(init));
  if (r->starts_neutral)
    init = (MlirValue){NULL};
  else
    init = dl_permute(bld,
                      dl_ungroup(bld, init, &shape.units, shape.ordered, NULL),
                      shape.order);
  bool compares =
      r->combiner.kind == DL_REDUCE_MAX || r->combiner.kind == DL_REDUCE_MIN;
  MlirValue result = dl_reduce(
      bld, shape.kept, input, init,
      (dl_reduce_attrs){
          .kind = dl_attr_i32(bld, r->combiner.kind),
          .dims = dl_attr_i64_array(bld, shape.n_reduced, shape.reduced),
          .is_unsigned = compares
                             ? r->combiner.is_unsigned
                             : r->folded.extends && r->folded.is_unsigned});
  dl_state_accumulator(rewrite, dl_value_def(result), body_type,
                       r->folded.narrows);
  result = dl_group(bld, dl_permute(bld, result, shape.back), &shape.units);
  return dl_replace_one(rewrite, result);
}

MlirLogicalResult dl_import_reduce(dl_rewrite *rewrite) {
  struct reduction r = {.input = -1};
  const char *reason;
  if (!dl_structured_read(rewrite->op, &r.view, &reason) ||
      r.view.n_reductions == 0)
    return dl_other_kind();
  if (r.view.n_inits > 1)
    return DL_NO_MATCH(rewrite, "it reduces to several results at once");
  if (r.view.n_loops > DL_MAX_STRUCTURED_RANK)
    return DL_NO_MATCH(rewrite, "it has more than 16 loops");
  reason = dl_match_combiner(&r.view, 0, &r.combiner);
  if (!reason)
    reason = check_result(&r);
  if (!reason)
    reason = find_input(&r);
  if (reason) // one given by a nearer kind says more
    return rewrite->refusal ? dl_other_kind() : DL_NO_MATCH(rewrite, reason);
  r.starts_neutral = dl_is_neutral(
      dl_splat_value(dl_structured_init(&r.view, 0)), &r.combiner);
  if (r.is_direct)
    return build_reduce(rewrite, &r, dl_structured_operand(&r.view, r.input));
  MlirValue value = value_to_reduce(rewrite, &r);
  dl_map_plan plan = {.view = &r.view,
                      .order = r.loops.loops,
                      .rank = r.loops.rank,
                      .values = &value,
                      .n_values = 1};
  MlirOperation map = dl_take_body_as_map(rewrite, &plan);
  return build_reduce(rewrite, &r, dl_simplify_map(rewrite, map));
}
