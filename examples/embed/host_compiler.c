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

#define A "tensor<2x3xf32>"
#define B "tensor<3x2xf32>"
#define C "tensor<2x2xf32>"

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/// Adds an operation to the end of `block`; `attributes` is a dictionary,
/// `result` its type or null, and `region` null or one that it takes.
static MlirOperation add(MlirBlock block, MlirContext context, const char *name,
                         const char *attributes, int n_operands,
                         const MlirValue *operands, const char *result,
                         MlirRegion region) {
  MlirOperationState state =
      mlirOperationStateGet(str(name), mlirLocationUnknownGet(context));
  MlirAttribute parsed = mlirAttributeParseGet(context, str(attributes));
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(parsed); ++i) {
    MlirNamedAttribute attribute = mlirDictionaryAttrGetElement(parsed, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirOperationStateAddOperands(&state, n_operands, operands);
  if (result) {
    MlirType type = mlirTypeParseGet(context, str(result));
    mlirOperationStateAddResults(&state, 1, &type);
  }
  if (!mlirRegionIsNull(region))
    mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

/// Adds `func.func @multiply_add(%a, %b, %c) { return %a * %b + %c }`.
static void build(MlirModule module, MlirContext context) {
  const MlirRegion none = {NULL};
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  MlirValue args[3];
  static const char *const types[] = {A, B, C};
  for (int i = 0; i < 3; ++i)
    args[i] =
        mlirBlockAddArgument(body, mlirTypeParseGet(context, str(types[i])),
                             mlirLocationUnknownGet(context));
  MlirOperation zero = add(body, context, "arith.constant",
                           "{value = 0.0 : f32}", 0, NULL, "f32", none);
  MlirOperation empty =
      add(body, context, "tensor.empty", "{}", 0, NULL, C, none);
  MlirValue fill_operands[] = {mlirOperationGetResult(zero, 0),
                               mlirOperationGetResult(empty, 0)};
  MlirOperation fill = add(body, context, "linalg.fill",
                           "{operandSegmentSizes = array<i32: 1, 1>}", 2,
                           fill_operands, C, mlirRegionCreate());
  mlirLinalgFillBuiltinNamedOpRegion(fill);
  MlirValue operands[] = {args[0], args[1], mlirOperationGetResult(fill, 0)};
  MlirOperation product = add(body, context, "linalg.matmul",
                              "{operandSegmentSizes = array<i32: 2, 1>}", 3,
                              operands, C, mlirRegionCreate());
  mlirLinalgFillBuiltinNamedOpRegion(product);
  MlirValue terms[] = {mlirOperationGetResult(product, 0), args[2]};
  MlirOperation sum = add(body, context, "arith.addf", "{}", 2, terms, C, none);
  MlirValue result = mlirOperationGetResult(sum, 0);
  add(body, context, "func.return", "{}", 1, &result, NULL, none);

  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  add(mlirModuleGetBody(module), context, "func.func",
      "{sym_name = \"multiply_add\", function_type = (" A ", " B ", " C
      ") -> " C "}",
      0, NULL, NULL, region);
}

/// Writes MLIR's output to a stdio stream.
static void write_part(MlirStringRef part, void *stream) {
  fwrite(part.data, 1, part.length, stream);
}

/// Hands the module, as bytecode, to dlopt's runtime and calls it.
static DloptStatus run(MlirModule module, float *result) {
  char *bytes;
  size_t size;
  FILE *stream = open_memstream(&bytes, &size);
  if (!stream)
    abort();
  mlirOperationWriteBytecode(mlirModuleGetOperation(module), write_part,
                             stream);
  fclose(stream);
  DloptProgram *program;
  DloptStatus status = dloptProgramCreate(bytes, size, NULL, &program);
  free(bytes);
  if (!dloptStatusIsOk(&status))
    return status;
  float a[] = {1, 2, 3, 4, 5, 6}, b[] = {1, 0, 0, 1, 1, 1};
  float c[] = {10, 20, 30, 40}, *data[] = {a, b, c, result};
  int64_t shapes[][2] = {{2, 3}, {3, 2}, {2, 2}, {2, 2}};
  DloptTensor tensors[4]; // three arguments and memory for the result
  for (int i = 0; i < 4; ++i)
    tensors[i] = (DloptTensor){.element = DLOPT_ELEMENT_F32,
                               .rank = 2,
                               .shape = shapes[i],
                               .data = data[i]};
  status = dloptProgramCall(program, 3, tensors, 1, &tensors[3]);
  dloptProgramDestroy(program);
  return status;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dloptRegisterDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirContextLoadAllAvailableDialects(context);
  mlirDialectRegistryDestroy(registry);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  build(module, context);
  DloptStatus status =
      dloptRunPipeline(module, "dlopt-import,func.func(canonicalize,cse)");
  mlirOperationPrint(mlirModuleGetOperation(module), write_part, stdout);
  float result[4] = {0};
  if (dloptStatusIsOk(&status))
    status = run(module, result);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  if (!dloptStatusIsOk(&status)) {
    fprintf(stderr, "host_compiler: %s\n", status.message);
    return 1;
  }
  printf("\n%g %g %g %g\n", result[0], result[1], result[2], result[3]);
  static const float expected[] = {14, 25, 40, 51};
  int wrong = memcmp(result, expected, sizeof(expected)) != 0;
  puts(wrong ? "the numbers are wrong" : "the numbers are right");
  return wrong;
}
