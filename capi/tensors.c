// Tensors of a host and tensors of the runtime.
#include "capi/tensors.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(DLOPT_MAX_RANK == DL_TENSOR_MAX_RANK, "one limit");
_Static_assert(DLOPT_DYNAMIC == DL_DYNAMIC, "one mark");

// The public numbers never change; the internal table may only grow.
#define SAME_ELEMENT(id, name, bits, bytes, npy, kind, style, mant, bias)      \
  _Static_assert((int)DLOPT_ELEMENT_##id == (int)DL_##id, name);
DL_ELEMENT_TYPES(SAME_ELEMENT)
#undef SAME_ELEMENT

static bool is_element(DloptElementType element) {
  return (unsigned)element < DL_N_ELEMENT_TYPES;
}

const char *dloptElementTypeGetName(DloptElementType element) {
  return is_element(element)
             ? dl_element_info_of((dl_element_type)element)->name
             : NULL;
}

size_t dloptElementTypeGetBytes(DloptElementType element) {
  return is_element(element)
             ? (size_t)dl_element_info_of((dl_element_type)element)->n_bytes
             : 0;
}

DloptStatus dl_host_tensor_type(const DloptTensor *given,
                                dl_tensor_type *type) {
  memset(type, 0, sizeof(*type));
  if (!is_element(given->element))
    return dl_status_error(DL_STATUS_USAGE, "%d is no element type",
                           (int)given->element);
  if (given->rank < 0 || given->rank > DLOPT_MAX_RANK)
    return dl_status_error(DL_STATUS_USAGE, "rank %d; it goes from 0 to %d",
                           (int)given->rank, DLOPT_MAX_RANK);
  if (given->rank && !given->shape)
    return dl_status_error(DL_STATUS_USAGE, "rank %d, but shape is null",
                           (int)given->rank);
  type->element = (dl_element_type)given->element;
  type->rank = given->rank;
  for (int i = 0; i < type->rank; ++i) {
    type->shape[i] = given->shape[i];
    if (given->shape[i] < 0)
      return dl_status_error(DL_STATUS_USAGE, "dimension %d has size %lld", i,
                             (long long)given->shape[i]);
  }
  size_t n_bytes;
  DloptStatus status = dl_tensor_type_bytes(type, &n_bytes);
  if (!dl_status_is_ok(&status))
    return dl_status_error(DL_STATUS_USAGE, "%s", status.message);
  if (n_bytes && !given->data)
    return dl_status_error(DL_STATUS_USAGE, "data is null");
  return dl_status_ok();
}

/// Row-major strides of `type`.
static void fill_strides(const dl_tensor_type *type, int64_t *strides) {
  int64_t next = 1;
  for (int i = type->rank - 1; i >= 0; --i) {
    strides[i] = next;
    // Beyond a size 0 no stride is ever used: do not let them overflow.
    next *= type->shape[i] > 0 && next > 0 ? type->shape[i] : 0;
  }
}

static bool is_row_major(const dl_tensor_type *type, const int64_t *given,
                         const int64_t *wanted) {
  if (!given)
    return true;
  for (int i = 0; i < type->rank; ++i)
    if (type->shape[i] > 1 && given[i] != wanted[i])
      return false;
  return true;
}

static int64_t count_elements(const dl_tensor_type *type) {
  int64_t count = 1;
  for (int i = 0; i < type->rank; ++i)
    if (type->shape[i] == 0)
      return 0;
  for (int i = 0; i < type->rank; ++i)
    count *= type->shape[i];
  return count;
}

DloptStatus dl_host_tensor_view(const DloptTensor *given,
                                const dl_tensor_type *type, dl_tensor *view) {
  int64_t strides[DL_TENSOR_MAX_RANK];
  fill_strides(type, strides);
  size_t n_bytes = (size_t)dl_element_info_of(type->element)->n_bytes;
  int64_t count = count_elements(type);
  bool as_it_is = is_row_major(type, given->strides, strides) &&
                  (uintptr_t)given->data % n_bytes == 0;
  if (count == 0 || !as_it_is) {
    DL_TRY(dl_tensor_init(view, type));
    dl_tensor_copy_strided(view, given->data,
                           given->strides ? given->strides : strides);
    return dl_status_ok();
  }
  *view = (dl_tensor){.type = *type,
                      .n_elements = count,
                      .n_bytes = (size_t)count * n_bytes,
                      .data = given->data};
  memcpy(view->strides, strides, sizeof(strides[0]) * (size_t)type->rank);
  return dl_status_ok();
}

void dl_host_tensor_write(const dl_tensor *from, const DloptTensor *to) {
  const dl_tensor_type *type = &from->type;
  if (from->n_elements == 0)
    return;
  if (is_row_major(type, to->strides, from->strides)) {
    memmove(to->data, from->data, from->n_bytes);
    return;
  }
  int64_t n_bytes = dl_element_info_of(type->element)->n_bytes;
  for (int64_t i = 0; i < from->n_elements; ++i) {
    int64_t indices[DL_TENSOR_MAX_RANK], offset = 0;
    dl_tensor_unravel(type, i, indices);
    for (int j = 0; j < type->rank; ++j)
      offset += indices[j] * to->strides[j];
    memcpy((char *)to->data + offset * n_bytes, dl_tensor_at(from, i),
           (size_t)n_bytes);
  }
}

void *dl_host_owner_create(void) { return calloc(1, sizeof(dl_tensor)); }

void dl_host_tensor_give(dl_tensor *tensor, void *owner, DloptTensor *given) {
  dl_tensor *kept = owner;
  *kept = *tensor;
  memset(tensor, 0, sizeof(*tensor));
  *given = (DloptTensor){.element = (DloptElementType)kept->type.element,
                         .rank = kept->type.rank,
                         .shape = kept->type.shape,
                         .strides = kept->strides,
                         .data = kept->data,
                         .owner = kept};
}

void dloptTensorRelease(DloptTensor *tensor) {
  if (!tensor)
    return;
  if (tensor->owner) {
    dl_tensor_finish(tensor->owner);
    free(tensor->owner);
  }
  memset(tensor, 0, sizeof(*tensor));
}
