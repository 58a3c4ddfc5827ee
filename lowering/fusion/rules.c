// What is fused with what: one table, and what its rows stand on.
//
// Operations are offered in program order, each to the groups of what it reads:
// tiles first, then rows, then maps, the latest first. A rule takes it in or
// says why not. Work is never repeated but for what costs nothing but reads.
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/diag.h"
#include "lowering/base/strings.h"

#include <stdio.h>

enum {
  MAX_CANDIDATES = 16,
  MAX_PROLOGUE_OPS = 4,        ///< operations before one operand
  MAX_PROLOGUE_ARITHMETIC = 4, ///< scalar ones in them: a tile repeats them
};

/// One group and one operation that reads from it.
typedef struct attempt {
  dl_graph *graph;
  int node;    ///< the reader
  int def;     ///< node that makes what it reads
  int group;   ///< of `def`
  bool joined; ///< the reader is in some group of its operands already
} attempt;

typedef struct dl_fusion_rule {
  unsigned producers, consumers; ///< sets of dl_fusion_class, dl_fusion_kind
  const char *role;              ///< of the reader, or of what it reads
  /// Joins, or says why not.
  const char *(*fuse)(const attempt *at);
  const char *refusal; ///< without `fuse`
  bool of_operand;     ///< `role` is that of what is read
  bool repeats_free;   ///< what only moves elements is repeated if refused
} dl_fusion_rule;

/// True if a member of `reader` other than `except` reads what `maker` makes.
static bool reads_group(dl_graph *graph, int reader, int maker, int except) {
  for (int at = graph->vertices[reader].first; at >= 0;
       at = graph->nodes[at].next)
    for (int i = 0; at != except && i < graph->nodes[at].n_reads; ++i) {
      int def = graph->nodes[at].reads[i].node;
      if (def >= 0 && dl_graph_find(graph, def) == maker)
        return true;
    }
  return false;
}

/// A second group whose elements the reader needs at the same places.
static const char *merge_operand(const attempt *at) {
  dl_graph *graph = at->graph;
  dl_node *node = &graph->nodes[at->node];
  int own = dl_graph_find(graph, at->node), axes[DL_MAX_RANK];
  dl_space *space;
  if (graph->vertices[at->group].class_ != DL_CLASS_POINTWISE)
    return "another of its operands has a kernel of its own";
  const char *reason =
      dl_space_fit(graph, at->node, at->group, false, &space, axes);
  if (reason)
    return reason;
  if (reads_group(graph, at->group, own, -1) ||
      reads_group(graph, own, at->group, at->node))
    return "the groups depend on each other in another way";
  reason = dl_graph_contract(graph, own, at->group);
  if (reason)
    return reason;
  dl_space *into = dl_space_resolve(node);
  dl_space_merge(space, into, (int)dl_rank(dl_result(node->op, 0)), axes,
                 node->axes);
  return NULL;
}

static const char *fuse_map(const attempt *at, bool partial) {
  dl_graph *graph = at->graph;
  dl_node *node = &graph->nodes[at->node];
  if (at->joined)
    return merge_operand(at);
  int axes[DL_MAX_RANK];
  dl_space *space;
  const char *reason =
      dl_space_fit(graph, at->node, at->group, partial, &space, axes);
  if (!reason)
    reason = dl_graph_contract(graph, at->group, at->node);
  if (reason)
    return reason;
  node->space = space;
  memcpy(node->axes, axes, sizeof(axes));
  return NULL;
}

static const char *fuse_same_elements(const attempt *at) {
  return fuse_map(at, false);
}

/// The space is that of the first result.
static const char *fuse_behind_loops(const attempt *at) {
  if (mlirOperationGetNumResults(at->graph->nodes[at->def].op) > 1)
    return "it reads one of several results";
  return fuse_map(at, false);
}

static const char *fuse_same_rows(const attempt *at) {
  return fuse_map(at, true);
}

