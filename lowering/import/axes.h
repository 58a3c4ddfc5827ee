// What reshapes, transposes and broadcasts do to dimensions: each dimension as
// a list of *atoms*, factors of its size, outermost first. Going back through
// operations that only move elements, a dimension that is put together from
// several (batch and heads) is split, one that is repeated (grouped heads)
// loses its atom, and a tensor is known by which atoms it runs along.
#ifndef DLOPT_LOWERING_IMPORT_AXES_H
#define DLOPT_LOWERING_IMPORT_AXES_H

#include "lowering/base/builder.h"
#include "lowering/import/expr.h"

enum { DL_MAX_ATOMS = 60, DL_MAX_LIST = 10 };

/// One dimension; empty: size 1.
typedef struct dl_axis {
  int n;
  int8_t atoms[DL_MAX_LIST];
} dl_axis;

/// Factors of sizes, shared by all tensors of one match.
typedef struct dl_atoms {
  int n;
  dl_size sizes[DL_MAX_ATOMS];
  dl_axis parts[DL_MAX_ATOMS]; ///< what an atom was split into, or empty
} dl_atoms;

/// A tensor and what its dimensions run along.
typedef struct dl_layout {
  MlirValue tensor;
  int rank;
  dl_axis axes[DL_MAX_RANK];
} dl_layout;

/// A new dimension of that size: one atom, or none if it is 1. False if there
/// are too many atoms.
bool dl_axis_make(dl_atoms *atoms, dl_size size, dl_axis *axis);

/// The axis in the atoms that are not split further; false if too long.
bool dl_axis_refine(const dl_atoms *atoms, dl_axis *axis);
bool dl_axis_equal(const dl_atoms *atoms, const dl_axis *a, const dl_axis *b);

/// What a step back may pass besides moves of elements.
typedef struct dl_step {
  bool may_round; ///< narrowing conversions
  double *factor; ///< multiplications by constants, gathered here; or null
} dl_step;

/// Replaces `layout` by that of the tensor it was made from. False if it was
/// made by something else.
bool dl_layout_step_back(dl_atoms *atoms, dl_layout *layout,
                         const dl_step *step, dl_arena *arena);

/// How much it takes to give `layout` the axes `wanted`: 0 nothing, 1 a
/// reshape, 2 a transpose, -1 impossible.
int dl_layout_cost(const dl_atoms *atoms, const dl_layout *layout, int n_wanted,
                   const dl_axis *wanted);

/// The tensor with the axes `wanted`; `dl_layout_cost` is not -1.
MlirValue dl_layout_convert(const dl_atoms *atoms, const dl_builder *bld,
                            const dl_layout *layout, int n_wanted,
                            const dl_axis *wanted);

/// Static size of an axis, or -1.
int64_t dl_axis_size(const dl_atoms *atoms, const dl_axis *axis);

#endif // DLOPT_LOWERING_IMPORT_AXES_H
