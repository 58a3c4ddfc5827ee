// From groups to kernels, in the graph's order.
#include "lowering/fusion/fusion.h"

#include "dialect/dlopt_ops.h"
#include "lowering/base/strings.h"

#include <stdio.h>
#include <stdlib.h>

/// A name given before, and how often.
struct dl_name {
  const char *text;
  int count;
  struct dl_name *next;
};

typedef struct kernel {
  dl_graph *graph;
  int group, n_members;
  int *members; ///< in program order
  int n_inputs, n_constants, n_outputs, n_names;
  MlirValue *inputs, *arguments; ///< values from outside, and in the body
  MlirValue *constants, *copies;
  MlirValue *outputs;
} kernel;

static int by_position(const void *one, const void *other) {
  const int64_t *a = one, *b = other;
  return (a[0] > b[0]) - (a[0] < b[0]);
}

/// Copies of repeated operations come before their users: by position, not by
/// number.
static void list_members(kernel *k) {
  dl_graph *graph = k->graph;
  dl_vertex *vertex = &graph->vertices[k->group];
  k->n_members = vertex->n_members;
  k->members = DL_ARENA_ARRAY(&graph->arena, int, (size_t)k->n_members);
  int64_t (*order)[2] =
      dl_arena_alloc(&graph->arena, (size_t)k->n_members, sizeof(*order));
  int count = 0;
  for (int at = vertex->first; at >= 0; at = graph->nodes[at].next) {
    order[count][0] = graph->nodes[at].position;
    order[count++][1] = at;
  }
  qsort(order, (size_t)count, sizeof(*order), by_position);
  for (int i = 0; i < count; ++i)
    k->members[i] = (int)order[i][1];
}

static int find_value(const MlirValue *values, int count, MlirValue value) {
  for (int i = 0; i < count; ++i)
    if (mlirValueEqual(values[i], value))
      return i;
  return -1;
}

static bool is_member_value(const kernel *k, MlirValue value) {
  int def = dl_graph_node_of(k->graph, value);
  return def >= 0 && dl_graph_find(k->graph, def) == k->group;
}

/// A use of a value from outside, in a member or within a region of one.
static bool is_from_outside(const kernel *k, MlirOperation member,
                            MlirValue value) {
  MlirOperation def = dl_value_def(value);
  MlirBlock block = mlirOperationIsNull(def) ? mlirBlockArgumentGetOwner(value)
                                             : mlirOperationGetBlock(def);
  for (MlirOperation at = mlirBlockGetParentOperation(block);
       !mlirOperationIsNull(at); at = mlirOperationGetParentOperation(at))
    if (mlirOperationEqual(at, member))
      return false;
  return !is_member_value(k, value);
}

struct visit {
  kernel *k;
  MlirOperation member;
  bool counting, rewiring;
  int count;
};

/// An empty tensor holds nothing that would have to be passed.
static bool is_empty_of_loops(const kernel *k, MlirOperation def) {
  return k->graph->vertices[k->group].class_ == DL_CLASS_LOOPS &&
         dl_is(def, "tensor.empty");
}

/// True for what the kernel makes itself.
static bool is_copied(const kernel *k, MlirValue value) {
  MlirOperation def = dl_value_def(value);
  return !mlirOperationIsNull(def) &&
         (dl_fusion_is_small_constant(def) || is_empty_of_loops(k, def));
}

static void list_input(kernel *k, MlirValue value) {
  bool copied = is_copied(k, value);
  MlirValue *list = copied ? k->constants : k->inputs;
  int *count = copied ? &k->n_constants : &k->n_inputs;
  if (find_value(list, *count, value) >= 0)
    return;
  // Sizes of an empty tensor.
  MlirOperation def = dl_value_def(value);
  for (intptr_t i = 0; copied && i < mlirOperationGetNumOperands(def); ++i)
    list_input(k, mlirOperationGetOperand(def, i));
  list[(*count)++] = value;
}

static void rewire(const kernel *k, MlirOperation op, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(op, operand);
  mlirOperationSetOperand(
      op, operand,
      is_copied(k, value)
          ? k->copies[find_value(k->constants, k->n_constants, value)]
          : k->arguments[find_value(k->inputs, k->n_inputs, value)]);
}

