// Parsing option values that start with the number of an argument.
#include "runtime/shape_arg.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// More arguments than any function has; keeps the number in an int.
enum { max_position = 1000000 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads digits and the '=' after them.
static bool take_position(const char **at, int *position) {
  int value = 0;
  if (!is_digit(**at))
    return false;
  for (; is_digit(**at); ++*at) {
    value = value * 10 + (**at - '0');
    if (value > max_position)
      return false;
  }
  *position = value;
  return *(*at)++ == '=';
}

static bool take_size(const char **at, int64_t *size) {
  int64_t value = 0;
  if (!is_digit(**at))
    return false;
  for (; is_digit(**at); ++*at) {
    int digit = **at - '0';
    if (value > (INT64_MAX - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  *size = value;
  return true;
}

static DloptStatus wants_shape(const char *option, const char *text) {
  return dl_status_error(DL_STATUS_USAGE,
                         "%s wants an argument's number and its sizes, such "
                         "as 0=2x128, not '%s'",
                         option, text);
}

DloptStatus dl_shape_arg_parse(const char *option, const char *text,
                               dl_shape_arg *argument) {
  const char *at = text;
  memset(argument, 0, sizeof(*argument));
  if (!take_position(&at, &argument->position))
    return wants_shape(option, text);
  if (*at == '\0')
    return dl_status_ok();
  for (;;) {
    if (argument->rank == DL_TENSOR_MAX_RANK)
      return dl_status_error(DL_STATUS_USAGE, "%s: more than %d sizes in '%s'",
                             option, DL_TENSOR_MAX_RANK, text);
    if (!take_size(&at, &argument->shape[argument->rank]))
      return wants_shape(option, text);
    ++argument->rank;
    if (*at == '\0')
      return dl_status_ok();
    if (*at++ != 'x')
      return wants_shape(option, text);
  }
}

DloptStatus dl_file_arg_parse(const char *option, const char *text,
                              dl_file_arg *argument) {
  const char *at = text;
  memset(argument, 0, sizeof(*argument));
  if (!take_position(&at, &argument->position) || *at == '\0')
    return dl_status_error(DL_STATUS_USAGE,
                           "%s wants a number and a file, such as 0=x.npy, "
                           "not '%s'",
                           option, text);
  argument->path = at;
  return dl_status_ok();
}

// "2x128"; "no sizes" for a scalar or a tensor of rank 0.
static void print_sizes(const dl_tensor_type *type, char *text, size_t room) {
  size_t used =
      (size_t)snprintf(text, room, "%s", type->rank ? "" : "no sizes");
  for (int i = 0; i < type->rank && used < room; ++i)
    used +=
        type->shape[i] < 0
            ? (size_t)snprintf(text + used, room - used, "%s?", i ? "x" : "")
            : (size_t)snprintf(text + used, room - used, "%s%" PRId64,
                               i ? "x" : "", type->shape[i]);
}

DloptStatus dl_shape_arg_apply(const dl_shape_arg *argument,
                               dl_tensor_type *type) {
  dl_tensor_type given = *type;
  given.rank = argument->rank;
  memcpy(given.shape, argument->shape, sizeof(given.shape));
  if (dl_tensor_type_fits(type, &given)) {
    *type = given;
    return dl_status_ok();
  }
  char type_text[DL_TENSOR_TYPE_TEXT_BYTES];
  char given_text[DL_TENSOR_TYPE_TEXT_BYTES];
  print_sizes(type, type_text, sizeof(type_text));
  print_sizes(&given, given_text, sizeof(given_text));
  return dl_status_error(DL_STATUS_USAGE,
                         "argument %d is given as %s; its type has %s",
                         argument->position, given_text, type_text);
}
