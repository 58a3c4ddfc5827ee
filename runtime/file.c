// Reading whole files, and writing through a temporary beside the target.

#include "runtime/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- Reading ----------------------------------------------------------------

static DloptStatus read_stream(FILE *stream, const char *path, size_t max_bytes,
                               char **bytes, size_t *n_bytes) {
  size_t room = 1 << 16, used = 0;
  char *buffer = malloc(room);
  while (buffer != NULL) {
    used += fread(buffer + used, 1, room - 1 - used, stream);
    if (used < room - 1 || used > max_bytes)
      break;
    char *larger = room <= SIZE_MAX / 2 ? realloc(buffer, room * 2) : NULL;
    if (larger == NULL)
      free(buffer);
    buffer = larger;
    room *= 2;
  }
  if (buffer == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "%s: no memory to read it", path);
  if (ferror(stream) || used > max_bytes) {
    int code = errno;
    bool failed = ferror(stream);
    free(buffer);
    if (failed)
      return dl_status_error(DL_STATUS_IO, "%s: cannot read: %s", path,
                             strerror(code));
    return dl_status_error(DL_STATUS_INPUT,
                           "%s: larger than the %zu bytes allowed here", path,
                           max_bytes);
  }
  buffer[used] = '\0';
  *bytes = buffer;
  *n_bytes = used;
  return dl_status_ok();
}

DloptStatus dl_file_read(const char *path, size_t max_bytes, char **bytes,
                         size_t *n_bytes) {
  *bytes = NULL;
  *n_bytes = 0;
  FILE *stream = fopen(path, "rb");
  if (stream == NULL)
    return dl_status_error(DL_STATUS_IO, "%s: cannot open: %s", path,
                           strerror(errno));
  DloptStatus status = read_stream(stream, path, max_bytes, bytes, n_bytes);
  fclose(stream);
  return status;
}

// --- Writing ----------------------------------------------------------------

static DloptStatus write_error(const dl_file_writer *writer, int code) {
  return dl_status_error(DL_STATUS_IO, "%s: cannot write: %s", writer->path,
                         strerror(code));
}

// "<folder of target>/.dlopt-<pid>-<n>.tmp": short, since the target's own
// name may already be as long as the file system allows.
static char *temporary_name(const char *target, unsigned n) {
  const char *slash = strrchr(target, '/');
  int folder = slash == NULL ? 0 : (int)(slash - target + 1);
  size_t room = (size_t)folder + 64;
  char *name = malloc(room);
  if (name != NULL)
    snprintf(name, room, "%.*s.dlopt-%ld-%u.tmp", folder, target,
             (long)getpid(), n);
  return name;
}

// Creates a fresh temporary with the mode a plain open would give it.
static DloptStatus open_temporary(dl_file_writer *writer, int *descriptor) {
  enum { tries = 1000 };
  for (unsigned n = 0; n < tries; ++n) {
    writer->temporary = temporary_name(writer->target, n);
    if (writer->temporary == NULL)
      return dl_status_error(DL_STATUS_MEMORY, "%s: no memory", writer->path);
    *descriptor =
        open(writer->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (*descriptor >= 0)
      return dl_status_ok();
    int code = errno;
    free(writer->temporary);
    writer->temporary = NULL; // not ours: must not be removed
    if (code != EEXIST)
      return write_error(writer, code);
  }
  return write_error(writer, EEXIST);
}

static DloptStatus open_target(dl_file_writer *writer, int *descriptor) {
  struct stat found;
  bool exists = stat(writer->target, &found) == 0;
  if (exists && S_ISDIR(found.st_mode))
    return write_error(writer, EISDIR);
  if (exists && access(writer->target, W_OK) != 0)
    return write_error(writer, errno);
  if (exists && !S_ISREG(found.st_mode)) {
    // Renaming over /dev/null or a pipe would destroy it.
    *descriptor = open(writer->target, O_WRONLY | O_CLOEXEC);
    return *descriptor < 0 ? write_error(writer, errno) : dl_status_ok();
  }
  DL_TRY(open_temporary(writer, descriptor));
  if (exists && fchmod(*descriptor, found.st_mode & 07777) != 0) {
    int code = errno;
    close(*descriptor);
    return write_error(writer, code);
  }
  return dl_status_ok();
}

DloptStatus dl_file_writer_init(dl_file_writer *writer, const char *path) {
  int descriptor = -1;
  memset(writer, 0, sizeof(*writer));
  writer->path = strdup(path);
  writer->target = realpath(path, NULL);
  if (writer->target == NULL)
    writer->target = strdup(path); // no such file yet
  if (writer->path == NULL || writer->target == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "%s: no memory", path);
  DL_TRY(open_target(writer, &descriptor));
  writer->stream = fdopen(descriptor, "wb");
  if (writer->stream == NULL) {
    int code = errno;
    close(descriptor);
    return write_error(writer, code);
  }
  return dl_status_ok();
}

DloptStatus dl_file_writer_commit(dl_file_writer *writer) {
  errno = 0;
  // A failed fwrite leaves only the error flag; its errno is gone by now.
  bool failed = ferror(writer->stream);
  bool flush_failed = fclose(writer->stream) != 0;
  int code = errno;
  writer->stream = NULL;
  if ((failed || flush_failed) && code == 0)
    return dl_status_error(DL_STATUS_IO,
                           "%s: cannot write all of it; is the disk full?",
                           writer->path);
  if (failed || flush_failed)
    return write_error(writer, code);
  if (writer->temporary == NULL)
    return dl_status_ok();
  if (rename(writer->temporary, writer->target) != 0)
    return write_error(writer, errno);
  free(writer->temporary);
  writer->temporary = NULL;
  return dl_status_ok();
}

void dl_file_writer_finish(dl_file_writer *writer) {
  if (writer->stream != NULL)
    fclose(writer->stream);
  if (writer->temporary != NULL)
    unlink(writer->temporary);
  free(writer->temporary);
  free(writer->target);
  free(writer->path);
  memset(writer, 0, sizeof(*writer));
}

DloptStatus dl_file_check_output(const char *path) {
  struct stat found;
  if (stat(path, &found) == 0 && !S_ISREG(found.st_mode) &&
      !S_ISDIR(found.st_mode))
    return access(path, W_OK) == 0
               ? dl_status_ok()
               : dl_status_error(DL_STATUS_IO, "%s: cannot write: %s", path,
                                 strerror(errno));
  dl_file_writer writer;
  DloptStatus status = dl_file_writer_init(&writer, path);
  dl_file_writer_finish(&writer);
  return status;
}
