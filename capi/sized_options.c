// Option structs that grow, read from and written to structs of other sizes.
#include "capi/sized_options.h"

#include <string.h>

/// No options struct will ever be so long: a larger size was never set.
enum { MAX_BYTES = 1 << 16 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

void dl_sized_options_init(const dl_sized_options *kind, void *options,
                           size_t size) {
  if (!options || size < sizeof(size))
    return;
  memset(options, 0, size);
  memcpy(options, kind->defaults, smaller(size, kind->known_bytes));
  memcpy(options, &size, sizeof(size));
}

DloptStatus dl_sized_options_read(const dl_sized_options *kind,
                                  const void *given, void *known) {
  memcpy(known, kind->defaults, kind->known_bytes);
  if (!given)
    return dl_status_ok();
  size_t size;
  memcpy(&size, given, sizeof(size));
  if (size < kind->first_bytes || size > MAX_BYTES)
    return dl_status_error(DL_STATUS_USAGE,
                           "%s.size is %zu, which no version has; fill the "
                           "struct with d%sInit",
                           kind->name, size, kind->name + 1);
  const unsigned char *bytes = given;
  for (size_t i = kind->known_bytes; i < size; ++i)
    if (bytes[i])
      return dl_status_error(
          DL_STATUS_USAGE,
          "%s has a field set that this libdlopt (%s) does not know: use one "
          "as new as the headers",
          kind->name, DLOPT_VERSION);
  memcpy(known, given, smaller(size, kind->known_bytes));
  return dl_status_ok();
}
