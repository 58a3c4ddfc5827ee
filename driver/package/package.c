// Makes a package: its parts in a folder of their own, the C compiler over
// them, the library and the header to where they belong.
#include "driver/package/package.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/package/text.h"
#include "runtime/file.h"
#include "runtime/package/embedded.h"
#include "runtime/process.h"

// The files that the compiler gets, and what it makes.
enum part { TABLES, DATA, BYTES, HOST, REFERENCE, ARCHIVE, EXPORTS, MADE, N };
static const char *const part_names[N] = {
    "tables.c",           "data.s",      "data.bin",  "host.o", "reference.o",
    "libdlopt_package.a", "exports.map", "package.so"};

enum { PATH_BYTES = 1024 };

struct work {
  dl_package_texts texts;
  char folder[PATH_BYTES - 64];
  char parts[N][PATH_BYTES];
};

static DloptStatus make_folder(struct work *work) {
  const char *root = getenv("TMPDIR");
  snprintf(work->folder, sizeof(work->folder), "%s/dlopt-package-XXXXXX",
           root && *root ? root : "/tmp");
  if (!mkdtemp(work->folder)) {
    DloptStatus status = dl_status_error(
        DL_STATUS_ENVIRONMENT,
        "%s: no folder for the package's parts can be made: %s; set TMPDIR",
        work->folder, strerror(errno));
    work->folder[0] = 0;
    return status;
  }
  for (int i = 0; i < N; ++i)
    snprintf(work->parts[i], PATH_BYTES, "%s/%s", work->folder, part_names[i]);
  return dl_status_ok();
}

static void remove_folder(const struct work *work) {
  if (!work->folder[0])
    return;
  for (int i = 0; i < N; ++i)
    unlink(work->parts[i]);
  rmdir(work->folder);
}

static DloptStatus unwritten(const char *path) {
  return dl_status_error(DL_STATUS_IO, "%s: cannot write: %s", path,
                         errno ? strerror(errno) : "is the disk full?");
}

static DloptStatus close_part(FILE *stream, const char *path) {
  errno = 0;
  bool is_good = !ferror(stream);
  return fclose(stream) == 0 && is_good ? dl_status_ok() : unwritten(path);
}

static DloptStatus write_bytes(const char *path, const void *data,
                               size_t size) {
  FILE *stream = fopen(path, "w");
  if (!stream)
    return unwritten(path);
  fwrite(data, 1, size, stream);
  return close_part(stream, path);
}

// Blobs.

static void add_blob(dl_package_texts *texts, const void *data, size_t size) {
  if (data)
    texts->blobs[texts->n_blobs++] = (dl_package_blob){data, size, 0};
}

static DloptStatus collect_blobs(dl_package_texts *texts) {
  const dl_device_program *program = texts->source->program;
  texts->blobs = calloc(program->n_modules * 2 + program->n_constants + 1,
                        sizeof(*texts->blobs));
  if (!texts->blobs)
    return dl_status_error(DL_STATUS_MEMORY, "package");
  for (size_t i = 0; i < program->n_modules; ++i) {
    add_blob(texts, program->modules[i].ptx, program->modules[i].ptx_size);
    add_blob(texts, program->modules[i].cubin, program->modules[i].cubin_size);
  }
  for (size_t i = 0; i < program->n_constants; ++i)
    add_blob(texts, program->constants[i].data, program->constants[i].size);
  return dl_status_ok();
}

static DloptStatus write_blobs(struct work *work) {
  FILE *stream = fopen(work->parts[BYTES], "w");
  if (!stream)
    return unwritten(work->parts[BYTES]);
  size_t offset = 0;
  for (size_t i = 0; i < work->texts.n_blobs; ++i) {
    dl_package_blob *blob = &work->texts.blobs[i];
    blob->offset = offset;
    fwrite(blob->data, 1, blob->size, stream);
    offset += blob->size;
  }
  return close_part(stream, work->parts[BYTES]);
}

static DloptStatus write_texts(const struct work *work) {
  FILE *stream = fopen(work->parts[TABLES], "w");
  if (!stream)
    return unwritten(work->parts[TABLES]);
  dl_package_put_tables(stream, &work->texts);
  dl_package_put_functions(stream, &work->texts);
  DL_TRY(close_part(stream, work->parts[TABLES]));
  if (!(stream = fopen(work->parts[DATA], "w")))
    return unwritten(work->parts[DATA]);
  dl_package_put_data(stream, &work->texts, work->parts[BYTES]);
  DL_TRY(close_part(stream, work->parts[DATA]));
  if (!(stream = fopen(work->parts[EXPORTS], "w")))
    return unwritten(work->parts[EXPORTS]);
  dl_package_put_exports(stream, &work->texts);
  return close_part(stream, work->parts[EXPORTS]);
}

static DloptStatus write_parts(struct work *work) {
  const dl_package_source *source = work->texts.source;
  DL_TRY(write_blobs(work));
  DL_TRY(write_texts(work));
  DL_TRY(write_bytes(work->parts[HOST], source->host_code.data,
                     source->host_code.size));
  if (source->references)
    DL_TRY(write_bytes(work->parts[REFERENCE], source->reference.data,
                       source->reference.size));
  return write_bytes(work->parts[ARCHIVE], dl_embedded_archive,
                     (size_t)(dl_embedded_archive_end - dl_embedded_archive));
}

// The compiler.

