// Private to case_*.c: a cursor over a header entry, and its data parser.
#ifndef DLOPT_RUNTIME_CASE_PARSE_H
#define DLOPT_RUNTIME_CASE_PARSE_H

#include "runtime/case_file.h"

typedef enum dl_case_key {
  DL_CASE_OTHER,
  DL_CASE_CALL,
  DL_CASE_IN,
  DL_CASE_OUT,
} dl_case_key;

/// One header line and its continuation lines, as a span of the file; the
/// "//" between lines counts as space.
typedef struct dl_case_cursor {
  const char *name; // of the file
  const char *text; // its start, to count lines from
  const char *at;
  const char *end;
} dl_case_cursor;

typedef struct dl_case_entry {
  dl_case_key key;
  int position;        // of the argument or result
  dl_case_cursor body; // what follows the ':'
} dl_case_entry;

/// Takes the next entry of the header from *rest, whose `end` is that of the
/// file. Entries of other keys are skipped; *found is false at the end of the
/// header.
DloptStatus dl_case_next_entry(dl_case_cursor *rest, dl_case_entry *entry,
                               bool *found);

/// An error "name:line:column: message" at the cursor.
DloptStatus dl_case_error(const dl_case_cursor *c, const char *format, ...)
    DL_PRINTF(2, 3);

/// Line number of a place in the file, from 1.
int dl_case_line(const dl_case_cursor *c);

/// Skips spaces, line ends and the "//" of continuation lines.
void dl_case_skip_space(dl_case_cursor *c);

/// Skips space, then takes `word` if it comes next.
bool dl_case_take(dl_case_cursor *c, const char *word);

/// Skips space, then takes everything up to a space, comma, bracket or the
/// end; returns its length, 0 if nothing is there.
size_t dl_case_take_token(dl_case_cursor *c, const char **token);

/// Parses data into a tensor made by dl_tensor_init.
DloptStatus dl_case_parse_data(dl_case_cursor *c, dl_tensor *tensor);

#endif
