// tensor and memref shapes; tensor operations that came from linalg.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

/// An expand_shape: its source, where each result dimension comes from, and
/// the two shapes.
typedef struct expansion {
  dl_slice source, source_type;
  dl_shape from, to;
  int group_of[DL_MAX_RANK];
} expansion;

/// `[[0, 1], [2]]` -> the group of each result dimension.
static bool read_groups(dl_slice text, expansion *e) {
  int depth = 0, group = -1, dim = 0;
  for (size_t i = 0; i < text.length; i++) {
    char c = text.data[i];
    if (c == '[' && ++depth == 2)
      group++;
    else if (c == ']')
      depth--;
    bool is_digit = c >= '0' && c <= '9';
    bool starts = is_digit &&
                  (i == 0 || text.data[i - 1] < '0' || text.data[i - 1] > '9');
    if (!starts)
      continue;
    if (depth != 2 || dim >= DL_MAX_RANK || group >= e->from.rank)
      return false;
    e->group_of[dim++] = group;
  }
  // A tensor of rank 0 has no groups: every new size is 1.
  return (dim == e->to.rank || e->from.rank == 0) && group + 1 == e->from.rank;
}

/// The size of dynamic result dimension `dim`, as a value written before `op`:
/// the source's size over the static sizes of the group.
static dl_slice dynamic_size(dl_upgrade *up, const dl_op *op,
                             const expansion *e, int dim) {
  long long product = 1;
  if (e->from.rank == 0)
    return (dl_slice){0};
  for (int i = 0; i < e->to.rank; i++) {
    if (i == dim || e->group_of[i] != e->group_of[dim])
      continue;
    if (e->to.dims[i] == DL_DYNAMIC || e->to.dims[i] <= 0 ||
        product > (1LL << 40) / e->to.dims[i])
      return (dl_slice){0};
    product *= e->to.dims[i];
  }
  dl_slice index = dl_up_value_before(
      up, op, dl_up_format(up, "arith.constant %d : index", e->group_of[dim]));
  dl_slice size = dl_up_value_before(
      up, op,
      dl_up_format(up, "%.*s.dim %.*s, %.*s : %.*s",
                   DL_SLICE_ARGS(e->from.prefix), DL_SLICE_ARGS(e->source),
                   DL_SLICE_ARGS(index), DL_SLICE_ARGS(e->source_type)));
  if (product == 1)
    return size;
  dl_slice by = dl_up_value_before(
      up, op, dl_up_format(up, "arith.constant %lld : index", product));
  return dl_up_value_before(up, op,
                            dl_up_format(up, "arith.divui %.*s, %.*s : index",
                                         DL_SLICE_ARGS(size),
                                         DL_SLICE_ARGS(by)));
}

/// The list behind output_shape, or empty. Dynamic sizes are also counted in
/// `values`, for the generic form.
static dl_slice output_shape(dl_upgrade *up, const dl_op *op,
                             const expansion *e, dl_slice *values,
                             int *n_values) {
  dl_slice list = DL_SLICE("[");
  *n_values = 0;
  for (int i = 0; i < e->to.rank; i++) {
    const char *comma = i ? ", " : "";
    if (e->to.dims[i] != DL_DYNAMIC) {
      list = dl_up_format(up, "%.*s%s%lld", DL_SLICE_ARGS(list), comma,
                          e->to.dims[i]);
      continue;
    }
    dl_slice size = dynamic_size(up, op, e, i);
    if (size.length == 0)
      return size;
    values[(*n_values)++] = size;
    list = dl_up_format(up, "%.*s%s%.*s", DL_SLICE_ARGS(list), comma,
                        DL_SLICE_ARGS(size));
  }
  return dl_up_format(up, "%.*s]", DL_SLICE_ARGS(list));
}

static dl_mend mend_generic_expand(dl_upgrade *up, dl_op *op) {
  dl_form *form = dl_up_op_form(up, op);
  dl_attribute *groups =
      form ? dl_up_form_attribute(form, "reassociation") : NULL;
  if (!groups || form->n_operands != 1 || form->n_results != 1 ||
      dl_up_form_attribute(form, "static_output_shape"))
    return DL_MEND_NONE;
  expansion e = {.source = form->operands[0], .source_type = form->types[0]};
  dl_slice values[DL_MAX_RANK];
  int n_values;
  // `[[0 : i64, 1 : i64]]`: drop the types before counting.
  if (!dl_up_shape_parse(up, form->types[0], &e.from) ||
      !dl_up_shape_parse(up, form->result_types[0], &e.to) ||
      dl_up_slice_find(groups->value, ':') != groups->value.length ||
      !read_groups(groups->value, &e) ||
      output_shape(up, op, &e, values, &n_values).length == 0)
    return DL_MEND_BY_HAND;
  long long sizes[DL_MAX_RANK];
  for (int i = 0; i < e.to.rank; i++)
    sizes[i] = e.to.dims[i] == DL_DYNAMIC ? INT64_MIN : e.to.dims[i];
  dl_slice list = dl_up_join(up, sizes, e.to.rank);
  dl_up_form_set(up, form, "static_output_shape",
                 e.to.rank
                     ? dl_up_format(up, "array<i64: %.*s>", DL_SLICE_ARGS(list))
                     : DL_SLICE("array<i64>"));
  for (int i = 0; i < n_values; i++)
    dl_up_form_add_operand(up, form, values[i], DL_SLICE("index"));
  return DL_MEND_DONE;
}

