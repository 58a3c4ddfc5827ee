// Calls of compiled functions through their packed entry, `void f(void **)`:
// one pointer per argument to the value (for a tensor: to a pointer to its
// memref descriptor), preceded by a pointer to a pointer to the results struct
// if the function's C interface has one. What memory the tensors lie in, the
// host's or a GPU's, is the caller's affair: addresses are only passed on.
#ifndef DLOPT_RUNTIME_PACKED_CALL_H
#define DLOPT_RUNTIME_PACKED_CALL_H

#include "runtime/signature.h"

typedef void (*dl_packed_fn)(void **);

/// One call; may run several times, each time with new results.
typedef struct dl_packed_call {
  dl_packed_fn function;
  const dl_signature *signature;
  const dl_tensor *arguments;
  struct dl_descriptor *descriptors;
  struct dl_unranked *unranked;
  void **pointers, **values;
  unsigned char *result_memory;
  void *result_pointer;
} dl_packed_call;

/// Prepares a call. Signature and arguments must outlive it, and so must the
/// arguments' memory; that of scalars is the host's. Finish it with
/// dl_packed_call_finish, also after a failure.
DloptStatus dl_packed_call_init(dl_packed_call *call, dl_packed_fn function,
                                const dl_signature *signature,
                                const dl_tensor *arguments);
void dl_packed_call_finish(dl_packed_call *call);

/// Runs a dl_packed_call: the body of a guarded call.
void dl_packed_call_run(void *call);

/// A result where the function left it; scalars in the host's memory.
typedef struct dl_packed_result {
  dl_tensor_type type; ///< without dynamic dimensions
  const void *data;    ///< of the first element
  void *allocated;     ///< the buffer it lies in; null for a scalar
  int64_t strides[DL_TENSOR_MAX_RANK]; ///< in elements
} dl_packed_result;

/// Result `index` of the last run.
void dl_packed_call_result(const dl_packed_call *call, int index,
                           dl_packed_result *result);

/// Calls `release` for each buffer that the last run left to the caller, once
/// for each: results may share one, or be an argument, which is left alone.
void dl_packed_call_release(const dl_packed_call *call,
                            void (*release)(void *allocated, void *user),
                            void *user);

#endif // DLOPT_RUNTIME_PACKED_CALL_H
