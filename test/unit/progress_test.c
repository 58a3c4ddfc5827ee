// Progress lines: silent for short steps, one line for long ones, off if asked.
#include "runtime/progress.h"

#include "test/unit/check.h"

#include <time.h>
#include <unistd.h>

static void sleep_ms(long ms) {
  struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static void work(bool enabled) {
  dl_progress *progress = dl_progress_create("tool", enabled);
  CHECK((progress != NULL) == enabled);
  dl_progress_step(progress, "reading");
  sleep_ms(50);
  dl_progress_step(progress, "compiling");
  sleep_ms(1500);
  dl_progress_step(progress, "running");
  sleep_ms(50);
  dl_progress_destroy(progress);
}

// What work() writes to stderr, which goes to a file meanwhile.
static void capture(bool enabled, char *text, size_t room) {
  FILE *file = tmpfile();
  CHECK(file != NULL);
  if (file == NULL)
    return;
  fflush(stderr);
  int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  work(enabled);
  fflush(stderr);
  dup2(saved, STDERR_FILENO);
  close(saved);
  rewind(file);
  text[fread(text, 1, room - 1, file)] = '\0';
  fclose(file);
}

int main(void) {
  char text[500] = "";
  const char *first = "tool: compiling ...\ntool: compiling took ";
  capture(true, text, sizeof(text));
  CHECK(strncmp(text, first, strlen(first)) == 0);
  CHECK(strstr(text, "reading") == NULL && strstr(text, "running") == NULL);
  capture(false, text, sizeof(text));
  CHECK_STR(text, "");
  return check_result();
}
