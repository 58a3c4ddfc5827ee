// What reshapes, transposes and broadcasts do to dimensions.
#include "lowering/import/axes.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/import/emit.h"
#include "lowering/import/reshape.h"

#include <string.h>

bool dl_axis_make(dl_atoms *atoms, dl_size size, dl_axis *axis) {
  axis->n = 0;
  if (size.fixed == 1)
    return true;
  if (atoms->n == DL_MAX_ATOMS)
    return false;
  axis->atoms[axis->n++] = (int8_t)atoms->n;
  atoms->parts[atoms->n].n = 0;
  atoms->sizes[atoms->n++] = size;
  return true;
}

static bool append_refined(const dl_atoms *atoms, int atom, dl_axis *out) {
  const dl_axis *parts = &atoms->parts[atom];
  if (!parts->n) {
    if (out->n == DL_MAX_LIST)
      return false;
    out->atoms[out->n++] = (int8_t)atom;
    return true;
  }
  for (int i = 0; i < parts->n; ++i)
    if (!append_refined(atoms, parts->atoms[i], out))
      return false;
  return true;
}

bool dl_axis_refine(const dl_atoms *atoms, dl_axis *axis) {
  dl_axis refined = {0};
  for (int i = 0; i < axis->n; ++i)
    if (!append_refined(atoms, axis->atoms[i], &refined))
      return false;
  *axis = refined;
  return true;
}

bool dl_axis_equal(const dl_atoms *atoms, const dl_axis *a, const dl_axis *b) {
  dl_axis x = *a, y = *b;
  return dl_axis_refine(atoms, &x) && dl_axis_refine(atoms, &y) && x.n == y.n &&
         memcmp(x.atoms, y.atoms, (size_t)x.n) == 0;
}

int64_t dl_axis_size(const dl_atoms *atoms, const dl_axis *axis) {
  int64_t size = 1;
  for (int i = 0; i < axis->n; ++i) {
    int64_t fixed = atoms->sizes[axis->atoms[i]].fixed;
    if (fixed < 0)
      return -1;
    size *= fixed;
  }
  return size;
}

// --- Steps back
// -----------------------------------------------------------------

/// Splits `atom` into one of size `outer` and the rest.
static bool split_static(dl_atoms *atoms, int atom, int64_t outer) {
  int64_t size = atoms->sizes[atom].fixed;
  if (size < 0 || outer < 1 || size % outer || atoms->n + 2 > DL_MAX_ATOMS)
    return false;
  dl_axis parts = {0}, part;
  dl_axis_make(atoms, (dl_size){outer, {NULL}, -1}, &part);
  parts.atoms[parts.n++] = part.atoms[0];
  dl_axis_make(atoms, (dl_size){size / outer, {NULL}, -1}, &part);
  parts.atoms[parts.n++] = part.atoms[0];
  atoms->parts[atom] = parts;
  return true;
}

/// Takes atoms worth `size` off the front of `queue`; `queue` is refined.
static bool take_front(dl_atoms *atoms, dl_axis *queue, dl_size size,
                       dl_axis *out) {
  out->n = 0;
  if (size.fixed == 1)
    return true;
  int64_t have = 1;
  while (queue->n && out->n < DL_MAX_LIST) {
    int atom = queue->atoms[0];
    dl_size own = atoms->sizes[atom];
    if (size.fixed < 0) {
      if (!dl_size_same(own, size))
        return false;
    } else if (own.fixed < 0) {
      return false;
    } else if (size.fixed % (have * own.fixed) != 0) {
      if (size.fixed % have || !split_static(atoms, atom, size.fixed / have) ||
          !dl_axis_refine(atoms, queue))
        return false;
      continue;
    }
    out->atoms[out->n++] = (int8_t)atom;
    --queue->n;
    memmove(queue->atoms, queue->atoms + 1, (size_t)queue->n);
    have *= own.fixed < 0 ? 1 : own.fixed;
    if (size.fixed < 0 || have == size.fixed)
      return true;
  }
  return false;
}

