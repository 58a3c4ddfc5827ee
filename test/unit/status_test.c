// Statuses: codes, exit statuses, long and hostile messages.
#include "runtime/status.h"

#include "test/unit/check.h"

static DloptStatus fail_through_try(void) {
  DL_TRY(dl_status_ok());
  DL_TRY(dl_status_error(DL_STATUS_USAGE, "inner %d", 7));
  return dl_status_ok();
}

int main(void) {
  CHECK_OK(dl_status_ok());
  CHECK_ERROR(fail_through_try(), DL_STATUS_USAGE, "inner 7");

  CHECK_EQ(dl_status_exit(DL_STATUS_OK), 0);
  CHECK_EQ(dl_status_exit(DL_STATUS_INPUT), 1);
  CHECK_EQ(dl_status_exit(DL_STATUS_NUMBERS), 1);
  CHECK_EQ(dl_status_exit(DL_STATUS_IO), 1);
  CHECK_EQ(dl_status_exit(DL_STATUS_USAGE), 2);
  CHECK_EQ(dl_status_exit(DL_STATUS_ENVIRONMENT), 3);
  CHECK_EQ(dl_status_exit(DL_STATUS_MEMORY), 3);

  DloptStatus inner = dl_status_error(DL_STATUS_IO, "disk");
  DloptStatus outer = dl_status_prefix(inner, "argument %d", 2);
  CHECK_EQ(outer.code, DL_STATUS_IO);
  CHECK_STR(outer.message, "argument 2: disk");
  CHECK_OK(dl_status_prefix(dl_status_ok(), "nothing"));

  // One line, whatever a file put into it.
  DloptStatus dirty = dl_status_error(DL_STATUS_INPUT, "%s", "a\nb\033[1m\x7f");
  CHECK_STR(dirty.message, "a?b?[1m?");

  char longer[3000];
  memset(longer, 'x', sizeof(longer) - 1);
  longer[sizeof(longer) - 1] = '\0';
  DloptStatus cut = dl_status_error(DL_STATUS_INPUT, "%s", longer);
  CHECK_EQ(strlen(cut.message), DLOPT_STATUS_MESSAGE_BYTES - 1);
  CHECK_STR(cut.message + strlen(cut.message) - 4, "x...");
  DloptStatus twice = dl_status_prefix(cut, "%s", longer);
  CHECK_EQ(strlen(twice.message), DLOPT_STATUS_MESSAGE_BYTES - 1);
  return check_result();
}
