// Elements as text: numbers read with one rounding, and written to be read.
#ifndef DLOPT_RUNTIME_ELEMENT_TEXT_H
#define DLOPT_RUNTIME_ELEMENT_TEXT_H

#include "runtime/element_type.h"
#include "runtime/status.h"

// Room for any element as dl_element_print writes it.
#define DL_ELEMENT_TEXT_BYTES 40

/// Reads one number of `length` bytes (no NUL needed, no spaces around) into
/// the element at `target`.
///
/// Floats: decimal, `nan`, `inf` (with an optional sign), or the bit pattern
/// as `0x` and exactly the type's hex digits; decimals round once to nearest
/// even, whatever the type. Integers: decimal or `0x`, in the signed or the
/// unsigned range of the type; `true` and `false` for i1. Other text is
/// refused with a message that says what was expected.
DloptStatus dl_element_parse(dl_element_type type, const char *text,
                             size_t length, void *target);

/// Reads decimal text (or nan, inf) into a double: nearest even with
/// `to_odd` false, otherwise inexact results are rounded to odd, so that a
/// later rounding to a narrower float gives what a single one would. False if
/// the text is no number.
bool dl_double_parse(const char *text, size_t length, bool to_odd,
                     double *value);

/// Writes the element with the fewest digits that read back as the same
/// element, and a NUL.
void dl_element_print(dl_element_type type, const void *source,
                      char text[DL_ELEMENT_TEXT_BYTES]);

#endif
