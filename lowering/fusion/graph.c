// The graph of a block: what must come before what, and merging groups.
//
// Roots of the union-find are vertices. Their `order` respects every edge at
// all times, so that a merge is legal exactly if no path leaves one group and
// comes back into the other; the search for one stays between the two orders
// (the dynamic topological order of Pearce and Kelly, 2006).
#include "lowering/fusion/fusion.h"

#include "lowering/base/strings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  POSITION_STEP = 4096, ///< room for copies before an operation
  MAX_SEARCH = 4096     ///< vertices that one search may visit
};

const char *dl_graph_reason(dl_graph *graph, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(graph->reason, sizeof(graph->reason), format, args);
  va_end(args);
  return graph->reason;
}

int dl_graph_find(dl_graph *graph, int node) {
  int root = node;
  while (graph->vertices[root].parent != root)
    root = graph->vertices[root].parent;
  while (graph->vertices[node].parent != root) {
    int next = graph->vertices[node].parent;
    graph->vertices[node].parent = root;
    node = next;
  }
  return root;
}

int dl_graph_enclosing(const dl_graph *graph, MlirOperation op) {
  while (!mlirOperationIsNull(op) &&
         !mlirBlockEqual(mlirOperationGetBlock(op), graph->block))
    op = mlirOperationGetParentOperation(op);
  return mlirOperationIsNull(op) ? -1
                                 : dl_node_table_get(&graph->table, op.ptr);
}

int dl_graph_node_of(const dl_graph *graph, MlirValue value) {
  MlirOperation op = dl_value_def(value);
  return mlirOperationIsNull(op) ? -1
                                 : dl_node_table_get(&graph->table, op.ptr);
}

static void push_edge(dl_arena *arena, dl_edges *edges, dl_edge *edge) {
  dl_edge_link *link = DL_ARENA_ARRAY(arena, dl_edge_link, 1);
  link->edge = edge;
  if (edges->last)
    edges->last->next = link;
  else
    edges->first = link;
  edges->last = link;
}

static void add_edge(dl_graph *graph, int from, int to) {
  int before = dl_graph_find(graph, from), after = dl_graph_find(graph, to);
  if (before == after)
    return;
  dl_edge *edge = DL_ARENA_ARRAY(&graph->arena, dl_edge, 1);
  *edge = (dl_edge){.from = from, .to = to};
  push_edge(&graph->arena, &graph->vertices[before].successors, edge);
  push_edge(&graph->arena, &graph->vertices[after].predecessors, edge);
}

/// Nothing of `from` reaches `to` directly any more.
static void kill_edges(dl_graph *graph, int from, int to) {
  dl_vertex *vertex = &graph->vertices[dl_graph_find(graph, to)];
  for (dl_edge_link *link = vertex->predecessors.first; link; link = link->next)
    link->edge->dead |= link->edge->from == from && link->edge->to == to;
}

static void append_edges(dl_edges *to, const dl_edges *from) {
  if (!from->first)
    return;
  if (to->last)
    to->last->next = from->first;
  else
    to->first = from->first;
  to->last = from->last;
}

// Reading.

struct read_list {
  dl_graph *graph;
  dl_node *node;
  bool counting;
};

static void add_read(struct read_list *list, MlirValue value, bool captured) {
  if (!list->counting) {
    int node = dl_graph_node_of(list->graph, value);
    list->node->reads[list->node->n_reads] = (dl_read){value, node, captured};
  }
  ++list->node->n_reads;
}

/// Operands of nested operations that come from outside of `op`.
static MlirWalkResult read_nested(MlirOperation nested, void *data) {
  struct read_list *list = data;
  if (mlirOperationEqual(nested, list->node->op))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(nested); ++i) {
    MlirValue value = mlirOperationGetOperand(nested, i);
    if (mlirValueIsAOpResult(value) &&
        mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(value)),
                       list->graph->block))
      add_read(list, value, true);
  }
  return MlirWalkResultAdvance;
}

