// dlopt-emulate: runs the kernel of a .ptx case file and judges what comes out.
#include "tools/dlopt-emulate/case.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: dlopt-emulate [options] CASE.ptx\n"
    "  --parse           only load the PTX (any file; no header needed)\n"
    "  --seed=N          of the order of warps and all else random\n"
    "  --seeds=N         runs with seeds 0 to N - 1\n"
    "  --sm=N            the chip, 90 for sm_90; default: the PTX's target\n"
    "  --acc=exact|fma   how tensor cores add up\n"
    "  --completion=late|random  of asynchronous operations\n"
    "  --perturb         approximate results off within their bound\n"
    "  --window=N        CTAs that run interleaved\n"
    "  --max-steps=N     warp instructions before a launch is given up\n"
    "  --max-idle=N      ... that change no memory\n"
    "  --no-races        without race checks\n"
    "  --dump=FILE       writes the outputs' bytes instead of judging them\n"
    "  --counts          prints what the kernel did\n"
    "  --counts=json     the same as JSON, one object a seed\n";

typedef struct options {
  dl_em_options device;
  uint64_t n_seeds;
  bool is_parse_only, has_counts, is_json;
  const char *path, *dump;
} options;

static bool take_number(const char *arg, const char *name, uint64_t *value) {
  size_t length = strlen(name);
  if (strncmp(arg, name, length) != 0)
    return false;
  char *end;
  *value = strtoull(arg + length, &end, 0);
  return arg[length] != 0 && *end == 0;
}

static bool take_option(const char *arg, options *o) {
  uint64_t value;
  if (take_number(arg, "--seed=", &o->device.seed) ||
      take_number(arg, "--seeds=", &o->n_seeds) ||
      take_number(arg, "--max-steps=", &o->device.max_steps) ||
      take_number(arg, "--max-idle=", &o->device.max_idle_steps))
    return true;
  if (strncmp(arg, "--dump=", 7) == 0) {
    o->dump = arg + 7;
    return *o->dump != 0;
  }
  if (take_number(arg, "--sm=", &value)) {
    o->device.sm = (uint32_t)value;
    return true;
  }
  if (take_number(arg, "--window=", &value)) {
    o->device.window = (uint32_t)value;
    return value > 0 && value <= 4096;
  }
  if (strcmp(arg, "--acc=exact") == 0 || strcmp(arg, "--acc=fma") == 0) {
    o->device.accumulate =
        arg[6] == 'f' ? DL_EM_ACCUMULATE_FMA : DL_EM_ACCUMULATE_EXACT;
    return true;
  }
  if (strcmp(arg, "--completion=late") == 0 ||
      strcmp(arg, "--completion=random") == 0) {
    o->device.completion =
        arg[13] == 'r' ? DL_EM_COMPLETE_RANDOM : DL_EM_COMPLETE_LATE;
    return true;
  }
  o->device.is_perturbed |= strcmp(arg, "--perturb") == 0;
  o->device.is_unraced |= strcmp(arg, "--no-races") == 0;
  o->has_counts |= strcmp(arg, "--counts") == 0;
  o->is_json |= strcmp(arg, "--counts=json") == 0;
  o->is_parse_only |= strcmp(arg, "--parse") == 0;
  return strcmp(arg, "--counts=json") == 0 || strcmp(arg, "--perturb") == 0 ||
         strcmp(arg, "--no-races") == 0 || strcmp(arg, "--counts") == 0 ||
         strcmp(arg, "--parse") == 0;
}

typedef struct json_mix {
  bool is_first;
} json_mix;

static void print_json_mnemonic(void *data, const char *mnemonic, uint64_t n) {
  json_mix *mix = data;
  printf("%s\"%s\": %" PRIu64, mix->is_first ? "" : ", ", mnemonic, n);
  mix->is_first = false;
}