static MlirWalkResult visit_operands(MlirOperation op, void *data) {
  struct visit *v = data;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (v->counting)
      v->count += is_copied(v->k, value) ? 1 + DL_MAX_RANK : 1;
    else if (!is_from_outside(v->k, v->member, value))
      continue;
    else if (v->rewiring)
      rewire(v->k, op, i);
    else
      list_input(v->k, value);
  }
  return MlirWalkResultAdvance;
}

static void visit_members(kernel *k, struct visit *v) {
  v->k = k;
  for (int i = 0; i < k->n_members; ++i) {
    v->member = k->graph->nodes[k->members[i]].op;
    mlirOperationWalk(v->member, visit_operands, v, MlirWalkPreOrder);
  }
}

static void list_inputs(kernel *k) {
  struct visit counting = {.counting = true};
  visit_members(k, &counting);
  MlirValue **lists[] = {&k->inputs, &k->arguments, &k->constants, &k->copies};
  for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); ++i)
    *lists[i] =
        DL_ARENA_ARRAY(&k->graph->arena, MlirValue, (size_t)counting.count + 1);
  struct visit taking = {0};
  visit_members(k, &taking);
}

static bool is_use_outside(const kernel *k, MlirOpOperand use) {
  int owner = dl_graph_enclosing(k->graph, mlirOpOperandGetOwner(use));
  return owner < 0 || dl_graph_find(k->graph, owner) != k->group;
}

static bool is_used_outside(const kernel *k, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (is_use_outside(k, use))
      return true;
  return false;
}

static void list_outputs(kernel *k) {
  int room = 1;
  for (int i = 0; i < k->n_members; ++i)
    room += (int)mlirOperationGetNumResults(k->graph->nodes[k->members[i]].op);
  k->outputs = DL_ARENA_ARRAY(&k->graph->arena, MlirValue, (size_t)room);
  for (int i = 0; i < k->n_members; ++i) {
    MlirOperation op = k->graph->nodes[k->members[i]].op;
    for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
      if (is_used_outside(k, dl_result(op, r)))
        k->outputs[k->n_outputs++] = dl_result(op, r);
  }
}

static void replace_outside(const kernel *k, MlirValue value, MlirValue by) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  while (!mlirOpOperandIsNull(use)) {
    MlirOpOperand next = mlirOpOperandGetNextUse(use);
    if (is_use_outside(k, use))
      mlirOperationSetOperand(mlirOpOperandGetOwner(use),
                              (intptr_t)mlirOpOperandGetOperandNumber(use), by);
    use = next;
  }
}

/// "softmax", the second time "softmax_2".
static MlirAttribute unique_name(const kernel *k, dl_emitter *emitter,
                                 const dl_builder *bld) {
  enum { NAME_SIZE = 64 };
  char name[NAME_SIZE], full[3 * NAME_SIZE];
  dl_fusion_name(k->graph, k->members, k->n_members, name, sizeof(name));
  struct dl_name *at = emitter->names;
  while (at && strcmp(at->text, name) != 0)
    at = at->next;
  if (!at) {
    size_t length = strlen(name);
    char *text = DL_ARENA_ARRAY(emitter->arena, char, length + 1);
    memcpy(text, name, length);
    at = DL_ARENA_ARRAY(emitter->arena, struct dl_name, 1);
    *at = (struct dl_name){text, 0, emitter->names};
    emitter->names = at;
  }
  if (++at->count == 1)
    snprintf(full, sizeof(full), "%.100s%s", emitter->prefix, name);
  else
    snprintf(full, sizeof(full), "%.100s%s_%d", emitter->prefix, name,
             at->count);
  return dl_attr_string(bld, full);
}

/// An empty body whose arguments are the inputs.
static MlirRegion make_body(kernel *k, const dl_builder *bld) {
  dl_arena *arena = &k->graph->arena;
  MlirType *types = DL_ARENA_ARRAY(arena, MlirType, (size_t)k->n_inputs + 1);
  MlirLocation *locations =
      DL_ARENA_ARRAY(arena, MlirLocation, (size_t)k->n_inputs + 1);
  for (int i = 0; i < k->n_inputs; ++i) {
    types[i] = mlirValueGetType(k->inputs[i]);
    locations[i] = bld->location;
  }
  MlirRegion region = mlirRegionCreate();
  MlirBlock body = mlirBlockCreate(k->n_inputs, types, locations);
  mlirRegionAppendOwnedBlock(region, body);
  for (int i = 0; i < k->n_inputs; ++i)
    k->arguments[i] = mlirBlockGetArgument(body, i);
  return region;
}