static void list_reads(struct read_list *list) {
  list->node->n_reads = 0;
  MlirOperation op = list->node->op;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    add_read(list, mlirOperationGetOperand(op, i), false);
  if (mlirOperationGetNumRegions(op))
    mlirOperationWalk(op, read_nested, list, MlirWalkPreOrder);
}

static dl_fusion_class class_of(dl_fusion_kind kind) {
  static const dl_fusion_class classes[] = {
      [DL_FUSION_OUTSIDE] = DL_CLASS_OUTSIDE,
      [DL_FUSION_ALONE] = DL_CLASS_ALONE,
      [DL_FUSION_MAP] = DL_CLASS_POINTWISE,
      [DL_FUSION_MATMUL] = DL_CLASS_GEMM,
      [DL_FUSION_CONV] = DL_CLASS_CONV,
      [DL_FUSION_ATTENTION] = DL_CLASS_ATTENTION,
      [DL_FUSION_POOL] = DL_CLASS_POOL,
      [DL_FUSION_ROWS] = DL_CLASS_ROWS,
      [DL_FUSION_LOOPS] = DL_CLASS_LOOPS};
  return classes[kind];
}

static int add_node(dl_graph *graph, MlirOperation op) {
  int index = graph->n_nodes++;
  if (graph->n_nodes > graph->capacity) {
    int capacity = graph->capacity ? 2 * graph->capacity : 256;
    dl_node *nodes = DL_ARENA_ARRAY(&graph->arena, dl_node, (size_t)capacity);
    dl_vertex *vertices =
        DL_ARENA_ARRAY(&graph->arena, dl_vertex, (size_t)capacity);
    if (index) {
      memcpy(nodes, graph->nodes, (size_t)index * sizeof(*nodes));
      memcpy(vertices, graph->vertices, (size_t)index * sizeof(*vertices));
    }
    graph->nodes = nodes;
    graph->vertices = vertices;
    graph->capacity = capacity;
  }
  dl_node *node = &graph->nodes[index];
  node->op = op;
  node->position = (int64_t)(index + 1) * POSITION_STEP;
  node->next = -1;
  node->kind = dl_fusion_kind_of(op, &node->cost);
  struct read_list list = {graph, node, true};
  list_reads(&list);
  node->reads =
      DL_ARENA_ARRAY(&graph->arena, dl_read, (size_t)node->n_reads + 1);
  list.counting = false;
  list_reads(&list);
  dl_node_table_put(&graph->arena, &graph->table, op.ptr, index);
  graph->vertices[index] = (dl_vertex){.parent = index,
                                       .order = index,
                                       .class_ = class_of(node->kind),
                                       .anchor = index,
                                       .first = index,
                                       .last = index,
                                       .n_members = 1};
  if (node->kind != DL_FUSION_OUTSIDE)
    dl_read_extents(graph, node);
  return index;
}

/// Uses of what this block makes must come later.
static bool link_reads(dl_graph *graph, int index) {
  dl_node *node = &graph->nodes[index];
  for (int i = 0; i < node->n_reads; ++i) {
    int def = node->reads[i].node;
    MlirOperation op = dl_value_def(node->reads[i].value);
    if (def < 0 && !mlirOperationIsNull(op) &&
        mlirBlockEqual(mlirOperationGetBlock(op), graph->block) &&
        !dl_fusion_is_small_constant(op) && !dl_is(op, "arith.constant"))
      return false;
    graph->vertices[dl_graph_find(graph, index)].has_captures |=
        node->reads[i].captured && def >= 0;
    if (def >= 0)
      add_edge(graph, def, index);
  }
  return true;
}

/// A tensor that is a view of a buffer keeps its readers before later writes.
static bool reads_alias(const dl_graph *graph, const dl_node *node) {
  for (int i = 0; i < node->n_reads; ++i)
    if (node->reads[i].node >= 0 &&
        graph->nodes[node->reads[i].node].aliases_memory)
      return true;
  return false;
}

