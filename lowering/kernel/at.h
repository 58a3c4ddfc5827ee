// One element of a tensor of the body at given indices, whatever makes the
// tensor: a thread of the loops family computes so all that its element depends
// on. Sizes in device code.
#ifndef DLOPT_LOWERING_KERNEL_AT_H
#define DLOPT_LOWERING_KERNEL_AT_H

#include "lowering/kernel/emit.h"
#include "lowering/kernel/sizes.h"

/// The element of `value` at `indices`, of the emitter's index type.
MlirValue dl_at(dl_emitter *emitter, MlirValue value, const MlirValue *indices);
/// The same of an argument of the body, with indices of any integer type.
MlirValue dl_argument_at(dl_emitter *emitter, MlirValue argument,
                         const MlirValue *indices, MlirType type);

/// Sizes from the function's parameters, as index.
dl_sizer dl_device_sizer(dl_emitter *emitter);
/// A size of the emitter's index type.
MlirValue dl_device_size(dl_emitter *emitter, MlirValue value, int64_t dim);

/// True if dl_at knows the operation; if not, or not in this form, `*reason`
/// may say what is in the way.
bool dl_at_takes(MlirOperation op, const char **reason);

/// What was computed since is forgotten: it is not to be used behind a branch
/// or loop.
typedef int dl_at_mark;
dl_at_mark dl_at_begin(const dl_emitter *emitter);
void dl_at_end(dl_emitter *emitter, dl_at_mark mark);

// For the operations, each in a file of its own.
/// The sums of a structured operation, pool or product (at_*.c); all results
/// become known.
void dl_structured_at(dl_emitter *emitter, MlirOperation op, intptr_t result,
                      const MlirValue *indices);
MlirValue dl_conv_at(dl_emitter *emitter, MlirOperation op,
                     const MlirValue *indices);
MlirValue dl_pool_at(dl_emitter *emitter, MlirOperation op,
                     const MlirValue *indices);
const char *dl_structured_refusal(MlirOperation op);
/// True if two values are results of one operation along the same loops, so
/// that one element of each is computed together.
bool dl_at_beside(MlirValue one, MlirValue other);
/// Makes an element known.
void dl_at_note(dl_emitter *emitter, MlirValue value, const MlirValue *indices,
                MlirValue scalar);

#endif // DLOPT_LOWERING_KERNEL_AT_H