static bool runs_along_all(const dl_space *space, const int *axes) {
  uint32_t seen = 0;
  for (int dim = 0; dim < DL_MAX_RANK; ++dim)
    if (axes[dim] != DL_AXIS_NONE)
      seen |= UINT32_C(1) << axes[dim];
  for (int axis = 0; axis < space->rank; ++axis)
    if (space->extents[axis].size != 1 && !(seen >> axis & 1))
      return false;
  return true;
}

/// A row operation over rows that the group makes.
static const char *fuse_rows(const attempt *at) {
  dl_graph *graph = at->graph;
  dl_node *node = &graph->nodes[at->node], *def = &graph->nodes[at->def];
  dl_vertex *group = &graph->vertices[at->group];
  if (at->joined)
    return "another of its operands has a kernel of its own";
  for (int i = 1; i < node->n_reads; ++i)
    if (node->reads[i].node >= 0 &&
        dl_graph_find(graph, node->reads[i].node) == at->group)
      return "its scale, bias or init is computed beside the rows";
  dl_space *space = dl_space_resolve(def);
  if (!space || !runs_along_all(space, def->axes))
    return "its input is no row of the group";
  uint32_t reduced = dl_space_reduced(node, def->axes);
  if (group->class_ == DL_CLASS_ROWS && reduced != space->reduced)
    return "it reduces other dimensions than the rows before it";
  const char *reason = dl_graph_contract(graph, at->group, at->node);
  if (reason)
    return reason;
  if (group->class_ == DL_CLASS_POINTWISE)
    group->anchor = at->node;
  group->class_ = DL_CLASS_ROWS;
  space->reduced = reduced;
  dl_space_set_rows(node, space, def->axes);
  return NULL;
}

static int n_large_dims(MlirValue tensor) {
  int count = 0;
  for (int64_t dim = 0; dim < dl_rank(tensor); ++dim)
    count += dl_static_size(tensor, dim) != 1;
  return count;
}