static int64_t group_entry(MlirAttribute groups, intptr_t g, intptr_t j) {
  return mlirIntegerAttrGetValueInt(
      mlirArrayAttrGetElement(mlirArrayAttrGetElement(groups, g), j));
}

/// Splits the axis of a collapsed dimension over the dimensions it was made of.
static bool split_axis(dl_atoms *atoms, dl_axis axis, MlirValue source,
                       MlirAttribute groups, intptr_t g, dl_axis *axes) {
  intptr_t count =
      mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, g));
  int n_dynamic = 0, n_real = 0;
  for (intptr_t j = 0; j < count; ++j) {
    int64_t size = dl_static_dim(source, (int)group_entry(groups, g, j));
    n_dynamic += size < 0;
    n_real += size != 1;
  }
  if (!dl_axis_refine(atoms, &axis))
    return false;
  // One atom of dynamic size made of several: split by the source's sizes.
  if (n_dynamic && n_real > 1 && axis.n == 1) {
    dl_axis parts = {0}, part;
    for (intptr_t j = 0; j < count; ++j) {
      int dim = (int)group_entry(groups, g, j);
      if (!dl_axis_make(atoms, dl_size_of(source, dim), &part) ||
          parts.n + part.n > DL_MAX_LIST)
        return false;
      axes[dim] = part;
      if (part.n)
        parts.atoms[parts.n++] = part.atoms[0];
    }
    atoms->parts[axis.atoms[0]] = parts;
    return true;
  }
  for (intptr_t j = 0; j < count; ++j) {
    int dim = (int)group_entry(groups, g, j);
    if (n_real == 1 && dl_static_dim(source, dim) != 1) {
      axes[dim] = axis;
      axis.n = 0;
    } else if (!take_front(atoms, &axis, dl_size_of(source, dim), &axes[dim])) {
      return false;
    }
  }
  return axis.n == 0;
}

static bool step_through_collapse(dl_atoms *atoms, dl_layout *layout,
                                  MlirOperation op) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirAttribute groups =
      mlirOperationGetAttributeByName(op, DL_STR("reassociation"));
  dl_layout back = {.tensor = source, .rank = (int)dl_tensor_rank(source)};
  if (back.rank > DL_MAX_RANK)
    return false;
  for (intptr_t g = 0; g < mlirArrayAttrGetNumElements(groups); ++g)
    if (!split_axis(atoms, layout->axes[g], source, groups, g, back.axes))
      return false;
  *layout = back;
  return true;
}

static bool step_through_expand(dl_layout *layout, MlirOperation op) {
  MlirAttribute groups =
      mlirOperationGetAttributeByName(op, DL_STR("reassociation"));
  dl_layout back = {.tensor = mlirOperationGetOperand(op, 0),
                    .rank = (int)mlirArrayAttrGetNumElements(groups)};
  for (intptr_t g = 0; g < back.rank; ++g) {
    intptr_t count =
        mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, g));
    for (intptr_t j = 0; j < count; ++j) {
      const dl_axis *from = &layout->axes[group_entry(groups, g, j)];
      dl_axis *to = &back.axes[g];
      if (to->n + from->n > DL_MAX_LIST)
        return false;
      memcpy(to->atoms + to->n, from->atoms, (size_t)from->n);
      to->n += from->n;
    }
  }
  *layout = back;
  return true;
}

/// The input that a map hands on, possibly rounded or times a constant, or -1.
static intptr_t passed_input(MlirOperation op, const dl_step *step,
                             dl_arena *arena, double *factor) {
  dl_view view;
  dl_place place, source;
  const dl_expr *root =
      dl_view_init_shallow(&view, arena, mlirOperationGetResult(op, 0));
  if (step->may_round)
    root = dl_expr_strip(root);
  *factor = 1;
  place = dl_view_root_place(&view, 0);
  for (intptr_t p = 0; p < dl_map_n_inputs(op); ++p) {
    dl_map_input_place(op, p, &place, &source);
    const dl_expr *input =
        dl_view_element(&view, dl_map_inputs(op, p), &source);
    if (input->kind == DL_EXPR_CONST)
      continue;
    if (input == root)
      return p;
    dl_stops stops = {1, {input}};
    dl_product product;
    if (step->factor && dl_expr_product(root, &stops, &product) &&
        product.n == 1 && product.factors[0] == input &&
        product.exponents[0] == 1) {
      *factor = product.coefficient;
      return p;
    }
  }
  return -1;
}

