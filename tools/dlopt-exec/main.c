// dlopt-exec: runs a package, with the runtime that is in it, and judges what
// comes out.
#include "runtime/device/doctor.h"
#include "runtime/file.h"
#include "runtime/package/tools_api.h"
#include "tools/call/call.h"
#include "tools/common/guard.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char tool[] = "dlopt-exec";

/// All that one run holds; everything is zero until made.
struct run {
  const dl_options *options;
  void *library;
  const dl_package *package;
  int index; ///< of the function
  dl_package_program *program;
  dl_signature signature, reference;
  dl_tensors arguments, results, reference_arguments, reference_results;
};

static DloptStatus open_package(struct run *run) {
  const char *path = run->options->input;
  // Without a slash, dlopen would search the system's folders.
  char *place = malloc(strlen(path) + 3);
  if (!place)
    return dl_status_error(DL_STATUS_MEMORY, "package");
  strcpy(place, strchr(path, '/') ? "" : "./");
  strcat(place, path);
  run->library = dlopen(place, RTLD_NOW | RTLD_LOCAL);
  free(place);
  if (!run->library)
    return dl_status_error(DL_STATUS_INPUT, "no package: %s", dlerror());
  run->package = dlsym(run->library, "dlopt_package");
  if (!run->package)
    return dl_status_error(DL_STATUS_INPUT,
                           "%s is a shared library, but no package: make one "
                           "with dlopt-compile --emit package",
                           path);
  if (run->package->version != DL_PACKAGE_VERSION)
    return dl_status_error(
        DL_STATUS_INPUT,
        "%s is a package of version %u, this tool takes "
        "version %u: compile it again, or use the dlopt-exec "
        "beside its compiler",
        path, run->package->version, DL_PACKAGE_VERSION);
  return dl_status_ok();
}

static DloptStatus find_function(struct run *run) {
  const dl_package *package = run->package;
  const char *name = run->options->entry;
  char names[256] = "";
  size_t used = 0;
  for (int i = 0; i < package->n_functions; ++i) {
    run->index = i;
    if (name && strcmp(name + (*name == '@'), package->functions[i].name) == 0)
      return dl_status_ok();
    if (used < sizeof(names))
      used += (size_t)snprintf(names + used, sizeof(names) - used, "%s@%s",
                               i ? ", " : "", package->functions[i].name);
  }
  if (!name && package->n_functions == 1)
    return dl_status_ok();
  return dl_status_error(DL_STATUS_INPUT,
                         name ? "no function %s in the package; there is: %s"
                              : "%sseveral functions, choose one with --entry: "
                                "%s",
                         name ? name : "", names);
}

static DloptStatus call(struct run *run) {
  const dl_package_api *api = run->package->api;
  dl_tensor *inputs = calloc((size_t)run->arguments.count + 1, sizeof(*inputs));
  if (!inputs)
    return dl_status_error(DL_STATUS_MEMORY, "arguments");
  DloptStatus status =
      dl_prepare_call(&run->signature, &run->arguments, inputs, &run->results);
  fflush(stdout); // a fault in the program ends the process
  dl_guard_program_runs(1);
  if (dl_status_is_ok(&status))
    status = api->call(run->program, run->index, inputs, run->results.items);
  dl_guard_program_runs(0);
  free(inputs);
  return status;
}

static DloptStatus verify(struct run *run) {
  const dl_package *package = run->package;
  const dl_package_function *function = &package->functions[run->index];
  if (run->results.count == 0) {
    printf("verify: @%s returns nothing to compare\n", function->name);
    return dl_status_ok();
  }
  if (!function->reference)
    return dl_status_error(DL_STATUS_USAGE,
                           "--verify: the package has no reference in it; make "
                           "it with --with-reference");
  DL_TRY(dl_package_signature(function, true, &run->reference));
  DL_TRY(dl_convert_arguments(&run->arguments, &run->reference,
                              &run->reference_arguments));
  dl_tensor *inputs = calloc((size_t)run->arguments.count + 1, sizeof(*inputs));
  if (!inputs)
    return dl_status_error(DL_STATUS_MEMORY, "arguments");
  DloptStatus status =
      dl_prepare_call(&run->reference, &run->reference_arguments, inputs,
                      &run->reference_results);
  if (dl_status_is_ok(&status))
    status = package->api->call_reference(package, run->index, inputs,
                                          run->reference_results.items);
  free(inputs);
  DL_TRY(status);
  return dl_check_reference(run->options, &run->results,
                            &run->reference_results);
}

static DloptStatus bench(struct run *run) {
  const dl_package_api *api = run->package->api;
  dl_timing_sets sets;
  dl_device_timing measured;
  DloptStatus status = dl_timing_sets_init(&sets, run->options, &run->signature,
                                           &run->arguments);
  if (dl_status_is_ok(&status))
    status = api->time(run->program, run->index, sets.sets, DL_TIMING_SETS,
                       run->options->repeats, &measured);
  dl_timing_sets_finish(&sets);
  DL_TRY(status);
  dl_timing timing = {.function = run->signature.name};
  dl_timing_of_device(&timing, api->device(run->program), &measured);
  dl_print_timing(run->options, &timing);
  return status;
}

static DloptStatus work(struct run *run) {
  const dl_options *options = run->options;
  DL_TRY(open_package(run));
  DL_TRY(find_function(run));
  DL_TRY(dl_package_signature(&run->package->functions[run->index], false,
                              &run->signature));
  DL_TRY(dl_make_arguments(options, &run->signature, &run->arguments));
  dl_device_options device = dl_device_options_of(options);
  DL_TRY(run->package->api->open(run->package, &device, &run->program));
  DL_TRY(call(run));
  if (!(options->bench && options->json))
    dl_print_results(&run->results);
  DL_TRY(dl_handle_results(options, &run->results));
  if (options->verify)
    DL_TRY(verify(run));
  return options->bench ? bench(run) : dl_status_ok();
}

static void finish(struct run *run) {
  dl_tensors_finish(&run->reference_results);
  dl_tensors_finish(&run->reference_arguments);
  dl_tensors_finish(&run->results);
  dl_tensors_finish(&run->arguments);
  dl_signature_finish(&run->reference);
  dl_signature_finish(&run->signature);
  if (run->program)
    run->package->api->close(run->program);
  if (run->library)
    dlclose(run->library);
}

int main(int argc, char **argv) {
  dl_options options;
  bool done;
  DloptStatus status =
      dl_options_parse(&options, DL_TOOL_EXEC, argc, argv, &done);
  if (done || !dl_status_is_ok(&status))
    return dl_tool_exit(tool, &status);
  if (options.doctor) {
    dl_doctor(stdout, NULL, NULL);
    return dl_tool_exit(tool, &status);
  }
  dl_guard_begin(tool);
  struct run run = {.options = &options};
  for (int i = 0; i < options.results.count && dl_status_is_ok(&status); ++i)
    status = dl_file_check_output(options.results.items[i].path);
  if (dl_status_is_ok(&status))
    status = work(&run);
  fflush(stdout);
  finish(&run);
  return dl_tool_exit(tool, &status);
}
