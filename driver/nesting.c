// How deep a text nests. Strings and comments are skipped as MLIR's lexer does.
#include "driver/nesting.h"

#include <stdbool.h>
#include <string.h>

/// Published models nest 10 deep; the parser and the passes survive some
/// thousands on the 8 MiB that a thread has.
enum { MAX_DEPTH = 400 };

static const char *end_of_string(const char *at, const char *end) {
  for (++at; at < end && *at != '"' && *at != '\n'; ++at)
    if (*at == '\\' && at + 1 < end)
      ++at;
  return at;
}

static const char *end_of_comment(const char *at, const char *end) {
  const char *line_end = memchr(at, '\n', (size_t)(end - at));
  return line_end ? line_end : end;
}

static bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
static bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

DloptStatus dl_check_nesting(const char *text, size_t size, const char *name) {
  if (size >= 4 && memcmp(text, "ML\xefR", 4) == 0)
    return dl_status_ok();
  const char *end = text + size, *line_start = text;
  long line = 1;
  int depth = 0, angles = 0; // angles: since the last bracket that closed
  for (const char *at = text; at < end; ++at) {
    if (*at == '"')
      at = end_of_string(at, end);
    else if (*at == '/' && at + 1 < end && at[1] == '/')
      at = end_of_comment(at, end);
    if (at >= end)
      break;
    if (*at == '\n') {
      ++line;
      line_start = at + 1;
    }
    depth += opens(*at);
    depth -= closes(*at) && depth > 0;
    // '>' also ends "->" and ">=": the count of angles is a guess that errs
    // towards less, and starts again where a line of the program ends.
    angles += *at == '<';
    angles -= *at == '>' && angles > 0;
    if (*at == '=')
      angles = 0;
    if (depth + angles > MAX_DEPTH)
      return dl_status_error(
          DLOPT_STATUS_INPUT, "%s:%ld:%ld: brackets nest more than %d deep",
          name, line, (long)(at - line_start) + 1, (int)MAX_DEPTH);
  }
  return dl_status_ok();
}