static bool is_used_only_by(dl_graph *graph, const dl_node *node, int group,
                            int user) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(node->op); ++r)
    for (MlirOpOperand use = mlirValueGetFirstUse(dl_result(node->op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      int owner = dl_graph_enclosing(graph, mlirOpOperandGetOwner(use));
      if (owner != user && (owner < 0 || dl_graph_find(graph, owner) != group))
        return false;
    }
  return true;
}

/// The cost rule of prologues: an operand of a product, convolution, attention
/// or pool is read once for each tile that needs it, so what comes before it is
/// computed as often. That is allowed for moves, conversions and up to
/// MAX_PROLOGUE_ARITHMETIC cheap operations, of one large tensor; never for
/// what is dear (division, transcendental functions).
static const char *check_operand_cost(dl_graph *graph, int group, int user) {
  int n_arithmetic = 0, n_large = 0;
  if (graph->vertices[group].n_members > MAX_PROLOGUE_OPS)
    return "its operand takes too many operations to be made for each tile";
  for (int at = graph->vertices[group].first; at >= 0;
       at = graph->nodes[at].next) {
    const dl_node *node = &graph->nodes[at];
    if (node->cost.dear)
      return dl_graph_reason(graph,
                             "'%.*s' is too dear to be repeated for each tile",
                             node->cost.dear_length, node->cost.dear);
    n_arithmetic += node->cost.n_arithmetic;
    for (int i = 0; i < node->n_reads; ++i)
      n_large += dl_is_tensor(node->reads[i].value) &&
                 (node->reads[i].node < 0 ||
                  dl_graph_find(graph, node->reads[i].node) != group) &&
                 n_large_dims(node->reads[i].value) >=
                     n_large_dims(dl_result(node->op, 0));
    if (!is_used_only_by(graph, node, group, user))
      return "its operand is needed elsewhere too";
  }
  if (n_arithmetic > MAX_PROLOGUE_ARITHMETIC)
    return "its operand takes too much arithmetic to be made for each tile";
  return n_large > 1 ? "its operand is made of several large tensors" : NULL;
}

static const char *fuse_operand(const attempt *at) {
  dl_graph *graph = at->graph;
  int own = dl_graph_find(graph, at->node);
  const char *reason = check_operand_cost(graph, at->group, at->node);
  if (reason)
    return reason;
  if (reads_group(graph, at->group, own, -1))
    return "the groups depend on each other in another way";
  return dl_graph_contract(graph, at->node, at->group);
}

#define C(name) (1u << DL_CLASS_##name)
#define K(name) (1u << DL_FUSION_##name)
#define TILES (C(GEMM) | C(CONV) | C(ATTENTION) | C(POOL) | C(LOOPS))
#define TILES_BEFORE_ROWS                                                      \
  "it needs whole rows, and a kernel of tiles does not hold them"
#define REPEATED_OPERAND "its operand would be computed again for each tile"
#define TILED (K(MATMUL) | K(CONV) | K(ATTENTION) | K(POOL) | K(LOOPS))

static const dl_fusion_rule rules[] = {
    {C(LOOPS), K(MAP), "epilogue", fuse_behind_loops, NULL, false, false},
    {TILES, K(MAP), "epilogue", fuse_same_elements, NULL, false, false},
    {C(ROWS), K(MAP), "epilogue", fuse_same_rows, NULL, false, false},
    {C(POINTWISE), K(MAP), "chain", fuse_same_elements, NULL, false, true},
    {C(POINTWISE), K(ROWS), "prologue", fuse_rows, NULL, true, false},
    {C(ROWS), K(ROWS), "rows", fuse_rows, NULL, false, false},
    {C(POINTWISE), TILED, "prologue", fuse_operand, NULL, true, true},
    {TILES, K(ROWS), NULL, NULL, TILES_BEFORE_ROWS, false, false},
    {TILES, TILED, NULL, NULL, REPEATED_OPERAND, false, false},
    {C(ROWS), TILED, NULL, NULL, REPEATED_OPERAND, false, false},
};

static const dl_fusion_rule *find_rule(dl_fusion_class producer,
                                       dl_fusion_kind consumer) {
  for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); ++i)
    if (rules[i].producers >> producer & 1 &&
        rules[i].consumers >> consumer & 1)
      return &rules[i];
  return NULL;
}

static MlirStringRef anchor_name(const dl_graph *graph, int group) {
  return dl_op_name(graph->nodes[graph->vertices[group].anchor].op);
}

static void say_fused(dl_graph *graph, int node, const char *role) {
  if (graph->remarks)
    dl_emit_remark(graph->nodes[node].op, "fused into '%.*s' as %s",
                   DL_SV(anchor_name(graph, dl_graph_find(graph, node))), role);
}

/// True if all that the operation reads is made elsewhere.
static bool is_leaf(dl_graph *graph, int node, int group) {
  for (int i = 0; i < graph->nodes[node].n_reads; ++i) {
    int def = graph->nodes[node].reads[i].node;
    if (def >= 0 && dl_graph_find(graph, def) == group)
      return false;
  }
  return true;
}

/// Returns why the reader is not fused, or null.
static const char *apply(attempt *at) {
  dl_graph *graph = at->graph;
  const dl_fusion_rule *rule =
      find_rule(graph->vertices[at->group].class_, graph->nodes[at->node].kind);
  if (!rule)
    return NULL;
  const char *reason = rule->fuse ? rule->fuse(at) : rule->refusal;
  if (!reason) {
    at->joined |= !(rule->consumers & (TILED));
    say_fused(graph, rule->of_operand ? at->def : at->node, rule->role);
    return NULL;
  }
  if (!rule->repeats_free || !dl_fusion_is_free(&graph->nodes[at->def]) ||
      !is_leaf(graph, at->def, at->group))
    return reason;
  if (graph->remarks)
    dl_emit_remark(graph->nodes[at->def].op,
                   "repeated in the kernel of '%.*s': it only moves elements",
                   DL_SV(dl_op_name(graph->nodes[at->node].op)));
  dl_graph_copy_for(graph, at->def, at->node);
  return NULL;
}

