// Faults: how a failed assertion leaves compiled code. Private to runtime/host.
#ifndef DLOPT_RUNTIME_HOST_FAULT_H
#define DLOPT_RUNTIME_HOST_FAULT_H

#include <setjmp.h>

enum { DL_FAULT_MESSAGE_SIZE = 256 };

/// Header of a buffer, in the bytes before it; buffers of one guarded call are
/// linked, so that a fault can free them.
typedef struct dl_buffer {
  struct dl_buffer *previous, *next;
  void *block; ///< what to free
} dl_buffer;

/// A guarded call that is running on this thread.
typedef struct dl_fault_frame {
  struct dl_fault_frame *outer;
  jmp_buf target;
  char message[DL_FAULT_MESSAGE_SIZE];
  dl_buffer buffers; ///< head of a ring
} dl_fault_frame;

/// The innermost guarded call of this thread, or null.
dl_fault_frame **dl_fault_current(void);

/// Jumps to the innermost guarded call. Without one, prints the message and
/// ends the process: there is nobody to tell.
_Noreturn void dl_fault_raise(const char *message);

#endif // DLOPT_RUNTIME_HOST_FAULT_H
