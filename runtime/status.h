// The result of every fallible runtime and tool function: a code and one line.
#ifndef DLOPT_RUNTIME_STATUS_H
#define DLOPT_RUNTIME_STATUS_H

#include "capi/include/dlopt-c/Status.h" // the type and its codes are public

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

// One row a code, in the order of their numbers: name, exit status of a tool
// that ends with it, meaning. A missing or unreadable file counts as a wrong
// input (1); what the machine cannot offer (a driver, a GPU, memory) counts as
// environment (3).
#define DL_STATUS_CODES(X)                                                     \
  X(OK, 0, "ok")                                                               \
  X(INPUT, 1, "wrong input")                                                   \
  X(NUMBERS, 1, "wrong numbers")                                               \
  X(USAGE, 2, "wrong usage")                                                   \
  X(ENVIRONMENT, 3, "missing in the environment")                              \
  X(MEMORY, 3, "out of memory")                                                \
  X(IO, 1, "file error")

// The public codes by a shorter name: DL_STATUS_OK, ...
enum {
#define DL_STATUS_ENUM(name, exit_status, text)                                \
  DL_STATUS_##name = DLOPT_STATUS_##name,
  DL_STATUS_CODES(DL_STATUS_ENUM)
#undef DL_STATUS_ENUM
};

#if defined(DL_PRINTF)
// Said by another header already.
#elif defined(__GNUC__)
#define DL_PRINTF(text_at, first)                                              \
  __attribute__((format(printf, text_at, first)))
#else
#define DL_PRINTF(text_at, first)
#endif

/// The status that says all went well.
DloptStatus dl_status_ok(void);

/// A failure with a printf-style message. Line breaks and other control
/// characters in the result (they may come from a hostile file) become '?'.
DloptStatus dl_status_error(DloptStatusCode code, const char *format, ...)
    DL_PRINTF(2, 3);

/// As dl_status_error, with the arguments in a va_list.
DloptStatus dl_status_error_v(DloptStatusCode code, const char *format,
                              va_list arguments) DL_PRINTF(2, 0);

/// Puts "prefix: " before the message of a failure; leaves ok as it is.
DloptStatus dl_status_prefix(DloptStatus status, const char *format, ...)
    DL_PRINTF(2, 3);

/// True if the status is DL_STATUS_OK.
bool dl_status_is_ok(const DloptStatus *status);

/// Exit status of a tool that ends with this code: 0 done and right, 1 wrong
/// input or numbers, 2 usage, 3 environment.
int dl_status_exit(DloptStatusCode code);

/// What a code means, in a few words; static storage.
const char *dl_status_code_text(DloptStatusCode code);

// Leaves the enclosing function with the status of `expression` unless ok.
// Only for functions that own nothing at that point.
#define DL_TRY(expression)                                                     \
  do {                                                                         \
    DloptStatus dl_try_status = (expression);                                  \
    if (dl_try_status.code != DL_STATUS_OK)                                    \
      return dl_try_status;                                                    \
  } while (0)

#endif
