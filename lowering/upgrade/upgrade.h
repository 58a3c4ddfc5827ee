// Mends MLIR text that older releases wrote, and explains what is wrong in it.
//
// Plain C on text: needs no MLIR, so it works on files that no longer parse.
#ifndef DLOPT_LOWERING_UPGRADE_UPGRADE_H
#define DLOPT_LOWERING_UPGRADE_UPGRADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum dl_finding_kind {
  DL_FINDING_MENDED,  ///< an older form that dl_upgrade_text rewrites
  DL_FINDING_BY_HAND, ///< an older form that a person has to rewrite
  DL_FINDING_FOREIGN, ///< a dialect that is not part of MLIR or dlopt
} dl_finding_kind;

typedef struct dl_finding {
  size_t line, column; ///< both from 1; column counts bytes
  dl_finding_kind kind;
  const char *construct; ///< such as "tosa.const" or "!llvm.ptr"
  const char *message;   ///< what changed and, where needed, what to do
  int release;           ///< LLVM major version that changed it; 0 = none
  size_t count;          ///< uses that this finding stands for, at least 1
} dl_finding;

typedef struct dl_upgrade_result {
  char *text; ///< the new text, NUL-terminated; null from dl_diagnose_text
  size_t n_text;
  const dl_finding *findings; ///< in order of position
  size_t n_findings;
  size_t n_mended, n_by_hand, n_foreign; ///< how many findings of each kind
} dl_upgrade_result;

/// The text with every older form rewritten that can be, and all findings.
/// What the rules don't touch is kept byte for byte. Takes any bytes: what it
/// doesn't understand it leaves. Never null; the caller destroys the result.
dl_upgrade_result *dl_upgrade_text(const char *text, size_t n_text);

/// The findings alone, for a text that did not parse. None in binary data:
/// there, what looks like a construct is chance.
dl_upgrade_result *dl_diagnose_text(const char *text, size_t n_text);

void dl_upgrade_result_destroy(dl_upgrade_result *result);

/// Whether two findings say the same of two places.
bool dl_finding_is_same(const dl_finding *left, const dl_finding *right);

typedef enum dl_findings_for {
  DL_FINDINGS_FOR_UPGRADE,    ///< after an upgrade: only what is left to do
  DL_FINDINGS_FOR_PARSE_ERROR ///< after a parse error: everything, and how
                              ///< --upgrade helps
} dl_findings_for;

/// Writes "'construct': what changed (changed in LLVM 21); the way out", cut to
/// `room` bytes.
void dl_finding_format(const dl_finding *finding, dl_findings_for purpose,
                       char *text, size_t room);

/// Prints `file:line:column: error: …` lines, one for each kind of construct
/// (first place and number of places). Returns how many lines it printed; 0
/// means that nothing in the text explains the parse error.
size_t dl_findings_print(const dl_upgrade_result *result, const char *file,
                         dl_findings_for purpose, FILE *out);

/// Text in, text out: writes the upgrade of the file `input` to `output` ("-" =
/// standard input and output), also where something is left to do by hand, and
/// says so in `messages`. Returns 0, or 1 if something is left or went wrong.
int dl_upgrade_file(const char *input, const char *output, FILE *messages);

/// For a tool whose input did not parse: diagnoses the file and prints as
/// dl_findings_print. Prints nothing where the file cannot be read (or is
/// standard input that cannot be read again) or nothing explains the failure.
size_t dl_explain_file(const char *path, FILE *messages);

#endif // DLOPT_LOWERING_UPGRADE_UPGRADE_H
