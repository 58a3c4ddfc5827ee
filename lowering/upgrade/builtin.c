// Types and attributes that changed, wherever they stand in the text.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

/// opaque<"elided_large_const", "0xDEADBEEF">: printed for constants whose data
/// was left out; dense_resource<__elided__> says the same today.
static void check_opaque(dl_upgrade *up, uint32_t t) {
  dl_slice text = dl_up_token_text(&up->tokens, t);
  if (!dl_up_slice_starts_with(text, "opaque<"))
    return;
  if (!dl_up_slice_ends_with(text, "\"0xDEADBEEF\">")) {
    dl_up_find(up, t, DL_FINDING_BY_HAND, DL_SLICE("opaque<…>"), 16,
               "opaque elements are gone: write the data as dense<…>");
    return;
  }
  dl_up_replace_token(up, t, DL_SLICE("dense_resource<__elided__>"));
  dl_up_find(up, t, DL_FINDING_MENDED, DL_SLICE("opaque<…>"), 16,
             "an elided constant is dense_resource<__elided__> now");
}

/// The token before `t` that opens the brackets around it is not at hand, so
/// the old form is known by its words: `, offset: 2, strides: [8, 1]`.
static void check_strides(dl_upgrade *up, uint32_t t) {
  const dl_tokens *tokens = &up->tokens;
  if (t == 0 || !dl_up_token_is(tokens, t - 1, ",") ||
      !dl_up_token_is(tokens, t + 1, ":") ||
      !dl_up_token_is(tokens, t + 3, ",") ||
      !dl_up_token_is(tokens, t + 4, "strides") ||
      !dl_up_token_is(tokens, t + 5, ":") ||
      !dl_up_token_is(tokens, t + 6, "["))
    return;
  uint32_t close = tokens->items[t + 6].match;
  if (close == DL_NO_TOKEN)
    return;
  dl_slice offset = dl_up_token_text(tokens, t + 2);
  dl_slice strides = dl_up_token_range(tokens, t + 6, close + 1);
  dl_slice layout =
      dl_up_slice_is(offset, "0")
          ? dl_up_format(up, "strided<%.*s>", DL_SLICE_ARGS(strides))
          : dl_up_format(up, "strided<%.*s, offset: %.*s>",
                         DL_SLICE_ARGS(strides), DL_SLICE_ARGS(offset));
  dl_up_replace(up, tokens->items[t].begin, tokens->items[close].end, layout);
  dl_up_find(
      up, t, DL_FINDING_MENDED, DL_SLICE("memref layout"), 16,
      "'offset: o, strides: [s]' is written strided<[s], offset: o> now");
}

static void check_pointer(dl_upgrade *up, uint32_t t) {
  const dl_tokens *tokens = &up->tokens;
  if (!dl_up_token_is(tokens, t + 1, "<") ||
      (dl_up_token_kind_at(tokens, t + 2) == DL_TOKEN_NUMBER &&
       dl_up_token_is(tokens, t + 3, ">")))
    return;
  dl_up_find(up, t, DL_FINDING_BY_HAND, DL_SLICE("!llvm.ptr"), 18,
             "pointers have no element type: write !llvm.ptr, and the type on "
             "each load, getelementptr and alloca");
}

static void check_kind(dl_upgrade *up, uint32_t t) {
  const dl_tokens *tokens = &up->tokens;
  bool is_max = dl_up_token_is(tokens, t + 2, "maxf");
  if (!dl_up_token_is(tokens, t + 1, "<") ||
      !(is_max || dl_up_token_is(tokens, t + 2, "minf")))
    return;
  dl_up_replace_token(up, t + 2,
                      is_max ? DL_SLICE("maximumf") : DL_SLICE("minimumf"));
  dl_up_find(up, t, DL_FINDING_MENDED, DL_SLICE("#vector.kind"), 18,
             "the kinds maxf and minf are called maximumf and minimumf now");
}

