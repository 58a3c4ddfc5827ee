// What is in a package, as JSON.
#include <jansson.h>

#include "driver/package/text.h"

static json_t *triple(const uint32_t values[3]) {
  return json_pack("[i, i, i]", (int)values[0], (int)values[1], (int)values[2]);
}

static json_t *kernels_of(const dl_device_program *program) {
  json_t *list = json_array();
  for (size_t i = 0; i < program->n_kernels; ++i) {
    const dl_device_kernel *k = &program->kernels[i];
    json_t *row = json_pack("{s:s, s:s, s:s, s:o, s:i, s:i}", "name", k->name,
                            "what", k->what ? k->what : "", "module",
                            program->modules[k->module].name, "block",
                            triple(k->block), "shared_bytes", (int)k->shared,
                            "arguments", (int)k->n_arguments);
    if (k->cluster[0])
      json_object_set_new(row, "cluster", triple(k->cluster));
    json_array_append_new(list, row);
  }
  return list;
}

static json_t *modules_of(const dl_device_program *program) {
  json_t *list = json_array();
  for (size_t i = 0; i < program->n_modules; ++i) {
    const dl_device_module *module = &program->modules[i];
    json_array_append_new(
        list,
        json_pack("{s:s, s:s, s:I, s:I}", "name", module->name, "target",
                  module->target, "ptx_bytes", (json_int_t)module->ptx_size,
                  "cubin_bytes", (json_int_t)module->cubin_size));
  }
  return list;
}

static json_t *values_of(const dl_tensor_type *types, int count,
                         const dl_signature *arguments_of) {
  json_t *list = json_array();
  for (int i = 0; i < count; ++i) {
    char text[DL_TENSOR_TYPE_TEXT_BYTES];
    dl_tensor_type_print(&types[i], text);
    json_t *row = json_pack("{s:s}", "type", text);
    bool is_buffer =
        arguments_of && arguments_of->kinds[i] != DL_ARGUMENT_VALUE;
    if (is_buffer)
      json_object_set_new(row, "buffer", json_true());
    if (arguments_of && arguments_of->is_2_4[i])
      json_object_set_new(row, "structured_2_4", json_true());
    json_array_append_new(list, row);
  }
  return list;
}

static json_t *functions_of(const dl_package_source *source) {
  json_t *list = json_array();
  for (int i = 0; i < source->n_functions; ++i) {
    const dl_signature *f = &source->functions[i];
    json_array_append_new(
        list, json_pack("{s:s, s:o, s:o}", "name", f->name, "arguments",
                        values_of(f->arguments, f->n_arguments, f), "results",
                        values_of(f->results, f->n_results, NULL)));
  }
  return list;
}

static json_t *constants_of(const dl_device_program *program) {
  json_t *list = json_array();
  for (size_t i = 0; i < program->n_constants; ++i)
    json_array_append_new(list,
                          json_integer((json_int_t)program->constants[i].size));
  return list;
}

char *dl_package_manifest(const dl_package_source *source) {
  json_t *manifest = json_pack(
      "{s:s, s:s, s:s, s:b, s:o, s:o, s:o, s:o}", "made_by",
      "dlopt " DLOPT_VERSION, "input", source->input, "target", source->target,
      "has_reference", source->references != NULL, "functions",
      functions_of(source), "modules", modules_of(source->program), "kernels",
      kernels_of(source->program), "constant_bytes",
      constants_of(source->program));
  char *text = manifest ? json_dumps(manifest, JSON_INDENT(2)) : NULL;
  json_decref(manifest);
  return text;
}
