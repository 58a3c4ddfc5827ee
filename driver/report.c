// What a compilation did, as JSON, through Jansson.
#include "driver/report.h"

#include "lowering/base/strings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "runtime/file.h"

#include <jansson.h>
#include <stdlib.h>

static void count(json_t *object, const char *key) {
  json_t *old = json_object_get(object, key);
  json_object_set_new(object, key, json_integer(json_integer_value(old) + 1));
}

struct operation_counts {
  json_t *dlopt, *activations, *upstream;
};

static MlirWalkResult count_operation(MlirOperation op, void *user) {
  struct operation_counts *counts = user;
  char name[128];
  MlirStringRef full = dl_op_name(op);
  snprintf(name, sizeof(name), "%.*s", DL_SV(full));
  bool ours = dl_string_starts_with(full, "dlopt.");
  count(ours ? counts->dlopt : counts->upstream, name);
  MlirAttribute activation =
      mlirOperationGetAttributeByName(op, DL_STR("dlopt.activation"));
  if (!mlirAttributeIsNull(activation) && mlirAttributeIsAString(activation)) {
    snprintf(name, sizeof(name), "%.*s",
             DL_SV(mlirStringAttrGetValue(activation)));
    count(counts->activations, name);
  }
  // The scalar operations inside one of ours are its body, not the program.
  return ours && !dl_is(op, "dlopt.kernel") ? MlirWalkResultSkip
                                            : MlirWalkResultAdvance;
}

json_t *dl_report_operations(MlirModule module) {
  struct operation_counts counts = {json_object(), json_object(),
                                    json_object()};
  mlirOperationWalk(mlirModuleGetOperation(module), count_operation, &counts,
                    MlirWalkPreOrder);
  return json_pack("{s:o, s:o, s:o}", "dlopt", counts.dlopt, "activations",
                   counts.activations, "upstream", counts.upstream);
}

json_t *dl_report_stages(const dl_session *session) {
  json_t *stages = json_array();
  for (int i = 0; i < session->n_stages; ++i)
    json_array_append_new(stages, json_pack("{s:s, s:f}", "name",
                                            session->stages[i].name, "seconds",
                                            session->stages[i].seconds));
  return stages;
}

DloptStatus dl_report_write(const json_t *report, const char *path) {
  char *text = json_dumps(report, JSON_INDENT(2) | JSON_PRESERVE_ORDER |
                                      JSON_REAL_PRECISION(6));
  if (!text)
    return dl_status_error(DLOPT_STATUS_MEMORY, "report");
  dl_file_writer writer;
  DloptStatus status = dl_file_writer_init(&writer, path);
  if (dl_status_is_ok(&status)) {
    fprintf(writer.stream, "%s\n", text);
    status = dl_file_writer_commit(&writer);
  }
  dl_file_writer_finish(&writer);
  free(text);
  return status;
}
