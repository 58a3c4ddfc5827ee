// The harness of the C unit tests: checks that count failures and go on.
#ifndef DLOPT_TEST_UNIT_CHECK_H
#define DLOPT_TEST_UNIT_CHECK_H

#include "runtime/status.h"

#include <stdio.h>
#include <string.h>

// Each test is one program, so its counters live in the file with main, which
// ends with `return check_result();`.
static int check_failures;
static long check_count;

enum { check_max_shown = 20 };

static inline void check_that(bool ok, const char *file, int line,
                              const char *what) {
  ++check_count;
  if (ok)
    return;
  if (++check_failures <= check_max_shown)
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
}

static inline void check_same(long long got, long long expected,
                              const char *file, int line, const char *what) {
  char text[400];
  snprintf(text, sizeof(text), "%s: got %lld (0x%llx), expected %lld (0x%llx)",
           what, got, (unsigned long long)got, expected,
           (unsigned long long)expected);
  check_that(got == expected, file, line, text);
}

static inline void check_status(DloptStatus status, const char *file, int line,
                                const char *what) {
  char text[DLOPT_STATUS_MESSAGE_BYTES + 200];
  snprintf(text, sizeof(text), "%s: %s", what, status.message);
  check_that(status.code == DL_STATUS_OK, file, line, text);
}

// The status must be of the code, and its message contain the words.
static inline void check_error(DloptStatus status, DloptStatusCode code,
                               const char *words, const char *file, int line,
                               const char *what) {
  char text[DLOPT_STATUS_MESSAGE_BYTES + 400];
  snprintf(text, sizeof(text), "%s: got %s '%s', wanted '%s'", what,
           dl_status_code_text(status.code), status.message, words);
  check_that(status.code == code && strstr(status.message, words) != NULL, file,
             line, text);
}

static inline int check_result(void) {
  if (check_count == 0) {
    fprintf(stderr, "no check ran\n");
    return 1;
  }
  if (check_failures > 0)
    fprintf(stderr, "%d of %ld checks failed\n", check_failures, check_count);
  return check_failures > 0;
}

#define CHECK(condition) check_that(condition, __FILE__, __LINE__, #condition)
#define CHECK_EQ(got, expected)                                                \
  check_same((long long)(got), (long long)(expected), __FILE__, __LINE__, #got)
#define CHECK_STR(got, expected) CHECK(strcmp(got, expected) == 0)
#define CHECK_OK(status) check_status(status, __FILE__, __LINE__, #status)
#define CHECK_ERROR(status, code, words)                                       \
  check_error(status, code, words, __FILE__, __LINE__, #status)

#endif