static DloptStatus find_compiler(char path[DL_PROGRAM_PATH_BYTES]) {
  const char *chosen = getenv("CC");
  const char *name = chosen && *chosen ? chosen : "cc";
  if (dl_program_find(name, path))
    return dl_status_ok();
  return dl_status_error(DL_STATUS_ENVIRONMENT,
                         "no C compiler '%s' on PATH, which links packages: "
                         "install gcc or clang, or set CC to one",
                         name);
}

/// The first line of what the compiler said that is an error, else the last.
static void find_error(const char *output, char *line, size_t room) {
  const char *best = output;
  for (const char *at = output; *at;) {
    size_t length = strcspn(at, "\n");
    const char *error = strstr(at, "error");
    const char *undefined = strstr(at, "undefined");
    best = length ? at : best;
    if ((error && error < at + length) ||
        (undefined && undefined < at + length))
      break;
    at += length + (at[length] == '\n');
  }
  snprintf(line, room, "%.*s", (int)strcspn(best, "\n"), best);
}

/// The command that makes the library; null without memory.
static const char **compiler_command(const struct work *work,
                                     const char *compiler,
                                     const char *exports) {
  const dl_package_source *source = work->texts.source;
  const char *const first[] = {compiler,
                               "-shared",
                               "-fPIC",
                               "-O1",
                               "-g0",
                               "-fvisibility=default",
                               "-o",
                               work->parts[MADE],
                               work->parts[TABLES],
                               work->parts[DATA],
                               work->parts[HOST]};
  const char *const rest[] = {
      work->parts[ARCHIVE], exports, "-Wl,-Bsymbolic", "-Wl,--gc-sections",
      "-Wl,--no-undefined", "-lm",   "-lpthread",      "-ldl"};
  size_t n_first = sizeof(first) / sizeof(first[0]),
         n_rest = sizeof(rest) / sizeof(rest[0]), n = 0;
  const char **command = calloc(
      n_first + n_rest + (size_t)source->n_libraries + 2, sizeof(*command));
  if (!command)
    return NULL;
  for (size_t i = 0; i < n_first; ++i)
    command[n++] = first[i];
  if (source->references)
    command[n++] = work->parts[REFERENCE];
  for (int i = 0; i < source->n_libraries; ++i)
    command[n++] = source->libraries[i];
  for (size_t i = 0; i < n_rest; ++i)
    command[n++] = rest[i];
  return command;
}

static DloptStatus link_parts(const struct work *work) {
  char compiler[DL_PROGRAM_PATH_BYTES], exports[PATH_BYTES + 32];
  DL_TRY(find_compiler(compiler));
  snprintf(exports, sizeof(exports), "-Wl,--version-script=%s",
           work->parts[EXPORTS]);
  const char **command = compiler_command(work, compiler, exports);
  if (!command)
    return dl_status_error(DL_STATUS_MEMORY, "command");
  char *output;
  int exit_status;
  DloptStatus status = dl_program_run(command, &exit_status, &output);
  free(command);
  DL_TRY(status);
  char line[512];
  find_error(output, line, sizeof(line));
  bool is_undefined = strstr(line, "undefined") != NULL;
  free(output);
  if (exit_status == 0)
    return dl_status_ok();
  return dl_status_error(
      is_undefined ? DL_STATUS_INPUT : DL_STATUS_ENVIRONMENT,
      "%s cannot link the package: %s%s", compiler, line,
      is_undefined ? "; give a library that defines it with --library" : "");
}

// The outputs.

static DloptStatus write_output(const char *path, const void *data,
                                size_t size) {
  dl_file_writer writer;
  DloptStatus status = dl_file_writer_init(&writer, path);
  if (dl_status_is_ok(&status)) {
    fwrite(data, 1, size, writer.stream);
    status = dl_file_writer_commit(&writer);
  }
  dl_file_writer_finish(&writer);
  return status;
}

static DloptStatus write_header(const struct work *work, const char *path) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream)
    return dl_status_error(DL_STATUS_MEMORY, "header");
  dl_package_put_header(stream, &work->texts);
  fclose(stream);
  DloptStatus status = write_output(path, text, size);
  free(text);
  return status;
}

/// model.so becomes model.h; another name gets .h after it.
static char *header_path(const char *path) {
  size_t length = strlen(path);
  char *made = malloc(length + 3);
  if (!made)
    return NULL;
  memcpy(made, path, length + 1);
  if (length > 3 && strcmp(path + length - 3, ".so") == 0)
    made[length - 3] = 0;
  return strcat(made, ".h");
}

static DloptStatus deliver(const struct work *work, const char *path) {
  char *bytes, *header = header_path(path);
  size_t size;
  if (!header)
    return dl_status_error(DL_STATUS_MEMORY, "header");
  DloptStatus status =
      dl_file_read(work->parts[MADE], SIZE_MAX / 2, &bytes, &size);
  if (dl_status_is_ok(&status)) {
    status = write_header(work, header);
    if (dl_status_is_ok(&status))
      status = write_output(path, bytes, size);
    free(bytes);
  }
  free(header);
  return status;
}

DloptStatus dl_package_write(const dl_package_source *source,
                             const char *path) {
  struct work *work = calloc(1, sizeof(*work));
  if (!work)
    return dl_status_error(DL_STATUS_MEMORY, "package");
  work->texts.source = source;
  dl_package_c_name(source->name, work->texts.name);
  DloptStatus status = collect_blobs(&work->texts);
  if (dl_status_is_ok(&status))
    status = make_folder(work);
  if (dl_status_is_ok(&status))
    status = write_parts(work);
  if (dl_status_is_ok(&status))
    status = link_parts(work);
  if (dl_status_is_ok(&status))
    status = deliver(work, path);
  remove_folder(work);
  free(work->texts.blobs);
  free(work);
  return status;
}
