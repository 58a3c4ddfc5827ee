// dlopt-c/Dialect.h and Passes.h: a host that shares MLIR with libdlopt.so.
#include "dlopt-c/Dialect.h"
#include "dlopt-c/Passes.h"

#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Pass.h"
#include "test/capi/programs.h"
#include "test/unit/check.h"

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static MlirLogicalResult count_diagnostic(MlirDiagnostic diagnostic,
                                          void *count) {
  (void)diagnostic;
  ++*(int *)count;
  return mlirLogicalResultSuccess();
}

static MlirContext create_context(int *n_diagnostics) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dloptRegisterDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, count_diagnostic, n_diagnostics,
                                     NULL);
  return context;
}

static const char softmax_text[] =
    "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  %0 = dlopt.softmax %x dim 0 : tensor<4xf32> -> tensor<4xf32>\n"
    "  return %0 : tensor<4xf32>\n"
    "}\n";

/// The handle alone: only our dialect is registered.
static void test_handle(void) {
  MlirDialectHandle handle = dloptGetDialectHandle();
  CHECK(handle.ptr != NULL);
  CHECK(
      mlirStringRefEqual(mlirDialectHandleGetNamespace(handle), str("dlopt")));
  MlirContext context = mlirContextCreateWithThreading(false);
  MlirDialect loaded = mlirDialectHandleLoadDialect(handle, context);
  CHECK(!mlirDialectIsNull(loaded));
  CHECK(mlirContextIsRegisteredOperation(context, str("dlopt.matmul")));
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  MlirModule module = mlirModuleCreateParse(context, str(softmax_text));
  CHECK(!mlirModuleIsNull(module));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  dloptRegisterDialects((MlirDialectRegistry){NULL});
}

/// Counts operations by name.
struct counter {
  const char *name;
  int count;
};

static MlirWalkResult count_operation(MlirOperation op, void *user) {
  struct counter *counter = user;
  counter->count += mlirStringRefEqual(
      mlirIdentifierStr(mlirOperationGetName(op)), str(counter->name));
  return MlirWalkResultAdvance;
}

static int count_operations(MlirModule module, const char *name) {
  struct counter counter = {name, 0};
  mlirOperationWalk(mlirModuleGetOperation(module), count_operation, &counter,
                    MlirWalkPreOrder);
  return counter.count;
}

static void test_pipelines(void) {
  int n_diagnostics = 0;
  MlirContext context = create_context(&n_diagnostics);
  MlirModule module = mlirModuleCreateParse(context, str(matmul_text));
  CHECK_OK(dloptRunPipeline(module, "dlopt-import,func.func(canonicalize)"));
  CHECK_EQ(count_operations(module, "dlopt.matmul"), 1);
  CHECK_EQ(count_operations(module, "linalg.matmul"), 0);
  CHECK_OK(dloptRunPipeline(module, "dlopt-reference-to-linalg"));
  CHECK_EQ(count_operations(module, "dlopt.matmul"), 0);
  CHECK_OK(dloptRunPipeline(module, ""));
  CHECK_EQ(n_diagnostics, 0);

  CHECK_ERROR(dloptRunPipeline(module, "no-such-pass"), DL_STATUS_USAGE,
              "no-such-pass");
  CHECK_ERROR(dloptRunPipeline(module, "dlopt-import,"), DL_STATUS_USAGE,
              "pipeline");
  CHECK_ERROR(dloptRunPipeline(module, "canonicalize{no-such-option=1}"),
              DL_STATUS_USAGE, "no-such-option");
  CHECK_ERROR(dloptRunPipeline(module, "func.func(canonicalize"),
              DL_STATUS_USAGE, "pipeline");
  CHECK_ERROR(dloptRunPipeline(module, NULL), DL_STATUS_USAGE,
              "pipeline is null");
  CHECK_ERROR(dloptRunPipeline((MlirModule){NULL}, "cse"), DL_STATUS_USAGE,
              "module is null");
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

/// A pass that fails says so in the host's context.
static void test_failing_pass(void) {
  int n_diagnostics = 0;
  MlirContext context = create_context(&n_diagnostics);
  MlirModule module = mlirModuleCreateParse(
      context, str("func.func @f() { call @f() : () -> () return }"));
  CHECK_ERROR(dloptRunPipeline(module, "inline,test-no-such"), DL_STATUS_USAGE,
              "test-no-such");
  CHECK_EQ(n_diagnostics, 0);
  // An llvm pass on a func operation cannot be scheduled.
  DloptStatus status =
      dloptRunPipeline(module, "func.func(convert-func-to-llvm)");
  CHECK(!dloptStatusIsOk(&status));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

/// After dloptRegisterPasses the host's own pass managers know our passes.
static void test_registry(void) {
  dloptRegisterPasses();
  dloptRegisterPasses();
  int n_diagnostics = 0;
  MlirContext context = create_context(&n_diagnostics);
  MlirPassManager manager = mlirPassManagerCreate(context);
  CHECK(mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      str("builtin.module(dlopt-import,cse)"), NULL, NULL)));
  mlirPassManagerDestroy(manager);
  mlirContextDestroy(context);

  bool has_import = false;
  for (size_t i = 0; i < dloptGetNumPipelines(); ++i) {
    CHECK(*dloptGetPipelineSummary(i) != 0);
    has_import |= strcmp(dloptGetPipelineName(i), "dlopt-import") == 0;
  }
  CHECK(has_import);
  CHECK(dloptGetPipelineName(dloptGetNumPipelines()) == NULL);
  CHECK(dloptGetPipelineSummary(dloptGetNumPipelines()) == NULL);
}

int main(void) {
  test_handle();
  test_pipelines();
  test_failing_pass();
  test_registry();
  return check_result();
}
