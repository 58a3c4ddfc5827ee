// A package's tables as C: kernels, constants, functions, the dl_package.
#include <stdlib.h>
#include <string.h>

#include "driver/package/text.h"
#include "runtime/package/embedded.h"

void dl_package_put_string(FILE *stream, const char *text) {
  if (!text) {
    fputs("NULL", stream);
    return;
  }
  fputc('"', stream);
  for (; *text; ++text) {
    unsigned char c = (unsigned char)*text;
    // '?' too: "??=" is a trigraph.
    if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\' || c == '?')
      fprintf(stream, "\\%03o", c);
    else
      fputc(c, stream);
  }
  fputc('"', stream);
}

/// The two headers, the second without its include of the first.
static void put_declarations(FILE *stream) {
  static const char include[] = "#include \"runtime/device/program.h\"\n";
  const char *at = strstr(dl_embedded_package_h, include);
  fputs(dl_embedded_program_h, stream);
  fwrite(dl_embedded_package_h, 1, (size_t)(at - dl_embedded_package_h),
         stream);
  fputs(at + sizeof(include) - 1, stream);
}

/// "dl_blob_7, 123", or "NULL, 0".
static void put_blob(FILE *stream, const dl_package_texts *texts,
                     const void *data, size_t *next) {
  if (data)
    fprintf(stream, "dl_blob_%zu, %zu", *next, texts->blobs[*next].size);
  else
    fprintf(stream, "NULL, 0");
  *next += data != NULL;
}

static void put_program(FILE *stream, const dl_package_texts *texts) {
  const dl_device_program *program = texts->source->program;
  size_t next = 0;
  for (size_t i = 0; i < texts->n_blobs; ++i)
    fprintf(stream, "extern const char dl_blob_%zu[];\n", i);
  fprintf(stream, "static const dl_device_module modules[] = {\n");
  for (size_t i = 0; i < program->n_modules; ++i) {
    const dl_device_module *module = &program->modules[i];
    fputs("  {", stream);
    dl_package_put_string(stream, module->name);
    fputs(", ", stream);
    dl_package_put_string(stream, module->target);
    fputs(", ", stream);
    put_blob(stream, texts, module->ptx, &next);
    fputs(", ", stream);
    put_blob(stream, texts, module->cubin, &next);
    fputs("},\n", stream);
  }
  fprintf(stream, "  {0}};\nstatic const dl_device_kernel kernels[] = {\n");
  for (size_t i = 0; i < program->n_kernels; ++i) {
    const dl_device_kernel *k = &program->kernels[i];
    fputs("  {", stream);
    dl_package_put_string(stream, k->name);
    fputs(", ", stream);
    dl_package_put_string(stream, k->what);
    fprintf(stream, ", %u, {%u, %u, %u}, {%u, %u, %u}, %u, %u},\n", k->module,
            k->block[0], k->block[1], k->block[2], k->cluster[0], k->cluster[1],
            k->cluster[2], k->shared, k->n_arguments);
  }
  fprintf(stream, "  {0}};\nstatic const dl_device_constant constants[] = {\n");
  for (size_t i = 0; i < program->n_constants; ++i) {
    fputs("  {", stream);
    put_blob(stream, texts, program->constants[i].data, &next);
    fputs("},\n", stream);
  }
  fprintf(stream, "  {0}};\nstatic const dl_device_program program = {");
  dl_package_put_string(stream, texts->name);
  fprintf(stream, ", %zu, %zu, %zu, modules, kernels, constants};\n",
          program->n_modules, program->n_kernels, program->n_constants);
}

static void put_values(FILE *stream, const char *what, int index,
                       const dl_tensor_type *types,
                       const dl_signature *arguments_of, int count) {
  fprintf(stream, "static const dl_package_value %s_%d[] = {\n", what, index);
  for (int i = 0; i < count; ++i) {
    char text[DL_TENSOR_TYPE_TEXT_BYTES];
    dl_tensor_type_print(&types[i], text);
    fputs("  {", stream);
    dl_package_put_string(stream, text);
    fprintf(stream, ", %d, %d},\n", arguments_of ? arguments_of->kinds[i] : 0,
            arguments_of ? arguments_of->is_2_4[i] : 0);
  }
  fprintf(stream, "  {0}};\n");
}

/// The types of a function's values, and its entry, by a name that C can say.
static void put_signature(FILE *stream, const dl_signature *signature,
                          int index, const char *role, const char *prefix) {
  char what[64];
  snprintf(what, sizeof(what), "%sarguments", role);
  put_values(stream, what, index, signature->arguments, signature,
             signature->n_arguments);
  snprintf(what, sizeof(what), "%sresults", role);
  put_values(stream, what, index, signature->results, NULL,
             signature->n_results);
  char *symbol = NULL;
  size_t size;
  FILE *text = open_memstream(&symbol, &size);
  if (text) {
    fprintf(text, "%s%s", prefix, signature->name);
    fclose(text);
  }
  fprintf(stream, "extern void %sentry_%d(void **) __asm__(", role, index);
  dl_package_put_string(stream, symbol);
  fprintf(stream, ");\n");
  free(symbol);
}

static void put_function_table(FILE *stream, const dl_package_source *source) {
  bool has_reference = source->references != NULL;
  for (int i = 0; i < source->n_functions; ++i) {
    put_signature(stream, &source->functions[i], i, "", "dlopt_call_");
    if (has_reference)
      put_signature(stream, &source->references[i], i, "reference_",
                    DL_REFERENCE_PREFIX);
  }
  fprintf(stream, "static const dl_package_function functions[] = {\n");
  for (int i = 0; i < source->n_functions; ++i) {
    fputs("  {", stream);
    dl_package_put_string(stream, source->functions[i].name);
    fprintf(stream, ", entry_%d, ", i);
    fprintf(stream, has_reference ? "reference_entry_%d" : "NULL", i);
    fprintf(stream, ", %d, %d, arguments_%d, results_%d, ",
            source->functions[i].n_arguments, source->functions[i].n_results, i,
            i);
    if (has_reference)
      fprintf(stream, "reference_arguments_%d, reference_results_%d},\n", i, i);
    else
      fprintf(stream, "NULL, NULL},\n");
  }
  fprintf(stream, "  {0}};\n");
}

/// In pieces: C compilers limit the length of one literal.
static void put_manifest(FILE *stream, const char *manifest) {
  fprintf(stream, "static const char manifest[] = {");
  for (size_t i = 0; manifest && manifest[i]; ++i)
    fprintf(stream, "%s%d,", i % 32 ? "" : "\n  ", (signed char)manifest[i]);
  fprintf(stream, "\n  0};\n");
}

void dl_package_put_tables(FILE *stream, const dl_package_texts *texts) {
  char *manifest = dl_package_manifest(texts->source);
  put_declarations(stream);
  put_program(stream, texts);
  put_function_table(stream, texts->source);
  put_manifest(stream, manifest);
  free(manifest);
  fprintf(stream,
          "const dl_package dlopt_package = {DL_PACKAGE_VERSION, \"%s\", ",
          texts->name);
  dl_package_put_string(stream, texts->source->target);
  fprintf(stream,
          ", \"dlopt " DLOPT_VERSION
          "\", manifest, &program, %d, functions, &dl_package_runtime};\n",
          texts->source->n_functions);
}
