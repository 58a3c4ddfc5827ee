// Signal handlers. They only write and end the process: no file is half
// written, since files appear by a rename.
#include "tools/common/guard.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *tool_name = "dlopt";
static atomic_int program_runs;

static void say(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written; // there is nobody left to tell
}

_Noreturn void dl_guard_end(const char *reason, const char *more) {
  say(tool_name);
  say(": error: ");
  say(reason);
  say(more);
  say("\n");
  _exit(1);
}

#if defined(__SANITIZE_ADDRESS__)
static void catch_faults(void) {} // the sanitizer's reports say more
#else
enum { STACK_BYTES = 64 << 10 };
/// A handler for a stack that overflowed needs another one.
static char handler_stack[STACK_BYTES];

static const char *program_fault(int signal) {
  return signal == SIGFPE
             ? "the program divided an integer by zero, or the smallest one "
               "by -1"
             : "the program accessed memory out of bounds, or recursed too "
               "deep";
}

static void on_fault(int signal) {
  dl_guard_end(program_runs ? program_fault(signal)
                            : "internal error: the compiler crashed on this "
                              "input; please report it",
               "");
}

static void catch_faults(void) {
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof(handler_stack)};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  static const int signals[] = {SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGABRT};
  for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); ++i)
    sigaction(signals[i], &action, NULL);
}
#endif

void dl_guard_begin(const char *tool) {
  tool_name = tool;
  catch_faults();
  // A closed pipe is an error of the write, reported like a full disk.
  signal(SIGPIPE, SIG_IGN);
}

void dl_guard_program_runs(int runs) { program_runs = runs; }
