// Types and attribute values as text: shapes, integer lists, constants.
#include <stdio.h>
#include <string.h>

#include "lowering/upgrade/rewrite.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads digits; false if there are none or too many.
static bool read_digits(dl_slice *text, long long *value) {
  size_t n = 0;
  *value = 0;
  while (n < text->length && is_digit(text->data[n]) && n < 18)
    *value = *value * 10 + (text->data[n++] - '0');
  if (n == 0 || (n < text->length && is_digit(text->data[n])))
    return false;
  text->data += n, text->length -= n;
  return true;
}

/// Takes the dimensions off the front of `body`.
static bool parse_dims(dl_slice *body, dl_shape *shape) {
  for (;;) {
    long long dim = DL_DYNAMIC;
    dl_slice rest = *body;
    if (rest.length && rest.data[0] == '?')
      rest.data++, rest.length--;
    else if (!read_digits(&rest, &dim))
      return true;
    if (rest.length == 0 || rest.data[0] != 'x')
      return false;
    if (shape->rank == DL_MAX_RANK)
      return false;
    shape->dims[shape->rank++] = dim;
    *body = (dl_slice){rest.data + 1, rest.length - 1};
  }
}

bool dl_up_shape_parse(dl_upgrade *up, dl_slice type, dl_shape *shape) {
  if (type.length && type.data[0] == '!')
    type = dl_up_value_type(up, type);
  *shape = (dl_shape){.ranked = true};
  size_t open = dl_up_slice_find(type, '<');
  if (open + 1 >= type.length || type.data[type.length - 1] != '>')
    return false;
  shape->prefix = (dl_slice){type.data, open};
  if (!dl_up_slice_is(shape->prefix, "tensor") &&
      !dl_up_slice_is(shape->prefix, "memref") &&
      !dl_up_slice_is(shape->prefix, "vector"))
    return false;
  dl_slice body = {type.data + open + 1, type.length - open - 2};
  const char *dims = body.data;
  if (dl_up_slice_starts_with(body, "*x")) {
    shape->ranked = false;
    body.data += 2, body.length -= 2;
  } else if (!parse_dims(&body, shape)) {
    return false;
  }
  shape->dims_text = (dl_slice){dims, (size_t)(body.data - dims)};
  dl_slice parts[2];
  if (body.length == 0 || dl_up_split(body, parts, 2) == 0)
    return false;
  size_t element_end = (size_t)(parts[0].data - body.data) + parts[0].length;
  shape->element = parts[0];
  shape->rest = (dl_slice){body.data + element_end, body.length - element_end};
  // A scalable vector has its sizes in brackets.
  return shape->element.length > 0 && shape->element.data[0] != '[';
}

dl_slice dl_up_tensor_type(dl_upgrade *up, const long long *dims, int rank,
                           dl_slice element) {
  dl_slice type = DL_SLICE("tensor<");
  for (int i = 0; i < rank; i++)
    type = dims[i] == DL_DYNAMIC
               ? dl_up_format(up, "%.*s?x", DL_SLICE_ARGS(type))
               : dl_up_format(up, "%.*s%lldx", DL_SLICE_ARGS(type), dims[i]);
  return dl_up_format(up, "%.*s%.*s>", DL_SLICE_ARGS(type),
                      DL_SLICE_ARGS(element));
}

bool dl_up_is_float(dl_slice element) {
  return (element.length > 1 && element.data[0] == 'f' &&
          is_digit(element.data[1])) ||
         dl_up_slice_is(element, "bf16") || dl_up_slice_is(element, "tf32");
}

int dl_up_integer_bits(dl_slice element) {
  if (element.length && (element.data[0] == 's' || element.data[0] == 'u'))
    element.data++, element.length--;
  if (element.length < 2 || element.data[0] != 'i')
    return 0;
  long long bits;
  element.data++, element.length--;
  return read_digits(&element, &bits) && element.length == 0 && bits < 4096
             ? (int)bits
             : 0;
}

dl_slice dl_up_storage_type(dl_slice element) {
  if (!dl_up_slice_starts_with(element, "!quant.uniform<"))
    return element;
  dl_slice storage = {element.data + 15, element.length - 15};
  size_t end = 0;
  while (end < storage.length && storage.data[end] != ':' &&
         storage.data[end] != '<')
    end++;
  storage.length = end;
  // u8 stands for an unsigned reading of signless i8.
  if (storage.length && storage.data[0] == 'u') {
    return dl_up_slice_is(storage, "u8") ? DL_SLICE("i8") : DL_SLICE("i16");
  }
  return storage;
}

