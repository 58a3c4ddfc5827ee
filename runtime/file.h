// Whole files: reading into memory, and writing so that no half file remains.
#ifndef DLOPT_RUNTIME_FILE_H
#define DLOPT_RUNTIME_FILE_H

#include "runtime/status.h"

#include <stddef.h>
#include <stdio.h>

/// Reads a file, or what a pipe gives until its end, into fresh memory with a
/// NUL after it (not counted in *n_bytes). More than `max_bytes` is an error.
/// The caller frees *bytes; it is null on failure.
DloptStatus dl_file_read(const char *path, size_t max_bytes, char **bytes,
                         size_t *n_bytes);

/// A file being written. Regular files are written under another name in the
/// same folder and renamed when complete; devices and pipes directly.
typedef struct dl_file_writer {
  FILE *stream;    // write here; errors may wait until the commit
  char *path;      // what the caller asked for, for messages
  char *target;    // the same with symbolic links followed
  char *temporary; // null when writing directly
} dl_file_writer;

/// Opens a writer. End it with dl_file_writer_finish in every case.
DloptStatus dl_file_writer_init(dl_file_writer *writer, const char *path);

/// Closes the stream and puts the file in place. Reports any write error
/// since the opening; then the old file, if there was one, is untouched.
DloptStatus dl_file_writer_commit(dl_file_writer *writer);

/// Frees the writer; without a successful commit, removes what was written.
void dl_file_writer_finish(dl_file_writer *writer);

/// Says now what a writer would say after the work: that the folder is missing
/// or that the file may not be written. Changes no file, opens no device.
DloptStatus dl_file_check_output(const char *path);

#endif
