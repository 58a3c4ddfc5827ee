// Findings as error lines.
#include <stdlib.h>
#include <string.h>

#include "lowering/upgrade/upgrade.h"

bool dl_finding_is_same(const dl_finding *left, const dl_finding *right) {
  return left->kind == right->kind && left->release == right->release &&
         strcmp(left->construct, right->construct) == 0 &&
         strcmp(left->message, right->message) == 0;
}

static const char *closing(const dl_finding *finding, dl_findings_for purpose) {
  if (finding->kind == DL_FINDING_MENDED)
    return "; --upgrade mends it";
  if (finding->kind == DL_FINDING_BY_HAND)
    return purpose == DL_FINDINGS_FOR_UPGRADE
               ? "; change this by hand"
               : "; --upgrade cannot mend this: change it by hand";
  return "";
}

void dl_finding_format(const dl_finding *finding, dl_findings_for purpose,
                       char *text, size_t room) {
  char release[40] = "";
  if (finding->release)
    snprintf(release, sizeof(release), " (changed in LLVM %d)",
             finding->release);
  snprintf(text, room, "'%s': %s%s%s", finding->construct, finding->message,
           release, closing(finding, purpose));
}

static void print_one(const dl_finding *finding, size_t count, const char *file,
                      dl_findings_for purpose, FILE *out) {
  char text[512];
  dl_finding_format(finding, purpose, text, sizeof(text));
  fprintf(out, "%s:%zu:%zu: error: %s", file, finding->line, finding->column,
          text);
  if (count > 1)
    fprintf(out, " (%zu places)", count);
  fputc('\n', out);
}

size_t dl_findings_print(const dl_upgrade_result *result, const char *file,
                         dl_findings_for purpose, FILE *out) {
  enum { MOST_LINES = 64 };
  // First finding of each line to print, and the places that it stands for.
  size_t first[MOST_LINES], places[MOST_LINES], lines = 0, skipped = 0;
  for (size_t i = 0; i < result->n_findings; i++) {
    const dl_finding *each = &result->findings[i];
    if (purpose == DL_FINDINGS_FOR_UPGRADE && each->kind == DL_FINDING_MENDED)
      continue;
    size_t line = 0;
    while (line < lines &&
           !dl_finding_is_same(&result->findings[first[line]], each))
      line++;
    if (line < lines) {
      places[line] += each->count;
    } else if (lines < MOST_LINES) {
      first[lines] = i;
      places[lines++] = each->count;
    } else {
      skipped++;
    }
  }
  for (size_t line = 0; line < lines; line++)
    print_one(&result->findings[first[line]], places[line], file, purpose, out);
  if (skipped)
    fprintf(out, "%s: note: %zu more findings of other kinds\n", file, skipped);
  return lines;
}
