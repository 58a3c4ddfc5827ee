// What the files of fusion share: one block of a function as a graph of groups.
//
// A vertex is a group of operations that will be one kernel, or an operation
// that stays as it is. Vertices have a total order in which they can be
// emitted; contracting two keeps one (graph.c). Elements of tensors within a
// group are named by the axes of its spaces (space.c).
#ifndef DLOPT_LOWERING_FUSION_FUSION_H
#define DLOPT_LOWERING_FUSION_FUSION_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect/verify/shape.h"
#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "lowering/fusion/table.h"

enum {
  DL_FUSION_MAX_MEMBERS = 64, ///< of a group
  DL_FUSION_REASON_SIZE = 200,
  DL_AXIS_NONE = -1 ///< a dimension of size 1
};

/// What fusion sees in an operation.
typedef enum dl_fusion_kind {
  DL_FUSION_OUTSIDE, ///< no business of ours: stays as it is
  DL_FUSION_ALONE,   ///< a map that may fail: a kernel of its own
  DL_FUSION_MAP,     ///< map, cast
  DL_FUSION_MATMUL,
  DL_FUSION_CONV,
  DL_FUSION_ATTENTION,
  DL_FUSION_POOL,
  DL_FUSION_ROWS, ///< reduce, softmax, norms
  DL_FUSION_LOOPS ///< what stayed upstream: linalg, padding, joining
} dl_fusion_kind;

/// What generator a group is for.
typedef enum dl_fusion_class {
  DL_CLASS_OUTSIDE,
  DL_CLASS_ALONE,
  DL_CLASS_POINTWISE,
  DL_CLASS_ROWS,
  DL_CLASS_POOL,
  DL_CLASS_LOOPS,
  DL_CLASS_GEMM,
  DL_CLASS_CONV,
  DL_CLASS_ATTENTION
} dl_fusion_class;

/// A size: static, or the size of dimension `dim` of `value`, or the index
/// `value` itself (`dim` < 0). Equal extents are equal sizes.
typedef struct dl_extent {
  int64_t size; ///< or -1
  const void *value;
  int64_t dim;
} dl_extent;

/// The elements that a group walks. Merged spaces point to the one they became.
typedef struct dl_space {
  int rank;
  dl_extent extents[DL_MAX_RANK];
  uint32_t reduced; ///< axes that row operations reduce
  struct dl_space *parent;
  int to_parent[DL_MAX_RANK];
} dl_space;

/// What the body of a map costs.
typedef struct dl_body_cost {
  int n_arithmetic;     ///< without conversions
  const char *dear;     ///< name of an operation that is dear to repeat
  const char *may_fail; ///< name of an operation that may fail or has effects
  int dear_length, may_fail_length;
} dl_body_cost;

/// A value that an operation uses.
typedef struct dl_read {
  MlirValue value;
  int node;      ///< that makes it in this block, or -1
  bool captured; ///< used within a region, not as an operand
} dl_read;

typedef struct dl_node {
  MlirOperation op;
  dl_fusion_kind kind;
  int64_t position; ///< in the program; a copy comes right before its user
  int n_reads, n_copies;
  dl_read *reads;
  dl_body_cost cost;
  dl_extent *extents; ///< of the results
  dl_space *space;    ///< of `axes`, which the results run along; may be null
  int axes[DL_MAX_RANK];
  int next; ///< member of the same group, or -1
  /// Reads memory that later operations may write: its place is among theirs.
  bool aliases_memory;
} dl_node;

/// `to` comes after `from`; nodes, not vertices.
typedef struct dl_edge {
  int from, to;
  bool dead; ///< what made it necessary is gone
} dl_edge;

typedef struct dl_edge_link {
  dl_edge *edge;
  struct dl_edge_link *next;
} dl_edge_link;

typedef struct dl_edges {
  dl_edge_link *first, *last;
} dl_edges;

typedef struct dl_vertex {
  int parent; ///< union-find; itself for a root
  int order;  ///< of emission, among roots
  dl_edges successors, predecessors;
  dl_fusion_class class_;
  int anchor;      ///< node that the group is about
  int first, last; ///< members
  int n_members;
  bool has_captures;
  int mark; ///< of the last search that came by
} dl_vertex;

typedef struct dl_graph {
  dl_arena arena;
  MlirBlock block;
  MlirOperation terminator;
  MlirRewriterBase rewriter;
  dl_node *nodes;      ///< in program order, then copies
  dl_vertex *vertices; ///< one a node
  int n_nodes, capacity;
  dl_node_table table;    ///< by operation
  dl_node_table products; ///< latest one by left side
  int mark;
  int *found; ///< by a search
  bool remarks;
  char reason[DL_FUSION_REASON_SIZE]; ///< text of the last formatted reason
} dl_graph;

