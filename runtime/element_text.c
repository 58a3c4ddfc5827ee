// Reading and writing single elements as text.
//
// Text -> double -> f16 would round twice: a decimal a hair above the middle
// of two f16 numbers becomes that middle as a double and then goes the wrong
// way. So inexact doubles are rounded to odd (the lowest bit says "there was
// more"), and only the last step rounds to nearest.

#include "runtime/element_text.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Longest exact decimal expansion of a double: 767 significant digits.
enum { exact_digits = 767, short_text_bytes = 64 };

// --- Text to double ---------------------------------------------------------

// A host may run under a locale with decimal commas: ours is always "C".
static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void make_c_locale(void) {
  c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

// Puts this thread under the "C" locale; uselocale(result) ends that.
static locale_t enter_c_locale(void) {
  pthread_once(&c_locale_once, make_c_locale);
  return uselocale(c_locale); // (without a locale to be had, changes nothing)
}

// Significant digits of a decimal number: value = 0.d1 d2 d3... * 10^point.
typedef struct digits {
  const char *text; // may hold a decimal point
  size_t n;         // bytes of text, from the first non-zero digit on
  int64_t point;
} digits;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Checks [sign] digits [. digits] [e [sign] digits] and finds its digits.
static bool scan_decimal(const char *text, size_t length, digits *out) {
  size_t i = 0;
  if (i < length && (text[i] == '-' || text[i] == '+'))
    ++i;
  bool any = false, seen_point = false, significant = false;
  *out = (digits){text, 0, 0};
  for (; i < length; ++i) {
    if (text[i] == '.') {
      if (seen_point)
        return false;
      seen_point = true;
      continue;
    }
    if (!is_digit(text[i]))
      break;
    any = true;
    if (!significant && text[i] != '0') {
      significant = true;
      out->text = text + i;
    }
    if (significant && !seen_point)
      ++out->point;
    if (!significant && seen_point)
      --out->point;
  }
  if (!any)
    return false;
  out->n = significant ? (size_t)(text + i - out->text) : 0;
  if (i == length)
    return true;
  if (text[i] != 'e' && text[i] != 'E')
    return false;
  ++i;
  bool negative = i < length && text[i] == '-';
  if (i < length && (text[i] == '-' || text[i] == '+'))
    ++i;
  if (i == length)
    return false;
  int64_t exponent = 0;
  for (; i < length; ++i) {
    if (!is_digit(text[i]))
      return false;
    if (exponent < 1000000000)
      exponent = exponent * 10 + (text[i] - '0');
  }
  out->point += negative ? -exponent : exponent;
  return true;
}

// Next digit at or after *at, or '0' past the end.
static char next_digit(const digits *number, size_t *at) {
  while (*at < number->n && !is_digit(number->text[*at]))
    ++*at;
  return *at < number->n ? number->text[(*at)++] : '0';
}

// Sign of |one| - |other|.
static int compare_digits(const digits *one, const digits *other) {
  if (one->n == 0 || other->n == 0)
    return (one->n != 0) - (other->n != 0);
  if (one->point != other->point)
    return one->point < other->point ? -1 : 1;
  size_t i = 0, j = 0;
  while (i < one->n || j < other->n) {
    char a = next_digit(one, &i), b = next_digit(other, &j);
    if (a != b)
      return a < b ? -1 : 1;
  }
  return 0;
}

// Sign of |text| - |value| for a finite value, exactly.
static int compare_with_double(const digits *number, double value) {
  char exact[exact_digits + 32];
  int length =
      snprintf(exact, sizeof(exact), "%.*e", exact_digits - 1, fabs(value));
  digits of_value;
  if (length <= 0 || !scan_decimal(exact, (size_t)length, &of_value))
    return 0;
  return compare_digits(number, &of_value);
}

static double round_to_odd(const digits *number, double value) {
  if (isinf(value))
    return value; // beyond every narrower format, too
  int side = compare_with_double(number, value);
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  if (side == 0 || (bits & 1))
    return value;
  // The magnitude of a double grows with its bit pattern. An even pattern
  // below the text steps up, one above it steps down.
  bits = side > 0 ? bits + 1 : bits - 1;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static bool equals(const char *text, size_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool parse_special(const char *text, size_t length, double *value) {
  bool negative = length > 0 && text[0] == '-';
  bool is_signed = negative || (length > 0 && text[0] == '+');
  const char *word = text + is_signed;
  size_t n = length - is_signed;
  double magnitude;
  if (equals(word, n, "nan") || equals(word, n, "NaN"))
    magnitude = NAN;
  else if (equals(word, n, "inf") || equals(word, n, "infinity"))
    magnitude = INFINITY;
  else
    return false;
  *value = copysign(magnitude, negative ? -1.0 : 1.0);
  return true;
}

bool dl_double_parse(const char *text, size_t length, bool to_odd,
                     double *value) {
  digits number;
  if (parse_special(text, length, value))
    return true;
  if (!scan_decimal(text, length, &number))
    return false;
  char short_text[short_text_bytes];
  char *copy = length < sizeof(short_text) ? short_text : malloc(length + 1);
  if (copy == NULL)
    return false;
  memcpy(copy, text, length);
  copy[length] = '\0';
  locale_t caller_locale = enter_c_locale();
  *value = strtod(copy, NULL);
  if (to_odd)
    *value = round_to_odd(&number, *value);
  uselocale(caller_locale);
  if (copy != short_text)
    free(copy);
  return true;
}

// --- Text to element --------------------------------------------------------

// At most 60 bytes of a token in a message.
#define SHOWN(text, length) (int)((length) > 60 ? 60 : (length)), (text)

static bool is_hex(const char *text, size_t length) {
  return length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

// Digits of base 10 or 16; false on another character or beyond 64 bits.
static bool parse_u64(const char *text, size_t length, unsigned base,
                      uint64_t *value) {
  *value = 0;
  for (size_t i = 0; i < length; ++i) {
    char c = text[i];
    unsigned digit;
    if (is_digit(c))
      digit = (unsigned)(c - '0');
    else if (c >= 'a' && c <= 'f')
      digit = (unsigned)(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
      digit = (unsigned)(c - 'A') + 10;
    else
      return false;
    if (digit >= base || *value > (UINT64_MAX - digit) / base)
      return false;
    *value = *value * base + digit;
  }
  return length > 0;
}

static DloptStatus parse_float(dl_element_type type, const char *text,
                               size_t length, void *target) {
  const dl_element_info *row = dl_element_info_of(type);
  uint64_t bits;
  if (is_hex(text, length)) {
    size_t wanted = (size_t)row->bits / 4;
    if (length - 2 != wanted || !parse_u64(text + 2, length - 2, 16, &bits))
      return dl_status_error(DL_STATUS_INPUT,
                             "'%.*s' is no bit pattern of %s: expected 0x and "
                             "%zu hex digits",
                             SHOWN(text, length), row->name, wanted);
    dl_element_set_bits(type, bits, target);
    return dl_status_ok();
  }
  double value;
  if (!dl_double_parse(text, length, type != DL_F64, &value))
    return dl_status_error(DL_STATUS_INPUT, "expected a number, found '%.*s'",
                           SHOWN(text, length));
  dl_element_from_double(type, value, target);
  return dl_status_ok();
}

static DloptStatus parse_integer(dl_element_type type, const char *text,
                                 size_t length, void *target) {
  const dl_element_info *row = dl_element_info_of(type);
  bool is_unsigned = row->kind == DL_KIND_UNSIGNED;
  bool negative = length > 0 && text[0] == '-';
  const char *number = text + negative;
  size_t n = length - negative;
  bool hex = is_hex(number, n);
  uint64_t magnitude;
  if (!parse_u64(hex ? number + 2 : number, hex ? n - 2 : n, hex ? 16 : 10,
                 &magnitude))
    return dl_status_error(DL_STATUS_INPUT,
                           "expected an integer for %s, found '%.*s'",
                           row->name, SHOWN(text, length));
  // A signless iN takes both ranges, as MLIR's own constants do.
  uint64_t lowest = is_unsigned ? 0 : (uint64_t)1 << (row->bits - 1);
  uint64_t highest =
      row->bits == 64 ? UINT64_MAX : ((uint64_t)1 << row->bits) - 1;
  if (row->kind == DL_KIND_INDEX)
    highest = INT64_MAX;
  if (magnitude > (negative ? lowest : highest))
    return dl_status_error(DL_STATUS_INPUT, "'%.*s' does not fit in %s",
                           SHOWN(text, length), row->name);
  dl_element_set_bits(type, negative ? -magnitude : magnitude, target);
  return dl_status_ok();
}

DloptStatus dl_element_parse(dl_element_type type, const char *text,
                             size_t length, void *target) {
  if (dl_element_is_float(type))
    return parse_float(type, text, length, target);
  if (type == DL_I1 &&
      (equals(text, length, "true") || equals(text, length, "false"))) {
    dl_element_set_bits(type, text[0] == 't', target);
    return dl_status_ok();
  }
  return parse_integer(type, text, length, target);
}

// --- Element to text --------------------------------------------------------

static bool reads_back(dl_element_type type, const void *source,
                       const char *text) {
  uint64_t parsed = 0;
  DloptStatus status = dl_element_parse(type, text, strlen(text), &parsed);
  return dl_status_is_ok(&status) &&
         dl_element_bits(type, &parsed) == dl_element_bits(type, source);
}

static void print_float(dl_element_type type, const void *source, char *text) {
  enum { enough_digits = 17 };
  double value = dl_element_to_double(type, source);
  if (isnan(value)) {
    snprintf(text, DL_ELEMENT_TEXT_BYTES, "nan");
    return;
  }
  locale_t caller_locale = enter_c_locale();
  for (int n = 1; n <= enough_digits; ++n) {
    snprintf(text, DL_ELEMENT_TEXT_BYTES, "%.*g", n, value);
    if (isinf(value) || reads_back(type, source, text))
      break;
  }
  uselocale(caller_locale);
}

void dl_element_print(dl_element_type type, const void *source,
                      char text[DL_ELEMENT_TEXT_BYTES]) {
  if (dl_element_is_float(type))
    print_float(type, source, text);
  else if (type == DL_UI64)
    snprintf(text, DL_ELEMENT_TEXT_BYTES, "%" PRIu64,
             dl_element_bits(type, source));
  else
    snprintf(text, DL_ELEMENT_TEXT_BYTES, "%" PRId64,
             dl_element_to_int64(type, source));
}
