// Programs compiled for this machine and called in this process.
//
// No function here prints or exits. Programs may be made on several threads at
// once, and one program may be called on several threads at once.
#ifndef DLOPT_C_RUN_H
#define DLOPT_C_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "dlopt-c/Compile.h"
#include "dlopt-c/Status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Element types, by MLIR's names. In memory an element takes whole bytes in
/// the machine's order: i1 is a byte that is 0 or 1, i4 a byte that holds the
/// sign-extended value, index 64 bits. Later versions may add values at the
/// end.
typedef enum DloptElementType {
  DLOPT_ELEMENT_F64 = 0,
  DLOPT_ELEMENT_F32 = 1,
  DLOPT_ELEMENT_F16 = 2,
  DLOPT_ELEMENT_BF16 = 3,
  DLOPT_ELEMENT_F8E5M2 = 4,
  DLOPT_ELEMENT_F8E4M3FN = 5,
  DLOPT_ELEMENT_F8E5M2FNUZ = 6,
  DLOPT_ELEMENT_F8E4M3FNUZ = 7,
  DLOPT_ELEMENT_F8E4M3B11FNUZ = 8,
  DLOPT_ELEMENT_F8E4M3 = 9,
  DLOPT_ELEMENT_F8E3M4 = 10,
  DLOPT_ELEMENT_I1 = 11,
  DLOPT_ELEMENT_I4 = 12,
  DLOPT_ELEMENT_I8 = 13,
  DLOPT_ELEMENT_I16 = 14,
  DLOPT_ELEMENT_I32 = 15,
  DLOPT_ELEMENT_I64 = 16,
  DLOPT_ELEMENT_UI8 = 17,
  DLOPT_ELEMENT_UI16 = 18,
  DLOPT_ELEMENT_UI32 = 19,
  DLOPT_ELEMENT_UI64 = 20,
  DLOPT_ELEMENT_INDEX = 21
} DloptElementType;

/// MLIR's name of the type, such as "bf16"; null for a number that is no
/// element type. Static storage.
DLOPT_EXPORT const char *dloptElementTypeGetName(DloptElementType element);

/// Bytes of one element in memory; 0 for a number that is no element type.
DLOPT_EXPORT size_t dloptElementTypeGetBytes(DloptElementType element);

enum {
  DLOPT_MAX_RANK = 32,
  DLOPT_DYNAMIC = -1 ///< as a size: known only when the program is called
};

/// How a program takes or returns something.
typedef enum DloptKind {
  DLOPT_KIND_TENSOR = 0,         ///< `tensor<...>`: only read
  DLOPT_KIND_SCALAR = 1,         ///< such as `f32`; its rank is 0
  DLOPT_KIND_BUFFER = 2,         ///< `memref<...>`: the program may write to it
  DLOPT_KIND_UNRANKED_BUFFER = 3 ///< `memref<*x...>`: of any rank and shape
} DloptKind;

/// What a program takes or returns at one place.
typedef struct DloptTensorType {
  DloptKind kind;
  DloptElementType element;
  int32_t rank;
  int64_t shape[DLOPT_MAX_RANK]; ///< `rank` sizes; some may be DLOPT_DYNAMIC
} DloptTensorType;

/// A tensor in memory, or a scalar (rank 0). The host gives arguments so, and
/// results it has memory for; the other results the library makes.
typedef struct DloptTensor {
  DloptElementType element;
  int32_t rank;
  const int64_t *shape; ///< `rank` sizes; may be null if rank is 0
  const int64_t
      *strides; ///< in elements, may be 0 or negative; null: row-major
  void *data;   ///< the element with all indices 0
  void *owner;  ///< null: memory of the host; else dloptTensorRelease ends it
} DloptTensor;

/// Frees a tensor that the library made and empties it (all zero). One with a
/// null `owner` is emptied and its memory left alone. Null is fine.
DLOPT_EXPORT void dloptTensorRelease(DloptTensor *tensor);

