// Names for kernels, from what their members do: "gemm_bias_gelu".
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>

static const char *const reduce_kinds[] = {
    "sum", "product", "max", "min", "max", "min", "and", "or", "xor"};

/// Scalar operations as words; the first row that matches counts.
static const struct {
  const char *op, *word, *repeated_word; ///< with an input that is repeated
} words[] = {
    {"arith.addf", "add", "bias"},        {"arith.addi", "add", "bias"},
    {"arith.mulf", "mul", "scale"},       {"arith.muli", "mul", "scale"},
    {"arith.subf", "sub", "shift"},       {"arith.divf", "div", "div"},
    {"arith.maximumf", "max", "max"},     {"arith.minimumf", "min", "min"},
    {"arith.select", "select", "select"}, {"arith.cmpf", "compare", "compare"},
    {"arith.negf", "neg", "neg"},
};

static const char *activation_word(MlirOperation op, char *text, size_t size) {
  MlirAttribute label =
      mlirOperationGetAttributeByName(op, DL_STR("dlopt.activation"));
  if (mlirAttributeIsNull(label) || !mlirAttributeIsAString(label))
    return NULL;
  MlirStringRef name = mlirStringAttrGetValue(label);
  if (dl_string_starts_with(name, "gelu"))
    return "gelu";
  snprintf(text, size, "%.*s", DL_SV(name));
  return text;
}

static int n_large_dims(MlirValue tensor) {
  int count = 0;
  for (int64_t dim = 0; dim < dl_rank(tensor); ++dim)
    count += dl_static_size(tensor, dim) != 1;
  return count;
}

static bool has_repeated_input(MlirOperation map) {
  for (intptr_t i = 0; i < dl_map_n_inputs(map); ++i)
    if (n_large_dims(dl_map_inputs(map, i)) < n_large_dims(dl_result(map, 0)))
      return true;
  return false;
}

/// For kernels that do nothing else.
static const char *moving_word(MlirOperation map) {
  if (dl_map_n_inputs(map) == 0)
    return "fill";
  MlirValue input = dl_map_inputs(map, 0);
  return dl_rank(input) < dl_rank(dl_result(map, 0)) ? "repeat"
         : mlirAttributeIsNull(dl_map_dims(map))     ? "copy"
                                                     : "transpose";
}

static bool is_moving(const dl_node *node) {
  return node->kind == DL_FUSION_MAP && dl_map_is(node->op) &&
         node->cost.n_arithmetic == 0;
}

/// The one operation of the body that is more than a conversion, or what the
/// body is called otherwise.
static const char *map_word(MlirOperation map, char *text, size_t size) {
  MlirOperation only = {NULL};
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(dl_region_block(map, 0));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef name = dl_op_name(op);
    if (dl_string_is(name, "dlopt.yield") ||
        dl_string_is(name, "dlopt.index") ||
        dl_string_is(name, "arith.constant") ||
        dl_string_starts_with(name, "arith.ext") ||
        dl_string_starts_with(name, "arith.trunc") ||
        dl_string_starts_with(name, "arith.index_cast"))
      continue;
    if (dl_string_is(name, "tensor.extract"))
      return "gather";
    only = op;
    ++count;
  }
  if (count == 0)
    return moving_word(map);
  MlirStringRef name = dl_op_name(only);
  if (count == 1 && dl_string_starts_with(name, "math.")) {
    snprintf(text, size, "%.*s", (int)name.length - 5, name.data + 5);
    return text;
  }
  for (size_t i = 0; count == 1 && i < sizeof(words) / sizeof(words[0]); ++i)
    if (dl_string_is(name, words[i].op))
      return has_repeated_input(map) ? words[i].repeated_word : words[i].word;
  return "map";
}

static const char *word_of(MlirOperation op, char *text, size_t size) {
  if (dl_matmul_is(op))
    return "gemm";
  if (dl_reduce_is(op) || dl_pool_is(op)) {
    int64_t kind = mlirIntegerAttrGetValueInt(
        dl_reduce_is(op) ? dl_reduce_kind(op) : dl_pool_kind(op));
    snprintf(text, size, "%s%s", dl_pool_is(op) ? "pool_" : "",
             reduce_kinds[kind]);
    return text;
  }
  if (dl_map_is(op)) {
    const char *activation = activation_word(op, text, size);
    return activation ? activation : map_word(op, text, size);
  }
  MlirStringRef name = dl_op_name(op); // "dlopt.softmax", "linalg.generic"
  int dot = 0;
  while (name.data[dot] != '.')
    ++dot;
  snprintf(text, size, "%.*s", (int)name.length - dot - 1, name.data + dot + 1);
  return text;
}

void dl_fusion_name(dl_graph *graph, const int *members, int n_members,
                    char *name, size_t size) {
  enum { MAX_WORDS = 6, WORD_SIZE = 32 };
  char previous[WORD_SIZE] = "";
  size_t length = 0;
  int n_words = 0, n_products = 0;
  bool only_moves = true, named_products = false;
  for (int i = 0; i < n_members; ++i) {
    only_moves &= is_moving(&graph->nodes[members[i]]);
    n_products += graph->nodes[members[i]].kind == DL_FUSION_MATMUL;
  }
  name[0] = '\0';
  for (int i = 0; i < n_members && n_words < MAX_WORDS; ++i) {
    const dl_node *node = &graph->nodes[members[i]];
    bool is_product = node->kind == DL_FUSION_MATMUL;
    if ((!only_moves && is_moving(node)) || (is_product && named_products))
      continue;
    char text[WORD_SIZE];
    const char *word = word_of(node->op, text, sizeof(text));
    if (is_product && n_products > 1) { // side by side: "gemm3"
      snprintf(text, sizeof(text), "gemm%d", n_products);
      word = text;
    }
    named_products |= is_product;
    if (strcmp(word, previous) == 0)
      continue;
    int wrote = snprintf(name + length, size - length, "%s%s",
                         n_words ? "_" : "", word);
    if (wrote < 0 || (size_t)wrote >= size - length) {
      name[length] = '\0';
      return;
    }
    length += (size_t)wrote;
    snprintf(previous, sizeof(previous), "%s", word);
    ++n_words;
  }
}
