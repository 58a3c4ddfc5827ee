// Tokens of PTX text.
#ifndef DLOPT_RUNTIME_EMULATE_PTX_LEX_H
#define DLOPT_RUNTIME_EMULATE_PTX_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum dl_ptx_token_kind {
  DL_PTX_END,
  DL_PTX_NAME,   // add, %r1, $L__BB0_1
  DL_PTX_DOT,    // .s32, .shared::cta; the text is without the dot
  DL_PTX_NUMBER, // 12, 0x1F, 0f3F800000, 1.5e-3
  DL_PTX_STRING, // the text is without the quotes
  DL_PTX_PUNCT,  // one character
  DL_PTX_BAD,    // a character or string that no PTX has
} dl_ptx_token_kind;

typedef struct dl_ptx_token {
  dl_ptx_token_kind kind;
  const char *text; // into the source
  uint32_t length;
  uint32_t line; // from 1
} dl_ptx_token;

/// A place in the text. Copying one is how to come back to it.
typedef struct dl_ptx_lexer {
  const char *at;
  const char *end;
  uint32_t line;
} dl_ptx_lexer;

/// The next token; DL_PTX_END again and again at the end.
dl_ptx_token dl_ptx_lex(dl_ptx_lexer *lexer);

/// True if the token is that one punctuation character.
static inline bool dl_ptx_is(const dl_ptx_token *token, char c) {
  return token->kind == DL_PTX_PUNCT && token->text[0] == c;
}

/// True if the token has this kind and text.
bool dl_ptx_token_is(const dl_ptx_token *token, dl_ptx_token_kind kind,
                     const char *text);

/// An integer of any base PTX knows, or false (also where 64 bits overflow).
bool dl_ptx_integer(const dl_ptx_token *token, uint64_t *value);

/// A float: *bits holds an f32 (0f...) or an f64 (0d... and decimals).
bool dl_ptx_float(const dl_ptx_token *token, uint64_t *bits, bool *is_double);

#endif