/// rule->arg is the new name, or null.
static dl_mend mend_expand(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  const dl_tokens *tokens = &up->tokens;
  uint32_t open = op->name + 2;
  if (rule->arg)
    dl_up_mend_rename(up, op, rule);
  if (op->quoted)
    return mend_generic_expand(up, op);
  if (!dl_up_token_is(tokens, open, "[") ||
      tokens->items[open].match == DL_NO_TOKEN)
    return DL_MEND_NONE;
  uint32_t close = tokens->items[open].match, at = close + 1;
  if (dl_up_token_is(tokens, at, "output_shape"))
    return DL_MEND_NONE;
  if (dl_up_token_is(tokens, at, "{") && tokens->items[at].match != DL_NO_TOKEN)
    at = tokens->items[at].match + 1;
  if (!dl_up_token_is(tokens, at, ":"))
    return DL_MEND_NONE;
  uint32_t from = at + 1, from_end = dl_up_type_end(tokens, from);
  uint32_t to = from_end + 1, to_end = dl_up_type_end(tokens, to);
  expansion e = {.source = dl_up_token_text(tokens, op->name + 1),
                 .source_type = dl_up_token_range(tokens, from, from_end)};
  dl_slice values[DL_MAX_RANK];
  int n_values;
  dl_slice shape = {0};
  if (dl_up_token_is(tokens, from_end, "into") &&
      dl_up_shape_parse(up, e.source_type, &e.from) &&
      dl_up_shape_parse(up, dl_up_token_range(tokens, to, to_end), &e.to) &&
      e.from.ranked && e.to.ranked &&
      read_groups(dl_up_token_range(tokens, open, close + 1), &e))
    shape = output_shape(up, op, &e, values, &n_values);
  if (shape.length == 0) {
    up->advice = "the result's sizes must be stated: write output_shape [...] "
                 "behind the groups";
    return DL_MEND_BY_HAND;
  }
  dl_up_insert(up, tokens->items[close].end,
               dl_up_format(up, " output_shape %.*s", DL_SLICE_ARGS(shape)));
  return DL_MEND_DONE;
}

/// `linalg.init_tensor [%n, 3] : T` -> `tensor.empty(%n) : T`
static dl_mend mend_init_tensor(dl_upgrade *up, dl_op *op,
                                const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t open = op->name + 1;
  if (op->quoted || !dl_up_token_is(tokens, open, "[") ||
      tokens->items[open].match == DL_NO_TOKEN)
    return DL_MEND_BY_HAND;
  uint32_t close = tokens->items[open].match;
  dl_slice sizes = DL_SLICE("");
  dl_up_spend(tokens, open, close);
  for (uint32_t t = open + 1; t < close; t++)
    if (dl_up_token_kind_at(tokens, t) == DL_TOKEN_VALUE) {
      dl_slice value = dl_up_token_text(tokens, t);
      sizes = dl_up_format(up, "%.*s%s%.*s", DL_SLICE_ARGS(sizes),
                           sizes.length ? ", " : "", DL_SLICE_ARGS(value));
      if (sizes.length > 4096)
        return DL_MEND_BY_HAND;
    }
  dl_up_replace(up, tokens->items[op->name].begin, tokens->items[close].end,
                dl_up_format(up, "tensor.empty(%.*s)", DL_SLICE_ARGS(sizes)));
  return DL_MEND_DONE;
}

/// linalg.pad_tensor; the linalg.yield that ends its body is tensor.yield now.
static dl_mend mend_pad_tensor(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  const dl_tokens *tokens = &up->tokens;
  uint32_t at = op->name + 1, limit = at + 256;
  while (at < limit && at + 1 < tokens->count &&
         !dl_up_token_is(tokens, at, "{"))
    at++;
  uint32_t close = at < tokens->count ? tokens->items[at].match : DL_NO_TOKEN;
  if (op->quoted || !dl_up_token_is(tokens, at, "{") || close == DL_NO_TOKEN)
    return DL_MEND_BY_HAND;
  for (uint32_t t = close; t-- > at && close - t < 64;)
    if (dl_up_token_is(tokens, t, "linalg.yield")) {
      dl_up_replace_token(up, t, DL_SLICE("tensor.yield"));
      return dl_up_mend_rename(up, op, rule);
    }
  return DL_MEND_BY_HAND;
}

#define OUTPUT_SHAPE "the result's sizes must be stated (output_shape)"

const dl_rule dl_up_rules_tensor[] = {
    {"tensor.expand_shape", 19, OUTPUT_SHAPE, mend_expand, NULL},
    {"memref.expand_shape", 19, OUTPUT_SHAPE, mend_expand, NULL},
    {"linalg.tensor_expand_shape", 14,
     "it is called tensor.expand_shape now and states the result's sizes",
     mend_expand, "tensor.expand_shape"},
    {"linalg.tensor_collapse_shape", 14,
     "it is called tensor.collapse_shape now", dl_up_mend_rename,
     "tensor.collapse_shape"},
    {"linalg.init_tensor", 16, "it is called tensor.empty now",
     mend_init_tensor, NULL},
    {"linalg.pad_tensor", 14, "it is called tensor.pad now", mend_pad_tensor,
     "tensor.pad"},
    {"tensor.pack", 21, "it is called linalg.pack now", dl_up_mend_rename,
     "linalg.pack"},
    {"tensor.unpack", 21, "it is called linalg.unpack now", dl_up_mend_rename,
     "linalg.unpack"},
    DL_RULES_END,
};
