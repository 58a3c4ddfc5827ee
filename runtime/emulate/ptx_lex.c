// Tokens of PTX text: names, dotted words, numbers, strings, punctuation.
#include "runtime/emulate/ptx_lex.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c == '%';
}

static bool is_name_rest(char c) {
  return is_digit(c) || (c != '%' && is_name_start(c));
}

// Leaves `at` at the next token; false at an unterminated comment.
static bool skip_space(dl_ptx_lexer *lexer) {
  while (lexer->at < lexer->end) {
    const char *p = lexer->at;
    bool has_two = lexer->end - p >= 2;
    if (*p == '\n') {
      ++lexer->line;
      ++lexer->at;
    } else if (*p == ' ' || *p == '\t' || *p == '\r') {
      ++lexer->at;
    } else if (has_two && p[0] == '/' && p[1] == '/') {
      const char *line_end = memchr(p, '\n', (size_t)(lexer->end - p));
      lexer->at = line_end ? line_end : lexer->end;
    } else if (has_two && p[0] == '/' && p[1] == '*') {
      p += 2;
      while (lexer->end - p >= 2 && !(p[0] == '*' && p[1] == '/'))
        lexer->line += *p++ == '\n';
      if (lexer->end - p < 2)
        return false;
      lexer->at = p + 2;
    } else {
      return true;
    }
  }
  return true;
}

// .word, where a word may hold '::' as in .L2::128B.
static void lex_dot(dl_ptx_lexer *lexer, dl_ptx_token *token) {
  const char *p = lexer->at + 1;
  token->text = p;
  while (p < lexer->end) {
    if (is_name_rest(*p))
      ++p;
    else if (lexer->end - p >= 3 && p[0] == ':' && p[1] == ':' &&
             is_name_rest(p[2]))
      p += 2;
    else
      break;
  }
  token->kind = p == token->text ? DL_PTX_BAD : DL_PTX_DOT;
  token->length = (uint32_t)(p - token->text);
  lexer->at = p;
}

static void lex_number(dl_ptx_lexer *lexer, dl_ptx_token *token) {
  const char *p = lexer->at;
  bool is_prefixed = p[0] == '0' && lexer->end - p >= 2 && !is_digit(p[1]) &&
                     p[1] != '.' && p[1] != 'e';
  while (p < lexer->end) {
    if (is_name_rest(*p) || (*p == '.' && !is_prefixed))
      ++p;
    else if ((*p == '+' || *p == '-') && !is_prefixed &&
             (p[-1] == 'e' || p[-1] == 'E'))
      ++p;
    else
      break;
  }
  token->kind = DL_PTX_NUMBER;
  token->length = (uint32_t)(p - lexer->at);
  lexer->at = p;
}

static void lex_string(dl_ptx_lexer *lexer, dl_ptx_token *token) {
  const char *p = lexer->at + 1;
  token->text = p;
  while (p < lexer->end && *p != '"' && *p != '\n')
    p += *p == '\\' && lexer->end - p >= 2 && p[1] != '\n' ? 2 : 1;
  token->length = (uint32_t)(p - token->text);
  bool is_closed = p < lexer->end && *p == '"';
  token->kind = is_closed ? DL_PTX_STRING : DL_PTX_BAD;
  lexer->at = is_closed ? p + 1 : p;
}

dl_ptx_token dl_ptx_lex(dl_ptx_lexer *lexer) {
  dl_ptx_token token = {DL_PTX_BAD, lexer->at, 0, lexer->line};
  if (!skip_space(lexer)) {
    lexer->at = lexer->end;
    return token;
  }
  token.text = lexer->at;
  token.line = lexer->line;
  if (lexer->at >= lexer->end) {
    token.kind = DL_PTX_END;
    return token;
  }
  char c = *lexer->at;
  if (c == '.') {
    lex_dot(lexer, &token);
  } else if (is_digit(c)) {
    lex_number(lexer, &token);
  } else if (c == '"') {
    lex_string(lexer, &token);
  } else if (is_name_start(c)) {
    const char *p = lexer->at + 1;
    while (p < lexer->end && is_name_rest(*p))
      ++p;
    token.kind = DL_PTX_NAME;
    token.length = (uint32_t)(p - lexer->at);
    lexer->at = p;
  } else {
    token.kind = c != 0 && strchr("()[]{}<>,;:=@!+-*|~&^?/", c) ? DL_PTX_PUNCT
                                                                : DL_PTX_BAD;
    token.length = 1;
    ++lexer->at;
  }
  return token;
}

bool dl_ptx_token_is(const dl_ptx_token *token, dl_ptx_token_kind kind,
                     const char *text) {
  return token->kind == kind && token->length == strlen(text) &&
         memcmp(token->text, text, token->length) == 0;
}

static int digit_of(char c) {
  if (is_digit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

static bool digits(const char *p, const char *end, unsigned base,
                   uint64_t *value) {
  if (p == end)
    return false;
  uint64_t result = 0;
  for (; p < end; ++p) {
    unsigned digit = (unsigned)digit_of(*p);
    if (digit >= base || result > (UINT64_MAX - digit) / base)
      return false;
    result = result * base + digit;
  }
  *value = result;
  return true;
}

bool dl_ptx_integer(const dl_ptx_token *token, uint64_t *value) {
  if (token->kind != DL_PTX_NUMBER)
    return false;
  const char *p = token->text, *end = p + token->length;
  unsigned base = 10;
  if (end - p > 1 && p[0] == '0') {
    base = 8;
    char second = p[1];
    if (second == 'x' || second == 'X')
      base = 16;
    else if (second == 'b' || second == 'B')
      base = 2;
    p += base == 8 ? 1 : 2;
  }
  if (end - p > 1 && end[-1] == 'U')
    --end;
  return digits(p, end, base, value);
}

bool dl_ptx_float(const dl_ptx_token *token, uint64_t *bits, bool *is_double) {
  if (token->kind != DL_PTX_NUMBER || token->length < 2)
    return false;
  const char *p = token->text, *end = p + token->length;
  char second = p[1] | 0x20;
  *is_double = true;
  if (p[0] == '0' && (second == 'f' || second == 'd')) {
    *is_double = second == 'd';
    return end - p == (*is_double ? 18 : 10) && digits(p + 2, end, 16, bits);
  }
  char text[64], *parsed;
  if (token->length >= sizeof(text) ||
      (!memchr(p, '.', token->length) && !memchr(p, 'e', token->length)))
    return false;
  memcpy(text, p, token->length);
  text[token->length] = 0;
  double value = strtod(text, &parsed);
  memcpy(bits, &value, sizeof(value));
  return parsed == text + token->length;
}
