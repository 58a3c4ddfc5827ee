// Tensors of a host, checked and turned into tensors of the runtime and back.
#ifndef DLOPT_CAPI_TENSORS_H
#define DLOPT_CAPI_TENSORS_H

#include "dlopt-c/Run.h"

#include "runtime/tensor.h"

/// Checks that `given` describes a tensor and reads its type.
DloptStatus dl_host_tensor_type(const DloptTensor *given, dl_tensor_type *type);

/// Makes a tensor of `type`, which dl_host_tensor_type read: the host's memory
/// itself (`allocation` is null) if it is row-major and aligned, else a copy.
/// Finish it with dl_tensor_finish.
DloptStatus dl_host_tensor_view(const DloptTensor *given,
                                const dl_tensor_type *type, dl_tensor *view);

/// Writes the elements of `from` to the host's memory `to`, of the same type.
void dl_host_tensor_write(const dl_tensor *from, const DloptTensor *to);

/// Room for a tensor that the library gives to the host; free() ends it while
/// it is unused. Null without memory.
void *dl_host_owner_create(void);

/// Gives `tensor`, which becomes empty, to the host, through `owner`.
void dl_host_tensor_give(dl_tensor *tensor, void *owner, DloptTensor *given);

#endif // DLOPT_CAPI_TENSORS_H
