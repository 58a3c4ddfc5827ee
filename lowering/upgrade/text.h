// Tokens of MLIR text with their source ranges; text slices.
#ifndef DLOPT_LOWERING_UPGRADE_TEXT_H
#define DLOPT_LOWERING_UPGRADE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lowering/base/arena.h"

/// Bytes of the source or of the arena; not NUL-terminated.
typedef struct dl_slice {
  const char *data;
  size_t length;
} dl_slice;

#define DL_SLICE(literal) ((dl_slice){literal, sizeof(literal) - 1})
/// Arguments for "%.*s".
#define DL_SLICE_ARGS(slice) (int)(slice).length, (slice).data

bool dl_up_slice_is(dl_slice slice, const char *text);
bool dl_up_slice_equal(dl_slice left, dl_slice right);
bool dl_up_slice_starts_with(dl_slice slice, const char *text);
bool dl_up_slice_ends_with(dl_slice slice, const char *text);
/// Index of `c` in the slice, or its length.
size_t dl_up_slice_find(dl_slice slice, char c);
dl_slice dl_up_slice_trim(dl_slice slice);

typedef enum dl_token_kind {
  DL_TOKEN_END,
  DL_TOKEN_WORD,    ///< func, tosa.const
  DL_TOKEN_NUMBER,  ///< 1, 0x1F, 1.0e-5 and shapes such as 4x3xf32
  DL_TOKEN_STRING,  ///< with its quotes
  DL_TOKEN_VALUE,   ///< %x, %x#1
  DL_TOKEN_SYMBOL,  ///< @f
  DL_TOKEN_BLOCK,   ///< ^bb0
  DL_TOKEN_HASH,    ///< #map, #tosa.rounding_mode
  DL_TOKEN_TYPE,    ///< !torch.vtensor
  DL_TOKEN_LITERAL, ///< dense<…>, dense_resource<…>, opaque<…> as a whole
  DL_TOKEN_ARROW,   ///< ->
  DL_TOKEN_PUNCT,   ///< one other character, or one of == >= <=
} dl_token_kind;

#define DL_NO_TOKEN UINT32_MAX

typedef struct dl_token {
  uint32_t begin, end; ///< byte range in the source
  uint32_t match;      ///< the partner of a bracket, else DL_NO_TOKEN
  uint8_t kind;
  bool first_on_line;
} dl_token;

typedef struct dl_tokens {
  const char *text;
  uint32_t n_text;
  dl_token *items; ///< the last one is DL_TOKEN_END
  uint32_t count;  ///< with the end
  /// Bytes that rules looked at, so that nested garbage costs no more than the
  /// length of the text allows.
  uint64_t *work;
} dl_tokens;

/// Splits `text` (at most INT32_MAX bytes) in time linear in its length. The
/// items live in malloc memory until dl_up_tokens_finish.
void dl_up_tokens_init(dl_tokens *tokens, const char *text, uint32_t n_text);
void dl_up_tokens_finish(dl_tokens *tokens);

/// The source of token `index`; an index past the end gives the end.
dl_slice dl_up_token_text(const dl_tokens *tokens, uint32_t index);
dl_token_kind dl_up_token_kind_at(const dl_tokens *tokens, uint32_t index);
bool dl_up_token_is(const dl_tokens *tokens, uint32_t index, const char *text);
/// The source from the start of token `first` up to the start of `last`,
/// without white space at its end.
dl_slice dl_up_token_range(const dl_tokens *tokens, uint32_t first,
                           uint32_t last);
/// Counts the tokens [first, last) as looked at.
void dl_up_spend(const dl_tokens *tokens, uint32_t first, uint32_t last);
/// The token after the type that starts at `index`; `index` if none does.
uint32_t dl_up_type_end(const dl_tokens *tokens, uint32_t index);

#endif // DLOPT_LOWERING_UPGRADE_TEXT_H
