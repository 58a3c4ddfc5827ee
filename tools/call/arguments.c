// Arguments of a call: from files, from a case header, or random.
#include "runtime/npy.h"
#include "runtime/random.h"
#include "runtime/structured.h"
#include "tools/call/call.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

DloptStatus dl_tensors_init(dl_tensors *tensors, int count) {
  tensors->count = count;
  tensors->items = calloc((size_t)count + 1, sizeof(*tensors->items));
  return tensors->items
             ? dl_status_ok()
             : dl_status_error(DLOPT_STATUS_MEMORY, "%d tensors", count);
}

void dl_tensors_finish(dl_tensors *tensors) {
  for (int i = 0; tensors->items && i < tensors->count; ++i)
    dl_tensor_finish(&tensors->items[i]);
  free(tensors->items);
  *tensors = (dl_tensors){0, NULL};
}

dl_device_options dl_device_options_of(const dl_options *options) {
  return (dl_device_options){.kind = strcmp(options->target, "cuda") == 0
                                         ? DL_DEVICE_CUDA
                                         : DL_DEVICE_EMULATED,
                             .ordinal = options->device,
                             .is_checked = options->check_launches,
                             .seed = options->emulate_seed,
                             .is_fast = options->emulate_fast};
}

static DloptStatus check_positions(const dl_options *options,
                                   const dl_signature *signature) {
  for (int i = 0; i < options->args.count; ++i)
    if (options->args.items[i].position >= signature->n_arguments)
      return dl_status_error(DLOPT_STATUS_USAGE,
                             "--arg %d: @%s takes %d arguments",
                             options->args.items[i].position, signature->name,
                             signature->n_arguments);
  for (int i = 0; i < options->n_shapes; ++i)
    if (options->shapes[i].position >= signature->n_arguments)
      return dl_status_error(
          DLOPT_STATUS_USAGE, "--shape %d: @%s takes %d arguments",
          options->shapes[i].position, signature->name, signature->n_arguments);
  return dl_status_ok();
}

static const char *file_of(const dl_options *options, int position) {
  for (int i = 0; i < options->args.count; ++i)
    if (options->args.items[i].position == position)
      return options->args.items[i].path;
  return NULL;
}

/// The type of argument `position` after --shape; a buffer of open rank takes
/// the rank that is given, there or in its file.
static DloptStatus shaped_type(const dl_options *options,
                               const dl_signature *signature, int position,
                               dl_tensor_type *type) {
  *type = signature->arguments[position];
  bool is_open = signature->kinds[position] == DL_ARGUMENT_UNRANKED_MEMREF;
  for (int i = 0; i < options->n_shapes; ++i) {
    const dl_shape_arg *given = &options->shapes[i];
    if (given->position != position)
      continue;
    if (is_open) {
      type->rank = given->rank;
      for (int j = 0; j < given->rank; ++j)
        type->shape[j] = DL_DYNAMIC;
    }
    is_open = false;
    DL_TRY(dl_shape_arg_apply(given, type));
  }
  if (!is_open)
    return dl_status_ok();
  if (!file_of(options, position))
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "argument %d is a buffer of open rank: give --shape "
                           "%d=..x.. or --arg %d=FILE.npy",
                           position, position, position);
  type->rank = DL_NPY_ANY_RANK;
  return dl_status_ok();
}

/// A scalar may be given as its value; false if `text` is none.
static bool is_value(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end != text && !*end;
}

static DloptStatus scalar_argument(const dl_tensor_type *type, int position,
                                   const char *text, double value,
                                   dl_tensor *argument) {
  DL_TRY(dl_tensor_init(argument, type));
  dl_tensor_set_double(argument, 0, value);
  // Integers must come out as they went in; a float may round.
  bool is_exact = dl_element_is_float(type->element) ||
                  dl_tensor_get_double(argument, 0) == value;
  if (is_exact)
    return dl_status_ok();
  dl_tensor_finish(argument);
  return dl_status_error(DLOPT_STATUS_USAGE, "--arg %d=%s: no %s", position,
                         text, dl_element_info_of(type->element)->name);
}

/// A kernel over buffers of open rank computes its place from its integers
/// (size of the grid and position in it): anything but 0 may lie outside.
static bool is_grid_integer(const dl_signature *signature, int position) {
  bool has_open_buffer = false;
  for (int i = 0; i < signature->n_arguments; ++i)
    has_open_buffer |= signature->kinds[i] == DL_ARGUMENT_UNRANKED_MEMREF;
  const dl_tensor_type *type = &signature->arguments[position];
  return has_open_buffer && type->is_scalar &&
         !dl_element_is_float(type->element);
}

/// Vectors are in [-1, 1). Matrices and more are mostly weights, whose products
/// keep their size with 1 / sqrt(of the largest dimension).
static double random_scale(const dl_tensor_type *type) {
  int64_t largest = 1;
  for (int i = 0; i < type->rank; ++i)
    largest = type->shape[i] > largest ? type->shape[i] : largest;
  return type->rank < 2 ? 1.0 : 1.0 / sqrt((double)largest);
}