/// `(d0 : dense, d1 : compressed)` for the level names of tokens (open, close),
/// or empty where a level is another.
static dl_slice level_map(dl_upgrade *up, uint32_t open, uint32_t close) {
  dl_slice dims = DL_SLICE(""), levels = DL_SLICE("");
  unsigned count = 0;
  for (uint32_t t = open + 1; t < close && count < 16; t += 2, count++) {
    dl_slice level = dl_up_token_text(&up->tokens, t);
    const char *comma = count ? ", " : "";
    if (!(dl_up_slice_is(level, "\"dense\"") ||
          dl_up_slice_is(level, "\"compressed\"") ||
          dl_up_slice_is(level, "\"singleton\"")) ||
        (t + 1 != close && !dl_up_token_is(&up->tokens, t + 1, ",")))
      return (dl_slice){0};
    dims = dl_up_format(up, "%.*s%sd%u", DL_SLICE_ARGS(dims), comma, count);
    levels = dl_up_format(up, "%.*s%sd%u : %.*s", DL_SLICE_ARGS(levels), comma,
                          count, (int)level.length - 2, level.data + 1);
  }
  if (count == 0 || count == 16)
    return (dl_slice){0};
  return dl_up_format(up, "map = (%.*s) -> (%.*s)", DL_SLICE_ARGS(dims),
                      DL_SLICE_ARGS(levels));
}

static void check_encoding(dl_upgrade *up, uint32_t t) {
  const dl_tokens *tokens = &up->tokens;
  uint32_t brace = t + 2, key = t + 3, open = t + 5;
  if (!dl_up_token_is(tokens, brace, "{") ||
      !dl_up_token_is(tokens, key + 1, "=") ||
      !(dl_up_token_is(tokens, key, "dimLevelType") ||
        dl_up_token_is(tokens, key, "dimOrdering")))
    return;
  uint32_t close = dl_up_token_is(tokens, open, "[") ? tokens->items[open].match
                                                     : DL_NO_TOKEN;
  // With other keys, such as dimOrdering, the map is another.
  bool alone = dl_up_token_is(tokens, key, "dimLevelType") &&
               close != DL_NO_TOKEN && tokens->items[brace].match == close + 1;
  dl_slice map = alone ? level_map(up, open, close) : (dl_slice){0};
  if (map.length == 0) {
    dl_up_find(up, t, DL_FINDING_BY_HAND, DL_SLICE("#sparse_tensor.encoding"),
               17,
               "dimLevelType and dimOrdering became one map: [\"dense\", "
               "\"compressed\"] is map = (d0, d1) -> (d0 : dense, d1 : "
               "compressed)");
    return;
  }
  dl_up_replace(up, tokens->items[key].begin, tokens->items[close].end, map);
  dl_up_find(up, t, DL_FINDING_MENDED, DL_SLICE("#sparse_tensor.encoding"), 17,
             "dimLevelType is part of a map now");
}

/// `<"CPU": #dlti…, "GPU": #dlti…>` -> `<"CPU" = …>`
static void check_system(dl_upgrade *up, uint32_t t) {
  const dl_tokens *tokens = &up->tokens;
  uint32_t open = t + 1;
  bool is_old = dl_up_token_is(tokens, open, "<") &&
                dl_up_token_kind_at(tokens, open + 1) == DL_TOKEN_STRING &&
                dl_up_token_is(tokens, open + 2, ":");
  if (!is_old || tokens->items[open].match == DL_NO_TOKEN)
    return;
  for (uint32_t i = open + 1; i < tokens->items[open].match; i++) {
    uint32_t match = tokens->items[i].match;
    if (dl_up_token_kind_at(tokens, i) == DL_TOKEN_STRING &&
        dl_up_token_is(tokens, i + 1, ":"))
      dl_up_replace_token(up, i + 1, DL_SLICE(" ="));
    if (match != DL_NO_TOKEN && match > i)
      i = match;
  }
  dl_up_find(up, t, DL_FINDING_MENDED, DL_SLICE("#dlti.target_system_spec"), 20,
             "devices are written \"CPU\" = … now");
}

void dl_up_check_token(dl_upgrade *up, uint32_t token) {
  const dl_tokens *tokens = &up->tokens;
  dl_token_kind kind = dl_up_token_kind_at(tokens, token);
  dl_slice text = dl_up_token_text(tokens, token);
  if (kind == DL_TOKEN_LITERAL) {
    check_opaque(up, token);
  } else if (kind == DL_TOKEN_WORD) {
    if (dl_up_slice_is(text, "offset"))
      check_strides(up, token);
  } else if (kind == DL_TOKEN_TYPE || kind == DL_TOKEN_HASH) {
    if (dl_up_slice_is(text, "!llvm.ptr"))
      check_pointer(up, token);
    else if (dl_up_slice_is(text, "#vector.kind"))
      check_kind(up, token);
    else if (dl_up_slice_is(text, "#sparse_tensor.encoding"))
      check_encoding(up, token);
    else if (dl_up_slice_is(text, "#dlti.target_system_spec"))
      check_system(up, token);
    dl_up_foreign_use(up, token, text);
  }
}
