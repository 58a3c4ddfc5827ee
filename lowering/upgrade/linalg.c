// linalg: named operations that were folded into others or changed syntax.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

#define MAPS3(a, b, c)                                                         \
  "[affine_map<(d0, d1, d2) -> (" a ")>, affine_map<(d0, d1, d2) -> (" b       \
  ")>, affine_map<(d0, d1, d2) -> (" c ")>]"
#define MAPS4(a, b, c)                                                         \
  "[affine_map<(d0, d1, d2, d3) -> (" a                                        \
  ")>, affine_map<(d0, d1, d2, d3) -> (" b                                     \
  ")>, affine_map<(d0, d1, d2, d3) -> (" c ")>]"

/// rule->arg holds the indexing maps that say what is transposed.
static dl_mend mend_transposed(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  bool is_batch = dl_up_slice_starts_with(op->op, "linalg.batch_");
  const char *name = is_batch ? "linalg.batch_matmul" : "linalg.matmul";
  if (!op->quoted) {
    op->new_name = dl_up_format(up, "%s indexing_maps = %s", name, rule->arg);
    return DL_MEND_DONE;
  }
  dl_form *form = dl_up_op_form(up, op);
  if (!form)
    return DL_MEND_BY_HAND;
  op->new_name = (dl_slice){name, strlen(name)};
  dl_up_form_set(up, form, "indexing_maps",
                 (dl_slice){rule->arg, strlen(rule->arg)});
  return DL_MEND_DONE;
}

static bool at_brackets(const dl_tokens *tokens, uint32_t at,
                        const char *bracket) {
  return dl_up_token_is(tokens, at, bracket) &&
         tokens->items[at].match != DL_NO_TOKEN && tokens->items[at].match > at;
}

/// The types behind the ':' in `ins(%a, %b : A, B)`; `open` is its bracket.
static uint32_t types_in(const dl_tokens *tokens, uint32_t open,
                         dl_slice *types, uint32_t limit) {
  uint32_t close = tokens->items[open].match;
  dl_up_spend(tokens, open, close);
  for (uint32_t t = open + 1; t < close; t++)
    if (dl_up_token_is(tokens, t, ":"))
      return dl_up_split(dl_up_token_range(tokens, t + 1, close), types, limit);
  return 0;
}

/// `{fun = #linalg.unary_fn<exp>}` -> `kind=#linalg.elementwise_kind<exp>`;
/// rule->arg is the function where none is written.
static dl_mend mend_elementwise(dl_upgrade *up, dl_op *op,
                                const dl_rule *rule) {
  const dl_tokens *tokens = &up->tokens;
  up->advice = "the operation is gone: write linalg.elementwise or "
               "linalg.generic (its operands are of several types)";
  dl_slice function = {rule->arg, strlen(rule->arg)};
  uint32_t at = op->name + 1;
  if (op->quoted)
    return DL_MEND_BY_HAND;
  if (at_brackets(tokens, at, "{")) {
    uint32_t close = tokens->items[at].match;
    dl_up_spend(tokens, at, close);
    for (uint32_t t = at + 1; t < close; t++)
      if (dl_up_token_is(tokens, t, "fun") &&
          dl_up_token_is(tokens, t + 3, "<"))
        function = dl_up_token_text(tokens, t + 4);
    at = close + 1;
  }
  uint32_t ins = at, outs;
  if (!dl_up_token_is(tokens, ins, "ins") || !at_brackets(tokens, ins + 1, "("))
    return DL_MEND_BY_HAND;
  outs = tokens->items[ins + 1].match + 1;
  if (!dl_up_token_is(tokens, outs, "outs") ||
      !at_brackets(tokens, outs + 1, "("))
    return DL_MEND_BY_HAND;
  dl_slice types[4];
  uint32_t count = types_in(tokens, ins + 1, types, 3);
  dl_shape first, other;
  if (count == 0 || count > 3 ||
      types_in(tokens, outs + 1, &types[count], 1) != 1 ||
      !dl_up_shape_parse(up, types[0], &first))
    return DL_MEND_BY_HAND;
  for (uint32_t i = 1; i <= count; i++)
    if (!dl_up_shape_parse(up, types[i], &other) ||
        !dl_up_slice_equal(first.element, other.element) ||
        first.rank != other.rank)
      return DL_MEND_BY_HAND;
  up->advice = NULL;
  dl_up_replace(
      up, tokens->items[op->name].begin, tokens->items[ins].begin,
      dl_up_format(up,
                   "linalg.elementwise kind=#linalg.elementwise_kind<%.*s> ",
                   DL_SLICE_ARGS(function)));
  return DL_MEND_DONE;
}

