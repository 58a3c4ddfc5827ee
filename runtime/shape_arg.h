// Values of options of the form N=...: --shape 0=2x128, --arg 1=FILE.npy.
#ifndef DLOPT_RUNTIME_SHAPE_ARG_H
#define DLOPT_RUNTIME_SHAPE_ARG_H

#include "runtime/tensor.h"

typedef struct dl_shape_arg {
  int position; // of the argument
  int rank;
  int64_t shape[DL_TENSOR_MAX_RANK];
} dl_shape_arg;

typedef struct dl_file_arg {
  int position;     // of the argument or result
  const char *path; // points into the option value; not empty
} dl_file_arg;

/// Parses `N=2x128`; `N=` followed by nothing is the shape of rank 0. `option`
/// names the option in messages. Errors are of the code DL_STATUS_USAGE.
DloptStatus dl_shape_arg_parse(const char *option, const char *text,
                               dl_shape_arg *argument);

/// Parses `N=FILE`; the path borrows from `text`.
DloptStatus dl_file_arg_parse(const char *option, const char *text,
                              dl_file_arg *argument);

/// Puts the sizes into the dynamic dimensions of `type`. Another rank, or a
/// size other than a static one of the type, is refused.
DloptStatus dl_shape_arg_apply(const dl_shape_arg *argument,
                               dl_tensor_type *type);

#endif
