// Lookup of the words of PTX mnemonics.
#include "runtime/emulate/words.h"

#include <pthread.h>
#include <string.h>

static const dl_em_word_info words[DL_EM_N_WORDS + 1] = {
#define T(id, text, bytes, kind) {text, bytes, #kind[0]},
#define W(id, text) {text, 0, 0},
#include "runtime/emulate/words.def"
#undef T
#undef W
    {"", 0, 0},
};

enum { table_size = 1024 }; // a power of two, well above the number of words
static uint16_t table[table_size]; // word + 1, 0 where empty
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static uint32_t hash_of(const char *text, size_t length) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; ++i)
    hash = (hash ^ (uint8_t)text[i]) * 16777619u;
  return hash ^ (hash >> 15);
}

static void fill_table(void) {
  for (int i = 0; i < DL_EM_N_WORDS; ++i) {
    uint32_t at = hash_of(words[i].text, strlen(words[i].text));
    while (table[at % table_size] != 0)
      ++at;
    table[at % table_size] = (uint16_t)(i + 1);
  }
}

const dl_em_word_info *dl_em_word_of(dl_em_word word) { return &words[word]; }

dl_em_word dl_em_word_find(const char *text, size_t length) {
  pthread_once(&table_once, fill_table);
  for (uint32_t at = hash_of(text, length);; ++at) {
    uint16_t found = table[at % table_size];
    if (found == 0)
      return DL_EM_NO_WORD;
    const char *word = words[found - 1].text;
    if (strlen(word) == length && memcmp(word, text, length) == 0)
      return (dl_em_word)(found - 1);
  }
}
