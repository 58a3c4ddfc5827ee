// bufferization and memref: the ways between tensors and buffers.
#include "lowering/upgrade/rewrite.h"

/// The ':' behind the operand and its keywords, or DL_NO_TOKEN.
static uint32_t colon_of(dl_upgrade *up, const dl_op *op) {
  uint32_t at = op->name + 1;
  if (op->quoted || dl_up_token_kind_at(&up->tokens, at) != DL_TOKEN_VALUE)
    return DL_NO_TOKEN;
  for (at++; dl_up_token_kind_at(&up->tokens, at) == DL_TOKEN_WORD; at++)
    ;
  if (dl_up_token_is(&up->tokens, at, "{") &&
      up->tokens.items[at].match != DL_NO_TOKEN)
    at = up->tokens.items[at].match + 1;
  return dl_up_token_is(&up->tokens, at, ":") ? at : DL_NO_TOKEN;
}

/// tensor<…> for a memref<…>.
static dl_slice tensor_of(dl_upgrade *up, dl_slice memref) {
  dl_shape shape;
  if (!dl_up_shape_parse(up, memref, &shape) ||
      !dl_up_slice_is(shape.prefix, "memref"))
    return (dl_slice){0};
  if (!shape.ranked)
    return dl_up_format(up, "tensor<*x%.*s>", DL_SLICE_ARGS(shape.element));
  return dl_up_format(up, "tensor<%.*s%.*s>", DL_SLICE_ARGS(shape.dims_text),
                      DL_SLICE_ARGS(shape.element));
}

/// `: memref` -> `: tensor to memref`
static dl_mend mend_to_buffer(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  (void)rule;
  op->new_name = DL_SLICE("bufferization.to_buffer");
  if (op->quoted)
    return DL_MEND_DONE;
  uint32_t colon = colon_of(up, op);
  if (colon == DL_NO_TOKEN)
    return DL_MEND_BY_HAND;
  uint32_t end = dl_up_type_end(&up->tokens, colon + 1);
  if (dl_up_token_is(&up->tokens, end, "to"))
    return DL_MEND_DONE;
  dl_slice tensor =
      tensor_of(up, dl_up_token_range(&up->tokens, colon + 1, end));
  if (tensor.length == 0)
    return DL_MEND_BY_HAND;
  dl_up_insert(up, up->tokens.items[colon].end,
               dl_up_format(up, " %.*s to", DL_SLICE_ARGS(tensor)));
  return DL_MEND_DONE;
}

/// `: memref` -> `: memref to tensor`; rule->arg is a new name, or null.
static dl_mend mend_to_tensor(dl_upgrade *up, dl_op *op, const dl_rule *rule) {
  if (rule->arg)
    dl_up_mend_rename(up, op, rule);
  dl_mend unchanged = rule->arg ? DL_MEND_DONE : DL_MEND_NONE;
  uint32_t colon = colon_of(up, op);
  if (colon == DL_NO_TOKEN)
    return unchanged;
  uint32_t end = dl_up_type_end(&up->tokens, colon + 1);
  if (end == colon + 1 || dl_up_token_is(&up->tokens, end, "to"))
    return unchanged;
  dl_slice tensor =
      tensor_of(up, dl_up_token_range(&up->tokens, colon + 1, end));
  if (tensor.length == 0)
    return DL_MEND_BY_HAND;
  dl_up_insert(up, up->tokens.items[end - 1].end,
               dl_up_format(up, " to %.*s", DL_SLICE_ARGS(tensor)));
  return DL_MEND_DONE;
}

/// `memref.tensor_store %t, %m : memref`
static dl_mend mend_tensor_store(dl_upgrade *up, dl_op *op,
                                 const dl_rule *rule) {
  (void)rule;
  const dl_tokens *tokens = &up->tokens;
  uint32_t value = op->name + 1, memref = op->name + 3, type = op->name + 5;
  if (op->quoted || dl_up_token_kind_at(tokens, value) != DL_TOKEN_VALUE ||
      dl_up_token_kind_at(tokens, memref) != DL_TOKEN_VALUE ||
      !dl_up_token_is(tokens, type - 1, ":"))
    return DL_MEND_BY_HAND;
  uint32_t end = dl_up_type_end(tokens, type);
  dl_slice memref_type = dl_up_token_range(tokens, type, end);
  dl_slice tensor = tensor_of(up, memref_type);
  if (tensor.length == 0)
    return DL_MEND_BY_HAND;
  dl_slice value_text = dl_up_token_text(tokens, value);
  dl_slice memref_text = dl_up_token_text(tokens, memref);
  dl_up_replace(
      up, tokens->items[op->name].begin, tokens->items[end - 1].end,
      dl_up_format(up,
                   "bufferization.materialize_in_destination %.*s in restrict "
                   "writable %.*s : (%.*s, %.*s) -> ()",
                   DL_SLICE_ARGS(value_text), DL_SLICE_ARGS(memref_text),
                   DL_SLICE_ARGS(tensor), DL_SLICE_ARGS(memref_type)));
  return DL_MEND_DONE;
}

const dl_rule dl_up_rules_bufferization[] = {
    {"bufferization.to_memref", 21,
     "it is called bufferization.to_buffer now and states both types",
     mend_to_buffer, NULL},
    {"bufferization.to_tensor", 20, "it states both types now", mend_to_tensor,
     NULL},
    {"memref.buffer_cast", 14, "it is called bufferization.to_buffer now",
     mend_to_buffer, NULL},
    {"memref.tensor_load", 14, "it is called bufferization.to_tensor now",
     mend_to_tensor, "bufferization.to_tensor"},
    {"memref.tensor_store", 18,
     "bufferization.materialize_in_destination says the same now",
     mend_tensor_store, NULL},
    {"memref.clone", 14, "it is called bufferization.clone now",
     dl_up_mend_rename, "bufferization.clone"},
    DL_RULES_END,
};
