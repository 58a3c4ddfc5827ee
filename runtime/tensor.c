// Tensor memory and element access.
#define _GNU_SOURCE // MAP_ANONYMOUS
#include "runtime/tensor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// n_elements, strides and n_bytes; false if a product overflows.
static bool measure(dl_tensor *tensor) {
  const dl_tensor_type *type = &tensor->type;
  int64_t n_bytes_each = dl_element_info_of(type->element)->n_bytes;
  bool is_empty = false;
  for (int i = 0; i < type->rank; ++i)
    is_empty |= type->shape[i] == 0;
  int64_t n = 1;
  for (int i = type->rank - 1; i >= 0; --i) {
    tensor->strides[i] = n;
    // With a size 0 anywhere nothing is addressed: other sizes may be huge.
    int64_t size = is_empty && type->shape[i] > 1 ? 1 : type->shape[i];
    if (size != 0 && n > INT64_MAX / size)
      return false;
    n *= size > 0 ? size : 1;
  }
  tensor->n_elements = is_empty ? 0 : n;
  const int64_t slack = 2 * DL_TENSOR_ALIGNMENT;
  if (tensor->n_elements > (INT64_MAX - slack) / n_bytes_each)
    return false;
  tensor->n_bytes = (size_t)(tensor->n_elements * n_bytes_each);
  return true;
}

static DloptStatus measure_type(const dl_tensor_type *type, dl_tensor *tensor) {
  char text[DL_TENSOR_TYPE_TEXT_BYTES];
  memset(tensor, 0, sizeof(*tensor));
  tensor->type = *type;
  bool is_dynamic = dl_tensor_type_is_dynamic(type);
  if (!is_dynamic && measure(tensor))
    return dl_status_ok();
  dl_tensor_type_print(type, text);
  return dl_status_error(DL_STATUS_INPUT,
                         is_dynamic ? "%s has a size that is open or negative"
                                    : "%s is too large for any machine",
                         text);
}

DloptStatus dl_tensor_type_bytes(const dl_tensor_type *type, size_t *n_bytes) {
  dl_tensor measured;
  DL_TRY(measure_type(type, &measured));
  *n_bytes = measured.n_bytes;
  return dl_status_ok();
}

DloptStatus dl_tensor_view(dl_tensor *tensor, const dl_tensor_type *type,
                           void *data) {
  memset(tensor, 0, sizeof(*tensor));
  dl_tensor made;
  DL_TRY(measure_type(type, &made));
  made.data = data;
  made.allocation = NULL;
  *tensor = made;
  return dl_status_ok();
}

static size_t padded_bytes(const dl_tensor *tensor) {
  size_t padded = (tensor->n_bytes + DL_TENSOR_ALIGNMENT - 1) /
                  DL_TENSOR_ALIGNMENT * DL_TENSOR_ALIGNMENT;
  return padded ? padded : DL_TENSOR_ALIGNMENT;
}

static DloptStatus no_memory(const dl_tensor *tensor) {
  char text[DL_TENSOR_TYPE_TEXT_BYTES];
  dl_tensor_type_print(&tensor->type, text);
  return dl_status_error(DL_STATUS_MEMORY, "no memory for %s (%zu bytes)", text,
                         tensor->n_bytes);
}

DloptStatus dl_tensor_init(dl_tensor *tensor, const dl_tensor_type *type) {
  dl_tensor made;
  memset(tensor, 0, sizeof(*tensor));
  DL_TRY(measure_type(type, &made));

  // calloc gives fresh pages without touching them; aligned_alloc would need
  // a memset, which for a size a hostile file made up is a long wait.
  made.allocation = calloc(1, padded_bytes(&made) + DL_TENSOR_ALIGNMENT - 1);
  if (made.allocation == NULL)
    return no_memory(&made);
  uintptr_t address = (uintptr_t)made.allocation;
  made.data = (char *)made.allocation +
              (DL_TENSOR_ALIGNMENT - address % DL_TENSOR_ALIGNMENT) %
                  DL_TENSOR_ALIGNMENT;
  *tensor = made;
  return dl_status_ok();
}

