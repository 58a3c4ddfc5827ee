// Catches what a test's process prints: the library must print nothing.
#ifndef DLOPT_TEST_CAPI_QUIET_H
#define DLOPT_TEST_CAPI_QUIET_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *quiet_file;
static int quiet_out, quiet_err;

/// Ends it; returns how many bytes were printed, and shows them.
static inline long quiet_end(void) {
  fflush(NULL);
  dup2(quiet_out, STDOUT_FILENO);
  dup2(quiet_err, STDERR_FILENO);
  long size = lseek(fileno(quiet_file), 0, SEEK_END);
  rewind(quiet_file);
  for (int c; (c = getc(quiet_file)) != EOF;)
    putc(c, stderr);
  fclose(quiet_file);
  quiet_file = NULL;
  return size;
}

/// Shows what there is, also if the library or a check ends the process.
static inline void quiet_at_exit(void) {
  if (quiet_file)
    quiet_end();
}

/// From here on, both standard streams go to a file.
static inline void quiet_begin(void) {
  fflush(NULL);
  quiet_file = tmpfile();
  if (!quiet_file)
    abort();
  quiet_out = dup(STDOUT_FILENO);
  quiet_err = dup(STDERR_FILENO);
  dup2(fileno(quiet_file), STDOUT_FILENO);
  dup2(fileno(quiet_file), STDERR_FILENO);
  atexit(quiet_at_exit);
}

#endif // DLOPT_TEST_CAPI_QUIET_H
