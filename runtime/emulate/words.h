// The words of PTX mnemonics as numbers, and what each type is.
#ifndef DLOPT_RUNTIME_EMULATE_WORDS_H
#define DLOPT_RUNTIME_EMULATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum dl_em_word {
#define T(id, text, bytes, kind) DL_EM_W_##id,
#define W(id, text) DL_EM_W_##id,
#include "runtime/emulate/words.def"
#undef T
#undef W
  DL_EM_N_WORDS,
  DL_EM_NO_WORD = DL_EM_N_WORDS,
} dl_em_word;

// A set of words is 5 * 64 bits.
enum { DL_EM_WORD_GROUPS = 5 };
_Static_assert(DL_EM_N_WORDS <= 64 * DL_EM_WORD_GROUPS, "a wider set is due");

typedef struct dl_em_word_info {
  const char *text;
  uint8_t bytes; // of a type; 0 for other words
  char kind;     // as in words.def; 0 for other words
} dl_em_word_info;

/// The row of a word; static storage.
const dl_em_word_info *dl_em_word_of(dl_em_word word);

/// Finds a word by its spelling without the dot; DL_EM_NO_WORD if unknown.
dl_em_word dl_em_word_find(const char *text, size_t length);

static inline bool dl_em_word_is_type(dl_em_word word) {
  return dl_em_word_of(word)->bytes != 0;
}

#endif