// classify.c
dl_fusion_kind dl_fusion_kind_of(MlirOperation op, dl_body_cost *cost);
/// True for a structured operation of linalg on ranked tensors.
bool dl_fusion_is_structured(MlirOperation op);
/// True for operations that neither touch memory nor can fail.
bool dl_fusion_is_pure(MlirOperation op);
/// True for a constant that a kernel holds itself: a scalar or a splat.
bool dl_fusion_is_small_constant(MlirOperation op);
/// Moves, repeats or converts elements only, so that repeating it costs
/// nothing but reads.
bool dl_fusion_is_free(const dl_node *node);

// graph.c
/// Reads a block. False if it has no operation to fuse, or is not in order.
bool dl_graph_read(dl_graph *graph, MlirBlock block);
int dl_graph_find(dl_graph *graph, int node); ///< vertex of a node
/// Node of the operation of this block that is or encloses `op`; -1 if none.
int dl_graph_enclosing(const dl_graph *graph, MlirOperation op);
int dl_graph_node_of(const dl_graph *graph, MlirValue value);
/// Merges the groups of two nodes; the result has the class, anchor and space
/// of `keep`'s. Null on success, else why not.
const char *dl_graph_contract(dl_graph *graph, int keep, int other);
/// Copies `node`'s operation before that of `user`, into `user`'s group, and
/// makes `user` read the copy.
void dl_graph_copy_for(dl_graph *graph, int node, int user);
/// Sets graph->reason and returns it.
const char *dl_graph_reason(dl_graph *graph, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// space.c
dl_extent dl_extent_of(const dl_graph *graph, MlirValue tensor, int64_t dim);
bool dl_extent_equal(const dl_extent *one, const dl_extent *other);
/// Sizes of the node's results; node->extents.
void dl_read_extents(dl_graph *graph, dl_node *node);
/// Opens a space that the node's results (for row operations: the input) span.
void dl_space_open(dl_graph *graph, dl_node *node);
/// The space at the end of the chain; `axes` are rewritten to be its.
dl_space *dl_space_resolve(dl_node *node);
/// Where an elementwise node's result dimensions run in the space of the group
/// `group`, by what it reads from there. Null on success, else why it does not
/// fit. `partial` allows axes that no operand runs along, if sizes say which.
const char *dl_space_fit(dl_graph *graph, int node, int group, bool partial,
                         dl_space **space, int *axes);
/// The axes of the input that a row operation reduces, as a set.
uint32_t dl_space_reduced(const dl_node *node, const int *input_axes);
/// Sets the node's axes from those of its input.
void dl_space_set_rows(dl_node *node, dl_space *space, const int *input_axes);
/// Makes `from` a part of `into`, where `from_axes` and `into_axes` name the
/// same dimensions of one tensor.
void dl_space_merge(dl_space *from, dl_space *into, int rank,
                    const int *from_axes, const int *into_axes);
bool dl_space_equal(const dl_space *one, const dl_space *other);

// rules.c
/// Joins a node to groups of what it reads, by the table of rules.
void dl_fusion_join(dl_graph *graph, int node);

// beside.c
/// Joins a product to an earlier one of the same left side.
void dl_fusion_join_product(dl_graph *graph, int node);
/// Joins groups of maps that are near each other and walk the same shape.
void dl_fusion_join_neighbours(dl_graph *graph);

// reshape.c
/// Maps read through reshapes that only add or drop dimensions of size 1.
void dl_fusion_read_through_reshapes(MlirRewriterBase rewriter,
                                     MlirBlock block);

// product.c
/// Products read through transposes and other moves that they can express.
void dl_fusion_read_through_moves(MlirRewriterBase rewriter, MlirBlock block,
                                  bool remarks);

// name.c
/// A readable name for the group, "gemm_bias_gelu".
void dl_fusion_name(dl_graph *graph, const int *members, int n_members,
                    char *name, size_t size);

// emit.c
typedef struct dl_emitter {
  const char *prefix;    ///< of kernel names
  dl_arena *arena;       ///< of the names
  struct dl_name *names; ///< given so far
} dl_emitter;
/// Puts the groups into kernels, in the graph's order.
void dl_fusion_emit(dl_graph *graph, dl_emitter *emitter);

#endif // DLOPT_LOWERING_FUSION_FUSION_H
