// Times as a line or as JSON, and arguments that take turns.
#include "tools/call/call.h"

#include <stdio.h>
#include <string.h>

void dl_timing_of_device(dl_timing *timing, const char *device,
                         const dl_device_timing *measured) {
  timing->device = device;
  timing->calls = measured->calls;
  timing->is_replay = measured->is_replay;
  timing->median = measured->median;
  timing->p10 = measured->p10;
  timing->p90 = measured->p90;
  timing->peak_bytes = measured->peak_bytes;
}

/// A JSON string; what is no ASCII stays as it is.
static void put_string(const char *text) {
  putchar('"');
  for (; *text; ++text) {
    unsigned char c = (unsigned char)*text;
    if (c < 0x20)
      printf("\\u%04x", c);
    else if (c == '"' || c == '\\')
      printf("\\%c", c);
    else
      putchar(c);
  }
  putchar('"');
}

static void put_member(const char *name, const char *text) {
  printf("\"%s\": ", name);
  put_string(text);
  printf(", ");
}

static void print_json(const dl_options *options, const dl_timing *timing) {
  putchar('{');
  put_member("input", options->input);
  put_member("entry", timing->function);
  put_member("target", options->target);
  if (timing->device) {
    put_member("device", timing->device);
    printf("\"graph\": %s, \"peak_bytes\": %zu, ",
           timing->is_replay ? "true" : "false", timing->peak_bytes);
  }
  printf("\"calls\": %d, \"median_us\": %.6g, \"p10_us\": %.6g, "
         "\"p90_us\": %.6g}\n",
         timing->calls, timing->median * 1e6, timing->p10 * 1e6,
         timing->p90 * 1e6);
}

void dl_print_timing(const dl_options *options, const dl_timing *timing) {
  if (options->json) {
    print_json(options, timing);
    return;
  }
  printf("bench: @%s on %s: median %.3f ms of %d calls (10%% %.3f, 90%% "
         "%.3f)\n",
         timing->function, options->target, timing->median * 1e3, timing->calls,
         timing->p10 * 1e3, timing->p90 * 1e3);
  if (timing->device)
    printf("bench: %s; %s; %.1f MiB of its memory at most\n", timing->device,
           timing->is_replay
               ? "replayed as a graph"
               : "queued call by call, as the program waits for results",
           (double)timing->peak_bytes / (1 << 20));
}

DloptStatus dl_timing_sets_init(dl_timing_sets *sets, const dl_options *options,
                                const dl_signature *signature,
                                const dl_tensors *arguments) {
  memset(sets, 0, sizeof(*sets));
  sets->sets[0] = arguments->items;
  for (int i = 1; i < DL_TIMING_SETS; ++i) {
    sets->sets[i] = arguments->items; // a case has one set only
    if (options->check)
      continue;
    dl_options other = *options;
    other.seed += i;
    DL_TRY(dl_make_arguments(&other, signature, &sets->made[i - 1]));
    sets->sets[i] = sets->made[i - 1].items;
  }
  return dl_status_ok();
}

void dl_timing_sets_finish(dl_timing_sets *sets) {
  for (int i = 0; i < DL_TIMING_SETS - 1; ++i)
    dl_tensors_finish(&sets->made[i]);
}
