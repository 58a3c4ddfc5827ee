// Reading, printing and matching tensor types.
#include "runtime/tensor.h"

#include <stdio.h>
#include <string.h>

typedef struct cursor {
  const char *at;
  const char *end;
} cursor;

static bool take(cursor *c, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
    return false;
  c->at += length;
  return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_';
}

// One size and its 'x'.
static DloptStatus take_size(cursor *c, int64_t *size) {
  if (take(c, "?")) {
    *size = DL_DYNAMIC;
  } else {
    int64_t value = 0;
    for (; c->at < c->end && is_digit(*c->at); ++c->at) {
      int digit = *c->at - '0';
      if (value > (INT64_MAX - digit) / 10)
        return dl_status_error(DL_STATUS_INPUT,
                               "a tensor size does not fit in 64 bits");
      value = value * 10 + digit;
    }
    *size = value;
  }
  if (!take(c, "x"))
    return dl_status_error(DL_STATUS_INPUT,
                           "expected 'x' after a size in a tensor type");
  return dl_status_ok();
}

static DloptStatus take_element(cursor *c, dl_element_type *element) {
  const char *start = c->at;
  while (c->at < c->end && is_word(*c->at))
    ++c->at;
  size_t length = (size_t)(c->at - start);
  if (dl_element_type_parse(start, length, element))
    return dl_status_ok();
  return dl_status_error(DL_STATUS_INPUT,
                         "unknown element type '%.*s' (known are f32, f16, "
                         "bf16, f8E4M3FN, i1, i8, i32, ui8, index, ...)",
                         (int)(length > 60 ? 60 : length), start);
}

static DloptStatus take_shaped(cursor *c, dl_tensor_type *type) {
  while (c->at < c->end && (is_digit(*c->at) || *c->at == '?')) {
    if (type->rank == DL_TENSOR_MAX_RANK)
      return dl_status_error(DL_STATUS_INPUT,
                             "a tensor type has more than %d dimensions",
                             DL_TENSOR_MAX_RANK);
    DL_TRY(take_size(c, &type->shape[type->rank]));
    ++type->rank;
  }
  if (take(c, "*"))
    return dl_status_error(DL_STATUS_INPUT,
                           "unranked tensors have no value to give");
  DL_TRY(take_element(c, &type->element));
  if (!take(c, ">"))
    return dl_status_error(DL_STATUS_INPUT,
                           "expected '>' after the element type (encodings "
                           "are not read here)");
  return dl_status_ok();
}

DloptStatus dl_tensor_type_parse(const char *text, size_t length,
                                 dl_tensor_type *type, size_t *n_used) {
  cursor c = {text, text + length};
  *n_used = 0;
  memset(type, 0, sizeof(*type));
  if (take(&c, "tensor<")) {
    DL_TRY(take_shaped(&c, type));
  } else {
    type->is_scalar = true;
    DL_TRY(take_element(&c, &type->element));
  }
  *n_used = (size_t)(c.at - text);
  return dl_status_ok();
}

void dl_tensor_type_print(const dl_tensor_type *type,
                          char text[DL_TENSOR_TYPE_TEXT_BYTES]) {
  const char *name = dl_element_info_of(type->element)->name;
  size_t room = DL_TENSOR_TYPE_TEXT_BYTES;
  if (type->is_scalar) {
    snprintf(text, room, "%s", name);
    return;
  }
  // 32 sizes of at most 20 characters, and the frame, fit with room to spare.
  size_t used = (size_t)snprintf(text, room, "tensor<");
  for (int i = 0; i < type->rank; ++i) {
    if (type->shape[i] < 0)
      used += (size_t)snprintf(text + used, room - used, "?x");
    else
      used += (size_t)snprintf(text + used, room - used, "%lldx",
                               (long long)type->shape[i]);
  }
  snprintf(text + used, room - used, "%s>", name);
}

bool dl_tensor_type_fits(const dl_tensor_type *one,
                         const dl_tensor_type *other) {
  if (one->element != other->element || one->rank != other->rank)
    return false;
  for (int i = 0; i < one->rank; ++i)
    if (one->shape[i] >= 0 && other->shape[i] >= 0 &&
        one->shape[i] != other->shape[i])
      return false;
  return true;
}

bool dl_tensor_type_is_dynamic(const dl_tensor_type *type) {
  for (int i = 0; i < type->rank; ++i)
    if (type->shape[i] < 0)
      return true;
  return false;
}
