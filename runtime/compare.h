// Comparing a result with what was expected.
#ifndef DLOPT_RUNTIME_COMPARE_H
#define DLOPT_RUNTIME_COMPARE_H

#include "runtime/tensor.h"

#include <stdio.h>

/// How close a result must be.
typedef struct dl_tolerance {
  // Same value; any NaN for NaN; -0.0 is not +0.0.
  bool is_exact;
  // Otherwise |got - expected| <= absolute + relative * |expected|; NaN only
  // for NaN, an infinity only for the same one.
  double absolute;
  double relative;
  // If not 0: most elements must come closer. With nearby * (the largest finite
  // |expected| nearby) in the place of `absolute`, no more than one element of
  // DL_COMPARISON_FAR may be off, or as many as are nearby one; else all of
  // those are. Nearby are the fewest last dimensions that hold
  // DL_COMPARISON_NEARBY elements, such as a row.
  double nearby;
} dl_tolerance;

enum {
  DL_COMPARISON_SHOWN = 5,
  DL_COMPARISON_NEARBY = 64,
  DL_COMPARISON_FAR = 20
};

/// What a comparison found. Errors of elements that are equal, or NaN on both
/// sides, are 0; a NaN or an infinity against anything else counts as an
/// infinite error. Holds no pointers.
typedef struct dl_comparison {
  dl_tensor_type type; // of the result
  dl_tolerance tolerance;
  int64_t n_elements;
  int64_t n_mismatches;
  double max_absolute;
  double max_relative; // over elements whose expected value is not 0
  uint64_t max_ulp;    // in the result's type; integers: the difference
  double cosine;       // over finite pairs; 1 if both are all zero; NaN
                       // if there are elements, but no such pair
  // The first few mismatches; the very first is number 0.
  int n_shown;
  struct {
    int64_t index; // linear
    char got[40];
    char expected[40];
  } shown[DL_COMPARISON_SHOWN];
} dl_comparison;

/// Compares element by element. Shapes must be equal; both types are floats
/// (of the same or another width, such as an f64 reference for an f16 result)
/// or both the same integer type; otherwise an error says what differs.
/// Mismatches are no error of this function: see n_mismatches.
DloptStatus dl_compare(const dl_tensor *got, const dl_tensor *expected,
                       dl_tolerance tolerance, dl_comparison *comparison);

/// True if no element is off.
bool dl_comparison_is_ok(const dl_comparison *comparison);

/// Writes one line without a line break, cut to `room` bytes: `label`, the
/// type, the verdict, the errors and the tolerance they were judged against.
void dl_comparison_format(const dl_comparison *comparison, const char *label,
                          char *text, size_t room);

/// Prints the first few mismatches, one a line, or nothing.
void dl_comparison_print_mismatches(const dl_comparison *comparison,
                                    FILE *stream);

#endif
