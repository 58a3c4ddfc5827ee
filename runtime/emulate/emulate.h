// The PTX emulator: loads PTX text and runs its kernels on the CPU, warp by
// warp, with checks that a GPU does not make. README.md beside this file says
// what is exact and what is bounded.
//
//   dl_em_module_create(text, ...)      parse and decode; refuses what it
//                                       does not know, by name and line
//   dl_em_device_create(&options, ...)  memory, reports and counts
//   dl_em_device_load(device, module)   gives the module's variables memory
//   dl_em_device_bind(device, ...)      a host array becomes a global buffer
//   dl_em_launch(device, kernel, ...)   runs to the end, or says why not
#ifndef DLOPT_RUNTIME_EMULATE_EMULATE_H
#define DLOPT_RUNTIME_EMULATE_EMULATE_H

#include "runtime/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dl_em_module dl_em_module;
typedef struct dl_em_kernel dl_em_kernel;
typedef struct dl_em_device dl_em_device;

/// Loads PTX text. `name` stands for the file in messages. The module keeps no
/// pointer to `text`; the caller ends it with dl_em_module_destroy.
DloptStatus dl_em_module_create(const char *text, size_t length,
                                const char *name, dl_em_module **module);

/// Frees a module that no device uses any more; null is fine.
void dl_em_module_destroy(dl_em_module *module);

/// The kernel of a name, or null; owned by the module.
const dl_em_kernel *dl_em_module_find(const dl_em_module *module,
                                      const char *name);

/// One parameter of a kernel.
typedef struct dl_em_param {
  const char *name;
  uint32_t offset, n_bytes, align; // in the parameter space
} dl_em_param;

/// The parameters, *n of them; owned by the module.
const dl_em_param *dl_em_kernel_params(const dl_em_kernel *kernel, uint32_t *n);

// How tensor cores and fma-like reductions add up.
typedef enum dl_em_accumulate {
  DL_EM_ACCUMULATE_EXACT, // as the chip of `sm` does, to the bit
  DL_EM_ACCUMULATE_FMA,   // in f32, one product after another: faster
} dl_em_accumulate;

// When an asynchronous operation takes effect.
typedef enum dl_em_completion {
  DL_EM_COMPLETE_LATE,   // at the wait that needs it: finds missing waits
  DL_EM_COMPLETE_RANDOM, // at a random moment before that
} dl_em_completion;

typedef struct dl_em_options {
  uint32_t sm;   // the chip, 80 for sm_80; 0: the PTX's target
  uint64_t seed; // of the order of warps and all else random
  dl_em_accumulate accumulate;
  dl_em_completion completion;
  bool is_perturbed;       // approximate results are off by a random error
                           // within the bound of the PTX ISA
  uint32_t window;         // CTAs that run interleaved; 0: 4
  uint64_t max_steps;      // warp instructions of a launch; 0: 2^33
  uint64_t max_idle_steps; // steps in a row that change no memory; 0: 2^28
  uint64_t max_bytes;      // of device memory; 0: 4 GiB
  bool is_uncounted;       // no counts: a little faster
  bool is_unraced;         // no race checks: faster still
} dl_em_options;

/// Makes a device without memory. The caller ends it with
/// dl_em_device_destroy.
DloptStatus dl_em_device_create(const dl_em_options *options,
                                dl_em_device **device);
void dl_em_device_destroy(dl_em_device *device);

/// Gives the global and constant variables of a module memory with their
/// initial values. Needed before a launch of its kernels; once is enough.
/// The module must outlive the device.
DloptStatus dl_em_device_load(dl_em_device *device, dl_em_module *module);

/// Makes `bytes` bytes at `data` a global buffer at *address (256-byte
/// aligned, with a gap around it). The memory stays the caller's, lives as
/// long as the device, and may be read and changed between launches.
/// is_written: the content counts as initialised; otherwise reads of bytes
/// that no kernel wrote are reported.
DloptStatus dl_em_device_bind(dl_em_device *device, const char *name,
                              void *data, size_t bytes, bool is_written,
                              uint64_t *address);

/// Ends a binding; a kernel that still uses the address is reported.
void dl_em_device_unbind(dl_em_device *device, uint64_t address);

/// Copies into device memory, out of it, and within it, as a host's calls do.
/// An error if not all of it is one buffer. What is written counts as
/// initialised; a copy of what was not is not either.
DloptStatus dl_em_device_write(dl_em_device *device, uint64_t to,
                               const void *from, size_t bytes);
DloptStatus dl_em_device_read(dl_em_device *device, void *to, uint64_t from,
                              size_t bytes);
