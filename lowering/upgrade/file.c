// Upgrading and explaining whole files.
#include <stdlib.h>
#include <string.h>

#include "lowering/upgrade/upgrade.h"

/// The whole of a stream from malloc, or null.
static char *read_all(FILE *file, size_t *n_text) {
  size_t capacity = 0, got = 1;
  char *text = NULL;
  *n_text = 0;
  while (got) {
    if (*n_text == capacity) {
      capacity = capacity ? capacity * 2 : 1 << 16;
      char *bigger = realloc(text, capacity);
      if (!bigger) {
        free(text);
        return NULL;
      }
      text = bigger;
    }
    got = fread(text + *n_text, 1, capacity - *n_text, file);
    *n_text += got;
  }
  return text;
}

static char *read_file(const char *path, size_t *n_text) {
  bool is_stdin = strcmp(path, "-") == 0;
  FILE *file = is_stdin ? stdin : fopen(path, "rb");
  char *text = file ? read_all(file, n_text) : NULL;
  if (file && !is_stdin)
    fclose(file);
  return text;
}

static bool write_file(const char *path, const char *text, size_t n_text) {
  bool is_stdout = strcmp(path, "-") == 0;
  FILE *file = is_stdout ? stdout : fopen(path, "wb");
  if (!file)
    return false;
  bool written = fwrite(text, 1, n_text, file) == n_text;
  return (is_stdout ? fflush(file) : fclose(file)) == 0 && written;
}

int dl_upgrade_file(const char *input, const char *output, FILE *messages) {
  size_t n_text;
  char *text = read_file(input, &n_text);
  if (!text) {
    fprintf(messages, "%s: error: cannot read this file\n", input);
    return 1;
  }
  dl_upgrade_result *result = dl_upgrade_text(text, n_text);
  free(text);
  size_t left =
      dl_findings_print(result, input, DL_FINDINGS_FOR_UPGRADE, messages);
  bool written = write_file(output, result->text, result->n_text);
  if (!written)
    fprintf(messages, "%s: error: cannot write this file\n", output);
  dl_upgrade_result_destroy(result);
  return left || !written;
}

size_t dl_explain_file(const char *path, FILE *messages) {
  size_t n_text;
  if (strcmp(path, "-") == 0 && fseek(stdin, 0, SEEK_SET) != 0)
    return 0; // a pipe was read to its end
  char *text = read_file(path, &n_text);
  if (!text)
    return 0;
  dl_upgrade_result *result = dl_diagnose_text(text, n_text);
  free(text);
  size_t lines =
      dl_findings_print(result, path, DL_FINDINGS_FOR_PARSE_ERROR, messages);
  dl_upgrade_result_destroy(result);
  return lines;
}
