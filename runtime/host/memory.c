// Buffers of compiled code. Each carries a header, by which a fault finds it.
#include <stdio.h>
#include <stdlib.h>

#include "runtime/host/fault.h"
#include "runtime/host/host.h"

enum { MIN_ALIGNMENT = 64 };
_Static_assert(sizeof(dl_buffer) <= MIN_ALIGNMENT, "header before the buffer");

static dl_buffer *header_of(void *pointer) {
  return (dl_buffer *)((char *)pointer - sizeof(dl_buffer));
}

static _Noreturn void out_of_memory(uint64_t size) {
  char message[96];
  snprintf(message, sizeof message,
           "out of memory: a buffer of %llu bytes was refused",
           (unsigned long long)size);
  dl_fault_raise(message);
}

void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size) {
  if (alignment < MIN_ALIGNMENT)
    alignment = MIN_ALIGNMENT;
  // Sizes of a program gone wrong are huge when read as unsigned.
  if (size > SIZE_MAX / 2 || alignment > SIZE_MAX / 4)
    out_of_memory(size);
  uint64_t total = (alignment + size + alignment - 1) / alignment * alignment;
  char *block = aligned_alloc(alignment, total);
  if (!block)
    out_of_memory(size);
  char *pointer = block + alignment;
  dl_buffer *buffer = header_of(pointer);
  *buffer = (dl_buffer){NULL, NULL, block};
  dl_fault_frame *frame = *dl_fault_current();
  if (frame) {
    buffer->previous = &frame->buffers;
    buffer->next = frame->buffers.next;
    buffer->next->previous = frame->buffers.next = buffer;
  }
  return pointer;
}

void *_mlir_memref_to_llvm_alloc(uint64_t size) {
  return _mlir_memref_to_llvm_aligned_alloc(MIN_ALIGNMENT, size);
}

void _mlir_memref_to_llvm_free(void *pointer) {
  if (!pointer)
    return;
  dl_buffer *buffer = header_of(pointer);
  if (buffer->next) {
    buffer->previous->next = buffer->next;
    buffer->next->previous = buffer->previous;
  }
  free(buffer->block);
}

void dlopt_runtime_free(void *pointer) { _mlir_memref_to_llvm_free(pointer); }
