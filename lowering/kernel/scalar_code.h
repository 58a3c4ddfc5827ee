// Copying scalar code of a kernel's body to where it is needed: bodies of maps
// and structured operations, and the scalars around them.
#ifndef DLOPT_LOWERING_KERNEL_SCALAR_CODE_H
#define DLOPT_LOWERING_KERNEL_SCALAR_CODE_H

#include "lowering/kernel/emit.h"

/// What values of a body became.
typedef struct dl_scope {
  dl_emitter *emitter;
  /// Index of the element that is computed along dimension or loop `dim`, as
  /// type index; for dlopt.index and linalg.index.
  MlirValue (*index)(void *data, int64_t dim);
  void *data;
  int count, capacity;
  MlirValue *from, *to;
} dl_scope;

void dl_scope_bind(dl_scope *scope, MlirValue from, MlirValue to);
/// Copies the operations of a block but for the terminator.
void dl_scope_copy_block(dl_scope *scope, MlirBlock block);
/// What a scalar of the copied block, or of the kernel's body, became.
MlirValue dl_scope_value(dl_scope *scope, MlirValue value);

#endif // DLOPT_LOWERING_KERNEL_SCALAR_CODE_H