/// How to compile a program. Fill it with dloptProgramOptionsInit; see
/// DloptCompileOptions for how it grows. All may end after the call.
typedef struct DloptProgramOptions {
  size_t size;            ///< bytes of the struct; set by Init
  const char *entry;      ///< the function to call; null: the only public one,
                          ///< or `main` or `forward` among several
  const char *input_name; ///< what diagnostics call the input; null: "input"
  int32_t optimization;   ///< effort on machine code, 0 to 3; default 2
  uint64_t seed; ///< of what replaces elided constants; at most INT64_MAX
  const char *const *libraries; ///< paths of shared libraries that define
                                ///< external functions; never unloaded
  size_t n_libraries;
  DloptDiagnosticCallback diagnostic; ///< null (default): none are handed out
  void *diagnostic_user;              ///< passed to `diagnostic`
} DloptProgramOptions;

/// Fills in the defaults; see dloptCompileOptionsInit.
DLOPT_EXPORT void dloptProgramOptionsInit(DloptProgramOptions *options,
                                          size_t size);

/// A program that can be called.
typedef struct DloptProgram DloptProgram;

/// Compiles `input_bytes` bytes of MLIR text or bytecode for this machine.
/// `options` may be null for the defaults. On success *program is to be ended
/// with dloptProgramDestroy; on failure it is null. The codes are those of
/// dloptCompile; DLOPT_STATUS_INPUT also if there is no such entry, or if it
/// takes or returns what is no tensor and no scalar.
DLOPT_EXPORT DloptStatus dloptProgramCreate(const void *input,
                                            size_t input_bytes,
                                            const DloptProgramOptions *options,
                                            DloptProgram **program);

/// Frees it; no call of it may be under way. Null is fine.
DLOPT_EXPORT void dloptProgramDestroy(DloptProgram *program);

/// Name of the function that is called, without "@". Owned by `program`; null
/// if `program` is.
DLOPT_EXPORT const char *dloptProgramGetEntry(const DloptProgram *program);

/// What the compilation did, as dloptOutputGetReport gives it. Owned by
/// `program`; null if `program` is.
DLOPT_EXPORT const char *dloptProgramGetReport(const DloptProgram *program);

/// How many arguments a call takes; 0 if `program` is null.
DLOPT_EXPORT size_t dloptProgramGetNumArguments(const DloptProgram *program);

/// How many results a call gives; 0 if `program` is null.
DLOPT_EXPORT size_t dloptProgramGetNumResults(const DloptProgram *program);

/// The type of argument `index`, from 0. DLOPT_STATUS_USAGE if there is none
/// or a pointer is null; then *type is as it was.
DLOPT_EXPORT DloptStatus dloptProgramGetArgumentType(
    const DloptProgram *program, size_t index, DloptTensorType *type);

/// The type of result `index`; as dloptProgramGetArgumentType.
DLOPT_EXPORT DloptStatus dloptProgramGetResultType(const DloptProgram *program,
                                                   size_t index,
                                                   DloptTensorType *type);

/// Calls the program.
///
/// Arguments must agree with their types: element, rank, and each size that is
/// not DLOPT_DYNAMIC. They need no alignment. Only buffers are written, also by
/// a call that fails; those must overlap nothing else, the others may overlap.
///
/// A result whose `data` is null is made by the library, whatever else it
/// holds: row-major, aligned to 64 bytes, to be ended with dloptTensorRelease.
/// Otherwise it describes memory of the host, which is written: element, rank
/// and shape must be those that come out, `owner` must be null, and its memory
/// must overlap no other result. It may be that of an argument.
///
/// DLOPT_STATUS_USAGE: something here does not agree; it says what.
/// DLOPT_STATUS_INPUT: an assertion of the program failed, or an argument whose
/// type says that it is 2:4 sparse is not. After a failure no result was made
/// and no memory given for one was written.
DLOPT_EXPORT DloptStatus dloptProgramCall(const DloptProgram *program,
                                          size_t n_arguments,
                                          const DloptTensor *arguments,
                                          size_t n_results,
                                          DloptTensor *results);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_C_RUN_H
