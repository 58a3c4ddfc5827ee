// Guarded calls: a fault in compiled code returns to the host as an error.
#include "runtime/host/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/host/host.h"

static _Thread_local dl_fault_frame *current;

dl_fault_frame **dl_fault_current(void) { return &current; }

_Noreturn void dl_fault_raise(const char *message) {
  if (!current) {
    fprintf(stderr, "dlopt: %s\n", message);
    exit(1);
  }
  snprintf(current->message, sizeof current->message, "%s", message);
  longjmp(current->target, 1);
}

_Noreturn void dlopt_runtime_assert_failed(const char *message) {
  dl_fault_raise(message);
}

/// Buffers that outlive the call are results: they are no longer ours.
static void release_buffers(dl_buffer *ring) {
  dl_buffer *buffer = ring->next;
  while (buffer != ring) {
    dl_buffer *next = buffer->next;
    buffer->previous = buffer->next = NULL;
    buffer = next;
  }
}

static void free_buffers(dl_buffer *ring) {
  dl_buffer *buffer = ring->next;
  while (buffer != ring) {
    dl_buffer *next = buffer->next;
    free(buffer->block);
    buffer = next;
  }
}

int dlopt_runtime_guarded(void (*body)(void *), void *data, char *message,
                          size_t message_size) {
  dl_fault_frame frame;
  frame.outer = current;
  frame.buffers = (dl_buffer){&frame.buffers, &frame.buffers, NULL};
  current = &frame;
  if (setjmp(frame.target) == 0) {
    body(data);
    current = frame.outer;
    release_buffers(&frame.buffers);
    return 0;
  }
  current = frame.outer;
  free_buffers(&frame.buffers);
  if (message_size > 0)
    snprintf(message, message_size, "%s", frame.message);
  return 1;
}