/// Tiles before rows before maps, then the latest.
static bool is_before(const dl_graph *graph, int one, int other) {
  dl_fusion_class a = graph->vertices[one].class_,
                  b = graph->vertices[other].class_;
  return a != b ? a > b
                : graph->vertices[one].order > graph->vertices[other].order;
}

/// Reads whose groups may take the node in, best first, each group once.
static int list_candidates(dl_graph *graph, int node, int *defs, int *groups) {
  int count = 0;
  for (int i = 0; i < graph->nodes[node].n_reads; ++i) {
    int def = graph->nodes[node].reads[i].node;
    if (def < 0 || count == MAX_CANDIDATES)
      continue;
    int group = dl_graph_find(graph, def), at = 0;
    if (graph->vertices[group].class_ <= DL_CLASS_ALONE)
      continue;
    while (at < count && defs[at] != def)
      ++at;
    if (at < count)
      continue;
    for (; at > 0 && is_before(graph, group, groups[at - 1]); --at) {
      defs[at] = defs[at - 1];
      groups[at] = groups[at - 1];
    }
    defs[at] = def;
    groups[at] = group;
    ++count;
  }
  return count;
}

/// A reshape between two operations that would else be fused.
static const char *find_reshape(dl_graph *graph, int node) {
  for (int i = 0; i < graph->nodes[node].n_reads; ++i) {
    int def = graph->nodes[node].reads[i].node;
    if (def < 0)
      continue;
    MlirOperation op = graph->nodes[def].op;
    if (!dl_is(op, "tensor.expand_shape") &&
        !dl_is(op, "tensor.collapse_shape"))
      continue;
    int source = dl_graph_node_of(graph, mlirOperationGetOperand(op, 0));
    if (source >= 0 && graph->nodes[source].kind > DL_FUSION_ALONE)
      return dl_graph_reason(
          graph, "'%.*s' before it regroups dimensions of '%.*s'",
          DL_SV(dl_op_name(op)), DL_SV(dl_op_name(graph->nodes[source].op)));
  }
  return NULL;
}

static void say_loops(const dl_graph *graph, const dl_node *node) {
  if (graph->remarks)
    dl_emit_remark(node->op,
                   "has no form in dlopt: on a GPU, a thread computes each "
                   "element alone, in loops");
}

static void say_alone(const dl_graph *graph, const dl_node *node) {
  if (graph->remarks)
    dl_emit_remark(node->op, "not fused: '%.*s' in its body may fail",
                   node->cost.may_fail_length, node->cost.may_fail);
}

void dl_fusion_join(dl_graph *graph, int index) {
  dl_node *node = &graph->nodes[index];
  if (node->kind == DL_FUSION_ALONE)
    say_alone(graph, node);
  if (node->kind == DL_FUSION_LOOPS)
    say_loops(graph, node);
  if (node->kind <= DL_FUSION_ALONE)
    return;
  dl_space_open(graph, node);
  if (node->kind == DL_FUSION_MATMUL)
    dl_fusion_join_product(graph, index);
  int defs[MAX_CANDIDATES], groups[MAX_CANDIDATES];
  int count = list_candidates(graph, index, defs, groups);
  attempt at = {.graph = graph, .node = index};
  char why[DL_FUSION_REASON_SIZE] = "";
  for (int i = 0; i < count; ++i) {
    at.def = defs[i];
    at.group = dl_graph_find(graph, defs[i]);
    if (at.group == dl_graph_find(graph, index))
      continue; // came with another
    MlirStringRef maker = dl_op_name(graph->nodes[at.def].op);
    const char *reason = apply(&at);
    if (reason && !*why)
      snprintf(why, sizeof(why), "%.140s (after '%.*s')", reason, DL_SV(maker));
  }
  const char *reason = *why ? why : find_reshape(graph, index);
  if (graph->remarks && !at.joined && reason)
    dl_emit_remark(graph->nodes[index].op, "not fused: %s", reason);
}
