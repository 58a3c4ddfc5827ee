// Command lines of the tools.
#include "tools/common/options.h"

#include "lowering/ptx/target_table.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum option_id {
  OPT_TARGET = 256,
  OPT_SM,
  OPT_EMULATE_SEED,
  OPT_EMULATE_ACC,
  OPT_DEVICE,
  OPT_CHECK_LAUNCHES,
  OPT_DOCTOR,
  OPT_WITH_REFERENCE,
  OPT_EMIT,
  OPT_OUTPUT,
  OPT_REPORT,
  OPT_TIMING,
  OPT_ENTRY,
  OPT_ARG,
  OPT_SHAPE,
  OPT_SEED,
  OPT_RESULT,
  OPT_EXPECT,
  OPT_ATOL,
  OPT_RTOL,
  OPT_VERIFY,
  OPT_CHECK,
  OPT_NO_IMPORT,
  OPT_BENCH,
  OPT_REPEATS,
  OPT_JSON,
  OPT_LIBRARY,
  OPT_OPTIMIZATION,
  OPT_EXPLAIN,
  OPT_QUIET,
  OPT_UPGRADE,
  OPT_HELP,
  OPT_VERSION,
};

struct option_row {
  const char *name, *value; ///< value is null for a switch
  enum option_id id;
  int tools;
  const char *help;
};

enum {
  BOTH = DL_TOOL_COMPILE | DL_TOOL_RUN,
  CALLERS = DL_TOOL_RUN | DL_TOOL_EXEC,
  ALL = BOTH | DL_TOOL_EXEC,
};

static const struct option_row rows[] = {
    {"target", "cpu|sm_90a|...", OPT_TARGET, DL_TOOL_COMPILE,
     "where the program is to run: the CPU, or the name of a GPU"},
    {"target", "cpu|emulate|cuda", OPT_TARGET, DL_TOOL_RUN,
     "where to run: the CPU, GPU kernels on the emulator, a GPU"},
    {"target", "cuda|emulate", OPT_TARGET, DL_TOOL_EXEC,
     "where to run: a GPU (default), or the emulator"},
    {"device", "N", OPT_DEVICE, CALLERS, "number of the GPU (default: 0)"},
    {"check-launches", NULL, OPT_CHECK_LAUNCHES, CALLERS,
     "wait after each kernel, so that a fault names it"},
    {"doctor", NULL, OPT_DOCTOR, CALLERS,
     "print what this machine offers to GPU programs, and end"},
    {"sm", "sm_90a", OPT_SM, DL_TOOL_RUN,
     "the GPU that kernels are made for (default: sm_90a)"},
    {"emulate-seed", "N", OPT_EMULATE_SEED, CALLERS,
     "order in which the emulator runs warps"},
    {"emulate-acc", "exact|fma", OPT_EMULATE_ACC, CALLERS,
     "how emulated tensor cores add up: as the chip, or faster"},
    {"emit", "dlopt|object|...", OPT_EMIT, DL_TOOL_COMPILE,
     "what to write (default: dlopt); for a GPU also kernels, nvvm, ptx, "
     "cubin, package"},
    {"with-reference", NULL, OPT_WITH_REFERENCE, DL_TOOL_COMPILE,
     "put the untouched program in f64 into the package, for --verify"},
    {"output", "FILE", OPT_OUTPUT, DL_TOOL_COMPILE,
     "where to write it, also -o (default: standard output)"},
    {"report", "FILE.json", OPT_REPORT, BOTH,
     "write stages, times and what was recognised"},
    {"timing", NULL, OPT_TIMING, BOTH, "print the time of each stage"},
    {"explain", NULL, OPT_EXPLAIN, BOTH,
     "print what was recognised and what stayed upstream, with reasons"},
    {"entry", "NAME", OPT_ENTRY, ALL,
     "the function to call, or of the package"},
    {"arg", "N=FILE.npy", OPT_ARG, CALLERS,
     "argument N from a file, or N=3 for a scalar (default: random)"},
    {"shape", "N=2x128", OPT_SHAPE, CALLERS,
     "sizes of argument N where its type leaves them open"},
    {"seed", "S", OPT_SEED, ALL,
     "seed of random arguments and elided constants (default: 0)"},
    {"result", "N=FILE.npy", OPT_RESULT, CALLERS, "write result N to a file"},
    {"expect", "N=FILE.npy", OPT_EXPECT, CALLERS,
     "compare result N with a file"},
    {"atol", "A", OPT_ATOL, CALLERS,
     "absolute tolerance of --expect and --verify"},
    {"rtol", "R", OPT_RTOL, CALLERS,
     "relative tolerance of --expect and --verify"},
    {"verify", NULL, OPT_VERIFY, CALLERS,
     "compare with the untouched program run in f64"},
    {"check", "CASE.mlir", OPT_CHECK, DL_TOOL_RUN,
     "run what the file's own header says and compare"},
    {"no-import", NULL, OPT_NO_IMPORT, DL_TOOL_RUN,
     "lower the program as it is written: which stage changed a number?"},
    {"bench", NULL, OPT_BENCH, CALLERS, "time the call"},
    {"repeats", "N", OPT_REPEATS, CALLERS, "timed calls of --bench"},
    {"json", NULL, OPT_JSON, CALLERS, "--bench prints JSON"},
    {"library", "FILE.so", OPT_LIBRARY, BOTH,
     "shared library that defines external functions"},
    {"opt-level", "0..3", OPT_OPTIMIZATION, BOTH,
     "effort on machine code (default: 2)"},
    {"upgrade", NULL, OPT_UPGRADE, BOTH,
     "mend text that older MLIR releases wrote before reading it"},
    {"quiet", NULL, OPT_QUIET, BOTH, "no progress lines"},
    {"help", NULL, OPT_HELP, ALL, "this text"},
    {"version", NULL, OPT_VERSION, ALL, "the version"},
};
enum { N_ROWS = sizeof(rows) / sizeof(rows[0]) };

