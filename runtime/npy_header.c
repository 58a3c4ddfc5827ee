// Parsing the Python dictionary in a .npy header.
//
// Only what NumPy itself writes is a header: the three keys, string, bool and
// tuple-of-integers values. Everything else is refused with a reason.
#include "runtime/npy_header.h"

#include <stdio.h>
#include <string.h>

typedef struct cursor {
  const char *at;
  const char *end;
} cursor;

static void skip_space(cursor *c) {
  while (c->at < c->end &&
         (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
    ++c->at;
}

static bool take(cursor *c, const char *word) {
  skip_space(c);
  size_t length = strlen(word);
  if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
    return false;
  c->at += length;
  return true;
}

static DloptStatus expected(const cursor *c, const char *what) {
  size_t rest = (size_t)(c->end - c->at);
  if (rest == 0)
    return dl_status_error(DL_STATUS_INPUT, "the header ends where %s must be",
                           what);
  return dl_status_error(DL_STATUS_INPUT,
                         "the header has '%.*s' where %s must be",
                         (int)(rest > 16 ? 16 : rest), c->at, what);
}

// A quoted string without escapes, cut to `room` bytes with its NUL.
static DloptStatus take_string(cursor *c, const char *what, char *text,
                               size_t room) {
  skip_space(c);
  if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
    return expected(c, what);
  char quote = *c->at++;
  const char *start = c->at;
  while (c->at < c->end && *c->at != quote && *c->at != '\\')
    ++c->at;
  if (c->at == c->end || *c->at == '\\')
    return expected(c, "a closing quote");
  size_t length = (size_t)(c->at++ - start);
  snprintf(text, room, "%.*s", (int)(length < room ? length : room), start);
  return dl_status_ok();
}

static DloptStatus take_size(cursor *c, int64_t *size) {
  skip_space(c);
  if (c->at == c->end || *c->at < '0' || *c->at > '9')
    return expected(c, "a size of the shape");
  int64_t value = 0;
  for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; ++c->at) {
    int digit = *c->at - '0';
    if (value > (INT64_MAX - digit) / 10)
      return dl_status_error(DL_STATUS_INPUT,
                             "a size in the header does not fit in 64 bits");
    value = value * 10 + digit;
  }
  take(c, "L"); // Python 2 wrote long integers so
  *size = value;
  return dl_status_ok();
}

static DloptStatus take_shape(cursor *c, dl_npy_header *header) {
  if (!take(c, "("))
    return expected(c, "the tuple of the shape");
  header->rank = 0;
  while (!take(c, ")")) {
    if (header->rank == DL_TENSOR_MAX_RANK)
      return dl_status_error(DL_STATUS_INPUT,
                             "the shape has more than %d dimensions",
                             DL_TENSOR_MAX_RANK);
    DL_TRY(take_size(c, &header->shape[header->rank]));
    ++header->rank;
    bool comma = take(c, ",");
    if (!comma && header->rank == 1)
      return expected(c, "a comma (a tuple of one)");
    if (!comma && !take(c, ")"))
      return expected(c, "',' or ')'");
    if (!comma)
      break;
  }
  return dl_status_ok();
}

// descr = [order] kind digits
static DloptStatus split_descr(dl_npy_header *header) {
  const char *at = header->descr;
  header->is_big_endian = *at == '>';
  if (*at == '<' || *at == '>' || *at == '=' || *at == '|')
    ++at;
  header->kind = *at;
  if (*at != '\0')
    ++at;
  header->item_bytes = 0;
  const char *digits = at;
  for (; *at >= '0' && *at <= '9' && at - digits < 4; ++at)
    header->item_bytes = header->item_bytes * 10 + (*at - '0');
  if (at == digits || *at != '\0' || header->item_bytes == 0)
    return dl_status_error(DL_STATUS_INPUT,
                           "the descriptor '%s' is no plain item type",
                           header->descr);
  return dl_status_ok();
}

static DloptStatus take_value(cursor *c, const char *key, dl_npy_header *header,
                              unsigned *seen) {
  unsigned bit;
  if (strcmp(key, "descr") == 0) {
    bit = 1;
    DL_TRY(take_string(c, "the descriptor string (records are not read)",
                       header->descr, sizeof(header->descr)));
    DL_TRY(split_descr(header));
  } else if (strcmp(key, "fortran_order") == 0) {
    bit = 2;
    header->is_fortran = take(c, "True");
    if (!header->is_fortran && !take(c, "False"))
      return expected(c, "True or False");
  } else if (strcmp(key, "shape") == 0) {
    bit = 4;
    DL_TRY(take_shape(c, header));
  } else {
    return dl_status_error(DL_STATUS_INPUT, "unknown key '%s' in the header",
                           key);
  }
  if (*seen & bit)
    return dl_status_error(DL_STATUS_INPUT, "key '%s' is twice in the header",
                           key);
  *seen |= bit;
  return dl_status_ok();
}

DloptStatus dl_npy_header_parse(const char *text, size_t length,
                                dl_npy_header *header) {
  cursor c = {text, text + length};
  unsigned seen = 0;
  memset(header, 0, sizeof(*header));
  if (!take(&c, "{"))
    return expected(&c, "'{'");
  while (!take(&c, "}")) {
    char key[24];
    DL_TRY(take_string(&c, "a key", key, sizeof(key)));
    if (!take(&c, ":"))
      return expected(&c, "':'");
    DL_TRY(take_value(&c, key, header, &seen));
    if (take(&c, ","))
      continue;
    if (!take(&c, "}"))
      return expected(&c, "',' or '}'");
    break;
  }
  skip_space(&c);
  if (c.at != c.end)
    return expected(&c, "the end");
  if (seen != 7)
    return dl_status_error(DL_STATUS_INPUT, "the header lacks one of 'descr', "
                                            "'fortran_order', 'shape'");
  return dl_status_ok();
}

bool dl_npy_header_fits(const dl_npy_header *header, dl_element_type element) {
  const dl_element_info *row = dl_element_info_of(element);
  char kind = header->kind;
  if (header->item_bytes != row->n_bytes)
    return false;
  if (element == DL_F64 || element == DL_F32 || element == DL_F16)
    return kind == 'f';
  if (row->kind == DL_KIND_FLOAT)
    return kind == 'V' || kind == 'u' || (kind == 'f' && row->bits == 8);
  if (row->kind == DL_KIND_UNSIGNED)
    return kind == 'u';
  return kind == 'i' || kind == 'u' || (kind == 'b' && element == DL_I1);
}

bool dl_npy_header_element(const dl_npy_header *header,
                           dl_element_type *element) {
  static const dl_element_type candidates[] = {
      DL_F64, DL_F32, DL_F16,  DL_I8,   DL_I16,  DL_I32,
      DL_I64, DL_UI8, DL_UI16, DL_UI32, DL_UI64, DL_I1};
  for (size_t i = 0; i < sizeof(candidates) / sizeof(candidates[0]); ++i) {
    // descriptors we write: order, kind, size
    const char *npy = dl_element_info_of(candidates[i])->npy;
    if (npy[1] == header->kind && npy[2] - '0' == header->item_bytes) {
      *element = candidates[i];
      return true;
    }
  }
  return false;
}
