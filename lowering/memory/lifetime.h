// How long a buffer is used: its aliases, up to the addresses that launches
// take, followed through views and structured control flow.
#ifndef DLOPT_LOWERING_MEMORY_LIFETIME_H
#define DLOPT_LOWERING_MEMORY_LIFETIME_H

#include <stdbool.h>

#include "lowering/base/arena.h"
#include "mlir-c/IR.h"

/// Operations of a function, numbered in program order.
typedef struct dl_order dl_order;

/// Numbers what is in `function`; lives in `arena`.
dl_order *dl_order_make(MlirOperation function, dl_arena *arena);

typedef struct dl_lifetime {
  bool escapes; ///< it may be used where we do not look: returned, carried to
                ///< another turn of a loop that makes it, freed by the program
  int start;    ///< number of the operation that makes it
  int end;      ///< number of the last operation that may use it
  /// The same as an operation of the maker's block; null if the last use is
  /// outside that block.
  MlirOperation last;
} dl_lifetime;

/// Lifetime of the buffer that is result 0 of `maker`. `ignored`, if not null,
/// does not count as a use.
dl_lifetime dl_lifetime_of(const dl_order *order, MlirOperation maker,
                           MlirOperation ignored, dl_arena *arena);

#endif // DLOPT_LOWERING_MEMORY_LIFETIME_H