static bool step_through_map(dl_layout *layout, MlirOperation op,
                             const dl_step *step, dl_arena *arena) {
  double factor;
  if (mlirOperationGetNumResults(op) != 1)
    return false;
  intptr_t p = passed_input(op, step, arena, &factor);
  if (p < 0)
    return false;
  dl_place identity = {.rank = layout->rank}, place;
  for (int i = 0; i < layout->rank; ++i)
    identity.id[i] = (int8_t)i;
  dl_map_input_place(op, p, &identity, &place);
  dl_layout back = {.tensor = dl_map_inputs(op, p), .rank = place.rank};
  for (int j = 0; j < place.rank; ++j)
    if (place.id[j] >= 0)
      back.axes[j] = layout->axes[place.id[j]];
  if (step->factor)
    *step->factor *= factor;
  *layout = back;
  return true;
}

bool dl_layout_step_back(dl_atoms *atoms, dl_layout *layout,
                         const dl_step *step, dl_arena *arena) {
  MlirOperation op = dl_value_def(layout->tensor);
  if (dl_is(op, "tensor.collapse_shape"))
    return step_through_collapse(atoms, layout, op);
  if (dl_is(op, "tensor.expand_shape"))
    return step_through_expand(layout, op);
  if (dl_map_is(op))
    return step_through_map(layout, op, step, arena);
  bool passes = dl_is(op, "tensor.cast") ||
                (step->may_round && dl_cast_is(op) &&
                 mlirTypeIsAFloat(mlirShapedTypeGetElementType(
                     mlirValueGetType(dl_cast_input(op)))));
  if (!passes || !dl_is_ranked_tensor(mlirOperationGetOperand(op, 0)))
    return false;
  layout->tensor = mlirOperationGetOperand(op, 0);
  return true;
}

// --- Conversions
// ----------------------------------------------------------------

/// A run of atoms of one dimension that stays together.
struct piece {
  dl_axis axis;
  int from;   ///< dimension of the layout
  int target; ///< axis wanted
  int at;     ///< position among the pieces wanted
};

struct plan {
  int n;
  struct piece pieces[DL_MAX_RANK];
};

static bool find_atom(int n_wanted, const dl_axis *wanted, int atom,
                      int *target, int *position) {
  int at = 0;
  for (int t = 0; t < n_wanted; ++t)
    for (int i = 0; i < wanted[t].n; ++i, ++at)
      if (wanted[t].atoms[i] == atom) {
        *target = t;
        *position = at;
        return true;
      }
  return false;
}

/// Cuts the dimensions into pieces; false if the atoms are not those wanted.
static bool make_plan(const dl_atoms *atoms, const dl_layout *layout,
                      int n_wanted, const dl_axis *wanted, struct plan *plan) {
  dl_axis refined[DL_MAX_RANK];
  int n_atoms = 0, n_found = 0;
  plan->n = 0;
  for (int t = 0; t < n_wanted; ++t) {
    refined[t] = wanted[t];
    if (!dl_axis_refine(atoms, &refined[t]))
      return false;
    n_atoms += refined[t].n;
  }
  for (int d = 0; d < layout->rank; ++d) {
    dl_axis axis = layout->axes[d];
    if (!dl_axis_refine(atoms, &axis))
      return false;
    int last_position = -2, last_target = -1;
    for (int i = 0; i < axis.n; ++i, ++n_found) {
      int target, position;
      if (!find_atom(n_wanted, refined, axis.atoms[i], &target, &position))
        return false;
      if (position != last_position + 1 || target != last_target) {
        if (plan->n == DL_MAX_RANK)
          return false;
        plan->pieces[plan->n++] = (struct piece){{0}, d, target, position};
      }
      struct piece *piece = &plan->pieces[plan->n - 1];
      piece->axis.atoms[piece->axis.n++] = axis.atoms[i];
      last_position = position;
      last_target = target;
    }
  }
  return n_found == n_atoms;
}

