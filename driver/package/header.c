// A package as C programs see it: one typed function for each of its
// functions. Sizes that are open go beside the pointers.
//
//   int bert_forward(bert_program *program, const int64_t *argument0,
//                    int64_t argument1, float *result0,
//                    char *message, size_t message_size);
#include <ctype.h>
#include <string.h>

#include "driver/package/text.h"

void dl_package_c_name(const char *text, char name[DL_PACKAGE_NAME_BYTES]) {
  size_t used = 0;
  if (isdigit((unsigned char)*text) || !*text)
    name[used++] = '_';
  for (; *text && used + 1 < DL_PACKAGE_NAME_BYTES; ++text)
    name[used++] = isalnum((unsigned char)*text) ? *text : '_';
  name[used] = 0;
}

/// The C type of an element in memory.
static void put_element(FILE *stream, dl_element_type element) {
  const dl_element_info *info = dl_element_info_of(element);
  bool is_unsigned = info->kind == DL_KIND_UNSIGNED || element == DL_I1;
  if (element == DL_F64 || element == DL_F32)
    fputs(element == DL_F64 ? "double" : "float", stream);
  else
    fprintf(stream, "%sint%d_t",
            is_unsigned || info->kind == DL_KIND_FLOAT ? "u" : "",
            info->n_bytes * 8);
}

static bool is_open(const dl_tensor_type *type) {
  return dl_tensor_type_is_dynamic(type);
}

static void put_argument(FILE *stream, const dl_signature *f, int index) {
  const dl_tensor_type *type = &f->arguments[index];
  if (is_open(type))
    fprintf(stream, ",\n    const int64_t shape%d[%d]", index, type->rank);
  fputs(",\n    ", stream);
  if (!type->is_scalar && f->kinds[index] == DL_ARGUMENT_VALUE)
    fputs("const ", stream);
  put_element(stream, type->element);
  fprintf(stream, " %sargument%d", type->is_scalar ? "" : "*", index);
}

static void put_result(FILE *stream, const dl_tensor_type *type, int index) {
  if (is_open(type))
    fprintf(stream, ",\n    int64_t result_shape%d[%d]", index, type->rank);
  fputs(",\n    ", stream);
  put_element(stream, type->element);
  fprintf(stream, " *%sresult%d", is_open(type) ? "*" : "", index);
}

static void put_prototype(FILE *stream, const dl_package_texts *texts,
                          const dl_signature *f) {
  char name[DL_PACKAGE_NAME_BYTES];
  dl_package_c_name(f->name, name);
  fprintf(stream, "int %s_%s(\n    %s_program *program", texts->name, name,
          texts->name);
  for (int i = 0; i < f->n_arguments; ++i)
    put_argument(stream, f, i);
  for (int i = 0; i < f->n_results; ++i)
    put_result(stream, &f->results[i], i);
  fputs(",\n    char *message, size_t message_size)", stream);
}

/// Types are from MLIR: no line breaks, no ends of comments.
static void put_comment(FILE *stream, const dl_signature *f) {
  char text[DL_TENSOR_TYPE_TEXT_BYTES], name[DL_PACKAGE_NAME_BYTES];
  dl_package_c_name(f->name, name);
  fprintf(stream, "\n/// @%s(", name);
  for (int i = 0; i < f->n_arguments; ++i) {
    dl_tensor_type_print(&f->arguments[i], text);
    fprintf(stream, "%s%s", i ? ", " : "", text);
  }
  fprintf(stream, ") -> (");
  for (int i = 0; i < f->n_results; ++i) {
    dl_tensor_type_print(&f->results[i], text);
    fprintf(stream, "%s%s", i ? ", " : "", text);
  }
  fprintf(stream, ")\n");
}

