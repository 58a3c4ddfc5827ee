// Text on which MLIR's own parser would abort the process.
#ifndef DLOPT_LOWERING_UPGRADE_PARSER_TRAP_H
#define DLOPT_LOWERING_UPGRADE_PARSER_TRAP_H

#include <stdbool.h>
#include <stddef.h>

/// What such text must be told.
#define DL_PARSER_TRAP_MESSAGE                                                 \
  "iterator_types of linalg.generic is a list of strings here: write "         \
  "[\"parallel\", \"reduction\"]"

/// Finds the first place in `text`; gives its line and column, from 1. MLIR 22
/// reads `iterator_types` of a linalg.generic without looking at what the list
/// holds, in the pretty form and in attribute aliases.
bool dl_find_parser_trap(const char *text, size_t size, size_t *line,
                         size_t *column);

#endif // DLOPT_LOWERING_UPGRADE_PARSER_TRAP_H
