// vector: element access, broadcasts and combining kinds.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

/// `%v[%i : index]` at token `at`: its parts, and the type behind the ':'.
typedef struct access {
  dl_slice vector, index, index_type; ///< the last two empty for 0-d
  uint32_t first, after;              ///< tokens around `%v[…] : T`
  dl_shape shape;
  dl_slice type;
} access;

static bool read_access(dl_upgrade *up, uint32_t at, access *a) {
  const dl_tokens *tokens = &up->tokens;
  uint32_t open = at + 1;
  *a = (access){.first = at};
  if (dl_up_token_kind_at(tokens, at) != DL_TOKEN_VALUE ||
      !dl_up_token_is(tokens, open, "[") ||
      tokens->items[open].match == DL_NO_TOKEN)
    return false;
  uint32_t close = tokens->items[open].match;
  a->vector = dl_up_token_text(tokens, at);
  if (close == open + 4 && dl_up_token_is(tokens, open + 2, ":")) {
    a->index = dl_up_token_text(tokens, open + 1);
    a->index_type = dl_up_token_text(tokens, open + 3);
  } else if (close != open + 1) {
    return false;
  }
  if (!dl_up_token_is(tokens, close + 1, ":"))
    return false;
  a->after = dl_up_type_end(tokens, close + 2);
  a->type = dl_up_token_range(tokens, close + 2, a->after);
  return dl_up_shape_parse(up, a->type, &a->shape);
}

/// The index as an index value; it was unsigned in every lowering.
static dl_slice index_value(dl_upgrade *up, const dl_op *op, const access *a) {
  if (a->index.length == 0 || dl_up_slice_is(a->index_type, "index"))
    return a->index;
  return dl_up_value_before(
      up, op,
      dl_up_format(up, "arith.index_castui %.*s : %.*s to index",
                   DL_SLICE_ARGS(a->index), DL_SLICE_ARGS(a->index_type)));
}

static dl_mend mend_extractelement(dl_upgrade *up, dl_op *op,
                                   const dl_rule *rule) {
  (void)rule;
  access a;
  if (op->quoted || !read_access(up, op->name + 1, &a))
    return DL_MEND_BY_HAND;
  dl_slice index = index_value(up, op, &a);
  dl_up_replace(
      up, up->tokens.items[op->name].begin, up->tokens.items[a.after - 1].end,
      dl_up_format(up, "vector.extract %.*s[%.*s] : %.*s from %.*s",
                   DL_SLICE_ARGS(a.vector), DL_SLICE_ARGS(index),
                   DL_SLICE_ARGS(a.shape.element), DL_SLICE_ARGS(a.type)));
  return DL_MEND_DONE;
}

static dl_mend mend_insertelement(dl_upgrade *up, dl_op *op,
                                  const dl_rule *rule) {
  (void)rule;
  access a;
  if (op->quoted ||
      dl_up_token_kind_at(&up->tokens, op->name + 1) != DL_TOKEN_VALUE ||
      !dl_up_token_is(&up->tokens, op->name + 2, ",") ||
      !read_access(up, op->name + 3, &a))
    return DL_MEND_BY_HAND;
  dl_slice index = index_value(up, op, &a);
  dl_slice element = dl_up_token_text(&up->tokens, op->name + 1);
  dl_up_replace(
      up, up->tokens.items[op->name].begin, up->tokens.items[a.after - 1].end,
      dl_up_format(up, "vector.insert %.*s, %.*s[%.*s] : %.*s into %.*s",
                   DL_SLICE_ARGS(element), DL_SLICE_ARGS(a.vector),
                   DL_SLICE_ARGS(index), DL_SLICE_ARGS(a.shape.element),
                   DL_SLICE_ARGS(a.type)));
  return DL_MEND_DONE;
}

/// `vector.extract %v[1] : V` -> `vector.extract %v[1] : R from V`
static dl_mend mend_extract(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t open = op->name + 2;
  if (op->quoted || !dl_up_token_is(tokens, open, "[") ||
      tokens->items[open].match == DL_NO_TOKEN)
    return DL_MEND_NONE;
  uint32_t close = tokens->items[open].match, at = close + 1;
  if (dl_up_token_is(tokens, at, "{") && tokens->items[at].match != DL_NO_TOKEN)
    at = tokens->items[at].match + 1;
  uint32_t end = dl_up_type_end(tokens, at + 1);
  if (!dl_up_token_is(tokens, at, ":") || end == at + 1 ||
      dl_up_token_is(tokens, end, "from"))
    return DL_MEND_NONE;
  dl_shape shape;
  dl_slice type = dl_up_token_range(tokens, at + 1, end);
  uint32_t taken =
      dl_up_split(dl_up_token_range(tokens, open + 1, close), NULL, 0);
  if (!dl_up_shape_parse(up, type, &shape) || taken > (uint32_t)shape.rank)
    return DL_MEND_BY_HAND; // scalable vectors too
  dl_slice result = shape.element;
  if (taken < (uint32_t)shape.rank) {
    result = DL_SLICE("vector<");
    for (int i = (int)taken; i < shape.rank; i++)
      result =
          dl_up_format(up, "%.*s%lldx", DL_SLICE_ARGS(result), shape.dims[i]);
    result = dl_up_format(up, "%.*s%.*s>", DL_SLICE_ARGS(result),
                          DL_SLICE_ARGS(shape.element));
  }
  dl_up_insert(up, tokens->items[at].end,
               dl_up_format(up, " %.*s from", DL_SLICE_ARGS(result)));
  return DL_MEND_DONE;
}

