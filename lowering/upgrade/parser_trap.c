// Text on which MLIR's own parser would abort: looked for before it parses.
#include "lowering/upgrade/parser_trap.h"

#include <ctype.h>
#include <string.h>

/// How far back the brace that holds an attribute is looked for.
enum { MAX_BACK = 1 << 16 };

static size_t skip_space(const char *text, size_t size, size_t at) {
  while (at < size && isspace((unsigned char)text[at]))
    ++at;
  return at;
}

/// After "iterator_types": true if a list follows with more than strings.
static bool lists_other_than_strings(const char *text, size_t size, size_t at) {
  at = skip_space(text, size, at);
  if (at >= size || text[at] != '=')
    return false;
  at = skip_space(text, size, at + 1);
  if (at >= size || text[at] != '[')
    return false;
  for (at = skip_space(text, size, at + 1); at < size && text[at] != ']';
       at = skip_space(text, size, at)) {
    if (text[at] != '"')
      return true;
    for (++at; at < size && text[at] != '"'; ++at)
      at += text[at] == '\\';
    at = skip_space(text, size, at + 1);
    at += at < size && text[at] == ',';
  }
  return false;
}

/// True if the dictionary around `at` is that of a pretty linalg.generic or of
/// an alias; the quoted form, `"linalg.generic"(...) <{...}>`, may hold any
/// attribute.
static bool is_in_pretty_form(const char *text, size_t at) {
  size_t stop = at > MAX_BACK ? at - MAX_BACK : 0;
  int depth = 0;
  while (at > stop) {
    char c = text[--at];
    depth += c == '}';
    if (c != '{' || depth-- > 0)
      continue;
    while (at > stop && isspace((unsigned char)text[at - 1]))
      --at;
    return at > 0 &&
           (text[at - 1] == '=' || isalnum((unsigned char)text[at - 1]));
  }
  return false;
}

bool dl_find_parser_trap(const char *text, size_t size, size_t *line,
                         size_t *column) {
  static const char word[] = "iterator_types";
  size_t length = sizeof(word) - 1, row = 1, row_start = 0;
  for (size_t at = 0; at + length <= size; ++at) {
    if (text[at] == '\n') {
      ++row;
      row_start = at + 1;
    }
    if (text[at] != 'i' || memcmp(text + at, word, length) != 0)
      continue;
    if (lists_other_than_strings(text, size, at + length) &&
        is_in_pretty_form(text, at)) {
      *line = row;
      *column = at - row_start + 1;
      return true;
    }
  }
  return false;
}
