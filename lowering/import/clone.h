// Merging a chain of maps into one, operation by operation.
#ifndef DLOPT_LOWERING_IMPORT_CLONE_H
#define DLOPT_LOWERING_IMPORT_CLONE_H

#include "lowering/import/emit.h"
#include "lowering/import/recognize.h"

/// A map that computes the result of the root of `view` from the tensor that
/// holds `variable` alone, by copies of the operations that compute it now.
/// Null if an intermediate tensor has uses elsewhere, or something between is
/// no map, cast or constant.
MlirOperation dl_merge_maps(dl_recognizer *rec, dl_view *view,
                            const dl_expr *variable);

#endif // DLOPT_LOWERING_IMPORT_CLONE_H
