// What run_library.mlir takes from a shared library.
int _mlir_ciface_triple(int value);
int _mlir_ciface_triple(int value) { return 3 * value; }

int triple(int value);
int triple(int value) { return 3 * value; }
