// The runner: turns pattern tables into frozen pattern sets and drives them.
// All ownership of pattern handles is here.
#include "lowering/pass/pass.h"

#include "lowering/base/strings.h"

#include <stdio.h>
#include <stdlib.h>

/// What a C pattern callback is given: its row and the options of its pass.
struct pattern_context {
  const dl_pattern *row;
  const void *options;
  const char *flag;
};

struct dl_pass_state {
  const dl_pass_info *info;
  MlirFrozenRewritePatternSet patterns; ///< null for a function pass
  struct pattern_context *contexts;
  unsigned char options[]; ///< copy of the options struct
};

static bool is_debugged(const char *flag) {
  const char *wanted = getenv("DLOPT_DEBUG");
  if (!wanted)
    return false;
  size_t length = strlen(flag);
  for (const char *at = wanted; *at;) {
    size_t word = strcspn(at, ",");
    if ((word == 3 && memcmp(at, "all", 3) == 0) ||
        (word == length && memcmp(at, flag, length) == 0))
      return true;
    at += word + (at[word] == ',');
  }
  return false;
}

MlirLogicalResult dl_no_match(dl_rewrite *rewrite, const char *reason) {
  rewrite->refusal = reason;
  if (is_debugged(rewrite->flag))
    fprintf(stderr, "[%s] %s left '%.*s' alone: %s\n", rewrite->flag,
            rewrite->pattern, DL_SV(dl_op_name(rewrite->op)), reason);
  return mlirLogicalResultFailure();
}

MlirLogicalResult dl_replace(dl_rewrite *rewrite, intptr_t count,
                             const MlirValue *values) {
  mlirRewriterBaseReplaceOpWithValues(rewrite->bld.rewriter, rewrite->op, count,
                                      values);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult dl_replace_one(dl_rewrite *rewrite, MlirValue value) {
  return dl_replace(rewrite, 1, &value);
}

static MlirLogicalResult match_and_rewrite(MlirRewritePattern pattern,
                                           MlirOperation op,
                                           MlirPatternRewriter rewriter,
                                           void *user_data) {
  (void)pattern;
  const struct pattern_context *context = user_data;
  MlirRewriterBase base = mlirPatternRewriterAsBase(rewriter);
  dl_rewrite rewrite = {op,
                        dl_builder_before(base, op),
                        context->options,
                        context->flag,
                        context->row->name,
                        NULL,
                        {NULL}};
  MlirLogicalResult result = context->row->rewrite(&rewrite);
  dl_arena_reset(&rewrite.arena);
  return result;
}

/// `contexts` has room for `count` rows and outlives the set.
static MlirFrozenRewritePatternSet
freeze_patterns(MlirContext context, const dl_pattern *table, size_t count,
                const void *options, const char *flag,
                struct pattern_context *contexts) {
  MlirRewritePatternSet set = mlirRewritePatternSetCreate(context);
  MlirRewritePatternCallbacks callbacks = {NULL, NULL, match_and_rewrite};
  for (size_t i = 0; i < count; ++i) {
    contexts[i] = (struct pattern_context){&table[i], options, flag};
    mlirRewritePatternSetAdd(
        set, mlirOpRewritePatternCreate(
                 mlirStringRefCreateFromCString(table[i].root),
                 table[i].benefit, context, callbacks, &contexts[i], 0, NULL));
  }
  MlirFrozenRewritePatternSet frozen = mlirFreezeRewritePattern(set);
  mlirRewritePatternSetDestroy(set); // the freeze empties it, nothing frees it
  return frozen;
}

static MlirLogicalResult apply_greedily(MlirOperation op,
                                        MlirFrozenRewritePatternSet patterns,
                                        bool fold) {
  MlirGreedyRewriteDriverConfig config = mlirGreedyRewriteDriverConfigCreate();
  mlirGreedyRewriteDriverConfigSetUseTopDownTraversal(config, true);
  mlirGreedyRewriteDriverConfigEnableFolding(config, fold);
  MlirLogicalResult result =
      mlirApplyPatternsAndFoldGreedilyWithOp(op, patterns, config);
  mlirGreedyRewriteDriverConfigDestroy(config);
  return result;
}

MlirLogicalResult dl_apply_patterns(MlirOperation op, const dl_pattern *table,
                                    size_t count, const void *options,
                                    const char *flag) {
  struct pattern_context *contexts = calloc(count, sizeof(*contexts));
  if (!contexts)
    return mlirLogicalResultFailure();
  MlirFrozenRewritePatternSet patterns = freeze_patterns(
      mlirOperationGetContext(op), table, count, options, flag, contexts);
  MlirLogicalResult result = apply_greedily(op, patterns, true);
  mlirFrozenRewritePatternSetDestroy(patterns);
  free(contexts);
  return result;
}

dl_pass_state *dl_pass_state_create(const dl_pass_info *info,
                                    MlirContext context, const void *options) {
  dl_pass_state *state = malloc(sizeof(*state) + info->options_size);
  if (!state)
    return NULL;
  state->info = info;
  state->patterns.ptr = NULL;
  state->contexts = NULL;
  if (info->options_size)
    memcpy(state->options, options, info->options_size);
  size_t count = info->impl->n_patterns;
  if (count) {
    state->contexts = calloc(count, sizeof(*state->contexts));
    if (!state->contexts) {
      free(state);
      return NULL;
    }
    state->patterns =
        freeze_patterns(context, info->impl->patterns, count, state->options,
                        info->flag, state->contexts);
  }
  return state;
}

void dl_pass_state_destroy(dl_pass_state *state) {
  if (!state)
    return;
  if (state->patterns.ptr)
    mlirFrozenRewritePatternSetDestroy(state->patterns);
  free(state->contexts);
  free(state);
}

MlirLogicalResult dl_pass_run(const dl_pass_state *state, MlirOperation op) {
  const dl_pass_impl *impl = state->info->impl;
  if (impl->run)
    return impl->run(op, state->options);
  return apply_greedily(op, state->patterns, impl->fold);
}
