// Operations beside each other that share a kernel: products of one left side,
// maps of one shape.
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/diag.h"
#include "lowering/base/strings.h"

enum {
  MAX_GROUPS_BACK = 8, ///< groups of maps that are compared with
  MAX_DISTANCE = 16,   ///< operations between neighbours
  MAX_PRODUCTS = 4     ///< products in one kernel
};

static bool is_connected(dl_graph *graph, int one, int other) {
  for (int turn = 0; turn < 2; ++turn) {
    int reader = turn ? other : one, maker = turn ? one : other;
    for (int at = graph->vertices[reader].first; at >= 0;
         at = graph->nodes[at].next)
      for (int i = 0; i < graph->nodes[at].n_reads; ++i) {
        int def = graph->nodes[at].reads[i].node;
        if (def >= 0 && dl_graph_find(graph, def) == maker)
          return true;
      }
  }
  return false;
}

/// Joins two groups whose nodes walk the same elements, if sizes say so.
static const char *join(dl_graph *graph, int keep, int other) {
  dl_node *kept = &graph->nodes[keep], *gone = &graph->nodes[other];
  if (is_connected(graph, dl_graph_find(graph, keep),
                   dl_graph_find(graph, other)))
    return "one needs the other";
  const char *reason = dl_graph_contract(graph, keep, other);
  if (reason)
    return reason;
  dl_space *into = dl_space_resolve(kept), *from = dl_space_resolve(gone);
  if (into != from && dl_space_equal(into, from))
    dl_space_merge(from, into, (int)dl_rank(dl_result(kept->op, 0)), gone->axes,
                   kept->axes);
  return NULL;
}

static bool has_same_attribute(MlirOperation one, MlirOperation other,
                               MlirStringRef name) {
  MlirAttribute a = mlirOperationGetAttributeByName(one, name);
  MlirAttribute b = mlirOperationGetAttributeByName(other, name);
  return mlirAttributeIsNull(a) || mlirAttributeIsNull(b)
             ? mlirAttributeIsNull(a) && mlirAttributeIsNull(b)
             : mlirAttributeEqual(a, b);
}

static MlirType element_of(MlirValue tensor) {
  return mlirShapedTypeGetElementType(mlirValueGetType(tensor));
}

/// Null if one kernel can make both products, tile by tile.
static const char *check_products(const dl_node *first, const dl_node *second) {
  MlirOperation one = first->op, other = second->op;
  static const char *const attributes[] = {"lhs_transposed", "rhs_transposed",
                                           "acc_type", "numerics",
                                           "is_unsigned"};
  for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); ++i)
    if (!has_same_attribute(one, other,
                            mlirStringRefCreateFromCString(attributes[i])))
      return "the products differ in a transpose, the accumulator or numerics";
  if (!mlirTypeEqual(element_of(dl_matmul_rhs(one)),
                     element_of(dl_matmul_rhs(other))) ||
      !mlirTypeEqual(element_of(dl_result(one, 0)),
                     element_of(dl_result(other, 0))))
    return "the products have different element types";
  int64_t rank = dl_rank(dl_result(one, 0));
  if (dl_rank(dl_matmul_rhs(one)) != dl_rank(dl_matmul_rhs(other)) ||
      rank != dl_rank(dl_result(other, 0)))
    return "the products have different ranks";
  for (int64_t dim = 0; dim < rank - 1; ++dim)
    if (!dl_extent_equal(&first->extents[dim], &second->extents[dim]))
      return "the products' batches are not provably of one size";
  return NULL;
}

static int n_products(const dl_graph *graph, int group) {
  int count = 0;
  for (int at = graph->vertices[group].first; at >= 0;
       at = graph->nodes[at].next)
    count += graph->nodes[at].kind == DL_FUSION_MATMUL;
  return count;
}

void dl_fusion_join_product(dl_graph *graph, int index) {
  dl_node *node = &graph->nodes[index];
  const void *lhs = dl_matmul_lhs(node->op).ptr;
  int first = dl_node_table_get(&graph->products, lhs);
  const char *reason = "the kernel has four products already";
  if (first >= 0 &&
      n_products(graph, dl_graph_find(graph, first)) < MAX_PRODUCTS) {
    reason = check_products(&graph->nodes[first], node);
    if (!reason)
      reason = join(graph, first, index);
  }
  if (first < 0 || reason)
    dl_node_table_put(&graph->arena, &graph->products, lhs, index);
  if (graph->remarks && first >= 0) {
    if (reason)
      dl_emit_remark(node->op,
                     "not fused: %s (beside a product of the same left side)",
                     reason);
    else
      dl_emit_remark(node->op, "fused beside a product of the same left side");
  }
}

static bool is_unused(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(dl_result(op, i))))
      return false;
  return true;
}

/// What was repeated for all its users is gone.
static bool is_group_of_maps(dl_graph *graph, int index) {
  int group = dl_graph_find(graph, index);
  if (graph->vertices[group].n_members == 1 &&
      is_unused(graph->nodes[index].op))
    return false;
  return graph->vertices[group].class_ == DL_CLASS_POINTWISE &&
         graph->vertices[group].anchor == index;
}

void dl_fusion_join_neighbours(dl_graph *graph) {
  int recent[MAX_GROUPS_BACK], n_recent = 0;
  for (int index = 0; index < graph->n_nodes; ++index) {
    if (!is_group_of_maps(graph, index))
      continue;
    dl_node *node = &graph->nodes[index];
    bool joined = false;
    for (int back = 1; back <= MAX_GROUPS_BACK && back <= n_recent; ++back) {
      int other = recent[(n_recent - back) % MAX_GROUPS_BACK];
      if (index - other > MAX_DISTANCE)
        break;
      dl_space *space = dl_space_resolve(node),
               *before = dl_space_resolve(&graph->nodes[other]);
      if (!space || !before || !dl_space_equal(space, before) ||
          join(graph, other, index))
        continue;
      if (graph->remarks)
        dl_emit_remark(node->op, "fused beside a map of the same shape");
      joined = true;
      break;
    }
    if (!joined)
      recent[n_recent++ % MAX_GROUPS_BACK] = index;
  }
}