/// Puts an operation that depends on the order of effects behind the last one.
static void chain_effect(dl_graph *graph, int index, int *last_effect) {
  dl_node *node = &graph->nodes[index];
  bool reads = reads_alias(graph, node);
  node->aliases_memory = dl_is(node->op, "bufferization.to_tensor") ||
                         (reads && node->kind == DL_FUSION_OUTSIDE);
  if (!reads && node->kind != DL_FUSION_ALONE && dl_fusion_is_pure(node->op))
    return;
  if (*last_effect >= 0)
    add_edge(graph, *last_effect, index);
  *last_effect = index;
}

bool dl_graph_read(dl_graph *graph, MlirBlock block) {
  graph->block = block;
  graph->found = DL_ARENA_ARRAY(&graph->arena, int, 2 * MAX_SEARCH);
  graph->terminator = mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(graph->terminator))
    return false;
  bool any = false;
  int last_effect = -1;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, graph->terminator);
       op = mlirOperationGetNextInBlock(op)) {
    if (dl_is(op, "arith.constant")) // needs nothing, and all need it
      continue;
    int index = add_node(graph, op);
    if (!link_reads(graph, index))
      return false;
    any |= graph->nodes[index].kind != DL_FUSION_OUTSIDE;
    chain_effect(graph, index, &last_effect);
  }
  return any;
}

// Merging.

struct search {
  dl_graph *graph;
  int from, to;  ///< vertices to merge; from comes first
  int low, high; ///< orders between which it looks
  int *found, n_found;
};

static int by_order(const void *one, const void *other) {
  const int *a = one, *b = other;
  return (*a > *b) - (*a < *b);
}

/// Vertices reachable from `start` with orders strictly between; fails if it
/// meets one marked `forbidden`, or too many. Sets `*culprit` to that one.
static bool reach(struct search *s, int start, bool forward, int forbidden,
                  int *culprit) {
  dl_graph *graph = s->graph;
  int mark = ++graph->mark, next = s->n_found;
  for (int at = start;; at = s->found[next++]) {
    dl_vertex *vertex = &graph->vertices[at];
    dl_edge_link *link =
        forward ? vertex->successors.first : vertex->predecessors.first;
    for (; link; link = link->next) {
      if (link->edge->dead)
        continue;
      int other =
          dl_graph_find(graph, forward ? link->edge->to : link->edge->from);
      dl_vertex *seen = &graph->vertices[other];
      if (seen->order <= s->low || seen->order >= s->high || seen->mark == mark)
        continue;
      *culprit = other;
      if (seen->mark == forbidden || s->n_found == 2 * MAX_SEARCH)
        return false;
      seen->mark = mark;
      s->found[s->n_found++] = other;
    }
    if (next == s->n_found)
      return true;
  }
}

/// Gives the orders of all that was found, and of the two, to: what `to` needs,
/// then the merged vertex, then what needs `from`.
static void reorder(struct search *s, int n_needed, int merged) {
  dl_graph *graph = s->graph;
  int n = s->n_found + 2;
  int *orders = DL_ARENA_ARRAY(&graph->arena, int, (size_t)n);
  int (*list)[2] = dl_arena_alloc(&graph->arena, (size_t)n, sizeof(*list));
  for (int i = 0; i < s->n_found; ++i) {
    orders[i] = list[i][0] = graph->vertices[s->found[i]].order;
    list[i][1] = s->found[i];
  }
  orders[n - 2] = s->low;
  orders[n - 1] = s->high;
  qsort(orders, (size_t)n, sizeof(*orders), by_order);
  qsort(list, (size_t)n_needed, sizeof(*list), by_order);
  qsort(list + n_needed, (size_t)(s->n_found - n_needed), sizeof(*list),
        by_order);
  for (int i = 0; i < s->n_found; ++i)
    graph->vertices[list[i][1]].order = orders[i < n_needed ? i : i + 2];
  // Of the two orders that are left the later one: operations stay put.
  graph->vertices[merged].order = orders[n_needed + 1];
}

