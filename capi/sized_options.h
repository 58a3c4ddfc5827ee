// Option structs that grow: each begins with its size, so that a host and a
// library of different versions understand each other.
#ifndef DLOPT_CAPI_SIZED_OPTIONS_H
#define DLOPT_CAPI_SIZED_OPTIONS_H

#include "runtime/status.h"

/// One kind of options struct. Its first field is `size_t size`.
typedef struct dl_sized_options {
  const char *name;     ///< of the type, for messages
  const void *defaults; ///< a struct as this library knows it
  size_t known_bytes;   ///< of that struct
  size_t first_bytes;   ///< of the struct in the first version there was
} dl_sized_options;

/// Writes `size` bytes: the defaults, and zero where the caller's struct is
/// longer than ours. Nothing if `options` is null or too small for its size.
void dl_sized_options_init(const dl_sized_options *kind, void *options,
                           size_t size);

/// Copies what a caller gave (null: the defaults) to `known`, of
/// kind->known_bytes. Fields the caller does not have get their defaults; a
/// field that we do not have must be zero.
DloptStatus dl_sized_options_read(const dl_sized_options *kind,
                                  const void *given, void *known);

#endif // DLOPT_CAPI_SIZED_OPTIONS_H
