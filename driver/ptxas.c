// Runs ptxas: gives it a file, reads the cubin and what it says.
#include "driver/ptxas.h"

#include "runtime/file.h"
#include "runtime/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PATH = 1024 };

/// Files of one run, in a folder of their own.
struct files {
  char folder[MAX_PATH], ptx[MAX_PATH + 16], cubin[MAX_PATH + 16];
};

static DloptStatus make_files(struct files *files, const char *ptx) {
  const char *root = getenv("TMPDIR");
  snprintf(files->folder, sizeof(files->folder), "%s/dlopt-ptxas-XXXXXX",
           root && *root ? root : "/tmp");
  if (!mkdtemp(files->folder)) {
    DloptStatus status =
        dl_status_error(DLOPT_STATUS_ENVIRONMENT,
                        "%s: no folder for ptxas can be made there: %s; set "
                        "TMPDIR",
                        files->folder, strerror(errno));
    files->folder[0] = 0;
    return status;
  }
  snprintf(files->ptx, sizeof(files->ptx), "%s/kernels.ptx", files->folder);
  snprintf(files->cubin, sizeof(files->cubin), "%s/kernels.cubin",
           files->folder);
  FILE *stream = fopen(files->ptx, "w");
  bool is_written = stream && fputs(ptx, stream) >= 0;
  if (stream)
    is_written = fclose(stream) == 0 && is_written;
  return is_written ? dl_status_ok()
                    : dl_status_error(DLOPT_STATUS_IO, "%s: cannot write: %s",
                                      files->ptx, strerror(errno));
}

static void remove_files(const struct files *files) {
  if (!files->folder[0])
    return;
  unlink(files->ptx);
  unlink(files->cubin);
  rmdir(files->folder);
}

/// The first line of the log that is an error, or the first line.
static void first_error(const char *log, char *line, size_t size) {
  const char *at = strstr(log, "error");
  const char *fatal = strstr(log, "fatal");
  if (!at || (fatal && fatal < at))
    at = fatal;
  while (at && at > log && at[-1] != '\n')
    --at;
  if (!at)
    at = log;
  snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static DloptStatus refusal(const char *ptxas, const char *chip,
                           const char *log) {
  char line[256];
  first_error(log, line, sizeof(line));
  bool is_old = strstr(log, "is not defined for option") ||
                strstr(log, "Unsupported .version");
  if (is_old)
    return dl_status_error(DLOPT_STATUS_ENVIRONMENT,
                           "%s is too old for %s (%s): install a newer CUDA "
                           "toolkit, or emit ptx",
                           ptxas, chip, line);
  return dl_status_error(DLOPT_STATUS_INPUT, "%s refuses the kernels: %s",
                         ptxas, *line ? line : "it says nothing");
}

/// The number before `word` in a line, or 0.
static int number_before(const char *line, size_t length, const char *word) {
  const char *at = line;
  while ((at = strstr(at, word)) && at < line + length) {
    const char *digit = at;
    while (digit > line && digit[-1] >= '0' && digit[-1] <= '9')
      --digit;
    if (digit < at)
      return atoi(digit);
    at += strlen(word);
  }
  return 0;
}

static dl_ptxas_usage *usage_of(dl_ptxas_result *result, const char *name,
                                size_t length) {
  for (size_t i = 0; i < result->n_usage; ++i)
    if (strlen(result->usage[i].name) == length &&
        memcmp(result->usage[i].name, name, length) == 0)
      return &result->usage[i];
  dl_ptxas_usage *grown =
      realloc(result->usage, (result->n_usage + 1) * sizeof(*grown));
  if (!grown)
    return NULL;
  result->usage = grown;
  dl_ptxas_usage *made = &grown[result->n_usage++];
  *made = (dl_ptxas_usage){0};
  snprintf(made->name, sizeof(made->name), "%.*s", (int)length, name);
  return made;
}

/// Reads the lines that -v gives:
///   ptxas info    : Compiling entry function 'f' for 'sm_90a'
///   ptxas info    : Function properties for f
///       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
///   ptxas info    : Used 32 registers, used 1 barriers, 64 bytes smem
static void read_usage(const char *log, dl_ptxas_result *result) {
  dl_ptxas_usage *usage = NULL;
  static const char compiling[] = "Compiling entry function '";
  for (const char *line = log; *line;) {
    size_t length = strcspn(line, "\n");
    const char *name = strstr(line, compiling);
    if (name && name < line + length) {
      name += sizeof(compiling) - 1;
      usage = usage_of(result, name, strcspn(name, "'"));
    } else if (usage) {
      int registers = number_before(line, length, " registers");
      if (registers)
        usage->registers = registers;
      if (number_before(line, length, " bytes smem"))
        usage->shared_bytes = number_before(line, length, " bytes smem");
      if (strstr(line, " bytes spill stores") &&
          strstr(line, " bytes spill stores") < line + length) {
        usage->stack_bytes = number_before(line, length, " bytes stack frame");
        usage->spill_store_bytes =
            number_before(line, length, " bytes spill stores");
        usage->spill_load_bytes =
            number_before(line, length, " bytes spill loads");
      }
    }
    line += length + (line[length] == '\n');
  }
}

enum { MAX_CUBIN = 1 << 30 };

static DloptStatus assemble(const char *ptxas, const char *ptx,
                            const char *chip, struct files *files,
                            dl_ptxas_result *result) {
  DL_TRY(make_files(files, ptx));
  char architecture[32];
  snprintf(architecture, sizeof(architecture), "-arch=%s", chip);
  const char *const arguments[] = {ptxas,        architecture, "-v", "-o",
                                   files->cubin, files->ptx,   NULL};
  int exit_status = 0;
  char *log;
  DL_TRY(dl_program_run(arguments, &exit_status, &log));
  DloptStatus status = dl_status_ok();
  if (exit_status == 0)
    read_usage(log, result);
  else
    status = refusal(ptxas, chip, log);
  free(log);
  if (dl_status_is_ok(&status))
    status =
        dl_file_read(files->cubin, MAX_CUBIN, &result->cubin, &result->size);
  return status;
}

DloptStatus dl_ptxas(const char *ptx, const char *chip,
                     dl_ptxas_result *result) {
  memset(result, 0, sizeof(*result));
  char ptxas[DL_PROGRAM_PATH_BYTES];
  if (!dl_program_find_ptxas(ptxas))
    return dl_status_error(
        DLOPT_STATUS_ENVIRONMENT,
        "no ptxas at DLOPT_PTXAS or, without that, on PATH, in CUDA_HOME or in "
        "/usr/local/cuda: install a CUDA toolkit, or emit ptx, which the GPU's "
        "driver takes");
  struct files files = {.folder = ""};
  DloptStatus status = assemble(ptxas, ptx, chip, &files, result);
  remove_files(&files);
  return status;
}

void dl_ptxas_finish(dl_ptxas_result *result) {
  free(result->cubin);
  free(result->usage);
  memset(result, 0, sizeof(*result));
}