// Names are those of dl_em_counts.
static void print_json(const dl_em_device *device, uint64_t seed) {
  dl_em_counts c = dl_em_device_counts(device);
  const struct {
    const char *name;
    uint64_t value;
  } rows[] = {{"warp_insns", c.warp_insns},
              {"lane_insns", c.lane_insns},
              {"global_read_bytes", c.global_read_bytes},
              {"global_written_bytes", c.global_written_bytes},
              {"shared_read_bytes", c.shared_read_bytes},
              {"shared_written_bytes", c.shared_written_bytes},
              {"local_bytes", c.local_bytes},
              {"atomic_bytes", c.atomic_bytes},
              {"global_requests", c.global_requests},
              {"global_sectors", c.global_sectors},
              {"shared_requests", c.shared_requests},
              {"shared_wavefronts", c.shared_wavefronts},
              {"barriers", c.barriers},
              {"matrix_macs", c.matrix_macs},
              {"async_bytes", c.async_bytes}};
  printf("{\"seed\": %" PRIu64, seed);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    printf(", \"%s\": %" PRIu64, rows[i].name, rows[i].value);
  json_mix mix = {true};
  printf(", \"mix\": {");
  dl_em_device_mix(device, print_json_mnemonic, &mix);
  printf("}}\n");
}

static void print_mnemonic(void *data, const char *mnemonic, uint64_t n) {
  printf("  %s: %" PRIu64 "\n", mnemonic, n);
}

static void print_counts(const dl_em_device *device) {
  dl_em_counts c = dl_em_device_counts(device);
  printf("warp instructions: %" PRIu64 "\n", c.warp_insns);
  dl_em_device_mix(device, print_mnemonic, NULL);
  printf("global bytes read: %" PRIu64 ", written: %" PRIu64 "\n",
         c.global_read_bytes, c.global_written_bytes);
  printf("global requests: %" PRIu64 ", sectors: %" PRIu64 "\n",
         c.global_requests, c.global_sectors);
  printf("shared bytes read: %" PRIu64 ", written: %" PRIu64 "\n",
         c.shared_read_bytes, c.shared_written_bytes);
  printf("shared requests: %" PRIu64 ", wavefronts: %" PRIu64 "\n",
         c.shared_requests, c.shared_wavefronts);
  printf("local bytes: %" PRIu64 ", atomic bytes: %" PRIu64 "\n", c.local_bytes,
         c.atomic_bytes);
  printf("async bytes: %" PRIu64 ", matrix multiply-adds: %" PRIu64 "\n",
         c.async_bytes, c.matrix_macs);
}

static DloptStatus run_seed(const options *o, const ptx_case *test,
                            dl_em_module *module, uint64_t seed) {
  dl_em_options device_options = o->device;
  device_options.seed += seed;
  dl_em_device *device;
  DL_TRY(dl_em_device_create(&device_options, &device));
  DloptStatus status = dl_em_device_load(device, module);
  if (status.code == DL_STATUS_OK)
    status = ptx_case_run(test, module, device, o->dump);
  if (o->is_json)
    print_json(device, device_options.seed);
  else if (o->has_counts)
    print_counts(device);
  dl_em_device_destroy(device);
  return o->n_seeds > 1
             ? dl_status_prefix(status, "seed %" PRIu64, device_options.seed)
             : status;
}

static DloptStatus run(const options *o) {
  ptx_case test;
  dl_em_module *module = NULL;
  DloptStatus status = ptx_case_read(o->path, &test);
  if (o->is_parse_only && test.text)
    status = dl_status_ok();
  if (status.code == DL_STATUS_OK)
    status = dl_em_module_create(test.text, test.n_bytes, o->path, &module);
  for (uint64_t seed = 0;
       status.code == DL_STATUS_OK && !o->is_parse_only && seed < o->n_seeds;
       ++seed)
    status = run_seed(o, &test, module, seed);
  dl_em_module_destroy(module);
  ptx_case_finish(&test);
  return status;
}

int main(int argc, char **argv) {
  options o = {.n_seeds = 1};
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '-' && !o.path) {
      o.path = argv[i];
    } else if (!take_option(argv[i], &o)) {
      fprintf(stderr, "dlopt-emulate: unknown option '%s'\n%s", argv[i], usage);
      return 2;
    }
  }
  if (!o.path) {
    fprintf(stderr, "%s", usage);
    return 2;
  }
  DloptStatus status = run(&o);
  if (status.code != DL_STATUS_OK)
    fprintf(stderr, "dlopt-emulate: %s\n", status.message);
  return dl_status_exit(status.code);
}