static const char *tool_name(dl_tool tool) {
  return tool == DL_TOOL_COMPILE ? "dlopt-compile"
         : tool == DL_TOOL_RUN   ? "dlopt-run"
                                 : "dlopt-exec";
}

static void print_help(dl_tool tool) {
  printf("usage: %s %s [options]\n\n", tool_name(tool),
         tool == DL_TOOL_EXEC ? "PACKAGE.so" : "IN.mlir");
  for (int i = 0; i < N_ROWS; ++i)
    if (rows[i].tools & (int)tool) {
      char left[48];
      snprintf(left, sizeof(left), "--%s%s%s", rows[i].name,
               rows[i].value ? " " : "", rows[i].value ? rows[i].value : "");
      printf("  %-24s %s\n", left, rows[i].help);
    }
  printf("\nExit status: 0 done and right, 1 the input or the numbers are "
         "wrong, 2 usage,\n3 the environment lacks something.\n");
}

static DloptStatus parse_integer(const char *name, const char *text,
                                 int64_t low, int64_t high, int64_t *value) {
  char *end;
  errno = 0;
  long long parsed = strtoll(text, &end, 10);
  if (errno || end == text || *end || parsed < low || parsed > high)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--%s takes an integer from %lld to %lld, not '%s'",
                           name, (long long)low, (long long)high, text);
  *value = parsed;
  return dl_status_ok();
}

static DloptStatus parse_tolerance(const char *name, const char *text,
                                   double *value) {
  char *end;
  double parsed = strtod(text, &end);
  if (end == text || *end || !(parsed >= 0))
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--%s takes a number that is not negative, not '%s'",
                           name, text);
  *value = parsed;
  return dl_status_ok();
}

