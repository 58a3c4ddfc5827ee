// dlopt-c/Run.h: programs compiled for this machine, what they take and return.
#include "dlopt-c/Run.h"

#include "capi/host.h"
#include "capi/program.h"
#include "capi/sized_options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const DloptProgramOptions default_options = {
    .size = sizeof(default_options), .optimization = 2};

static const dl_sized_options options_kind = {
    "DloptProgramOptions", &default_options, sizeof(default_options),
    sizeof(default_options)};

void dloptProgramOptionsInit(DloptProgramOptions *options, size_t size) {
  dl_sized_options_init(&options_kind, options, size);
}

static DloptStatus read_options(const DloptProgramOptions *given,
                                DloptProgramOptions *options) {
  DL_TRY(dl_sized_options_read(&options_kind, given, options));
  if (!options->input_name)
    options->input_name = "input";
  if (options->n_libraries > INT_MAX ||
      (options->n_libraries && !options->libraries))
    return dl_status_error(DL_STATUS_USAGE,
                           "DloptProgramOptions.n_libraries is %zu, but "
                           "libraries is null",
                           options->n_libraries);
  for (size_t i = 0; i < options->n_libraries; ++i)
    if (!options->libraries[i])
      return dl_status_error(DL_STATUS_USAGE,
                             "DloptProgramOptions.libraries[%zu] is null", i);
  return dl_host_check_options(options_kind.name, options->optimization,
                               options->seed);
}

static DloptStatus compile(DloptProgram *program, const char *text, size_t size,
                           const DloptProgramOptions *options) {
  program->callback =
      (dl_host_callback){options->diagnostic, options->diagnostic_user};
  dl_program_options inner = {
      .route = DL_ROUTE_DLOPT,
      .entry = options->entry,
      .seed = (int64_t)options->seed,
      .optimization = options->optimization,
      .libraries = options->libraries,
      .n_libraries = (int)options->n_libraries,
      .diagnostic = dl_host_diagnostic,
      .diagnostic_user = &program->callback,
  };
  DloptStatus status = dl_program_init(&program->program, text, size,
                                       options->input_name, &inner);
  program->callback.function = NULL; // the host expects it in this call only
  DL_TRY(status);
  program->report =
      dl_host_report(&program->program.session, options->input_name,
                     program->program.operations);
  return program->report ? dl_status_ok()
                         : dl_status_error(DL_STATUS_MEMORY, "report");
}

DloptStatus dloptProgramCreate(const void *input, size_t input_bytes,
                               const DloptProgramOptions *given,
                               DloptProgram **program) {
  if (!program)
    return dl_status_error(DL_STATUS_USAGE,
                           "dloptProgramCreate: program is null");
  *program = NULL;
  DloptProgramOptions options;
  DL_TRY(read_options(given, &options));
  char *text;
  DL_TRY(dl_host_copy_input(input, input_bytes, &text));
  DloptProgram *made = calloc(1, sizeof(*made));
  DloptStatus status = made ? compile(made, text, input_bytes, &options)
                            : dl_status_error(DL_STATUS_MEMORY, "program");
  free(text);
  if (dl_status_is_ok(&status))
    *program = made;
  else
    dloptProgramDestroy(made);
  return status;
}

void dloptProgramDestroy(DloptProgram *program) {
  if (!program)
    return;
  dl_program_finish(&program->program);
  free(program->report);
  free(program);
}

const char *dloptProgramGetEntry(const DloptProgram *program) {
  return program ? program->program.signature.name : NULL;
}

const char *dloptProgramGetReport(const DloptProgram *program) {
  return program ? program->report : NULL;
}

size_t dloptProgramGetNumArguments(const DloptProgram *program) {
  return program ? (size_t)program->program.signature.n_arguments : 0;
}

size_t dloptProgramGetNumResults(const DloptProgram *program) {
  return program ? (size_t)program->program.signature.n_results : 0;
}

static DloptKind kind_of(dl_argument_kind kind, const dl_tensor_type *type) {
  switch (kind) {
  case DL_ARGUMENT_MEMREF:
    return DLOPT_KIND_BUFFER;
  case DL_ARGUMENT_UNRANKED_MEMREF:
    return DLOPT_KIND_UNRANKED_BUFFER;
  case DL_ARGUMENT_VALUE:
    break;
  }
  return type->is_scalar ? DLOPT_KIND_SCALAR : DLOPT_KIND_TENSOR;
}

static void write_type(const dl_tensor_type *from, dl_argument_kind kind,
                       DloptTensorType *type) {
  *type = (DloptTensorType){.kind = kind_of(kind, from),
                            .element = (DloptElementType)from->element,
                            .rank = from->rank};
  for (int i = 0; i < from->rank; ++i)
    type->shape[i] = from->shape[i] < 0 ? DLOPT_DYNAMIC : from->shape[i];
}

static DloptStatus check_index(const char *what, size_t index, size_t count,
                               const void *program, const void *type) {
  if (!program || !type)
    return dl_status_error(DL_STATUS_USAGE, "%s type: %s is null", what,
                           program ? "type" : "program");
  if (index >= count)
    return dl_status_error(DL_STATUS_USAGE, "no %s %zu: there are %zu", what,
                           index, count);
  return dl_status_ok();
}

DloptStatus dloptProgramGetArgumentType(const DloptProgram *program,
                                        size_t index, DloptTensorType *type) {
  DL_TRY(check_index("argument", index, dloptProgramGetNumArguments(program),
                     program, type));
  const dl_signature *signature = &program->program.signature;
  write_type(&signature->arguments[index], signature->kinds[index], type);
  return dl_status_ok();
}

DloptStatus dloptProgramGetResultType(const DloptProgram *program, size_t index,
                                      DloptTensorType *type) {
  DL_TRY(check_index("result", index, dloptProgramGetNumResults(program),
                     program, type));
  write_type(&program->program.signature.results[index], DL_ARGUMENT_VALUE,
             type);
  return dl_status_ok();
}
