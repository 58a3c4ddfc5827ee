// Building, prefixing and classifying statuses.
#include "runtime/status.h"

#include <stdio.h>
#include <string.h>

typedef struct status_row {
  int exit_status;
  const char *text;
} status_row;

static const status_row rows[] = {
#define DL_STATUS_ROW(name, exit_status, text) {exit_status, text},
    DL_STATUS_CODES(DL_STATUS_ROW)
#undef DL_STATUS_ROW
};

enum { n_rows = sizeof(rows) / sizeof(rows[0]) };

// `length` is what vsnprintf wanted to write, or negative.
static void tidy_message(DloptStatus *status, int length) {
  char *text = status->message;
  if (length < 0)
    text[0] = '\0';
  if (length >= DLOPT_STATUS_MESSAGE_BYTES)
    memcpy(text + DLOPT_STATUS_MESSAGE_BYTES - 4, "...", 4);
  for (; *text != '\0'; ++text)
    if ((unsigned char)*text < 0x20 || *text == 0x7f)
      *text = '?';
}

DloptStatus dl_status_ok(void) {
  DloptStatus status;
  status.code = DL_STATUS_OK;
  status.message[0] = '\0';
  return status;
}

DloptStatus dl_status_error_v(DloptStatusCode code, const char *format,
                              va_list arguments) {
  DloptStatus status;
  status.code = code;
  int length =
      vsnprintf(status.message, sizeof(status.message), format, arguments);
  tidy_message(&status, length);
  return status;
}

DloptStatus dl_status_error(DloptStatusCode code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  DloptStatus status = dl_status_error_v(code, format, arguments);
  va_end(arguments);
  return status;
}

DloptStatus dl_status_prefix(DloptStatus status, const char *format, ...) {
  if (status.code == DL_STATUS_OK)
    return status;
  va_list arguments;
  va_start(arguments, format);
  DloptStatus prefix = dl_status_error_v(status.code, format, arguments);
  va_end(arguments);
  size_t used = strlen(prefix.message);
  int length = snprintf(prefix.message + used, sizeof(prefix.message) - used,
                        ": %s", status.message);
  tidy_message(&prefix, length < 0 ? length : (int)used + length);
  return prefix;
}

bool dl_status_is_ok(const DloptStatus *status) {
  return status->code == DL_STATUS_OK;
}

int dl_status_exit(DloptStatusCode code) {
  // An unknown code is a fault of ours: it must not look like success.
  return (unsigned)code < n_rows ? rows[code].exit_status : 1;
}

const char *dl_status_code_text(DloptStatusCode code) {
  return (unsigned)code < n_rows ? rows[code].text : "unknown status";
}
