// What every fallible function of libdlopt returns: a code and one line of
// text; and the macros and the version that all public headers share.
#ifndef DLOPT_C_STATUS_H
#define DLOPT_C_STATUS_H

#include <stdbool.h>

/// Version of these headers. Before 1.0 a new minor number may break a program
/// that uses them; dloptGetVersion tells the version of the library.
#define DLOPT_VERSION "0.1.0"

// Marks the functions that libdlopt.so exports.
#if defined(__GNUC__)
#define DLOPT_EXPORT __attribute__((visibility("default")))
#else
#define DLOPT_EXPORT
#endif

// clang checks a must-use type; gcc knows the attribute on functions only.
#if defined(__clang__)
#define DLOPT_MUST_USE_TYPE __attribute__((warn_unused_result))
#else
#define DLOPT_MUST_USE_TYPE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Why a call failed. Later versions may add codes at the end.
typedef enum DloptStatusCode {
  DLOPT_STATUS_OK = 0,
  DLOPT_STATUS_INPUT = 1,       ///< the program or the data given is wrong
  DLOPT_STATUS_NUMBERS = 2,     ///< a result differs from what was expected
  DLOPT_STATUS_USAGE = 3,       ///< the library was called wrongly
  DLOPT_STATUS_ENVIRONMENT = 4, ///< this machine lacks something
  DLOPT_STATUS_MEMORY = 5,      ///< out of memory
  DLOPT_STATUS_IO = 6           ///< a file cannot be read or written
} DloptStatusCode;

enum {
  /// Bytes of a message with its NUL; longer ones are cut and end in "...".
  DLOPT_STATUS_MESSAGE_BYTES = 1020
};

/// A code and, unless it is DLOPT_STATUS_OK, one line of text without control
/// characters, in UTF-8 as far as its parts are. The text lies inside the
/// value: nothing to free.
typedef struct DLOPT_MUST_USE_TYPE DloptStatus {
  DloptStatusCode code;
  char message[DLOPT_STATUS_MESSAGE_BYTES]; ///< NUL-terminated
} DloptStatus;

/// True if `status` says that all went well. Null counts as a failure.
DLOPT_EXPORT bool dloptStatusIsOk(const DloptStatus *status);

/// What `code` means, in a few words; "unknown status" for a number that is no
/// code. Static storage, never null.
DLOPT_EXPORT const char *dloptStatusCodeGetText(DloptStatusCode code);

/// Version of the library, as DLOPT_VERSION is of the headers. Static storage.
DLOPT_EXPORT const char *dloptGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_C_STATUS_H
