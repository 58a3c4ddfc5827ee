// Products of small matrices that a warp's tensor cores do in one instruction:
// a table, and how one is emitted.
//
// All have 16 rows, 8 columns and 32 bytes of depth, and the same fragments:
// four 32-bit registers of the left matrix (rows 0-7 and 8-15 of the first 16
// bytes, then of the second), two of the right one, four accumulators.
#ifndef DLOPT_LOWERING_KERNEL_MATRIX_ATOMS_H
#define DLOPT_LOWERING_KERNEL_MATRIX_ATOMS_H

#include "lowering/kernel/ir.h"
#include "lowering/ptx/targets.h"

enum { DL_ATOM_ROWS = 16, DL_ATOM_COLS = 8, DL_ATOM_BYTES = 32 };

typedef struct dl_matrix_atom {
  const char *left, *right; ///< element types as PTX spells them
  int bytes;                ///< an element
  bool is_float;            ///< accumulates in f32, else in i32
  bool has_op;              ///< nvvm.mma.sync knows it, else inline PTX
  int from_sm;
} dl_matrix_atom;

/// The atom for factors that are stored as `left` and `right`; null if the
/// target has none.
const dl_matrix_atom *dl_matrix_atom_for(MlirType left, MlirType right,
                                         bool is_tf32, bool is_unsigned,
                                         const dl_gpu_target *target);

/// True if an atom's factor on a side is of 8-bit floats of this type.
bool dl_atom_is(const dl_matrix_atom *atom, int side, MlirType type);

/// accumulators += left * right.
void dl_emit_matrix_atom(const dl_builder *bld, const dl_matrix_atom *atom,
                         const MlirValue *left, const MlirValue *right,
                         MlirValue *accumulators);

/// Four 8x8 matrices of 16-bit elements, or what lies in their place; the
/// pointers of lanes 8i.. to 8i+7 are those of the rows of matrix i.
void dl_load_matrices(const dl_builder *bld, MlirValue pointer,
                      bool is_transposed, MlirValue *registers);

#endif // DLOPT_LOWERING_KERNEL_MATRIX_ATOMS_H
