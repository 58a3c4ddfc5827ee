// dlopt-c/Status.h through libdlopt.so.
#include "dlopt-c/Status.h"

#include "test/unit/check.h"

int main(void) {
  DloptStatus ok = {DLOPT_STATUS_OK, ""}, bad = {DLOPT_STATUS_IO, "why"};
  CHECK(dloptStatusIsOk(&ok));
  CHECK(!dloptStatusIsOk(&bad));
  CHECK(!dloptStatusIsOk(NULL));
  CHECK_STR(dloptStatusCodeGetText(DLOPT_STATUS_OK), "ok");
  CHECK_STR(dloptStatusCodeGetText(DLOPT_STATUS_MEMORY), "out of memory");
  CHECK_STR(dloptStatusCodeGetText((DloptStatusCode)999), "unknown status");
  CHECK_STR(dloptStatusCodeGetText((DloptStatusCode)-1), "unknown status");
  CHECK_STR(dloptGetVersion(), DLOPT_VERSION);

  // The numbers are part of the interface.
  CHECK_EQ(DLOPT_STATUS_INPUT, 1);
  CHECK_EQ(DLOPT_STATUS_NUMBERS, 2);
  CHECK_EQ(DLOPT_STATUS_USAGE, 3);
  CHECK_EQ(DLOPT_STATUS_ENVIRONMENT, 4);
  CHECK_EQ(DLOPT_STATUS_MEMORY, 5);
  CHECK_EQ(DLOPT_STATUS_IO, 6);
  CHECK_EQ(sizeof(DloptStatus), 1024);
  return check_result();
}
