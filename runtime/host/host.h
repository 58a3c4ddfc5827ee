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

// 8-bit floats: element type, name.
#define DLOPT_RUNTIME_FLOAT8(X)                                                \
  X(F8E5M2, f8e5m2)                                                            \
  X(F8E4M3, f8e4m3)                                                            \
  X(F8E4M3FN, f8e4m3fn)                                                        \
  X(F8E5M2FNUZ, f8e5m2fnuz)                                                    \
  X(F8E4M3FNUZ, f8e4m3fnuz)                                                    \
  X(F8E4M3B11FNUZ, f8e4m3b11fnuz)                                              \
  X(F8E3M4, f8e3m4)

/// Conversions of each, such as dlopt_runtime_f8e5m2_to_f32. From f64, to which
/// every type converts exactly: to nearest, ties to even; what is too large
/// becomes infinity, or NaN where the format has none, as in arith.truncf.
#define DLOPT_RUNTIME_DECLARE_FLOAT8(id, name)                                 \
  float dlopt_runtime_##name##_to_f32(uint32_t bits);                          \
  uint32_t dlopt_runtime_##name##_from_f64(double value);
DLOPT_RUNTIME_FLOAT8(DLOPT_RUNTIME_DECLARE_FLOAT8)
#undef DLOPT_RUNTIME_DECLARE_FLOAT8

#ifdef __cplusplus
}
#endif

#endif // DLOPT_RUNTIME_HOST_HOST_H
