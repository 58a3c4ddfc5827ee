// Several modules of PTX as one: one head, files numbered anew.
#include "driver/ptx_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 256 };

/// The text so far, and the files that its `.file` lines name.
struct merge {
  FILE *out;
  int n_files;
  char *files[MAX_FILES]; ///< as the lines spell them, quotes included
  char *externs[MAX_FILES];
  int n_externs;
  // Of the module that is written.
  size_t index;
  bool is_in_extern;        ///< a declaration that was there before, up to ';'
  char *globals[MAX_FILES]; ///< which get its number: modules may share names
  int n_globals;
};

/// Where the text behind a line's first word starts, if that word is `word`.
static const char *after_word(const char *line, const char *word) {
  while (*line == ' ' || *line == '\t')
    ++line;
  size_t length = strlen(word);
  if (strncmp(line, word, length) != 0 || !isspace((unsigned char)line[length]))
    return NULL;
  line += length;
  while (*line == ' ' || *line == '\t')
    ++line;
  return line;
}

/// Index of `text` in a list, to which it is added if it is new.
static int number_of(char **list, int *count, const char *text, bool *is_new) {
  for (int i = 0; i < *count; ++i)
    if (strcmp(list[i], text) == 0) {
      *is_new = false;
      return i;
    }
  *is_new = true;
  if (*count == MAX_FILES || !(list[*count] = strdup(text)))
    return 0;
  return (*count)++;
}

/// The numbers that the module's own `.file` lines have, in ours.
static void read_files(struct merge *merge, char *text, int *numbers) {
  for (char *line = text; line && *line;) {
    char *end = strchr(line, '\n'), *rest;
    if (end)
      *end = 0;
    const char *file = after_word(line, ".file");
    if (file) {
      long number = strtol(file, &rest, 10);
      while (*rest == ' ' || *rest == '\t')
        ++rest;
      bool is_new;
      int ours = number_of(merge->files, &merge->n_files, rest, &is_new);
      if (number >= 0 && number < MAX_FILES)
        numbers[number] = ours + 1;
    }
    if (end)
      *end = '\n';
    line = end ? end + 1 : NULL;
  }
}

static bool is_name_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/// The module's variables: `.global .align 1 .b8 name[4] = ...`.
static void read_globals(struct merge *merge, const char *text) {
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *at = after_word(line, ".global");
    while (at && *at == '.') { // .align n, the type
      const char *value = after_word(at, ".align");
      at = value ? value : at;
      at += strcspn(at, " \t\n");
      at += strspn(at, " \t");
    }
    size_t length = 0;
    while (at && is_name_char(at[length]))
      ++length;
    if (length && merge->n_globals < MAX_FILES)
      merge->globals[merge->n_globals++] = strndup(at, length);
  }
}

/// Writes a line with the module's variables numbered.
static void write_text(const struct merge *merge, const char *line) {
  while (*line) {
    size_t length = 0;
    while (is_name_char(line[length]))
      ++length;
    if (!length) {
      fputc(*line++, merge->out);
      continue;
    }
    fprintf(merge->out, "%.*s", (int)length, line);
    for (int i = 0; i < merge->n_globals; ++i)
      if (strlen(merge->globals[i]) == length &&
          strncmp(merge->globals[i], line, length) == 0)
        fprintf(merge->out, "_%zu", merge->index);
    line += length;
  }
  fputc('\n', merge->out);
}

static void write_line(struct merge *merge, const char *line, bool is_first,
                       const int *numbers) {
  // Of the head, LLVM writes each line once a module.
  static const char *const head[] = {".version", ".target", ".address_size"};
  for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); ++i)
    if (!is_first && after_word(line, head[i]))
      return;
  if (after_word(line, ".file") || after_word(line, ".section"))
    return; // the files come last; an empty section may come only once
  bool is_new = true;
  if (after_word(line, ".extern"))
    number_of(merge->externs, &merge->n_externs, line, &is_new);
  if (!is_new || merge->is_in_extern) {
    merge->is_in_extern = !strchr(line, ';');
    return;
  }
  const char *place = after_word(line, ".loc");
  if (!place) {
    write_text(merge, line);
    return;
  }
  char *rest;
  long number = strtol(place, &rest, 10);
  if (number > 0 && number < MAX_FILES && numbers[number])
    fprintf(merge->out, "\t.loc\t%d%s\n", numbers[number], rest);
}

static void write_module(struct merge *merge, const dl_device_module *module,
                         bool is_first) {
  char *text = strdup(module->ptx);
  if (!text)
    return;
  int numbers[MAX_FILES] = {0};
  read_files(merge, text, numbers);
  if (!is_first)
    read_globals(merge, text);
  for (char *line = text; line && *line;) {
    char *end = strchr(line, '\n');
    if (end)
      *end = 0;
    write_line(merge, line, is_first, numbers);
    line = end ? end + 1 : NULL;
  }
  while (merge->n_globals)
    free(merge->globals[--merge->n_globals]);
  free(text);
}

char *dl_ptx_merge(const dl_device_module *modules, size_t count) {
  char *text = NULL;
  size_t size;
  struct merge merge = {.out = open_memstream(&text, &size)};
  if (!merge.out)
    return NULL;
  for (size_t i = 0; i < count; ++i) {
    merge.index = i;
    write_module(&merge, &modules[i], i == 0);
  }
  for (int i = 0; i < merge.n_files; ++i) {
    fprintf(merge.out, "\t.file\t%d %s\n", i + 1, merge.files[i]);
    free(merge.files[i]);
  }
  for (int i = 0; i < merge.n_externs; ++i)
    free(merge.externs[i]);
  bool is_whole = fclose(merge.out) == 0;
  if (!is_whole) {
    free(text);
    return NULL;
  }
  return text;
}