static DloptStatus add_file(const char *option, const char *text,
                            dl_file_args *args) {
  if (args->count == DL_MAX_FILE_ARGS)
    return dl_status_error(DLOPT_STATUS_USAGE, "more than %d times %s",
                           DL_MAX_FILE_ARGS, option);
  dl_file_arg *item = &args->items[args->count];
  DL_TRY(dl_file_arg_parse(option, text, item));
  for (int i = 0; i < args->count; ++i)
    if (args->items[i].position == item->position)
      return dl_status_error(DLOPT_STATUS_USAGE, "%s %d is given twice", option,
                             item->position);
  ++args->count;
  return dl_status_ok();
}

static DloptStatus add_list_item(dl_options *options, const char *option,
                                 enum option_id id, const char *text) {
  int *count = id == OPT_SHAPE ? &options->n_shapes : &options->n_libraries;
  if (*count == DL_MAX_FILE_ARGS)
    return dl_status_error(DLOPT_STATUS_USAGE, "more than %d times --%s",
                           DL_MAX_FILE_ARGS, option);
  if (id == OPT_SHAPE)
    DL_TRY(dl_shape_arg_parse("--shape", text, &options->shapes[*count]));
  else
    options->libraries[*count] = text;
  ++*count;
  return dl_status_ok();
}

static DloptStatus set_number(dl_options *options, enum option_id id,
                              const char *name, const char *text) {
  int64_t value = 0;
  switch (id) {
  case OPT_EMULATE_SEED:
    DL_TRY(parse_integer(name, text, 0, INT64_MAX, &value));
    options->emulate_seed = (uint64_t)value;
    return dl_status_ok();
  case OPT_SEED:
    return parse_integer(name, text, 0, INT64_MAX, &options->seed);
  case OPT_DEVICE:
    DL_TRY(parse_integer(name, text, 0, 1000, &value));
    options->device = (int)value;
    return dl_status_ok();
  case OPT_REPEATS:
    DL_TRY(parse_integer(name, text, 1, 1000000, &value));
    options->repeats = (int)value;
    return dl_status_ok();
  case OPT_OPTIMIZATION:
    DL_TRY(parse_integer(name, text, 0, 3, &value));
    options->optimization = (int)value;
    return dl_status_ok();
  default:
    options->has_tolerance = true;
    return parse_tolerance(name, text,
                           id == OPT_ATOL ? &options->tolerance.absolute
                                          : &options->tolerance.relative);
  }
}

static DloptStatus set_option(dl_options *options, const struct option_row *row,
                              const char *text) {
  switch (row->id) {
  case OPT_TARGET:
    options->target = text;
    break;
  case OPT_SM:
    options->chip = text;
    break;
  case OPT_EMULATE_ACC:
    options->emulate_fast = strcmp(text, "fma") == 0;
    if (!options->emulate_fast && strcmp(text, "exact") != 0)
      return dl_status_error(DLOPT_STATUS_USAGE,
                             "--emulate-acc takes exact or fma, not '%s'",
                             text);
    break;
  case OPT_EMIT:
    options->emit = text;
    break;
  case OPT_OUTPUT:
    options->output = text;
    break;
  case OPT_REPORT:
    options->report = text;
    break;
  case OPT_ENTRY:
    options->entry = text;
    break;
  case OPT_CHECK:
    options->check = text;
    break;
  case OPT_ARG:
    return add_file("--arg", text, &options->args);
  case OPT_RESULT:
    return add_file("--result", text, &options->results);
  case OPT_EXPECT:
    return add_file("--expect", text, &options->expects);
  case OPT_SHAPE:
  case OPT_LIBRARY:
    return add_list_item(options, row->name, row->id, text);
  case OPT_TIMING:
    options->timing = true;
    break;
  case OPT_EXPLAIN:
    options->explain = true;
    break;
  case OPT_VERIFY:
    options->verify = true;
    break;
  case OPT_CHECK_LAUNCHES:
    options->check_launches = true;
    break;
  case OPT_DOCTOR:
    options->doctor = true;
    break;
  case OPT_WITH_REFERENCE:
    options->with_reference = true;
    break;
  case OPT_NO_IMPORT:
    options->no_import = true;
    break;
  case OPT_BENCH:
    options->bench = true;
    break;
  case OPT_JSON:
    options->json = true;
    break;
  case OPT_UPGRADE:
    options->upgrade = true;
    break;
  case OPT_QUIET:
    options->quiet = true;
    break;
  default:
    return set_number(options, row->id, row->name, text);
  }
  return dl_status_ok();
}