/// The mapper of linalg.map takes the element of the init too.
static dl_mend mend_map(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t at = op->name + 1, n_inputs = 0;
  dl_slice types[2], arguments[64];
  if (op->quoted)
    return DL_MEND_NONE;
  if (dl_up_token_is(tokens, at, "ins") && at_brackets(tokens, at + 1, "(")) {
    n_inputs = types_in(tokens, at + 1, types, 0);
    at = tokens->items[at + 1].match + 1;
  }
  if (!dl_up_token_is(tokens, at, "outs") || !at_brackets(tokens, at + 1, "("))
    return DL_MEND_NONE;
  if (types_in(tokens, at + 1, types, 1) != 1)
    return DL_MEND_NONE;
  at = tokens->items[at + 1].match + 1;
  if (at_brackets(tokens, at, "{"))
    at = tokens->items[at].match + 1;
  dl_shape init;
  if (!at_brackets(tokens, at, "(") || !dl_up_shape_parse(up, types[0], &init))
    return DL_MEND_NONE;
  uint32_t close = tokens->items[at].match;
  uint32_t count =
      dl_up_split(dl_up_token_range(tokens, at + 1, close), arguments, 64);
  if (count != n_inputs)
    return DL_MEND_NONE;
  dl_slice fresh = dl_up_fresh(up);
  dl_up_insert(up, tokens->items[close].begin,
               dl_up_format(up, "%s%.*s: %.*s", count ? ", " : "",
                            DL_SLICE_ARGS(fresh), DL_SLICE_ARGS(init.element)));
  return DL_MEND_DONE;
}

/// `linalg.map { arith.maxf } ins(…)`: the name in braces is an operation too.
static dl_mend mend_short_body(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t name = op->name + 2;
  if (!at_brackets(tokens, op->name + 1, "{") ||
      dl_up_token_kind_at(tokens, name) != DL_TOKEN_WORD ||
      tokens->items[op->name + 1].match != name + 1)
    return DL_MEND_NONE;
  const dl_rule *inner =
      dl_up_rule_for(up->rules, dl_up_token_text(tokens, name), 0);
  if (!inner || inner->mend != dl_up_mend_rename)
    return DL_MEND_NONE;
  dl_up_replace_token(up, name, (dl_slice){inner->arg, strlen(inner->arg)});
  return DL_MEND_DONE;
}

/// `linalg.fill(%c, %t) : f32, T` -> `linalg.fill ins(%c : f32) outs(%t : T)`
static dl_mend mend_fill(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t open = op->name + 1;
  if (op->quoted || !at_brackets(tokens, open, "(") ||
      tokens->items[open].match != open + 4 ||
      !dl_up_token_is(tokens, open + 5, ":"))
    return DL_MEND_NONE;
  uint32_t first = open + 6, first_end = dl_up_type_end(tokens, first);
  uint32_t second = first_end + 1, second_end = dl_up_type_end(tokens, second);
  if (first_end == first || second_end == second ||
      !dl_up_token_is(tokens, first_end, ","))
    return DL_MEND_BY_HAND;
  dl_slice value = dl_up_token_text(tokens, open + 1);
  dl_slice init = dl_up_token_text(tokens, open + 3);
  dl_slice value_type = dl_up_token_range(tokens, first, first_end);
  dl_slice init_type = dl_up_token_range(tokens, second, second_end);
  dl_up_replace(up, tokens->items[open].begin,
                tokens->items[second_end - 1].end,
                dl_up_format(up, " ins(%.*s : %.*s) outs(%.*s : %.*s)",
                             DL_SLICE_ARGS(value), DL_SLICE_ARGS(value_type),
                             DL_SLICE_ARGS(init), DL_SLICE_ARGS(init_type)));
  return DL_MEND_DONE;
}

/// Signedness is an attribute now, not a name.
static dl_mend mend_unsigned(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  const dl_tokens *tokens = &up->tokens;
  if (op->quoted || dl_up_token_is(tokens, op->name + 1, "{"))
    return DL_MEND_BY_HAND;
  op->new_name =
      dl_up_format(up, "%s {cast = #linalg.type_fn<cast_unsigned>}", rule->arg);
  return DL_MEND_DONE;
}

#define TRANSPOSED "the operation is gone: indexing_maps say it now"
#define ELEMENTWISE "it is called linalg.elementwise now"
#define MAP "the body takes the element of the init as a last argument now"
#define INS_OUTS "operands are written ins(…) outs(…) now"
#define SHORT "the operation in braces was renamed"

const dl_rule dl_up_rules_linalg[] = {
    {"linalg.matmul_transpose_a", 22, TRANSPOSED, mend_transposed,
     MAPS3("d2, d0", "d2, d1", "d0, d1")},
    {"linalg.matmul_transpose_b", 22, TRANSPOSED, mend_transposed,
     MAPS3("d0, d2", "d1, d2", "d0, d1")},
    {"linalg.batch_matmul_transpose_a", 22, TRANSPOSED, mend_transposed,
     MAPS4("d0, d3, d1", "d0, d3, d2", "d0, d1, d2")},
    {"linalg.batch_matmul_transpose_b", 22, TRANSPOSED, mend_transposed,
     MAPS4("d0, d1, d3", "d0, d2, d3", "d0, d1, d2")},
    {"linalg.matmul_unsigned", 19, "'cast' says the signedness now",
     mend_unsigned, "linalg.matmul"},
    {"linalg.elemwise_unary", 21, ELEMENTWISE, mend_elementwise, "exp"},
    {"linalg.elemwise_binary", 21, ELEMENTWISE, mend_elementwise, "add"},
    {"linalg.map", 22, MAP, mend_map, NULL},
    {"linalg.map", 18, SHORT, mend_short_body, NULL},
    {"linalg.reduce", 18, SHORT, mend_short_body, NULL},
    {"linalg.fill", 15, INS_OUTS, mend_fill, NULL},
    {"linalg.copy", 14, INS_OUTS, mend_fill, NULL},
    DL_RULES_END,
};
