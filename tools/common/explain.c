// What a person reads after a compilation.
#include "tools/common/explain.h"

#include <jansson.h>
#include <string.h>

static void print_counts(const char *title, const json_t *counts,
                         const char *const *left_out, FILE *stream) {
  const char *key;
  json_t *value;
  bool first = true;
  json_object_foreach((json_t *)counts, key, value) {
    bool skip = false;
    for (const char *const *out = left_out; *out; ++out)
      skip |= strncmp(key, *out, strlen(*out)) == 0;
    if (skip)
      continue;
    fprintf(stream, "%s%s %lld", first ? title : ", ", key,
            (long long)json_integer_value(value));
    first = false;
  }
  if (!first)
    fputc('\n', stream);
}

void dl_explain(const json_t *operations, FILE *stream) {
  // Scaffolding that is no work of its own.
  static const char *const scaffolding[] = {"builtin.",
                                            "func.",
                                            "arith.constant",
                                            "tensor.empty",
                                            "tosa.const",
                                            "tensor.expand_shape",
                                            "llvm.",
                                            "tensor.collapse_shape",
                                            NULL};
  static const char *const nothing[] = {NULL};
  print_counts("recognised as  ", json_object_get(operations, "dlopt"), nothing,
               stream);
  print_counts("  of them      ", json_object_get(operations, "activations"),
               nothing, stream);
  print_counts("left upstream  ", json_object_get(operations, "upstream"),
               scaffolding, stream);
}

void dl_print_stages(const dl_session *session, FILE *stream) {
  double total = 0;
  for (int i = 0; i < session->n_stages; ++i) {
    total += session->stages[i].seconds;
    fprintf(stream, "%10.3f s  %s\n", session->stages[i].seconds,
            session->stages[i].name);
  }
  fprintf(stream, "%10.3f s  in all\n", total);
}
