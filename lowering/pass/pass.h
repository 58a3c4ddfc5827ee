// What a pass is: a row of the table that Passes.td generates, and one C
// function or table of patterns. A pass file ends in one of the entry macros.
#ifndef DLOPT_LOWERING_PASS_PASS_H
#define DLOPT_LOWERING_PASS_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lowering/base/arena.h"
#include "lowering/base/builder.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One rewrite at one operation, as a pattern sees it.
typedef struct dl_rewrite {
  MlirOperation op;
  dl_builder bld;      ///< inserts before `op`, at its location
  const void *options; ///< the pass's generated options struct
  const char *flag;    ///< of the pass, for the debug log
  const char *pattern; ///< function name, for the debug log
  const char *refusal; ///< set by DL_NO_MATCH: why the operation stays
  dl_arena arena;      ///< scratch of this rewrite
} dl_rewrite;

/// Returns success exactly if it changed the IR.
typedef MlirLogicalResult (*dl_rewrite_fn)(dl_rewrite *rewrite);

typedef struct dl_pattern {
  const char *root; ///< operation name
  unsigned benefit;
  dl_rewrite_fn rewrite;
  const char *name;
} dl_pattern;

/// Row of a pattern table.
#define DL_PATTERN(root, benefit, function) {root, benefit, function, #function}

/// Refuses a match; `DLOPT_DEBUG=<flag>,...` (or `all`) prints the reason, and
/// a walk hands it to whoever reports what stays.
#define DL_NO_MATCH(rewrite, reason) dl_no_match((rewrite), (reason))
MlirLogicalResult dl_no_match(dl_rewrite *rewrite, const char *reason);

/// Refuses a match because the operation is for another pattern of the table;
/// no reason to tell the user.
static inline MlirLogicalResult dl_other_kind(void) {
  return mlirLogicalResultFailure();
}

/// Replaces the operation by values, one per result; returns success.
MlirLogicalResult dl_replace(dl_rewrite *rewrite, intptr_t count,
                             const MlirValue *values);
/// The same for one value.
MlirLogicalResult dl_replace_one(dl_rewrite *rewrite, MlirValue value);

/// A pass that is one function over the operation it is anchored on.
typedef MlirLogicalResult (*dl_run_fn)(MlirOperation op, const void *options);

/// The code of a pass: `patterns`, driven greedily, or `run`.
typedef struct dl_pass_impl {
  const dl_pattern *patterns;
  size_t n_patterns;
  bool fold; ///< greedy driver folds and erases dead operations on the way
  dl_run_fn run;
} dl_pass_impl;

#define DL_PATTERN_PASS(name, table)                                           \
  const dl_pass_impl dl_pass_##name = {                                        \
      table, sizeof(table) / sizeof((table)[0]), true, NULL};
#define DL_FUNCTION_PASS(name, function)                                       \
  const dl_pass_impl dl_pass_##name = {NULL, 0, false, function};

typedef enum dl_option_kind {
  DL_OPTION_BOOL,  ///< bool
  DL_OPTION_INT,   ///< int64_t
  DL_OPTION_STRING ///< const char *, NUL-terminated
} dl_option_kind;

typedef struct dl_option_info {
  const char *name, *description;
  dl_option_kind kind;
  const char *default_text; ///< as written in a textual pipeline
  size_t offset;            ///< of the field in the options struct
} dl_option_info;

/// A row of the pass table.
typedef struct dl_pass_info {
  const char *flag, *summary;
  const char *anchor; ///< operation name, or "" for any
  const dl_option_info *options;
  size_t n_options, options_size;
  const dl_pass_impl *impl;
} dl_pass_info;

/// The pass table, generated from lowering/Passes.td.
extern const dl_pass_info dl_passes[];
extern const size_t dl_n_passes;

/// A named pipeline: a flag that stands for a textual pipeline anchored on
/// builtin.module (lowering/pipeline.c).
typedef struct dl_pipeline_info {
  const char *flag, *summary;
  const char *pipeline; ///< without the outer builtin.module(...)
} dl_pipeline_info;
extern const dl_pipeline_info dl_pipelines[];
extern const size_t dl_n_pipelines;

// The runner, called by the seam (lowering/pass/run.c).

/// What one pass instance keeps between runs: its frozen patterns.
typedef struct dl_pass_state dl_pass_state;
/// `options` is copied. The caller destroys the state.
dl_pass_state *dl_pass_state_create(const dl_pass_info *info,
                                    MlirContext context, const void *options);
void dl_pass_state_destroy(dl_pass_state *state);
/// Runs the pass on `op`; safe on several threads at once.
MlirLogicalResult dl_pass_run(const dl_pass_state *state, MlirOperation op);

/// Applies a table of patterns greedily within `op`; for passes that are more
/// than one table.
MlirLogicalResult dl_apply_patterns(MlirOperation op, const dl_pattern *table,
                                    size_t count, const void *options,
                                    const char *flag);

/// One walk over the operations within an operation, each rewritten at most
/// once: for passes whose rewrites feed nothing back, in time linear in the
/// module.
typedef struct dl_walk {
  /// Tried in the table's order. A root that ends in ".*" stands for all
  /// operations of a dialect. Regions of operations with a root in the table
  /// are not entered.
  const dl_pattern *patterns;
  size_t n_patterns;
  const void *options;
  const char *flag;
  /// Called for an operation that every pattern refused, with the last reason
  /// given to DL_NO_MATCH, or null if it was no pattern's kind. May be null.
  void (*refused)(MlirOperation op, const char *reason, const void *options);
} dl_walk;

/// Walks in program order. A rewrite may erase or replace its own operation
/// only. Fails if memory runs out.
MlirLogicalResult dl_walk_patterns(MlirOperation op, const dl_walk *walk);

#ifdef __cplusplus
}
#endif

#endif // DLOPT_LOWERING_PASS_PASS_H
