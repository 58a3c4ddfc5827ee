// What the files of this stage share: the state of one run of the pass, calls
// of the device's runtime, addresses.
#ifndef DLOPT_LOWERING_HOST_HOST_H
#define DLOPT_LOWERING_HOST_HOST_H

#include "lowering/base/arena.h"
#include "lowering/base/builder.h"

/// The functions of runtime/device/abi.h that host code calls: name, result
/// and parameters, p for a pointer, i for an i64, v for nothing.
#define DL_DEVICE_FUNCTIONS(X)                                                 \
  X(ALLOC, "dlopt_device_alloc", "pi")                                         \
  X(FREE, "dlopt_device_free", "vp")                                           \
  X(COPY, "dlopt_device_copy", "vppi")                                         \
  X(COPY_STRIDED, "dlopt_device_copy_strided", "vpppppii")                     \
  X(READ, "dlopt_device_read", "vppi")                                         \
  X(WRITE, "dlopt_device_write", "vppi")                                       \
  X(CONSTANT, "dlopt_device_constant", "pi")                                   \
  X(LAUNCH, "dlopt_device_launch", "viiiip")

typedef enum dl_device_function {
#define DL_DEVICE_FUNCTION_ID(id, name, signature) DL_DEVICE_##id,
  DL_DEVICE_FUNCTIONS(DL_DEVICE_FUNCTION_ID)
#undef DL_DEVICE_FUNCTION_ID
      DL_N_DEVICE_FUNCTIONS
} dl_device_function;

/// A list of attributes that the module carries in the end.
typedef struct dl_host_list {
  MlirAttribute *keys; ///< symbols, by which an item is found again
  MlirAttribute *items;
  intptr_t count, capacity;
} dl_host_list;

/// One run of the pass.
typedef struct dl_host {
  MlirOperation module;
  MlirSymbolTable symbols; ///< of the module, as it was before
  MlirRewriterBase rewriter;
  dl_arena arena;
  bool remarks;
  bool is_declared[DL_N_DEVICE_FUNCTIONS];
  dl_host_list kernels, constants;
} dl_host;

/// Index of the item with `key`, or -1. (device_memory.c)
intptr_t dl_host_find(const dl_host_list *list, MlirAttribute key);
/// Appends an item; its index. (device_memory.c)
intptr_t dl_host_append(dl_host *host, dl_host_list *list, MlirAttribute key,
                        MlirAttribute item);

// Calls and addresses (address.c).

/// Calls a function of the device's runtime; its result, or a null value.
MlirValue dl_host_call(dl_host *host, const dl_builder *bld,
                       dl_device_function function, const MlirValue *operands);

/// A dense memref as its parts; what the type does not know is made by
/// operations. Arrays are in the host's arena.
typedef struct dl_host_view {
  int64_t rank;
  MlirValue offset; ///< in elements, index; null: 0
  MlirValue *sizes, *strides;
} dl_host_view;
dl_host_view dl_host_view_of(dl_host *host, const dl_builder *bld,
                             MlirValue memref);

/// True if the elements lie in a row whatever the sizes.
bool dl_host_is_contiguous(dl_host *host, MlirType memref);

/// Bytes that a memref's elements take, as i64.
MlirValue dl_host_bytes(const dl_builder *bld, const dl_host_view *view,
                        MlirType element);

/// Address of a memref's first element, as index.
MlirValue dl_host_address(const dl_builder *bld, MlirValue memref,
                          const dl_host_view *view);
/// An address as a pointer.
MlirValue dl_host_pointer(const dl_builder *bld, MlirValue address);
/// Address that the memref's buffer starts at, as i64: what identifies it.
MlirValue dl_host_base(const dl_builder *bld, MlirValue memref);

/// A buffer of the host of `count` elements, on the stack of `op`'s function.
MlirValue dl_host_stack(const dl_builder *bld, MlirOperation op,
                        MlirType element, int64_t count);
/// `values` (index) as i64s on the stack; the pointer to them.
MlirValue dl_host_stack_array(const dl_builder *bld, MlirOperation op,
                              int64_t count, const MlirValue *values);

MlirValue dl_host_i64(const dl_builder *bld, MlirValue index);

bool dl_host_is_memref(MlirType type);

/// `memory`, a pointer to `bytes` bytes, as a dense buffer of `type` with the
/// sizes in `view`. (buffers.c)
MlirValue dl_host_buffer_at(const dl_builder *bld, MlirValue memory,
                            MlirValue bytes, MlirType type,
                            const dl_host_view *view);

// Rewrites of one operation each. The builder stands before it; a rewrite
// replaces or erases it.

/// Buffers (buffers.c).
MlirLogicalResult dl_host_alloc(dl_host *host, const dl_builder *bld,
                                MlirOperation op);
MlirLogicalResult dl_host_alloca(dl_host *host, const dl_builder *bld,
                                 MlirOperation op);
MlirLogicalResult dl_host_dealloc(dl_host *host, const dl_builder *bld,
                                  MlirOperation op);
MlirLogicalResult dl_host_clone(dl_host *host, const dl_builder *bld,
                                MlirOperation op);
MlirLogicalResult dl_host_dealloc_owned(dl_host *host, const dl_builder *bld,
                                        MlirOperation op);
MlirLogicalResult dl_host_constant(dl_host *host, const dl_builder *bld,
                                   MlirOperation op);
/// Copies between buffers of one shape.
void dl_host_copy_buffer(dl_host *host, const dl_builder *bld, MlirOperation op,
                         MlirValue from, MlirValue to);

/// Data that moves (transfer.c).
MlirLogicalResult dl_host_copy(dl_host *host, const dl_builder *bld,
                               MlirOperation op);
MlirLogicalResult dl_host_load(dl_host *host, const dl_builder *bld,
                               MlirOperation op);
MlirLogicalResult dl_host_store(dl_host *host, const dl_builder *bld,
                                MlirOperation op);
MlirLogicalResult dl_host_reshape(dl_host *host, const dl_builder *bld,
                                  MlirOperation op);

/// Calls (calls.c); those of the program's own functions stay.
MlirLogicalResult dl_host_check_call(dl_host *host, MlirOperation call);
MlirLogicalResult dl_host_external_call(dl_host *host, const dl_builder *bld,
                                        MlirOperation call);

/// Launches (launch.c).
MlirLogicalResult dl_host_launch(dl_host *host, const dl_builder *bld,
                                 MlirOperation op);

#endif // DLOPT_LOWERING_HOST_HOST_H
