// Positions in files, out of MLIR's nested locations.
#ifndef DLOPT_LOWERING_BASE_LOCATION_H
#define DLOPT_LOWERING_BASE_LOCATION_H

#include "mlir-c/IR.h"

typedef struct dl_position {
  const char *file; ///< "" if the location has none; owned by the context
  int line, column; ///< 0 if the location has none
} dl_position;

/// The first file position in `location`: of the location itself, of what is
/// fused, named or called in it.
dl_position dl_location_position(MlirLocation location);

#endif // DLOPT_LOWERING_BASE_LOCATION_H