DloptStatus dl_em_device_copy(dl_em_device *device, uint64_t to, uint64_t from,
                              size_t bytes);

/// Fills in a TMA descriptor of the emulator's own, 128 bytes at a multiple of
/// 64, as cuTensorMapEncodeTiled does a GPU's. `type` is a CUtensorMapDataType;
/// `sizes` and `box` count elements, innermost dimension first; `strides`, in
/// bytes, are those of dimensions 1 and on; `swizzle` is a CUtensorMapSwizzle.
DloptStatus dl_em_tensor_map_encode(void *descriptor, uint64_t address,
                                    int64_t type, int64_t rank,
                                    const int64_t *sizes,
                                    const int64_t *strides, const int64_t *box,
                                    int64_t swizzle);

typedef struct dl_em_launch_config {
  uint32_t grid[3], block[3];
  uint32_t cluster[3];     // 0,0,0: what the kernel says, or 1,1,1
  uint32_t dynamic_shared; // bytes
} dl_em_launch_config;

/// Runs a kernel to its end. args[i] points to the bytes of parameter i.
/// An error means that the launch could not start (a limit of the chip, a
/// wrong size) or not go on (deadlock, trap, step limit). Faults of the kernel
/// that it survives are reports, not errors.
DloptStatus dl_em_launch(dl_em_device *device, const dl_em_kernel *kernel,
                         const dl_em_launch_config *config,
                         const void *const *args);

// What a report is about.
#define DL_EM_REPORT_KINDS(X)                                                  \
  X(BOUNDS, "out of bounds")                                                   \
  X(ALIGNMENT, "misaligned")                                                   \
  X(READ_ONLY, "write to read-only memory")                                    \
  X(UNINITIALISED, "uninitialised read")                                       \
  X(RACE, "race")                                                              \
  X(DIVERGENCE, "divergence")                                                  \
  X(DEADLOCK, "deadlock")                                                      \
  X(BARRIER, "barrier")                                                        \
  X(ASYNC, "asynchronous operation")                                           \
  X(TRAP, "trap")                                                              \
  X(LIMIT, "limit")                                                            \
  X(ILLEGAL, "illegal operand")                                                \
  X(PROXY, "missing proxy fence")                                              \
  X(MBARRIER, "mbarrier")                                                      \
  X(REGISTER, "register of an asynchronous operation")

typedef enum dl_em_report_kind {
#define DL_EM_REPORT_ENUM(id, text) DL_EM_REPORT_##id,
  DL_EM_REPORT_KINDS(DL_EM_REPORT_ENUM)
#undef DL_EM_REPORT_ENUM
} dl_em_report_kind;

/// One fault; the same pair of instructions gives one report a launch.
typedef struct dl_em_report {
  dl_em_report_kind kind;
  const char *kernel;      // owned by the module
  uint32_t ptx_line;       // of the instruction
  uint32_t other_ptx_line; // of the other of a pair; 0 if there is none
  const char *source_file; // of .loc; null if unknown
  uint32_t source_line;
  uint32_t cta[3];
  uint32_t warp;  // in its CTA
  uint32_t lane;  // the first one at fault
  uint64_t times; // how often it happened
  char text[240]; // what happened, one line
} dl_em_report;

/// The reports of all launches since the last clear, *n of them.
const dl_em_report *dl_em_device_reports(const dl_em_device *device, size_t *n);
void dl_em_device_clear_reports(dl_em_device *device);

/// Writes a report as one line: place, kind, text, who.
void dl_em_report_format(const dl_em_report *report, char *text, size_t room);

/// What the launches since the last clear did. Bytes are those of all lanes.
typedef struct dl_em_counts {
  uint64_t warp_insns; // executed by some lane
  uint64_t lane_insns;
  uint64_t global_read_bytes, global_written_bytes;
  uint64_t shared_read_bytes, shared_written_bytes;
  uint64_t local_bytes, atomic_bytes;
  uint64_t global_requests, global_sectors;    // warp accesses; 32-byte sectors
  uint64_t shared_requests, shared_wavefronts; // more than requests: conflicts
  uint64_t barriers;                           // arrivals of warps
  uint64_t matrix_macs;                        // multiply-adds of tensor cores
  uint64_t async_bytes;                        // copied asynchronously
} dl_em_counts;

dl_em_counts dl_em_device_counts(const dl_em_device *device);

/// The instruction mix: calls `row` once for each mnemonic that ran.
void dl_em_device_mix(const dl_em_device *device,
                      void (*row)(void *data, const char *mnemonic,
                                  uint64_t warp_insns),
                      void *data);
void dl_em_device_clear_counts(dl_em_device *device);

#endif
