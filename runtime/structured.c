// 2:4 tensors: check and prune.
#include "runtime/structured.h"

#include <inttypes.h>
#include <math.h>

/// Length of the last dimension, along which groups run.
static int64_t row_length(const dl_tensor *tensor) {
  return tensor->type.rank ? tensor->type.shape[tensor->type.rank - 1] : 1;
}

DloptStatus dl_check_2_4(const dl_tensor *tensor, int argument) {
  int64_t length = row_length(tensor);
  for (int64_t start = 0; start < tensor->n_elements;) {
    int64_t in_row = start % length;
    int64_t end = start + (length - in_row < 4 ? length - in_row : 4);
    int non_zeros = 0;
    for (int64_t i = start; i < end; ++i)
      non_zeros += dl_tensor_get_double(tensor, i) != 0;
    if (non_zeros > 2)
      return dl_status_error(DLOPT_STATUS_INPUT,
                             "argument %d is declared 2:4, but row %" PRId64
                             ", columns %" PRId64 " to %" PRId64
                             " have %d non-zeros; prune it first",
                             argument, start / length, in_row,
                             in_row + (end - start) - 1, non_zeros);
    start = end;
  }
  return dl_status_ok();
}

void dl_prune_2_4(dl_tensor *tensor) {
  int64_t length = row_length(tensor);
  for (int64_t start = 0; start < tensor->n_elements;) {
    int64_t in_row = start % length;
    int64_t end = start + (length - in_row < 4 ? length - in_row : 4);
    for (int64_t i = start; i < end; ++i) {
      double magnitude = fabs(dl_tensor_get_double(tensor, i));
      int larger = 0; // values of the group that go before this one
      for (int64_t j = start; j < end; ++j) {
        double other = fabs(dl_tensor_get_double(tensor, j));
        larger += other > magnitude || (other == magnitude && j < i);
      }
      if (larger >= 2)
        dl_tensor_set_double(tensor, i, 0);
    }
    start = end;
  }
}
