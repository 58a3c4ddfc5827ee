// Programs on a GPU, or on the emulator in its place: what a host program needs
// to load one and call it. No MLIR, no LLVM; the CUDA driver is found when it
// is asked for (dlopen), so that this links on any machine.
//
//   dl_device_open(&options, &device)         a GPU, or the emulator
//   dl_device_load(device, program, &instance) kernels and constants on it
//   dl_device_call(instance, body, data)      runs host code that calls abi.h
//   dl_device_alloc, _upload, _download       memory for arguments and results
//
// function.h calls compiled functions with tensors on top of this. One
// thread at a time may use a device and what is loaded on it.
#ifndef DLOPT_RUNTIME_DEVICE_DEVICE_H
#define DLOPT_RUNTIME_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/device/program.h"
#include "runtime/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dl_device_kind {
  DL_DEVICE_EMULATED, ///< runtime/emulate, on the CPU
  DL_DEVICE_CUDA,     ///< an NVIDIA GPU through its driver
} dl_device_kind;

/// All zero is a good choice of everything but the kind.
typedef struct dl_device_options {
  dl_device_kind kind;
  bool is_checked; ///< waits after each kernel, so that a fault names it; the
                   ///< emulator does that anyway
  // Of a GPU.
  int ordinal;        ///< number, as the driver counts the visible ones
  const char *driver; ///< the driver's library; null: $DLOPT_CUDA_DRIVER, or
                      ///< libcuda.so.1
  // Of the emulator; see runtime/emulate/emulate.h.
  uint32_t sm;               ///< chip, 80 for sm_80; 0: as the program says
  uint64_t seed;             ///< of the order of warps
  uint64_t max_bytes;        ///< of memory; 0: 4 GiB
  bool is_fast;              ///< tensor cores add up in f32, not as the chip
  bool is_random_completion; ///< asynchronous copies land at random moments,
                             ///< not as late as they may
} dl_device_options;

typedef struct dl_device dl_device;
typedef struct dl_device_instance dl_device_instance;
typedef struct dl_device_graph dl_device_graph;

/// Opens a device. What the machine lacks (driver, GPU) is
/// DLOPT_STATUS_ENVIRONMENT with a line that says what to do about it.
DloptStatus dl_device_open(const dl_device_options *options,
                           dl_device **device);

/// Frees the device and its memory; instances on it must be unloaded before.
/// Null is fine.
void dl_device_close(dl_device *device);

/// What it is, such as "NVIDIA H200 (sm_90, driver 580.82, CUDA 13.0)".
const char *dl_device_name(const dl_device *device);

/// Loads kernels and uploads constants. Code for another chip, PTX newer than
/// the driver, or more shared memory than there is, are refused with a line
/// that names both sides and the way out.
DloptStatus dl_device_load(dl_device *device, const dl_device_program *program,
                           dl_device_instance **instance);

/// Null is fine.
void dl_device_unload(dl_device_instance *instance);

/// Calls `body(data)`, host code that may call the functions of abi.h. What
/// fails in it (no memory, a fault of a kernel, an assertion of the program)
/// ends it, with the reason as the status; what it had allocated is freed. What
/// a call that succeeds leaves allocated is the caller's: dl_device_free.
/// Returns when the work is queued; only dl_device_synchronize or a download
/// says whether the kernels went well. May not be nested.
DloptStatus dl_device_call(dl_device_instance *instance, void (*body)(void *),
                           void *data);

/// `bytes` bytes, 256-byte aligned, of unspecified content; *address is never
/// null, also for 0 bytes.
DloptStatus dl_device_alloc(dl_device *device, size_t bytes, void **address);

/// Null is fine, and so is an address that is no allocation.
void dl_device_free(dl_device *device, void *address);

/// Copies to and from host memory; a download waits for the work queued so far.
DloptStatus dl_device_upload(dl_device *device, void *to, const void *from,
                             size_t bytes);
DloptStatus dl_device_download(dl_device *device, void *to, const void *from,
                               size_t bytes);

/// As dlopt_device_copy_strided.
DloptStatus dl_device_copy_strided(dl_device *device, void *to,
                                   const int64_t *to_strides, const void *from,
                                   const int64_t *from_strides,
                                   const int64_t *sizes, int64_t rank,
                                   int64_t element_bytes);

/// Waits for the work queued so far, and says what went wrong in it.
DloptStatus dl_device_synchronize(dl_device *device);

/// Bytes that programs and callers hold now, and the most they ever held.
typedef struct dl_device_memory {
  size_t bytes, peak_bytes;
  size_t reserved_bytes; ///< taken from the driver, in use or not
} dl_device_memory;
dl_device_memory dl_device_memory_of(const dl_device *device);

// Timing. The emulator has no graphs and no clock: DLOPT_STATUS_USAGE.

/// Records the work that `body(data)` queues, without running it. Memory
/// allocated meanwhile belongs to the graph and has fixed addresses. Work that
/// reads device memory on the host can't be recorded: DLOPT_STATUS_USAGE.
DloptStatus dl_device_record(dl_device_instance *instance, void (*body)(void *),
                             void *data, dl_device_graph **graph);
DloptStatus dl_device_replay(dl_device_graph *graph);
void dl_device_graph_destroy(dl_device_graph *graph);

/// Marks a moment in the queue, 0 for a start and 1 for an end;
/// dl_device_elapsed waits for the end and gives the time between them.
DloptStatus dl_device_mark(dl_device *device, int moment);
DloptStatus dl_device_elapsed(dl_device *device, double *seconds);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_RUNTIME_DEVICE_DEVICE_H