int dl_layout_cost(const dl_atoms *atoms, const dl_layout *layout, int n_wanted,
                   const dl_axis *wanted) {
  struct plan plan;
  if (!make_plan(atoms, layout, n_wanted, wanted, &plan))
    return -1;
  for (int i = 1; i < plan.n; ++i)
    if (plan.pieces[i].at < plan.pieces[i - 1].at)
      return 2;
  if (layout->rank != n_wanted)
    return 1;
  for (int d = 0; d < n_wanted; ++d)
    if (!dl_axis_equal(atoms, &layout->axes[d], &wanted[d]))
      return 1;
  return 0;
}

static MlirValue size_value(const dl_atoms *atoms, const dl_builder *bld,
                            const dl_axis *axis) {
  MlirValue product = {NULL};
  for (int i = 0; i < axis->n; ++i) {
    dl_size size = atoms->sizes[axis->atoms[i]];
    MlirValue own = dl_value_of_size(bld, size);
    product =
        mlirValueIsNull(product)
            ? own
            : dl_arith_muli(bld, product, own, (dl_arith_muli_attrs){{NULL}});
  }
  return product;
}

/// One dimension a piece, in the layout's order.
static MlirValue split_into_pieces(const dl_atoms *atoms, const dl_builder *bld,
                                   const dl_layout *layout,
                                   const struct plan *plan) {
  dl_grouping grouping = {.n_groups = layout->rank};
  int64_t sizes[DL_MAX_RANK];
  MlirValue values[DL_MAX_RANK];
  MlirType type = mlirValueGetType(layout->tensor);
  for (int i = 0; i < plan->n; ++i)
    ++grouping.counts[plan->pieces[i].from];
  for (int i = 0; i < plan->n; ++i) {
    const struct piece *piece = &plan->pieces[i];
    sizes[i] = grouping.counts[piece->from] == 1
                   ? dl_static_dim(layout->tensor, piece->from)
                   : dl_axis_size(atoms, &piece->axis);
    values[i] = (MlirValue){NULL};
    if (sizes[i] >= 0)
      continue;
    sizes[i] = mlirShapedTypeGetDynamicSize();
    values[i] = grouping.counts[piece->from] == 1
                    ? dl_size_value(bld, layout->tensor, piece->from)
                    : size_value(atoms, bld, &piece->axis);
  }
  MlirType split =
      dl_tensor_type(plan->n, sizes, mlirShapedTypeGetElementType(type));
  return dl_ungroup(bld, layout->tensor, &grouping, split, values);
}

MlirValue dl_layout_convert(const dl_atoms *atoms, const dl_builder *bld,
                            const dl_layout *layout, int n_wanted,
                            const dl_axis *wanted) {
  struct plan plan;
  if (dl_layout_cost(atoms, layout, n_wanted, wanted) == 0)
    return layout->tensor;
  if (!make_plan(atoms, layout, n_wanted, wanted, &plan))
    return (MlirValue){NULL};
  MlirValue tensor = split_into_pieces(atoms, bld, layout, &plan);
  int64_t order[DL_MAX_RANK];
  for (int i = 0; i < plan.n; ++i) {
    int rank = 0;
    for (int k = 0; k < plan.n; ++k)
      rank += plan.pieces[k].at < plan.pieces[i].at;
    order[rank] = i;
  }
  tensor = dl_permute(bld, tensor, order);
  dl_grouping grouping = {.n_groups = n_wanted};
  for (int i = 0; i < plan.n; ++i)
    ++grouping.counts[plan.pieces[i].target];
  return dl_group(bld, tensor, &grouping);
}