static void put_opening(FILE *stream, const dl_package_texts *texts) {
  const char *name = texts->name;
  char input[DL_PACKAGE_NAME_BYTES];
  dl_package_c_name(texts->source->input, input);
  fprintf(stream,
          "// %s: compiled by dlopt " DLOPT_VERSION " for %s.\n"
          "// Link with the library beside this header; it needs nothing else "
          "but, to run on a\n// GPU, its driver.\n"
          "//\n// Tensors are host memory, row-major; a result of open sizes "
          "is made with malloc\n// where *result is null. f16 and bf16 are "
          "uint16_t, 8-bit floats uint8_t. Functions\n// return 0, or 1 (wrong "
          "input, a fault of a kernel) or 3 (the machine lacks\n// something) "
          "with the reason in `message`, which may be null. One thread at a\n"
          "// time may use a program.\n"
          "#ifndef DLOPT_PACKAGE_%s_H\n#define DLOPT_PACKAGE_%s_H\n\n"
          "#include <stddef.h>\n#include <stdint.h>\n\n"
          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
          name, texts->source->target, name, name);
  fprintf(stream,
          "typedef struct dl_package_program %s_program;\n\n"
          "/// Loads it on GPU `device`, counted from 0; -1: on the emulator.\n"
          "int %s_open(int device, %s_program **program, char *message,\n"
          "    size_t message_size);\n"
          "void %s_close(%s_program *program);\n",
          name, name, name, name, name);
}

void dl_package_put_header(FILE *stream, const dl_package_texts *texts) {
  put_opening(stream, texts);
  for (int i = 0; i < texts->source->n_functions; ++i) {
    put_comment(stream, &texts->source->functions[i]);
    put_prototype(stream, texts, &texts->source->functions[i]);
    fprintf(stream, ";\n");
  }
  fprintf(stream,
          "\n#ifdef __cplusplus\n}\n#endif\n\n#endif // DLOPT_PACKAGE_%s_H\n",
          texts->name);
}

static void put_function(FILE *stream, const dl_package_texts *texts,
                         int index) {
  const dl_signature *f = &texts->source->functions[index];
  put_prototype(stream, texts, f);
  fprintf(stream, " {\n  void *const arguments[] = {");
  for (int i = 0; i < f->n_arguments; ++i)
    fprintf(stream, "(void *)%sargument%d, ",
            f->arguments[i].is_scalar ? "&" : "", i);
  fprintf(stream, "NULL};\n  const int64_t *const shapes[] = {");
  for (int i = 0; i < f->n_arguments; ++i)
    fprintf(stream, is_open(&f->arguments[i]) ? "shape%d, " : "NULL, ", i);
  fprintf(stream, "NULL};\n  void *results[] = {");
  for (int i = 0; i < f->n_results; ++i)
    fprintf(stream, "%sresult%d, ", is_open(&f->results[i]) ? "*" : "", i);
  fprintf(stream, "NULL};\n  int64_t *const result_shapes[] = {");
  for (int i = 0; i < f->n_results; ++i)
    fprintf(stream, is_open(&f->results[i]) ? "result_shape%d, " : "NULL, ", i);
  fprintf(stream,
          "NULL};\n"
          "  const dl_package_call call = {arguments, shapes, results, "
          "result_shapes};\n"
          "  int failed = dl_package_run(program, %d, &call, message, "
          "message_size);\n",
          index);
  for (int i = 0; i < f->n_results; ++i)
    if (is_open(&f->results[i]))
      fprintf(stream, "  *result%d = results[%d];\n", i, i);
  fprintf(stream, "  return failed;\n}\n");
}

void dl_package_put_functions(FILE *stream, const dl_package_texts *texts) {
  const char *name = texts->name;
  put_opening(stream, texts);
  fprintf(stream,
          "#ifdef __cplusplus\n}\n#endif\n#endif\n"
          "int %s_open(int device, %s_program **program, char *message,\n"
          "    size_t message_size) {\n"
          "  return dl_package_open(&dlopt_package, device, program, message,\n"
          "                         message_size);\n}\n"
          "void %s_close(%s_program *program) { dl_package_close(program); }\n",
          name, name, name, name);
  for (int i = 0; i < texts->source->n_functions; ++i)
    put_function(stream, texts, i);
}

void dl_package_put_exports(FILE *stream, const dl_package_texts *texts) {
  fprintf(stream,
          "{\n  global:\n    dlopt_package;\n    %s_open;\n"
          "    %s_close;\n",
          texts->name, texts->name);
  for (int i = 0; i < texts->source->n_functions; ++i) {
    char name[DL_PACKAGE_NAME_BYTES];
    dl_package_c_name(texts->source->functions[i].name, name);
    fprintf(stream, "    %s_%s;\n", texts->name, name);
  }
  fprintf(stream, "  local: *;\n};\n");
}
