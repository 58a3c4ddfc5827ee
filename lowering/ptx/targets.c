// Targets that are refused, and what MLIR calls them.
#include "lowering/ptx/targets.h"

#include <stdio.h>

#include "lowering/base/diag.h"
#include "lowering/base/strings.h"

const dl_gpu_target *dl_gpu_target_for(MlirOperation op, const char *chip) {
  const dl_gpu_target *target = dl_gpu_target_of(chip);
  if (target)
    return target;
  char known[128];
  dl_emit_error(op, "cannot be compiled for the GPU '%s'; the targets are %s",
                chip, dl_gpu_target_names(known, sizeof(known)));
  return NULL;
}

MlirAttribute dl_gpu_target_attr(MlirContext context,
                                 const dl_gpu_target *target) {
  char text[96];
  snprintf(text, sizeof(text),
           "#nvvm.target<O = 3, chip = \"%s\", features = \"%s\">",
           target->chip, target->features);
  return mlirAttributeParseGet(context, mlirStringRefCreateFromCString(text));
}
