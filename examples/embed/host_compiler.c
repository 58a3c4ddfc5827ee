// A host compiler that shares MLIR with dlopt: it builds a module through the
// MLIR C API, runs dlopt's passes on it in its own context, and calls it.
#include "dlopt-c/Dialect.h"
#include "dlopt-c/Passes.h"
#include "dlopt-c/Run.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "mlir-c/IR.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STR mlirStringRefCreateFromCString
#define TYPE "tensor<2x2xf32>"

/// Adds `name` to the end of `block`; `attributes` is a dictionary in text, and
/// `result` a null type if there is none. The operation takes `region`.
static MlirOperation add(MlirBlock block, MlirLocation location,
                         const char *name, const char *attributes,
                         int n_operands, const MlirValue *operands,
                         MlirType result, MlirRegion region) {
  MlirOperationState state = mlirOperationStateGet(STR(name), location);
  MlirAttribute all =
      mlirAttributeParseGet(mlirLocationGetContext(location), STR(attributes));
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(all); ++i) {
    MlirNamedAttribute item = mlirDictionaryAttrGetElement(all, i);
    mlirOperationStateAddAttributes(&state, 1, &item);
  }
  mlirOperationStateAddOperands(&state, n_operands, operands);
  mlirOperationStateAddResults(&state, !mlirTypeIsNull(result), &result);
  mlirOperationStateAddOwnedRegions(&state, !mlirRegionIsNull(region), &region);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

/// Adds `func.func @multiply_add(%a, %b, %c) { return %a * %b + %c }`.
static void build(MlirModule module, MlirLocation location) {
  MlirType type = mlirTypeParseGet(mlirModuleGetContext(module), STR(TYPE));
  const MlirType none = {NULL}, types[] = {type, type, type};
  const MlirLocation locations[] = {location, location, location};
  MlirBlock body = mlirBlockCreate(3, types, locations);
  MlirValue arguments[3];
  for (int i = 0; i < 3; ++i)
    arguments[i] = mlirBlockGetArgument(body, i);
  MlirOperation product = add(body, location, "linalg.matmul",
                              "{operandSegmentSizes = array<i32: 2, 1>}", 3,
                              arguments, type, mlirRegionCreate());
  mlirLinalgFillBuiltinNamedOpRegion(product);
  MlirValue result = mlirOperationGetResult(product, 0);
  add(body, location, "func.return", "{}", 1, &result, none,
      (MlirRegion){NULL});
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  add(mlirModuleGetBody(module), location, "func.func",
      "{sym_name = \"multiply_add\", function_type = (" TYPE ", " TYPE ", " TYPE
      ") -> " TYPE "}",
      0, NULL, none, region);
}

/// Writes MLIR's output to a stdio stream.
static void write_part(MlirStringRef part, void *stream) {
  fwrite(part.data, 1, part.length, stream);
}

/// Hands the module, as bytecode, to dlopt's runtime and calls it with three
/// arguments and memory for the result.
static DloptStatus run(MlirModule module, float data[4][4]) {
  char *bytes;
  size_t size;
  FILE *file = open_memstream(&bytes, &size);
  if (!file)
    abort();
  mlirOperationWriteBytecode(mlirModuleGetOperation(module), write_part, file);
  fclose(file);
  DloptProgram *program;
  DloptStatus status = dloptProgramCreate(bytes, size, NULL, &program);
  free(bytes);
  if (!dloptStatusIsOk(&status))
    return status;
  int64_t shape[] = {2, 2};
  DloptTensor tensors[4];
  for (int i = 0; i < 4; ++i)
    tensors[i] = (DloptTensor){.element = DLOPT_ELEMENT_F32,
                               .rank = 2,
                               .shape = shape,
                               .data = data[i]};
  status = dloptProgramCall(program, 3, tensors, 1, &tensors[3]);
  dloptProgramDestroy(program);
  return status;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dloptRegisterDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextLoadAllAvailableDialects(context);
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirModule module = mlirModuleCreateEmpty(location);
  build(module, location);
  DloptStatus status =
      dloptRunPipeline(module, "dlopt-import,func.func(canonicalize,cse)");
  mlirOperationPrint(mlirModuleGetOperation(module), write_part, stdout);
  float data[4][4] = {{1, 2, 3, 4}, {1, 0, 1, 1}, {10, 20, 30, 40}, {0}};
  if (dloptStatusIsOk(&status))
    status = run(module, data);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  if (!dloptStatusIsOk(&status)) {
    fprintf(stderr, "host_compiler: %s\n", status.message);
    return 1;
  }
  const float expected[] = {13, 22, 37, 44};
  int wrong = memcmp(data[3], expected, sizeof(expected)) != 0;
  printf("\nthe numbers are %s\n", wrong ? "wrong" : "right");
  return wrong;
}
