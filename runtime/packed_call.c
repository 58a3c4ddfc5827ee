// Packed calls: memref descriptors in, results out.
#include "runtime/packed_call.h"

#include <stdlib.h>
#include <string.h>

/// A memref descriptor of any rank, as the C interface passes it.
struct dl_descriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t sizes_and_strides[2 * DL_TENSOR_MAX_RANK];
};

/// An unranked memref, as the C interface passes it.
struct dl_unranked {
  int64_t rank;
  struct dl_descriptor *descriptor;
};

static void describe(const dl_tensor *tensor, struct dl_descriptor *out) {
  int rank = tensor->type.rank;
  out->allocated = out->aligned = tensor->data;
  out->offset = 0;
  for (int i = 0; i < rank; ++i) {
    out->sizes_and_strides[i] = tensor->type.shape[i];
    out->sizes_and_strides[rank + i] = tensor->strides[i];
  }
}

static size_t descriptor_bytes(int rank) {
  return sizeof(void *) * 2 + sizeof(int64_t) * (1 + 2 * (size_t)rank);
}

/// Bytes of result `type` in the results struct, and its alignment.
static size_t result_bytes(const dl_tensor_type *type, size_t *alignment) {
  if (!type->is_scalar) {
    *alignment = 8;
    return descriptor_bytes(type->rank);
  }
  size_t bytes = (size_t)dl_element_info_of(type->element)->n_bytes;
  *alignment = bytes;
  return bytes;
}

/// The C interface returns one scalar by value and anything else through a
/// pointer that comes first.
static bool results_come_first(const dl_signature *signature) {
  return signature->n_results > 1 ||
         (signature->n_results == 1 && !signature->results[0].is_scalar);
}

static DloptStatus make_room(dl_packed_call *call) {
  size_t count = (size_t)call->signature->n_arguments + 2;
  size_t results = (size_t)call->signature->n_results + 1;
  call->descriptors = calloc(count, sizeof(*call->descriptors));
  call->unranked = calloc(count, sizeof(*call->unranked));
  call->pointers = calloc(count, sizeof(*call->pointers));
  call->values = calloc(count, sizeof(*call->values));
  call->result_memory = calloc(results, sizeof(struct dl_descriptor));
  return call->descriptors && call->unranked && call->pointers &&
                 call->values && call->result_memory
             ? dl_status_ok()
             : dl_status_error(DL_STATUS_MEMORY, "call");
}

DloptStatus dl_packed_call_init(dl_packed_call *call, dl_packed_fn function,
                                const dl_signature *signature,
                                const dl_tensor *arguments) {
  *call = (dl_packed_call){
      .function = function, .signature = signature, .arguments = arguments};
  DL_TRY(make_room(call));
  bool first = results_come_first(signature);
  call->result_pointer = call->result_memory;
  int at = 0;
  if (first)
    call->values[at++] = &call->result_pointer;
  for (int i = 0; i < signature->n_arguments; ++i) {
    describe(&arguments[i], &call->descriptors[i]);
    call->unranked[i] =
        (struct dl_unranked){arguments[i].type.rank, &call->descriptors[i]};
    call->pointers[i] = signature->kinds[i] == DL_ARGUMENT_UNRANKED_MEMREF
                            ? (void *)&call->unranked[i]
                            : (void *)&call->descriptors[i];
    call->values[at++] = signature->arguments[i].is_scalar
                             ? arguments[i].data
                             : (void *)&call->pointers[i];
  }
  if (!first)
    call->values[at] = call->result_memory;
  return dl_status_ok();
}

void dl_packed_call_finish(dl_packed_call *call) {
  free(call->descriptors);
  free(call->unranked);
  free(call->pointers);
  free(call->values);
  free(call->result_memory);
  memset(call, 0, sizeof(*call));
}

void dl_packed_call_run(void *call) {
  dl_packed_call *self = call;
  self->function(self->values);
}

void dl_packed_call_result(const dl_packed_call *call, int index,
                           dl_packed_result *result) {
  size_t at = 0, alignment, bytes = 0;
  for (int i = 0; i <= index; ++i) {
    at += bytes;
    bytes = result_bytes(&call->signature->results[i], &alignment);
    at = (at + alignment - 1) / alignment * alignment;
  }
  *result = (dl_packed_result){.type = call->signature->results[index],
                               .data = call->result_memory + at};
  if (result->type.is_scalar)
    return;
  struct dl_descriptor descriptor;
  int rank = result->type.rank;
  memcpy(&descriptor, call->result_memory + at, bytes);
  memcpy(result->type.shape, descriptor.sizes_and_strides,
         (size_t)rank * sizeof(int64_t));
  memcpy(result->strides, descriptor.sizes_and_strides + rank,
         (size_t)rank * sizeof(int64_t));
  int64_t element_bytes = dl_element_info_of(result->type.element)->n_bytes;
  result->data =
      (const char *)descriptor.aligned + descriptor.offset * element_bytes;
  result->allocated = descriptor.allocated;
}

static bool is_argument(const dl_packed_call *call, const void *allocated) {
  for (int i = 0; i < call->signature->n_arguments; ++i)
    if (allocated == call->arguments[i].data)
      return true;
  return false;
}

void dl_packed_call_release(const dl_packed_call *call,
                            void (*release)(void *allocated, void *user),
                            void *user) {
  for (int i = 0; i < call->signature->n_results; ++i) {
    dl_packed_result result, earlier;
    dl_packed_call_result(call, i, &result);
    bool is_done = !result.allocated || is_argument(call, result.allocated);
    for (int j = 0; j < i && !is_done; ++j) {
      dl_packed_call_result(call, j, &earlier);
      is_done = earlier.allocated == result.allocated;
    }
    if (!is_done)
      release(result.allocated, user);
  }
}