static DloptStatus make_argument(const dl_options *options,
                                 const dl_signature *signature, int position,
                                 dl_tensor *argument) {
  dl_tensor_type type;
  DL_TRY(shaped_type(options, signature, position, &type));
  const char *file = file_of(options, position);
  double value;
  if (file && type.is_scalar && is_value(file, &value))
    return scalar_argument(&type, position, file, value, argument);
  if (file)
    return dl_npy_read(file, &type, argument);
  if (dl_tensor_type_is_dynamic(&type)) {
    char text[DL_TENSOR_TYPE_TEXT_BYTES];
    dl_argument_type_print(&type, signature->kinds[position], text);
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "argument %d of type %s has open sizes: give "
                           "--shape %d=..x.. or --arg %d=FILE.npy",
                           position, text, position, position);
  }
  DL_TRY(dl_tensor_init(argument, &type));
  if (!is_grid_integer(signature, position))
    dl_random_fill(argument, (uint64_t)options->seed, (uint64_t)position,
                   random_scale(&type));
  return dl_status_ok();
}

/// Arguments declared 2:4 hold to it: files must, random data is pruned.
static DloptStatus fit_2_4(const dl_options *options,
                           const dl_signature *signature,
                           dl_tensors *arguments) {
  for (int i = 0; i < signature->n_arguments; ++i) {
    if (!signature->is_2_4[i])
      continue;
    if (file_of(options, i)) {
      DL_TRY(dl_check_2_4(&arguments->items[i], i));
      continue;
    }
    dl_prune_2_4(&arguments->items[i]);
    fprintf(stderr, "argument %d is declared 2:4: random data pruned to it\n",
            i);
  }
  return dl_status_ok();
}

/// Copies a tensor, element by element, into another element type.
static DloptStatus convert(const dl_tensor *from, dl_element_type element,
                           bool is_scalar, dl_tensor *to) {
  dl_tensor_type type = from->type;
  type.element = element;
  type.is_scalar = is_scalar;
  DL_TRY(dl_tensor_init(to, &type));
  if (element == from->type.element) {
    memcpy(to->data, from->data, from->n_bytes);
    return dl_status_ok();
  }
  for (int64_t i = 0; i < from->n_elements; ++i)
    dl_tensor_set_double(to, i, dl_tensor_get_double(from, i));
  return dl_status_ok();
}

DloptStatus dl_make_arguments(const dl_options *options,
                              const dl_signature *signature,
                              dl_tensors *arguments) {
  DL_TRY(check_positions(options, signature));
  DL_TRY(dl_tensors_init(arguments, signature->n_arguments));
  for (int i = 0; i < signature->n_arguments; ++i)
    DL_TRY(make_argument(options, signature, i, &arguments->items[i]));
  return fit_2_4(options, signature, arguments);
}

DloptStatus dl_case_arguments(const dl_case_file *file,
                              const dl_signature *signature,
                              dl_tensors *arguments) {
  if (file->n_inputs != signature->n_arguments)
    return dl_status_error(
        DLOPT_STATUS_INPUT, "the header gives %d inputs, @%s takes %d",
        file->n_inputs, signature->name, signature->n_arguments);
  DL_TRY(dl_tensors_init(arguments, file->n_inputs));
  for (int i = 0; i < file->n_inputs; ++i) {
    const dl_tensor *given = &file->inputs[i].tensor;
    if (!dl_tensor_type_fits(&given->type, &signature->arguments[i])) {
      char have[DL_TENSOR_TYPE_TEXT_BYTES], want[DL_TENSOR_TYPE_TEXT_BYTES];
      dl_tensor_type_print(&given->type, have);
      dl_argument_type_print(&signature->arguments[i], signature->kinds[i],
                             want);
      return dl_status_error(
          DLOPT_STATUS_INPUT, "line %d: IN %d is %s, @%s takes %s",
          file->inputs[i].line, i, have, signature->name, want);
    }
    DL_TRY(convert(given, given->type.element,
                   signature->arguments[i].is_scalar, &arguments->items[i]));
    if (signature->is_2_4[i])
      DL_TRY(dl_check_2_4(given, i));
  }
  return dl_status_ok();
}

DloptStatus dl_convert_arguments(const dl_tensors *from,
                                 const dl_signature *signature,
                                 dl_tensors *arguments) {
  DL_TRY(dl_tensors_init(arguments, from->count));
  for (int i = 0; i < from->count; ++i)
    DL_TRY(convert(&from->items[i], signature->arguments[i].element,
                   signature->arguments[i].is_scalar, &arguments->items[i]));
  return dl_status_ok();
}

DloptStatus dl_prepare_call(const dl_signature *signature,
                            const dl_tensors *arguments, dl_tensor *inputs,
                            dl_tensors *results) {
  DL_TRY(dl_tensors_init(results, signature->n_results +
                                      dl_signature_n_memrefs(signature)));
  int next = signature->n_results;
  for (int i = 0; i < arguments->count; ++i) {
    inputs[i] = arguments->items[i];
    if (signature->kinds[i] == DL_ARGUMENT_VALUE)
      continue;
    dl_tensor *copy = &results->items[next++];
    DL_TRY(dl_tensor_init_fenced(copy, &inputs[i].type));
    memcpy(copy->data, inputs[i].data, inputs[i].n_bytes);
    inputs[i] = *copy;
  }
  return dl_status_ok();
}
