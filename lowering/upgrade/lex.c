// Lexer of MLIR text: keeps source ranges and pairs brackets.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lowering/upgrade/text.h"

bool dl_up_slice_is(dl_slice slice, const char *text) {
  size_t length = strlen(text);
  return slice.length == length && memcmp(slice.data, text, length) == 0;
}

bool dl_up_slice_equal(dl_slice left, dl_slice right) {
  return left.length == right.length &&
         (left.length == 0 || memcmp(left.data, right.data, left.length) == 0);
}

bool dl_up_slice_starts_with(dl_slice slice, const char *text) {
  size_t length = strlen(text);
  return slice.length >= length && memcmp(slice.data, text, length) == 0;
}

bool dl_up_slice_ends_with(dl_slice slice, const char *text) {
  size_t length = strlen(text);
  return slice.length >= length &&
         memcmp(slice.data + slice.length - length, text, length) == 0;
}

size_t dl_up_slice_find(dl_slice slice, char c) {
  const char *at = slice.length ? memchr(slice.data, c, slice.length) : NULL;
  return at ? (size_t)(at - slice.data) : slice.length;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

dl_slice dl_up_slice_trim(dl_slice slice) {
  while (slice.length && is_space(slice.data[0]))
    slice.data++, slice.length--;
  while (slice.length && is_space(slice.data[slice.length - 1]))
    slice.length--;
  return slice;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '$';
}

typedef struct lexer {
  dl_tokens *out;
  uint32_t at, capacity;
  bool line_start;
  /// Open brackets, as token indices.
  uint32_t *open;
  uint32_t n_open, open_capacity;
  /// A literal had no end: none of the later ones has.
  bool literals_broken;
} lexer;

static void *grow(void *memory, uint32_t *capacity, size_t item_bytes) {
  size_t wanted = *capacity ? (size_t)*capacity * 2 : 256;
  void *grown = realloc(memory, wanted * item_bytes);
  if (!grown) {
    fprintf(stderr, "dlopt: out of memory\n");
    exit(3);
  }
  *capacity = (uint32_t)wanted;
  return grown;
}

static char peek(const lexer *lex, uint32_t ahead) {
  size_t at = (size_t)lex->at + ahead;
  return at < lex->out->n_text ? lex->out->text[at] : '\0';
}

static uint32_t skip_while(const lexer *lex, uint32_t at,
                           bool (*accept)(char)) {
  while (at < lex->out->n_text && accept(lex->out->text[at]))
    at++;
  return at;
}

static bool is_suffix(char c) { return is_word(c) || c == '-'; }

/// MLIR's strings end on their line; an unfinished one ends there too.
static uint32_t string_end(const char *text, uint32_t n_text, uint32_t at) {
  for (at++; at < n_text; at++) {
    if (text[at] == '\\' && at + 1 < n_text && text[at + 1] != '\n')
      at++;
    else if (text[at] == '"')
      return at + 1;
    else if (text[at] == '\n')
      return at;
  }
  return n_text;
}

static uint32_t number_end(const lexer *lex) {
  const char *text = lex->out->text;
  uint32_t at = lex->at;
  bool hex = peek(lex, 0) == '0' && peek(lex, 1) == 'x', dot = false;
  for (; at < lex->out->n_text; at++) {
    char c = text[at];
    dot |= c == '.';
    bool exponent_sign = (c == '+' || c == '-') && dot && !hex &&
                         (text[at - 1] == 'e' || text[at - 1] == 'E');
    if (!is_word(c) && !exponent_sign)
      break;
  }
  return at;
}

/// End of the `<…>` that starts at `at`, or 0.
static uint32_t angle_end(const char *text, uint32_t n_text, uint32_t at) {
  uint32_t depth = 0;
  while (at < n_text) {
    char c = text[at];
    if (c == '"') {
      at = string_end(text, n_text, at);
      continue;
    }
    if (c == '<')
      depth++;
    else if (c == '>' && --depth == 0)
      return at + 1;
    at++;
  }
  return 0;
}

static bool is_literal_word(dl_slice word) {
  return dl_up_slice_is(word, "dense") ||
         dl_up_slice_is(word, "dense_resource") ||
         dl_up_slice_is(word, "sparse") || dl_up_slice_is(word, "opaque");
}

static dl_token_kind sigil_kind(char c) {
  switch (c) {
  case '%':
    return DL_TOKEN_VALUE;
  case '@':
    return DL_TOKEN_SYMBOL;
  case '^':
    return DL_TOKEN_BLOCK;
  case '#':
    return DL_TOKEN_HASH;
  case '!':
    return DL_TOKEN_TYPE;
  default:
    return DL_TOKEN_PUNCT;
  }
}

/// Kind and end of the token at lex->at.
static dl_token_kind measure_token(lexer *lex, uint32_t *end) {
  const char *text = lex->out->text;
  uint32_t at = lex->at, n_text = lex->out->n_text;
  char c = text[at], next = peek(lex, 1);
  *end = at + 1;
  if (c == '"') {
    *end = string_end(text, n_text, at);
    return DL_TOKEN_STRING;
  }
  if (is_letter(c)) {
    *end = skip_while(lex, at, is_word);
    dl_slice word = {text + at, *end - at};
    if (!lex->literals_broken && *end < n_text && text[*end] == '<' &&
        is_literal_word(word)) {
      uint32_t close = angle_end(text, n_text, *end);
      lex->literals_broken = close == 0;
      if (close) {
        *end = close;
        return DL_TOKEN_LITERAL;
      }
    }
    return DL_TOKEN_WORD;
  }
  if (is_digit(c)) {
    *end = number_end(lex);
    return DL_TOKEN_NUMBER;
  }
  dl_token_kind kind = sigil_kind(c);
  if (kind == DL_TOKEN_SYMBOL && next == '"') {
    *end = string_end(text, n_text, at + 1);
    return kind;
  }
  if (kind != DL_TOKEN_PUNCT && is_word(next)) {
    *end =
        skip_while(lex, at + 1, kind == DL_TOKEN_VALUE ? is_suffix : is_word);
    if (kind == DL_TOKEN_VALUE && *end + 1 < n_text && text[*end] == '#' &&
        is_digit(text[*end + 1]))
      *end = skip_while(lex, *end + 1, is_digit);
    return kind;
  }
  if (c == '-' && next == '>') {
    *end = at + 2;
    return DL_TOKEN_ARROW;
  }
  if ((c == '=' || c == '>' || c == '<') && next == '=')
    *end = at + 2;
  return DL_TOKEN_PUNCT;
}

static char closer_of(char open) {
  return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '>';
}

/// Pairs the bracket that is token `index`. A '<' may be a comparison, so the
/// other closers drop it; a closer that fits nothing stays alone.
static void pair_bracket(lexer *lex, uint32_t index, char c) {
  dl_token *items = lex->out->items;
  if (strchr("([{<", c)) {
    if (lex->n_open == lex->open_capacity)
      lex->open = grow(lex->open, &lex->open_capacity, sizeof(*lex->open));
    lex->open[lex->n_open++] = index;
    return;
  }
  uint32_t depth = lex->n_open;
  while (depth > 0) {
    char open = lex->out->text[items[lex->open[depth - 1]].begin];
    if (closer_of(open) == c) {
      items[index].match = lex->open[depth - 1];
      items[lex->open[depth - 1]].match = index;
      lex->n_open = depth - 1;
      return;
    }
    if (open != '<' || c == '>')
      return;
    lex->n_open = --depth;
  }
}

static void skip_blank(lexer *lex) {
  const dl_tokens *out = lex->out;
  while (lex->at < out->n_text) {
    char c = out->text[lex->at];
    if (c == '\n')
      lex->line_start = true;
    if (is_space(c)) {
      lex->at++;
    } else if (c == '/' && peek(lex, 1) == '/') {
      const char *line =
          memchr(out->text + lex->at, '\n', out->n_text - lex->at);
      lex->at = line ? (uint32_t)(line - out->text) : out->n_text;
    } else {
      return;
    }
  }
}

void dl_up_tokens_init(dl_tokens *tokens, const char *text, uint32_t n_text) {
  *tokens = (dl_tokens){.text = text, .n_text = n_text};
  lexer lex = {.out = tokens, .line_start = true};
  for (bool done = false; !done;) {
    skip_blank(&lex);
    if (tokens->count == lex.capacity)
      tokens->items = grow(tokens->items, &lex.capacity, sizeof(dl_token));
    dl_token *token = &tokens->items[tokens->count++];
    *token = (dl_token){lex.at, lex.at, DL_NO_TOKEN, DL_TOKEN_END, true};
    done = lex.at >= n_text;
    if (done)
      break;
    token->first_on_line = lex.line_start;
    token->kind = measure_token(&lex, &token->end);
    lex.line_start = false;
    char c = text[token->begin];
    if (token->kind == DL_TOKEN_PUNCT && token->end - token->begin == 1 &&
        strchr("([{<)]}>", c) && c)
      pair_bracket(&lex, tokens->count - 1, c);
    lex.at = token->end;
  }
  free(lex.open);
}

void dl_up_tokens_finish(dl_tokens *tokens) {
  free(tokens->items);
  *tokens = (dl_tokens){0};
}

static const dl_token *token_at(const dl_tokens *tokens, uint32_t index) {
  return &tokens->items[index < tokens->count ? index : tokens->count - 1];
}

dl_slice dl_up_token_text(const dl_tokens *tokens, uint32_t index) {
  const dl_token *token = token_at(tokens, index);
  return (dl_slice){tokens->text + token->begin, token->end - token->begin};
}

dl_token_kind dl_up_token_kind_at(const dl_tokens *tokens, uint32_t index) {
  return token_at(tokens, index)->kind;
}

bool dl_up_token_is(const dl_tokens *tokens, uint32_t index, const char *text) {
  return dl_up_slice_is(dl_up_token_text(tokens, index), text);
}

void dl_up_spend(const dl_tokens *tokens, uint32_t first, uint32_t last) {
  if (tokens->work && last > first)
    *tokens->work += token_at(tokens, last)->begin -
                     (uint64_t)token_at(tokens, first)->begin;
}

dl_slice dl_up_token_range(const dl_tokens *tokens, uint32_t first,
                           uint32_t last) {
  if (last <= first)
    return (dl_slice){tokens->text, 0};
  dl_up_spend(tokens, first, last);
  const dl_token *from = token_at(tokens, first);
  const dl_token *to = token_at(tokens, last - 1);
  return (dl_slice){tokens->text + from->begin, to->end - from->begin};
}

/// The token after the parenthesised list at `index`, or `index`.
static uint32_t list_end(const dl_tokens *tokens, uint32_t index) {
  uint32_t match = token_at(tokens, index)->match;
  return match != DL_NO_TOKEN && match > index ? match + 1 : index;
}

/// dl_up_type_end of a type that is no function type.
static uint32_t plain_type_end(const dl_tokens *tokens, uint32_t index) {
  dl_token_kind kind = dl_up_token_kind_at(tokens, index);
  if (kind != DL_TOKEN_WORD && kind != DL_TOKEN_TYPE)
    return index;
  if (!dl_up_token_is(tokens, index + 1, "<"))
    return index + 1;
  uint32_t end = list_end(tokens, index + 1);
  return end > index + 1 ? end : index;
}

uint32_t dl_up_type_end(const dl_tokens *tokens, uint32_t index) {
  if (!dl_up_token_is(tokens, index, "("))
    return plain_type_end(tokens, index);
  uint32_t end = list_end(tokens, index);
  if (end == index || dl_up_token_kind_at(tokens, end) != DL_TOKEN_ARROW)
    return end;
  uint32_t result = end + 1;
  uint32_t result_end = dl_up_token_is(tokens, result, "(")
                            ? list_end(tokens, result)
                            : plain_type_end(tokens, result);
  return result_end > result ? result_end : end;
}