static const char *name_path(dl_graph *graph, int culprit) {
  MlirStringRef name =
      dl_op_name(graph->nodes[graph->vertices[culprit].anchor].op);
  return dl_graph_reason(
      graph, "'%.*s' lies between and needs one for the other", DL_SV(name));
}

/// True if a member reads elements of the other group wherever it likes.
static bool has_capture_of(dl_graph *graph, int reader, int made) {
  if (!graph->vertices[reader].has_captures)
    return false;
  for (int at = graph->vertices[reader].first; at >= 0;
       at = graph->nodes[at].next)
    for (int i = 0; i < graph->nodes[at].n_reads; ++i) {
      dl_read *read = &graph->nodes[at].reads[i];
      if (read->captured && read->node >= 0 &&
          dl_graph_find(graph, read->node) == made)
        return true;
    }
  return false;
}

static void join_members(dl_graph *graph, int keep, int other) {
  dl_vertex *kept = &graph->vertices[keep], *gone = &graph->vertices[other];
  graph->nodes[kept->last].next = gone->first;
  kept->last = gone->last;
  kept->n_members += gone->n_members;
  kept->has_captures |= gone->has_captures;
  append_edges(&kept->successors, &gone->successors);
  append_edges(&kept->predecessors, &gone->predecessors);
  gone->parent = keep;
}

const char *dl_graph_contract(dl_graph *graph, int keep, int other) {
  keep = dl_graph_find(graph, keep);
  other = dl_graph_find(graph, other);
  if (keep == other)
    return NULL;
  dl_vertex *kept = &graph->vertices[keep], *gone = &graph->vertices[other];
  if (kept->n_members + gone->n_members > DL_FUSION_MAX_MEMBERS)
    return "the kernel would have more than 64 operations";
  if (has_capture_of(graph, keep, other) || has_capture_of(graph, other, keep))
    return "elements are read at computed places";
  bool in_order = kept->order < gone->order;
  struct search s = {.graph = graph,
                     .from = in_order ? keep : other,
                     .to = in_order ? other : keep};
  s.low = graph->vertices[s.from].order;
  s.high = graph->vertices[s.to].order;
  s.found = graph->found;
  int culprit = -1;
  if (!reach(&s, s.to, false, -1, &culprit))
    return "it is too far away";
  int n_needed = s.n_found;
  if (!reach(&s, s.from, true, graph->mark, &culprit))
    return s.n_found == 2 * MAX_SEARCH ? "it is too far away"
                                       : name_path(graph, culprit);
  reorder(&s, n_needed, keep);
  join_members(graph, keep, other);
  return NULL;
}

void dl_graph_copy_for(dl_graph *graph, int node, int user) {
  MlirOperation op = graph->nodes[node].op, reader = graph->nodes[user].op;
  MlirOperation copy = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(graph->block, reader, copy);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(reader); ++i)
    for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
      if (mlirValueEqual(mlirOperationGetOperand(reader, i), dl_result(op, r)))
        mlirOperationSetOperand(reader, i, dl_result(copy, r));
  int index = add_node(graph, copy);
  bool still_reads = false;
  for (int i = 0; i < graph->nodes[user].n_reads; ++i) {
    dl_read *read = &graph->nodes[user].reads[i];
    still_reads |= read->node == node && read->captured;
    if (read->node != node || read->captured)
      continue;
    read->node = index;
    read->value = mlirOperationGetOperand(reader, i);
  }
  if (!still_reads)
    kill_edges(graph, node, user);
  graph->nodes[index].position =
      graph->nodes[user].position - ++graph->nodes[user].n_copies;
  // What the copy reads comes before the original, so before its user.
  int group = dl_graph_find(graph, user);
  graph->vertices[index].parent = group;
  dl_vertex *vertex = &graph->vertices[group];
  graph->nodes[vertex->last].next = index;
  vertex->last = index;
  ++vertex->n_members;
  link_reads(graph, index);
}
