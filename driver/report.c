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

void dl_report_diagnostic(const dl_diagnostic *diagnostic, void *user) {
  dl_report_sink *sink = user;
  bool is_note = diagnostic->severity == MlirDiagnosticNote;
  if (!is_note)
    sink->is_in_remark = diagnostic->severity == MlirDiagnosticRemark;
  if (!sink->is_in_remark || sink->prints_remarks)
    dl_diagnostic_print(diagnostic, NULL);
  if (!sink->is_in_remark)
    return;
  json_t *item = json_pack("{s:s, s:i, s:i, s:s}", "file", diagnostic->file,
                           "line", diagnostic->line, "column",
                           diagnostic->column, "message", diagnostic->message);
  if (!item) // no UTF-8
    return;
  size_t count = json_array_size(sink->remarks);
  if (!is_note || count == 0) {
    json_array_append_new(sink->remarks, item);
    return;
  }
  json_t *remark = json_array_get(sink->remarks, count - 1);
  if (!json_object_get(remark, "notes"))
    json_object_set_new(remark, "notes", json_array());
  json_array_append_new(json_object_get(remark, "notes"), item);
}

static json_t *triple(const uint32_t *values) {
  return json_pack("[i, i, i]", (int)values[0], (int)values[1], (int)values[2]);
}

void dl_report_gpu_code(json_t *report, const dl_gpu_code *code) {
  const dl_device_program *program = &code->program;
  json_t *kernels = json_array();
  for (size_t i = 0; i < program->n_kernels; ++i) {
    const dl_device_kernel *kernel = &program->kernels[i];
    json_t *row = json_pack(
        "{s:s, s:s, s:o, s:i, s:i}", "name", kernel->name, "what", kernel->what,
        "block", triple(kernel->block), "dynamic_shared_bytes",
        (int)kernel->shared, "arguments", (int)kernel->n_arguments);
    if (kernel->cluster[0])
      json_object_set_new(row, "cluster", triple(kernel->cluster));
    if (code->schedules[i])
      json_object_set_new(row, "schedule", json_string(code->schedules[i]));
    json_array_append_new(kernels, row);
  }
  size_t bytes = 0;
  for (size_t i = 0; i < program->n_constants; ++i)
    bytes += program->constants[i].size;
  json_object_set_new(report, "kernels", kernels);
  json_object_set_new(report, "constants",
                      json_pack("{s:I, s:I}", "count",
                                (json_int_t)program->n_constants, "bytes",
                                (json_int_t)bytes));
}

void dl_report_memory(json_t *report, MlirModule module) {
  json_t *functions = json_array();
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute plan = mlirOperationGetDiscardableAttributeByName(
        op, DL_STR("dlopt.memory_plan"));
    if (mlirAttributeIsNull(plan))
      continue;
    MlirStringRef name = mlirStringAttrGetValue(
        mlirOperationGetAttributeByName(op, DL_STR("sym_name")));
    json_t *row =
        json_pack("{s:s%}", "function", name.data, (size_t)name.length);
    for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(plan); ++i) {
      MlirNamedAttribute entry = mlirDictionaryAttrGetElement(plan, i);
      MlirStringRef key = mlirIdentifierStr(entry.name);
      char text[64];
      snprintf(text, sizeof(text), "%.*s", DL_SV(key));
      json_object_set_new(
          row, text, json_integer(mlirIntegerAttrGetValueInt(entry.attribute)));
    }
    json_array_append_new(functions, row);
    mlirOperationRemoveDiscardableAttributeByName(op,
                                                  DL_STR("dlopt.memory_plan"));
  }
  json_object_set_new(report, "memory", functions);
}

void dl_report_usage(json_t *report, const dl_ptxas_usage *usage,
                     size_t n_usage) {
  size_t index;
  json_t *row;
  json_array_foreach(json_object_get(report, "kernels"), index, row) {
    const char *name = json_string_value(json_object_get(row, "name"));
    for (size_t i = 0; i < n_usage; ++i)
      if (strncmp(usage[i].name, name, sizeof(usage[i].name) - 1) == 0)
        json_object_update_new(
            row, json_pack("{s:i, s:i, s:i, s:i, s:i}", "registers",
                           usage[i].registers, "static_shared_bytes",
                           usage[i].shared_bytes, "stack_bytes",
                           usage[i].stack_bytes, "spill_store_bytes",
                           usage[i].spill_store_bytes, "spill_load_bytes",
                           usage[i].spill_load_bytes));
  }
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
