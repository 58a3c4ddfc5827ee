// Calls what compile_object.mlir compiles, through both of its entries.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct memref_1d {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

void _mlir_ciface_scale(struct memref_1d *result, struct memref_1d *a, float s);
void dlopt_call_scale(void **values);
void dlopt_runtime_free(void *pointer);

enum { COUNT = 100000 };

static int check(const char *entry, const struct memref_1d *result) {
  int n_right = 0;
  for (int64_t i = 0; i < result->size; ++i)
    n_right +=
        result->aligned[result->offset + i * result->stride] == 2.5f * (float)i;
  int is_right = result->size == COUNT && n_right == COUNT;
  printf("%s: %s all %d\n", entry,
         is_right ? "right in" : "wrong, not right in", COUNT);
  return is_right;
}

int main(void) {
  float *data = malloc(COUNT * sizeof(*data)), scale = 2.5f;
  for (int i = 0; i < COUNT; ++i)
    data[i] = (float)i;
  struct memref_1d argument = {data, data, 0, COUNT, 1}, direct, packed;
  _mlir_ciface_scale(&direct, &argument, scale);
  int is_right = check("_mlir_ciface_scale", &direct);
  // Each slot points to the value; a memref's value is a pointer.
  void *result_pointer = &packed, *argument_pointer = &argument;
  void *values[] = {&result_pointer, &argument_pointer, &scale};
  dlopt_call_scale(values);
  is_right &= check("dlopt_call_scale", &packed);
  dlopt_runtime_free(direct.allocated);
  dlopt_runtime_free(packed.allocated);
  free(data);
  return is_right ? 0 : 1;
}
