// What the recognisers share: the walk over a function, users before what they
// use, and remarks.
#ifndef DLOPT_LOWERING_IMPORT_RECOGNIZE_H
#define DLOPT_LOWERING_IMPORT_RECOGNIZE_H

#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "lowering/import/expr.h"

/// One root that may be the end of something.
typedef struct dl_recognizer {
  MlirOperation op; ///< the root
  dl_builder bld;   ///< inserts before it
  dl_arena arena;   ///< reset after each root
  bool remarks;
  bool said;        ///< a remark was made at this root, or `what` is set
  const char *what; ///< what was recognised at this root, or null
} dl_recognizer;

/// Tries to recognise at `rec->op`; returns what replaces its only result, or
/// null.
typedef MlirValue (*dl_recognize_fn)(dl_recognizer *rec);

/// Offers every operation within `function` with one tensor result to `fn`, the
/// last first, so that the largest form is found before its parts, and erases
/// pure operations that are left without use.
void dl_recognize(MlirOperation function, bool remarks, dl_recognize_fn fn);

/// A remark at the root, if remarks are asked for and none was made yet:
/// "recognised: softmax, from dlopt.map 2, dlopt.reduce 2" (what the root's
/// replacement leaves without use) or "left as it is: ...".
void dl_recognized(dl_recognizer *rec, const char *what);
/// Returns null, so that a matcher can write `return dl_near_miss(...)`.
MlirValue dl_near_miss(dl_recognizer *rec, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// True if a float computation in `type` keeps more digits than statistics of
/// an operation from `input` to `result` would (f64 where either is f64).
bool dl_is_wider_than_statistics(MlirType type, MlirType input,
                                 MlirType result);

// The kinds; each looks at the element view of the root's result.

MlirValue dl_match_softmax(dl_recognizer *rec, dl_view *view,
                           const dl_expr *root);
MlirValue dl_match_norm(dl_recognizer *rec, dl_view *view, const dl_expr *root);

#endif // DLOPT_LOWERING_IMPORT_RECOGNIZE_H
