// A program that calls a package: no LLVM, no Python, only the package and, on
// a GPU, its driver. An argument is the GPU's number; without one, the emulator
// stands for it.
#include "layer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int call(layer_program *program) {
  static const float x[2][3] = {{1, 2, 3}, {-1, 0, 1}};
  static const float w[3][2] = {{1, 0}, {0, 1}, {1, 1}};
  const int64_t x_shape[] = {2, 3};
  int64_t shape[2];
  float *result = NULL; // its size is open: the package makes it
  char message[512];
  if (layer_layer(program, x_shape, &x[0][0], &w[0][0], shape, &result, message,
                  sizeof(message))) {
    fprintf(stderr, "deploy: %s\n", message);
    return 1;
  }
  // A softmax of two values is a sigmoid of their difference: here -1 and -1.
  int is_right = shape[0] == 2 && shape[1] == 2;
  for (int row = 0; row < 2 && is_right; ++row) {
    float first = result[row * 2], second = result[row * 2 + 1];
    printf("%.6f %.6f\n", first, second);
    is_right = fabsf(first - 1 / (1 + expf(1))) < 1e-5f &&
               fabsf(first + second - 1) < 1e-6f;
  }
  free(result);
  if (!is_right)
    fprintf(stderr, "deploy: a wrong number\n");
  return !is_right;
}

int main(int argc, char **argv) {
  char message[512];
  layer_program *program;
  int device = argc > 1 ? atoi(argv[1]) : -1;
  int failed = layer_open(device, &program, message, sizeof(message));
  if (failed) {
    fprintf(stderr, "deploy: %s\n", message);
    return failed;
  }
  failed = call(program);
  layer_close(program);
  return failed;
}