static DloptStatus check_chip(const dl_options *options, const char *option) {
  char known[128];
  return dl_gpu_target_of(options->chip)
             ? dl_status_ok()
             : dl_status_error(DLOPT_STATUS_USAGE, "%s '%s'; the GPUs are: %s",
                               option, options->chip,
                               dl_gpu_target_names(known, sizeof(known)));
}

/// Options that only one of the kinds of device knows.
static DloptStatus check_device_options(const dl_options *options) {
  if (strcmp(options->target, "emulate") != 0 &&
      (options->emulate_fast || options->emulate_seed))
    return dl_status_error(
        DLOPT_STATUS_USAGE,
        "--emulate-seed and --emulate-acc need --target emulate");
  if (strcmp(options->target, "cuda") != 0 &&
      (options->device || options->check_launches))
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--device and --check-launches need --target cuda");
  return dl_status_ok();
}

static DloptStatus check_run_target(dl_options *options) {
  bool is_cpu = strcmp(options->target, "cpu") == 0;
  if (!is_cpu && strcmp(options->target, "emulate") != 0 &&
      strcmp(options->target, "cuda") != 0)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "unknown target '%s'; there is: cpu, emulate, cuda",
                           options->target);
  if (is_cpu && options->chip)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--sm needs --target emulate or cuda");
  DL_TRY(check_device_options(options));
  if (is_cpu)
    return dl_status_ok();
  if (!options->chip)
    options->chip = "sm_90a";
  return check_chip(options, "unknown --sm");
}

static DloptStatus check_exec_target(const dl_options *options) {
  if (strcmp(options->target, "emulate") != 0 &&
      strcmp(options->target, "cuda") != 0)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "unknown target '%s'; there is: cuda, emulate",
                           options->target);
  return check_device_options(options);
}

/// What dlopt-compile can write; the CPU has the first rows only.
static const char *const emits[] = {"dlopt", "object", "kernels", "nvvm",
                                    "ptx",   "cubin",  "package"};
enum { N_CPU_EMITS = 2, N_EMITS = sizeof(emits) / sizeof(emits[0]) };

static DloptStatus check_compile_target(dl_options *options) {
  if (strcmp(options->target, "cpu") != 0) {
    options->chip = options->target;
    DL_TRY(check_chip(options, "unknown target"));
  }
  int count = options->chip ? N_EMITS : N_CPU_EMITS;
  char known[96] = "";
  for (int i = 0; i < count; ++i) {
    if (strcmp(options->emit, emits[i]) == 0)
      return dl_status_ok();
    snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s",
             i ? ", " : "", emits[i]);
  }
  return dl_status_error(DLOPT_STATUS_USAGE,
                         "cannot emit '%s' for target %s; there is: %s",
                         options->emit, options->target, known);
}

/// What only packages have.
static DloptStatus check_package(const dl_options *options) {
  bool is_package = strcmp(options->emit, "package") == 0;
  if (is_package && !options->output)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--emit package needs -o FILE.so: it writes a "
                           "library and a header beside it");
  if (!is_package &&
      (options->with_reference || options->entry || options->n_libraries))
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--with-reference, --entry and --library need "
                           "--emit package");
  return dl_status_ok();
}

