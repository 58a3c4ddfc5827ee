// Loops of one structured operation, from its plan.
#ifndef DLOPT_LOWERING_CPU_EMIT_H
#define DLOPT_LOWERING_CPU_EMIT_H

#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "lowering/cpu/nest.h"

/// Emits the loops of `nest` at the insertion point. `operands` stand for the
/// operation's operands. If `from` is not null, only the blocks [from, to) of
/// the split dimension are run.
void dl_emit_nest(const dl_builder *bld, dl_arena *arena, const dl_nest *nest,
                  const MlirValue *operands, MlirValue from, MlirValue to);

/// Number of blocks of the split dimension.
MlirValue dl_emit_block_count(const dl_builder *bld, const dl_nest *nest,
                              const MlirValue *operands);

/// Evaluates the body of a structured operation once: `inputs` stand for its
/// block arguments, `index` for the loop variables, and what it yields is
/// written to `results`. With `lanes` > 1 the inputs are vectors.
void dl_emit_body(const dl_builder *bld, dl_arena *arena, const dl_nest *nest,
                  int lanes, const MlirValue *inputs, const MlirValue *index,
                  MlirValue *results);

/// `scalar` in every lane.
MlirValue dl_emit_splat(const dl_builder *bld, MlirValue scalar, int lanes);
MlirType dl_emit_vector_type(MlirType element, int lanes);

#endif // DLOPT_LOWERING_CPU_EMIT_H
