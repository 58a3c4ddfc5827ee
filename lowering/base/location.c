// Positions in files, out of MLIR's nested locations.
#include "lowering/base/location.h"

#include <stdlib.h>

static MlirLocation file_location(MlirLocation location) {
  if (mlirLocationIsAName(location))
    return file_location(mlirLocationNameGetChildLoc(location));
  if (mlirLocationIsACallSite(location))
    return file_location(mlirLocationCallSiteGetCallee(location));
  if (mlirLocationIsAFused(location) &&
      mlirLocationFusedGetNumLocations(location) > 0) {
    unsigned count = mlirLocationFusedGetNumLocations(location);
    MlirLocation *parts = malloc(count * sizeof(*parts));
    if (!parts)
      return location;
    mlirLocationFusedGetLocations(location, parts);
    MlirLocation first = parts[0];
    free(parts);
    return file_location(first);
  }
  return location;
}

dl_position dl_location_position(MlirLocation location) {
  location = file_location(location);
  if (!mlirLocationIsAFileLineColRange(location))
    return (dl_position){"", 0, 0};
  return (dl_position){
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location)).data,
      mlirLocationFileLineColRangeGetStartLine(location),
      mlirLocationFileLineColRangeGetStartColumn(location)};
}