/// `vector.splat %x : V` -> `vector.broadcast %x : E to V`
static dl_mend mend_splat(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  const dl_tokens *tokens = &up->tokens;
  dl_up_mend_rename(up, op, rule);
  if (op->quoted)
    return DL_MEND_DONE;
  uint32_t at = op->name + 2;
  if (dl_up_token_is(tokens, at, "{") && tokens->items[at].match != DL_NO_TOKEN)
    at = tokens->items[at].match + 1;
  dl_slice type =
      dl_up_token_range(tokens, at + 1, dl_up_type_end(tokens, at + 1));
  size_t last = type.length;
  while (last > 0 && type.data[last - 1] != 'x' && type.data[last - 1] != '<')
    last--;
  if (!dl_up_token_is(tokens, at, ":") ||
      !dl_up_slice_starts_with(type, "vector<") || last + 1 >= type.length)
    return DL_MEND_BY_HAND;
  // `indexx`: the element `index` ends in an x of its own.
  dl_slice element = {type.data + last, type.length - last - 1};
  if (dl_up_slice_ends_with(type, "xindex>") ||
      dl_up_slice_ends_with(type, "<index>"))
    element = DL_SLICE("index");
  dl_up_insert(up, tokens->items[at].end,
               dl_up_format(up, " %.*s to", DL_SLICE_ARGS(element)));
  return DL_MEND_DONE;
}

/// `<maxf>` and, older, `"add"` behind the name.
static dl_mend mend_kind(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  uint32_t at = op->name + 1;
  bool is_max = dl_up_token_is(&up->tokens, at + 1, "maxf");
  if (op->quoted || !dl_up_token_is(&up->tokens, at, "<") ||
      !(is_max || dl_up_token_is(&up->tokens, at + 1, "minf")))
    return DL_MEND_NONE;
  dl_up_replace_token(up, at + 1,
                      is_max ? DL_SLICE("maximumf") : DL_SLICE("minimumf"));
  return DL_MEND_DONE;
}

static dl_mend mend_quoted_kind(dl_upgrade *up, dl_op *op,
                                const dl_rule *rule) {
  (void)rule;
  uint32_t at = op->name + 1;
  dl_slice kind = dl_up_token_text(&up->tokens, at);
  if (op->quoted || dl_up_token_kind_at(&up->tokens, at) != DL_TOKEN_STRING ||
      kind.length < 3)
    return DL_MEND_NONE;
  dl_slice word = {kind.data + 1, kind.length - 2};
  if (dl_up_slice_is(word, "maxf"))
    word = DL_SLICE("maximumf");
  else if (dl_up_slice_is(word, "minf"))
    word = DL_SLICE("minimumf");
  dl_up_replace_token(up, at, dl_up_format(up, "<%.*s>", DL_SLICE_ARGS(word)));
  return DL_MEND_DONE;
}

/// llvm.intr.matrix.transpose writes `into` for `->`.
static dl_mend mend_flat_transpose(dl_upgrade *up, dl_op *op,
                                   const dl_rule *rule) {
  dl_up_mend_rename(up, op, rule);
  if (op->quoted)
    return DL_MEND_DONE;
  for (uint32_t t = op->name + 1; t < op->name + 32; t++)
    if (dl_up_token_kind_at(&up->tokens, t) == DL_TOKEN_ARROW) {
      dl_up_replace_token(up, t, DL_SLICE("into"));
      return DL_MEND_DONE;
    }
  return DL_MEND_BY_HAND;
}

#define KINDS "the kinds maxf and minf are called maximumf and minimumf now"

const dl_rule dl_up_rules_vector[] = {
    {"vector.extractelement", 22, "it is called vector.extract now",
     mend_extractelement, NULL},
    {"vector.insertelement", 22, "it is called vector.insert now",
     mend_insertelement, NULL},
    {"vector.extract", 18, "it states the type of the result now", mend_extract,
     NULL},
    {"vector.splat", 22, "it is called vector.broadcast now", mend_splat,
     "vector.broadcast"},
    {"vector.reduction", 18, KINDS, mend_kind, NULL},
    {"vector.multi_reduction", 18, KINDS, mend_kind, NULL},
    {"vector.reduction", 15, "the kind is written <add> now, no string",
     mend_quoted_kind, NULL},
    {"vector.matrix_multiply", 22, "it is called llvm.intr.matrix.multiply now",
     dl_up_mend_rename, "llvm.intr.matrix.multiply"},
    {"vector.flat_transpose", 22, "it is called llvm.intr.matrix.transpose now",
     mend_flat_transpose, "llvm.intr.matrix.transpose"},
    {"vector.warp_execute_on_lane_0", 20,
     "it is called gpu.warp_execute_on_lane_0 now", dl_up_mend_rename,
     "gpu.warp_execute_on_lane_0"},
    {"vector.extract_map", 16,
     "the operation is gone: gpu.warp_execute_on_lane_0 distributes vectors",
     NULL, NULL},
    {"vector.insert_map", 16,
     "the operation is gone: gpu.warp_execute_on_lane_0 distributes vectors",
     NULL, NULL},
    DL_RULES_END,
};
