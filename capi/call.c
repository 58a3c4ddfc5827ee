// dloptProgramCall: checks what the host gives, calls, hands out the results.
#include "capi/program.h"
#include "capi/tensors.h"
#include "runtime/structured.h"

#include <stdlib.h>
#include <string.h>

/// All that one call holds; each array has one more element than is used.
struct call {
  const dl_signature *signature;
  const DloptTensor *given_arguments;
  DloptTensor *given_results;
  dl_tensor *arguments, *results; ///< zero until made
  void **owners;                  ///< of results that the library makes
};

static DloptStatus disagree(const char *what, int index, const char *takes,
                            const dl_tensor_type *wanted,
                            const dl_tensor_type *given) {
  char wanted_text[DL_TENSOR_TYPE_TEXT_BYTES],
      given_text[DL_TENSOR_TYPE_TEXT_BYTES];
  dl_tensor_type_print(wanted, wanted_text);
  dl_tensor_type_print(given, given_text);
  return dl_status_error(DL_STATUS_USAGE, "%s %d is %s %s, but %s was given",
                         what, index, takes, wanted_text, given_text);
}

static DloptStatus make_argument(struct call *call, int index) {
  const DloptTensor *given = &call->given_arguments[index];
  const dl_tensor_type *wanted = &call->signature->arguments[index];
  dl_tensor_type type;
  DloptStatus status = dl_host_tensor_type(given, &type);
  if (!dl_status_is_ok(&status))
    return dl_status_prefix(status, "argument %d", index);
  bool any_shape = call->signature->kinds[index] == DL_ARGUMENT_UNRANKED_MEMREF;
  if (any_shape ? type.element != wanted->element
                : !dl_tensor_type_fits(&type, wanted))
    return disagree("argument", index, "of type", wanted, &type);
  type.is_scalar = wanted->is_scalar;
  DL_TRY(dl_host_tensor_view(given, &type, &call->arguments[index]));
  if (call->signature->is_2_4[index])
    return dl_check_2_4(&call->arguments[index], index);
  return dl_status_ok();
}

/// What can be known about memory for a result before the call.
static DloptStatus check_result(struct call *call, int index) {
  const DloptTensor *given = &call->given_results[index];
  const dl_tensor_type *wanted = &call->signature->results[index];
  if (!given->data) {
    call->owners[index] = dl_host_owner_create();
    return call->owners[index]
               ? dl_status_ok()
               : dl_status_error(DL_STATUS_MEMORY, "result %d", index);
  }
  if (given->owner)
    return dl_status_error(DL_STATUS_USAGE,
                           "result %d: its owner is not null; release it with "
                           "dloptTensorRelease before the next call",
                           index);
  dl_tensor_type type;
  DloptStatus status = dl_host_tensor_type(given, &type);
  if (!dl_status_is_ok(&status))
    return dl_status_prefix(status, "result %d", index);
  return dl_tensor_type_fits(&type, wanted)
             ? dl_status_ok()
             : disagree("result", index, "of type", wanted, &type);
}

static DloptStatus check_result_shape(const struct call *call, int index) {
  const DloptTensor *given = &call->given_results[index];
  const dl_tensor_type *made = &call->results[index].type;
  if (!given->data)
    return dl_status_ok();
  dl_tensor_type type;
  DL_TRY(dl_host_tensor_type(given, &type));
  return dl_tensor_type_fits(&type, made)
             ? dl_status_ok()
             : disagree("result", index, "now", made, &type);
}

static DloptStatus run(struct call *call, const DloptProgram *program) {
  const dl_signature *signature = call->signature;
  for (int i = 0; i < signature->n_arguments; ++i)
    DL_TRY(make_argument(call, i));
  for (int i = 0; i < signature->n_results; ++i)
    DL_TRY(check_result(call, i));
  DL_TRY(dl_jit_call(program->program.jit, signature, call->arguments,
                     call->results));
  for (int i = 0; i < signature->n_results; ++i)
    DL_TRY(check_result_shape(call, i));
  // Nothing fails from here on.
  for (int i = 0; i < signature->n_results; ++i) {
    if (call->given_results[i].data) {
      dl_host_tensor_write(&call->results[i], &call->given_results[i]);
    } else {
      dl_host_tensor_give(&call->results[i], call->owners[i],
                          &call->given_results[i]);
      call->owners[i] = NULL;
    }
  }
  return dl_status_ok();
}

/// Buffers that were copied because of their strides go back, also after a
/// failure: what the program wrote, it wrote.
static void write_buffers(const struct call *call) {
  for (int i = 0; i < call->signature->n_arguments; ++i)
    if (call->signature->kinds[i] != DL_ARGUMENT_VALUE &&
        call->arguments[i].allocation)
      dl_host_tensor_write(&call->arguments[i], &call->given_arguments[i]);
}

static void finish(struct call *call) {
  const dl_signature *signature = call->signature;
  for (int i = 0; call->arguments && i < signature->n_arguments; ++i)
    dl_tensor_finish(&call->arguments[i]);
  for (int i = 0; call->results && i < signature->n_results; ++i)
    dl_tensor_finish(&call->results[i]);
  for (int i = 0; call->owners && i < signature->n_results; ++i)
    free(call->owners[i]);
  free(call->arguments);
  free(call->results);
  free(call->owners);
}

static DloptStatus check_counts(const dl_signature *signature,
                                size_t n_arguments,
                                const DloptTensor *arguments, size_t n_results,
                                const DloptTensor *results) {
  if (n_arguments != (size_t)signature->n_arguments ||
      n_results != (size_t)signature->n_results)
    return dl_status_error(
        DL_STATUS_USAGE,
        "@%s takes %d arguments and gives %d results, but the call has %zu and "
        "%zu",
        signature->name, signature->n_arguments, signature->n_results,
        n_arguments, n_results);
  if ((n_arguments && !arguments) || (n_results && !results))
    return dl_status_error(DL_STATUS_USAGE, "dloptProgramCall: %s is null",
                           n_arguments && !arguments ? "arguments" : "results");
  return dl_status_ok();
}

DloptStatus dloptProgramCall(const DloptProgram *program, size_t n_arguments,
                             const DloptTensor *arguments, size_t n_results,
                             DloptTensor *results) {
  if (!program)
    return dl_status_error(DL_STATUS_USAGE, "dloptProgramCall: program is "
                                            "null");
  DL_TRY(check_counts(&program->program.signature, n_arguments, arguments,
                      n_results, results));
  struct call call = {
      .signature = &program->program.signature,
      .given_arguments = arguments,
      .given_results = results,
      .arguments = calloc(n_arguments + 1, sizeof(dl_tensor)),
      .results = calloc(n_results + 1, sizeof(dl_tensor)),
      .owners = calloc(n_results + 1, sizeof(void *)),
  };
  DloptStatus status = call.arguments && call.results && call.owners
                           ? run(&call, program)
                           : dl_status_error(DL_STATUS_MEMORY, "call");
  if (call.arguments)
    write_buffers(&call);
  finish(&call);
  return status;
}
