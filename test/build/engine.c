// The JIT links, compiles a function and calls it.
#include "mlir-c/ExecutionEngine.h"
#include "mlir-c/IR.h"
#include "mlir-c/RegisterEverything.h"

#include <stdint.h>
#include <stdio.h>

static const char source[] =
    "llvm.func @_mlir_ciface_add(%a: i32, %b: i32) -> i32 {\n"
    "  %sum = llvm.add %a, %b : i32\n"
    "  llvm.return %sum : i32\n"
    "}\n";

static MlirContext create_context(void) {
  MlirContext context = mlirContextCreate();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirRegisterAllLLVMTranslations(context);
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  return context;
}

int main(void) {
  MlirContext context = create_context();
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  int32_t lhs = 40, rhs = 2, sum = 0;
  void *arguments[] = {&lhs, &rhs, &sum};
  MlirExecutionEngine engine =
      mlirExecutionEngineCreate(module, 2, 0, NULL, false, false);
  MlirLogicalResult called = mlirExecutionEngineInvokePacked(
      engine, mlirStringRefCreateFromCString("add"), arguments);
  bool is_right = mlirLogicalResultIsSuccess(called) && sum == 42;
  if (!is_right)
    fprintf(stderr, "40 + 2 gave %d\n", (int)sum);
  mlirExecutionEngineDestroy(engine);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return !is_right;
}