/// Skips `array<i64:`, `dense<` and the like; false if `text` is no list.
static bool list_body(dl_slice *text, char *closer) {
  size_t skip = 0;
  *closer = '>';
  if (dl_up_slice_starts_with(*text, "dense<")) {
    skip = 6;
  } else if (dl_up_slice_starts_with(*text, "array<")) {
    size_t colon = dl_up_slice_find(*text, ':');
    skip = colon < text->length ? colon + 1 : text->length - 1;
  } else if (text->length && text->data[0] == '[') {
    *closer = ']';
    skip = 1;
  } else {
    return false;
  }
  *text = (dl_slice){text->data + skip, text->length - skip};
  return true;
}

int dl_up_integers(dl_slice text, long long *values, int limit) {
  char closer;
  int count = 0;
  text = dl_up_slice_trim(text);
  if (!list_body(&text, &closer))
    return -1;
  while (text.length && text.data[0] != closer) {
    char c = text.data[0];
    bool negative = c == '-';
    if (negative)
      text.data++, text.length--;
    if (text.length && is_digit(text.data[0])) {
      if (count == limit || !read_digits(&text, &values[count]))
        return -1;
      if (negative)
        values[count] = -values[count];
      count++;
      // `1 : i64`
      dl_slice tail = dl_up_slice_trim(text);
      if (tail.length && tail.data[0] == ':') {
        size_t end = 1;
        while (end < tail.length && !strchr(",]>", tail.data[end]))
          end++;
        text = (dl_slice){tail.data + end, tail.length - end};
      }
    } else if (strchr(" \t\r\n,[]", c) && !negative) {
      text.data++, text.length--;
    } else {
      return -1;
    }
  }
  return text.length ? count : -1;
}

bool dl_up_integer(dl_slice text, long long *value) {
  text = dl_up_slice_trim(dl_up_without_type(text));
  bool negative = text.length && text.data[0] == '-';
  if (negative)
    text.data++, text.length--;
  if (!read_digits(&text, value) || text.length)
    return false;
  if (negative)
    *value = -*value;
  return true;
}

dl_slice dl_up_join(dl_upgrade *up, const long long *values, int count) {
  enum { MOST_CHARACTERS = 22 };
  char *text =
      dl_arena_alloc(&up->arena, (size_t)count * MOST_CHARACTERS + 1, 1);
  size_t length = 0;
  for (int i = 0; i < count; i++)
    length += (size_t)snprintf(text + length, MOST_CHARACTERS + 1, "%s%lld",
                               i ? ", " : "", values[i]);
  return (dl_slice){text, length};
}

dl_slice dl_up_without_type(dl_slice value) {
  size_t depth = 0;
  for (size_t i = 0; i < value.length; i++) {
    char c = value.data[i];
    if (c == '<' || c == '[' || c == '(')
      depth++;
    else if ((c == '>' || c == ']' || c == ')') && depth)
      depth--;
    else if (c == ':' && depth == 0)
      return dl_up_slice_trim((dl_slice){value.data, i});
  }
  return dl_up_slice_trim(value);
}

dl_slice dl_up_shape_type(dl_upgrade *up, int count) {
  return dl_up_format(up, "!tosa.shape<%d>", count);
}

dl_slice dl_up_shape_constant(dl_upgrade *up, const dl_op *op,
                              const long long *values, int count) {
  dl_slice list = dl_up_join(up, values, count);
  dl_slice literal =
      count ? dl_up_format(up, "[%.*s]", DL_SLICE_ARGS(list)) : DL_SLICE("");
  return dl_up_value_before(
      up, op,
      dl_up_format(
          up,
          "tosa.const_shape {values = dense<%.*s> : tensor<%dxindex>} : "
          "() -> !tosa.shape<%d>",
          DL_SLICE_ARGS(literal), count, count));
}

dl_slice dl_up_scalar_constant(dl_upgrade *up, const dl_op *op, long long value,
                               dl_slice element) {
  dl_slice number = dl_up_is_float(element)
                        ? dl_up_format(up, "%lld.000000e+00", value)
                        : dl_up_format(up, "%lld", value);
  return dl_up_value_before(
      up, op,
      dl_up_format(up,
                   "\"tosa.const\"() <{values = dense<%.*s> : "
                   "tensor<1x%.*s>}> : () -> tensor<1x%.*s>",
                   DL_SLICE_ARGS(number), DL_SLICE_ARGS(element),
                   DL_SLICE_ARGS(element)));
}
