// The rows of ops.def with their patterns compiled, and the search in them.
#include "runtime/emulate/ops.h"

#include "runtime/emulate/handlers.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#define OP(base, pattern, signature, handler, flags)                           \
  {#base, pattern, signature, dl_em_##handler, NULL, flags},
#define LANES(base, pattern, signature, handler, lanes)                        \
  {#base, pattern, signature, dl_em_##handler, (dl_em_lanes)dl_em_##lanes, 0},
#define ALU(base, pattern, signature, lanes)                                   \
  LANES(base, pattern, signature, do_alu, lanes)
#define FP(base, pattern, signature, lanes)                                    \
  LANES(base, pattern, signature, do_fp, lanes)
#define APPROX(base, pattern, signature, lanes)                                \
  LANES(base, pattern, signature, do_approx, lanes)
#define CMP(base, pattern, signature, lanes)                                   \
  LANES(base, pattern, signature, do_compare, lanes)
static const dl_em_row rows[] = {
#include "runtime/emulate/ops.def"
};

static const struct need {
  const char *base, *words;
  uint32_t sm;
  dl_em_need kind;
} needs[] = {
#define NEEDS(base, words, sm, kind) {#base, words, sm, DL_EM_NEED_##kind},
#include "runtime/emulate/targets.def"
#undef NEEDS
};

enum { n_needs = sizeof(needs) / sizeof(needs[0]), NEED_ITEMS = 2 };
enum { n_rows = sizeof(rows) / sizeof(rows[0]), n_buckets = 256 };

typedef struct item {
  uint64_t words[DL_EM_WORD_GROUPS];
  bool is_optional;
} item;

// Compiled once: the items of each row, and rows chained by base.
static item items[n_rows][DL_EM_ROW_ITEMS];
static uint8_t n_items[n_rows];
static int16_t next_row[n_rows]; // of the same bucket, ascending; -1 ends
static int16_t first_row[n_buckets];
static item need_items[n_needs][NEED_ITEMS]; // all zero: any words
static pthread_once_t rows_once = PTHREAD_ONCE_INIT;

static uint32_t bucket_of(const char *base) {
  uint32_t hash = 2166136261u;
  for (; *base; ++base)
    hash = (hash ^ (uint8_t)*base) * 16777619u;
  return (hash ^ (hash >> 16)) % n_buckets;
}

static void compile_item(const char *text, size_t length, item *out) {
  if (*text == '?') {
    out->is_optional = true;
    ++text;
    --length;
  }
  while (length > 0) {
    const char *bar = memchr(text, '|', length);
    size_t n = bar ? (size_t)(bar - text) : length;
    dl_em_word word = dl_em_word_find(text, n);
    assert(word != DL_EM_NO_WORD && "a word of ops.def is not in words.def");
    out->words[word / 64] |= (uint64_t)1 << (word % 64);
    length -= bar ? n + 1 : n;
    text += bar ? n + 1 : n;
  }
}

static void compile_rows(void) {
  memset(first_row, -1, sizeof(first_row));
  for (int r = n_rows; r-- > 0;) {
    uint32_t bucket = bucket_of(rows[r].base);
    next_row[r] = first_row[bucket];
    first_row[bucket] = (int16_t)r;
    const char *at = rows[r].pattern;
    while (*at) {
      size_t n = strcspn(at, " ");
      assert(n_items[r] < DL_EM_ROW_ITEMS);
      if (n > 0)
        compile_item(at, n, &items[r][n_items[r]++]);
      at += n + (at[n] != 0);
    }
  }
  for (int i = 0; i < n_needs; ++i) {
    const char *at = needs[i].words;
    for (int k = 0; *at; ++k) {
      size_t n = strcspn(at, " ");
      assert(k < NEED_ITEMS);
      compile_item(at, n, &need_items[i][k]);
      at += n + (at[n] != 0);
    }
  }
}

static bool has_item(const uint64_t *words, const item *it) {
  uint64_t wanted = 0, found = 0;
  for (int i = 0; i < DL_EM_WORD_GROUPS; ++i) {
    wanted |= it->words[i];
    found |= it->words[i] & words[i];
  }
  return wanted == 0 || found != 0;
}

uint32_t dl_em_target_of(const char *base, const uint64_t *words,
                         dl_em_need *kind) {
  uint32_t sm = 0;
  *kind = DL_EM_NEED_LATER;
  for (int i = 0; i < n_needs; ++i) {
    if (needs[i].sm <= sm || strcmp(needs[i].base, base) != 0 ||
        !has_item(words, &need_items[i][0]) ||
        !has_item(words, &need_items[i][1]))
      continue;
    sm = needs[i].sm;
    *kind = needs[i].kind;
  }
  return sm;
}

const dl_em_row *dl_em_row_of(uint16_t row) { return &rows[row]; }

uint32_t dl_em_n_rows(void) { return n_rows; }

static bool fits(int row, const dl_em_word *words, uint32_t n_words) {
  uint32_t at = 0;
  for (int i = 0; i < n_items[row]; ++i) {
    const item *it = &items[row][i];
    if (at < n_words && it->words[words[at] / 64] >> (words[at] % 64) & 1)
      ++at;
    else if (!it->is_optional)
      return false;
  }
  return at == n_words;
}

int dl_em_row_match(const char *base, const dl_em_word *words, uint32_t n_words,
                    int from) {
  pthread_once(&rows_once, compile_rows);
  for (int r = first_row[bucket_of(base)]; r >= 0; r = next_row[r])
    if (r >= from && strcmp(rows[r].base, base) == 0 && fits(r, words, n_words))
      return r;
  return -1;
}

bool dl_em_base_is_known(const char *base) {
  pthread_once(&rows_once, compile_rows);
  for (int r = first_row[bucket_of(base)]; r >= 0; r = next_row[r])
    if (strcmp(rows[r].base, base) == 0)
      return true;
  return false;
}
