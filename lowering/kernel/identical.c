// When two kernels are the same: a text that says all that matters of one, its
// values numbered in order.
#include <stdio.h>
#include <string.h>

#include "dialect/dlopt_ops.h"
#include "lowering/kernel/generator.h"

struct text {
  dl_arena *arena;
  char *data;
  size_t length, capacity;
  int n_values, max_values;
  MlirValue *values;
};

static void append(MlirStringRef part, void *data) {
  struct text *text = data;
  if (text->length + part.length + 1 > text->capacity) {
    size_t capacity = 2 * (text->length + part.length + 1024);
    char *larger = dl_arena_alloc(text->arena, capacity, 1);
    if (text->length)
      memcpy(larger, text->data, text->length);
    text->data = larger;
    text->capacity = capacity;
  }
  memcpy(text->data + text->length, part.data, part.length);
  text->length += part.length;
  text->data[text->length] = 0;
}

static void define(struct text *text, MlirValue value) {
  if (text->n_values == text->max_values) {
    int max_values = 2 * text->max_values + 256;
    MlirValue *values =
        DL_ARENA_ARRAY(text->arena, MlirValue, (size_t)max_values);
    for (int i = 0; i < text->n_values; ++i)
      values[i] = text->values[i];
    text->values = values;
    text->max_values = max_values;
  }
  text->values[text->n_values++] = value;
  mlirTypePrint(mlirValueGetType(value), append, text);
  append(DL_STR(" "), text);
}

static void use(struct text *text, MlirValue value) {
  int index = text->n_values - 1;
  while (index >= 0 && !mlirValueEqual(text->values[index], value))
    --index;
  char number[32];
  int length = snprintf(number, sizeof(number), "%%%d ", index);
  append(mlirStringRefCreate(number, (size_t)length), text);
}

static void add_block(struct text *text, MlirBlock block) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    define(text, mlirBlockGetArgument(block, i));
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    append(dl_op_name(op), text);
    append(DL_STR(" "), text);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      use(text, mlirOperationGetOperand(op, i));
    for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
      MlirNamedAttribute attr = mlirOperationGetAttribute(op, i);
      append(mlirIdentifierStr(attr.name), text);
      append(DL_STR("="), text);
      mlirAttributePrint(attr.attribute, append, text);
      append(DL_STR(" "), text);
    }
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      define(text, dl_result(op, i));
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
      append(DL_STR("{"), text);
      add_block(text, dl_region_block(op, i));
      append(DL_STR("}"), text);
    }
    append(DL_STR("\n"), text);
  }
}

const char *dl_kernel_fingerprint(MlirOperation kernel, dl_arena *arena) {
  struct text *text = DL_ARENA_ARRAY(arena, struct text, 1);
  text->arena = arena;
  add_block(text, dl_region_block(kernel, 0));
  return text->data;
}