static void fill_body(kernel *k, const dl_builder *bld, MlirBlock body) {
  for (int i = 0; i < k->n_constants; ++i) {
    MlirOperation copy = mlirOperationClone(dl_value_def(k->constants[i]));
    mlirBlockAppendOwnedOperation(body, copy);
    for (intptr_t j = 0; j < mlirOperationGetNumOperands(copy); ++j)
      rewire(k, copy, j);
    k->copies[i] = dl_result(copy, 0);
  }
  struct visit rewiring = {.rewiring = true};
  visit_members(k, &rewiring);
  for (int i = 0; i < k->n_members; ++i) {
    MlirOperation op = k->graph->nodes[k->members[i]].op;
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(body, op);
  }
  mlirRewriterBaseSetInsertionPointToEnd(bld->rewriter, body);
  dl_yield(bld, k->n_outputs, k->outputs);
}

static const char *class_name(dl_fusion_class class_) {
  static const char *const names[] = {[DL_CLASS_OUTSIDE] = "",
                                      [DL_CLASS_ALONE] = "pointwise",
                                      [DL_CLASS_POINTWISE] = "pointwise",
                                      [DL_CLASS_ROWS] = "rows",
                                      [DL_CLASS_POOL] = "loops",
                                      [DL_CLASS_LOOPS] = "loops",
                                      [DL_CLASS_GEMM] = "gemm",
                                      [DL_CLASS_CONV] = "conv",
                                      [DL_CLASS_ATTENTION] = "attention"};
  return names[class_];
}

static void erase_unused(const kernel *k) {
  for (int i = k->n_members; i-- > 0;)
    mlirRewriterBaseEraseOp(k->graph->rewriter,
                            k->graph->nodes[k->members[i]].op);
}

static void emit_kernel(dl_graph *graph, int group, dl_emitter *emitter) {
  kernel k = {.graph = graph, .group = group};
  const dl_vertex *vertex = &graph->vertices[group];
  list_members(&k);
  list_outputs(&k);
  if (k.n_outputs == 0 && vertex->class_ != DL_CLASS_ALONE) {
    erase_unused(&k);
    return;
  }
  list_inputs(&k);
  dl_builder bld =
      dl_builder_before(graph->rewriter, graph->nodes[vertex->anchor].op);
  mlirRewriterBaseSetInsertionPointBefore(graph->rewriter, graph->terminator);
  MlirType *types =
      DL_ARENA_ARRAY(&graph->arena, MlirType, (size_t)k.n_outputs + 1);
  for (int i = 0; i < k.n_outputs; ++i)
    types[i] = mlirValueGetType(k.outputs[i]);
  MlirOperation op = dl_kernel(
      &bld, k.n_outputs, types, k.n_inputs, k.inputs,
      (dl_kernel_attrs){.kernel_name = unique_name(&k, emitter, &bld)},
      make_body(&k, &bld));
  mlirOperationSetDiscardableAttributeByName(
      op, DL_STR("class"), dl_attr_string(&bld, class_name(vertex->class_)));
  for (int i = 0; i < k.n_outputs; ++i)
    replace_outside(&k, k.outputs[i], dl_result(op, i));
  fill_body(&k, &bld, dl_region_block(op, 0));
}

void dl_fusion_emit(dl_graph *graph, dl_emitter *emitter) {
  int *by_order = DL_ARENA_ARRAY(&graph->arena, int, (size_t)graph->n_nodes);
  for (int i = 0; i < graph->n_nodes; ++i)
    by_order[i] = -1;
  for (int i = 0; i < graph->n_nodes; ++i)
    if (graph->vertices[i].parent == i)
      by_order[graph->vertices[i].order] = i;
  for (int order = 0; order < graph->n_nodes; ++order) {
    int vertex = by_order[order];
    if (vertex < 0)
      continue;
    if (graph->vertices[vertex].class_ == DL_CLASS_OUTSIDE)
      mlirOperationMoveBefore(graph->nodes[vertex].op, graph->terminator);
    else
      emit_kernel(graph, vertex, emitter);
  }
}