/// Options that would do nothing are mistakes of the caller.
static DloptStatus check_combination(const dl_options *options) {
  if (options->has_tolerance && !options->verify && !options->expects.count)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--atol and --rtol need --expect or --verify");
  if ((options->json || options->repeats) && !options->bench)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--json and --repeats need --bench");
  if (options->check && (options->entry || options->args.count ||
                         options->n_shapes || options->expects.count))
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--check takes the function, its arguments and what "
                           "is expected from the file: no --entry, --arg, "
                           "--shape, --expect");
  return dl_status_ok();
}

static DloptStatus take_positional(dl_options *options, int argc, char **argv) {
  if (options->check && optind == argc) {
    options->input = options->check;
    return dl_status_ok();
  }
  if (options->check)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--check names the file to run; '%s' is one more",
                           argv[optind]);
  if (argc - optind != 1)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "expected one input file, got %d; see --help",
                           argc - optind);
  options->input = argv[optind];
  return dl_status_ok();
}

/// `id` is what getopt_long gave: '?' or ':'.
static DloptStatus refuse_option(int id, const char *text) {
  // For a switch that was given a value, optopt is the switch's number.
  const char *problem = id == ':'       ? "no value for option"
                        : optopt >= 256 ? "no value belongs to option"
                                        : "unknown or ambiguous option";
  return dl_status_error(DLOPT_STATUS_USAGE, "%s '%s'; see --help", problem,
                         text);
}

DloptStatus dl_options_parse(dl_options *options, dl_tool tool, int argc,
                             char **argv, bool *done) {
  *options = (dl_options){.target = tool == DL_TOOL_EXEC ? "cuda" : "cpu",
                          .emit = "dlopt",
                          .optimization = 2};
  *done = false;
  struct option longs[N_ROWS + 1] = {{0}};
  int count = 0;
  for (int i = 0; i < N_ROWS; ++i)
    if (rows[i].tools & (int)tool)
      longs[count++] = (struct option){
          rows[i].name, rows[i].value ? required_argument : no_argument, NULL,
          rows[i].id};
  const char *shorts = tool == DL_TOOL_COMPILE ? ":o:h" : ":h";
  opterr = 0;
  optind = 1;
  for (int id; (id = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
    if (id == '?' || id == ':')
      return refuse_option(id, argv[optind - 1]);
    if (id == 'h' || id == OPT_HELP || id == OPT_VERSION) {
      *done = true;
      if (id == OPT_VERSION)
        printf("%s " DLOPT_VERSION "%s\n", tool_name(tool),
               tool == DL_TOOL_EXEC ? "" : " (MLIR 22)");
      else
        print_help(tool);
      return dl_status_ok();
    }
    if (id == 'o')
      id = OPT_OUTPUT;
    for (int i = 0; i < N_ROWS; ++i)
      if ((int)rows[i].id == id)
        DL_TRY(set_option(options, &rows[i], optarg));
  }
  if (options->doctor)
    return argc == optind
               ? dl_status_ok()
               : dl_status_error(DLOPT_STATUS_USAGE, "--doctor takes no input");
  DL_TRY(tool == DL_TOOL_RUN    ? check_run_target(options)
         : tool == DL_TOOL_EXEC ? check_exec_target(options)
                                : check_compile_target(options));
  if (tool == DL_TOOL_COMPILE)
    DL_TRY(check_package(options));
  DL_TRY(check_combination(options));
  return take_positional(options, argc, argv);
}

int dl_tool_exit(const char *tool, const DloptStatus *status) {
  errno = 0;
  DloptStatus unwritten;
  if ((fflush(stdout) != 0 || ferror(stdout)) && dl_status_is_ok(status)) {
    unwritten =
        dl_status_error(DLOPT_STATUS_IO, "standard output: cannot write: %s",
                        errno ? strerror(errno) : "is the disk full?");
    status = &unwritten;
  }
  if (!dl_status_is_ok(status))
    fprintf(stderr, "%s: error: %s\n", tool, status->message);
  return dl_status_exit(status->code);
}
