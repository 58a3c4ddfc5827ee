// What compiled CPU code calls, and what a program that calls such code needs:
// threads, memory, faults. No MLIR, no LLVM: it goes into packages.
#ifndef DLOPT_RUNTIME_HOST_HOST_H
#define DLOPT_RUNTIME_HOST_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// For the host program.

/// Calls `body(data)`. A fault in it (a failed assertion of the program, out of
/// memory) ends the call and frees what compiled code had allocated in it.
/// Returns 0, or 1 with the reason in `message`. May be nested.
int dlopt_runtime_guarded(void (*body)(void *), void *data, char *message,
                          size_t message_size);

/// Frees a buffer that compiled code returned (the `allocated` pointer of the
/// memref descriptor); null is allowed. Two results may share a buffer: free
/// each distinct one once. Any thread may call it once the guarded call is
/// over.
void dlopt_runtime_free(void *pointer);

/// Threads that share a loop, at most; 0 = one for each CPU, the default.
void dlopt_runtime_set_threads(int count);

// For compiled code.

/// Runs `blocks(context, from, to)` over disjoint ranges that cover [0, count),
/// on several threads if `work`, a number of scalar operations, is worth it.
/// Returns when all is done.
void dlopt_runtime_parallel_for(void (*blocks)(void *context, int64_t from,
                                               int64_t to),
                                void *context, int64_t count, int64_t work);

/// Ends the guarded call. Does not return.
_Noreturn void dlopt_runtime_assert_failed(const char *message);

void *_mlir_memref_to_llvm_alloc(uint64_t size);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size);
void _mlir_memref_to_llvm_free(void *pointer);

/// 8-bit floats. From f64, to which every type converts exactly: to nearest,
/// ties to even; e4m3fn overflows to NaN, e5m2 to infinity, as arith.truncf.
float dlopt_runtime_f8e4m3fn_to_f32(uint32_t bits);
float dlopt_runtime_f8e5m2_to_f32(uint32_t bits);
uint32_t dlopt_runtime_f8e4m3fn_from_f64(double value);
uint32_t dlopt_runtime_f8e5m2_from_f64(double value);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_RUNTIME_HOST_HOST_H