DloptStatus dl_tensor_init_fenced(dl_tensor *tensor,
                                  const dl_tensor_type *type) {
  static const size_t fence = (size_t)1 << 30;
  dl_tensor made;
  memset(tensor, 0, sizeof(*tensor));
  DL_TRY(measure_type(type, &made));
  size_t page = (size_t)sysconf(_SC_PAGESIZE), padded = padded_bytes(&made);
  if (padded > SIZE_MAX - 2 * fence - page)
    return no_memory(&made);
  size_t usable = (padded + page - 1) / page * page;
  made.n_mapped = usable + 2 * fence;
  char *pages = mmap(NULL, made.n_mapped, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    return no_memory(&made);
  made.allocation = pages;
  if (mprotect(pages + fence, usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(pages, made.n_mapped);
    return no_memory(&made);
  }
  made.data = pages + fence + usable - padded;
  *tensor = made;
  return dl_status_ok();
}

DloptStatus dl_tensor_init_shape(dl_tensor *tensor, dl_element_type element,
                                 int rank, const int64_t *shape) {
  dl_tensor_type type = {.element = element, .rank = rank};
  if (rank < 0 || rank > DL_TENSOR_MAX_RANK) {
    memset(tensor, 0, sizeof(*tensor));
    return dl_status_error(DL_STATUS_INPUT,
                           "a tensor has %d dimensions; at most %d are "
                           "supported",
                           rank, DL_TENSOR_MAX_RANK);
  }
  for (int i = 0; i < rank; ++i)
    type.shape[i] = shape[i];
  return dl_tensor_init(tensor, &type);
}

void dl_tensor_finish(dl_tensor *tensor) {
  if (tensor->n_mapped)
    munmap(tensor->allocation, tensor->n_mapped);
  else
    free(tensor->allocation);
  memset(tensor, 0, sizeof(*tensor));
}

void dl_tensor_copy_strided(dl_tensor *tensor, const void *source,
                            const int64_t *strides) {
  const dl_tensor_type *type = &tensor->type;
  int64_t n_bytes = dl_element_info_of(type->element)->n_bytes;
  int64_t indices[DL_TENSOR_MAX_RANK] = {0};
  int64_t offset = 0; // of the source element, in elements
  char *target = tensor->data;
  for (int64_t n = 0; n < tensor->n_elements; ++n) {
    memcpy(target, (const char *)source + offset * n_bytes, (size_t)n_bytes);
    target += n_bytes;
    for (int i = type->rank - 1; i >= 0; --i) {
      offset += strides[i];
      if (++indices[i] < type->shape[i])
        break;
      offset -= strides[i] * indices[i];
      indices[i] = 0;
    }
  }
}

void *dl_tensor_at(const dl_tensor *tensor, int64_t index) {
  int n_bytes = dl_element_info_of(tensor->type.element)->n_bytes;
  return (char *)tensor->data + index * n_bytes;
}

double dl_tensor_get_double(const dl_tensor *tensor, int64_t index) {
  return dl_element_to_double(tensor->type.element,
                              dl_tensor_at(tensor, index));
}

int64_t dl_tensor_get_int64(const dl_tensor *tensor, int64_t index) {
  return dl_element_to_int64(tensor->type.element, dl_tensor_at(tensor, index));
}

void dl_tensor_set_double(dl_tensor *tensor, int64_t index, double value) {
  dl_element_from_double(tensor->type.element, value,
                         dl_tensor_at(tensor, index));
}

void dl_tensor_set_int64(dl_tensor *tensor, int64_t index, int64_t value) {
  dl_element_from_int64(tensor->type.element, value,
                        dl_tensor_at(tensor, index));
}

void dl_tensor_unravel(const dl_tensor_type *type, int64_t index,
                       int64_t indices[DL_TENSOR_MAX_RANK]) {
  for (int i = type->rank - 1; i >= 0; --i) {
    int64_t size = type->shape[i] > 0 ? type->shape[i] : 1;
    indices[i] = index % size;
    index /= size;
  }
}

void dl_tensor_repeat(dl_tensor *tensor, int64_t n_pattern) {
  size_t n_bytes_each =
      (size_t)dl_element_info_of(tensor->type.element)->n_bytes;
  if (n_pattern >= tensor->n_elements)
    return;
  // What is filled doubles with each copy and stays a whole number of periods.
  size_t filled = (size_t)n_pattern * n_bytes_each;
  while (filled < tensor->n_bytes) {
    size_t rest = tensor->n_bytes - filled;
    size_t n = filled < rest ? filled : rest;
    memcpy((char *)tensor->data + filled, tensor->data, n);
    filled += n;
  }
}
