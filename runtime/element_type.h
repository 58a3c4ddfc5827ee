// Element types of tensors: one table row each, and exact conversions.
#ifndef DLOPT_RUNTIME_ELEMENT_TYPE_H
#define DLOPT_RUNTIME_ELEMENT_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum dl_element_kind {
  DL_KIND_FLOAT,
  DL_KIND_SIGNLESS, // MLIR's iN; read as signed, except i1, which is 0 or 1
  DL_KIND_UNSIGNED, // MLIR's uiN
  DL_KIND_INDEX,    // 64 bits, read as signed
} dl_element_kind;

// What a float format has beside finite numbers.
typedef enum dl_float_style {
  DL_FLOAT_NONE, // not a float
  DL_FLOAT_IEEE, // infinities and NaNs in the top exponent
  DL_FLOAT_FN,   // no infinity; NaN is all ones; overflow gives NaN
  DL_FLOAT_FNUZ, // no infinity, no -0; NaN is the pattern of -0
} dl_float_style;

// clang-format off
// enumerator, MLIR spelling, bits, storage bytes, descriptor written to .npy,
// kind, float style, mantissa bits, exponent bias
#define DL_ELEMENT_TYPES(X)                                                    \
  X(F64,           "f64",            64, 8, "<f8", FLOAT,    IEEE, 52, 1023)   \
  X(F32,           "f32",            32, 4, "<f4", FLOAT,    IEEE, 23, 127)    \
  X(F16,           "f16",            16, 2, "<f2", FLOAT,    IEEE, 10, 15)     \
  X(BF16,          "bf16",           16, 2, "<V2", FLOAT,    IEEE, 7,  127)    \
  X(F8E5M2,        "f8E5M2",         8,  1, "|V1", FLOAT,    IEEE, 2,  15)     \
  X(F8E4M3FN,      "f8E4M3FN",       8,  1, "|V1", FLOAT,    FN,   3,  7)      \
  X(F8E5M2FNUZ,    "f8E5M2FNUZ",     8,  1, "|V1", FLOAT,    FNUZ, 2,  16)     \
  X(F8E4M3FNUZ,    "f8E4M3FNUZ",     8,  1, "|V1", FLOAT,    FNUZ, 3,  8)      \
  X(F8E4M3B11FNUZ, "f8E4M3B11FNUZ",  8,  1, "|V1", FLOAT,    FNUZ, 3,  11)     \
  X(F8E4M3,        "f8E4M3",         8,  1, "|V1", FLOAT,    IEEE, 3,  7)      \
  X(F8E3M4,        "f8E3M4",         8,  1, "|V1", FLOAT,    IEEE, 4,  3)      \
  X(I1,            "i1",             1,  1, "|b1", SIGNLESS, NONE, 0,  0)      \
  X(I4,            "i4",             4,  1, "|i1", SIGNLESS, NONE, 0,  0)      \
  X(I8,            "i8",             8,  1, "|i1", SIGNLESS, NONE, 0,  0)      \
  X(I16,           "i16",            16, 2, "<i2", SIGNLESS, NONE, 0,  0)      \
  X(I32,           "i32",            32, 4, "<i4", SIGNLESS, NONE, 0,  0)      \
  X(I64,           "i64",            64, 8, "<i8", SIGNLESS, NONE, 0,  0)      \
  X(UI8,           "ui8",            8,  1, "|u1", UNSIGNED, NONE, 0,  0)      \
  X(UI16,          "ui16",           16, 2, "<u2", UNSIGNED, NONE, 0,  0)      \
  X(UI32,          "ui32",           32, 4, "<u4", UNSIGNED, NONE, 0,  0)      \
  X(UI64,          "ui64",           64, 8, "<u8", UNSIGNED, NONE, 0,  0)      \
  X(INDEX,         "index",          64, 8, "<i8", INDEX,    NONE, 0,  0)
// clang-format on

typedef enum dl_element_type {
#define DL_ELEMENT_ENUM(id, name, bits, bytes, npy, kind, style, mant, bias)   \
  DL_##id,
  DL_ELEMENT_TYPES(DL_ELEMENT_ENUM)
#undef DL_ELEMENT_ENUM
      DL_N_ELEMENT_TYPES,
} dl_element_type;

typedef struct dl_element_info {
  const char *name; // as MLIR spells it
  int bits;         // of the value
  int n_bytes;      // in memory: i1 and i4 take one byte, i4 sign-extended
  const char *npy;  // descriptor of .npy files we write
  dl_element_kind kind;
  dl_float_style style;
  int mantissa_bits; // stored ones
  int bias;
} dl_element_info;

/// The table row of a type; static storage.
const dl_element_info *dl_element_info_of(dl_element_type type);

/// Finds a type by MLIR's spelling, which need not end in NUL. Returns false
/// if there is no such row.
bool dl_element_type_parse(const char *text, size_t length,
                           dl_element_type *type);

/// True for float types.
bool dl_element_is_float(dl_element_type type);

/// Reads the element at `source` (no alignment needed). Exact for every type
/// but 64-bit integers beyond 2^53, which round to nearest even.
double dl_element_to_double(dl_element_type type, const void *source);

/// Reads the element as an integer: i1 is 0 or 1, ui64 keeps its bits, floats
/// are truncated toward zero and saturate, NaN gives 0.
int64_t dl_element_to_int64(dl_element_type type, const void *source);

/// Stores `value`, rounded once to nearest even. Floats: what lies beyond the
/// largest number gives infinity, or NaN if the format has none; NaN stays
/// NaN. Integers saturate, NaN gives 0; i1 is value != 0.
void dl_element_from_double(dl_element_type type, double value, void *target);

/// Stores `value`. Integers keep its low bits (i1: value & 1); floats round
/// once to nearest even.
void dl_element_from_int64(dl_element_type type, int64_t value, void *target);

/// The bit pattern of the element in the low bits.
uint64_t dl_element_bits(dl_element_type type, const void *source);

/// Stores a bit pattern; bits beyond the type's width are dropped.
void dl_element_set_bits(dl_element_type type, uint64_t bits, void *target);

/// Distance of two floats of a type, counted in representable numbers
/// between them plus one; -0 and +0 are 0 apart. UINT64_MAX if exactly one is
/// NaN, 0 if both are. For integers, the absolute difference.
uint64_t dl_element_ulps(dl_element_type type, const void *one,
                         const void *other);

#endif
