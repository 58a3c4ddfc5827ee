// The files of a tool: input, read and mended with --upgrade; outputs, checked.
#include "tools/common/input.h"

#include "lowering/upgrade/upgrade.h"
#include "runtime/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// 4 GiB.
#define MAX_INPUT_BYTES ((size_t)4 << 30)

static DloptStatus upgrade(const char *name, char **text, size_t *size) {
  dl_upgrade_result *result = dl_upgrade_text(*text, *size);
  dl_findings_print(result, name, DL_FINDINGS_FOR_UPGRADE, stderr);
  DloptStatus status = dl_status_ok();
  char *mended = malloc(result->n_text + 1);
  if (result->n_by_hand || result->n_foreign) {
    status =
        dl_status_error(DLOPT_STATUS_INPUT, "%s: cannot be upgraded", name);
  } else if (!mended) {
    status = dl_status_error(DLOPT_STATUS_MEMORY, "upgraded text");
  } else {
    if (result->n_mended)
      fprintf(stderr, "%s: mended %zu uses of older MLIR\n", name,
              result->n_mended);
    memcpy(mended, result->text, result->n_text + 1);
    free(*text);
    *text = mended;
    *size = result->n_text;
    mended = NULL;
  }
  free(mended);
  dl_upgrade_result_destroy(result);
  return status;
}

DloptStatus dl_read_input(const dl_options *options, char **text,
                          size_t *size) {
  bool is_stdin = strcmp(options->input, "-") == 0;
  DL_TRY(dl_file_read(is_stdin ? "/dev/stdin" : options->input, MAX_INPUT_BYTES,
                      text, size));
  return options->upgrade ? upgrade(options->input, text, size)
                          : dl_status_ok();
}

DloptStatus dl_check_outputs(const dl_options *options) {
  for (int i = 0; i < options->results.count; ++i)
    DL_TRY(dl_file_check_output(options->results.items[i].path));
  if (options->report)
    DL_TRY(dl_file_check_output(options->report));
  return options->output ? dl_file_check_output(options->output)
                         : dl_status_ok();
}
