// dlopt-opt: mlir-opt with our dialect, passes and pipelines, and --upgrade.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capi/seam/seam.h"
#include "lowering/upgrade/parser_trap.h"
#include "lowering/upgrade/upgrade.h"
#include "runtime/file.h"

#define MAX_CHECKED_BYTES ((size_t)4 << 30)

/// A copy of the text that malloc owns, as the hook wants it.
static char *copy_of(const dl_upgrade_result *result, size_t *size) {
  char *text = malloc(result->n_text + 1);
  if (text)
    memcpy(text, result->text, result->n_text + 1);
  *size = text ? result->n_text : 0;
  return text;
}

/// --upgrade before passes: the mended text goes on to MLIR.
static char *upgrade_filter(const char *text, size_t size, const char *name,
                            size_t *new_size, int *status) {
  dl_upgrade_result *result = dl_upgrade_text(text, size);
  char *mended = NULL;
  *status = 1;
  if (dl_findings_print(result, name, DL_FINDINGS_FOR_UPGRADE, stderr) == 0)
    mended = copy_of(result, new_size);
  dl_upgrade_result_destroy(result);
  return mended;
}

/// Puts `text` in the place of standard input, which was read to its end.
static bool give_stdin(const char *text, size_t size) {
  FILE *file = tmpfile();
  bool done = file && fwrite(text, 1, size, file) == size &&
              fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0 &&
              dup2(fileno(file), STDIN_FILENO) == STDIN_FILENO;
  if (file)
    fclose(file);
  if (!done)
    fprintf(stderr, "error: cannot keep the standard input: %s\n",
            strerror(errno));
  return done;
}

/// MLIR's parser aborts on some texts, which must not reach it.
static bool check(const char *path) {
  bool is_stdin = strcmp(path, "-") == 0;
  char *text;
  size_t size, line, column;
  DloptStatus status = dl_file_read(is_stdin ? "/dev/stdin" : path,
                                    MAX_CHECKED_BYTES, &text, &size);
  if (!dl_status_is_ok(&status))
    return true; // mlir-opt says what is wrong
  bool is_trap = dl_find_parser_trap(text, size, &line, &column);
  if (is_trap)
    fprintf(stderr, "%s:%zu:%zu: error: %s\n", path, line, column,
            DL_PARSER_TRAP_MESSAGE);
  bool may_parse = !is_trap && (!is_stdin || give_stdin(text, size));
  free(text);
  return may_parse;
}

static void explain(const char *path) { dl_explain_file(path, stderr); }

/// Takes --upgrade out of the arguments; true if it was there.
static bool take_upgrade(int *argc, char **argv) {
  bool found = false;
  int kept = 1;
  for (int i = 1; i < *argc; i++) {
    bool is_flag =
        strcmp(argv[i], "--upgrade") == 0 || strcmp(argv[i], "-upgrade") == 0;
    found |= is_flag;
    if (!is_flag)
      argv[kept++] = argv[i];
  }
  argv[kept] = NULL;
  *argc = kept;
  return found;
}

/// True if the arguments say no more than where to read and write.
static bool only_files(int argc, char **argv, const char **input,
                       const char **output) {
  *input = *output = "-";
  int n_inputs = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-o") == 0 && i + 1 < argc) {
      *output = argv[++i];
    } else if (argv[i][0] == '-' && argv[i][1] != '\0') {
      return false;
    } else {
      *input = argv[i];
      n_inputs++;
    }
  }
  return n_inputs <= 1;
}

int main(int argc, char **argv) {
  bool upgrade = take_upgrade(&argc, argv);
  const char *input, *output;
  if (upgrade && only_files(argc, argv, &input, &output))
    return dl_upgrade_file(input, output, stderr);
  dl_opt_hooks hooks = {upgrade ? upgrade_filter : NULL, check, explain};
  return dl_seam_opt_main(argc, argv, &hooks);
}
