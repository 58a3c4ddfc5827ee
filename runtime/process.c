// Finding programs, and running one to its end.
#include "runtime/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MAX_OUTPUT = 4 << 20 };

static bool is_program(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         access(path, X_OK) == 0;
}

/// Makes "folder/name"; false if that is no program or too long.
static bool try_folder(const char *folder, int length, const char *name,
                       char path[DL_PROGRAM_PATH_BYTES]) {
  int used =
      snprintf(path, DL_PROGRAM_PATH_BYTES, "%.*s/%s", length, folder, name);
  if (length > 0 && used > 0 && used < DL_PROGRAM_PATH_BYTES &&
      is_program(path))
    return true;
  path[0] = 0;
  return false;
}

bool dl_program_find(const char *name, char path[DL_PROGRAM_PATH_BYTES]) {
  path[0] = 0;
  if (strchr(name, '/')) {
    if (strlen(name) >= DL_PROGRAM_PATH_BYTES || !is_program(name))
      return false;
    strcpy(path, name);
    return true;
  }
  for (const char *at = getenv("PATH"); at && *at;) {
    size_t length = strcspn(at, ":");
    if (try_folder(at, (int)length, name, path))
      return true;
    at += length + (at[length] == ':');
  }
  return false;
}

bool dl_program_find_ptxas(char path[DL_PROGRAM_PATH_BYTES]) {
  const char *given = getenv("DLOPT_PTXAS");
  if (given && *given)
    return dl_program_find(given, path);
  if (dl_program_find("ptxas", path))
    return true;
  const char *const roots[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                               "/usr/local/cuda"};
  for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); ++i) {
    char folder[DL_PROGRAM_PATH_BYTES];
    snprintf(folder, sizeof(folder), "%s/bin", roots[i] ? roots[i] : "");
    if (roots[i] && try_folder(folder, (int)strlen(folder), "ptxas", path))
      return true;
  }
  return false;
}

/// Reads a pipe to its end, keeping what fits.
static void read_all(int from, char *output) {
  size_t used = 0;
  char rest[4096];
  for (;;) {
    bool is_full = used >= MAX_OUTPUT;
    ssize_t n = is_full ? read(from, rest, sizeof(rest))
                        : read(from, output + used, MAX_OUTPUT - used);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    used += is_full ? 0 : (size_t)n;
  }
  output[used] = 0;
}

static DloptStatus wait_for(pid_t child, const char *name, int *exit_status) {
  int state;
  while (waitpid(child, &state, 0) < 0)
    if (errno != EINTR)
      return dl_status_error(DL_STATUS_ENVIRONMENT, "%s: lost: %s", name,
                             strerror(errno));
  *exit_status = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
  return dl_status_ok();
}

static DloptStatus start(const char *const *arguments, const int ends[2],
                         pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  int error = posix_spawn(child, arguments[0], &actions, NULL,
                          (char *const *)(void *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error ? dl_status_error(DL_STATUS_ENVIRONMENT, "%s: cannot run: %s",
                                 arguments[0], strerror(error))
               : dl_status_ok();
}

DloptStatus dl_program_run(const char *const *arguments, int *exit_status,
                           char **output) {
  *output = NULL;
  int ends[2];
  if (pipe(ends) != 0)
    return dl_status_error(DL_STATUS_ENVIRONMENT, "%s: no pipe: %s",
                           arguments[0], strerror(errno));
  char *text = malloc(MAX_OUTPUT + 1);
  pid_t child;
  DloptStatus status = text ? start(arguments, ends, &child)
                            : dl_status_error(DL_STATUS_MEMORY, "output");
  close(ends[1]);
  if (dl_status_is_ok(&status)) {
    read_all(ends[0], text);
    status = wait_for(child, arguments[0], exit_status);
  }
  close(ends[0]);
  if (!dl_status_is_ok(&status)) {
    free(text);
    return status;
  }
  *output = text;
  return status;
}
