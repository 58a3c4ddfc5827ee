// The walk runner: each operation once, in program order.
#include "lowering/pass/pass.h"

#include "lowering/base/strings.h"

#include <stdlib.h>

struct op_list {
  const dl_walk *walk;
  MlirOperation *ops;
  size_t count, capacity;
  bool out_of_memory;
};

static bool is_root(const char *root, MlirStringRef name) {
  size_t length = strlen(root);
  if (length >= 2 && root[length - 1] == '*')
    return name.length >= length && memcmp(name.data, root, length - 1) == 0;
  return dl_string_is(name, root);
}

static bool has_pattern(const dl_walk *walk, MlirStringRef name) {
  for (size_t i = 0; i < walk->n_patterns; ++i)
    if (is_root(walk->patterns[i].root, name))
      return true;
  return false;
}

static MlirWalkResult collect(MlirOperation op, void *user_data) {
  struct op_list *list = user_data;
  if (!has_pattern(list->walk, dl_op_name(op)))
    return MlirWalkResultAdvance;
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 256;
    MlirOperation *ops = realloc(list->ops, capacity * sizeof(*ops));
    if (!ops) {
      list->out_of_memory = true;
      return MlirWalkResultInterrupt;
    }
    list->ops = ops;
    list->capacity = capacity;
  }
  list->ops[list->count++] = op;
  return MlirWalkResultSkip;
}

static void rewrite_one(MlirOperation op, MlirRewriterBase rewriter,
                        const dl_walk *walk) {
  const char *reason = NULL;
  MlirStringRef name = dl_op_name(op);
  for (size_t i = 0; i < walk->n_patterns; ++i) {
    const dl_pattern *row = &walk->patterns[i];
    if (!is_root(row->root, name))
      continue;
    dl_rewrite rewrite = {.op = op,
                          .bld = dl_builder_before(rewriter, op),
                          .options = walk->options,
                          .flag = walk->flag,
                          .pattern = row->name};
    MlirLogicalResult result = row->rewrite(&rewrite);
    dl_arena_reset(&rewrite.arena);
    if (mlirLogicalResultIsSuccess(result))
      return;
    if (rewrite.refusal)
      reason = rewrite.refusal;
  }
  if (walk->refused)
    walk->refused(op, reason, walk->options);
}

MlirLogicalResult dl_walk_patterns(MlirOperation op, const dl_walk *walk) {
  struct op_list list = {.walk = walk};
  mlirOperationWalk(op, collect, &list, MlirWalkPreOrder);
  MlirRewriterBase rewriter = mlirIRRewriterCreateFromOp(op);
  for (size_t i = 0; i < list.count && !list.out_of_memory; ++i)
    rewrite_one(list.ops[i], rewriter, walk);
  mlirIRRewriterDestroy(rewriter);
  free(list.ops);
  return list.out_of_memory ? mlirLogicalResultFailure()
                            : mlirLogicalResultSuccess();
}
