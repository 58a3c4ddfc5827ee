// A package at run time: opened on a device, called with tensors by tools and
// with plain memory by programs.
#include "runtime/package/package.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/host/function.h"
#include "runtime/package/tools_api.h"

struct dl_package_program {
  const dl_package *package;
  dl_device *device;
  dl_device_instance *instance;
  dl_signature *signatures; ///< per function
};

static void close_program(dl_package_program *program) {
  if (!program)
    return;
  for (int i = 0; program->signatures && i < program->package->n_functions; ++i)
    dl_signature_finish(&program->signatures[i]);
  free(program->signatures);
  dl_device_unload(program->instance);
  dl_device_close(program->device);
  free(program);
}

static DloptStatus fill_program(dl_package_program *program,
                                const dl_device_options *options) {
  const dl_package *package = program->package;
  program->signatures =
      calloc((size_t)package->n_functions + 1, sizeof(*program->signatures));
  if (!program->signatures)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a package");
  for (int i = 0; i < package->n_functions; ++i)
    DL_TRY(dl_package_signature(&package->functions[i], false,
                                &program->signatures[i]));
  DL_TRY(dl_device_open(options, &program->device));
  return dl_device_load(program->device, package->program, &program->instance);
}

static DloptStatus open_program(const dl_package *package,
                                const dl_device_options *options,
                                dl_package_program **program) {
  *program = NULL;
  dl_package_program *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a package");
  made->package = package;
  DloptStatus status = fill_program(made, options);
  if (!dl_status_is_ok(&status)) {
    close_program(made);
    return status;
  }
  *program = made;
  return status;
}

static const char *device_of(const dl_package_program *program) {
  return dl_device_name(program->device);
}

static dl_device_function function_of(const dl_package_program *program,
                                      int index) {
  return (dl_device_function){program->device, program->instance,
                              program->package->functions[index].entry,
                              &program->signatures[index]};
}

static DloptStatus call_program(dl_package_program *program, int index,
                                const dl_tensor *arguments,
                                dl_tensor *results) {
  dl_device_function function = function_of(program, index);
  return dl_device_function_call(&function, arguments, results);
}

static DloptStatus call_reference(const dl_package *package, int index,
                                  const dl_tensor *arguments,
                                  dl_tensor *results) {
  const dl_package_function *function = &package->functions[index];
  if (!function->reference)
    return dl_status_error(DL_STATUS_USAGE,
                           "the package has no reference in it: make it with "
                           "--with-reference");
  dl_signature signature;
  DL_TRY(dl_package_signature(function, true, &signature));
  DloptStatus status = dl_host_function_call(function->reference, &signature,
                                             arguments, results);
  dl_signature_finish(&signature);
  return status;
}

static DloptStatus time_program(dl_package_program *program, int index,
                                const dl_tensor *const *sets, int n_sets,
                                int repeats, dl_device_timing *timing) {
  dl_device_function function = function_of(program, index);
  return dl_device_function_time(&function, sets, n_sets, repeats, timing);
}

const dl_package_api dl_package_runtime = {
    .open = open_program,
    .close = close_program,
    .device = device_of,
    .call = call_program,
    .call_reference = call_reference,
    .time = time_program,
};

// For programs in C.

static int report(DloptStatus status, char *message, size_t message_size) {
  if (message && message_size > 0)
    snprintf(message, message_size, "%s", status.message);
  return dl_status_exit(status.code);
}

int dl_package_open(const dl_package *package, int device,
                    dl_package_program **program, char *message,
                    size_t message_size) {
  dl_device_options options = {.kind = device < 0 ? DL_DEVICE_EMULATED
                                                  : DL_DEVICE_CUDA,
                               .ordinal = device < 0 ? 0 : device};
  return report(open_program(package, &options, program), message,
                message_size);
}

void dl_package_close(dl_package_program *program) { close_program(program); }

/// The tensor of argument `index` over the caller's memory.
static DloptStatus view_argument(const dl_signature *signature, int index,
                                 const dl_package_call *call, dl_tensor *view) {
  dl_tensor_type type = signature->arguments[index];
  const int64_t *shape = call->shapes ? call->shapes[index] : NULL;
  if (signature->kinds[index] == DL_ARGUMENT_UNRANKED_MEMREF)
    return dl_status_error(DL_STATUS_USAGE,
                           "argument %d is a buffer of open rank, which a C "
                           "program cannot give",
                           index);
  for (int i = 0; i < type.rank; ++i) {
    if (shape && shape[i] < 0)
      return dl_status_error(DL_STATUS_USAGE, "size %d of argument %d is %lld",
                             i, index, (long long)shape[i]);
    if (type.shape[i] < 0)
      type.shape[i] = shape ? shape[i] : 0;
  }
  return dl_tensor_view(view, &type, call->arguments[index]);
}

/// Copies a result to where the caller wants it, or gives it to him.
static DloptStatus give_result(const dl_package_call *call, int index,
                               const dl_tensor *result) {
  if (call->result_shapes && call->result_shapes[index])
    memcpy(call->result_shapes[index], result->type.shape,
           (size_t)result->type.rank * sizeof(int64_t));
  if (!call->results[index])
    call->results[index] = malloc(result->n_bytes + 1);
  if (!call->results[index])
    return dl_status_error(DL_STATUS_MEMORY, "result %d", index);
  memcpy(call->results[index], result->data, result->n_bytes);
  return dl_status_ok();
}

static DloptStatus run_call(dl_package_program *program, int index,
                            const dl_package_call *call, dl_tensor *arguments,
                            dl_tensor *results) {
  const dl_signature *signature = &program->signatures[index];
  for (int i = 0; i < signature->n_arguments; ++i)
    DL_TRY(view_argument(signature, i, call, &arguments[i]));
  DL_TRY(call_program(program, index, arguments, results));
  for (int i = 0; i < signature->n_results; ++i)
    DL_TRY(give_result(call, i, &results[i]));
  return dl_status_ok();
}

int dl_package_run(dl_package_program *program, int index,
                   const dl_package_call *call, char *message,
                   size_t message_size) {
  const dl_signature *signature = &program->signatures[index];
  dl_tensor *arguments =
      calloc((size_t)signature->n_arguments + 1, sizeof(*arguments));
  dl_tensor *results =
      calloc((size_t)signature->n_results + 1, sizeof(*results));
  DloptStatus status = dl_status_error(DL_STATUS_MEMORY, "call");
  if (arguments && results)
    status = run_call(program, index, call, arguments, results);
  for (int i = 0; results && i < signature->n_results; ++i)
    dl_tensor_finish(&results[i]);
  free(arguments);
  free(results);
  return report(status, message, message_size);
}
